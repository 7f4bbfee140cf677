"""The talks: every slide fits its page, guesses come first, nothing comes from elsewhere."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import course
from tests.browser.axe import axe
from tests.browser.conftest import fresh_page
from tests.browser.driver import SECONDS, Watch
from tests.browser.served import served

NOTEBOOKS = sorted(path.stem for path in course.ROOT.glob("notebooks/[0-9]*.ipynb"))
SLIDES = "() => Reveal.getSlides().map((one) => Reveal.getIndices(one)).map(({h, v}) => [h, v])"
# Shown with everything on it: what leaves the page or hides inside a box, and the smallest print.
LOOK = """([h, v]) => {
    Reveal.slide(h, v, 99);
    const slide = Reveal.getCurrentSlide();
    const found = [];
    let smallest = 99;
    const zoom = Number(slide.querySelector(".fit").style.zoom || 1);
    for (const one of slide.querySelectorAll(".fit *")) {
        const box = one.getBoundingClientRect();
        if (!box.width || !box.height || one.closest(".tcp-hidden, .notes")) continue;
        const style = getComputedStyle(one);
        const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
        const hides = clips && (one.scrollWidth > one.clientWidth + 1
            || one.scrollHeight > one.clientHeight + 1);
        const left = box.left < -1 || box.top < -1 || box.right > innerWidth + 1;
        if (left || box.bottom > innerHeight + 1 || hides)
            found.push(`${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`);
        if (one.textContent.trim() && !one.closest("svg"))
            smallest = Math.min(smallest, parseFloat(style.fontSize) * zoom);
    }
    return [found.slice(0, 3), smallest];
}"""
# What stands in the same slide as a guess: before it, and after it.
GUESSES = """() => [...document.querySelectorAll(".course-guess")].map((guess) => {
    const parts = [...guess.closest(".fit").querySelectorAll(".prose, .code, .output")];
    return parts.length - 1 - parts.findIndex((one) => one.contains(guess));
})"""


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All talks, built anew."""
    folder: Path = tmp_path_factory.mktemp("talks") / "slides"
    command = [sys.executable, str(course.ROOT / "docs/slides/build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def url(talks: Path) -> Iterator[str]:
    """The talks as a server would bring them; from a file they are watched as well."""
    with served(talks) as address:
        yield address


def begin(page: Page, url: str, name: str, asked: str = "") -> None:
    """Open a talk at its first slide."""
    page.goto(f"{url}{name}.html{asked}")
    page.wait_for_function("() => window.Reveal && Reveal.isReady()", timeout=30 * SECONDS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_slide_fits_its_page(name: str, url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch, viewport={"width": 1280, "height": 720}) as page:
        begin(page, url, name)
        slides = page.evaluate(SLIDES)
        looks = [page.evaluate(LOOK, slide) for slide in slides]
        assert {n: found for n, (found, _) in enumerate(looks, start=1) if found} == {}
        assert min(smallest for _, smallest in looks) >= 14
        assert len(slides) > 20
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_guess_comes_before_whatever_answers_it(name: str, url: str, page: Page) -> None:
    begin(page, url, name)
    guesses = page.evaluate(GUESSES)
    assert guesses
    assert [after for after in guesses if after] == []


def test_a_guess_stands_below_what_it_asks_about(url: str, page: Page) -> None:
    begin(page, url, "04_dealer_qualifies")
    asks = page.locator(".fit", has=page.locator(".course-guess", has_text="many of these hands"))
    assert asks.locator(".tcp-card").count() == 12


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_no_solution_and_no_stub_is_shown(name: str, talks: Path) -> None:
    html = (talks / f"{name}.html").read_text("utf-8")
    assert "solutions/" not in html
    exercises = html.partition("Exercises")[2].partition("Explore")[0]
    assert "answer = ..." not in exercises
    assert "not attempted yet" not in exercises


def test_an_output_waits_for_a_key(url: str, page: Page) -> None:
    begin(page, url, "07_play_or_fold")
    here = page.locator(".slides section.present > section.present")
    guess, answer = here.locator(".course-guess"), here.locator(".course-answer")
    expect(guess).to_have_count(0)
    for _ in range(2):
        page.keyboard.press("Space")
    expect(guess).to_be_visible()
    page.keyboard.press("Space")
    expect(guess).to_have_count(0)
    expect(here.get_by_text("parse_cards")).to_be_visible()
    expect(answer).not_to_be_visible()
    for _ in range(2):
        page.keyboard.press("Space")
    expect(answer).to_be_visible()


def test_a_talk_opens_from_a_folder_too(talks: Path, page: Page, watch: Watch) -> None:
    begin(page, f"{talks.as_uri()}/", "00_start_here")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_the_talks(url: str, browser: Browser, watch: Watch, theme: str) -> None:
    findings = {}
    with fresh_page(browser, watch, color_scheme=theme) as page:
        page.goto(url)
        expect(page.get_by_role("listitem")).to_have_count(len(NOTEBOOKS))
        findings["index"] = axe(page)
        for name in NOTEBOOKS:
            begin(page, url, name)
            slides = page.evaluate(SLIDES)
            for slide in (slides[0], slides[len(slides) // 3], slides[len(slides) // 2]):
                page.evaluate(LOOK, slide)
                findings[f"{name} {slide}"] = axe(page)
    assert {name: found for name, found in findings.items() if found} == {}
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1920, 1080)])
def test_a_slide_fills_a_phone_and_a_projector(
    url: str, browser: Browser, watch: Watch, width: int, height: int
) -> None:
    with fresh_page(browser, watch, viewport={"width": width, "height": height}) as page:
        begin(page, url, "03_why_straight_beats_flush")
        slide = page.locator(".slides section.present section.present, .scroll-page").first
        box = slide.bounding_box()
        assert box is not None
        assert 0.95 * width <= box["width"] <= width + 1
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_the_theme_can_be_asked_for(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch, color_scheme="light") as page:
        begin(page, url, "00_start_here", "?theme=dark")
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == (
            "rgb(22, 24, 27)"
        )

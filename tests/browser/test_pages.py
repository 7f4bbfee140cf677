"""The pages that `course.py pages` serves: the list, every lab on it, and what isn't served."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import course
from docs.page.pages import entries
from tests.browser.axe import axe
from tests.browser.conftest import fresh_page
from tests.browser.driver import SECONDS, Watch, free_port, isolated, running
from tests.browser.test_page import ATTACK, kernel, status

# What a visitor presses on each page; afterwards the page says something else.
PRESSED = {
    "table": "Deal (D)",
    "trainer": "Play (P)",
    "compare": "Deal two hands (D)",
    "kinds": "Deal an example",
    "qualify": "Deal a hand",
    "settle": "Random cards",
    "pair-plus": "Back to the start (R)",
    "house": "Keep to compare (K)",
    "six-cards": "Higher kind",
    "simulate": "Run (R)",
    "night": "Twice as long",
    "glimpse": "Deal (D)",
    "bugs": "Next wrong version",
    "compare-five": "Deal two hands (D)",
    "draw": "Next discard",
    "jackpot": "New evening",
    "bicycle": "New evening",
    "facts": "verdicts (H)",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the pages, served as the command serves them."""
    with tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True) as name:
        home, port = Path(name), free_port()
        subprocess.run([sys.executable, str(course.PAGE / "pages.py"), name], check=True)
        options, rest = course.parser().parse_known_args(
            ["pages", "--no-browser", f"--port={port}"]
        )
        options.rest = rest
        command = course.table_command(Path(sys.executable), home / "pages", options)
        found = course.table_variables(course.Environment(), options)
        env = {**isolated(home), "JUPYTER_PATH": found["JUPYTER_PATH"]}
        env["PAGES_START"] = str(home / "start.html")
        address = f"http://127.0.0.1:{port}/"
        with running(command, env, f"{address}voila/static/voila.js", home / "log"):
            yield address


def opened(page: Page, url: str, name: str) -> Locator:
    """Open one of the pages; returns its widget once it is there."""
    page.goto(f"{url}voila/render/{name}.ipynb")
    panel = page.locator(".tcp-panel").first
    expect(panel).to_be_visible(timeout=120 * SECONDS)
    return panel


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_leads_to_every_page(url: str, browser: Browser, watch: Watch, theme: str) -> None:
    with fresh_page(browser, watch, color_scheme=theme) as page:
        page.goto(url)
        assert axe(page) == []
        links = page.get_by_role("listitem").get_by_role("link")
        assert links.all_inner_texts() == [entry["title"] for entry in entries()]
        addresses = [link.get_attribute("href") for link in links.all()]
        assert addresses == [f"voila/render/{entry['name']}.ipynb" for entry in entries()]
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("name", [entry["name"] for entry in entries()])
def test_a_page_shows_no_code_and_answers_a_click(
    name: str, url: str, page: Page, watch: Watch
) -> None:
    panel = opened(page, url, name)
    title = next(entry["title"] for entry in entries() if entry["name"] == name)
    expect(page.get_by_role("heading", level=1, name=title, exact=True)).to_be_visible()
    assert page.title() == title
    assert "from tcp" not in page.content()
    assert axe(page) == []
    button = panel.get_by_role("button", name=PRESSED[name])
    expect(button).to_be_enabled()
    before = panel.get_by_role("status").inner_text()
    button.click()
    expect(panel.get_by_role("status")).not_to_have_text(before, timeout=60 * SECONDS)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    page.get_by_role("link", name="All pages").click()
    expect(page.get_by_role("listitem")).to_have_count(len(entries()))
    assert watch.errors == []
    assert watch.outside == []


def test_a_page_fits_a_phone(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch, viewport={"width": 390, "height": 800}) as page:
        page.goto(url)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        opened(page, url, "house")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_no_code_of_a_visitor_is_run(url: str, page: Page, tmp_path: Path) -> None:
    opened(page, url, "kinds")
    made = tmp_path / "made_by_a_visitor"
    code = f"open({str(made)!r}, 'w').close()"
    answers = page.evaluate(ATTACK, [kernel(page.content()), code])
    kinds = {json.loads(answer)["header"]["msg_type"] for answer in answers}
    assert kinds == {"status", "kernel_info_reply"}
    assert not made.exists()


@pytest.mark.parametrize(
    "path",
    [
        *("api/kernels", "api/kernelspecs", "api/contents", "api/sessions", "api/terminals"),
        *("voila/files/kinds.ipynb", "voila/tree", "voila/tree/", "voila/api/contents"),
        *("voila/api/contents/", "voila/api/contents/kinds.ipynb", "voila/render/../start.html"),
        *("voila/render/nothing.ipynb", "voila/render/%2e%2e/start.html"),
    ],
)
def test_nothing_else_is_served(url: str, path: str) -> None:
    assert status(url + path) in {403, 404}

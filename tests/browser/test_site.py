"""The static site in a real browser: the workshop without a server, and nothing asked elsewhere.

It is built with a small Pyodide, which has no NumPy; the build fetches that from npm and PyPI.
"""

import statistics
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

import course
from docs.site import build, pages, serve, small_pyodide
from tests.browser.axe import axe
from tests.browser.conftest import browser_options, fresh_page
from tests.browser.driver import SECONDS, Watch, evaluate, outputs, run_all

PATIENCE = 180  # seconds; Python starts in the page, and the machine may be busy
ROOM = "room.test"  # a name for this machine that browsers don't take for a safe one
KERNEL = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === "idle";
}"""
RUN_CELL = "() => window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')"
SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"

# A hundred clicks, each as soon as the one before is answered; the milliseconds each took.
CLICKS = """async (panel) => {
    const limit = 20000;
    const until = async (what) => {
        const began = performance.now();
        while (performance.now() - began < limit) {
            const found = what();
            if (found) return found;
            await new Promise(requestAnimationFrame);
        }
        throw new Error(`nothing for ${limit} ms after ${times.length} clicks`);
    };
    const times = [];
    while (times.length < 100) {
        const button = await until(() =>
            panel.querySelector(".tcp-deal:not(:disabled), .tcp-play:not(:disabled)"));
        const before = panel.textContent;
        const began = performance.now();
        button.click();
        await until(() => panel.textContent !== before);
        times.push(performance.now() - began);
    }
    return times;
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, freshly built."""
    built: Path = tmp_path_factory.mktemp("site") / "site"
    try:
        build.build(built, small_pyodide.small_pyodide(course.ROOT / ".pyodide"))
    except (build.BuildError, small_pyodide.FetchError) as error:
        pytest.fail(str(error), pytrace=False)
    return built


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    """The site's address while it is served."""
    with serve.server(folder, "127.0.0.1", 0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()
        thread.join()


def wait_for_python(page: Page) -> None:
    """Return when the Python of the notebook's page has started."""
    page.wait_for_function(KERNEL, timeout=PATIENCE * SECONDS)


def deal(page: Page) -> Locator:
    """Run the first cells of notebook 00 and deal; returns the table with cards on it."""
    table = page.get_by_role("group", name="Three Card Poker, one box")
    for _ in range(4):
        evaluate(page, RUN_CELL, seconds=PATIENCE)
    table.get_by_role("button", name="Deal (D)").click()
    expect(table.get_by_role("img", name="face-down card")).to_have_count(3)
    return table


def failed(page: Page) -> list[str]:
    """What cells of the open notebook ended with instead of a result."""
    found = [one for one in outputs(page) if one["output_type"] == "error"]
    return [
        f"{one['ename']}: {one['evalue']}" for one in found if "raises-exception" not in one["tags"]
    ]


def test_the_first_deal_comes_and_is_measured(
    url: str, page: Page, watch: Watch, notes: list[str]
) -> None:
    loaded: list[Request] = []
    page.context.on("requestfinished", lambda request: loaded.append(request))
    page.goto(url)
    began = time.monotonic()
    page.get_by_role("link", name="Start here").click()
    wait_for_python(page)
    started = time.monotonic() - began
    table = deal(page)
    dealt = time.monotonic() - began
    table.get_by_role("button", name="Play (P)").click()
    expect(table.get_by_role("status")).to_contain_text("1 round: ")
    size = sum(max(0, request.sizes()["responseBodySize"]) for request in loaded) / 1e6
    notes.append(f"{started:.1f} s to Python, {dealt:.1f} s to the first deal, {size:.1f} MB")
    assert size < 30
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("name", pages.WORKSHOP)
def test_the_workshop_runs_in_the_browser_alone(
    url: str, page: Page, watch: Watch, name: str
) -> None:
    page.goto(url)
    page.locator(f'.steps a[href$="{name}"]').click()
    wait_for_python(page)
    evaluate(page, "() => window.jupyterapp.commands.execute('notebook:run-all-cells')", None, 180)
    assert failed(page) == []
    assert page.locator(".tcp-panel").count() > 0
    assert watch.errors == []
    assert watch.outside == []


def test_a_hundred_clicks_are_answered(
    url: str, page: Page, watch: Watch, notes: list[str]
) -> None:
    page.goto(url + pages.link(pages.TRAINER))
    wait_for_python(page)
    run_all(page)
    panel = page.get_by_role("group", name="Play-or-fold trainer")
    expect(panel).to_be_visible()
    times: list[float] = panel.evaluate(CLICKS)
    first, last = statistics.median(times[:20]), statistics.median(times[-20:])
    notes.append(
        f"100 clicks: middle {statistics.median(times):.0f} ms, longest {max(times):.0f} ms, "
        f"the first 20 {first:.0f} ms, the last 20 {last:.0f} ms"
    )
    assert last < 5 * first + 500  # nothing piles up
    assert watch.errors == []


def test_what_needs_numpy_says_so_where_there_is_none(url: str, page: Page) -> None:
    page.goto(url + pages.link("07_play_or_fold.ipynb"))
    wait_for_python(page)
    notebook = page.locator(".jp-Notebook")
    expect(notebook).to_contain_text("Not in this copy of the site")
    evaluate(page, "() => window.jupyterapp.commands.execute('notebook:run-all-cells')", None, 180)
    (error,) = failed(page)
    assert "This cell needs NumPy and Matplotlib, which this page can't get" in error
    expect(notebook.locator(".jp-OutputArea").first).not_to_contain_text("Traceback")


def test_work_is_kept_in_the_browser(url: str, page: Page) -> None:
    page.goto(url + pages.link("00_start_here.ipynb"))
    wait_for_python(page)
    first = "window.jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel"
    page.evaluate(f"() => {first}.setSource('mine = 1')")
    evaluate(page, SAVE)
    page.reload()
    wait_for_python(page)
    assert page.evaluate(f"() => {first}.getSource()") == "mine = 1"


def test_a_solution_opens_from_its_notebook(url: str, page: Page) -> None:
    page.goto(url + pages.link("03_why_straight_beats_flush.ipynb"))
    wait_for_python(page)
    with page.context.expect_page() as opened:
        page.locator('.jp-Notebook a:has-text("solutions/03_why")').click()
    expect(opened.value.locator(".jp-Notebook")).to_contain_text("03.1", timeout=60 * SECONDS)


def test_a_room_needs_no_safe_address(url: str, browser: Browser, watch: Watch) -> None:
    """By `http` at another machine's address a browser allows a page less than at its own."""
    options = browser_options()
    options["args"] = [*options["args"], f"--host-resolver-rules=MAP {ROOM} 127.0.0.1"]
    watch.homes = {ROOM}
    with browser.browser_type.launch(**options) as other, fresh_page(other, watch) as page:
        page.goto(url.replace("127.0.0.1", ROOM) + pages.link("00_start_here.ipynb"))
        assert page.evaluate("() => window.isSecureContext") is False
        wait_for_python(page)
        deal(page)
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_start_page_is_for_everybody(
    url: str, browser: Browser, watch: Watch, scheme: Any, width: int
) -> None:
    screen = {"width": width, "height": 800}
    with fresh_page(browser, watch, viewport=screen, color_scheme=scheme) as page:
        page.goto(url)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert axe(page) == []
        colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        assert (colour == "rgb(255, 255, 255)") == (scheme == "light")
    assert watch.errors == []
    assert watch.outside == []


def test_every_link_of_the_start_page_leads_somewhere(url: str, page: Page) -> None:
    page.goto(url)
    links = page.locator("a[href]").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    ours = [link for link in links if not link.startswith("https://")]
    assert len(ours) > len(pages.WORKSHOP)
    for link in ours:
        with urllib.request.urlopen(urljoin(url, link), timeout=30) as answer:
            assert answer.status == 200
        name = link.partition("path=")[2]
        with urllib.request.urlopen(f"{url}files/{name}", timeout=30) as answer:
            assert answer.status == 200


def test_a_notebook_follows_the_dark_system(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch, color_scheme="dark") as page:
        page.goto(url + pages.link(pages.TRAINER))
        page.wait_for_selector(
            'body[data-jp-theme-light="false"]', state="attached", timeout=60 * SECONDS
        )

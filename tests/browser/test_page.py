"""The page that `course.py table` serves, whatever is on it: visitors, looks, limits."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import axe
from tests.browser.conftest import fresh_page
from tests.browser.driver import SECONDS, Clicks, Watch, running_table

HEADING = "# Sit down\n\nDeal, look at your cards, then play or fold."
CODE = "from tcp.widgets.deal import DealWidget\nDealWidget(seed=1)"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook with two cells for the page and one that is none of a visitor's business."""
    path: Path = tmp_path_factory.mktemp("notebook") / "sit_down.ipynb"
    tagged = {"tags": ["page"]}
    cells = [
        nbformat.v4.new_markdown_cell(HEADING, metadata=tagged),
        nbformat.v4.new_markdown_cell("The answer is 42."),
        nbformat.v4.new_code_cell(CODE, metadata=tagged),
    ]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return path


@pytest.fixture(scope="module")
def url(notebook: Path) -> Iterator[str]:
    with running_table(notebook) as running:
        yield running


def sit_down(page: Page, url: str) -> Locator:
    """Open the page; returns the table on it."""
    page.goto(url)
    table = page.get_by_role("group", name="Three Card Poker, one box")
    expect(table.get_by_role("button", name="Deal (D)")).to_be_enabled(timeout=60 * SECONDS)
    return table


def test_a_visitor_sees_the_table_and_no_code(
    url: str, page: Page, watch: Watch, clicks: Clicks
) -> None:
    table = sit_down(page, url)
    assert page.title() == "Sit down"
    expect(page.get_by_role("heading", level=1, name="Sit down", exact=True)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Deal, look at your cards")
    everything = page.content()
    assert "DealWidget" not in everything
    assert "The answer is 42" not in everything
    assert axe(page) == []

    table.get_by_role("button", name="Deal (D)").click()
    expect(table.get_by_role("status")).to_contain_text("Play for one more chip, or fold?")
    play = table.get_by_role("button", name="Play (P)")
    clicks.time("one box, on the page: Play to ledger", play, table, "table")
    expect(table.get_by_role("status")).to_contain_text("1 round: ")
    assert axe(page) == []
    assert watch.errors == []
    assert watch.outside == []


def brightness(element: Locator) -> float:
    """How bright an element's background is, from 0 to 255."""
    colour = element.evaluate("(element) => getComputedStyle(element).backgroundColor")
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    return (red + green + blue) / 3


@pytest.mark.parametrize(
    ("system", "asked", "dark"),
    [("light", "", False), ("dark", "", True), ("light", "dark", True), ("dark", "light", False)],
)
def test_the_page_is_light_or_dark(
    url: str, browser: Browser, watch: Watch, system: str, asked: str, dark: bool
) -> None:
    with fresh_page(browser, watch, color_scheme=system) as page:
        table = sit_down(page, f"{url}?theme={asked}" if asked else url)
        for element in (page.locator("body"), table):
            assert (brightness(element) < 100) == dark
        assert axe(page) == []
        if not asked:  # it follows the system while it is open, too
            page.emulate_media(color_scheme="light" if dark else "dark")
            page.wait_for_function(
                f"() => document.body.dataset.jpThemeLight === '{str(dark).lower()}'"
            )
            assert (brightness(table) < 100) != dark
    assert watch.errors == []


def test_the_page_fits_a_phone(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch, viewport={"width": 320, "height": 640}) as page:
        table = sit_down(page, url)
        table.get_by_role("button", name="Deal (D)").click()
        expect(table.get_by_role("img", name="face-down card")).to_have_count(3)
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= 320
        assert axe(page) == []


@pytest.mark.parametrize("how", ["wheel", "key", "touch"])
def test_a_visitor_scrolls_to_the_end(url: str, browser: Browser, watch: Watch, how: str) -> None:
    """Playwright's own clicks scroll by script, where nobody else could: here nothing does."""
    screen = {"width": 390, "height": 240}
    with fresh_page(browser, watch, viewport=screen, has_touch=how == "touch") as page:
        table = sit_down(page, url)
        assert table.evaluate(BELOW) > 0
        if how == "wheel":
            page.mouse.move(195, 150)
            page.mouse.wheel(0, 5000)
        elif how == "key":
            page.keyboard.press("End")
        else:
            touch(page, [250 - 10 * step for step in range(24)])
        page.wait_for_function(f"(table) => ({BELOW})(table) <= 0", arg=table.element_handle())


BELOW = "(table) => table.getBoundingClientRect().bottom - innerHeight"


def touch(page: Page, heights: list[int]) -> None:
    """Draw a finger up the screen, a few times."""
    client = page.context.new_cdp_session(page)
    for _ in range(8):
        for kind, height in [
            ("touchStart", heights[0]),
            *(("touchMove", height) for height in heights),
        ]:
            points = [{"x": 195, "y": height}]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_visitors_have_rounds_of_their_own(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch) as mine, fresh_page(browser, watch) as theirs:
        here, there = sit_down(mine, url), sit_down(theirs, url)
        here.get_by_role("button", name="Deal (D)").click()
        expect(here.get_by_role("img", name="face-down card")).to_have_count(3)
        # The key means nothing until there is a hand to fold.
        expect(here.get_by_role("button", name="Fold (F)")).to_be_enabled()
        mine.keyboard.press("f")
        expect(here.get_by_role("status")).to_contain_text("1 round: ")
        expect(there.get_by_role("img")).to_have_count(0)
        expect(there.get_by_role("button", name="Fold (F)")).to_be_disabled()
    assert watch.errors == []


def kernel(text: str) -> str:
    """The number of the kernel behind a page."""
    found = re.search(r'"kernelId": "([\w-]+)"', text)
    assert found
    return found[1]


def status(url: str) -> int:
    """What a server answers to a request."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_closed_page_ends_its_kernel(url: str, browser: Browser, watch: Watch) -> None:
    with fresh_page(browser, watch) as page:
        sit_down(page, url)
        address = f"{url}api/kernels/{kernel(page.content())}"
        assert status(address) == 200
        page.goto("about:blank")
        deadline = time.monotonic() + 20
        while status(address) == 200 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert status(address) == 404


def test_a_table_left_alone_is_cleared_and_says_so(
    notebook: Path, page: Page, watch: Watch
) -> None:
    with running_table(notebook, idle_seconds=6) as url:
        table = sit_down(page, url)
        address = f"{url}api/kernels/{kernel(page.content())}"
        deadline = time.monotonic() + 30
        while status(address) == 200 and time.monotonic() < deadline:
            time.sleep(0.5)
        table.get_by_role("button", name="Deal (D)").click()
        notice = page.get_by_role("alert")
        expect(notice).to_contain_text("This table was cleared because nobody played at it")
        assert axe(page) == []
        notice.get_by_role("link", name="Open a new table").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        table = sit_down(page, url)
        table.get_by_role("button", name="Deal (D)").click()
        expect(table.get_by_role("img", name="face-down card")).to_have_count(3)


def test_a_full_room_is_told_so(notebook: Path, browser: Browser, watch: Watch) -> None:
    with running_table(notebook, "--seats=1") as url:
        with fresh_page(browser, watch) as first, fresh_page(browser, Watch()) as second:
            sit_down(first, url)
            second.goto(url)
            expect(second.get_by_role("heading")).to_have_text("The table is full")
            expect(second.get_by_role("main")).to_contain_text("All seats (1) are taken.")
            assert axe(second) == []
        assert watch.outside == []


# What a kernel would do for its owner, sent through the page's own channel; what comes back.
ATTACK = """async ([number, code]) => {
    const server = location.origin.replace("http", "ws");
    const socket = new WebSocket(`${server}/api/kernels/${number}/channels`);
    await new Promise((resolve) => { socket.onopen = resolve; });
    const answers = [];
    socket.onmessage = ({data}) => answers.push(data);
    const contents = {
        execute_request: {code, silent: false, user_expressions: {x: code}},
        inspect_request: {code: "open", cursor_pos: 3, detail_level: 1},
        complete_request: {code: "imp", cursor_pos: 3},
        history_request: {hist_access_type: "tail", n: 9, raw: true, output: true},
        is_complete_request: {code: "1 +"},
        debug_request: {type: "request", seq: 1, command: "initialize", arguments: {}},
        kernel_info_request: {},
    };
    for (const channel of ["shell", "control"]) {
        for (const [msg_type, content] of Object.entries(contents)) {
            const header = {msg_id: crypto.randomUUID(), msg_type, username: "", session: "",
                            version: "5.3"};
            socket.send(JSON.stringify({header, content, channel, parent_header: {}, metadata: {},
                                        buffers: []}));
        }
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
    socket.close();
    return answers;
}"""


def test_no_code_of_a_visitor_is_run(url: str, page: Page, tmp_path: Path) -> None:
    sit_down(page, url)
    made = tmp_path / "made_by_a_visitor"
    code = f"open({str(made)!r}, 'w').close()"
    answers = page.evaluate(ATTACK, [kernel(page.content()), code])
    kinds = {json.loads(answer)["header"]["msg_type"] for answer in answers}
    assert kinds == {"status", "kernel_info_reply"}  # so the channel is open, and refuses the rest
    assert "made_by_a_visitor" not in "".join(answers)
    assert not made.exists()


@pytest.mark.parametrize(
    "path",
    [
        *("api/kernels", "api/kernelspecs", "api/contents", "api/sessions", "api/terminals"),
        *("voila/files/sit_down.ipynb", "voila/files/../../log", "voila/api/contents"),
    ],
)
def test_nothing_else_is_served(url: str, path: str) -> None:
    assert status(url + path) in {403, 404}

"""The table in JupyterLab and as a page: played by mouse and by key, in five languages, unseen.

What is seen and heard is compared with a second table here, which is played the same way in Python
from the same seed.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import course
from tcp.cards import parse_cards
from tcp.languages import label, language, languages
from tcp.widgets.table import TableWidget
from tests.browser.axe import axe, names, not_reached_by_keyboard
from tests.browser.conftest import fresh_page
from tests.browser.driver import (
    SECONDS,
    Clicks,
    Frames,
    Lab,
    Watch,
    evaluate,
    open_notebook,
    outputs,
    run_all,
    running_table,
    use_theme,
)
from tests.test_widget_languages import LOANWORDS

SEED = 4
HEADING = "# At the table"
TABLE = "from tcp.widgets.table import TableWidget\ntable = TableWidget({})\ntable"
OTHERS = [code for code in languages() if code != "en"]


@dataclass(frozen=True)
class Seat:
    """A table in front of a visitor, with what a browser was sent and what went wrong."""

    front: str
    page: Page
    table: Locator
    frames: Frames
    watch: Watch

    def button(self, name: str) -> Locator:
        """The button whose words begin like this."""
        return self.table.get_by_role("button", name=re.compile(rf"^{re.escape(name)}"))

    def hears(self, message: str) -> None:
        """Expect this to be said to a screen reader."""
        expect(self.table.get_by_role("status")).to_have_text(message)

    def findings(self) -> list[str]:
        """What axe finds: in the whole page, or in Lab, which isn't ours, at the table."""
        return axe(self.page if self.front == "page" else self.table)

    def darken(self) -> None:
        """Let the surroundings be dark."""
        if self.front == "lab":
            use_theme(self.page, "Dark")
        else:
            self.page.emulate_media(color_scheme="dark")


def notebook(path: Path, given: str) -> Path:
    """A notebook with a table that is made with these arguments."""
    tagged = {"tags": ["page"]}
    cells = [
        nbformat.v4.new_markdown_cell(HEADING, metadata=tagged),
        nbformat.v4.new_code_cell(TABLE.format(given), metadata=tagged),
    ]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return path


Sit = Callable[[str], contextlib.AbstractContextManager[Seat]]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Addresses of the table as a page, by the arguments it is made with."""
    folder = tmp_path_factory.mktemp("pages")
    with contextlib.ExitStack() as stack:
        seeded = notebook(folder / "seeded.ipynb", f"seed={SEED}")
        fresh = notebook(folder / "fresh.ipynb", "")
        yield {
            f"seed={SEED}": stack.enter_context(running_table(seeded)),
            "": stack.enter_context(running_table(fresh)),
        }


@pytest.fixture(params=["lab", "page"])
def sit(request: pytest.FixtureRequest, browser: Browser, lab: Lab, pages: dict[str, str]) -> Sit:
    """Opens a table that is made with these arguments, and waits until it is there."""

    @contextlib.contextmanager
    def sit_down(given: str) -> Iterator[Seat]:
        watch, frames = Watch(), Frames()
        with fresh_page(browser, watch) as page:
            frames.follow(page)
            whole: Locator | Page = page
            if request.param == "lab":
                # A name that was open before would lead to its kernel, and to the tables in it.
                made = notebook(lab.folder / f"seat_{uuid4().hex}.ipynb", given)
                whole = open_notebook(page, lab, made.name)
                use_theme(page, "Light")
                run_all(page)
            else:
                answer = page.goto(pages[given])
                assert answer is not None
                frames.received.append(answer.text())
            expect(whole.get_by_role("group", name="Three Card Poker table")).to_be_visible(
                timeout=60 * SECONDS
            )
            table = whole.locator(".tcp-panel")  # whatever its language
            expect(table.get_by_role("button", name="Deal (D)")).to_be_enabled()
            yield Seat(request.param, page, table, frames, watch)
            assert watch.errors == []
            assert watch.outside == []

    return sit_down


@pytest.fixture
def seat(sit: Sit) -> Iterator[Seat]:
    """A table whose rounds are known."""
    with sit(f"seed={SEED}") as seated:
        yield seated


def press(twin: TableWidget, name: str) -> None:
    """Press the first enabled button of a table in Python that has this CSS class."""

    def below(widget: Any) -> Iterator[Any]:
        yield widget
        for child in getattr(widget, "children", ()):
            yield from below(child)

    found = [one for one in below(twin.root) if name in one._dom_classes and not one.disabled]
    found[0].click()


def ledger(seat: Seat) -> list[list[str]]:
    """The cells of the first ledger."""
    rows = seat.table.get_by_role("table").first.get_by_role("row").all()
    return [[cell.strip() for cell in row.inner_text().split("\t")] for row in rows]


def rows_of(twin: TableWidget) -> list[list[str]]:
    """The same of a table in Python."""
    html = re.sub(r"^.*?<table>|</table>.*$", "", twin.ledgers.value, flags=re.DOTALL)
    return [
        [unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall("<t[hd].*?</t[hd]>", row)]
        for row in re.findall("<tr>.*?</tr>", html)
    ]


def test_a_round_by_mouse(seat: Seat, clicks: Clicks) -> None:
    twin = TableWidget(seed=SEED)
    seat.button("Ante").click()
    press(twin, "tcp-spot")
    seat.hears(twin.voice.message)
    assert seat.findings() == []

    seat.button("Deal").click()
    press(twin, "tcp-deal")
    seat.hears(twin.voice.message)
    expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(3)
    assert seat.findings() == []

    seat.button("Hint").click()
    press(twin, "tcp-hint")
    seat.hears(twin.voice.message)
    clicks.time(
        f"the table, {seat.front}: Play to ledger", seat.button("Play"), seat.table, ".tcp-wide"
    )
    press(twin, "tcp-play")
    seat.hears(twin.voice.message)
    expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(0)
    assert ledger(seat) == rows_of(twin)
    assert len(ledger(seat)) >= 3
    assert seat.findings() == []

    seat.darken()
    assert seat.findings() == []
    arrow = seat.table.locator("select").first.evaluate(
        "(one) => getComputedStyle(one).backgroundImage"
    )
    assert "%23ddd" in arrow, "a black arrow would be lost"


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until a control has the focus."""
    for _ in range(60):
        if control.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab doesn't reach {control}")


def test_two_boxes_by_keyboard(seat: Seat) -> None:
    twin, page = TableWidget(seed=SEED), seat.page
    seat.table.focus()
    tab_to(page, seat.button("Add a box"))
    page.keyboard.press("Enter")
    press(twin, "tcp-add")
    seat.hears(twin.voice.message)

    # The arrows go from box to box; Enter puts a chip where the focus is.
    second = seat.table.get_by_role("group", name=re.compile("^Box 2 "))
    expect(second).to_be_visible()
    seat.table.focus()
    page.keyboard.press("ArrowLeft")
    expect(second.get_by_role("button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    first = seat.table.get_by_role("group", name=re.compile("^Box 1 "))
    expect(first.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")
    press(twin, "tcp-spot")
    seat.hears(twin.voice.message)

    keys = {"d": "tcp-deal", "h": "tcp-hint", "f": "tcp-fold", "p": "tcp-play"}
    for key, name in keys.items():
        for _ in range(3):  # held down it repeats itself, and still counts once
            page.keyboard.down(key)
        page.keyboard.up(key)
        press(twin, name)
        seat.hears(twin.voice.message)
    assert ledger(seat) == rows_of(twin)
    expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(0)

    # Keys that mean nothing now change nothing, and no key reaches JupyterLab behind.
    for key in ("p", "f", "x", "x"):
        page.keyboard.press(key)
    seat.hears(twin.voice.message)
    assert not_reached_by_keyboard(seat.table) == []
    assert [html for name, html in names(seat.table) if not name.strip()] == []


def test_the_chips_are_one_choice_for_the_keyboard(seat: Seat) -> None:
    twin, page = TableWidget(seed=SEED), seat.page
    for code in ("en", "nb"):  # another language writes the choice anew
        chips = seat.table.get_by_role("radio")
        chips.nth(0).check()
        chips.nth(0).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(chips.nth(2)).to_be_focused()
        expect(chips.nth(2)).to_be_checked()
        assert [chip.is_checked() for chip in chips.all()].count(True) == 1
        page.keyboard.press("Tab")
        expect(seat.table.locator("button.tcp-deal")).to_be_focused()
        twin.chip_choice.value = 25
        seat.table.locator("button.tcp-spot").first.click()
        press(twin, "tcp-spot")
        seat.hears(twin.voice.message)
        if code == "en":
            choose_language(seat, "nb")
            twin.language_menu.value = "nb"
            # Each control takes what it is sent in a time of its own.
            expect(seat.table.locator(".tcp-chips")).to_contain_text(label("take_off", "nb"))


# What a panel shows and what it calls its parts, without what is no language: digits, codes.
TEXTS = """(root) => {
    const found = new Set();
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (parent.closest("style, script, code, pre")) continue;
        if (parent.tagName !== "OPTION" && !parent.checkVisibility()) continue;
        found.add(walk.currentNode.textContent.trim());
    }
    for (const one of [root, ...root.querySelectorAll("*")]) {
        if (!one.checkVisibility()) continue;
        for (const name of ["aria-label", "title", "placeholder", "alt"]) {
            if (one.getAttribute(name)) found.add(one.getAttribute(name).trim());
        }
    }
    return [...found].filter((text) => /\\p{L}{2}/u.test(text));
}"""


def texts(seat: Seat) -> set[str]:
    """Everything that is seen or read aloud at the table."""
    called = {name for name, _ in names(seat.table) if re.search(r"[^\W\d_]{2}", name)}
    return set(seat.table.evaluate(TEXTS)) | called


def bare(text: str) -> str:
    """The words of a text, without numbers and signs."""
    return " ".join(re.sub(r"[^\w\s-]|\b\d+\b(?! Card)", " ", text).split())


def unchanged() -> set[str]:
    """What is called alike in every language."""
    options = TableWidget().rules_menu.options
    houses = [option if isinstance(option, str) else option[0] for option in options]
    autonyms = {entry.name for entry in languages().values()}
    return set(map(bare, LOANWORDS | autonyms | set(houses)))


def choose_language(seat: Seat, code: str) -> None:
    """Choose a language in the table's menu."""
    menus = seat.table.locator("select")
    menu = menus.filter(has=seat.page.locator("option", has_text=language(code).name)).first
    voice = seat.table.get_by_role("status")
    before = voice.text_content() or ""
    menu.select_option(label=language(code).name)
    expect(seat.table).to_have_attribute("lang", code)
    expect(voice).not_to_have_text(before)  # which is sent last


@pytest.mark.parametrize("sit", ["page"], indirect=True)  # the front end writes none of it
def test_no_word_stays_english_in_another_language(seat: Seat) -> None:
    same = unchanged()
    for stage in ("stakes", "cards", "result"):
        if stage == "cards":
            seat.button("Deal").click()
            expect(seat.button("Fold")).to_be_enabled()
        elif stage == "result":
            seat.button("Play").click()
            expect(seat.table.locator("summary")).to_have_count(3)
            for detail in seat.table.locator("summary").all():
                detail.click()
        english = texts(seat)
        assert len(english) > 10
        for code in OTHERS:
            choose_language(seat, code)
            left = {text for text in texts(seat) & english if bare(text) not in same}
            assert left == set(), f"{stage}, {code}"
            assert seat.findings() == [], f"{stage}, {code}"
        choose_language(seat, "en")


def test_a_stake_beyond_the_purse_is_refused_in_every_language(seat: Seat) -> None:
    twin = TableWidget(seed=SEED)
    seat.table.get_by_role("radio", name="100").check()
    twin.chip_choice.value = 100
    seat.button("Ante").click()
    press(twin, "tcp-spot")
    assert twin.error
    error = seat.table.locator(".tcp-error")
    expect(error).to_have_text(twin.error)
    seat.hears(twin.voice.message)
    assert seat.findings() == []

    said = {twin.error}
    for code in OTHERS:
        choose_language(seat, code)
        twin.language_menu.value = code
        seat.table.locator("button.tcp-spot").first.click()
        press(twin, "tcp-spot")
        expect(error).to_have_text(twin.error)
        said.add(twin.error)
    assert len(said) == 1 + len(OTHERS)


def forms(card: Any) -> set[str]:
    """How a card could be told: its name and its letters in every language, and its face."""
    told = set()
    for code in languages():
        letter, suit = card.rank.letter(code), card.suit.symbol
        told |= {card.name(code), f"{letter}{suit}", f"{letter}&#10;{suit}", f"{letter}\n{suit}"}
        told |= {f"{letter}<i>{suit}"}
    return told


SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


def load_again(seat: Seat) -> str:
    """Save the notebook and load Lab anew, which asks the kernel for all it has; what was saved."""
    evaluate(seat.page, SAVE)
    before = len(seat.frames.received)
    seat.page.reload()
    expect(seat.button("Play")).to_be_enabled(timeout=60 * SECONDS)
    expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(3)
    assert any("face-down card" in frame for frame in seat.frames.received[before:])
    return json.dumps(outputs(seat.page), ensure_ascii=False)


def test_nothing_of_the_dealer_reaches_the_browser_before_the_decision(sit: Sit) -> None:
    with sit("") as seat:
        digest = re.findall(r"\b[0-9a-f]{64}\b", seat.table.inner_text())[0]
        seat.button("Deal").click()
        expect(seat.button("Play")).to_be_enabled()
        expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(3)
        seat.button("Hint").click()
        expect(seat.table.get_by_role("status")).to_contain_text("on average")
        stored = load_again(seat) if seat.front == "lab" else ""
        sent = seat.frames.text()
        seen = unescape(seat.page.content()) + seat.page.content() + stored
        assert digest in sent  # what was recorded is what the table was told

        seat.button("Fold").click()
        expect(seat.table.get_by_role("img", name="face-down card")).to_have_count(0)
        expect(seat.table.locator("summary")).to_have_count(3)
        for detail in seat.table.locator("summary").all():
            detail.click()
        codes = seat.table.locator("details code")
        expect(codes.last).to_have_text(re.compile("^[0-9a-f]{32} "))
        opened = codes.last.inner_text()
        record = json.loads(seat.table.locator("pre").inner_text())

    # The deck that was sealed before the first stake is the one that was dealt.
    assert hashlib.sha256(opened.encode()).hexdigest() == digest == record["commitment"]
    salt, *deck = opened.split(" ")
    dealer = parse_cards(" ".join(deck[3:6]))
    mine = parse_cards(" ".join(deck[:3]))
    for told in (sent, seen):
        assert all(
            forms(card) & set(re.findall("|".join(map(re.escape, forms(card))), told))
            for card in mine
        )
        leaked = [form for card in dealer for form in forms(card) if form in told]
        assert leaked == []
        assert salt not in told
        seed = int(record["seed"])
        assert record["salt"] == salt
        for secret in (str(seed), f"{seed:x}", " ".join(deck[3:6]), " ".join(deck)):
            assert secret not in told
    # It does get there afterwards, so it would have been found.
    after = seat.frames.text()
    assert all(card.name() in after for card in dealer)
    assert salt in after


def test_the_notebooks_own_page(browser: Browser) -> None:
    """What `course.py table` shows: on a phone, too, and with nothing that leads astray."""
    watch, path = Watch(), course.ROOT / "notebooks" / course.TABLE_NOTEBOOK
    phone = {"width": 320, "height": 640}
    with running_table(path) as url, fresh_page(browser, watch, viewport=phone) as page:
        page.goto(url)
        table = page.get_by_role("group", name="Three Card Poker table")
        deal = table.get_by_role("button", name="Deal (D)")
        expect(deal).to_be_enabled(timeout=60 * SECONDS)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert "TableWidget" not in page.content()
        links = page.get_by_role("main").locator("a[href]:visible").all()
        leads = [link.get_attribute("href") or "" for link in links]
        assert [lead for lead in leads if not lead.startswith(("#", "data:"))] == []

        deal.click()
        expect(table.get_by_role("img", name="face-down card")).to_have_count(3)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= phone["width"]
        table.get_by_role("button", name="Fold (F)").click()
        expect(table.get_by_role("table").first).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= phone["width"]
        assert axe(page) == []

        # Another language is the whole page's.
        main, heading = page.get_by_role("main"), page.get_by_role("heading", level=1)
        seat = Seat("page", page, page.locator(".tcp-panel"), Frames(), watch)
        english, same = set(main.evaluate(TEXTS)), unchanged()
        assert page.title() == heading.inner_text() == "At the table"
        for code in OTHERS:
            choose_language(seat, code)
            assert page.title() == heading.inner_text() == label("table_title", code)
            expect(page.locator("html")).to_have_attribute("lang", code)
            left = {text for text in set(main.evaluate(TEXTS)) & english if bare(text) not in same}
            assert left == set(), code
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("sit", ["page"], indirect=True)
def test_two_visitors_sit_at_two_tables(sit: Sit) -> None:
    with sit("") as mine, sit("") as theirs:
        digests = [
            re.findall(r"\b[0-9a-f]{64}\b", one.table.inner_text())[0] for one in (mine, theirs)
        ]
        assert digests[0] != digests[1]
        mine.button("Deal").click()
        expect(mine.button("Fold")).to_be_enabled()
        mine.page.keyboard.press("f")
        expect(mine.table.get_by_role("table").first).to_be_visible()
        expect(theirs.button("Fold")).to_be_disabled()
        expect(theirs.table.get_by_role("table")).to_have_count(0)
        theirs.button("Deal").click()
        expect(theirs.button("Fold")).to_be_enabled()
        expect(mine.button("Fold")).to_be_disabled()

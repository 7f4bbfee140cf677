"""The book: every page opens from this machine alone, its links lead somewhere, all can read it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

import course
import tcp
from docs.book import reference, words
from docs.published import WIDGET
from tcp.languages import languages
from tests.browser.axe import axe
from tests.browser.conftest import fresh_page
from tests.browser.driver import SECONDS, Watch
from tests.browser.served import served

NOTEBOOKS = sorted(course.ROOT.glob("notebooks/**/[0-9]*.ipynb"))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, built anew; a warning of Sphinx fails."""
    folder: Path = tmp_path_factory.mktemp("book") / "book"
    command = [sys.executable, str(course.ROOT / "docs/book/build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def url(book: Path) -> Iterator[str]:
    """The book as a server would bring it."""
    with served(book) as address:
        yield address


def pages(book: Path) -> list[str]:
    """Every page, as a path."""
    return sorted(path.relative_to(book).as_posix() for path in book.rglob("*.html"))


@dataclass
class Links(HTMLParser):
    """Where a page's links lead, what it loads, and the places in it that have a name."""

    leads: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what counts of an element."""
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])
        elif "src" in given or (tag == "link" and given.get("rel") != "canonical"):
            self.loads.append(given.get("src") or given.get("href", ""))


@pytest.fixture(scope="module")
def links(book: Path) -> dict[str, Links]:
    """The links of every page."""
    found = {}
    for page in pages(book):
        found[page] = Links()
        found[page].feed((book / page).read_text("utf-8"))
    return found


def test_every_link_inside_the_book_leads_somewhere(book: Path, links: dict[str, Links]) -> None:
    dead = []
    for page, found in links.items():
        for link in found.leads + found.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = (book / page).parent / unquote(parts.path) if parts.path else book / page
            name = path.resolve().relative_to(book.resolve()).as_posix()
            there = links[name].names if name in links else set()
            known = not parts.fragment or name not in links or unquote(parts.fragment) in there
            if not path.is_file() or not known:
                dead.append(f"{page}: {link}")
    assert dead == []
    assert sum(len(found.leads) for found in links.values()) > 10_000


def test_no_page_loads_anything_from_elsewhere(links: dict[str, Links]) -> None:
    loads = {load for found in links.values() for load in found.loads}
    assert [load for load in loads if re.match(r"(https?:)?//", load)] == []


# Every piece of code is thousands of coloured words, and each would be measured: of the words of
# one colour in one page, one stands for all.
ONE_OF_EACH = """() => {
    const seen = new Set();
    for (const word of document.querySelectorAll(".highlight span")) {
        if (word.firstElementChild) continue;
        if (seen.has(word.className)) word.remove();
        seen.add(word.className);
    }
}"""


def looked_at(page: Page, address: str) -> list[str]:
    """What axe finds in a page."""
    page.goto(address)
    page.evaluate(ONE_OF_EACH)
    return axe(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_every_page(
    book: Path, url: str, browser: Browser, watch: Watch, theme: str
) -> None:
    findings = {}
    with fresh_page(browser, watch, color_scheme=theme) as page:
        for name in pages(book):
            if not name.startswith("_modules/"):  # all alike: one of them stands for them
                findings[name] = looked_at(page, url + name)
        name = "_modules/tcp/ranking.html"
        findings[name] = looked_at(page, url + name)
    assert {name: found for name, found in findings.items() if found} == {}
    assert len(findings) > 2 * len(NOTEBOOKS)
    assert watch.errors == []
    assert watch.outside == []


def test_no_page_is_wider_than_a_phone(
    book: Path, url: str, browser: Browser, watch: Watch
) -> None:
    wide = {}
    with fresh_page(browser, watch, viewport={"width": 390, "height": 800}) as page:
        for name in pages(book):
            if not name.startswith("_modules/"):
                page.goto(url + name)
                width = page.evaluate("() => document.documentElement.scrollWidth")
                if width > 390:
                    wide[name] = width
    assert wide == {}


def test_the_search_finds_a_word_in_a_notebook(url: str, page: Page, watch: Watch) -> None:
    page.goto(f"{url}search.html?q=hypergeometric")
    results = page.locator("#search-results .search li")
    expect(results.first).to_be_visible(timeout=30 * SECONDS)
    expect(page.get_by_role("link", name=re.compile("^03 · Why is the order"))).not_to_have_count(0)
    assert watch.errors == []
    assert watch.outside == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem + "/" + path.parent.name)
def test_a_notebook_is_a_page_with_its_outputs_and_the_ways_to_run_it(
    path: Path, book: Path
) -> None:
    name = path.relative_to(course.ROOT).with_suffix(".html")
    html = (book / name).read_text("utf-8")
    assert f"urlpath=lab/tree/{path.relative_to(course.ROOT).as_posix()}" in html
    assert f"?path={path.relative_to(course.ROOT / 'notebooks').as_posix()}" in html
    assert "<style>" not in html.partition("<body")[2]
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
    notebook = nbformat.read(path, as_version=4)
    outputs = [out.data for cell in notebook.cells for out in cell.get("outputs", ())
               if "data" in out]  # fmt: skip
    missing = []
    for data in outputs:
        if WIDGET in data:
            said = re.split(r" \(|\n", data["text/plain"])[0].removeprefix("Guess first: ")
            if " ".join(said.split()) not in text:
                missing.append(said)
        elif pictures := re.findall(r'<img [^>]*alt="([^"]+)"', data.get("text/html", "")):
            missing += [alt for alt in pictures if f'alt="{alt}"' not in html]
    assert missing == []


def test_the_glossary_has_the_words_of_every_language_and_every_term(book: Path) -> None:
    html = (book / "glossary.html").read_text("utf-8")
    for code, spoken in languages().items():
        for word in (*spoken.suits, *spoken.categories.values(), spoken.labels["bet_ante"]):
            assert re.search(rf'lang="{code}">{re.escape(escape(word))}<', html), word
    for term in words.TERMS:
        printed = escape(term.replace("'", chr(0x2019)), quote=False)  # as a book prints it
        assert f'">{printed}<' in html, term


def test_the_reference_describes_every_public_name(book: Path) -> None:
    inventory = (book / "reference" / "index.html").read_text("utf-8")
    assert [name for name in reference.modules() if f"{name}.html" not in inventory] == []
    listed = Links()
    listed.feed((book / "reference" / "tcp.html").read_text("utf-8"))
    for name in tcp.__all__:
        home = reference.defined_in(name)
        assert f"{home}.html#{home}.{name}" in listed.leads, name


def test_the_sources_are_named_as_the_rules_are(book: Path) -> None:
    text = (book / "sources.html").read_text("utf-8")
    assert [name for name in tcp.RULE_NAMES if f">{name}<" not in text] == []

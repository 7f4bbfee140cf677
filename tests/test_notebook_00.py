"""Notebook 00: its exercises, its map, and that it starts without the heavy packages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tcp import DECK, Category, deal, rank_hand
from tcp.checks import check, exercises
from tcp.checks.notebook_00 import SEEDS, straight_after
from tests.notebook_rules import code_cells, link_targets, output_texts, prose
from tests.refresh_notebooks import link_map

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PATH = NOTEBOOKS / "00_start_here.ipynb"

NUMBERS = tuple(f"{number:02}" for number in range(20))


@pytest.fixture(scope="module")
def notebook() -> Any:
    return nbformat.read(PATH, as_version=4)


# --- exercises -----------------------------------------------------------------------------------


def waits(found: Callable[[Category], bool], start: int = 1) -> Callable[[int], int]:
    """A function like the one asked for, that waits for something else or counts from elsewhere."""

    def function(seed: int) -> int:
        rng, hands = random.Random(seed), start
        while not found(rank_hand(deal(rng, 3)[0]).category):
            hands += 1
        return hands

    return function


def short_deck_share() -> Fraction:
    hands = list(combinations([card for card in DECK if card.rank >= 6], 3))
    pairs = [hand for hand in hands if len({card.rank for card in hand}) == 2]
    return Fraction(len(pairs), len(hands))


RIGHT: dict[str, list[Any]] = {
    "00.1": [49, Fraction(49)],
    "00.2": [-2, -2.0],
    "00.3": [straight_after, waits(lambda category: category == Category.STRAIGHT)],
    "00.4": [short_deck_share(), float(short_deck_share()), 1728 / 7140],
}

WRONG: list[tuple[str, Any, str]] = [
    ("00.1", 52, "Three of the 52 lie before you"),
    ("00.1", 46, "face down"),
    ("00.1", 3, "How many could they be"),
    ("00.1", 50, "Begin with the whole deck"),
    ("00.1", "49", "A number is asked for"),
    ("00.2", 2, "costs the Ante and the Play"),
    ("00.2", 4, "the Play comes back"),
    ("00.2", 8, "lost rounds that count twice"),
    ("00.2", -8, "six rounds were won"),
    ("00.2", 0, "Write a line for each kind of round"),
    ("00.3", waits(lambda category: category == Category.STRAIGHT, start=0), "Count the hand"),
    ("00.3", waits(lambda category: category >= Category.STRAIGHT), "Only a straight ends"),
    ("00.3", waits(lambda category: category == Category.FLUSH), "the first flush"),
    ("00.3", lambda seed: 31, "every seed has a wait of its own"),
    ("00.3", lambda seed: Fraction(22100, 720), "One random.Random(seed) deals all hands"),
    ("00.3", lambda seed: seed.nothing, "raised AttributeError"),
    ("00.3", 31, "A function is asked for"),
    ("00.4", Fraction(3744, 22100), "the share in the full deck"),
    ("00.4", Fraction(1728, 22100), "fewer hands, too"),
    ("00.4", 1728, "divide by the number of hands"),
    ("00.4", 100 * short_deck_share(), "This is in per cent"),
    ("00.4", 0.25, "36 of them"),
    ("00.4", 0.242, "is rounded"),
    ("00.4", 24.2, "rounded and in per cent"),
]


def test_the_stubs_are_not_attempted(notebook: Any) -> None:
    assert list(exercises("00")) == list(RIGHT)
    shown = "\n".join(text for cell in code_cells(notebook) for text in output_texts(cell))
    for number in RIGHT:
        assert repr(check(number, ...)) == f"Exercise {number}: not attempted yet."
        assert f"Exercise {number}: not attempted yet." in shown
    assert check("00.3", lambda seed: ...).state == "not attempted yet"


@pytest.mark.parametrize("number", RIGHT)
def test_right_answers_are_right(number: str) -> None:
    for answer in RIGHT[number]:
        verdict = check(number, answer)
        assert verdict.state == "right", verdict
        assert verdict.reason


@pytest.mark.parametrize(("number", "answer", "hint"), WRONG)
def test_a_wrong_answer_gets_its_own_hint(number: str, answer: Any, hint: str) -> None:
    verdict = check(number, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason
    others = [h for n, _, h in WRONG if n == number and h != hint and h in verdict.reason]
    assert others == []


def test_the_solutions_are_right() -> None:
    solved = nbformat.read(NOTEBOOKS / "solutions" / PATH.name, as_version=4)
    shown = "\n".join(text for cell in code_cells(solved) for text in output_texts(cell))
    assert re.findall(r"Exercise (\S+): (\w+)", shown) == [(number, "right") for number in RIGHT]


def test_the_seeds_tell_a_straight_from_a_straight_flush() -> None:
    either = waits(lambda category: category >= Category.STRAIGHT)
    assert any(either(seed) != straight_after(seed) for seed in SEEDS)
    assert len({straight_after(seed) for seed in SEEDS}) > 20


# --- the map -------------------------------------------------------------------------------------


def rows(text: str) -> Iterator[tuple[str, str]]:
    """The map's rows: a notebook's number, and what stands beside it."""
    for row in re.finditer(r"^\| (\d\d) \| (.+) \|$", text, re.MULTILINE):
        yield row[1], row[2]


def test_the_map_names_all_notebooks_and_links_those_that_exist(notebook: Any) -> None:
    found = dict(rows(prose(notebook)))
    assert tuple(found) == NUMBERS
    for number, told in found.items():
        there = [path.name for path in NOTEBOOKS.glob(f"{number}_*.ipynb")]
        advice = f"run course.py notebooks notebooks/{PATH.name}"
        assert link_targets(told) == there, advice
        assert told.endswith(" (coming)") == (not there), advice
        assert "?" in told


def test_the_map_is_linked_by_the_refresh(tmp_path: Path) -> None:
    told = (
        "| notebook | question |\n|---|---|\n| 00 | Why? (coming) |\n| 01 | [Who?](01_old.ipynb) |"
    )
    cells = [nbformat.v4.new_markdown_cell(told), nbformat.v4.new_code_cell(told)]
    book = nbformat.v4.new_notebook(cells=cells)
    (tmp_path / "00_first.ipynb").touch()
    link_map(book, tmp_path)
    assert list(rows(book.cells[0].source)) == [
        ("00", "[Why?](00_first.ipynb)"),
        ("01", "Who? (coming)"),
    ]
    assert book.cells[1].source == told
    (tmp_path / "01_second.ipynb").touch()
    link_map(book, tmp_path)
    assert dict(rows(book.cells[0].source))["01"] == "[Who?](01_second.ipynb)"
    assert book.cells[0].source.startswith("| notebook | question |\n|---|---|\n")


def test_links_within_the_notebook_lead_to_headings(notebook: Any) -> None:
    titles = re.findall(r"^#+ (.+)$", prose(notebook), re.MULTILINE)
    anchors = {title.replace(" ", "-") for title in titles}
    inside = {target[1:] for target in link_targets(prose(notebook)) if target.startswith("#")}
    assert inside
    assert inside <= anchors


def test_the_workshop_takes_ninety_minutes(notebook: Any) -> None:
    line = next(line for line in prose(notebook).splitlines() if "workshop of 90" in line)
    assert sum(map(int, re.findall(r"\((\d+)(?: minutes)?\)", line))) == 90


# --- the story -----------------------------------------------------------------------------------

ANSWERS = {
    "guess_pair": ("16.94", "3744", "3,744"),
    "guess_miss": ("2.14", "14.80"),
    "guess_cost": ("2.32", "512"),
    "guess_won": ("5443", "5,443", "4,550"),
    "guess_chips": ("695", "fewer."),
    "guess_next": ("54.40", "932"),
    "guess_wait": ("30.7",),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_guess_is_asked_before_its_answer_stands_anywhere(name: str, notebook: Any) -> None:
    asked = next(i for i, c in enumerate(notebook.cells) if f"{name} = " in c.source)
    above = [
        "\n".join([cell.source, *(output_texts(cell) if cell.cell_type == "code" else ())])
        for cell in notebook.cells[: asked + 1]
    ]
    assert [answer for answer in ANSWERS[name] if answer in "\n".join(above)] == []


# --- the first four notebooks --------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS[:4])
def test_a_title_is_the_question_of_the_map(number: str, notebook: Any) -> None:
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    title = nbformat.read(path, as_version=4).cells[0].source.splitlines()[0]
    assert dict(rows(prose(notebook)))[number] == f"[{title.removeprefix('# ')}]({path.name})"


@pytest.mark.parametrize("number", NUMBERS[:4])
def test_no_answer_is_written_out_where_it_is_compared(number: str) -> None:
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    cells = code_cells(nbformat.read(path, as_version=4))
    assert [
        c.source for c in cells if re.search(r"\.compare\(\s*f?[\"'][^\"']*[\"']\s*\)", c.source)
    ] == []

"""Notebook 13: its exercises, what its picture shows, and what published programs answered."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tcp import DECK, Card, parse_cards, plots
from tcp.bugs import BUGS, KINDS, RIGHT, bugs_of
from tcp.bugs.lines import lines_run
from tcp.bugs.measured import TEST_NAMES, measured
from tcp.checks import check
from tcp.checks.notebook_13 import (
    CAUGHT,
    MOST_QUESTIONS,
    MYSTERIES,
    PAIR_RULES,
    mysteries,
    pair_edges,
    sentences,
)
from tcp.ranking import compare, parse_threshold, rank_hand

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "13_bug_hunt.ipynb"
Comparing = Callable[[Sequence[Card], Sequence[Card]], int]


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


# --- exercises -----------------------------------------------------------------------------------

EDGES = pair_edges("right", "only_top_card", "kicker_ignored")
HAND = "2♣ 3♦ 5♥"


def asking(*questions: tuple[str, str, int]) -> Callable[[Comparing], bool]:
    """A test that asks these questions and knows these answers."""

    def passes(compare: Comparing) -> bool:
        return all(compare(parse_cards(a), parse_cards(b)) == c for a, b, c in questions)

    return passes


PAIRS = ("3♣ 3♦ K♥", "4♣ 4♦ 2♥", -1)
KICKER = ("2♣ 2♦ 3♥", "2♥ 2♠ 4♥", -1)
LOW = ("3♣ 2♦ A♥", "K♣ Q♦ J♥", -1)
FLUSH = ("3♣ 5♣ 9♣", "4♣ 5♦ 6♥", -1)
FLUSHES = ("K♣ 9♣ 3♣", "K♥ 9♥ 4♥", -1)
ALL = (PAIRS, KICKER, LOW, FLUSH, FLUSHES)


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"13.{number}", ...) for number in (1, 2, 3, 4)),
        ("13.1", (..., ..., ..., ...)),
        ("13.2", lambda compare: ...),
        ("13.3", (..., ..., ...)),
        ("13.4", (..., ..., ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("13.1", (9, 9, 1, -1), "is no matter to the sum"),
        ("13.2", asking(*ALL), "tell all six from the right program"),
        ("13.2", asking(*[(b, a, -c) for a, b, c in reversed(ALL)]), "tell all six"),
        ("13.3", (4, 13, 10), "takes it at its word"),
        ("13.3", [4.0, Fraction(13), np.float64(10)], "takes it at its word"),
        ("13.4", EDGES, "-1.44 % twice, and -2.80 %"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict
    assert praise in verdict.reason


def remembering(right_calls: set[int]) -> Any:
    """A test that asks all it should, and answers by how often it was called alone."""
    calls = itertools.count()

    def passes(compare: Any) -> bool:
        asking(*ALL)(compare)
        return next(calls) in right_calls

    return passes


@pytest.mark.parametrize("right_calls", [{0}, {0, 1}, {0, 7, 8, 9}])
def test_counting_calls_is_no_test_of_a_program(right_calls: set[int]) -> None:
    assert check("13.2", remembering(right_calls)).state == "not yet"


def test_a_test_that_counts_its_calls_is_told_so() -> None:
    assert "when that comes again" in check("13.2", remembering({0})).reason


LIVE_EDGE = measured()["right"].house_edge


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("13.1", (0, 9, 1, -1), "8-8-8 and 6-5-4, right: both hands earn an Ante bonus"),
        ("13.1", (9, 4, 1, -1), "8-8-8 and 6-5-4, wrong: both hands earn an Ante bonus"),
        ("13.1", (2, 9, 1, -1), "right: this is the first deal alone"),
        ("13.1", (9, 6, 1, -1), "wrong: this is the first deal alone"),
        ("13.1", (9, 9, 0, -1), "Q-9-2 and Q-5-4, right: with Q-5-4 in your hand you fold"),
        ("13.1", (9, 9, 1, 0), "Q-9-2 and Q-5-4, wrong: with Q-5-4 in your hand you fold"),
        ("13.1", (9, 9, 1, 1), "two queens tie"),
        ("13.1", (9, 9, 1, -3), "both stakes come back"),
        ("13.1", (9, 9, 1, 7), "Settle the deal, then swap the hands"),
        ("13.1", (9, 9, ..., ...), "Right so far. Still missing"),
        ("13.1", 1, "4 numbers are asked for"),
        ("13.2", 5, "A function is asked for"),
        ("13.2", lambda compare: True, "This one gets through"),
        ("13.2", lambda compare: False, "It fails the right program"),
        ("13.2", lambda compare: 1, "return True where the program passes"),
        ("13.2", lambda compare: compare(HAND, HAND) == 0, "Given a version of compare, it raised"),
        ("13.2", asking(*ALL, ("2♣ 2♦ 5♥", "2♥ 2♠ 5♦", 0)), "It compares 6 times"),
        ("13.2", asking((*PAIRS[:2], 1)), "It fails the right program"),
        ("13.2", asking(KICKER, LOW, FLUSH, FLUSHES), "where the higher pair has the lower third"),
        ("13.2", asking(PAIRS, LOW, FLUSH, FLUSHES), "Let the same pair meet twice"),
        ("13.2", asking(PAIRS, KICKER, FLUSH, FLUSHES), "Let 3-2-A meet a straight"),
        ("13.2", asking(PAIRS, KICKER, LOW, FLUSHES), "Let a flush meet a straight"),
        ("13.2", asking(PAIRS, KICKER, LOW, FLUSH), "their highest card in common"),
        ("13.3", (2.0, 13, 10), "first: read literally, sentence 2 leads to another fault: a str"),
        ("13.3", (4.5, 13, 10), "first: the sentences have numbers from 1 to 14"),
        ("13.3", (4, True, 10), "second: the sentences have numbers from 1 to 14"),
        ("13.3", (4, float("nan"), 10), "second: the sentences have numbers from 1 to 14"),
        ("13.3", (2, 13, 10), "first: read literally, sentence 2 leads to another fault: a str"),
        ("13.3", (4, 1, 10), "second: read literally, sentence 1 leads to another fault: Play p"),
        ("13.3", (4, 13, 11), "third: read literally, sentence 11 leads to another fault: Ante"),
        ("13.3", (4, 13, 99), "the sentences have numbers from 1 to 14"),
        ("13.3", (4, 13, ...), "Right so far. Still missing: third"),
        ("13.3", 4, "Three numbers are asked for"),
        ("13.4", (-EDGES[0], *EDGES[1:]), "right: the size is right"),
        ("13.4", (LIVE_EDGE, *EDGES[1:]), "right: these are the rules as they were"),
        ("13.4", (*EDGES[:2], EDGES[0]), "Ask this program whether 2♣ 2♦ 9♥ qualifies"),
        ("13.4", (EDGES[0], EDGES[2], EDGES[2]), "the version that ignores the third card"),
        ("13.4", (Fraction(1, 7), *EDGES[1:]), "Give house_edge the changed rules"),
        ("13.4", EDGES[0], "3 numbers are asked for"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- what the checks rest on ---------------------------------------------------------------------


def test_the_six_versions_are_hidden_from_the_edge_and_five_questions_are_enough() -> None:
    for key in CAUGHT:
        assert measured()[key].house_edge == LIVE_EDGE
    assert len(ALL) == MOST_QUESTIONS
    for a, b, right in ALL:
        assert compare(parse_cards(a), parse_cards(b)) == right


def test_each_mystery_has_one_sentence_and_shows_only_what_it_does() -> None:
    keys = [key for key, _ in MYSTERIES]
    numbers = [sentences().index(BUGS[key].sentence) + 1 for key in keys]
    assert numbers == [4, 13, 10]
    assert len(sentences()) == len({*sentences()}) == 14
    for key, said in zip(keys, mysteries(), strict=True):
        assert BUGS[key].title not in said
        others = [bug for bug in BUGS.values() if bug.sentence == BUGS[key].sentence]
        assert [bug.key for bug in others] == [key]


def test_a_dealer_who_needs_a_pair_by_plain_counts() -> None:
    """High cards never meet, and a pair of twos without its third card is below 2-2-3."""
    least = parse_threshold("2-2-3")
    assert PAIR_RULES.qualifying_rank == least
    hands = list(combinations(DECK, 3))
    for key, differs in (("only_top_card", False), ("kicker_ignored", True)):
        bug = BUGS[key]
        wrong = [h for h in hands if bug.qualifies(h, PAIR_RULES) != (rank_hand(h) >= least)]
        assert bool(wrong) == differs
        assert all(rank_hand(hand).ranks[0] == 2 for hand in wrong)
    assert EDGES[0] == EDGES[1] != EDGES[2]


def test_lines_run_counts_the_function_alone_and_keeps_a_debugger() -> None:
    bug = BUGS["top_card_first"].wrong
    pair, high = parse_cards("K♥ 9♣ 9♠"), parse_cards("K♥ 9♣ 2♠")
    assert lines_run(bug, []) == (0, 4)
    assert lines_run(bug, [high]) == lines_run(bug, [pair]) == (3, 4)
    assert lines_run(bug, [high, pair, pair]) == (4, 4)
    before = sys.gettrace()
    with pytest.raises(ValueError, match="card"):
        lines_run(bug, [(pair[0], pair[0], pair[1])])
    assert sys.gettrace() is before


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_has_a_square_for_each_bug_a_test_sees() -> None:
    names: dict[str, Any] = {"bugs_of": bugs_of, "KINDS": KINDS, "BUGS": BUGS, "plots": plots}
    names |= {"measured": measured, "TEST_NAMES": TEST_NAMES}
    wanted = ("sees = ", "title = ", "with plots", "alt =")
    program = [cell for cell in cells(NOTEBOOK) if cell.startswith(wanted)]
    assert len(program) == len(wanted)
    for cell in program:
        lines = [line for line in cell.splitlines() if ".compare(" not in line]
        exec("\n".join(line for line in lines if not line.startswith("plots.show")), names)
    axes, order = names["axes"], list(BUGS)
    squares = {
        (order[round(x)], TEST_ROWS[round(y)])
        for drawn in axes.collections[1::2]
        for x, y in drawn.get_offsets()
    }
    assert squares == {
        (key, test)
        for key in BUGS
        for test, example in measured()[key].examples.items()
        if example is not None
    }
    dashes = sum(len(drawn.get_offsets()) for drawn in axes.collections[0::2])
    assert dashes + len(squares) == 7 * 48
    assert [label.get_text() for label in axes.get_yticklabels()] == TEST_ROWS
    assert "settlement 41, house edge 27, pairwise order 22, simulation 17" in names["alt"]
    assert RIGHT.key not in order


TEST_ROWS = sorted(
    TEST_NAMES, key=lambda test: sum(measured()[key].examples[test] is not None for key in BUGS)
)

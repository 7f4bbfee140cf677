"""Notebook 14: its exercises, what their checks know, and its figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

import pytest

from tcp import Category, FiveCategory, plots
from tcp.checks import check
from tcp.checks.notebook_14 import explained, short_deck_counts, suspects, swaps
from tcp.counting import five_card_counts, three_card_counts

SHORT = short_deck_counts()


def another_way(column: Sequence[int], total: int) -> list[tuple[int, int]]:
    """Another route: all columns with two neighbouring digits of one number swapped."""
    found = []
    for row, number in enumerate(column):
        digits = list(str(number))
        for place in range(1, len(digits)):
            other = digits.copy()
            other[place - 1 : place + 1] = other[place - 1 : place + 1][::-1]
            new = [*column[:row], int("".join(other)), *column[row + 1 :]]
            if other != digits and sum(new) == total:
                found.append((row, new[row]))
    return found


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("14.1", ...),
        ("14.2", lambda column, total: ...),
        ("14.3", dict.fromkeys(SHORT, ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"), [("14.1", 11), ("14.2", another_way), ("14.3", SHORT)]
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def short(**changes: Any) -> dict[str, Any]:
    return SHORT | {kind.replace("_", " "): number for kind, number in changes.items()}


def any_number(column: Sequence[int], total: int) -> list[tuple[int, int]]:
    off = total - sum(column)
    return [(row, number + off) for row, number in enumerate(column)]


WRONG: dict[str, tuple[str, Any, str]] = {
    "one digit": ("14.1", 10, "One misread digit explains 10"),
    "nine": ("14.1", 9, "a 0 for a 9"),
    "a swap": ("14.1", 18, "31 for 13"),
    "a later gap": ("14.1", 12, "There is a smaller one"),
    "the printed difference": ("14.1", 720, "look for the first gap"),
    "text": ("14.1", "11", "A number is asked for"),
    "the club's row": ("14.2", lambda column, total: [(6, 54_912)], "it gives"),
    "rows alone": (
        "14.2",
        lambda column, total: [row for row, _ in another_way(column, total)],
        "Give pairs",
    ),
    "rows from one": (
        "14.2",
        lambda column, total: [(row + 1, n) for row, n in another_way(column, total)],
        "Rows count from 0",
    ),
    "the printed numbers": (
        "14.2",
        lambda column, total: [(row, column[row]) for row, _ in another_way(column, total)],
        "not the printed one",
    ),
    "the first one": (
        "14.2",
        lambda column, total: another_way(column, total)[:1],
        "give them all",
    ),
    "any repair": ("14.2", any_number, "is a swap of neighbouring digits"),
    "backwards": (
        "14.2",
        lambda column, total: another_way(column, total)[::-1],
        "keep the order of the rows",
    ),
    "the wrong way": (
        "14.2",
        lambda column, total: another_way(column, 2 * sum(column) - total),
        "Try all places of all rows",
    ),
    "no list": ("14.2", lambda column, total: {(6, 54_912)}, "A list is asked for"),
    "nothing": ("14.2", lambda column, total: None, "returns nothing"),
    "a number": ("14.2", 720, "A function is asked for"),
    "52 cards": ("14.3", short(pair=1_098_240), "pair: this is the count of 52 cards"),
    "ace low": ("14.3", short(straight=5_100), "straight: A-7-8-9-10 is no run"),
    "royal twice": ("14.3", short(straight_flush=16), "the highest run is a royal flush"),
    "flush with runs": ("14.3", short(flush=224), "runs of one suit are straight flushes"),
    "one suit": ("14.3", short(flush=52), "there are four suits"),
    "straight with flushes": ("14.3", short(straight=4_096), "are straight flushes"),
    "ordered pairs": ("14.3", short(two_pair=2 * 24_192), "the two pairs have no order"),
    "ordered others": ("14.3", short(three_of_a_kind=21_504), "have no order"),
    "ordered threes": ("14.3", short(pair=6 * 107_520), "three other ranks have no order"),
    "unordered house": ("14.3", short(full_house=672), "which rank comes three times"),
    "all mixed": ("14.3", short(high_card=56 * 1_020), "the straights are among these"),
    "a guess": ("14.3", short(pair=5), "Choose the ranks first, now out of eight"),
    "a word": ("14.3", short(pair="many"), "pair: a number of hands is asked for"),
    "a blank": ("14.3", short(pair=...), "Right so far. Still missing: pair"),
    "a kind missing": ("14.3", {"pair": 1}, "A number for each kind is asked for"),
    "one number": ("14.3", 201_376, "A number for each kind is asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- what the checks know ------------------------------------------------------------------------


def test_what_one_slip_explains() -> None:
    """Every slip in numbers of up to four digits, tried out."""
    made = set()
    for number in range(10_000):
        digits = f"{number:04}"
        for place, digit in product(range(4), "0123456789"):
            made.add(int(digits[:place] + digit + digits[place + 1 :]) - number)
        for place in range(3):
            swapped = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
            made.add(int(swapped) - number)
    for difference in range(1, 1_000):
        assert explained(difference) == (difference in made), difference


def test_swaps_of_neighbouring_digits() -> None:
    assert swaps(54_192) == [45_192, 51_492, 54_912, 54_129]
    assert swaps(7) == swaps(11) == []
    assert swaps(20) == [2]
    assert swaps(122) == [212]
    column = [4, 36, 624, 3744, 5108, 10200, 54192, 123552, 1098240, 1302540]
    assert suspects(column, 2_598_960) == another_way(column, 2_598_960) == [(6, 54_912)]


def test_the_deck_of_32_by_a_visit() -> None:
    """All 201,376 hands, ranked by nothing but their shapes."""
    counts: Counter[str] = Counter()
    runs = [set(range(low, low + 5)) for low in range(4)]
    for hand in combinations(list(product(range(8), range(4))), 5):
        ranks = [rank for rank, _ in hand]
        shape = tuple(sorted(Counter(ranks).values(), reverse=True))
        flush, run = len({suit for _, suit in hand}) == 1, set(ranks) in runs
        names = {
            (4, 1): "four of a kind",
            (3, 2): "full house",
            (3, 1, 1): "three of a kind",
            (2, 2, 1): "two pair",
            (2, 1, 1, 1): "pair",
        }
        if flush and run:
            name = "royal flush" if min(ranks) == 3 else "straight flush"
        else:
            name = names.get(shape, "flush" if flush else "straight" if run else "high card")
        counts[name] += 1
    assert counts == SHORT
    assert counts.total() == comb(32, 5)


def test_the_same_formulas_give_the_counts_of_52_cards() -> None:
    counts = five_card_counts()
    assert short_deck_counts(13, 10) == {str(kind): many for kind, many in counts.items()}


# --- the figure ----------------------------------------------------------------------------------


def chances() -> dict[str, tuple[Fraction, Fraction]]:
    three, five = three_card_counts(), five_card_counts()
    return {str(kind): (three.p(kind), five.p(FiveCategory[kind.name])) for kind in Category}


def test_three_kinds_turn_around() -> None:
    assert plots.crossings(chances()) == [
        ("flush", "straight"),
        ("flush", "three of a kind"),
        ("straight", "three of a kind"),
    ]
    assert plots.crossings({"a": (Fraction(1), Fraction(2)), "b": (Fraction(2), Fraction(2))}) == []


def test_the_lines_are_drawn_from_the_chances() -> None:
    lines = chances()
    with plots.figure("t", "x", "y") as (drawn, axes):
        plots.draw_slopes(axes, lines, ("3", "5"))
    shown = drawn.axes[0]
    assert shown.get_yscale() == "log"
    heights = [tuple(map(float, line.get_ydata())) for line in shown.lines]  # type: ignore[arg-type]
    assert heights == [(float(100 * a), float(100 * b)) for a, b in lines.values()]
    colours = {line.get_color() for line in shown.lines if line.get_linewidth() > 2}
    assert len(colours) == 3
    assert len({line.get_marker() for line in shown.lines}) == len(lines)
    labels = {text.get_text() for text in shown.texts}
    assert {"flush 5 %", "flush 0.2 %", "three of a kind 2.1 %"} <= labels
    assert len(labels) == 2 * len(lines)
    for end in (0, 1):  # no label lies over another one
        places = sorted(text.xy[1] for text in shown.texts if text.xy[0] == end)  # type: ignore[attr-defined]
        assert all(b / a > 1.7 for a, b in pairwise(places))

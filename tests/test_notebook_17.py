"""Notebook 17: its exercises, what their checks know, its picture, and its claims."""

from __future__ import annotations

import json
from bisect import bisect
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tcp import DECK, FiveCategory, plots, rank_five
from tcp.checks import check
from tcp.checks.notebook_17 import an_ace, eight_cards, full_houses, house_patterns
from tcp.exact import best_five_counts, five_ranks, rank_best
from tcp.simulate import top_cards

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "17_bicycle_rounds.ipynb"


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


# --- exercises -----------------------------------------------------------------------------------

UNSEEN, SEEN = Fraction(135, 1_081), Fraction(120, 861)
BLANK = {"table": ..., "first": ..., "second": ...}
DEAL = {"table": "9♥ 9♣", "first": "9♠ Q♦ Q♥ 4♣ 2♠", "second": "9♦ A♦ A♥ J♣ 3♠"}
EIGHT = (2_529_462, 52_406_640, 25_740)


def houses(ranks: int) -> int:
    """Another way to count: over all ways to take three of one rank and at least two of another."""
    shapes = Counter({(3, 3, 1): 3, (3, 2, 2): 3, (3, 2, 1, 1): 12})
    return sum(
        orders * comb(ranks, len(shape)) * prod(comb(4, many) for many in shape)
        for shape, orders in shapes.items()
    )


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"17.{number}", ...) for number in (1, 2, 3, 4)),
        ("17.1", (..., ..., ...)),
        ("17.2", lambda ranks: ...),
        ("17.3", BLANK),
        ("17.4", (..., ..., ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("17.1", (UNSEEN, UNSEEN, SEEN), "Only what somebody has seen"),
        ("17.1", [float(UNSEEN), UNSEEN, float(SEEN)], "Only what somebody has seen"),
        ("17.2", houses, "3,473,184 hands"),
        ("17.3", DEAL, "nothing else can"),
        ("17.3", {"table": "2♥ 2♣", "first": "2♠ 4♦ 4♥ 7♣ 9♠", "second": "2♦ 5♦ 5♥ J♣ 3♠"}, "Two"),
        ("17.4", EIGHT, "a flush and four of a kind at once"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict
    assert praise in verdict.reason


THREE_OVER = {"table": "9♥ 4♣", "first": "9♠ 9♦ Q♥ Q♣ 2♠", "second": "4♦ 4♥ A♥ A♣ 3♠"}
ALIKE = {"table": "9♥ 9♣", "first": "9♠ Q♦ Q♥ 4♣ 2♠", "second": "9♦ Q♠ Q♣ J♣ 3♠"}
KINGS = {"table": "K♥ K♣", "first": "K♠ Q♦ Q♥ 4♣ 2♠", "second": "K♦ A♦ A♥ J♣ 3♠"}


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("17.1", (SEEN, UNSEEN, SEEN), "laid last: five of the 47 are in Kari's hand"),
        ("17.1", (UNSEEN, SEEN, SEEN), "laid first: five of the 47 are in Kari's hand"),
        ("17.1", (UNSEEN, UNSEEN, UNSEEN), "Kari's cards seen: now ten cards are known"),
        ("17.1", (Fraction(6, 47), UNSEEN, SEEN), "laid last: chances add up only where"),
        ("17.1", (UNSEEN, UNSEEN, Fraction(6, 42)), "Kari's cards seen: chances add up only"),
        ("17.1", (1 - Fraction(44, 47) ** 2, UNSEEN, SEEN), "the first card laid doesn't go back"),
        ("17.1", (Fraction(3, 47), UNSEEN, SEEN), "this is the chance for one card"),
        ("17.1", (1 - Fraction(946 - 43, 1_081), UNSEEN, SEEN), "Ola holds one of the four aces"),
        ("17.1", (an_ace(4, 52), UNSEEN, SEEN), "Ola knows five cards"),
        ("17.1", (1 - UNSEEN, UNSEEN, SEEN), "the chance that no ace comes"),
        ("17.1", (UNSEEN, UNSEEN, Fraction(3, 861)), "at least one ace is asked for, not two"),
        ("17.1", (Fraction(1, 3), UNSEEN, SEEN), "count the cards that Ola has not seen"),
        ("17.1", UNSEEN, "3 numbers are asked for"),
        ("17.3", {"table": "9♥ 9♣"}, "A deal is asked for"),
        ("17.3", DEAL | {"first": ...}, "Still missing: first"),
        ("17.3", DEAL | {"table": "9♥"}, "table: "),
        ("17.3", DEAL | {"second": "9♦ A♦ A♥ J♣ 3?"}, "second: "),
        ("17.3", DEAL | {"second": 9}, "second: "),
        ("17.3", DEAL | {"second": "9♠ A♦ A♥ J♣ 3♠"}, "9♠ comes twice"),
        ("17.3", DEAL | {"second": "9♦ A♦ 7♥ J♣ 3♠"}, "second has a three of a kind"),
        ("17.3", THREE_OVER, "The three alike differ"),
        ("17.3", ALIKE, "The usual game would split this pot, too"),
        ("17.3", DEAL | {"first": DEAL["second"], "second": DEAL["first"]}, "would pay the first"),
        ("17.3", KINGS, "Take another rank"),
        ("17.4", (13 * comb(48, 4), *EIGHT[1:]), "hands with two fours are counted twice"),
        ("17.4", (EIGHT[0] - 78, *EIGHT[1:]), "hands with two fours are left out"),
        ("17.4", (224_848, *EIGHT[1:]), "four alike: this counts hands of seven"),
        ("17.4", (EIGHT[0], 4 * 1_287 * comb(39, 3), EIGHT[2]), "six, seven and eight of a suit"),
        ("17.4", (EIGHT[0], 4 * 1_287 * comb(47, 3), EIGHT[2]), "is in this six times"),
        ("17.4", (EIGHT[0], 13_101_660, EIGHT[2]), "five of a suit: there are four suits"),
        ("17.4", (EIGHT[0], 4_089_228, EIGHT[2]), "five of a suit: this counts hands of seven"),
        ("17.4", (*EIGHT[:2], 0), "with seven cards nothing does both"),
        ("17.4", (*EIGHT[:2], 5_148), "any one of the five may be the one"),
        ("17.4", (*EIGHT[:2], 6_435), "both: there are four suits"),
        ("17.4", (*EIGHT[:2], 66_924), "share a rank with one of the five"),
        ("17.4", (*EIGHT[:2], 7), "look for what is counted twice"),
        ("17.4", EIGHT[0], "3 numbers are asked for"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def five_card(ranks: int) -> int:
    return ranks * 4 * (ranks - 1) * 6


@pytest.mark.parametrize(
    ("function", "hint"),
    [
        (lambda ranks: None, "returns nothing yet"),
        (lambda ranks: "many", "A number of hands is asked for"),
        (lambda ranks: 3_473_184, "This is the count of 13 ranks"),
        (lambda ranks: houses(ranks) - house_patterns(ranks)[0], "Two threes of a kind are a full"),
        (lambda ranks: houses(ranks) - house_patterns(ranks)[1], "A three and two pairs are"),
        (lambda ranks: house_patterns(ranks)[2], "There are two more patterns"),
        (lambda ranks: houses(ranks) + house_patterns(ranks)[0], "Two threes play the same part"),
        (lambda ranks: houses(ranks) + house_patterns(ranks)[1], "The two pairs play the same"),
        (lambda ranks: houses(ranks) + house_patterns(ranks)[2], "The two single cards play"),
        (five_card, "This counts hands of five cards"),
        (lambda ranks: 21 * five_card(ranks), "may hold several full houses"),
        (lambda ranks: five_card(ranks) * comb(4 * ranks - 5, 2), "A full house and any two"),
        (lambda ranks: 5, "that is not right"),
        (3_473_184, "A function is asked for"),
    ],
)
def test_wrong_functions_get_their_own_hint(function: Callable[[int], Any], hint: str) -> None:
    verdict = check("17.2", function)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- what the checks know ------------------------------------------------------------------------


def test_an_ace_on_the_table_by_listing() -> None:
    for cards, wanted in ((47, UNSEEN), (42, SEEN)):
        laid = list(combinations(range(cards), 2))
        assert Fraction(sum(min(pair) < 3 for pair in laid), len(laid)) == wanted
        assert an_ace(3, cards) == wanted


@pytest.mark.parametrize("ranks", [3, 4])
def test_full_houses_of_seven_by_visiting_them(ranks: int) -> None:
    deck = [card for card in DECK if card.rank < ranks + 2]
    hands = combinations(deck, 7)
    visited = sum(rank_five(hand).category == FiveCategory.FULL_HOUSE for hand in hands)
    assert visited == full_houses(ranks) == houses(ranks)
    assert full_houses(13) == best_five_counts(7)[FiveCategory.FULL_HOUSE]
    assert full_houses(2) == 0


def test_eight_cards_rank_by_rank() -> None:
    """Each rank gives some of its four cards: what matters is the fours and the cards of a suit."""
    suits = range(4)
    states: Counter[tuple[int, bool, tuple[int, ...]]] = Counter({(0, False, (0, 0, 0, 0)): 1})
    for _ in range(13):
        following: Counter[tuple[int, bool, tuple[int, ...]]] = Counter()
        for (cards, fours, held), many in states.items():
            for size in range(min(4, 8 - cards) + 1):
                for chosen in combinations(suits, size):
                    now = tuple(held[suit] + (suit in chosen) for suit in suits)
                    key = (cards + size, fours or size == 4, tuple(sorted(now)))
                    following[key] += many
        states = following
    met: Counter[str] = Counter()
    for (cards, fours, held), many in states.items():
        if cards == 8:
            met["hands"] += many
            met["four alike"] += many * fours
            met["five of a suit"] += many * (max(held) >= 5)
            met["both"] += many * (fours and max(held) >= 5)
    assert met.pop("hands") == comb(52, 8)
    assert met == eight_cards() == dict(zip(eight_cards(), EIGHT, strict=True))


# --- the picture, and a claim --------------------------------------------------------------------


def test_the_picture_shows_the_common_kinds_and_where_high_card_is_overtaken() -> None:
    by_size = {size: best_five_counts(size) for size in (5, 6, 7)}
    names: dict[str, Any] = {"by_size": by_size, "comb": comb, "Fraction": Fraction}
    names |= {"FiveCategory": FiveCategory, "plots": plots}
    for start in ("def share", "full = ", "common = ", "finding = "):
        (cell,) = (cell for cell in cells(NOTEBOOK) if cell.startswith(start))
        lines = cell.partition("\n\n\n")[0].splitlines()  # what is shown stands below
        exec("\n".join(line for line in lines if ".compare(" not in line), names)
    axes = names["axes"]
    shares = {
        str(kind): [100 * counts[kind] / comb(52, size) for size, counts in by_size.items()]
        for kind in FiveCategory
    }
    wanted = {name: shares[name] for name in ("high card", "pair", "two pair", "three of a kind")}
    better = [shares[str(kind)] for kind in FiveCategory if kind >= FiveCategory.STRAIGHT]
    wanted["full hand"] = [sum(column) for column in zip(*better, strict=True)]
    assert [text.get_text() for text in axes.texts] == [
        "high card 17.41 %",
        "pair 43.82 %",
        "two pair 23.50 %",
        "three of a kind 4.83 %",
        "full hand 10.44 %",
    ]
    for line, heights in zip(axes.lines, wanted.values(), strict=True):
        assert list(line.get_xdata()) == [5, 6, 7]
        assert list(line.get_ydata()) == pytest.approx(heights)
    assert len({line.get_marker() for line in axes.lines}) == 5
    assert [int(tick) for tick in axes.get_xticks()] == [5, 6, 7]
    assert axes.get_title(loc="left") == "With seven cards, nothing at all is rarer than two pair"
    # Labels don't lie over each other: the smallest gap is some 13 points of the figure.
    ends = sorted(heights[-1] for heights in wanted.values())
    low, high = axes.get_ylim()
    assert low == 0
    assert min(b - a for a, b in pairwise(ends)) / (high - low) > 0.05


def test_whoever_may_choose_five_ranks_would_where_high_card_counts_more() -> None:
    """Hands of five ranks or more with no three, straight or flush: the notebook's 82.88 %."""
    deals = 200_000
    cards = top_cards(deals, 7, seed=6)
    ranks = np.sort(cards // 4, axis=0)
    different = 1 + np.count_nonzero(np.diff(ranks, axis=0), axis=0)
    best = bisect(five_ranks(), FiveCategory.TWO_PAIR, key=lambda rank: rank.category)
    hits = np.count_nonzero((different >= 5) & (rank_best(cards) < best))
    assert abs(hits / deals - 110_884_620 / comb(52, 7)) < 4 * (0.83 * 0.17 / deals) ** 0.5

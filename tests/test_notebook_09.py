"""Notebook 09: its exercises, and the formulas behind their checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from tcp import FiveCategory, PayTable, load_rules
from tcp.checks import check
from tcp.checks.notebook_09 import (
    fair_royal,
    five_card_mean,
    full_houses,
    full_houses_of_33,
    full_houses_of_321,
)
from tcp.counting import SIX_CARD_RECIPES, five_card_counts
from tcp.payouts import six_card_lines, six_card_net

LIVE = PayTable(load_rules("live").six_card_bonus or {})
OF_33, OF_321 = 1_248, 164_736


def royal(pays: PayTable) -> Fraction:
    """By adding up what all other hands win and lose."""
    nets = [Fraction(line.net) * line.hands for line in six_card_lines(pays)[:-1]]
    return -sum(nets, Fraction(0)) / 188


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("09.1", (..., ...)),
        ("09.2", lambda pays: ...),
        ("09.3", ...),
        ("09.4", lambda ranks, suits: ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("09.1", (OF_33, OF_321)),
        ("09.1", [OF_33, OF_321]),
        ("09.2", royal),
        ("09.2", lambda pays: float(royal(pays))),
        ("09.3", five_card_mean()),
        ("09.3", float(five_card_mean())),
        ("09.4", full_houses),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def with_zeros(pays: PayTable) -> Fraction:
    """Taking a hand that isn't named for a stake that comes back."""
    kinds = [kind.name.lower() for kind in FiveCategory if kind > 0]
    return royal(PayTable({kind: pays.get(kind, 0) for kind in kinds}))


def won_alone() -> Fraction:
    counts = five_card_counts()
    return sum((LIVE.get(k.name.lower(), 0) * counts.p(k) for k in counts), Fraction(0))


WRONG: dict[str, tuple[str, Callable[[], Any], str]] = {
    "a blank": ("09.1", lambda: (OF_33, ...), "Right so far. Still missing: of_321."),
    "one number": ("09.1", lambda: 165_984, "2 numbers are asked for"),
    "ordered ranks": ("09.1", lambda: (2 * OF_33, OF_321), "have no order"),
    "ranks without suits": ("09.1", lambda: (78, OF_321), "each rank still needs suits"),
    "suits once": ("09.1", lambda: (78 * 4, OF_321), "needs its own suits"),
    "shapes swapped": ("09.1", lambda: (OF_321, OF_33), "the other shape"),
    "all at once": ("09.1", lambda: (165_984, OF_321), "both shapes together"),
    "and in the second place": ("09.1", lambda: (OF_33, 165_984), "both shapes together"),
    "five cards": ("09.1", lambda: (OF_33, 3_744), "where is the sixth"),
    "any sixth card": ("09.1", lambda: (OF_33, 3_744 * 47), "would make another shape"),
    "sixth card without suit": ("09.1", lambda: (OF_33, 3_744 * 11), "has a suit as well"),
    "no parts": ("09.1", lambda: (OF_33, comb(13, 3) * 96), "comes three times, which twice"),
    "sets of ranks": ("09.1", lambda: (OF_33, comb(13, 3)), "now their parts and suits"),
    "ordered without suits": ("09.1", lambda: (OF_33, 1_716), "each of them still needs suits"),
    "some number": ("09.1", lambda: (OF_33, 5), "choose the ranks and their parts"),
    "the printed table's": ("09.2", lambda: lambda pays: royal(LIVE), "it gives"),
    "the rise": (
        "09.2",
        lambda: lambda pays: royal(pays) - pays.get("royal_flush", 0),
        "how much the pay must rise",
    ),
    "the sign": ("09.2", lambda: lambda pays: -royal(pays), "sign is turned"),
    "with the stake": ("09.2", lambda: lambda pays: royal(pays) + 1, "a pay of 4 is a net of 4"),
    "over all hands": (
        "09.2",
        lambda: lambda pays: -six_card_net(pays | {"royal_flush": 0}).mean,
        "not by all hands",
    ),
    "unnamed hands push": ("09.2", lambda: with_zeros, "does not name lose the stake"),
    "no return": ("09.2", lambda: lambda pays: None, "returns nothing"),
    "a text": ("09.2", lambda: lambda pays: "10,271", "A number is asked for"),
    "the house's side": ("09.3", lambda: -five_card_mean(), "what the house gains, you lose"),
    "the return": ("09.3", lambda: 1 + five_card_mean(), "the expectation is the net"),
    "no losses": ("09.3", won_alone, "losing hands bring -1"),
    "of 100": ("09.3", lambda: 100 * five_card_mean(), "chips of 100"),
    "all chips": ("09.3", lambda: 2_598_960 * five_card_mean(), "divide by their number"),
    "six cards": ("09.3", lambda: six_card_net(LIVE).mean, "six cards still"),
    "some chance": ("09.3", lambda: Fraction(1, 7), "counts of their own"),
    "the published count": ("09.4", lambda: lambda r, s: 165_984, "13 ranks and 4 suits only"),
    "no 3-3": ("09.4", lambda: full_houses_of_321, "shape 3-3 is missing"),
    "no 3-2-1": ("09.4", lambda: full_houses_of_33, "shape 3-2-1 is missing"),
    "an order for 3-3": (
        "09.4",
        lambda: lambda r, s: full_houses(r, s) + full_houses_of_33(r, s),
        "have no order",
    ),
    "no parts for 3-2-1": (
        "09.4",
        lambda: lambda r, s: full_houses_of_33(r, s) + full_houses_of_321(r, s) // 6,
        "three times, twice, once",
    ),
    "no suit for the single": (
        "09.4",
        lambda: lambda r, s: full_houses_of_33(r, s) + full_houses_of_321(r, s) // s,
        "single card has a suit",
    ),
    "always four suits": ("09.4", lambda: lambda r, s: full_houses(r, 4), "has four suits"),
    "always 13 ranks": ("09.4", lambda: lambda r, s: full_houses(13, s), "has thirteen ranks"),
    "returns none": ("09.4", lambda: lambda r, s: None, "returns nothing"),
    "words": ("09.4", lambda: lambda r, s: "many", "A number of hands"),
    "a number": ("09.4", lambda: 165_984, "A function is asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer())
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_hints_to_the_counts_give_nothing_away() -> None:
    for name, (exercise, answer, _) in WRONG.items():
        if exercise == "09.1":
            reason = check(exercise, answer()).reason.replace(",", "")
            assert "1248" not in reason, name
            assert "164736" not in reason, name


# --- what the checks know ------------------------------------------------------------------------


@pytest.mark.parametrize(("ranks", "suits"), [(3, 4), (4, 3), (5, 2), (3, 5), (4, 4), (5, 4)])
def test_full_houses_of_any_deck_agree_with_a_visit(ranks: int, suits: int) -> None:
    deck = product(range(ranks), range(suits))
    shapes = Counter(
        tuple(sorted(Counter(rank for rank, _ in hand).values()))
        for hand in combinations(list(deck), 6)
    )
    assert full_houses_of_33(ranks, suits) == shapes[3, 3]
    assert full_houses_of_321(ranks, suits) == shapes[1, 2, 3]


def test_full_houses_of_the_deck_are_the_long_known_ones() -> None:
    assert full_houses(13, 4) == OF_33 + OF_321
    assert full_houses(13, 4) == SIX_CARD_RECIPES[FiveCategory.FULL_HOUSE].hands
    assert full_houses(2, 4) == full_houses_of_33(2, 4) == 16


@pytest.mark.parametrize(
    "pays", [LIVE, PayTable({}), PayTable({"pair": 2}), PayTable({"straight_flush": 200})], ids=str
)
def test_a_fair_royal_flush_makes_the_table_fair(pays: PayTable) -> None:
    fair = fair_royal(pays)
    assert fair == royal(pays)
    nets = {line.kind: Fraction(line.net) for line in six_card_lines(pays)} | {"royal_flush": fair}
    hands = {line.kind: line.hands for line in six_card_lines(pays)}
    assert sum(nets[kind] * hands[kind] for kind in hands) == 0

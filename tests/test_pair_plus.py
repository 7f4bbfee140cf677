"""What any Pair Plus table is worth, and what two hands from one deck are worth together."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tcp import DECK, RULE_NAMES, Category, PayTable, load_rules, parse_cards, rank_hand
from tcp.counting import Hand, two_hands
from tcp.payouts import pair_plus_lines, pair_plus_net, pair_plus_ratio
from tcp.widgets.paytable import in_short, parse_table

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text("utf-8"))["pair_plus"]
HANDS = list(combinations(DECK, 3))


def visited(table: PayTable) -> Counter[Any]:
    """The nets of one chip, hand by hand."""
    rules = replace(load_rules("pagat"), pair_plus=table)
    ratios = (pair_plus_ratio(hand, rules) for hand in HANDS)
    return Counter(-1 if ratio is None else ratio for ratio in ratios)


@pytest.mark.parametrize(
    "table",
    [
        *(load_rules(name).pair_plus for name in RULE_NAMES),
        PayTable({}),
        PayTable({"straight_flush": 7}),
        PayTable({"pair": 0, "flush": Fraction(9, 2), "mini_royal": 3}),
    ],
    ids=str,
)
def test_any_table_is_worth_what_a_visit_of_all_hands_finds(table: PayTable) -> None:
    assert dict(pair_plus_net(table)) == visited(table)


@pytest.mark.parametrize("short", FIGURES)
def test_published_house_edges(short: str) -> None:
    table = parse_table(short)
    assert in_short(table) == short
    assert f"{float(-100 * pair_plus_net(table).mean):.2f}" == f"{FIGURES[short]:.2f}"


def test_the_lines_name_each_kind_once_from_the_weakest() -> None:
    table = load_rules("live").pair_plus
    assert table is not None
    kinds, hands, nets = zip(*pair_plus_lines(table), strict=True)
    assert kinds == (
        *("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"),
        "mini_royal",
    )
    assert hands == (16_440, 3_744, 1_096, 720, 52, 44, 4)
    assert nets == (-1, 1, 4, 5, 30, 40, 100)


def test_a_mini_royal_that_is_not_named_is_a_straight_flush() -> None:
    lines = {line.kind: line.net for line in pair_plus_lines(PayTable({"straight_flush": 40}))}
    assert lines["mini_royal"] == lines["straight_flush"] == 40
    assert lines["pair"] == -1


# --- two hands from one deck ---------------------------------------------------------------------


def test_two_hands_are_those_that_a_visit_finds() -> None:
    """For ten first hands every second hand is visited."""
    chosen = [*random.Random(6).sample(HANDS, 9), parse_cards("7♥ 8♥ 9♥")]
    firsts: dict[Hand, int] = {hand: number for number, hand in enumerate(chosen)}
    found = two_hands(lambda hand: (firsts.get(hand, -1), rank_hand(hand).category))
    for first, number in firsts.items():
        mine = (number, rank_hand(first).category)
        seen = Counter(
            (firsts.get(hand, -1), rank_hand(hand).category)
            for hand in combinations([card for card in DECK if card not in first], 3)
        )
        assert {theirs: n for (one, theirs), n in found.items() if one == mine} == seen


def test_two_hands_are_interchangeable_and_each_is_like_any_hand() -> None:
    both = two_hands(lambda hand: rank_hand(hand).category)
    assert both.total == 22_100 * 18_424
    assert all(both[second, first] == both[first, second] for first, second in both)
    for alone in (both.map(lambda pair: pair[0]), both.map(lambda pair: pair[1])):
        assert alone[Category.PAIR] == 3_744 * 18_424
        assert alone[Category.STRAIGHT_FLUSH] == 48 * 18_424

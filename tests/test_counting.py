"""Both ways to count each kind of hand, and the examples drawn from it."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tcp.counting import (
    FIVE_CARD_RECIPES,
    SIX_CARD_RECIPES,
    THREE_CARD_RECIPES,
    Recipe,
    five_card_counts,
    five_card_example,
    five_card_patterns,
    six_card_example,
    three_card_counts,
    three_card_example,
)
from tcp.exact import six_card_counts
from tcp.fivecard import FiveCategory, rank_five
from tcp.ranking import Category, rank_hand

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text("utf-8"))["counts"]
GAMES: list[tuple[Any, Any, str]] = [
    (THREE_CARD_RECIPES, three_card_counts, "three_cards"),
    (FIVE_CARD_RECIPES, five_card_counts, "five_cards"),
]


@pytest.mark.parametrize(("recipes", "counts", "name"), GAMES, ids=["three", "five"])
def test_formula_and_visit_reach_the_long_known_counts(
    recipes: Any, counts: Any, name: str
) -> None:
    wanted = {kind: FIGURES[name][kind.name.lower()] for kind in recipes}
    assert {kind: recipe.hands for kind, recipe in recipes.items()} == wanted
    assert dict(counts()) == wanted
    assert list(wanted.values()) == sorted(wanted.values())


def value(formula: str) -> int:
    """A formula as printed, worked out."""
    code = formula.replace("×", "*").replace("−", "-")
    code = re.sub("[²³⁴⁵⁶]", lambda power: f"**{'⁰¹²³⁴⁵⁶'.index(power[0])}", code)
    return int(eval(code, {"C": comb, "__builtins__": {}}))


@pytest.mark.parametrize(
    "recipe",
    [
        *THREE_CARD_RECIPES.values(),
        *FIVE_CARD_RECIPES.values(),
        *SIX_CARD_RECIPES.values(),
    ],
)
def test_the_printed_formula_has_the_count_as_its_value(recipe: Recipe) -> None:
    assert value(recipe.formula) == recipe.hands


def test_the_formulas_for_six_cards_agree_with_the_patterns_and_the_long_known_counts() -> None:
    by_formula = {kind: recipe.hands for kind, recipe in SIX_CARD_RECIPES.items()}
    assert by_formula == six_card_counts()
    assert {kind.name.lower(): hands for kind, hands in by_formula.items()} == FIGURES[
        "best_five_of_six"
    ]
    assert sum(by_formula.values()) == comb(52, 6)
    assert list(by_formula) == sorted(FiveCategory, reverse=True)


def test_every_pattern_is_there_once() -> None:
    patterns = five_card_patterns()
    assert len(patterns) == len({(p.ranks, p.one_suit) for p in patterns}) == 7462
    assert sum(p.hands for p in patterns) == comb(52, 5)


@pytest.mark.parametrize("category", Category)
def test_three_card_examples_are_of_their_kind(category: Category) -> None:
    rng = random.Random(1)
    hands = [three_card_example(category, rng) for _ in range(50)]
    assert {rank_hand(hand).category for hand in hands} == {category}
    assert len(set(hands)) > 20


@pytest.mark.parametrize("category", FiveCategory)
def test_five_card_examples_are_of_their_kind(category: FiveCategory) -> None:
    rng = random.Random(1)
    hands = [five_card_example(category, rng) for _ in range(50)]
    assert {rank_five(hand).category for hand in hands} == {category}
    assert len(set(hands)) > 20


def test_five_card_examples_are_equally_likely() -> None:
    rng = random.Random(1)
    draws = 4000
    seen = Counter(
        frozenset(five_card_example(FiveCategory.STRAIGHT_FLUSH, rng)) for _ in range(draws)
    )
    assert len(seen) == 36
    expected = draws / 36
    chi_square = sum((times - expected) ** 2 / expected for times in seen.values())
    assert chi_square < 66.6  # 35 degrees of freedom, one in a thousand


def test_straights_are_dealt_in_mixed_suits() -> None:
    rng = random.Random(2)
    hands = [five_card_example(FiveCategory.STRAIGHT, rng) for _ in range(2000)]
    assert min(len({card.suit for card in hand}) for hand in hands) == 2
    runs = Counter(rank_five(hand).ranks for hand in hands)
    assert len(runs) == 10
    assert min(runs.values()) > 140


@pytest.mark.parametrize("category", FiveCategory)
def test_patterns_of_one_kind_hold_equally_many_hands(category: FiveCategory) -> None:
    """So a pattern drawn evenly, and suits drawn evenly, make an evenly drawn hand."""
    assert len({p.hands for p in five_card_patterns() if p.category == category}) == 1


@pytest.mark.parametrize("category", FiveCategory)
def test_examples_of_six_cards_are_of_their_kind(category: FiveCategory) -> None:
    rng = random.Random(6)
    for _ in range(30):
        hand = six_card_example(category, rng)
        assert len(set(hand)) == 6
        assert rank_five(hand).category == category


def test_each_six_of_a_kind_is_as_likely_as_any_other() -> None:
    """Three pairs hold twelve fives with two pair, two pairs hold two."""
    rng, deals = random.Random(7), 600
    counts = [Counter(card.rank for card in hand) for hand in _two_pairs(rng, deals)]
    three_pairs = sum(set(ranks.values()) == {2} for ranks in counts)
    expected = deals * comb(13, 3) * 6**3 / SIX_CARD_RECIPES[FiveCategory.TWO_PAIR].hands
    assert abs(three_pairs - expected) < 4 * expected**0.5


def _two_pairs(rng: random.Random, deals: int) -> list[Any]:
    return [six_card_example(FiveCategory.TWO_PAIR, rng) for _ in range(deals)]


def test_every_place_of_six_cards_is_as_likely() -> None:
    """No kind of card comes first: the four alike fall into each hand of three alike."""
    rng, deals = random.Random(8), 400
    first = 0
    for _ in range(deals):
        hand = six_card_example(FiveCategory.FOUR_OF_A_KIND, rng)
        alike = Counter(card.rank for card in hand).most_common(1)[0][0]
        first += sum(card.rank == alike for card in hand[:3])
    assert abs(first - 2 * deals) < 4 * (0.4 * deals) ** 0.5

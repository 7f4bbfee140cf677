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
    THREE_CARD_RECIPES,
    Recipe,
    five_card_counts,
    five_card_example,
    five_card_patterns,
    three_card_counts,
    three_card_example,
)
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
    code = re.sub("[²³⁵]", lambda power: f"**{'⁰¹²³⁴⁵'.index(power[0])}", code)
    return int(eval(code, {"C": comb, "__builtins__": {}}))


@pytest.mark.parametrize("recipe", [*THREE_CARD_RECIPES.values(), *FIVE_CARD_RECIPES.values()])
def test_the_printed_formula_has_the_count_as_its_value(recipe: Recipe) -> None:
    assert value(recipe.formula) == recipe.hands


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

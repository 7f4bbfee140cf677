"""How rare each kind of hand is, counted by a formula and by going through the hands.

Three cards are few enough to visit every hand. Five cards are not, in plain Python: there each
pattern of ranks is visited once and counted as many times as it has suits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from tcp.cards import DECK, Card, Rank, Suit
from tcp.fivecard import FiveCategory, rank_five
from tcp.probability import Distribution
from tcp.ranking import Category, rank_hand

Hand = tuple[Card, ...]
Value = TypeVar("Value")


class Recipe(NamedTuple):
    """How a kind of hand is put together: the choices in words, the formula, and its value.

    In the formula C(n,k) is the number of ways to choose k things out of n.
    """

    words: str
    formula: str
    hands: int


class Pattern(NamedTuple):
    """Hands that differ in their suits only: ascending ranks, all in one suit or not."""

    category: FiveCategory
    ranks: tuple[Rank, ...]
    one_suit: bool
    hands: int


@cache
def three_card_hands() -> Mapping[Category, tuple[Hand, ...]]:
    """All 22,100 hands, by what they are worth.

    >>> len(three_card_hands()[Category.STRAIGHT])
    720
    """
    kinds: dict[Category, list[Hand]] = {category: [] for category in Category}
    for hand in combinations(DECK, 3):
        kinds[rank_hand(hand).category].append(hand)
    return MappingProxyType({category: tuple(hands) for category, hands in kinds.items()})


@cache
def five_card_patterns() -> tuple[Pattern, ...]:
    """All 7,462 patterns of five cards, which hold 2,598,960 hands.

    >>> sum(pattern.hands for pattern in five_card_patterns())
    2598960
    """
    found = []
    for ranks in combinations_with_replacement(Rank, 5):
        times = Counter(ranks).values()
        if max(times) > 4:  # a deck has four of a rank
            continue
        hands = prod(comb(4, n) for n in times)
        if len(times) == 5:
            one_suit = rank_five([Card(rank, Suit.CLUBS) for rank in ranks])
            found.append(Pattern(one_suit.category, ranks, True, 4))
            hands -= 4
        mixed = rank_five([Card(rank, Suit(i % 4)) for i, rank in enumerate(ranks)])
        found.append(Pattern(mixed.category, ranks, False, hands))
    return tuple(found)


@cache
def _by_kind() -> Mapping[FiveCategory, list[Pattern]]:
    kinds: dict[FiveCategory, list[Pattern]] = {category: [] for category in FiveCategory}
    for pattern in five_card_patterns():
        kinds[pattern.category].append(pattern)
    return kinds


def three_card_counts() -> Distribution[Category]:
    """How many hands each kind of three cards has, by visiting all of them."""
    return Distribution({kind: len(hands) for kind, hands in three_card_hands().items()})


def five_card_counts() -> Distribution[FiveCategory]:
    """How many hands each kind of five cards has: patterns of ranks, each times its suits.

    >>> counts = five_card_counts()
    >>> counts[FiveCategory.FLUSH], counts[FiveCategory.STRAIGHT]
    (5108, 10200)
    """
    counts: Counter[FiveCategory] = Counter()
    for pattern in five_card_patterns():
        counts[pattern.category] += pattern.hands
    return Distribution(counts)


def two_hands(worth: Callable[[Hand], Value]) -> Distribution[tuple[Value, Value]]:
    """What two hands from one deck are worth, the first and the second.

    The 22,100 · 18,424 deals are not visited: two hands of one deck share no card, so by inclusion
    and exclusion all pairs of hands, less those that share a card, plus those that share two, less
    those that share three.

    >>> both = two_hands(lambda hand: rank_hand(hand).category)
    >>> both.total, both[Category.STRAIGHT_FLUSH, Category.STRAIGHT_FLUSH]
    (407170400, 2080)
    """
    holding: dict[tuple[int, ...], Counter[Value]] = {}
    for hand in combinations(DECK, 3):
        value, places = worth(hand), [card.index for card in hand]
        for size in range(4):
            for part in combinations(places, size):
                holding.setdefault(part, Counter())[value] += 1
    pairs: Counter[tuple[Value, Value]] = Counter()
    for part, values in holding.items():
        for (first, many), (second, times) in product(values.items(), repeat=2):
            pairs[first, second] += (-1) ** len(part) * many * times
    return Distribution(pairs)


def three_card_example(category: Category, rng: random.Random) -> Hand:
    """A random hand of this kind, each as likely as any other."""
    hand = list(rng.choice(three_card_hands()[category]))
    rng.shuffle(hand)
    return tuple(hand)


def five_card_example(category: FiveCategory, rng: random.Random) -> Hand:
    """A random hand of this kind, each as likely as any other.

    All patterns of one kind hold equally many hands: a full house can be had in 24 ways of suits,
    whatever its ranks.
    """
    hand = _in_suits(rng.choice(_by_kind()[category]), rng)
    rng.shuffle(hand)
    return tuple(hand)


def six_card_example(category: FiveCategory, rng: random.Random) -> Hand:
    """Six cards whose best five are of this kind, each such hand as likely as any other.

    Five cards of the kind and a sixth are drawn. Where several fives of a hand are of the kind, any
    of them may have been drawn, so only the first of them counts.
    """
    while True:
        five = five_card_example(category, rng)
        sixth = rng.choice([card for card in DECK if card not in five])
        hand = sorted((*five, sixth), key=lambda card: card.index)
        fives = combinations(hand, 5)
        first = next(part for part in fives if rank_five(part).category == category)
        if sixth not in first and rank_five(hand).category == category:
            return tuple(rng.sample(hand, 6))


def _in_suits(pattern: Pattern, rng: random.Random) -> list[Card]:
    """The ranks of a pattern in random suits, one for all or not."""
    if pattern.one_suit:
        suit = rng.choice(list(Suit))
        return [Card(rank, suit) for rank in pattern.ranks]
    while True:
        hand = [
            Card(rank, suit)
            for rank, times in Counter(pattern.ranks).items()
            for suit in rng.sample(list(Suit), times)
        ]
        if len({card.suit for card in hand}) > 1:  # one suit for all would be another pattern
            return hand


THREE_CARD_RECIPES: Mapping[Category, Recipe] = MappingProxyType(
    {
        Category.STRAIGHT_FLUSH: Recipe(
            "one of 12 runs, A-2-3 to Q-K-A; one suit for all", "12 × 4", 12 * 4
        ),
        Category.THREE_OF_A_KIND: Recipe(
            "a rank; three of its four suits", "13 × C(4,3)", 13 * comb(4, 3)
        ),
        Category.STRAIGHT: Recipe(
            "one of 12 runs; a suit for each card, but not one for all",
            "12 × (4³ − 4)",
            12 * (4**3 - 4),
        ),
        Category.FLUSH: Recipe(
            "a suit; three of its 13 ranks, but not one of the 12 runs",
            "4 × (C(13,3) − 12)",
            4 * (comb(13, 3) - 12),
        ),
        Category.PAIR: Recipe(
            "a rank; two of its four suits; another rank for the third card; its suit",
            "13 × C(4,2) × 12 × 4",
            13 * comb(4, 2) * 12 * 4,
        ),
        Category.HIGH_CARD: Recipe(
            "three ranks, but not one of the 12 runs; a suit for each card, but not one for all",
            "(C(13,3) − 12) × (4³ − 4)",
            (comb(13, 3) - 12) * (4**3 - 4),
        ),
    }
)
"""The six kinds of three cards, the rarest first."""

FIVE_CARD_RECIPES: Mapping[FiveCategory, Recipe] = MappingProxyType(
    {
        FiveCategory.ROYAL_FLUSH: Recipe("the run 10-J-Q-K-A; one suit for all", "1 × 4", 4),
        FiveCategory.STRAIGHT_FLUSH: Recipe(
            "one of the 9 other runs, A-2-3-4-5 to 9-10-J-Q-K; one suit for all", "9 × 4", 9 * 4
        ),
        FiveCategory.FOUR_OF_A_KIND: Recipe(
            "a rank, all four suits; another rank for the fifth card; its suit",
            "13 × 12 × 4",
            13 * 12 * 4,
        ),
        FiveCategory.FULL_HOUSE: Recipe(
            "a rank; three of its four suits; another rank; two of its four suits",
            "13 × C(4,3) × 12 × C(4,2)",
            13 * comb(4, 3) * 12 * comb(4, 2),
        ),
        FiveCategory.FLUSH: Recipe(
            "a suit; five of its 13 ranks, but not one of the 10 runs",
            "4 × (C(13,5) − 10)",
            4 * (comb(13, 5) - 10),
        ),
        FiveCategory.STRAIGHT: Recipe(
            "one of 10 runs; a suit for each card, but not one for all",
            "10 × (4⁵ − 4)",
            10 * (4**5 - 4),
        ),
        FiveCategory.THREE_OF_A_KIND: Recipe(
            "a rank; three of its four suits; two other ranks; a suit for each of them",
            "13 × C(4,3) × C(12,2) × 4²",
            13 * comb(4, 3) * comb(12, 2) * 4**2,
        ),
        FiveCategory.TWO_PAIR: Recipe(
            "two ranks; two of four suits for each; another rank for the fifth card; its suit",
            "C(13,2) × C(4,2)² × 11 × 4",
            comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
        ),
        FiveCategory.PAIR: Recipe(
            "a rank; two of its four suits; three other ranks; a suit for each of them",
            "13 × C(4,2) × C(12,3) × 4³",
            13 * comb(4, 2) * comb(12, 3) * 4**3,
        ),
        FiveCategory.HIGH_CARD: Recipe(
            "five ranks, but not one of the 10 runs; a suit for each card, but not one for all",
            "(C(13,5) − 10) × (4⁵ − 4)",
            (comb(13, 5) - 10) * (4**5 - 4),
        ),
    }
)
"""The ten kinds of five cards, the rarest first."""

# Six ranks: one suit for all, or five in one suit and the sixth in another.
_SUITED_SIX = 4 * (1 + 6 * 3)

SIX_CARD_RECIPES: Mapping[FiveCategory, Recipe] = MappingProxyType(
    {
        FiveCategory.ROYAL_FLUSH: Recipe(
            "the run 10-J-Q-K-A; one suit for all; any of the other 47 cards", "4 × 47", 4 * 47
        ),
        FiveCategory.STRAIGHT_FLUSH: Recipe(
            "one of the 9 other runs; one suit for all; any other card but the one on top",
            "9 × 4 × 46",
            9 * 4 * 46,
        ),
        FiveCategory.FOUR_OF_A_KIND: Recipe(
            "a rank, all four suits; two of the other 48 cards", "13 × C(48,2)", 13 * comb(48, 2)
        ),
        FiveCategory.FULL_HOUSE: Recipe(
            "two ranks, three suits for each; or a rank, three suits, another rank, two suits, a "
            "third rank, one suit",
            "C(13,2) × C(4,3)² + 13 × C(4,3) × 12 × C(4,2) × 11 × 4",
            comb(13, 2) * comb(4, 3) ** 2 + 13 * comb(4, 3) * 12 * comb(4, 2) * 11 * 4,
        ),
        FiveCategory.FLUSH: Recipe(
            "a suit; six of its 13 ranks, or five and a card of another suit; but no run of five",
            "4 × (C(13,6) + C(13,5) × 39) − 9 × 4 × 46 − 4 × 47",
            4 * (comb(13, 6) + comb(13, 5) * 39) - 9 * 4 * 46 - 4 * 47,
        ),
        FiveCategory.STRAIGHT: Recipe(
            "one of 71 sets of six ranks that hold a run; or one of 10 runs with one of its ranks "
            "twice; a suit for each card, but not five of one suit",
            "71 × (4⁶ − 76) + 10 × 5 × (C(4,2) × 4⁴ − 12)",
            71 * (4**6 - _SUITED_SIX) + 10 * 5 * (comb(4, 2) * 4**4 - 12),
        ),
        FiveCategory.THREE_OF_A_KIND: Recipe(
            "a rank; three of its four suits; three other ranks; a suit for each of them",
            "13 × C(4,3) × C(12,3) × 4³",
            13 * comb(4, 3) * comb(12, 3) * 4**3,
        ),
        FiveCategory.TWO_PAIR: Recipe(
            "three ranks, two suits for each; or two ranks, two suits for each, two other ranks, "
            "one suit for each",
            "C(13,3) × C(4,2)³ + C(13,2) × C(4,2)² × C(11,2) × 4²",
            comb(13, 3) * comb(4, 2) ** 3 + comb(13, 2) * comb(4, 2) ** 2 * comb(11, 2) * 4**2,
        ),
        FiveCategory.PAIR: Recipe(
            "a rank twice and four others, but no run; a suit for each card, but not five of one "
            "suit",
            "(13 × C(12,4) − 10 × 5) × (C(4,2) × 4⁴ − 12)",
            (13 * comb(12, 4) - 10 * 5) * (comb(4, 2) * 4**4 - 12),
        ),
        FiveCategory.HIGH_CARD: Recipe(
            "six ranks, but none of the 71 sets that hold a run; a suit for each card, but not "
            "five of one suit",
            "(C(13,6) − 71) × (4⁶ − 76)",
            (comb(13, 6) - 71) * (4**6 - _SUITED_SIX),
        ),
    }
)
"""The ten kinds of the best five of six cards, the highest first; a formula per count."""

"""The best five of five, six or seven cards: how many hands each kind has, from rank patterns.

All hands with the same ranks are counted at once, by the ways to choose their suits; flushes are
counted apart, by the set of ranks in their suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.fivecard import FiveCategory, rank_five
from tcp.quoting import quoted

Shape = tuple[int, ...]

_SUITED_FIVE = 5


@cache
def _straights() -> tuple[int, ...]:
    """The sets of five ranks that make a straight, as bit masks (bit 0 the two, bit 12 the ace).

    Five ranks side by side on a circle of thirteen may be one; `rank_five` says which are.
    """
    found = []
    for lowest in range(13):
        ranks = [(lowest + step) % 13 for step in range(5)]
        mixed = [DECK[4 * rank + step % 4] for step, rank in enumerate(ranks)]
        if rank_five(mixed).category == FiveCategory.STRAIGHT:
            found.append(sum(1 << rank for rank in ranks))
    return tuple(found)


def holds_straight(masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether these sets of ranks hold five that make a straight."""
    held = np.zeros(masks.shape, np.bool_)
    for straight in _straights():
        held |= masks & straight == straight
    return held


@cache
def suited_categories() -> NDArray[np.uint8]:
    """The category of the best five among cards of one suit, for each bit mask of their ranks.

    Zero stands for fewer than five cards.
    """
    masks = np.arange(1 << 13)
    categories = np.where(np.bitwise_count(masks) >= _SUITED_FIVE, int(FiveCategory.FLUSH), 0)
    for straight in _straights():
        suited = [DECK[4 * rank] for rank in range(13) if straight >> rank & 1]
        within = masks & straight == straight
        categories[within] = np.maximum(categories[within], int(rank_five(suited).category))
    return categories.astype(np.uint8)


@cache
def shapes(cards: int) -> tuple[Shape, ...]:
    """How often the ranks of so many cards can come, the most frequent first.

    >>> shapes(5)
    ((4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1))
    """
    return tuple(
        shape
        for ranks in range(2, cards + 1)
        for shape in combinations_with_replacement((4, 3, 2, 1), ranks)
        if sum(shape) == cards
    )


@cache
def mixed_examples(cards: int) -> dict[tuple[Shape, bool], tuple[Card, ...]]:
    """Cards, no five of them in one suit, of each shape without and with a straight."""
    masks = np.arange(1 << 13)
    sizes, straight = np.bitwise_count(masks), holds_straight(masks)
    examples = {}
    for shape in shapes(cards):
        for with_straight in (False, True):
            for mask in masks[(sizes == len(shape)) & (straight == with_straight)][:1]:
                held = [rank for rank in range(13) if mask >> rank & 1]
                ranks = [rank for rank, many in zip(held, shape, strict=True) for _ in range(many)]
                # Suits in turn: cards of a rank differ, and no suit comes more than twice.
                hand = tuple(DECK[4 * rank + place % 4] for place, rank in enumerate(ranks))
                examples[shape, with_straight] = hand
    return examples


@cache
def mixed_categories(cards: int) -> dict[tuple[Shape, bool], FiveCategory]:
    """The category of the best five, where no five share a suit.

    It depends on the shape and on whether there is a straight, which a test confirms on all sets
    of ranks.
    """
    return {kind: rank_five(hand).category for kind, hand in mixed_examples(cards).items()}


def _suits(shape: Sequence[int]) -> int:
    """The ways to choose suits for ranks that come so often, with no five cards of one suit."""
    in_suit = [1]  # ways by the number of cards that one certain suit has
    for many in shape:
        without, having = comb(3, many), comb(3, many - 1)
        in_suit = [
            without * fewer + having * more
            for fewer, more in zip([*in_suit, 0], [0, *in_suit], strict=True)
        ]
    return prod(comb(4, many) for many in shape) - 4 * sum(in_suit[_SUITED_FIVE:])


@cache
def _best_five_counts(cards: int) -> tuple[int, ...]:
    totals = [0] * len(FiveCategory)
    masks = np.arange(1 << 13)
    sizes, straight = np.bitwise_count(masks), holds_straight(masks)
    for (shape, with_straight), category in mixed_categories(cards).items():
        sets = int(np.count_nonzero((sizes == len(shape)) & (straight == with_straight)))
        orders = factorial(len(shape)) // prod(factorial(shape.count(n)) for n in set(shape))
        totals[category] += sets * orders * _suits(shape)
    # Five ranks in one suit leave two cards at most: no full house, so no better hand is missed.
    for size in range(_SUITED_FIVE, cards + 1):
        others = 4 * comb(39, cards - size)
        for number, many in enumerate(np.bincount(suited_categories()[sizes == size]).tolist()):
            totals[number] += many * others
    return tuple(totals)


def best_five_counts(cards: int) -> dict[FiveCategory, int]:
    """How many hands of five, six or seven cards have their best five in each category.

    >>> best_five_counts(7)[FiveCategory.FULL_HOUSE], sum(best_five_counts(7).values())
    (3473184, 133784560)

    Rank patterns times suits: for each shape the sets of ranks, the ways to share the shape out
    among them, and the ways to choose suits, less those with five or more cards of a suit. The
    latter are counted apart, by the set of ranks in that suit.

    Raises:
        ValueError: for another number of cards.
    """
    if not isinstance(cards, int) or cards not in (5, 6, 7):
        raise ValueError(f"{quoted(cards)} cards: the best five are counted for 5, 6 or 7")
    return dict(zip(FiveCategory, _best_five_counts(cards), strict=True))

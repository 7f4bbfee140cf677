"""The best five of six cards: 20,358,520 hands, counted from rank patterns and suits."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.exact.deals import STRENGTHS, Counts, Places, deals_without
from tcp.exact.patterns import (
    best_five_counts,
    holds_straight,
    mixed_categories,
    mixed_examples,
    suited_categories,
)
from tcp.exact.strengths import Cards, all_hands, all_strengths, example_hands
from tcp.fivecard import FiveCategory


def six_card_counts() -> dict[FiveCategory, int]:
    """How many of the 20,358,520 hands of six cards have their best five in each category.

    >>> six_card_counts()[FiveCategory.FULL_HOUSE]
    165984
    """
    return best_five_counts(6)


@cache
def example_six() -> tuple[tuple[Card, ...], ...]:
    """Six cards for each category of the best five, the weakest category first."""
    kinds = mixed_categories(6)
    examples = {kinds[kind]: cards for kind, cards in mixed_examples(6).items()}
    suited = suited_categories()
    for category in np.unique(suited)[1:].tolist():
        mask = int(np.flatnonzero(suited == category)[0])  # five ranks: the first set of its kind
        cards = [DECK[4 * rank] for rank in range(13) if mask >> rank & 1]
        # A card of another suit completes six; it can't improve on a flush.
        examples[FiveCategory(category)] = (*cards, DECK[1])
    return tuple(examples[category] for category in FiveCategory)


@cache
def _mixed_by_strengths() -> NDArray[np.uint8]:
    """The category of the best five of two hands of these strengths, where no five share a suit."""
    ranks = np.array([[card.rank - 2 for card in hand] for hand in example_hands()])
    places = (ranks + 13 * np.arange(STRENGTHS)[:, None]).ravel()
    counts = np.bincount(places, minlength=13 * STRENGTHS).astype(np.uint8).reshape(-1, 13)
    patterns, pattern = np.unique(counts, axis=0, return_inverse=True)  # 455 without the suits
    pattern = pattern.ravel()  # NumPy 2.0 gives it the shape of a column
    # No two shapes have the same sum of cubes.
    cubes = np.array([0, 1, 8, 27, 64, 125, 216], np.uint8)
    alike = cubes[patterns[:, None] + patterns].sum(axis=2, dtype=np.intp)
    held = (patterns > 0).astype(np.int64) @ (1 << np.arange(13))
    straight = holds_straight(np.bitwise_or.outer(held, held))
    categories = np.zeros((2, 6**3 + 1), np.uint8)
    for (shape, with_straight), category in mixed_categories(6).items():
        categories[int(with_straight), sum(many**3 for many in shape)] = category
    by_pattern: NDArray[np.uint8] = categories[straight.astype(np.intp), alike]
    return by_pattern[pattern][:, pattern]


@cache
def _six_by_strength() -> tuple[Places, Places, Places, Counts]:
    """For each kind of hand, the dealer's hands by their strength and the best five of six.

    Returns:
        The kind of hand, the dealer's strength, the category, and how many hands of the dealer.
    """
    rows = deals_without()
    mixed = _mixed_by_strengths()[rows.strengths]

    # Flushes need two or three cards of the hand's main suit. All suits are alike, so the dealer's
    # clubs stand for that suit.
    suits = rows.hands % 4
    main = np.where((suits[0] == suits[1]) | (suits[0] == suits[2]), suits[0], suits[1])
    mine, my_size = _in_suit(rows.hands, main)
    theirs, their_size = _in_suit(all_hands(), 0)
    found = []
    for size in (2, 3):
        hands, dealers = np.flatnonzero(my_size == size), np.flatnonzero(their_size >= 5 - size)
        apart = mine[hands, None] & theirs[dealers] == 0
        hand, dealer = hands[np.nonzero(apart)[0]], dealers[np.nonzero(apart)[1]]
        strength = all_strengths()[dealer].astype(np.intp)
        suited = suited_categories()[mine[hand] | theirs[dealer]]
        found.append((hand, strength, np.maximum(suited, mixed[hand, strength])))
    hand, strength, category = (np.concatenate(part) for part in zip(*found, strict=True))

    without = rows.by_strength() - np.bincount(
        hand * STRENGTHS + strength, minlength=mixed.size
    ).reshape(mixed.shape)
    all_kinds, all_ranks = np.nonzero(without)
    return (
        np.concatenate([all_kinds, hand]),
        np.concatenate([all_ranks, strength]),
        np.concatenate([mixed[all_kinds, all_ranks], category]).astype(np.intp),
        np.concatenate([without[all_kinds, all_ranks], np.ones(len(hand), np.int64)]),
    )


def _in_suit(hands: Cards, suit: NDArray[np.uint8] | int) -> tuple[Places, Places]:
    """The ranks that each hand has in this suit, as a bit mask, and how many they are."""
    of_suit = hands % 4 == suit
    masks = (of_suit << (hands // 4).astype(np.intp)).sum(axis=0)
    return masks, of_suit.sum(axis=0)


@lru_cache(maxsize=8)
def joint_counts(qualifying: int) -> Counts:
    """How the result of a Play goes together with the 6 Card Bonus.

    Args:
        qualifying: the least strength with which the dealer plays.

    Returns:
        Shape (1755, 4, 10): for each kind of hand the number of the dealer's hands with each
        result (see `Deals.outcomes`) and each category of the best five of six.
    """
    kind, strength, category, hands = _six_by_strength()
    mine = deals_without().strengths
    # Not qualified 0; else a weaker dealer's hand is a win 1, an equal one a tie 2, then lose 3.
    result = np.where(strength < qualifying, 0, 2 + np.sign(strength - mine[kind]))
    place = (kind * 4 + result) * len(FiveCategory) + category
    # bincount adds in floats, which are exact below 2**53.
    counts = np.bincount(place, hands, minlength=len(mine) * 4 * len(FiveCategory))
    return counts.astype(np.int64).reshape(len(mine), 4, len(FiveCategory))

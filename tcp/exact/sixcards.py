"""The best five of six cards: 20,358,520 hands, counted from rank patterns and suits."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.exact.deals import STRENGTHS, Counts, Places, deals_without
from tcp.exact.strengths import Cards, all_hands, all_strengths, example_hands
from tcp.fivecard import FiveCategory, rank_five

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


Shape = tuple[int, ...]

SHAPES: tuple[Shape, ...] = tuple(
    shape
    for ranks in range(2, 7)
    for shape in combinations_with_replacement((4, 3, 2, 1), ranks)
    if sum(shape) == 6
)
"""How often the ranks of six cards come, from (4, 2) to (1, 1, 1, 1, 1, 1)."""


def _holds_straight(masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether these sets of ranks hold five that make a straight."""
    held = np.zeros(masks.shape, np.bool_)
    for straight in _straights():
        held |= masks & straight == straight
    return held


@cache
def _mixed_examples() -> dict[tuple[Shape, bool], tuple[Card, ...]]:
    """Six cards, no five of them in one suit, of each shape without and with a straight."""
    masks = np.arange(1 << 13)
    sizes, straight = np.bitwise_count(masks), _holds_straight(masks)
    examples = {}
    for shape in SHAPES:
        for with_straight in (False, True):
            for mask in masks[(sizes == len(shape)) & (straight == with_straight)][:1]:
                held = [rank for rank in range(13) if mask >> rank & 1]
                ranks = [rank for rank, many in zip(held, shape, strict=True) for _ in range(many)]
                # Suits in turn: cards of a rank differ, and no suit comes more than twice.
                cards = tuple(DECK[4 * rank + place % 4] for place, rank in enumerate(ranks))
                examples[shape, with_straight] = cards
    return examples


@cache
def _mixed_categories() -> dict[tuple[Shape, bool], FiveCategory]:
    """The category of the best five of six, where no five share a suit.

    It depends on the shape and on whether there is a straight, which a test confirms on all
    18,395 sets of ranks.
    """
    return {kind: rank_five(cards).category for kind, cards in _mixed_examples().items()}


@cache
def six_card_counts() -> dict[FiveCategory, int]:
    """How many of the 20,358,520 hands of six cards have their best five in each category.

    >>> six_card_counts()[FiveCategory.FULL_HOUSE]
    165984

    Rank patterns times suits: for each shape the sets of ranks, the ways to share the shape out
    among them, and the ways to choose suits, less those with five or six cards of a suit. The
    latter are counted apart, by the set of ranks in that suit. (Five ranks in one suit leave room
    for no more than a pair, so no better hand is missed.)
    """
    totals = dict.fromkeys(FiveCategory, 0)
    masks = np.arange(1 << 13)
    sizes, straight = np.bitwise_count(masks), _holds_straight(masks)
    # Six ranks: all of one suit, or any one of another. Five: the pair has one card of the suit.
    flushes = {6: 4 * (1 + 6 * 3), 5: 4 * 3}
    for (shape, with_straight), category in _mixed_categories().items():
        sets = int(np.count_nonzero((sizes == len(shape)) & (straight == with_straight)))
        orders = math.factorial(len(shape))
        for many in set(shape):
            orders //= math.factorial(shape.count(many))
        suits = math.prod(math.comb(4, many) for many in shape) - flushes.get(len(shape), 0)
        totals[category] += sets * orders * suits

    suited = suited_categories()
    # All six in one of four suits; or five, and any card of the other suits.
    for size, hands in ((6, 4), (5, 4 * 39)):
        for number, many in enumerate(np.bincount(suited[sizes == size]).tolist()):
            totals[FiveCategory(number)] += many * hands
    return totals


@cache
def example_six() -> tuple[tuple[Card, ...], ...]:
    """Six cards for each category of the best five, the weakest category first."""
    kinds = _mixed_categories()
    examples = {kinds[kind]: cards for kind, cards in _mixed_examples().items()}
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
    straight = _holds_straight(np.bitwise_or.outer(held, held))
    categories = np.zeros((2, 6**3 + 1), np.uint8)
    for (shape, with_straight), category in _mixed_categories().items():
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

"""Every three-card hand as a number: its strength, 0 to 740.

The ranking itself stands in `tcp.ranking` and is asked once for each of the 741 hands that differ;
everything here only spreads its answers over all 22,100 hands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.quoting import quoted
from tcp.ranking import HandRank, rank_hand

Cards = NDArray[np.uint8]
Strengths = NDArray[np.uint16]
Integers = NDArray[np.integer[Any]]

NO_HAND = np.uint16(0xFFFF)
"""Stands in the table where a card would come twice."""

CHUNK = 16_384
"""How many hands are ranked at once: few enough that their numbers stay in the cache."""


@cache
def _ladder() -> tuple[tuple[HandRank, tuple[Card, ...]], ...]:
    """The 741 ranks from the weakest up, each with a hand that has it.

    Three ranks in mixed suits, and in one suit where they differ: no other suits matter, which
    a test confirms on all 22,100 hands.
    """
    hands = []
    for low, middle, high in combinations_with_replacement(range(0, 52, 4), 3):
        hands.append((DECK[low], DECK[middle + 1], DECK[high + 2]))
        if low < middle < high:
            hands.append((DECK[low], DECK[middle], DECK[high]))
    return tuple(sorted((rank_hand(hand), hand) for hand in hands))


@cache
def three_ranks() -> tuple[HandRank, ...]:
    """The 741 hand ranks from the weakest up; a strength is a place in this list.

    >>> three_ranks()[740]
    HandRank(category=STRAIGHT_FLUSH, ranks=(A,))
    """
    return tuple(rank for rank, _ in _ladder())


@cache
def example_hands() -> tuple[tuple[Card, ...], ...]:
    """A hand for each of the 741 ranks, the weakest first.

    >>> example_hands()[0], example_hands()[740]
    ((2♣, 3♦, 5♥), (Q♣, K♣, A♣))
    """
    return tuple(hand for _, hand in _ladder())


def strength_of(threshold: HandRank) -> int:
    """How many of the 741 ranks are below this one: the least strength that reaches it."""
    return bisect_left(three_ranks(), threshold)


@cache
def strength_table() -> Strengths:
    """The strength of each three cards in any order, at 2704 a + 52 b + c for indices a, b, c."""
    examples = np.array([[card.index for card in hand] for hand in example_hands()]).T
    mixed = (examples % 4 != examples[0] % 4).any(axis=0).astype(np.intp)
    by_ranks = np.empty((2, 13, 13, 13), np.uint16)
    for a, b, c in permutations(examples // 4):
        by_ranks[mixed, a, b, c] = np.arange(len(mixed))
    table: Strengths = by_ranks[1]
    for axis in range(3):
        table = table.repeat(4, axis)  # each rank becomes the four cards that have it
    for suit in range(4):
        table[suit::4, suit::4, suit::4] = by_ranks[0]
    card = np.arange(52)
    table[card, card] = table[card, :, card] = table[:, card, card] = NO_HAND
    flat = table.reshape(-1)
    flat.flags.writeable = False
    return flat


def rank_three(cards: Cards) -> Strengths:
    """The strength of many hands at once: higher wins, equal ties.

    >>> rank_three(np.array([[40, 48], [17, 49], [8, 50]], np.uint8))  # Q♣ 6♦ 4♥ and three aces
    array([120, 728], dtype=uint16)

    Args:
        cards: a `uint8` array of shape (3, n) with the cards' indices in `DECK`, a column a hand.

    Returns:
        For each hand its place, 0 to 740, in `three_ranks()`.

    Raises:
        ValueError: for another shape or type, a number above 51, or a hand with a card twice.
    """
    check_columns(cards, (3,))
    table, strengths = strength_table(), np.empty(cards.shape[1], np.uint16)
    for start in range(0, len(strengths), CHUNK):
        chunk = slice(start, start + CHUNK)
        # "wrap" only spares a check: no index of these cards is out of bounds.
        table.take(digits(cards[:, chunk]), out=strengths[chunk], mode="wrap")
    if len(strengths) and strengths.max() == NO_HAND:
        raise ValueError(twice(cards, int(strengths.argmax())))
    return strengths


def digits(cards: Cards) -> NDArray[np.intp]:
    """Up to three cards of each hand as one number, written to the base 52."""
    number = cards[0].astype(np.int32 if len(cards) > 2 else np.uint16)  # short ones are quicker
    for card in cards[1:]:
        number *= 52
        number += card
    places: NDArray[np.intp] = number.astype(np.intp)
    return places


def check_columns(cards: Cards, sizes: Sequence[int]) -> None:
    """Refuse what is no array of card indices with as many rows as a hand has cards."""
    rows = " or ".join(map(str, sizes))
    if not isinstance(cards, np.ndarray) or cards.dtype != np.uint8 or cards.ndim != 2:
        what = f"{cards.dtype} {cards.shape}" if isinstance(cards, np.ndarray) else quoted(cards)
        raise ValueError(f"{what}: a uint8 array is asked for, of shape ({rows}, hands)")
    if cards.shape[0] not in sizes:
        raise ValueError(f"shape {cards.shape}: a column is a hand, so there are {rows} rows")
    if cards.size and cards.max() > 51:
        raise ValueError(f"card {cards.max()}: the deck's indices go from 0 to 51")


def check_deals(cards: Cards) -> None:
    """Refuse what are no deals: shape (hands, 3, rounds), the hands of a round from one deck."""
    if not isinstance(cards, np.ndarray) or cards.ndim != 3 or not 2 <= len(cards) <= 7:
        what = f"shape {cards.shape}" if isinstance(cards, np.ndarray) else quoted(cards)
        raise ValueError(
            f"{what}: an array of shape (boxes + 1, 3, rounds) is asked for, the dealer's hands "
            "first, for 1 to 6 boxes"
        )
    for hands in cards:
        check_columns(hands, (3,))
    # A bit for each card: as many bits as cards.
    held = np.bitwise_or.reduce(np.int64(1) << cards.astype(np.int64), axis=(0, 1))
    different = np.bitwise_count(held)
    if cards.shape[2] and different.min() < 3 * len(cards):
        column = int(different.argmin())
        raise ValueError(twice(cards[:, :, column].reshape(-1, 1), 0, f"round {column}"))


def twice(cards: Cards, column: int, name: str = "") -> str:
    """The sentence that refuses a hand, or what goes by another name, with a card twice."""
    hand = " ".join(str(DECK[card]) for card in cards[:, column])
    return f"{name or f'hand {column}'} ({hand}) holds a card twice; a deck holds each card once"


@cache
def all_hands() -> Cards:
    """All 22,100 hands, a column each, in the order of `itertools.combinations(DECK, 3)`."""
    a, b, c = np.ix_(*[np.arange(52)] * 3)
    hands = np.array(np.nonzero((a < b) & (b < c)), np.uint8)
    hands.flags.writeable = False
    return hands


@cache
def all_strengths() -> Strengths:
    """The strengths of `all_hands()`."""
    strengths = rank_three(all_hands())
    strengths.flags.writeable = False
    return strengths


@cache
def hand_number() -> NDArray[np.intp]:
    """The place in `all_hands()` for each a < b < c: entry 2704 a + 52 b + c."""
    a, b, c = all_hands().astype(np.intp)
    numbers = np.full(52**3, -1, np.intp)
    numbers[2704 * a + 52 * b + c] = np.arange(len(a))
    return numbers

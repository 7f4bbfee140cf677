"""Random deals from raw bits: every deal equally likely, and the same cards on every machine.

The raw 64-bit words of PCG64 are all that is taken from NumPy. It keeps them for good, where it may
change how its distributions use them. From there on it is whole numbers:

1. A word is cut into two numbers of 32 bits, the lower half first.
2. Two hands can be dealt in `ways` ways, such as 22,100 * 18,424. Numbers from the largest multiple
   of `ways` up are thrown away. Those that stay leave each remainder of the division by `ways`
   equally often, `2**32 // ways` times, so each remainder is equally likely; and a number thrown
   away tells nothing about the next.
3. The remainder names the two hands: one of the 22,100 of 52 cards, and one of the 18,424 of the 49
   cards then left. So each two hands without a common card come from exactly one remainder.
4. Further hands are drawn in the same way, two by two, from the cards that are left. Where the
   last hand has no partner, one is drawn that nobody gets, so that with another box it is the same.

Each block of rounds, and each two hands in it, have a generator of their own, with the seed that
`SeedSequence(seed).spawn` would give it. So no block needs to know of another.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tcp.exact.strengths import CHUNK, Cards

BLOCK = 65_536
"""Rounds that are dealt from seeds of their own, and held in memory at once."""


def deal_block(seed: int, block: int, rounds: int, boxes: int) -> Cards:
    """The cards of the first rounds of a block.

    Returns:
        Shape (boxes + 1, 3, rounds): the dealer's hand, then each box's, as indices in `DECK`. The
        cards of a hand are ascending: their order isn't drawn, since the game has no use for it.
    """
    hands = np.empty((boxes + 1, 3, rounds), np.uint8)
    for first in range(0, boxes + 1, 2):
        many, others = _hands_left(first).shape[1], _hands_left(first + 1).shape[1]
        number = _numbers(seed, (block, first // 2), many * others, rounds)
        quotient = number // np.uint32(others)
        _look_up(quotient, first, hands)
        if first < boxes:
            _look_up(number - quotient * np.uint32(others), first + 1, hands)
    for start in range(0, rounds, CHUNK):
        _step_over_taken(hands[:, :, start : start + CHUNK])
    return hands


def _numbers(seed: int, key: tuple[int, int], ways: int, count: int) -> NDArray[np.uint32]:
    """So many independent numbers, each from 0 to `ways - 1` with the same chance."""
    bits = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key))
    largest = np.uint32(2**32 // ways * ways - 1)
    kept = np.empty(0, np.uint32)
    while len(kept) < count:
        words = (count - len(kept)) * 2**31 // int(largest) + 64
        # "<" asks for the lower half first, whatever the machine does.
        halves = bits.random_raw(words).astype("<u8", copy=False).view("<u4")
        kept = np.concatenate([kept, halves[halves <= largest]])
    kept = kept[:count]
    remainder: NDArray[np.uint32] = kept - kept // np.uint32(ways) * np.uint32(ways)
    return remainder


@cache
def _hands_left(before: int) -> Cards:
    """The hands that can be dealt after so many others, as places among the cards left."""
    a, b, c = np.ix_(*[np.arange(52 - 3 * before)] * 3)
    return np.array(np.nonzero((a < b) & (b < c)), np.uint8)


def _look_up(number: NDArray[np.uint32], hand: int, hands: Cards) -> None:
    place = number.astype(np.intp)
    for table, cards in zip(_hands_left(hand), hands[hand], strict=True):
        # "wrap" only spares a check: no number is out of bounds.
        table.take(place, out=cards, mode="wrap")


def _step_over_taken(hands: Cards) -> None:
    """Turn places among the cards that were left for each hand into cards of the deck.

    A place at or above a taken card moves up by one, for one taken card after the other, ascending.
    The last hand is turned first: it needs the places of those before it.
    """
    for hand in range(len(hands) - 1, 0, -1):
        for before in range(hand - 1, -1, -1):
            for taken in hands[before]:
                hands[hand] += hands[hand] >= taken

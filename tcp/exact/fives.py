"""The best five of five to seven cards as a number: its strength, 0 to 7,461.

`tcp.fivecard` is asked once for each of the 7,462 hands that differ. A sixth and a seventh card are
added by a short argument: the best five of n + 1 cards leave one of them out, so they are the best
five of the n cards that stay.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.exact.strengths import CHUNK, Cards, Strengths, check_columns, digits, twice
from tcp.fivecard import FiveRank, rank_five

Places = NDArray[np.intp]


@cache
def _ladder() -> tuple[tuple[FiveRank, tuple[Card, ...]], ...]:
    """The 7,462 ranks from the weakest up, each with a hand that has it."""
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] < ranks[4]:  # there are but four of a rank
            # Suits in turn: cards of a rank differ, and it is no flush.
            hands.append(tuple(DECK[4 * rank + place % 4] for place, rank in enumerate(ranks)))
        if len(set(ranks)) == 5:
            hands.append(tuple(DECK[4 * rank] for rank in ranks))
    return tuple(sorted((rank_five(hand), hand) for hand in hands))


@cache
def five_ranks() -> tuple[FiveRank, ...]:
    """The 7,462 ranks of five cards from the weakest up; a strength is a place in this list.

    >>> five_ranks()[7461]
    FiveRank(category=ROYAL_FLUSH, ranks=(A,))
    """
    return tuple(rank for rank, _ in _ladder())


@cache
def _rank_sets(size: int) -> tuple[Places, Places]:
    """All ways to draw `size` ranks, in any order.

    Returns:
        The ranks of each, ascending, a row a set; and the number of the set that ranks in any
        order make, as an array with an axis for each of them.
    """
    shape = (13,) * size
    ranks = np.sort(np.indices(shape).reshape(size, -1), axis=0)
    codes, numbers = np.unique(np.ravel_multi_index(tuple(ranks), shape), return_inverse=True)
    return np.array(np.unravel_index(codes, shape)).T, numbers.reshape(shape)


@cache
def _mixed(size: int) -> Strengths:
    """The strength of the best five where no five share a suit.

    A row for each set of ranks that the first three cards can have, a column for each set that
    the others can have, numbered by `_rank_sets`.
    """
    threes, number_of_three = _rank_sets(3)
    others, _ = _rank_sets(size - 3)
    if size == 5:
        powers = 5 ** np.arange(13)  # the sum tells how many there are of each rank
        ladder = [
            (strength, [card.rank - 2 for card in hand])
            for strength, (_, hand) in enumerate(_ladder())
            if len({card.suit for card in hand}) > 1
        ]
        sums = powers[np.array([ranks for _, ranks in ladder])].sum(axis=1)
        order = np.argsort(sums)
        wanted = powers[threes].sum(axis=1)[:, None] + powers[others].sum(axis=1)
        found = order[np.searchsorted(sums[order], wanted).clip(max=len(order) - 1)]
        strengths = np.array([strength for strength, _ in ladder])
        return np.where(sums[found] == wanted, strengths[found], 0).astype(np.uint16)
    fewer, number_of_rest = _mixed(size - 1), _rank_sets(size - 4)[1]
    best = np.zeros((len(threes), len(others)), np.uint16)
    for left_out in range(size - 3):
        rest = number_of_rest[tuple(np.delete(others, left_out, axis=1).T)]
        np.maximum(best, fewer[:, rest], out=best)
    for left_out in range(3):  # its place among the first three goes to the first of the others
        first, second = np.delete(threes, left_out, axis=1).T[:, :, None]
        rest = number_of_rest[tuple(others[:, 1:].T)]
        np.maximum(best, fewer[number_of_three[first, second, others[:, 0]], rest], out=best)
    return best


@cache
def _suited() -> Strengths:
    """The strength of the best five of a suit, by the bit mask of the ranks; 0 below five."""
    strengths = np.zeros(1 << 13, np.uint16)
    for strength, (_, hand) in enumerate(_ladder()):
        if len({card.suit for card in hand}) == 1:
            strengths[sum(1 << card.rank - 2 for card in hand)] = strength
    for rank in range(13):  # so that every set gets the best of its subsets, one rank at a time
        without, with_rank = strengths.reshape(-1, 2, 1 << rank).swapaxes(0, 1)
        np.maximum(with_rank, without, out=with_rank)
    return strengths


# Cards are looked up by threes. What is found adds up to one number for the hand: its lower bits
# are the place of the ranks in `_mixed`, and from bit 24 up four bits count each suit's cards.
_SUITS = 24
_PLACE = (1 << _SUITS) - 1
_FIVE_OF_A_SUIT = 0x8888 << _SUITS
_THREE_OF_EACH = 0x3333 << _SUITS  # carries a count of five or more over into the bit above


@cache
def _looked_up(cards: int, scale: int) -> NDArray[np.int64]:
    """What one, two or three cards add, by their indices a, b, c as digits to the base 52."""
    indices = np.ix_(*[np.arange(52)] * cards)
    found = scale * _rank_sets(cards)[1][tuple(index // 4 for index in indices)]
    for index in indices:
        found = found + (1 << _SUITS + index % 4 * 4)
    flat: NDArray[np.int64] = found.reshape(-1)
    return flat


@cache
def _held(cards: int) -> NDArray[np.int64]:
    """The same cards as a bit mask."""
    held = np.zeros((52,) * cards, np.int64)
    for index in np.ix_(*[np.arange(52)] * cards):
        held |= 1 << index
    return held.reshape(-1)


@cache
def _fourth() -> Places:
    """The number of a set of four ranks, by 13 times the number of three of them plus the last."""
    threes, _ = _rank_sets(3)
    fours: Places = _rank_sets(4)[1][tuple(threes.T[:, :, None])]
    return fours.reshape(-1)


def _rank_chunk(cards: Cards, chunk: slice, strengths: Strengths) -> None:
    size = len(cards)
    # "wrap" below only spares a check: no index of these cards is out of bounds.
    parts = [digits(cards[start : start + 3, chunk]) for start in range(0, size, 3)]
    sizes = [min(3, size - start) for start in range(0, size, 3)]
    held = _held(3).take(parts[0], mode="wrap")
    for many, part in zip(sizes[1:], parts[1:], strict=True):
        held |= _held(many).take(part, mode="wrap")
    if (different := np.bitwise_count(held)).min() < size:
        raise ValueError(twice(cards, chunk.start + int(different.argmin())))

    total = _looked_up(sizes[1], 13 if size == 7 else 1).take(parts[1], mode="wrap")
    if size == 7:
        total += _looked_up(1, 1).take(parts[2])
        four = _fourth().take(total & _PLACE, mode="wrap")
        total &= ~_PLACE
        total += four
    total += _looked_up(3, len(_rank_sets(size - 3)[0])).take(parts[0], mode="wrap")
    _mixed(size).reshape(-1).take(total & _PLACE, out=strengths, mode="wrap")

    five = total + _THREE_OF_EACH & _FIVE_OF_A_SUIT
    flush = np.flatnonzero(five)
    if len(flush):
        hands, bit = cards[:, chunk].take(flush, axis=1), five[flush] >> _SUITS
        suit = (bit > 0x8).astype(np.uint8) + (bit > 0x80) + (bit > 0x800)
        masks = ((hands & 3 == suit).astype(np.intp) << (hands >> 2)).sum(axis=0)
        strengths[flush] = np.maximum(strengths[flush], _suited()[masks])


def rank_best(cards: Cards) -> Strengths:
    """The strength of the best five of five, six or seven cards, for many hands at once.

    >>> from tcp.cards import parse_cards
    >>> hands = [parse_cards(text) for text in ("As Ks Qs Js Ts 2h 3h", "7h 7c 7s 2d 2h 3c 4c")]
    >>> cards = np.array([[card.index for card in hand] for hand in hands], np.uint8).T
    >>> [five_ranks()[strength] for strength in rank_best(cards)]
    [FiveRank(category=ROYAL_FLUSH, ranks=(A,)), FiveRank(category=FULL_HOUSE, ranks=(7, 2))]

    Args:
        cards: a `uint8` array of shape (5 to 7, n) with the cards' indices in `DECK`, a column a
            hand.

    Returns:
        For each hand its place, 0 to 7461, in `five_ranks()`.

    Raises:
        ValueError: for another shape or type, a number above 51, or a hand with a card twice.
    """
    check_columns(cards, (5, 6, 7))
    strengths = np.empty(cards.shape[1], np.uint16)
    for start in range(0, cards.shape[1], CHUNK):
        chunk = slice(start, start + CHUNK)
        _rank_chunk(cards, chunk, strengths[chunk])
    return strengths

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
def five_examples() -> tuple[tuple[Card, ...], ...]:
    """A hand for each of the 7,462 ranks, the weakest first.

    >>> five_examples()[7461]
    (10♣, J♣, Q♣, K♣, A♣)
    """
    return tuple(hand for _, hand in _ladder())


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


# One or two cards are looked up at a time, in tables small enough for the nearest cache. What is
# found adds up: the lower bits to the number of a set of ranks, and from bit 24 up four bits for
# each suit to its number of cards.
_SUITS = 24
_RANKS = (1 << _SUITS) - 1
_FIVE_OF_A_SUIT = 0x8888 << _SUITS
_THREE_OF_EACH = 0x3333 << _SUITS  # carries a count of five or more over into the bit above


@cache
def _looked_up(cards: int, scale: int) -> NDArray[np.int64]:
    """What one or two cards add, by their indices a, b as digits to the base 52."""
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
def _with_more(cards: int) -> Places:
    """The number of a set of two ranks and `cards` more, by both their numbers."""
    twos, more = _rank_sets(2)[0][:, None], _rank_sets(cards)[0][None, :]
    together = [*np.moveaxis(twos, 2, 0), *np.moveaxis(more, 2, 0)]
    numbers: Places = _rank_sets(2 + cards)[1][tuple(together)]
    return numbers.reshape(-1)


def _rank_chunk(cards: Cards, chunk: slice, strengths: Strengths) -> None:
    size = len(cards)
    parts = [cards[first:last, chunk] for first, last in ((0, 2), (2, 3), (3, 5), (5, size))]
    looked = [(len(part), digits(part)) for part in parts if len(part)]
    # "wrap" only spares a check: no index of these cards is out of bounds.
    held = _held(2).take(looked[0][1], mode="wrap")
    for many, place in looked[1:]:
        held |= _held(many).take(place, mode="wrap")
    if (different := np.bitwise_count(held)).min() < size:
        raise ValueError(twice(cards, chunk.start + int(different.argmin())))

    (_, pair), (_, third), (_, second_pair), *rest = looked
    first = _looked_up(2, 13).take(pair, mode="wrap")
    first += _looked_up(1, 1).take(third, mode="wrap")
    row = _with_more(1).take(first & _RANKS, mode="wrap")
    if rest:
        many, last = rest[0]
        others = _looked_up(2, len(_rank_sets(many)[0])).take(second_pair, mode="wrap")
        others += _looked_up(many, 1).take(last, mode="wrap")
        column = _with_more(many).take(others & _RANKS, mode="wrap")
    else:
        others = _looked_up(2, 1).take(second_pair, mode="wrap")
        column = others & _RANKS
    best = _mixed(size)
    row *= best.shape[1]
    row += column
    best.reshape(-1).take(row, out=strengths, mode="wrap")

    first += others
    first += _THREE_OF_EACH
    first &= _FIVE_OF_A_SUIT
    flush = np.flatnonzero(first)
    if len(flush):
        hands, bit = cards[:, chunk].take(flush, axis=1), first[flush] >> _SUITS
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

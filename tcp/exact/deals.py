"""How many of the dealer's hands are better, equal or worse: counted, without visiting deals.

The dealer's hands that avoid three cards a, b, c are all hands, minus those with a, with b, with c,
plus those with two of them, minus the hand abc: inclusion and exclusion. Counted up by strength,
each of these numbers answers "how many are below this strength?" for every hand and rule at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from tcp.cards import Card
from tcp.exact.strengths import (
    Cards,
    Strengths,
    all_hands,
    all_strengths,
    digits,
    strength_table,
)
from tcp.showdown import check_known

STRENGTHS = 741

Counts = NDArray[np.int64]
Places = NDArray[np.intp]


@cache
def suit_classes() -> tuple[Places, Places, Counts]:
    """The 1,755 kinds of hand that no exchange of suits turns into each other.

    Returns:
        The place in `all_hands()` of one hand of each kind, the kind of each of the 22,100 hands,
        and how many hands each kind has: 4, 12 or 24.
    """
    (a, b, c), (s, t, u) = all_hands() // 4, all_hands() % 4  # ranks a <= b <= c, and their suits
    # Which two cards share a suit. The cards of a pair are interchangeable: a third card that has
    # a suit in common with either is taken as having it with the first.
    first, outer, last = s == t, s == u, t == u
    pair_below, pair_above = a == b, b == c
    outer, last = outer | (pair_below & last), last & ~pair_below
    first, outer = first | (pair_above & outer), outer & ~pair_above
    kind = ((a * 13 + b.astype(np.intp)) * 13 + c) * 8 + (first + 2 * outer + 4 * last)
    sizes = np.bincount(kind)
    kinds = np.flatnonzero(sizes)
    number = np.zeros(len(sizes), np.intp)
    number[kinds] = np.arange(len(kinds))
    kind_of = number[kind]
    example = np.empty(len(kinds), np.intp)
    example[kind_of[::-1]] = np.arange(len(kind_of))[::-1]  # the first of each kind stays
    return example, kind_of, sizes[kinds]


@cache
def _pair_number() -> Places:
    """A number for each two different cards, 0 to 1325, in either order."""
    numbers = np.zeros((52, 52), np.intp)
    first, second = np.triu_indices(52, 1)
    numbers[first, second] = numbers[second, first] = np.arange(len(first))
    return numbers


def sets_in(hands: Cards) -> NDArray[np.int32]:
    """Seven rows for each hand: the number of no card, of each card and of each two cards in it."""
    sets = np.zeros((7, hands.shape[1]), np.int32)  # short numbers: fresh memory costs most here
    np.add(hands, 1, out=sets[1:4], dtype=np.int32)
    for row, (first, second) in zip(sets[4:], combinations(hands, 2), strict=True):
        np.add(_pair_number()[first, second], 53, out=row, casting="unsafe")
    return sets


SETS = 1 + 52 + 1326
SIGNS = (1, -1, -1, -1, 1, 1, 1)
"""How the hands that hold these sets are added up to those that avoid all three cards."""


def _counted_up(hands: Cards, strengths: Strengths) -> NDArray[np.int16]:
    """For each strength 0 to 741 and each set: how many hands that hold it are below.

    Returns:
        The counts in one row: that of a strength and a set is at `strength * SETS + set`.
    """
    # No more than 22,100 hands are counted, so short numbers do, and they are quick.
    counts = np.zeros((STRENGTHS + 1) * SETS, np.int16)
    start = (strengths + np.int32(1)) * np.int32(SETS)
    for sets in sets_in(hands):
        np.add.at(counts, start + sets, np.int16(1))
    table = counts.reshape(-1, SETS)
    for below, here in pairwise(table):
        here += below
    return counts


def results(dealer_hands: int, not_qualified: Counts, weaker: Counts, ties: Counts) -> Counts:
    """How many of the dealer's hands lead to each result of a Play.

    Args:
        dealer_hands: how many there are.
        not_qualified: how many don't qualify.
        weaker: how many are weaker than the hand that plays, whether they qualify or not.
        ties: how many qualify and are equal to it.

    Returns:
        A row for each field of `tcp.showdown.Outcomes`: not qualified, win, tie, lose.
    """
    win = np.maximum(weaker - not_qualified, 0)
    return np.array([not_qualified, win, ties, dealer_hands - not_qualified - win - ties])


class Deals:
    """The hands a player may hold, and how many of the dealer's hands are below each strength.

    Nothing here depends on the rules. Hands that only differ by an exchange of suits share a row,
    unless known cards tell the suits apart.

    Attributes:
        hands: one hand of each row, its cards in ascending order.
        strengths: the strength of each row.
        sizes: how many hands each row stands for.
        members: the places in `all_hands()` of all hands that can be dealt, ascending.
        row_of: the row of each member.
        dealer_hands: how many hands the dealer may hold against any of them.
        weaker, equal: how many of these are weaker than, equal to the row's hand.
        below_holding: how many of all the dealer's hands that hold a set of up to two cards are
            below each strength, see `_counted_up`.
    """

    def __init__(self, dead: Sequence[Card] = (), dealer_shows: Sequence[Card] = ()) -> None:
        check_known((), dead, dealer_shows)
        unseen, hidden = 52 - len(dead) - len(dealer_shows), 3 - len(dealer_shows)
        if unseen < 3 + hidden:
            raise ValueError(
                f"{len(dead) + len(dealer_shows)} known cards leave {unseen}; a player and the "
                f"dealer need {3 + hidden} more"
            )
        hands, strengths = all_hands(), all_strengths()
        if dead or dealer_shows:
            status = np.zeros(52, np.uint8)
            status[[card.index for card in dead]] = 1
            status[[card.index for card in dealer_shows]] = 2
            found = status[hands]
            self.members = np.flatnonzero(~found.any(axis=0))
            rows, self.row_of = self.members, np.arange(len(self.members))
            self.sizes = np.ones(len(rows), np.int64)
            shows = (found == 2).sum(axis=0) == len(dealer_shows)
            of_dealer = np.flatnonzero(shows & ~(found == 1).any(axis=0))
        else:
            self.members = of_dealer = np.arange(hands.shape[1])
            rows, self.row_of, self.sizes = suit_classes()
        self.hands, self.strengths = hands[:, rows], strengths[rows].astype(np.intp)
        self.dealer_hands = math.comb(unseen - 3, hidden)
        self._own_hand_counted = not dealer_shows  # it is among the hands counted below

        self.below_holding = _counted_up(hands[:, of_dealer], strengths[of_dealer])
        self._sets = sets_in(self.hands)
        self.weaker = self.below(self.strengths)
        self.equal = self.below(self.strengths + 1) - self.weaker

    def below(self, strength: int | Places) -> Counts:
        """How many of the dealer's hands are below a strength, against the hand of each row.

        Args:
            strength: one strength, or one for each row.
        """
        avoiding = np.zeros(len(self.strengths), np.int16)
        for sign, of_row in zip(SIGNS, self._sets, strict=True):
            avoiding += sign * self.below_holding.take(strength * SETS + of_row)
        if self._own_hand_counted:
            avoiding -= self.strengths < strength
        return avoiding.astype(np.int64)

    def outcomes(self, qualifying: int) -> Counts:
        """How many of the dealer's hands lead to each result of a Play.

        Args:
            qualifying: the least strength with which the dealer plays.

        Returns:
            A row for each field of `tcp.showdown.Outcomes`: not qualified, win, tie, lose.
        """
        not_qualified = self.below(qualifying)
        ties = np.where(self.strengths >= qualifying, self.equal, 0)
        return results(self.dealer_hands, not_qualified, self.weaker, ties)

    def by_strength(self) -> Counts:
        """How many of the dealer's hands have each strength, a row for each hand."""
        table = self.below_holding.reshape(-1, SETS).T.copy()
        below = -(self.strengths[:, None] < np.arange(STRENGTHS + 1)).astype(np.int16)
        for sign, of_row in zip(SIGNS, self._sets, strict=True):
            below += sign * table[of_row]
        hands: Counts = np.diff(below, axis=1).astype(np.int64)
        return hands


def below_avoiding(strength: Places, known: Cards) -> Counts:
    """How many of the dealer's hands are below some strengths, for many sets of known cards.

    By inclusion and exclusion, as for the three cards of a hand: hands that avoid all known cards
    are all hands, minus those with each known card, plus those with each two, minus each three.

    Args:
        strength: shape (m, n): m strengths for each of n sets.
        known: shape (cards, n): the indices of the cards in each set, all different.

    Returns:
        Shape (m, n).
    """
    table, row = deals_without().below_holding, strength * SETS
    cards = known.astype(np.intp)
    # No more than 22,100 hands are left in the end, and sums on the way may wrap around.
    avoiding = table.take(row)
    for card in cards:
        avoiding -= table.take(row + (1 + card))
    for first, second in combinations(cards, 2):
        avoiding += table.take(row + (53 + _pair_number()[first, second]))
    least = strength.astype(np.uint16)
    for three in combinations(known, 3):
        avoiding -= strength_table().take(digits(np.array(three)), mode="wrap") < least
    return avoiding.astype(np.int64)


@lru_cache(maxsize=32)
def deals_without(dead: tuple[Card, ...] = (), dealer_shows: tuple[Card, ...] = ()) -> Deals:
    """`Deals` for these known cards, kept for the next time."""
    return Deals(dead, dealer_shows)

"""How often shared cards split a pot that other houses would not, exactly.

With NumPy, as every pattern of ranks that two hands can have is laid beside every other.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from tcp.club.ranking import house_rank
from tcp.exact.fives import five_examples, rank_best
from tcp.exact.strengths import Integers, Strengths


@cache
def house_strengths() -> Strengths:
    """The strength in the club, 0 to 7,318, by that of the usual game, 0 to 7,461.

    >>> house_strengths()[[0, 7461]].tolist()
    [0, 7318]
    """
    ranks = [house_rank(hand) for hand in five_examples()]
    places = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    strengths = np.array([places[rank] for rank in ranks], np.uint16)
    strengths.flags.writeable = False
    return strengths


def _ways_of_both(patterns: Integers) -> Integers:
    """The ways to choose suits for one pattern and then, from what is left, for another.

    A pattern is a row: how many cards it has of each rank.
    """
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(5)])
    ways = np.ones((len(patterns), len(patterns)), np.int64)
    for first, second in zip(patterns.T[:, :, None], patterns.T[:, None, :], strict=True):
        ways *= choose[4, first] * choose[4 - first, second]
    return ways


@cache
def house_splits() -> Fraction:
    """The chance that two at memphis split a pot which only the house's rule splits.

    Nobody draws and nobody folds. Both need a full house over the same three alike. A player has
    three of that rank and the two on the table are both players', so with t of them on the table
    there are 3 + 3 - t of four: t is 2, and each holds one of the others. The four cards beside
    it are patterns of the other twelve ranks, whose suits are counted.

    >>> house_splits() < Fraction(1, 5_000)
    True
    """
    fours = list(combinations_with_replacement(range(12), 4))
    ways = _ways_of_both(np.array([np.bincount(four, minlength=12) for four in fours]))
    beside = np.array(fours, np.uint8).T
    hands = 0
    for alike in range(13):
        others = np.delete(np.arange(13, dtype=np.uint8), alike)[beside]
        # Suits in turn: no flush, which would beat nothing that splits here.
        own = 4 * others + np.arange(4, dtype=np.uint8)[:, None]
        three = np.repeat(4 * alike + np.arange(3, dtype=np.uint8)[:, None], len(fours), axis=1)
        usual = rank_best(np.concatenate([three.astype(np.uint8), own]))
        house = house_strengths()[usual]
        split = (house[:, None] == house) & (usual[:, None] != usual)
        hands += int(ways[split].sum())
    # Two of the four alike on the table, and who has which of the other two.
    return Fraction(comb(4, 2) * 2 * hands, comb(52, 2) * comb(50, 5) * comb(45, 5))

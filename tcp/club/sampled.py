"""Who could open a jackpot in many sampled deals, for more players than can be counted. NumPy."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Rank
from tcp.club.steps import MOST_PLAYERS
from tcp.exact.fives import five_ranks, rank_best
from tcp.fivecard import FiveCategory, FiveRank
from tcp.quoting import quoted
from tcp.table import LARGEST_SEED

_AT_ONCE, _MOST_DEALS = 20_000, 10_000_000


def sample_openers(deals: int, *, seed: int, players: int = MOST_PLAYERS) -> NDArray[np.uint8]:
    """What each player could open in so many deals, each from a full deck.

    >>> met = sample_openers(10_000, seed=1)
    >>> met.shape, bool(abs((met[:, :2].max(axis=1) >= 1).mean() - 0.3718) < 0.02)
    ((10000, 7), True)

    Args:
        deals: how many.
        seed: the same seed gives the same deals.
        players: one to seven; the first two of seven are as good as two.

    Returns:
        A row for each deal and a column for each player: how many of the four needs the hand
        meets, 0 for none, 1 for jacks only, up to 4 for aces or better.

    Raises:
        ValueError: for a number of deals below 1 or above ten million, any other number of
            players, or a seed that is no whole number from 0 up.
    """
    for what, number, least, most in (
        ("deals", deals, 1, _MOST_DEALS),
        ("players", players, 1, MOST_PLAYERS),
        ("seed", seed, 0, LARGEST_SEED),
    ):
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ValueError(
                f"{quoted(number)} {what}: a whole number is asked for, from {least} to {most:,}"
            )
    rng = np.random.default_rng(seed)
    bounds = [
        bisect_left(five_ranks(), FiveRank(FiveCategory.PAIR, (rank,)))
        for rank in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
    ]
    parts = []
    for first in range(0, deals, _AT_ONCE):
        deck = np.arange(len(DECK), dtype=np.uint8)
        decks = rng.permuted(np.tile(deck, (min(_AT_ONCE, deals - first), 1)), axis=1)
        hands = np.ascontiguousarray(decks[:, : 5 * players].reshape(-1, 5).T)
        met = np.searchsorted(bounds, rank_best(hands), side="right").astype(np.uint8)
        parts.append(met.reshape(-1, players))
    return np.concatenate(parts)

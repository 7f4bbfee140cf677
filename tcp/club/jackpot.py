"""Jackpots: the ladder of openers, what shows an opening, and what a false one costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tcp.cards import Card, Rank, check_hand
from tcp.club.ranking import part_rank
from tcp.fivecard import FiveCategory, FiveRank
from tcp.quoting import quoted

LADDER = (
    Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE,
    Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK,
)  # fmt: skip
"""The pairs that open, step by step: up, then down, then from the beginning."""


def required(rung: int) -> Rank:
    """The pair that opens after so many rounds that nobody has opened.

    >>> [required(rung).name for rung in (0, 3, 4, 7, 8, 9)]
    ['JACK', 'ACE', 'ACE', 'JACK', 'JACK', 'QUEEN']

    Raises:
        ValueError: for what is no whole number, 0 or more.
    """
    if not isinstance(rung, int) or isinstance(rung, bool) or rung < 0:
        raise ValueError(f"rung {quoted(rung)}: the steps of the ladder are counted 0, 1, 2 …")
    return LADDER[rung % len(LADDER)]


def may_open(cards: Sequence[Card], rung: int) -> bool:
    """Whether these cards are the pair that is required, or better.

    Up to seven cards; with fewer than five only cards of equal rank count.

    >>> from tcp.cards import parse_cards
    >>> kings = parse_cards("K♥ K♦ 7♣ 4♣ 2♠")
    >>> [may_open(kings, rung) for rung in range(5)]
    [True, True, True, False, False]
    """
    return part_rank(cards) >= FiveRank(FiveCategory.PAIR, (required(rung),))


def openers(cards: Sequence[Card], rung: int) -> tuple[Card, ...]:
    """The fewest of these cards that open, which are what has to be shown; none if they don't.

    >>> from tcp.cards import parse_cards
    >>> openers(parse_cards("K♥ 7♣ 4♣ K♦ 2♠"), 0)
    (K♥, K♦)
    """
    check_hand(cards, 0, 7)
    for size in range(2, min(len(cards), 5) + 1):
        for some in combinations(cards, size):
            if may_open(some, rung):
                return some
    return ()


class Penalty(NamedTuple):
    """What is left of the shares of a pot after a false opening."""

    shares: tuple[int, ...]
    left: int
    """Chips of the pot that stay for the next round."""
    fine: int
    """Chips that the opener pays into the next pot."""


def penalty(shares: Sequence[int], opener: int, *, held: int, fine: int) -> Penalty:
    """The punishment of an opener without openers.

    Who won the pot, or a share of it, leaves that for the next round. Where others take it, or
    nobody, the opener pays a fine into the next pot, as far as the chips go.

    >>> penalty((0, 12, 0), 1, held=40, fine=5), penalty((0, 12, 0), 2, held=40, fine=5)
    (Penalty(shares=(0, 0, 0), left=12, fine=0), Penalty(shares=(0, 12, 0), left=0, fine=5))

    Args:
        shares: what each seat gets of the pot.
        opener: the seat that opened.
        held: the chips that the opener has.
        fine: what the house asks.
    """
    won = shares[opener]
    if not won:
        return Penalty(tuple(shares), 0, min(fine, held))
    kept = tuple(0 if seat == opener else share for seat, share in enumerate(shares))
    return Penalty(kept, won, 0)

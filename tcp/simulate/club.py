"""The club's bicycle round by the hundred thousand: who talks, who wins, and who must share.

Nobody folds and nobody draws, so that only the cards decide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from tcp.cards import DECK
from tcp.club.bicycle import BET, PLANS, Form
from tcp.club.ranking import part_rank
from tcp.club.splits import house_strengths
from tcp.club.steps import MOST_PLAYERS
from tcp.exact.fives import rank_best
from tcp.exact.strengths import Integers, Strengths
from tcp.simulate.decks import top_cards
from tcp.simulate.work import check_whole


@dataclass(frozen=True)
class Sampled:
    """How often something happened in so many deals."""

    hits: int
    deals: int

    @property
    def share(self) -> Fraction:
        """The part of the deals in which it happened."""
        return Fraction(self.hits, self.deals)

    @property
    def standard_error(self) -> float:
        """The usual distance between this share and the chance."""
        return math.sqrt(self.share * (1 - self.share) / self.deals)


@dataclass(frozen=True)
class Splits:
    """How often two players are equal in the same deals: in the usual ranking, and in the house."""

    usual: Sampled
    house: Sampled


def splits(own: int, shared: int, deals: int, seed: int) -> Splits:
    """Deal two players cards of their own and some that both may use: how often are they equal?

    Memphis is `own=5, shared=2`, sykkel 7 and 0, stud 5 and 0.

    Raises:
        ValueError: unless each has five to seven cards, and for what `top_cards` refuses.
    """
    check_whole("shared", shared, 0, 7, "a whole number of cards")
    check_whole("own", own, 5 - min(shared, 5), 7 - shared, "a whole number of cards")
    cards = top_cards(deals, 2 * own + shared, seed)
    table, hands = cards[2 * own :], (cards[:own], cards[own : 2 * own])
    first, second = (rank_best(np.concatenate([hand, table])) for hand in hands)
    house = house_strengths()
    equal = first == second, house[first] == house[second]
    return Splits(*(Sampled(int(np.count_nonzero(each)), deals) for each in equal))


@cache
def _part_strengths(size: int) -> Strengths:
    """The order of the ranks of up to four cards, by `part_rank`; an axis for each card's rank."""
    ranks = {}
    for places in product(range(13), repeat=size):
        if tuple(sorted(places)) == places:
            # Suits in turn: cards of a rank differ.
            ranks[places] = part_rank([DECK[4 * rank + i] for i, rank in enumerate(places)])
    order = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
    strengths = np.empty((13,) * size, np.uint16)
    for places in product(range(13), repeat=size):
        strengths[places] = order[ranks[tuple(sorted(places))]]
    return strengths


@dataclass(frozen=True)
class Talking:
    """What became of the hands that talked first in one betting round."""

    shown: int
    """How many open cards each player had."""
    wins: Sampled
    """The deals in which the hand that talked was the best in the end, alone or with others."""


def talking(form: Form, players: int, deals: int, seed: int) -> list[Talking]:
    """How often the highest shown hand of each betting round is the best in the end.

    The betting before any card is open is left out. Of equal shown hands the first from the
    dealer's left talks.

    Raises:
        ValueError: for a form that shows no cards, or a number of players that can't play it.
    """
    if form not in (Form.SYKKEL, Form.STUD):
        raise ValueError(f"{form!r}: Form.SYKKEL and Form.STUD show cards")
    check_whole("players", players, 2, MOST_PLAYERS, "a whole number of players")
    phases = PLANS[form]
    size = len("".join(phase for phase in phases if phase != BET))
    cards = top_cards(deals, size * players, seed).reshape(size, players, deals)
    shown: list[int] = []
    talkers: dict[int, Integers] = {}
    dealt = 0
    for phase in phases:
        if phase != BET:
            shown += [dealt + place for place, kind in enumerate(phase) if kind == "o"]
            dealt += len(phase)
        elif shown:
            ranks = tuple(cards[place] // 4 for place in shown)
            # Of equal ones argmax gives the first.
            talkers[len(shown)] = _part_strengths(len(shown))[ranks].argmax(axis=0)
    best = np.array([rank_best(np.ascontiguousarray(cards[:, seat])) for seat in range(players)])
    wins = best == best.max(axis=0)
    return [
        Talking(many, Sampled(int(wins[seats, np.arange(deals)].sum()), deals))
        for many, seats in talkers.items()
    ]

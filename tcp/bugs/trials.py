"""The tests that a program may be put to, each with the smallest example on which it fails."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from tcp.bugs.cases import settlement_cases
from tcp.bugs.catalogue import RIGHT, Bug
from tcp.bugs.counted import ADVICE, card_bits, hands, rules_of, seen_as
from tcp.bugs.examples import DEALT, Example
from tcp.bugs.measures import house_edge, rounds_to_see
from tcp.bugs.rankings import worth_of
from tcp.cards import DECK
from tcp.payouts import Bets, Decision, settle
from tcp.quoting import quoted
from tcp.ranking import Category, compare, rank_hand
from tcp.rules import Rules


def census(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Counts the hands of each category, and nothing else: hands may change places unseen."""
    found = Counter(worth_of(bug.ranking(hand)).category for hand in hands())
    right = Counter(rank_hand(hand).category for hand in hands())
    for kind in Category:
        if found[kind] != right[kind]:
            return Example("census", found[kind], right[kind], of=kind.name.lower())
    return None


def every_hand(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Asks for the category of each of the 22,100 hands, one by one."""
    for hand in hands():
        wrong, right = worth_of(bug.ranking(hand)).category, rank_hand(hand).category
        if wrong != right:
            return Example("every hand", wrong, right, (hand,))
    return None


def edge(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Compares the exact house edge of the Ante with the right one."""
    wrong, right = house_edge(bug, rules), house_edge(RIGHT, rules)
    if wrong is None or right is None or wrong == right:
        return None
    return Example("house edge", wrong, right)


def pairwise_order(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Compares hands pair by pair. Smallest: the first hand in the deck's order, then the other."""
    found = rules_of(rules)
    wrong, right = seen_as(bug, found).order, seen_as(RIGHT, found).order
    if bug.kind != "ranking" or (wrong == right).all():
        return None
    bits = card_bits()
    for row in range(len(bits)):
        different = np.sign(wrong[row] - wrong) != np.sign(right[row] - right)
        for other in np.flatnonzero(different & ((bits & bits[row]) == 0))[:1]:
            pair = hands()[row], hands()[other]
            return Example("pairwise order", bug.compare(*pair), compare(*pair), pair)
    return None


def settlement(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Settles the rounds of `settlement_cases`, the smallest first."""
    for case in settlement_cases(rules_of(rules)):
        wrong, right = bug.settle(*case).net, settle(*case).net
        if wrong != right:
            pair = case.player, case.dealer
            return Example("settlement", wrong, right, pair, bets=case.bets, decision=case.decision)
    return None


# --- rounds dealt by chance ----------------------------------------------------------------------


class Simulated(NamedTuple):
    """Rounds played by chance: how many, the mean net of an Ante of one, its standard error."""

    rounds: int
    mean: float
    standard_error: float


def simulated(bug: Bug, rounds: int, *, seed: int, rules: Rules | None = None) -> Simulated:
    """Plays so many rounds as the wrong program does: Ante 1, Q-6-4 and up played.

    >>> from tcp.bugs import BUGS
    >>> simulated(BUGS["tie_loses"], 100, seed=1) == simulated(BUGS["tie_loses"], 100, seed=1)
    True

    The right settlement refuses a round that holds a card twice, as two wrong deals have.

    Raises:
        ValueError: for fewer than two rounds, or a round that can't be settled.
    """
    if rounds < 2:
        raise ValueError(f"rounds = {quoted(rounds)}: a standard error needs two or more")
    found = rules_of(rules)
    nets = list(islice(_played(bug, found, random.Random(seed)), rounds))
    mean = math.fsum(nets) / rounds
    variance = math.fsum((net - mean) ** 2 for net in nets) / (rounds - 1)
    return Simulated(rounds, mean, math.sqrt(variance / rounds))


def _played(bug: Bug, rules: Rules, rng: random.Random) -> Iterator[float]:
    bets = Bets(1)
    for player, dealer in bug.rounds(rng):
        decision = Decision.PLAY if rank_hand(player) >= ADVICE else Decision.FOLD
        yield float(bug.settle(rules, bets, player, dealer, decision).net)


def simulation(bug: Bug, rules: Rules | None = None, rounds: int = 1_000_000) -> Example | None:
    """Whether so many rounds put the mean three standard errors off, as a rule."""
    needed = rounds_to_see(bug, rules)
    if needed is None or needed > rounds:
        return None
    return Example("simulation", needed, 0)


def deals(bug: Bug, rules: Rules | None = None) -> Example | None:
    """Looks at 4,000 dealt rounds: each card once, no round again, each card as often as others.

    A fair deal repeats a round in one of about 1,800 such tests, and the last, a chi-square of 52
    cards at six places, fails beyond five standard deviations. The seed is fixed.
    """
    if bug.kind != "deal":
        return None  # it deals as the right program does
    dealt = list(islice(bug.rounds(random.Random(13)), DEALT))
    seen: dict[object, int] = {}
    for number, pair in enumerate(dealt, 1):
        if len({card for hand in pair for card in hand}) < 6:
            return Example("deals", number, 0, pair, of="twice")
        if pair in seen:
            return Example("deals", number, seen[pair], pair, of="again")
        seen[pair] = number
    landed = Counter(
        (place, card)
        for player, dealer in dealt
        for place, card in enumerate((*player, *dealer), 1)
    )
    expected = DEALT / len(DECK)
    distance = sum(
        (landed[place, card] - expected) ** 2 / expected for place in range(1, 7) for card in DECK
    )
    freedom = 6 * (len(DECK) - 1)
    if distance <= freedom + 5 * math.sqrt(2 * freedom):
        return None
    place, card = max(landed, key=lambda key: (landed[key], -key[0], -key[1].index))
    return Example(
        "deals", landed[place, card], round(expected), ((card,),), of="place", place=place
    )


TESTS: dict[str, Callable[[Bug, Rules | None], Example | None]] = {
    "census": census,
    "every hand": every_hand,
    "house edge": edge,
    "pairwise order": pairwise_order,
    "settlement": settlement,
    "simulation": simulation,
    "deals": deals,
}
"""Every test by name; each takes a bug and rules, and gives what it fails on, or None."""


def seen_by(bug: Bug, rules: Rules | None = None) -> dict[str, Example | None]:
    """What every test says of a wrong version."""
    return {name: test(bug, rules) for name, test in TESTS.items()}

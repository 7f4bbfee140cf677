"""All deals as a program with a bug sees and pays them, counted.

A wrong ranking is a number for each of the 22,100 hands. How many of the dealer's hands are below
a number is counted as in `tcp.exact.deals`, by inclusion and exclusion.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tcp.bugs.cases import Hand
from tcp.bugs.catalogue import RIGHT, Bug
from tcp.bugs.rankings import worth_of
from tcp.cards import DECK, Rank
from tcp.exact.deals import SIGNS, sets_in, suit_classes
from tcp.exact.strengths import all_hands
from tcp.payouts import Bets, Decision
from tcp.quoting import quoted
from tcp.ranking import parse_threshold, rank_hand
from tcp.rules import Rules, load_rules

Array = NDArray[np.int64]
DEALS = math.comb(52, 3) * math.comb(49, 3)
ADVICE = parse_threshold("Q-6-4")
"""The player plays as the right game advises, whatever the program believes."""

STATUSES = 3  # the dealer doesn't qualify; has just the rank asked for; has more


@cache
def hands() -> tuple[Hand, ...]:
    """All 22,100 hands in the deck's order, which is their order of size here."""
    return tuple(combinations(DECK, 3))


class View(NamedTuple):
    """All hands as a program with the bug sees them, a number each."""

    order: Array  # 0, 1, 2, ... from its weakest hand up
    group: Array  # its category, and 6 for a mini royal: what it is paid for
    status: Array  # as the dealer's hand, one of STATUSES


@lru_cache(maxsize=128)
def seen_as(bug: Bug, rules: Rules) -> View:
    """All hands as a program with the bug sees them."""
    judged = [bug.ranking(hand) for hand in hands()]
    number = {worth: place for place, worth in enumerate(sorted(set(judged)))}
    worths = [worth_of(each) for each in judged]
    group = [6 if worth == (5, (Rank.ACE,)) else int(worth.category) for worth in worths]
    least = rules.qualifying_rank
    just = (least.category, least.ranks[:1])
    status = [
        (2 - ((worth.category, worth.ranks[:1]) == just)) if bug.qualifies(hand, rules) else 0
        for hand, worth in zip(hands(), worths, strict=True)
    ]
    return View(np.array([number[each] for each in judged]), np.array(group), np.array(status))


@cache
def advised() -> NDArray[np.bool_]:
    """Which hands the advice plays."""
    return np.array([rank_hand(hand) >= ADVICE for hand in hands()])


def standing_for(*numbers: Array) -> tuple[Array, Array]:
    """Hands that stand for all, and how many each stands for.

    One hand of each kind that no exchange of suits turns into another, if the numbers don't tell
    these apart; otherwise every hand.
    """
    example, kind_of, sizes = suit_classes()
    if all((each[example][kind_of] == each).all() for each in numbers):
        return example.astype(np.int64), sizes
    return np.arange(len(kind_of)), np.ones(len(kind_of), np.int64)


def results_against(view: View, rows: Array) -> Array:
    """For each row: how many dealer's hands of each status are weaker, equal and stronger.

    Returns:
        Shape (STATUSES, 3, rows), the player winning first.
    """
    sets = sets_in(all_hands()).astype(np.int64)
    span = len(view.order) + 1
    held = np.sort(((sets * STATUSES + view.status) * span + view.order).ravel())
    found = np.zeros((STATUSES, 3, len(rows)), np.int64)
    mine = view.order[rows]
    for status in range(STATUSES):
        for sign, of_row in zip(SIGNS, sets[:, rows], strict=True):
            start = (of_row * STATUSES + status) * span
            weaker = np.searchsorted(held, start + mine) - np.searchsorted(held, start)
            to_equal = np.searchsorted(held, start + mine + 1) - np.searchsorted(held, start)
            total = np.searchsorted(held, start + span) - np.searchsorted(held, start)
            found[status] += sign * np.array([weaker, to_equal - weaker, total - to_equal])
        found[status, 1] -= view.status[rows] == status  # the hand itself avoids no card of its own
    return found


class Nets(NamedTuple):
    """What is paid by group, status and result, and on a fold by group: Ante, Pair Plus."""

    play: NDArray[Any]  # shape (bets, 7 groups, STATUSES, 3 results)
    fold: NDArray[Any]  # shape (bets, 7 groups, STATUSES)


def paid_in(bug: Bug, rules: Rules, player: Hand, dealer: Hand, decision: Decision) -> list[Any]:
    """The net of an Ante of one with its Play and bonus, and that of a Pair Plus of one."""
    bets = Bets(1, pair_plus=int(rules.pair_plus is not None))
    lines = bug.settle(rules, bets, player, dealer, decision).lines
    aside = sum(line.net for line in lines if line.bet == "pair_plus")
    return [sum(line.net for line in lines) - aside, aside]


@lru_cache(maxsize=128)
def counted(bug: Bug, rules: Rules) -> tuple[Array, Array, Array]:
    """Rows, how many hands each stands for, and `results_against` against each."""
    view = seen_as(bug, rules)
    rows, sizes = standing_for(view.order, view.group, view.status)
    return rows, sizes, results_against(view, rows)


@lru_cache(maxsize=128)
def nets_of(bug: Bug, rules: Rules) -> Nets:
    """One deal of each sort there is, settled for all others of its sort."""
    view, (rows, _, results) = seen_as(bug, rules), counted(bug, rules)
    play = np.zeros((2, 7, STATUSES, 3), object)
    fold = np.zeros((2, 7, STATUSES), object)
    group = view.group[rows]
    for kind, status, result in np.ndindex(7, STATUSES, 3):
        for row in rows[(group == kind) & (results[status, result] > 0)][:1]:
            apart = (card_bits() & card_bits()[row]) == 0
            verdict = 1 - np.sign(view.order[row] - view.order)
            dealer = np.flatnonzero(apart & (view.status == status) & (verdict == result))[0]
            pair = hands()[row], hands()[dealer]
            play[:, kind, status, result] = paid_in(bug, rules, *pair, Decision.PLAY)
            fold[:, kind, status] = paid_in(bug, rules, *pair, Decision.FOLD)
    return Nets(play, fold)


@cache
def card_bits() -> Array:
    """A bit for each card a hand holds."""
    bits: Array = np.bitwise_or.reduce(np.int64(1) << all_hands().astype(np.int64), axis=0)
    return bits


def rules_of(rules: Rules | None) -> Rules:
    """These rules, or those named "live", which pay a mini royal apart and so show most.

    Raises:
        ValueError: for what are no rules.
    """
    if rules is not None and not isinstance(rules, Rules):
        raise ValueError(f"{quoted(rules)} are no rules; load_rules('live') reads some")
    return load_rules("live") if rules is None else rules


def version(bug: Bug) -> Bug:
    """A wrong version, or the right one.

    Raises:
        ValueError: for anything else.
    """
    if not isinstance(bug, Bug):
        raise ValueError(f"{quoted(bug)} is no version; write BUGS['kicker_ignored'], or RIGHT")
    return bug


@lru_cache(maxsize=256)
def gains(bug: Bug, rules: Rules) -> tuple[dict[Any, int], dict[Any, int]]:
    """How many of all deals bring each net of an Ante, and of a Pair Plus."""
    view, nets = seen_as(bug, rules), nets_of(bug, rules)
    rows, sizes, results = counted(bug, rules)
    played, group = advised()[rows], view.group[rows]
    weights: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    for kind in set(group.tolist()):
        here = (group == kind) * sizes
        counts = results @ (here * played)
        folded = (results @ (here * ~played)).sum(axis=1)
        for bet in range(2):
            for status in range(STATUSES):
                weights[bet][nets.fold[bet, kind, status]] += int(folded[status])
                for result in range(3):
                    net = nets.play[bet, kind, status, result]
                    weights[bet][net] += int(counts[status, result])
    return weights


def gains_of(bug: Bug, rules: Rules, bet: str) -> dict[Any, int] | None:
    """How many deals bring each net of a bet; None for a wrong shuffle.

    Raises:
        ValueError: for another bet than "ante" and "pair_plus", or one that the rules don't offer.
    """
    if bet not in ("ante", "pair_plus"):
        raise ValueError(f"{quoted(bet)} is no bet measured here; take ante or pair_plus")
    if bet == "pair_plus" and rules.pair_plus is None:
        raise ValueError(f"the rules {quoted(rules.name)} don't offer Pair Plus")
    if bug.kind == "deal" and bug.key != "from_two_decks":
        return None
    if bug.key == "from_two_decks":
        return _two_decks(rules)[bet == "pair_plus"]
    return gains(bug, rules)[bet == "pair_plus"]


@lru_cache(maxsize=8)
def _two_decks(rules: Rules) -> tuple[dict[Any, int], dict[Any, int]]:
    """The right game over 22,100 · 22,100 deals, the dealer's hand from a deck of its own."""
    view, nets = seen_as(RIGHT, rules), nets_of(RIGHT, rules)
    weights: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    orders = [np.sort(view.order[view.status == status]) for status in range(STATUSES)]
    for kind in range(7):
        for played in (True, False):
            mine = view.order[(view.group == kind) & (advised() == played)]
            for status, theirs in enumerate(orders):
                weaker = np.searchsorted(theirs, mine)
                equal = np.searchsorted(theirs, mine, "right") - weaker
                many = [int(weaker.sum()), int(equal.sum())]
                many.append(len(mine) * len(theirs) - sum(many))
                for bet in range(2):
                    for result in range(3):
                        net = (
                            nets.play[bet, kind, status, result]
                            if played
                            else (nets.fold[bet, kind, status])
                        )
                        weights[bet][net] += many[result]
    return weights

"""Jackpots played for one question, and the small model of betting unseen."""

from __future__ import annotations

import random
from collections.abc import Collection
from fractions import Fraction
from itertools import chain, combinations
from statistics import fmean, stdev

import pytest

from tcp.club.ending import Ending
from tcp.club.hand import Hand
from tcp.club.jackpot import may_open
from tcp.club.openers import somebody_opens
from tcp.club.played import deals_until_opened, open_falsely
from tcp.club.setting import Setting
from tcp.club.steps import Step
from tcp.club.unseen import best_cards, bet_unseen, look_first

# --- jackpots played -----------------------------------------------------------------------------


def played(hand: Hand, *steps: str) -> Hand:
    """A hand after these steps, each by the seat whose turn it is."""
    for step in steps:
        assert hand.turn is not None
        hand.take(hand.turn, Step.parse(step))
    return hand


def jackpot(seed: int) -> Hand:
    """Two players, four chips in the pot, seat 1 to begin; the cards are dealt."""
    setting = Setting(["other", "you"], [50, 50], pot=2, rung=0, seed=seed)
    return played(Hand(setting), "cut 26")


@pytest.mark.parametrize("players", [2, 3])
def test_the_wait_for_an_opening_is_that_of_the_chances(players: int) -> None:
    rng = random.Random(players)
    waits = [deals_until_opened(players, rng) for _ in range(900)]
    chances = [float(somebody_opens(players, step)) for step in range(8)]
    unopened, expected = 1.0, 0.0
    for chance in 20 * chances:
        expected += unopened
        unopened *= 1 - chance
    assert abs(fmean(waits) - expected) < 3 * stdev(waits) / len(waits) ** 0.5
    first = sum(wait == 1 for wait in waits) / len(waits)
    assert abs(first - chances[0]) < 0.05


def test_a_false_opening_ends_in_one_of_three_ways() -> None:
    kinds = set()
    for seed in range(300):
        tried, hand = open_falsely(seed), jackpot(seed)
        if may_open(hand.cards(1), 0):
            assert tried is None
            continue
        assert tried is not None
        assert tried.called == may_open(hand.cards(0), 0)
        kinds.add(tried)
        # Who is called puts in a chip before the draw and one after it, and the fine if beaten.
        assert tried.paid == (1 if not tried.called else 2 if tried.won else 2 + 5)
        assert tried.left == (4 + 1 if not tried.called else 4 + 4 if tried.won else 5)
    assert len(kinds) == 3


def both_kinds() -> int:
    """A seed with which only the other has openers."""
    return next(
        seed
        for seed in range(100)
        if not may_open(jackpot(seed).cards(1), 0) and may_open(jackpot(seed).cards(0), 0)
    )


def test_a_false_opener_saves_the_pot_by_a_jackpot_and_pays_the_fine() -> None:
    hand = played(jackpot(both_kinds()), "bet 1", "call", "draw", "draw", "jack")
    assert hand.result is not None
    assert (hand.result.ending, hand.result.fine) == (Ending.JACKED, 5)
    assert (50 - 1 - hand.held[1], hand.result.left) == (1 + 5, 4 + 2 + 5)


def test_an_honest_player_saves_it_by_a_raise_and_pays_no_fine() -> None:
    hand = played(jackpot(both_kinds()), "pass", "bet 1", "raise 2", "call", "draw", "draw", "jack")
    assert hand.result is not None
    assert (hand.result.ending, hand.result.fine) == (Ending.JACKED, 0)
    assert (50 - 1 - hand.held[1], hand.result.left) == (2, 4 + 4)


# --- betting unseen ------------------------------------------------------------------------------

DEALS = [(mine, theirs) for mine in range(1, 14) for theirs in range(1, 14) if mine != theirs]


def showdown(mine: int, theirs: int, stake: int, pot: int) -> int:
    return pot + stake if mine > theirs else -stake


def unseen_against(pot: int, raising: Collection[int], calls: int, meets: int) -> Fraction:
    """What an unseen bet brings against two thresholds: for calling it, and for calling a raise."""
    total = 0
    for mine, theirs in DEALS:
        if theirs < calls:
            total += pot
        elif mine not in raising:
            total += showdown(mine, theirs, 1, pot)
        else:
            total += showdown(mine, theirs, 5, pot) if theirs >= meets else pot + 1
    return Fraction(total, len(DEALS))


def looked_against(pot: int, large: Collection[int], calls: int, meets: int) -> Fraction:
    """What a look brings against two thresholds: for calling one chip, and for calling five."""
    total = 0
    for mine, theirs in DEALS:
        stake, least = (5, meets) if mine in large else (1, calls)
        total += showdown(mine, theirs, stake, pot) if theirs >= least else pot
    return Fraction(total, len(DEALS))


@pytest.mark.parametrize("pot", [2, 4, 10])
def test_the_best_plans_bring_what_the_best_thresholds_leave(pot: int) -> None:
    thresholds = range(1, 15)
    for plan, against in ((bet_unseen, unseen_against), (look_first, looked_against)):
        cards = best_cards(plan, pot)
        left = min(
            against(pot, cards, calls, meets) for calls in thresholds for meets in thresholds
        )
        assert plan(pot, cards) == left


def test_another_plan_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'bluff' is no plan; they are look_first"):
        best_cards("bluff", 4)  # type: ignore[arg-type]


def test_no_other_set_of_cards_raises_better() -> None:
    sets = chain.from_iterable(combinations(range(1, 14), size) for size in range(14))
    best = bet_unseen(4, best_cards(bet_unseen, 4))
    assert max(bet_unseen(4, cards) for cards in sets) == best == Fraction(27, 13)


def test_the_right_is_worth_something_at_any_pot_and_the_best_plan_bluffs() -> None:
    for pot in (4, 6, 10):
        cards = best_cards(bet_unseen, pot)
        assert bet_unseen(pot, cards) > look_first(pot, best_cards(look_first, pot))
        assert bet_unseen(pot, cards) > bet_unseen(pot, ())
        assert {1, 13} <= set(cards)
    assert look_first(4, ()) == bet_unseen(4, ()) == Fraction(49, 26)

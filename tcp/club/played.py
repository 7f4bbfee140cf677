"""Jackpots played by the whole rules, to look at one question at a time."""

from __future__ import annotations

import random
from typing import NamedTuple

from tcp.club.ending import Ending
from tcp.club.hand import Hand
from tcp.club.jackpot import may_open
from tcp.club.opponents import CAREFUL, play_on, to_throw
from tcp.club.setting import Setting
from tcp.club.steps import MOST_PLAYERS, Action, Step
from tcp.quoting import quoted

_PURSE, _LEFT = 50, 2  # chips of each player, and in the pot before the antes


def deals_until_opened(players: int, rng: random.Random) -> int:
    """Deal jackpots up the ladder to careful players, who open whenever they may.

    >>> rng = random.Random(16)
    >>> [deals_until_opened(2, rng) for _ in range(5)]
    [1, 1, 3, 2, 7]

    Returns:
        How many deals it takes until one is opened.

    Raises:
        ValueError: for another number of players than two to seven, or what is no random.Random.
    """
    if (
        not isinstance(players, int)
        or isinstance(players, bool)
        or not 2 <= players <= MOST_PLAYERS
    ):
        raise ValueError(f"{quoted(players)} players: a whole number from 2 to {MOST_PLAYERS}")
    if not isinstance(rng, random.Random):
        raise ValueError(f"{quoted(rng)} is no source of chance; write random.Random(16)")
    names = [f"player {number}" for number in range(1, players + 1)]
    deals, opened = 0, False
    while not opened:
        seed = rng.getrandbits(64)
        hand = Hand(Setting(names, [_PURSE] * players, rung=deals, seed=seed))
        play_on(hand, [CAREFUL] * players, rng)
        deals, opened = deals + 1, hand.opening is not None
    return deals


class Tried(NamedTuple):
    """What a false opening led to."""

    called: bool
    won: bool
    paid: int
    """Chips that the opener paid after the ante, a fine included."""
    left: int
    """Chips that stay for the next pot."""


def open_falsely(seed: int) -> Tried | None:
    """A false opening between two players, with four chips in the pot.

    The opener bets 1 without openers; the other folds without and calls with them. Both draw what
    a simple player draws, and put in one chip more.

    >>> open_falsely(2), open_falsely(1)
    (Tried(called=False, won=False, paid=1, left=5), None)

    Returns:
        None where this seed deals the opener openers.
    """
    hand = Hand(Setting(["other", "opener"], [_PURSE, _PURSE], pot=_LEFT, rung=0, seed=seed))
    hand.take(1, Step(Action.CUT, 26))
    if may_open(hand.cards(1), 0):
        return None
    before = hand.held[1]
    called = may_open(hand.cards(0), 0)
    hand.take(1, Step(Action.BET, 1))
    hand.take(0, Step(Action.CALL if called else Action.FOLD))
    if called:
        for seat in (1, 0):
            hand.take(seat, Step(Action.DRAW, cards=to_throw(hand.cards(seat))))
        hand.take(1, Step(Action.BET, 1))
        hand.take(0, Step(Action.CALL))
    assert hand.result is not None
    won = hand.result.ending is Ending.SHOWDOWN and not hand.result.fine
    return Tried(called, won, before - hand.held[1], hand.result.left)

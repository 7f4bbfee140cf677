"""What it is worth when every box knows the cards of all boxes: counted exactly, deal by deal."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.exact import analyse
from tcp.exact.analysis import play_values
from tcp.exact.deals import below_avoiding, results
from tcp.exact.strengths import Cards, strength_of
from tcp.payouts import Bets
from tcp.rules import Rules, check_rules
from tcp.simulate.dealing import deal_block
from tcp.simulate.runs import (
    MOST_ROUNDS,
    Task,
    both_dealt,
    check_same,
    in_blocks,
    interval,
    tasks,
)
from tcp.simulate.settling import Game, game
from tcp.simulate.work import How, check_seed, check_whole

BLOCK = 2_048
"""Deals with seeds of their own: fewer than where rounds are played, since each takes longer."""


@dataclass(frozen=True, repr=False)
class SharedInformation:
    """What knowing the cards of all boxes is worth. `a + b` are the deals of both.

    Attributes:
        game: the rules, and how many boxes share.
        deals: how many deals of the boxes' cards were counted.
        asked: how many were asked for: more, where it was stopped.
        changed: how many decisions were other than without the others' cards.
        total: the sum over the deals of what the boxes gain by that, times `unit`.
        squares: the sum of its squares.
        blocks: by seed, the blocks that were dealt: the bits of a number.
    """

    game: Game
    deals: int
    asked: int
    changed: int
    total: int
    squares: int
    blocks: Mapping[int, int]

    def __add__(self, other: SharedInformation) -> SharedInformation:
        """The deals of both.

        Raises:
            ValueError: for other rules or boxes, or where the same cards would count twice.
        """
        if not isinstance(other, SharedInformation):
            return NotImplemented
        check_same(self.game, other.game)
        return SharedInformation(
            self.game,
            self.deals + other.deals,
            self.asked + other.asked,
            self.changed + other.changed,
            self.total + other.total,
            self.squares + other.squares,
            both_dealt(self.blocks, other.blocks),
        )

    def __repr__(self) -> str:
        """The house edge with its standard error."""
        found = f"{self.deals:,} deals" + (
            "" if self.complete else f" of {self.asked:,}, then stopped"
        )
        if self.deals > 1:
            found += f": house edge {float(self.house_edge):.4%} ± {self.standard_error:.4%}"
        return f"<{self.game.boxes} boxes that share, {self.game.rules.name!r}, {found}>"

    @property
    def complete(self) -> bool:
        """Whether all deals asked for were counted."""
        return self.deals == self.asked

    @property
    def decisions(self) -> int:
        """How many decisions there were: one for each box of each deal."""
        return self.deals * self.game.boxes

    @property
    def unit(self) -> int:
        """What `total` is to be divided by, to be in Antes for each box."""
        return _unit(self.game) * self.game.boxes

    @property
    def gain(self) -> Fraction:
        """What sharing is worth for each box and round, in Antes: the mean of all deals."""
        self._check_deals(1)
        return Fraction(self.total, self.deals * self.unit)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each Ante when the boxes share: the exact edge less the gain."""
        return analyse(self.game.rules).ante.house_edge - self.gain

    @property
    def standard_error(self) -> float:
        """By how much the gain, and so the edge, is off, typically. A deal counts as one draw."""
        self._check_deals(2)
        squared = self.squares - Fraction(self.total**2, self.deals)
        return math.sqrt(squared / (self.deals - 1) / self.deals) / self.unit

    def interval(self, level: float | Fraction = 0.95) -> tuple[float, float]:
        """The interval round the house edge that holds the exact one so often.

        Raises:
            ValueError: for a level that isn't between 0 and 1, or fewer than two deals.
        """
        return interval(self.house_edge, self.standard_error, level)

    def _check_deals(self, least: int) -> None:
        if self.deals < least:
            raise ValueError(f"{self.deals} deals are too few for that; it takes {least} or more")


@lru_cache(maxsize=8)
def _unit(game: Game) -> int:
    """What makes the values of all plays whole, in Antes: the dealer's hands times a scale."""
    nets, no_hands = game.tables().nets, np.zeros((4, 0), np.int64)
    hands = dealer_hands(game.boxes)
    return hands * play_values(nets, np.zeros(0, np.intp), no_hands, hands)[1]


def dealer_hands(boxes: int) -> int:
    """How many hands the dealer may hold once the cards of all boxes are known."""
    return math.comb(52 - 3 * boxes, 3)


def gains(game: Game, boxes: Cards) -> NDArray[Any]:
    """What each box gains by knowing the others' cards: 0 where it decides as it would anyway.

    Args:
        game: the rules, and what each box would play without that knowledge.
        boxes: shape (boxes, 3, deals): the boxes' cards, ascending in each hand.

    Returns:
        Shape (boxes, deals): Antes times `_unit(game)`, whole numbers.
    """
    tables = game.tables()
    qualifying = strength_of(game.rules.qualifying_rank)
    many, _, deals = boxes.shape
    strength, plays = tables.strengths_and_plays(boxes)
    borders = np.concatenate([strength, strength + 1, np.full((1, deals), qualifying)])
    below = below_avoiding(borders, boxes.reshape(-1, deals))
    weaker, not_weaker, not_qualified = below[:many], below[many:-1], below[-1]
    # Of the hands below this strength and one more, the equal ones are the difference. The boxes'
    # own hands are among those avoided.
    ties = np.where(strength >= qualifying, not_weaker - weaker, 0)
    hands = dealer_hands(many)
    counts = results(hands, np.broadcast_to(not_qualified, weaker.shape), weaker, ties)
    group = tables.nets.group_of[strength].ravel()
    values, scale = play_values(tables.nets, group, counts.reshape(4, -1), hands)
    values = values.reshape(many, deals)
    fold = tables.nets.fold * scale * hands
    gain: NDArray[Any] = np.maximum(np.where(plays, fold - values, values - fold), 0)
    return gain


def count(task: Task) -> SharedInformation:
    """Deal and count the deals of a task."""
    changed = total = squares = dealt = 0
    for block, deals in in_blocks(task.first, task.rounds, BLOCK):
        boxes = deal_block(task.seed, block, deals, task.game.boxes)[1:]
        gain = gains(task.game, boxes)
        changed += int(np.count_nonzero(gain))
        together = gain.sum(axis=0)
        for each in together[together > 0].tolist():  # few, and exact in Python's numbers
            total += each
            squares += each**2
        dealt |= 1 << block
    return SharedInformation(
        task.game, task.rounds, task.rounds, changed, total, squares, {task.seed: dealt}
    )


def shared_information(
    rules: Rules,
    deals: int,
    *,
    seed: int,
    boxes: int,
    executor: Executor | None = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
) -> SharedInformation:
    """The house edge on the Ante, with Play and bonus, when all boxes know each other's cards.

    >>> from tcp.rules import load_rules
    >>> found = shared_information(load_rules("pagat"), 2_000, seed=1, boxes=6)
    >>> 0.02 < found.house_edge < analyse(load_rules("pagat")).ante.house_edge
    True

    Only the boxes' cards are drawn at random. For each deal every hand that the dealer may still
    hold is counted, and each box takes the decision worth more. Knowledge that changes no decision
    is worth nothing, and what boxes win without it is known exactly. So only the difference is
    sampled, in the deals where a decision changes: the standard error is many times smaller than
    that of rounds played out.

    Args:
        rules: what is paid and with what the dealer qualifies.
        deals: how many.
        seed: a whole number; the same number gives the same cards.
        boxes: how many boxes share, 2 to 6.
        executor: where to work, as in `simulate`.
        progress: shows a bar, which tqdm draws: that must be installed.
        stop: as in `simulate`.

    Raises:
        ValueError: for what isn't one of these.
    """
    how = How(executor, progress, stop)
    check_rules(rules)
    check_whole("boxes", boxes, 2, rules.max_boxes, "the boxes that share are a whole number")
    check_whole("deals", deals, 1, MOST_ROUNDS, "a number of deals is whole")
    check_seed(seed)
    played = game(rules, "best", Bets(1), boxes)
    blocks = 1 if executor is None else max(1, min(16, deals // BLOCK // 64))
    done = how.add_up(
        SharedInformation(played, 0, 0, 0, 0, 0, {}),
        count,
        tasks(played, deals, seed, blocks, BLOCK),
        size=lambda task: task.rounds,
        total=deals,
        unit="deals",
    )
    return replace(done, asked=deals)

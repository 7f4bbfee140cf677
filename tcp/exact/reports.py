"""What an analysis says about a bet, and about every hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.exact.deals import Counts
from tcp.exact.strengths import Cards, Strengths
from tcp.probability import Distribution
from tcp.rules import Ratio


@dataclass(frozen=True)
class BetReport:
    """What one unit on a bet brings: everything follows from the distribution of the net gain."""

    distribution: Distribution[Ratio]

    @cached_property
    def expected(self) -> Fraction:
        """The mean net gain, in units of the bet."""
        return self.distribution.mean

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked: minus the expectation."""
        return -self.expected

    @property
    def rtp(self) -> Fraction:
        """The return to the player, stake included: 1 + the expectation."""
        return 1 + self.expected

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net gain."""
        return self.distribution.variance

    @property
    def sd(self) -> float:
        """The standard deviation: the square root of the variance, as a float."""
        return math.sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of a net gain."""
        return self.distribution.p(lambda net: net > 0)


@dataclass(frozen=True)
class AnteReport(BetReport):
    """The Ante with its Play and its bonus, per unit of Ante."""

    average_wager: Fraction
    """Units staked on average: 1 + the chance of a Play."""

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit staked, the Play included."""
        return self.house_edge / self.average_wager


@dataclass(frozen=True)
class Table:
    """Arrays with a row for each hand that can be dealt, in the order of the deck."""

    cards: Cards
    """Shape (3, n): the indices of the hand's cards in `DECK`, ascending."""
    rank: Strengths
    """Its strength, 0 to 740: its place in `three_ranks()`."""
    not_qualified: Counts
    win: Counts
    tie: Counts
    lose: Counts
    plays: NDArray[np.bool_]
    """Whether the analysed strategy plays it."""
    play_value: NDArray[Any]
    """What playing it brings, in Antes times `unit`: whole numbers; folding brings -`unit`."""
    unit: int

    def __len__(self) -> int:
        """How many hands there are."""
        return len(self.rank)

"""The end of a hand: who takes the pot, what stays, what a false opening costs, what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tcp.cards import Card
from tcp.club.jackpot import may_open, openers, penalty
from tcp.club.ranking import showdown
from tcp.fivecard import FiveRank


class Ending(Enum):
    """How a hand ended."""

    SHOWDOWN = "the hands were shown"
    ALONE = "all but one had folded"
    JACKED = "a jackpot was proposed and accepted"
    UNOPENED = "nobody opened the jackpot"


@dataclass(frozen=True, slots=True)
class Opening:
    """Who opened a jackpot, at which step of the ladder, with which cards in sight."""

    seat: int
    rung: int
    cards: tuple[Card, ...]
    """The opener's cards at that moment, with those that lay on the table."""

    @property
    def false(self) -> bool:
        """Whether there were no openers."""
        return not may_open(self.cards, self.rung)

    @property
    def to_show(self) -> tuple[Card, ...]:
        """The openers, or all cards where there were none."""
        return openers(self.cards, self.rung) or self.cards


@dataclass(frozen=True, slots=True)
class Result:
    """What became of the pot. Seats are the places of `ranks`, `shares` and so on."""

    ending: Ending
    ranks: tuple[FiveRank | None, ...]
    """What the hands shown are worth."""
    shares: tuple[int, ...]
    """The chips that each seat takes."""
    left: int
    """The chips that stay for the next hand."""
    rung: int | None
    """The step of the ladder at which the next hand is to be opened, if it is a jackpot."""
    false_opening: bool = False
    fine: int = 0
    """What the opener paid into the next pot; a part of `left`."""


def result(
    ending: Ending,
    pot: int,
    hands: Sequence[tuple[Card, ...] | None],
    order: Sequence[int],
    *,
    rung: int | None,
    opening: Opening | None,
    held: Sequence[int],
    fine: int,
) -> Result:
    """Share a pot out.

    Args:
        ending: how the hand ended.
        pot: all chips in it.
        hands: by seat, the cards of those still in, those on the table included; else None.
        order: all seats in the order of dealing, in which odd chips are given.
        rung: the step of the ladder, where the hand is a jackpot.
        opening: of the jackpot, where somebody opened it.
        held: the chips of each seat without its share.
        fine: what a false opening costs.
    """
    ranks: list[FiveRank | None] = [None] * len(hands)
    shares, left, after = [0] * len(hands), 0, None
    if ending is Ending.SHOWDOWN:
        shown = showdown([hands[seat] for seat in order], pot)
        for seat, rank, share in zip(order, shown.ranks, shown.shares, strict=True):
            ranks[seat], shares[seat] = rank, share
    elif ending is Ending.ALONE:
        shares[next(seat for seat in order if hands[seat] is not None)] = pot
    else:
        # A jackpot that was jacked again begins anew at jacks.
        left, after = pot, 0 if ending is Ending.JACKED else (rung or 0) + 1
    if opening is None or not opening.false:
        return Result(ending, tuple(ranks), tuple(shares), left, after)
    due = penalty(shares, opening.seat, held=held[opening.seat], fine=fine)
    left += due.left + due.fine
    return Result(ending, tuple(ranks), due.shares, left, after, True, due.fine)

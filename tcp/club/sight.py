"""What one player may know of a hand: the own cards, and what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tcp.cards import Card, Rank
from tcp.club.betting import Options
from tcp.club.ending import Result
from tcp.club.hand import Hand, Stage
from tcp.club.jackpot import required
from tcp.club.setting import Setting
from tcp.club.steps import Action, Step
from tcp.quoting import quoted


@dataclass(frozen=True, slots=True)
class Sight:
    """A hand as one seat sees it. It holds no card, and no seed, that the seat can't know."""

    seat: int
    setting: Setting
    """Without the seed of the hand: in its place stands 0."""
    stage: Stage
    turn: int | None
    own: tuple[Card, ...]
    """The seat's own cards that it has looked at, open ones included."""
    unseen: int
    """How many of its own cards it hasn't looked at."""
    open: tuple[tuple[Card, ...], ...]
    """The cards that lie open before each seat (sykkel, stud)."""
    table: tuple[Card, ...]
    """The open cards of memphis."""
    still_in: tuple[int, ...]
    """The seats that neither folded nor were jacked out, in the order of dealing."""
    drawn: Mapping[int, int]
    """How many cards each seat has drawn."""
    held: tuple[int, ...]
    """The chips that each seat has left."""
    pot: int
    stakes: Mapping[int, int]
    """What each seat has put in in this betting round."""
    bidder: int | None
    """Who bet or raised last in it."""
    proposer: int | None
    """Who proposes a jackpot."""
    opener: int | None
    """Who opened the jackpot."""
    options: Options
    """What is open to this seat now; empty where another is asked."""
    steps: tuple[tuple[int, Step], ...]
    """All steps so far; what others threw is left out."""
    shown: Mapping[int, tuple[Card, ...]]
    """What is shown at the end."""
    result: Result | None

    @property
    def needed(self) -> Rank | None:
        """The pair that opens this jackpot; None where it is none or opened already."""
        if self.setting.rung is None or self.opener is not None:
            return None
        return required(self.setting.rung)

    @property
    def to_call(self) -> int:
        """The chips that this seat must put in to be with the others."""
        return max(self.stakes.values(), default=0) - self.stakes.get(self.seat, 0)


def sees(hand: Hand, seat: int) -> Sight:
    """What a seat may know now.

    >>> hand = Hand(Setting(["Kari", "Ola"], [20, 20], seed=4))
    >>> hand.take(1, Step(Action.CUT, 20))
    >>> sees(hand, 0).own, sees(hand, 1).turn
    ((K♣, 8♣, Q♦, 8♥, 9♠), 1)

    Raises:
        ValueError: for a seat that the hand hasn't.
    """
    if not isinstance(hand, Hand):
        raise ValueError(f"{quoted(hand)} is no Hand; write Hand(Setting(players, chips))")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in hand.order:
        raise ValueError(f"seat {quoted(seat)}: the seats are 0 to {len(hand.players) - 1}")
    setting = hand.setting
    unseen = hand.unseen.get(seat, ())
    betting = hand.betting if hand.stage is Stage.BETTING else None
    return Sight(
        seat=seat,
        setting=Setting(
            setting.players, setting.chips, setting.dealer, setting.form, setting.house,
            setting.pot, setting.rung, seed=0,
        ),
        stage=hand.stage,
        turn=hand.turn,
        own=tuple(c for c in (*hand.hidden[seat], *hand.open[seat]) if c not in unseen),
        unseen=len(unseen),
        open=tuple(map(tuple, hand.open)),
        table=tuple(hand.table),
        still_in=hand.still_in,
        drawn=dict(hand.drawn),
        held=tuple(hand.held),
        pot=hand.pot,
        stakes=dict(betting.stakes) if betting else {},
        bidder=betting.bidder if betting else None,
        proposer=betting.proposer if betting else None,
        opener=hand.opening.seat if hand.opening else None,
        options=hand.options() if hand.turn == seat else {},
        steps=tuple(
            (who, step if who == seat or not step.cards else Step(Action.DRAW))
            for who, step in hand.steps
        ),
        shown=hand.shown(),
        result=hand.result,
    )  # fmt: skip

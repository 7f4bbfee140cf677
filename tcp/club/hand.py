"""One hand of the club's poker from the cut to the showdown, as a state machine for every form."""

from __future__ import annotations

import random
from enum import Enum

from tcp.cards import Card, deal
from tcp.club.betting import PLAIN, Betting, Options, Outcome
from tcp.club.bicycle import BET, DRAW, PLANS, TABLE_CARDS, Form, highest_shown, is_full_hand
from tcp.club.draw import Stock
from tcp.club.ending import Ending, Opening, Result, result
from tcp.club.setting import Setting
from tcp.club.steps import Action, Step
from tcp.languages import Refusal
from tcp.quoting import quoted


class Stage(Enum):
    """What a hand waits for."""

    CUT = "the dealer's right neighbour cuts"
    LAYING = "the dealer says when a card is laid on the table"
    BETTING = "the players bet"
    DRAWING = "the players draw cards"
    CHOOSING = "the winner says whether a bicycle round follows"
    OVER = "the hand is over"


class Hand:
    """One hand: one deal of one form, for two to seven players.

    The right neighbour of the dealer cuts, everybody antes, cards are dealt one at a time from the
    dealer's left. Each step is `take(seat, step)` by the seat whose `turn` it is; `options` says
    what is open to it. A step that isn't is refused with its reason, and nothing has changed then.
    This object knows every card; what a player may know is `tcp.club.sight.sees`.

    >>> hand = Hand(Setting(["Kari", "Ola"], [20, 20], seed=4))
    >>> for step in ("cut 20", "bet 1", "call", "draw", "draw", "bet 2", "fold"):
    ...     hand.take(hand.turn, Step.parse(step))
    >>> hand.result.ending, hand.held
    (<Ending.ALONE: 'all but one had folded'>, [18, 22])

    Attributes:
        setting: what the hand began with.
        stage: what is done now.
        held: the chips in front of each seat.
        pot: the chips in the middle.
        steps: what was done, and by which seat.
        result: how it ended, once it has.
    """

    def __init__(self, setting: Setting) -> None:
        if not isinstance(setting, Setting):
            raise ValueError(
                f"{quoted(setting)} is no Setting; write Hand(Setting(players, chips))"
            )
        self.setting = setting
        self.players, self.dealer, self.form = setting.players, setting.dealer, setting.form
        seats = range(len(self.players))
        self.held = list(setting.chips)
        self.pot = setting.pot
        self.steps: list[tuple[int, Step]] = []
        self.hidden: list[list[Card]] = [[] for _ in seats]
        self.open: list[list[Card]] = [[] for _ in seats]
        self.table: list[Card] = []
        self.unseen: dict[int, tuple[Card, ...]] = {}
        """Cards that came in the draw and that the leader hasn't looked at."""
        self.out: set[int] = set()
        """The seats that folded or were jacked out."""
        self.drawn: dict[int, int] = {}
        """How many cards each seat has drawn, as it was said aloud."""
        self.betting: Betting | None = None
        self.opening: Opening | None = None
        self.result: Result | None = None
        self.bicycle = False
        self.stage = Stage.CUT
        self._rng = random.Random(setting.seed)
        (self._deck,) = deal(self._rng, 52)
        self.stock = Stock(self._deck, self._rng)
        self._phase = self._dealt = 0
        self._draws: list[int] = []
        self._chooser: int | None = None

    # --- what is asked ---

    @property
    def turn(self) -> int | None:
        """The seat that is asked now, or None where the hand is over."""
        if self.stage is Stage.BETTING and self.betting is not None:
            return self.betting.turn
        if self.stage is Stage.CUT:
            return (self.dealer - 1) % len(self.players)
        if self.stage is Stage.LAYING:
            return self.dealer
        return self._draws[0] if self.stage is Stage.DRAWING else self._chooser

    @property
    def over(self) -> bool:
        """Whether the hand has ended and nobody is asked any more."""
        return self.stage is Stage.OVER

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in the order of dealing: from the dealer's left, whoever talks."""
        seats = len(self.players)
        return tuple((self.dealer + 1 + place) % seats for place in range(seats))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that neither folded nor were jacked out, in the order of dealing."""
        return tuple(seat for seat in self.order if seat not in self.out)

    def cards(self, seat: int) -> tuple[Card, ...]:
        """All cards of a seat: hidden, open, and those on the table that are everybody's."""
        return (*self.hidden[seat], *self.open[seat], *self.table)

    def options(self) -> Options:
        """What is open to the seat whose turn it is, each action with its possible amounts.

        For a draw the amounts are numbers of cards.
        """
        if self.stage is Stage.BETTING and self.betting is not None:
            seat = self.betting.turn
            assert seat is not None
            if seat not in self.unseen:
                return self.betting.options(self.held[seat])
            return {**self.betting.options(self.held[seat], unseen=True), Action.LOOK: PLAIN}
        if self.stage is Stage.CUT:
            return {Action.CUT: range(1, len(self._deck))}
        if self.stage is Stage.LAYING:
            return {Action.LAY: range(self._dealt, self._to_deal + 1)}
        if self.stage is Stage.DRAWING:
            return {Action.DRAW: range(6)}
        return {} if self.over else {Action.BICYCLE: PLAIN, Action.ORDINARY: PLAIN}

    def asked(self) -> tuple[str, dict[str, object]]:
        """What the seat whose turn it is is asked: a key of the table [told], and its values."""
        if self.over or self.turn is None:
            return "club_over", {}
        values: dict[str, object] = {"player": self.players[self.turn]}
        if self.stage is Stage.BETTING and self.betting is not None:
            return self.betting.asked(), {**values, "stake": self.betting.stake}
        if self.stage is Stage.LAYING:
            return "club_lay", {**values, "least": self._dealt, "most": self._to_deal}
        keys = {Stage.CUT: "club_cut", Stage.DRAWING: "club_draw"}
        return keys.get(self.stage, "club_choose"), values

    def take(self, seat: int, step: Step) -> None:
        """Let a seat do one step, and go on to where somebody is asked again.

        Raises:
            ValueError: for what is no step of this seat now; nothing has changed then.
        """
        self._check(seat, step)
        self.steps.append((seat, step))
        if self.stage is Stage.CUT:
            self._cut(step.amount)
        elif self.stage is Stage.LAYING:
            self._lay(step.amount)
        elif self.stage is Stage.DRAWING:
            self._exchange(seat, step.cards)
        elif self.stage is Stage.CHOOSING:
            self.bicycle, self._chooser = step.action is Action.BICYCLE, None
            self.stage = Stage.OVER
        elif step.action is Action.LOOK:
            self.unseen.pop(seat)
        else:
            self._bet(seat, step)

    def _check(self, seat: int, step: Step) -> None:
        if not isinstance(step, Step):
            raise ValueError(f"{quoted(step)} is no Step; a step is written Step(Action.CALL)")
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in self.order:
            raise ValueError(f"seat {quoted(seat)}: the seats are 0 to {len(self.players) - 1}")
        key, values = self.asked()
        if not self.over and seat != self.turn:
            raise Refusal("club_turn", player=values["player"])
        options = self.options()
        if step.action is Action.DRAW and Action.DRAW in options and not step.amount:
            if len(set(step.cards)) < len(step.cards) or set(step.cards) - set(self.hidden[seat]):
                raise Refusal("club_not_held", cards=" ".join(map(str, step.cards)))
        elif step.action is Action.DRAW or step.amount not in options.get(step.action, ()):
            if self.stage is Stage.BETTING and self.betting is not None:
                self.betting.refuse(
                    step, self.held[seat], self.players[seat], unseen=seat in self.unseen
                )
            raise Refusal(key, **values)

    # --- the deal ---

    @property
    def _to_deal(self) -> int:
        """How many cards the players of a draw or a memphis get."""
        return 5 * len(self.players)

    def _cut(self, lifted: int) -> None:
        self.stock = Stock(self._deck[lifted:] + self._deck[:lifted], self._rng)
        for seat in self.order:
            self.held[seat] -= self.setting.house.ante
            self.pot += self.setting.house.ante
        if self.form is Form.MEMPHIS:
            self.stage = Stage.LAYING
        else:
            self._advance()

    def _deal(self, until: int) -> None:
        """Deal hidden cards, one to each in turn, until so many are out."""
        while self._dealt < until:
            self.hidden[self.order[self._dealt % len(self.order)]].append(self.stock.take())
            self._dealt += 1

    def _lay(self, after: int) -> None:
        self._deal(after)
        self.table.append(self.stock.take())
        if len(self.table) == TABLE_CARDS:
            self._advance()

    def _advance(self) -> None:
        """Go on through the plan of the form to where somebody is asked."""
        for phase in PLANS[self.form][self._phase :]:
            self._phase += 1
            if phase == DRAW:
                self._draws, self.stage = self._led(), Stage.DRAWING
                return
            if phase == BET:
                opening = self.setting.rung is not None and self.opening is None
                limit = self.setting.house.limit
                self.betting = Betting(self._led(), limit=limit, opening=opening)
                self.stage = Stage.BETTING
                return
            if self.form in (Form.DRAW, Form.MEMPHIS):
                self._deal(self._to_deal)
                continue
            for kind in phase:
                for seat in self.still_in:
                    (self.hidden if kind == "h" else self.open)[seat].append(self.stock.take())
        self._finish(Ending.SHOWDOWN)

    def _led(self) -> list[int]:
        """The seats still in, from the one that leads.

        After the betting of a draw the highest bidder leads; elsewhere the highest shown hand, and
        where none is shown the dealer's left.
        """
        order = self.still_in
        leader = highest_shown(order, dict(enumerate(self.open)))
        if self.form is Form.DRAW and self.betting is not None and self.betting.bidder is not None:
            leader = self.betting.bidder
        place = order.index(leader)
        return [*order[place:], *order[:place]]

    # --- drawing and betting ---

    def _exchange(self, seat: int, thrown: tuple[Card, ...]) -> None:
        opener = self.opening is not None and self.opening.seat == seat
        new = self.stock.exchange(self.hidden[seat], thrown, apart=opener)
        self.hidden[seat] = [*(card for card in self.hidden[seat] if card not in thrown), *new]
        if new and not self.drawn:  # who draws first leads after the draw
            self.unseen[seat] = new
        self.drawn[seat] = len(thrown)
        self._draws.pop(0)
        if not self._draws:
            self._advance()

    def _bet(self, seat: int, step: Step) -> None:
        betting = self.betting
        assert betting is not None
        paid = betting.take(step, self.held[seat], unseen=seat in self.unseen)
        self.held[seat] -= paid
        self.pot += paid
        if betting.opening and self.opening is None and betting.bidder is not None:
            self.opening = Opening(seat, self.setting.rung or 0, self.cards(seat))
        for gone in set(betting.order) - set(betting.still_in) - self.out:
            self.out.add(gone)
            apart = self.opening is not None and self.opening.seat == gone
            self.stock.throw(self.hidden[gone], apart=apart)
        if betting.outcome is Outcome.JACKED:
            self._finish(Ending.JACKED)
        elif betting.outcome is Outcome.BID and len(self.still_in) == 1:
            self._finish(Ending.ALONE)
        elif betting.outcome is Outcome.UNOPENED and not self._more_is_dealt():
            self._finish(Ending.UNOPENED)
        elif betting.outcome is not None:
            self._advance()  # also where a further card may bring somebody the openers

    def _more_is_dealt(self) -> bool:
        """Whether the next thing in the plan is a card for everybody."""
        return PLANS[self.form][self._phase :][:1] not in ((), (DRAW,))

    # --- the end ---

    def _finish(self, ending: Ending) -> None:
        seats = range(len(self.players))
        self.result = result(
            ending,
            self.pot,
            [None if seat in self.out else self.cards(seat) for seat in seats],
            self.order,
            rung=self.setting.rung,
            opening=self.opening,
            held=self.held,
            fine=self.setting.house.fine,
        )
        for seat in seats:
            self.held[seat] += self.result.shares[seat]
        if self.opening is not None:
            self.held[self.opening.seat] -= self.result.fine
        self.pot = self.result.left
        self.unseen.clear()
        # Of equal winners the first in the order of dealing chooses.
        winner = next((seat for seat in self.order if self.result.shares[seat]), None)
        rank = None if winner is None else self.result.ranks[winner]
        if self.form is Form.DRAW and rank is not None and is_full_hand(rank):
            self._chooser, self.stage = winner, Stage.CHOOSING
        else:
            self._chooser, self.stage = None, Stage.OVER

    def shown(self) -> dict[int, tuple[Card, ...]]:
        """The cards that are shown at the end, by seat; none before.

        At a showdown the hands that are still in. The opener of a jackpot always shows the openers,
        thrown ones too, whether somebody has called or not; all of the hand if there were none.
        """
        if self.result is None:
            return {}
        seats = self.still_in if self.result.ending is Ending.SHOWDOWN else ()
        found = {seat: (*self.hidden[seat], *self.open[seat]) for seat in seats}
        if self.opening is not None:
            before = found.get(self.opening.seat, ())
            more = (card for card in self.opening.to_show if card not in before)
            found[self.opening.seat] = (*before, *more)
        return found

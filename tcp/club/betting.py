"""One betting round, the same in every form: bets, calls, raises, folds, and proposed jackpots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NoReturn

from tcp.club.steps import Action, Step
from tcp.languages import Count, Refusal

Options = Mapping[Action, range]
"""The actions that are open to a player, each with the amounts that it may have."""
PLAIN = range(1)  # of an action without an amount


class Outcome(Enum):
    """How a betting round ended."""

    BID = "all who are in have put in the same stake, or one is left"
    JACKED = "all who were asked have accepted a jackpot"
    UNOPENED = "nobody has opened the jackpot"


class Betting:
    """Who is in, who is asked next, and what they have put in.

    It knows no cards. Seats are numbers; `order` has those still in, the leader first and then in
    turn to the left. The leader bets or proposes a jackpot; the others call, raise, fold, or accept
    the jackpot. In a jackpot that nobody has opened yet all are asked to open or pass.

    >>> betting = Betting([0, 1, 2], limit=5)
    >>> for step in (Step(Action.BET, 1), Step(Action.RAISE, 3), Step(Action.FOLD)):
    ...     _ = betting.take(step, held=100)
    >>> betting.turn, betting.bidder, betting.stakes
    (0, 1, {0: 1, 1: 3, 2: 0})

    Args:
        order: the seats.
        limit: the most that one seat may put in.
        opening: whether a jackpot is still to be opened.
    """

    def __init__(self, order: Sequence[int], *, limit: int, opening: bool = False) -> None:
        self.order = tuple(order)
        self.limit = limit
        self.opening = opening
        self.stakes = dict.fromkeys(order, 0)
        self.bidder: int | None = None
        """Who bet or raised last: the highest bidder, who has *kjøpet*."""
        self.proposer: int | None = None
        self.jacked_out: int | None = None
        """The player to the right of the proposer, out without being asked (*jekket ut*)."""
        self.folded: set[int] = set()
        self.outcome: Outcome | None = None
        self._waiting = list(order if opening else order[:1])
        self._unseen: int | None = None  # who may still raise a stake of one's own

    @property
    def turn(self) -> int | None:
        """The seat that is asked now, or None where the betting is over."""
        return None if self.outcome else self._waiting[0]

    @property
    def stake(self) -> int:
        """What a seat has put in that has called everything."""
        return max(self.stakes.values())

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that neither folded nor were jacked out, in the order of betting."""
        out = self.folded | {self.jacked_out}
        return tuple(seat for seat in self.order if seat not in out)

    def options(self, held: int, *, unseen: bool = False) -> Options:
        """What the seat whose turn it is may do, with so many chips left.

        Args:
            held: the chips that the seat hasn't put in.
            unseen: whether it may bet unseen.
        """
        seat = self.turn
        if seat is None:
            return {}
        own, stake = self.stakes[seat], self.stake
        higher = range(stake + 1, min(self.limit, own + held) + 1)
        found: dict[Action, range] = {}
        if self.bidder is None:
            found[Action.BET] = higher
            if unseen and self.proposer is None and seat == self.order[0]:
                found[Action.BET_UNSEEN] = higher
            closing = Action.PASS if self.opening else Action.JACK
            found[Action.ACCEPT if self.proposer is not None else closing] = PLAIN
        else:
            found[Action.RAISE] = higher
            if seat == self.bidder:  # the others have called a stake that was bet unseen
                found[Action.PASS] = PLAIN
            else:
                found[Action.FOLD] = PLAIN
                if stake - own <= held:
                    found[Action.CALL] = PLAIN
        return {action: amounts for action, amounts in found.items() if amounts}

    def refuse(self, step: Step, held: int, name: str, *, unseen: bool = False) -> NoReturn:
        """Say why a step that `options` doesn't hold is refused.

        Raises:
            Refusal: always.
        """
        seat = self.turn
        if seat is None:
            raise Refusal("club_over")
        if step.action is Action.BET_UNSEEN and not unseen:
            raise Refusal("club_unseen")
        own = self.stakes[seat]
        bets = (Action.BET, Action.BET_UNSEEN) if self.bidder is None else (Action.RAISE,)
        cost = 0
        if step.action in bets:
            if step.amount <= self.stake:
                raise Refusal("club_low", stake=step.amount, least=self.stake + 1)
            if step.amount > self.limit:
                raise Refusal("club_limit", stake=step.amount, limit=self.limit)
            cost = step.amount - own
        elif step.action is Action.CALL and not step.amount:
            cost = self.stake - own
        if cost > held:
            raise Refusal("purse", cost=Count(cost, "chip"), player=name, left=held)
        raise Refusal(self.asked(), player=name, stake=self.stake)

    def asked(self) -> str:
        """The key of the sentence that says what the seat is asked."""
        if self.bidder is not None:
            return "club_own" if self.turn == self.bidder else "club_bet"
        if self.proposer is not None:
            return "club_proposal"
        return "club_opening" if self.opening else "club_lead"

    def take(self, step: Step, held: int, *, unseen: bool = False) -> int:
        """Let the seat whose turn it is do this; gives the chips that it puts in.

        Raises:
            Refusal: for a step that isn't open to it; nothing has changed then.
        """
        seat = self.turn
        possible = self.options(held, unseen=unseen).get(step.action, ())
        if seat is None or step.amount not in possible:
            self.refuse(step, held, f"seat {seat}", unseen=unseen)
        before, action = self.stakes[seat], step.action
        self._waiting.pop(0)
        if action in (Action.BET, Action.BET_UNSEEN, Action.RAISE):
            self.stakes[seat] = step.amount
            self.bidder, self.proposer = seat, None
            # The right is gone once the stake was raised, by oneself or by another.
            self._unseen = seat if action is Action.BET_UNSEEN else None
            self._waiting = self._after(seat)
        elif action is Action.CALL:
            self.stakes[seat] = self.stake
        elif action is Action.FOLD:
            self.folded.add(seat)
        elif action is Action.JACK:
            self.proposer = seat
            self.jacked_out = self.order[-1]
            self._waiting = list(self.order[1:-1])
        elif action is Action.PASS and self.bidder is not None:
            self._unseen = None
        self._close()
        return self.stakes[seat] - before

    def _after(self, seat: int) -> list[int]:
        """The other seats still in, in turn after this one."""
        place = self.order.index(seat)
        turned = self.order[place + 1 :] + self.order[:place]
        return [each for each in turned if each in self.still_in]

    def _close(self) -> None:
        """See whether the betting is over."""
        if self.proposer is not None:
            self.outcome = None if self._waiting else Outcome.JACKED
        elif len(self.still_in) == 1:
            self.outcome = Outcome.BID
        elif not self._waiting:
            if self._unseen is not None and self.stake < self.limit:
                self._waiting = [self._unseen]  # the others have called; one may raise oneself
            else:
                self.outcome = Outcome.UNOPENED if self.bidder is None else Outcome.BID

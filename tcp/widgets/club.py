"""The Monday club's game against simple opponents: draw, jackpots, and the bicycle round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import ipywidgets

from tcp.cards import Card
from tcp.club.bicycle import Form
from tcp.club.ending import Ending
from tcp.club.evening import Evening
from tcp.club.opponents import OPPONENTS, Opponent
from tcp.club.record import record
from tcp.club.sight import Sight, sees
from tcp.club.steps import MOST_PLAYERS, Action, House, Step
from tcp.languages import Count, Refusal, label, told
from tcp.languages import language as words_of
from tcp.quoting import quoted
from tcp.widgets import clubtalk as talk
from tcp.widgets import clubview as view
from tcp.widgets.clubcontrols import Agreement, Controls
from tcp.widgets.clubseats import Other, checked, decided, fault_of, free_name, stream
from tcp.widgets.clubsheet import club_sheet
from tcp.widgets.panel import Panel, seeded

PURSE = 50
"""What each player brings to an evening, in chips."""
LEFT_BEFORE = 2
"""What each has put into the pot that a jackpot begins with."""
KNOWN = {
    each.name: f"club_{name}"
    for each, name in zip(OPPONENTS, ("careful", "curious", "bold", "chance"), strict=True)
}


class ClubWidget(Panel):
    """A place at the Monday club's table; the other places are taken by simple opponents.

    Each has a manner of its own, and knows no more than its seat does. What others hide, and the
    stock, stay in Python. In the first hand of an evening the four built-in opponents propose no
    jackpot and bet the least in its place, so that you aren't out before anything was asked.

    >>> club = ClubWidget("stud", players=2, seed=1)
    >>> club.buttons[Action.BET].click()
    >>> club.hand.form, club.log[-1] != ""
    (<Form.STUD: 'stud'>, True)

    `evening` holds the chips and all hands, `hand` is the one under way, `sight` what you may know
    of it, `log` what was said, and `record` the last hand that is over, as text.

    Args:
        form: "draw", which goes on to bicycle rounds where the winner asks for one; or "sykkel",
            "memphis" or "stud", hand after hand.
        players: how many sit at the table, you among them: 2 to 7.
        seed: makes the evening repeat; None makes each hand a fresh one.
        language: the code of the language that the widget speaks.
        opponents: who sits in the other places, in turn: objects with a `name` and a method
            `decide`, as in `tcp.club.opponents`. Without them the four that it has.
        jackpot: whether the first hand is a jackpot.

    Raises:
        ValueError: for an unknown form or language, another number of players, a seed that is no
            whole number, or what are no opponents.
    """

    def __init__(
        self,
        form: str = "draw",
        players: int = 3,
        seed: int | None = 7,
        language: str = "en",
        opponents: Sequence[Opponent] | None = None,
        jackpot: bool = False,
    ) -> None:
        if form not in [each.value for each in Form]:
            known = ", ".join(each.value for each in Form)
            raise ValueError(f"{form!r} is no form of the game; known are {known}")
        if not isinstance(players, int) or isinstance(players, bool):
            raise ValueError(
                f"players = {quoted(players)}: a whole number from 2 to {MOST_PLAYERS}"
            )
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"players = {players}: 2 to {MOST_PLAYERS} play, you among them")
        if not isinstance(jackpot, bool):
            raise ValueError(f"jackpot = {quoted(jackpot)}: True or False")
        words_of(language)  # refuses a language that has no words here
        self._others = checked(opponents)
        self.opponents = tuple(other.opponent for other in self._others)
        seeded(seed)  # refuses what is no seed
        # Apart, so that what opponents draw tells nothing of the decks.
        self._rng = stream(seed, "opponents")
        self._evenings = None if seed is None else stream(seed, "evenings")
        self.code = language
        self.house = House()
        self._make_controls(form, players, jackpot=jackpot)
        super().__init__(
            label("club_panel", language),
            [
                self.felt,
                self.asked_line,
                self.controls.row,
            ],
            self.controls.keys,
            [self.sheet, self.log_view, self.agreement.row, self.agreed_line],
            language,
        )
        self._listen()
        self.answer(self._begin)

    def _make_controls(self, form: str, players: int, *, jackpot: bool) -> None:
        self.others, self.middle, self.own_heading, self.own_cards, self.own_hand = (
            ipywidgets.HTML() for _ in range(5)
        )
        self.controls = Controls(self.code, self.house.limit)
        self.agreement = Agreement(form, players, jackpot=jackpot, code=self.code)
        self.buttons = self.controls.actions
        own = [self.own_heading, self.own_cards, self.controls.hand, self.own_hand]
        self.own = ipywidgets.VBox(own)
        self.own.add_class("tcp-own")
        self.felt = ipywidgets.VBox([self.others, self.middle, self.own])
        for name in ("tcp-felt", "tcp-club"):
            self.felt.add_class(name)
        self.asked_line, self.log_view, self.agreed_line, self.sheet = (
            ipywidgets.HTML() for _ in range(4)
        )
        self.asked_line.add_class("tcp-asked")

    def _listen(self) -> None:
        """Answer every control."""
        for action, each in self.buttons.items():
            self.on(each, partial(self._act, action))
        for stake, each in self.controls.stakes.items():
            self.on(each, partial(self._choose, stake))
        for each in self.controls.cards:
            self.on(each, self._offer)
        self.on(self.controls.next, self._next)
        for each in self.agreement.controls:
            self.on(each, self._begin)

    # --- what is known ---

    @property
    def seat(self) -> int:
        """Your seat in this hand."""
        return self.hand.players.index(self.you)

    @property
    def sight(self) -> Sight:
        """What you may know of this hand."""
        return sees(self.hand, self.seat)

    @property
    def record(self) -> str:
        """The last hand that is over, as text, from which it is played again.

        Raises:
            ValueError: before the first hand is over.
        """
        over = [hand for hand in self.evening.hands if hand.over]
        return record(over[-1] if over else self.hand)

    def text(self) -> str:
        """What others have said since you were asked last, your cards, and what is asked."""
        return f"[{self.label}] {self._told}"

    def in_words(self, error: ValueError) -> str:
        """A refusal as a sentence; what it says of you, it says to you."""
        if isinstance(error, Refusal) and error.values.get("player") == self.you:
            yours = f"{error.key}_you"
            if yours in words_of(self.code).told:
                return told(yours, self.code, **error.values)
        return super().in_words(error)

    # --- an evening, hand after hand ---

    def _begin(self) -> None:
        """Begin an evening: everybody has the same chips again."""
        players, jackpot = self.agreement.players.value, self.agreement.jackpot.value
        self.you = label("you", self.code)
        self._seated: dict[str, Opponent] = {}
        for place in range(players - 1):
            other = self._others[place % len(self._others)]
            name = free_name(self._called(other), (self.you, *self._seated))
            self._seated[name] = other.opponent
        before = LEFT_BEFORE if jackpot else 0
        self.evening = Evening(
            dict.fromkeys((self.you, *self._seated), PURSE - before),
            house=self.house,
            seed=None if self._evenings is None else self._evenings.getrandbits(64),
            form=Form(self.agreement.form.value),
            pot=before * players,
            rung=0 if jackpot else None,
        )
        self._deal()

    def _called(self, other: Other) -> str:
        key = KNOWN.get(other.name)
        return other.name if key is None else label(key, self.code)

    def _deal(self) -> None:
        self.hand = self.evening.open_hand()
        left, ante = Count(self.hand.pot, "chip"), self.house.ante
        said = "club_left_and_ante" if self.hand.pot else "club_ante"
        self.log = [told(said, self.code, chips=left, ante=ante)]
        self._known: tuple[Card, ...] = ()
        self._kept: frozenset[Card] | None = None
        self.sheet.value = club_sheet(self.hand.form, self.house, self.code)
        self._go_on(0)

    def _next(self) -> None:
        if not self.hand.over:
            raise Refusal("club_under_way")
        reason = self._no_more()
        if reason:
            raise ValueError(reason)
        self._deal()

    def _no_more(self) -> str:
        """Why there is no further hand; nothing where there is one."""
        able = [name for name, held in self.evening.chips.items() if held >= self.house.ante]
        if self.you not in able:
            return told("club_broke_you", self.code)
        return "" if len(able) > 1 else told("club_alone_left", self.code)

    # --- what a click does ---

    def _act(self, action: Action) -> None:
        """Do one of your own steps, and let the others go on until you are asked again."""
        if self.hand.over:
            raise Refusal("club_over")
        heard, sight = len(self.log), self.sight
        step = self.controls.step(action, sight)
        self._take(self.seat, step)
        if action is Action.DRAW:
            self._kept = frozenset(sight.own) - frozenset(step.cards)
        self._go_on(heard + 1)

    def _take(self, seat: int, step: Step) -> None:
        """Let a seat do a step, and write down what is heard of it."""
        hand, before, ended = self.hand, set(self.hand.out), self.hand.result is not None
        cards = sum(map(len, (*hand.hidden, *hand.open)))
        opens = hand.setting.rung is not None and hand.opening is None
        hand.take(seat, step)
        self._hear(seat, talk.said(step, opens=opens, code=self.code))
        words = talk.Words(self.seat, hand.players, self.code)
        for gone in hand.out - before - {seat}:
            self.log.append(talk.jacked_out(gone, seat, words))
        if sum(map(len, (*hand.hidden, *hand.open))) > cards:
            self.log.append(told("club_dealt", self.code))
        if not ended and hand.result is not None and hand.result.ending is Ending.SHOWDOWN:
            self.log.append(told("club_shown", self.code))

    def _hear(self, seat: int, words: str) -> None:
        name = self.hand.players[seat]
        self.log.append(told("club_said", self.code, player=name, said=words))

    def _go_on(self, heard: int) -> None:
        """Let the others play until you are asked, or the hand is over; then show it.

        Args:
            heard: how many lines of the log are known already.
        """
        try:
            while (turn := self.hand.turn) is not None and turn != self.seat:
                self._let_play(turn)
        finally:
            with self.filling():
                self.controls.prepare(self.sight)
            self._show(heard)

    def _let_play(self, turn: int) -> None:
        name = self.hand.players[turn]
        sight, first = sees(self.hand, turn), len(self.evening.hands) == 1
        try:
            step = decided(self._seated[name], sight, self._rng, first=first)
            self._take(turn, step)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # an opponent may be a learner's own program, and exit
            said = told("club_fault", self.code, player=name, fault=fault_of(error))
            raise ValueError(said) from error

    def _choose(self, stake: int) -> None:
        """Choose how much to stake."""
        self.controls.stake = stake
        self._offer()

    # --- what is shown ---

    def _offer(self) -> None:
        """Offer exactly what is open now."""
        sight = self.sight
        with self.filling():
            self.controls.offer(sight, more=not self._no_more())
        drawing = Action.DRAW in sight.options
        self.own_cards.layout.display = "none" if drawing else None

    def _show(self, heard: int) -> None:
        """Write everything that is seen, and say what is new."""
        sight, code = self.sight, self.code
        words = talk.Words(self.seat, self.hand.players, code)
        backs = [len(cards) for cards in self.hand.hidden]
        idle = [name for name in self.evening.chips if name not in self.hand.players]
        self.others.value = view.others_html(sight, backs, idle, words)
        self.middle.value = view.middle_html(sight, words)
        heading = view.heading_html(self.seat, sight, words)
        self.own_heading.value = f'<div class="tcp">{heading}</div>'
        self.own_cards.value = view.own_cards_html(sight, code, new=self._new(sight))
        made = view.own_says(sight, code)
        self.own_hand.value = view.caption(made)
        news = self.log[heard:]
        asked = self._asked(sight, words)
        self.asked_line.value = view.asked_html(news, asked)
        self.log_view.value = view.log_html(self.log, code)
        self.agreed_line.value = view.agreed_html(sight, code)
        for name, applies in (
            ("tcp-out", self.seat not in sight.still_in),
            ("tcp-won", sight.result is not None and sight.result.shares[self.seat] > 0),
        ):
            (self.own.add_class if applies else self.own.remove_class)(name)
        self._offer()
        self._told = " ".join(filter(None, [*news, self._have(sight, made), asked]))
        self.say(self._told)

    def _new(self, sight: Sight) -> frozenset[Card]:
        """The cards that came in your draw, until the hand has ended."""
        if self._kept is None or sight.result is not None:
            return frozenset()
        return frozenset(sight.own) - self._kept

    def _have(self, sight: Sight, made: str) -> str:
        """Your cards in words, where they aren't those of which you heard last."""
        if sight.own == self._known or not sight.own:
            return ""
        self._known = sight.own
        cards = ", ".join(card.name(self.code) for card in view.by_rank(sight.own))
        if sight.unseen:
            made = label("club_some", self.code)
        return told("you_have" if made else "club_have", self.code, cards=cards, hand=made)

    def _asked(self, sight: Sight, words: talk.Words) -> str:
        """What you are asked, or how the hand ended."""
        sentences = []
        if sight.result is not None:
            sentences = talk.result_in_words(sight.result, sight, words)
        if self.hand.over:
            sentences.append(self._no_more())
        elif sight.turn != self.seat:
            sentences.append(told("club_stopped", self.code))
        else:
            sentences.append(talk.asks(*self.hand.asked(), sight, self.code))
        return " ".join(filter(None, sentences))

"""The Monday club's game against simple opponents: draw, jackpots, and the bicycle round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets

from tcp.cards import Card, Suit
from tcp.club.bicycle import Form
from tcp.club.evening import Evening
from tcp.club.opponents import OPPONENTS, Opponent
from tcp.club.record import record
from tcp.club.sight import Sight, sees
from tcp.club.steps import MOST_PLAYERS, Action, House, Step
from tcp.languages import Refusal, label, told
from tcp.languages import language as words_of
from tcp.table import check_name
from tcp.widgets import clubtalk as talk
from tcp.widgets import clubview as view
from tcp.widgets.panel import Panel, button, keyed, line, menu, seeded

PURSE = 50
"""What each player brings to an evening, in chips."""
LEFT_BEFORE = 2
"""What each has put into the pot that a jackpot begins with."""
KNOWN = {
    each.name: f"club_{name}"
    for each, name in zip(OPPONENTS, ("careful", "curious", "bold", "chance"), strict=True)
}
KEYS = {
    Action.CUT: "c", Action.LAY: "l", Action.LOOK: "l", Action.CALL: "c", Action.BET: "b",
    Action.BET_UNSEEN: "u", Action.RAISE: "r", Action.ACCEPT: "a", Action.PASS: "p",
    Action.DRAW: "d", Action.JACK: "j", Action.FOLD: "f", Action.BICYCLE: "y",
    Action.ORDINARY: "o",
}  # fmt: skip
NEXT = "n"
STAKES = (Action.BET, Action.BET_UNSEEN, Action.RAISE)


class ClubWidget(Panel):
    """A place at the Monday club's table; the other places are taken by simple opponents.

    Each has a manner of its own, and knows no more than its seat does. What others hide, and the
    stock, stay in Python.

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
            raise ValueError(f"players = {players!r}: a whole number from 2 to {MOST_PLAYERS}")
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"players = {players}: 2 to {MOST_PLAYERS} play, you among them")
        if not isinstance(jackpot, bool):
            raise ValueError(f"jackpot = {jackpot!r}: True or False")
        words_of(language)  # refuses a language that has no words here
        self.opponents = _checked(opponents)
        self._rng, self._seed = seeded(seed), seed
        self.code = language
        self.house = House()
        self._make_controls(form, players, jackpot)
        super().__init__(
            label("club_panel", language),
            [
                self.felt,
                self.asked_line,
                self.amounts,
                self.slider,
                line(*self.buttons.values(), self.next_button),
            ],
            self._shortcuts(),
            [
                self.log_view,
                line(self.form_menu, self.players_menu, self.jackpot_box, self.new_button),
            ],
            language,
        )
        self._begin()

    def _make_controls(self, form: str, players: int, jackpot: bool) -> None:
        code = self.code
        self.others, self.middle, self.own_heading, self.own_cards, self.own_hand = (
            ipywidgets.HTML() for _ in range(5)
        )
        self.card_buttons = [_toggle("tcp-card-toggle", place) for place in range(1, 6)]
        self.to_throw = ipywidgets.HBox(self.card_buttons)
        self.to_throw.add_class("tcp-own-cards")
        own = ipywidgets.VBox([self.own_heading, self.own_cards, self.to_throw, self.own_hand])
        own.add_class("tcp-own")
        self.felt = ipywidgets.VBox([self.others, self.middle, own])
        self.felt.add_class("tcp-felt")
        self.felt.add_class("tcp-club")
        self.asked_line, self.log_view = ipywidgets.HTML(), ipywidgets.HTML()
        self.asked_line.add_class("tcp-asked")
        self.stake_buttons = [
            _toggle("tcp-stake", stake, str(stake)) for stake in range(1, self.house.limit + 1)
        ]
        stake_label = ipywidgets.HTML(f'<span class="tcp-label">{label("club_stake", code)}</span>')
        self.amounts = line(stake_label, *self.stake_buttons)
        self.slider = ipywidgets.IntSlider(
            value=26, min=1, max=51, continuous_update=False, description=""
        )
        self.slider.style.description_width = "initial"
        self.slider.layout.width = "min(420px, 96%)"
        self.buttons = {
            action: button("", f"tcp-club-{action.name.lower()}", primary=True, once=True)
            for action in KEYS
        }
        for action, each in self.buttons.items():
            each.add_class(f"tcp-key-{KEYS[action]}")
            self.on(each, partial(self._act, action))
        self.next_button = button(
            keyed(told("club_do_next", code), NEXT), "tcp-club-next", primary=True, once=True
        )
        self.next_button.add_class(f"tcp-key-{NEXT}")
        self.new_button = button(label("club_new", code), "tcp-club-new", once=True)
        forms = [(talk.form_name(each, code), each.value) for each in Form]
        self.form_menu = menu(label("club_game", code), forms, form, "240px", "60px")
        seats = list(range(2, MOST_PLAYERS + 1))
        self.players_menu = menu(label("club_players", code), seats, players, "150px", "70px")
        self.jackpot_box = ipywidgets.Checkbox(
            value=jackpot, description=label("club_first_jackpot", code), indent=False
        )
        self.jackpot_box.layout.width = "auto"
        self.on(self.next_button, self._next)
        for control in (self.form_menu, self.players_menu, self.jackpot_box, self.new_button):
            self.on(control, self._begin)
        for each in self.card_buttons:
            self.on(each, self._mark)
        for stake, each in enumerate(self.stake_buttons, start=1):
            self.on(each, partial(self._choose, stake))

    def _shortcuts(self) -> dict[str, str]:
        keys = [*KEYS.values(), NEXT, *map(str, range(1, max(5, self.house.limit) + 1))]
        return {key: f"tcp-key-{key}" for key in keys}

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

    @property
    def thrown(self) -> tuple[Card, ...]:
        """The cards that are marked to be thrown."""
        cards = view.own_hidden(self.sight)
        return tuple(c for c, each in zip(cards, self.card_buttons, strict=False) if each.value)

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
        players, jackpot = self.players_menu.value, self.jackpot_box.value
        self.you = label("you", self.code)
        self._seated: dict[str, Opponent] = {}
        for place in range(players - 1):
            opponent = self.opponents[place % len(self.opponents)]
            self._seated[_free_name(self._called(opponent), (self.you, *self._seated))] = opponent
        before = LEFT_BEFORE if jackpot else 0
        self.evening = Evening(
            dict.fromkeys((self.you, *self._seated), PURSE - before),
            house=self.house,
            seed=self._seed,
            form=Form(self.form_menu.value),
            pot=before * players,
            rung=0 if jackpot else None,
        )
        if self._seed is not None:
            self._seed = self._rng.getrandbits(64)  # of the evening after this one
        self._deal()

    def _called(self, opponent: Opponent) -> str:
        key = KNOWN.get(opponent.name)
        return opponent.name if key is None else label(key, self.code)

    def _deal(self) -> None:
        self.hand = self.evening.open_hand()
        self.log: list[str] = []
        self._known: tuple[Card, ...] = ()
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
        heard = len(self.log)
        if action is Action.DRAW:
            step = Step(action, cards=self.thrown)
        else:
            step = Step(action, self._amount(action))
        self._take(self.seat, step)
        self._go_on(heard + 1)

    def _amount(self, action: Action) -> int:
        if action in STAKES:
            return self.stake
        if action in (Action.CUT, Action.LAY):
            possible = self.hand.options().get(action, range(1))
            return possible[0] if len(possible) == 1 else self.slider.value
        return 0

    def _take(self, seat: int, step: Step) -> None:
        """Let a seat do a step, and write down what is heard of it."""
        hand, before = self.hand, set(self.hand.out)
        opens = hand.setting.rung is not None and hand.opening is None
        hand.take(seat, step)
        words = talk.said(step, opens=opens, code=self.code)
        self._hear(seat, words)
        for gone in hand.out - before - {seat}:
            self._hear(gone, label("club_jacked_out", self.code) + ".")

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
            self._prepare()
            self._show(heard)

    def _let_play(self, turn: int) -> None:
        name = self.hand.players[turn]
        try:
            step = self._seated[name].decide(sees(self.hand, turn), self._rng)
            self._take(turn, step)
        except Exception as error:  # an opponent may be a learner's own program
            fault = f"{type(error).__name__}: {error}"
            raise ValueError(told("club_fault", self.code, player=name, fault=fault)) from error

    def _choose(self, stake: int) -> None:
        """Choose how much to stake."""
        self.stake = stake
        self._show_controls()

    def _mark(self) -> None:
        self._show_controls()

    # --- what is shown ---

    def _prepare(self) -> None:
        """Set the controls for what is asked now: the lowest stake, no card marked."""
        options = self.sight.options
        amounts = [amount for action in STAKES for amount in options.get(action, ())]
        self.stake = min(amounts, default=1)
        with self.filling():
            for each in self.card_buttons:
                each.value = False
            for action in (Action.CUT, Action.LAY):
                if len(options.get(action, ())) > 1:
                    possible = options[action]
                    self.slider.max, self.slider.min = max(possible[-1], self.slider.min), 0
                    self.slider.min, self.slider.max = possible[0], possible[-1]
                    middle = possible[-1] if action is Action.LAY else len(self.hand.stock) // 2
                    self.slider.value = middle
                    named = "club_lift" if action is Action.CUT else "club_after"
                    self.slider.description = label(named, self.code)

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
        self.own_cards.value = view.own_cards_html(sight, code)
        made = view.own_says(sight, code)
        self.own_hand.value = f'<p class="tcp-says">{escape(made)}</p>'
        news = self.log[heard:]
        asked = self._asked(sight, words)
        self.asked_line.value = (
            f'<p class="tcp-news">{escape(" ".join(news))}</p>'
            f'<p class="tcp-result">{escape(asked)}</p>'
        )
        self.log_view.value = view.log_html(self.log, code)
        self._show_controls()
        self._told = " ".join(filter(None, [*news, self._have(sight, made), asked]))
        self.say(self._told)

    def _have(self, sight: Sight, made: str) -> str:
        """Your cards in words, where they aren't those of which you heard last."""
        if sight.own == self._known or not sight.own:
            return ""
        self._known = sight.own
        cards = ", ".join(card.name(self.code) for card in view.by_rank(sight.own))
        return told("you_have", self.code, cards=cards, hand=made or label("club_some", self.code))

    def _asked(self, sight: Sight, words: talk.Words) -> str:
        """What you are asked, or how the hand ended."""
        if self.hand.over and sight.result is not None:
            sentences = talk.result_in_words(sight.result, sight, words)
            return " ".join(filter(None, [*sentences, self._no_more()]))
        if self.hand.turn != self.seat:
            return told("club_stopped", self.code)
        if Action.LOOK in sight.options and Action.BET_UNSEEN in sight.options:
            return told("club_unseen_you", self.code)
        key, values = self.hand.asked()
        return told(f"{key}_you", self.code, **values)

    def _show_controls(self) -> None:
        """Offer exactly what is open now."""
        sight, code = self.sight, self.code
        options = sight.options
        drawing = Action.DRAW in options
        amounts = [amount for action in STAKES for amount in options.get(action, ())]
        thrown = len(self.thrown) if drawing else 0
        cards = view.own_hidden(sight)
        with self.filling():
            for card, each in zip(cards, self.card_buttons, strict=False):
                each.disabled = not drawing
                if drawing:
                    _draw_card(each, card, code)
            for stake, each in enumerate(self.stake_buttons, start=1):
                each.disabled = stake not in amounts
                each.value = bool(amounts) and stake == self.stake
        for part, wanted in (
            (self.own_cards, not drawing),
            (self.to_throw, drawing),
            (self.amounts, bool(amounts)),
            (self.slider, any(len(options.get(a, ())) > 1 for a in (Action.CUT, Action.LAY))),
        ):
            part.layout.display = None if wanted else "none"
        for action, each in self.buttons.items():
            open_ = action in options
            if open_:
                words = talk.does(action, sight, self.stake, thrown, code)
                each.description = keyed(words, KEYS[action])
            each.disabled = not open_
            each.layout.display = None if open_ else "none"
        self.next_button.disabled = not self.hand.over or bool(self._no_more())
        self.next_button.layout.display = None if self.hand.over else "none"


def _checked(opponents: Sequence[Opponent] | None) -> tuple[Opponent, ...]:
    """Who sits in the other places, in turn."""
    if opponents is None:
        return OPPONENTS
    given: Any = opponents
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise ValueError(f"opponents = {given!r}: a list of at least one is asked for")
    for each in opponents:
        name = getattr(each, "name", None)
        if not isinstance(name, str) or not callable(getattr(each, "decide", None)):
            raise ValueError(f"{each!r} is no opponent: it needs a name and a method decide")
        check_name(name)
    return tuple(opponents)


def _free_name(name: str, taken: Sequence[str]) -> str:
    """This name, with a number where somebody has it already."""
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found


def _toggle(kind: str, key: int, words: str = "") -> Any:
    """A button that stays pressed; the key of its number presses it."""
    made = ipywidgets.ToggleButton(description=words, disabled=True, tooltip="")
    for name in ("tcp-toggle", kind, f"tcp-key-{key}"):
        made.add_class(name)
    made.layout.width = "auto"
    return made


def _draw_card(each: Any, card: Card, code: str) -> None:
    """Make a button look like a card: its suit is a class, its text the index."""
    for suit in Suit:
        each.remove_class(f"tcp-{suit.name.lower()}")
    each.add_class(f"tcp-{card.suit.name.lower()}")
    each.description = card.text(code)
    each.tooltip = card.name(code)

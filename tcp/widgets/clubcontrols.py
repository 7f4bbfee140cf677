"""What one presses at the club's table: an action for each thing to do, stakes, cards, the cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import ipywidgets

from tcp.cards import Card, Suit
from tcp.club.bicycle import Form
from tcp.club.sight import Sight
from tcp.club.steps import MOST_PLAYERS, Action, Step
from tcp.languages import label, told
from tcp.widgets import clubtalk as talk
from tcp.widgets.clubview import own_hidden
from tcp.widgets.panel import button, keyed, line, menu

KEYS = {
    Action.CUT: "c", Action.LAY: "l", Action.LOOK: "l", Action.CALL: "c", Action.BET: "b",
    Action.BET_UNSEEN: "u", Action.RAISE: "r", Action.ACCEPT: "a", Action.PASS: "p",
    Action.DRAW: "d", Action.JACK: "j", Action.FOLD: "f", Action.BICYCLE: "y",
    Action.ORDINARY: "o",
}  # fmt: skip
"""The key of each action, in the order of the buttons; two of one key are never open together."""
NEXT = "n"
STAKES = (Action.BET, Action.BET_UNSEEN, Action.RAISE)
SLID = (Action.CUT, Action.LAY)
MOST_CARDS = 5


class Controls:
    """All controls of the club's widget; `offer` leaves open exactly what may be done now.

    Args:
        code: the language.
        limit: the highest stake.
    """

    def __init__(self, code: str, limit: int) -> None:
        self.code = code
        self.actions = {action: _action(f"tcp-club-{action.name.lower()}", KEYS[action])
                        for action in KEYS}  # fmt: skip
        self.next = _action("tcp-club-next", NEXT)
        self.next.description = keyed(told("club_do_next", code), NEXT)
        self.cards = [_toggle("tcp-card-toggle", key) for key in range(1, MOST_CARDS + 1)]
        self.hand = ipywidgets.HBox(self.cards)
        self.hand.add_class("tcp-to-throw")
        self.stakes = {stake: _toggle("tcp-stake", stake) for stake in range(1, limit + 1)}
        for stake, each in self.stakes.items():
            each.description, each.tooltip = str(stake), told("club_staked", code, stake=stake)
        named = ipywidgets.HTML(f'<span class="tcp-label">{label("club_stake", code)}</span>')
        self.staking = line(named, *self.stakes.values())
        self.staking.add_class("tcp-staking")
        self.slider = ipywidgets.IntSlider(value=26, min=1, max=51, continuous_update=False)
        self.slider.style.description_width = "initial"
        self.slider.layout.width = "min(440px, 98%)"
        self.row = line(*self.actions.values(), self.next, self.staking, self.slider)
        self.row.add_class("tcp-actions")
        self.keys = {key: f"tcp-key-{key}" for key in (*KEYS.values(), NEXT)}
        self.keys |= {f"{key}": f"tcp-key-{key}" for key in range(1, max(limit, MOST_CARDS) + 1)}
        self.stake = 1
        """How much a bet or a raise is to be."""

    def step(self, action: Action, sight: Sight) -> Step:
        """What is done with this action, as the controls stand."""
        if action is Action.DRAW:
            return Step(action, cards=self.thrown(sight))
        possible = sight.options.get(action, range(1))
        if action in STAKES:
            return Step(action, self.stake)
        if action in SLID:
            return Step(action, possible[0] if len(possible) == 1 else self.slider.value)
        return Step(action)

    def thrown(self, sight: Sight) -> tuple[Card, ...]:
        """The cards that are marked to be thrown."""
        marked = zip(own_hidden(sight), self.cards, strict=False)
        return tuple(card for card, each in marked if each.value)

    def prepare(self, sight: Sight) -> None:
        """Begin with the lowest stake, no card marked, half of the deck, all cards dealt."""
        self.stake = min(_stakes(sight), default=1)
        for each in self.cards:
            each.value = False
        for action in SLID:
            possible = sight.options.get(action, range(1))
            if len(possible) > 1:
                self._slide(action, possible)

    def _slide(self, action: Action, possible: range) -> None:
        least, most = possible[0], possible[-1]
        self.slider.min, self.slider.max = 0, max(most, 51)  # in between never upside down
        self.slider.max, self.slider.min = most, least
        self.slider.value = most if action is Action.LAY else (least + most) // 2
        name = label("club_lift" if action is Action.CUT else "club_after", self.code)
        self.slider.description = name

    def offer(self, sight: Sight, *, more: bool) -> None:
        """Show and open exactly what one may do now.

        Args:
            sight: what one may know.
            more: whether a next hand may be dealt, once this one is over.
        """
        options, stakes = sight.options, _stakes(sight)
        drawing = Action.DRAW in options
        cards = own_hidden(sight) if drawing else ()
        for card, each in zip_longest(cards, self.cards):
            each.disabled = not drawing
            _draw(each, card, self.code)
        for stake, each in self.stakes.items():
            each.disabled = stake not in stakes
            each.value = stake in stakes and stake == self.stake
        _show(self.hand, drawing)
        _show(self.staking, bool(stakes))
        _show(self.slider, any(len(options.get(action, ())) > 1 for action in SLID))
        thrown = len(self.thrown(sight)) if drawing else 0
        # A plain bet would leave the new cards face down: one looks first, or bets unseen.
        unseen = Action.BET_UNSEEN in options
        for action, each in self.actions.items():
            may = action in options and not (unseen and action is Action.BET)
            if may:
                words = talk.does(action, sight, self.stake, thrown, self.code)
                each.description = keyed(words, KEYS[action])
            each.disabled = not may
            _show(each, may)
        self.next.disabled = sight.turn is not None or not more
        _show(self.next, sight.turn is None)


class Agreement:
    """What is agreed on before an evening: the game, how many play, whether a jackpot begins it."""

    def __init__(self, form: str, players: int, *, jackpot: bool, code: str) -> None:
        forms = [(talk.form_name(each, code), each.value) for each in Form]
        self.form = menu(label("club_game", code), forms, form, "250px", "60px")
        seats = list(range(2, MOST_PLAYERS + 1))
        self.players = menu(label("club_players", code), seats, players, "150px", "80px")
        self.jackpot = ipywidgets.Checkbox(
            value=jackpot, description=label("club_first_jackpot", code), indent=False
        )
        self.jackpot.layout.width = "auto"
        self.begin = button(label("club_new", code), "tcp-club-new", once=True)
        self.controls = (self.form, self.players, self.jackpot, self.begin)
        self.row = line(*self.controls)


def _stakes(sight: Sight) -> Sequence[int]:
    """The stakes that are open now; the same for each action that has one."""
    return next((sight.options[action] for action in STAKES if action in sight.options), ())


def _show(part: Any, wanted: bool) -> None:
    part.layout.display = None if wanted else "none"


def _action(name: str, key: str) -> Any:
    made = button("", name, primary=True, once=True)
    made.add_class(f"tcp-key-{key}")
    return made


def _toggle(kind: str, key: int) -> Any:
    """A button that stays pressed; the key of its number presses it."""
    made = ipywidgets.ToggleButton(disabled=True, tooltip="")
    for name in ("tcp-toggle", kind, f"tcp-key-{key}"):
        made.add_class(name)
    return made


def _draw(each: Any, card: Card | None, code: str) -> None:
    """Make a button look like a card: its suit is a class, its text the index; or like none."""
    for suit in Suit:
        if card is None or suit is not card.suit:
            each.remove_class(f"tcp-{suit.name.lower()}")
    if card is None:
        each.description = each.tooltip = ""
    else:
        each.add_class(f"tcp-{card.suit.name.lower()}")
        each.description, each.tooltip = card.text(code), card.name(code)

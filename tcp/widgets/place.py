"""One box of the table: its cards, a circle for each of its bets, and its removal."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import ipywidgets

from tcp.languages import told
from tcp.table import Box, Round, Stage
from tcp.view import number
from tcp.widgets import felt
from tcp.widgets.ledger import bet_name
from tcp.widgets.panel import button, line

SPOTS = ("ante", "pair_plus", "six_card_bonus")
"""The bets that have a circle."""


class Place:
    """The controls of one box.

    Args:
        box: its number.
        put: is called with the bet whose circle was clicked.
        remove: is called when the box is to be removed.
    """

    def __init__(self, box: int, put: Callable[[str], None], remove: Callable[[], None]) -> None:
        self.box = box
        self.anchor = f"tcp-{uuid4().hex}"  # the heading that names the box for screen readers
        self.shown = ipywidgets.HTML()
        self.spots = {bet: button("", "tcp-spot") for bet in SPOTS}
        self.remove = button("", "tcp-remove")
        self.root = ipywidgets.VBox([self.shown, line(*self.spots.values()), self.remove])
        self.root.add_class("tcp-stop")
        for bet, spot in self.spots.items():
            spot.on_click(lambda _, bet=bet: put(bet))
        self.remove.on_click(lambda _: remove())

    def show(self, now: Round, shown: Round | None, taken: Box, name: str, code: str) -> None:
        """Write everything anew.

        Args:
            now: the round that takes stakes or decisions.
            shown: the round whose cards lie on the felt.
            taken: who has the box.
            name: what that player is called.
            code: the language.
        """
        if shown is not None and shown.boxes.get(self.box, taken).player != taken.player:
            shown = None  # the cards that lie here were somebody else's
        self.shown.value = felt.box_html(shown, self.box, name, self.anchor, code)
        if now.turn == self.box:
            self.root.add_class("tcp-turn")
        else:
            self.root.remove_class("tcp-turn")
        betting, staked = now.stage is Stage.BETTING, self.box in now.boxes
        for bet, spot in self.spots.items():
            stake = getattr(taken.bets, bet) if staked else 0
            spot.description = f"{bet_name(bet, code)} {number(stake, code)}"
            offered = bet == "ante" or getattr(now.rules, bet) is not None
            spot.layout.display = None if offered else "none"
            spot.disabled = not (betting and staked and offered)
        self.remove.description = told("table_remove", code, box=self.box)
        removable = betting and staked and len(now.boxes) > 1
        self.remove.layout.display = None if removable else "none"
        self.remove.disabled = not removable

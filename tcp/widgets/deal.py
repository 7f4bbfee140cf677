"""One box against the dealer: deal, look, play or fold, and see what was paid."""

from __future__ import annotations

import random
import secrets
from html import escape

import ipywidgets

from tcp.cards import Card, deal
from tcp.languages import language as words_of
from tcp.payouts import Bets, Decision, Settlement, settle
from tcp.ranking import describe
from tcp.rules import Ratio, Rules, load_rules
from tcp.view import chips, hand_html, table_html
from tcp.widgets.ledger import headers, line_cells, result
from tcp.widgets.panel import Panel, button, line


class DealWidget(Panel):
    """Rounds of one box with an Ante of one chip, by mouse or with the keys D, P and F.

    The dealer's cards stay in Python until the box has decided. Without a seed every round is
    fresh; with one, the rounds repeat. Cards and hands are named in `language`.

    >>> table = DealWidget(seed=1)
    >>> table.deal_button.click()
    >>> table.fold_button.click()
    >>> table.balance
    -1

    `nets` holds the net gain of every round so far, `settlement` the ledger of the last one.

    Raises:
        ValueError: for unknown rules, a seed that is no whole number, or an unknown language.
    """

    def __init__(
        self, rules: Rules | str = "pagat", seed: int | None = None, language: str = "en"
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else load_rules(rules)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise ValueError(f"{seed!r} is no seed; a seed is a whole number, or None")
        self._rng = random.Random(secrets.randbits(128) if seed is None else seed)
        words_of(language)  # refuses a language that has no words here
        self.code = language
        self._player: tuple[Card, ...] = ()
        self._dealer: tuple[Card, ...] = ()
        self.nets: list[Ratio] = []
        self.settlement: Settlement | None = None
        self.deal_button = button("Deal (D)", "tcp-deal", primary=True)
        self.play_button = button("Play (P)", "tcp-play")
        self.fold_button = button("Fold (F)", "tcp-fold")
        self.cards = ipywidgets.HTML()
        self.ledger = ipywidgets.HTML()
        super().__init__(
            "Three Card Poker, one box",
            [
                line(self.deal_button, self.play_button, self.fold_button),
                self.cards,
                self.ledger,
            ],
            {"d": "tcp-deal", "p": "tcp-play", "f": "tcp-fold"},
        )
        self.deal_button.on_click(lambda _: self.answer(self._deal))
        self.play_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.PLAY)))
        self.fold_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.FOLD)))
        self._set_stage(decided=True)
        self._told = "Your Ante is one chip. Deal when you are ready."
        self.cards.value = f'<p class="tcp-label">{self._told}</p>'

    @property
    def rounds(self) -> int:
        """How many rounds have been decided."""
        return len(self.nets)

    @property
    def balance(self) -> Ratio:
        """Chips won or lost in all rounds together."""
        return sum(self.nets)

    def text(self) -> str:
        """What the table shows, in words; of the dealer's cards nothing before the decision."""
        return f"{self.label}. {self._told}"

    def _set_stage(self, *, decided: bool) -> None:
        self._decided = decided
        self.deal_button.disabled = not decided
        self.play_button.disabled = self.fold_button.disabled = decided

    def _tell(self, told: str) -> None:
        self._told = told
        self.say(told)

    def _deal(self) -> None:
        if not self._decided:
            raise ValueError("This round is not decided yet: play or fold first.")
        self._player, self._dealer = deal(self._rng, 3, 3)
        hand = describe(self._player, self.code)
        self._show((None,) * 3, "the dealer's, face down")
        self.ledger.value = '<p class="tcp-result">Play for one more chip, or fold?</p>'
        self._set_stage(decided=False)
        names = ", ".join(card.name(self.code) for card in self._player)
        self._tell(f"You have {names}: {hand}. Play for one more chip, or fold?")

    def _decide(self, decision: Decision) -> None:
        if self._decided:
            raise ValueError("No cards are on the table: deal first.")
        self._set_stage(decided=True)
        self.settlement = settle(self.rules, Bets(1), self._player, self._dealer, decision)
        self.nets.append(self.settlement.net)
        hand = describe(self._dealer, self.code)
        self._show(self._dealer, f"the dealer: {hand}")
        played = self._player, self._dealer, decision
        told = result(self.settlement, self.rules, *played, self.code)
        tally = self._tally()
        rows = [line_cells(line, self.code) for line in self.settlement.lines]
        table = table_html(headers(self.code)[:4], rows, code=self.code)
        shown = f'<p class="tcp-result">{escape(told)}</p>{table}<p>{tally}</p>'
        self.ledger.value = f'<div class="tcp">{shown}</div>'
        self._tell(f"The dealer has {hand}. {told} {tally}")

    def _tally(self) -> str:
        """All rounds so far: how many of each kind, and the balance."""
        won, lost = sum(net > 0 for net in self.nets), sum(net < 0 for net in self.nets)
        counts = f"{won} won, {lost} lost"
        if even := self.rounds - won - lost:
            counts += f", {even} even"
        rounds = f"{self.rounds} round" + ("" if self.rounds == 1 else "s")
        return f"{rounds}: {counts}. Balance {chips(self.balance)}."

    def _show(self, dealer: tuple[Card | None, ...], caption: str) -> None:
        mine = f"you: {describe(self._player, self.code)}"
        hands = hand_html(self._player, mine, self.code) + hand_html(dealer, caption, self.code)
        self.cards.value = f'<div class="tcp tcp-hands">{hands}</div>'

"""One box against the dealer: deal, look, play or fold, and see what was paid."""

from __future__ import annotations

import random
import secrets
from html import escape
from typing import Any

import ipywidgets

from tcp.cards import Card, deal
from tcp.payouts import Bets, Decision, Settlement, qualifies, settle
from tcp.ranking import describe, explain
from tcp.rules import Rules, load_rules
from tcp.view import hand_html, number, table_html
from tcp.widgets.panel import Panel, button

_WORDS = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
}


class DealWidget(Panel):
    """Rounds of one box with an Ante of one chip, by mouse or with the keys D, P and F.

    The dealer's cards stay in Python until the box has decided. Without a seed every round is
    fresh; with one, the rounds repeat.

    >>> table = DealWidget(seed=1)
    >>> table.deal_button.click()
    >>> table.fold_button.click()
    >>> table.balance
    -1
    """

    def __init__(self, rules: Rules | str = "pagat", seed: int | None = None) -> None:
        self.rules = load_rules(rules) if isinstance(rules, str) else rules
        self._rng = random.Random(secrets.randbits(128) if seed is None else seed)
        self._player: tuple[Card, ...] = ()
        self._dealer: tuple[Card, ...] = ()
        self.balance: Any = 0
        self.rounds = 0
        self.settlement: Settlement | None = None
        self.deal_button = button("Deal (D)", "tcp-deal", primary=True)
        self.play_button = button("Play (P)", "tcp-play")
        self.fold_button = button("Fold (F)", "tcp-fold")
        self.cards = ipywidgets.HTML()
        self.ledger = ipywidgets.HTML()
        super().__init__(
            "Three Card Poker, one box",
            [
                ipywidgets.HBox([self.deal_button, self.play_button, self.fold_button]),
                self.cards,
                self.ledger,
            ],
            {"d": "tcp-deal", "p": "tcp-play", "f": "tcp-fold"},
        )
        self.deal_button.on_click(lambda _: self.answer(self._deal))
        self.play_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.PLAY)))
        self.fold_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.FOLD)))
        self._waiting(True)
        self.cards.value = (
            '<p class="tcp-label">Your Ante is one chip. Deal when you are ready.</p>'
        )

    def _waiting(self, for_deal: bool) -> None:
        self.deal_button.disabled = not for_deal
        self.play_button.disabled = self.fold_button.disabled = for_deal

    def _deal(self) -> None:
        if not self.play_button.disabled:
            raise ValueError("this round isn't decided yet: play or fold first")
        self._player, self._dealer = deal(self._rng, 3, 3)
        hand = describe(self._player)
        self.cards.value = _two_hands(self._player, (None,) * 3, hand, "the dealer's, face down")
        self.ledger.value = '<p class="tcp-result">Play for one more chip, or fold?</p>'
        self._waiting(False)
        names = ", ".join(card.name() for card in self._player)
        self.say(f"You have {names}: {hand}. Play or fold?")

    def _decide(self, decision: Decision) -> None:
        if self.play_button.disabled:
            raise ValueError("no cards on the table: deal first")
        self._waiting(True)
        player, dealer = self._player, self._dealer
        self.settlement = settle(self.rules, Bets(1), player, dealer, decision)
        self.rounds += 1
        self.balance += self.settlement.net
        told = self._result(decision)
        self.cards.value = _two_hands(
            player, dealer, describe(player), f"the dealer: {describe(dealer)}"
        )
        rows = [
            [_WORDS[line.bet], line.stake, line.outcome, f"{line.net:+}"]
            for line in self.settlement.lines
        ]
        count = f"{self.rounds} round" + ("s" if self.rounds > 1 else "")
        self.ledger.value = (
            f'<div class="tcp"><p class="tcp-result">{escape(told)}</p>'
            + table_html(["bet", "stake", "outcome", "net"], rows)
            + f"<p>After {count}: {number(self.balance)} chips.</p></div>"
        )
        self.say(f"The dealer has {describe(dealer)}. {told}")

    def _result(self, decision: Decision) -> str:
        assert self.settlement is not None
        net = f"Net {self.settlement.net:+}."
        if decision is Decision.FOLD:
            return f"Folded: the Ante is lost. {net}"
        if not qualifies(self._dealer, self.rules):
            return f"The dealer does not qualify: Ante pays 1 to 1, Play comes back. {net}"
        return f"{explain(self._player, self._dealer)} {net}"


def _two_hands(
    player: tuple[Card, ...], dealer: tuple[Card | None, ...], mine: str, theirs: str
) -> str:
    hands = hand_html(player, f"you: {mine}") + hand_html(dealer, theirs)
    return f'<div class="tcp tcp-hands">{hands}</div>'

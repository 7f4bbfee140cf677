"""Any round under any rules, settled line by line with the reason for each."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from tcp.cards import Card, check_hand, deal, parse_cards
from tcp.payouts import BET_NAMES, Bets, Decision, Settlement, settle
from tcp.ranking import describe
from tcp.rules import RULE_NAMES, Rules, load_rules
from tcp.view import chips, hand_html, table_html
from tcp.widgets.ledger import HEADERS, in_order, ledger_rows
from tcp.widgets.panel import Panel, button, field, line, seeded

_STAKES = ("ante", "pair_plus", "six_card_bonus")


class SettlementWidget(Panel):
    """Choose rules, stakes, both hands and the decision, and read the ledger.

    Hands are typed in the letters of any language of the course, or dealt with the key R; P plays
    and F folds. Every change is settled at once. What can't be settled is refused with a sentence,
    and no ledger stands beside it.

    >>> explorer = SettlementWidget("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", ante=2)
    >>> explorer.settlement.net
    4
    >>> explorer.fold_button.click()
    >>> explorer.settlement.net
    -2

    Args:
        player: your cards, as `parse_cards` reads them.
        dealer: the dealer's cards.
        ante: chips on the Ante.
        pair_plus: chips on Pair Plus.
        six_card_bonus: chips on the 6 Card Bonus.
        rules: a known name, or rules of your own, which join the list.
        seed: makes the dealt rounds repeat; without one they are fresh.

    Raises:
        ValueError: for a round that can't be settled.
    """

    def __init__(
        self,
        player: str = "4♥ 4♣ 9♠",
        dealer: str = "K♥ 10♣ 7♠",
        *,
        ante: int = 2,
        pair_plus: int = 0,
        six_card_bonus: int = 0,
        rules: Rules | str = "pagat",
        seed: int | None = None,
    ) -> None:
        self._rng = seeded(seed)
        self._filling = False
        self.decision = Decision.PLAY
        self.settlement: Settlement | None = None
        chosen = rules if isinstance(rules, Rules) else load_rules(rules)
        known = {name: load_rules(name) for name in RULE_NAMES} | {chosen.name: chosen}
        self.rules: Any = ipywidgets.Dropdown(
            options=list(known.items()), value=chosen, description="Rules"
        )
        self.rules.layout.width = "230px"
        self.rules.style.description_width = "90px"
        stakes = (ante, pair_plus, six_card_bonus)
        self.stakes = {
            bet: field(BET_NAMES[bet], str(chips_), "170px")
            for bet, chips_ in zip(_STAKES, stakes, strict=True)
        }
        self.player_field, self.dealer_field = field("You", player), field("Dealer", dealer)
        self.random_button = button("Random cards (R)", "tcp-random", primary=True)
        self.play_button = button("Play (P)", "tcp-play")
        self.fold_button = button("Fold (F)", "tcp-fold")
        self.cards = ipywidgets.HTML()
        self.ledger = ipywidgets.HTML()
        self._told = ""
        super().__init__(
            "Settle any round",
            [
                line(self.rules, *self.stakes.values()),
                line(self.player_field, self.dealer_field),
                line(self.random_button, self.play_button, self.fold_button),
                self.cards,
                self.ledger,
            ],
            {"r": "tcp-random", "p": "tcp-play", "f": "tcp-fold"},
        )
        self._settle()
        self.random_button.on_click(lambda _: self.answer(self._deal))
        self.play_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.PLAY)))
        self.fold_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.FOLD)))
        for control in (
            self.rules,
            *self.stakes.values(),
            self.player_field,
            self.dealer_field,
        ):
            control.observe(lambda _: self._changed(), names="value")

    def text(self) -> str:
        """The round, step by step, and its net."""
        return f"[{self.label}] {self._told}"

    def _changed(self) -> None:
        if not self._filling:
            self.answer(self._settle)

    def _deal(self) -> None:
        player, dealer = deal(self._rng, 3, 3)
        self._filling = True
        self.player_field.value = " ".join(map(str, player))
        self.dealer_field.value = " ".join(map(str, dealer))
        self._filling = False
        self._settle()

    def _decide(self, decision: Decision) -> None:
        self.decision = decision
        self._settle()

    def _settle(self) -> None:
        """Read all controls and show the ledger, or nothing where they can't be settled."""
        self.settlement, self._told = None, "This round can't be settled."
        try:
            rules = self.rules.value
            bets = Bets(**{bet: _chips(entry.value) for bet, entry in self.stakes.items()})
            player = typed_hand(self.player_field.value, "your cards")
            dealer = typed_hand(self.dealer_field.value, "the dealer's cards")
            self.settlement = settle(rules, bets, player, dealer, self.decision)
        except ValueError:
            self.cards.value = self.ledger.value = ""
            raise
        self._show(rules, bets, player, dealer)

    def _show(
        self, rules: Rules, bets: Bets, player: Sequence[Card], dealer: Sequence[Card]
    ) -> None:
        assert self.settlement is not None
        mine = hand_html(player, f"you: {describe(player)}")
        theirs = hand_html(dealer, f"the dealer: {describe(dealer)}")
        self.cards.value = f'<div class="tcp tcp-hands">{mine}{theirs}</div>'
        done = "You play." if self.decision is Decision.PLAY else "You fold."
        qualification, result = in_order(rules, player, dealer, self.decision)
        net = f"Net {chips(self.settlement.net)}."
        rows = ledger_rows(rules, bets, player, dealer, self.decision)
        steps = "".join(
            f"<li><b>{step}:</b> {escape(told)}</li>"
            for step, told in (("Qualification", qualification), ("Result", result))
        )
        self.ledger.value = (
            f'<div class="tcp"><p class="tcp-result">{done} {net}</p>'
            f"<ol>{steps}<li><b>Ledger, bonuses last:</b>"
            f"{table_html(HEADERS, rows, words=(4,))}</li></ol></div>"
        )
        self._told = f"{done} {qualification} {result} {net}"
        self.say(self._told)


def _chips(text: str) -> Any:
    """A stake as it was typed; what is no whole number is left for `Bets` to refuse."""
    entry = text.strip() or "0"
    return int(entry) if entry.isdecimal() and len(entry) <= 12 else entry[:20]


def typed_hand(text: str, whose: str) -> tuple[Card, ...]:
    """Three cards as they were typed.

    Raises:
        ValueError: for other than three different cards, saying whose.
    """
    try:
        cards = parse_cards(text)
        check_hand(cards, 3)
    except ValueError as error:
        raise ValueError(f"{whose}: {error}") from None
    return cards

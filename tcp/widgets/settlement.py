"""Any round under any rules, settled line by line with the reason for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets

from tcp.cards import Card, deal
from tcp.languages import label, told
from tcp.payouts import Bets, Decision, Settlement, settle
from tcp.quoting import quoted
from tcp.ranking import describe
from tcp.rules import Rules, load_rules
from tcp.view import chips, hand_html, table_html, true_minus
from tcp.widgets.ledger import bet_name, headers, in_order, ledger_rows
from tcp.widgets.panel import (
    Hand,
    Panel,
    as_typed,
    button,
    decision_buttons,
    field,
    houses,
    keyed,
    line,
    menu,
    seeded,
    typed_hands,
)

LEAST = {"ante": 1, "pair_plus": 0, "six_card_bonus": 0}
"""The bets that are staked before the cards, and the fewest chips on each."""

DIGITS = 12
"""How long a stake may be, so that a ledger of it still fits the page."""


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
        player: your cards, as `parse_cards` reads them, or cards.
        dealer: the dealer's cards.
        ante: chips on the Ante.
        pair_plus: chips on Pair Plus.
        six_card_bonus: chips on the 6 Card Bonus.
        rules: a known name, or rules of your own, which join the list.
        seed: makes the dealt rounds repeat; without one they are fresh.
        language: the code of the language that everything is said in.

    Raises:
        ValueError: for a round that can't be settled.
    """

    def __init__(
        self,
        player: str | Sequence[Card] = "4♥ 4♣ 9♠",
        dealer: str | Sequence[Card] = "K♥ 10♣ 7♠",
        *,
        ante: int = 2,
        pair_plus: int = 0,
        six_card_bonus: int = 0,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        # Refused before any control is built, so that a refusal leaves nothing behind.
        self.code = language
        chosen = rules if isinstance(rules, Rules) else load_rules(rules)
        stakes = dict(zip(LEAST, map(str, (ante, pair_plus, six_card_bonus)), strict=True))
        hands = as_typed(player, language), as_typed(dealer, language)
        _, *cards = read_round(chosen, stakes, hands, language)
        self._rng = seeded(seed)
        self.decision = Decision.PLAY
        self.settlement: Settlement | None = None
        self.rules: Any = menu(
            label("rules", language), list(houses(chosen, language).items()), chosen
        )
        self.stakes = {
            bet: field(bet_name(bet, language), stake, "170px") for bet, stake in stakes.items()
        }
        mine, theirs = (as_typed(hand, language) for hand in cards)
        self.player_field = field(label("you", language), mine)
        self.dealer_field = field(label("dealer", language), theirs)
        self.random_button = button(
            keyed(label("random_cards", language), "r"), "tcp-random", primary=True
        )
        self.play_button, self.fold_button = decision_buttons(language)
        self.cards = ipywidgets.HTML()
        self.ledger = ipywidgets.HTML()
        self._told = ""
        super().__init__(
            label("settle_panel", language),
            [
                line(self.rules, *self.stakes.values()),
                line(self.player_field, self.dealer_field),
                line(self.random_button, self.play_button, self.fold_button),
                self.cards,
                self.ledger,
            ],
            {"r": "tcp-random", "p": "tcp-play", "f": "tcp-fold"},
            language=language,
        )
        self._settle()
        self.on(self.random_button, self._deal)
        self.on(self.play_button, lambda: self._decide(Decision.PLAY))
        self.on(self.fold_button, lambda: self._decide(Decision.FOLD))
        for control in (
            self.rules,
            *self.stakes.values(),
            self.player_field,
            self.dealer_field,
        ):
            self.on(control, self._settle)

    def text(self) -> str:
        """The round, step by step, and its net."""
        return f"[{self.label}] {self._told}"

    def _deal(self) -> None:
        player, dealer = deal(self._rng, 3, 3)
        with self.filling():
            self.player_field.value = as_typed(player, self.code)
            self.dealer_field.value = as_typed(dealer, self.code)
        self._settle()

    def _decide(self, decision: Decision) -> None:
        self.decision = decision
        self._settle()

    def _settle(self) -> None:
        """Read all controls and show the ledger, or nothing where they can't be settled."""
        self.settlement, self._told = None, told("cannot_settle", self.code)
        try:
            rules = self.rules.value
            stakes = {bet: entry.value for bet, entry in self.stakes.items()}
            hands = self.player_field.value, self.dealer_field.value
            bets, player, dealer = read_round(rules, stakes, hands, self.code)
        except ValueError:
            self.cards.value = self.ledger.value = ""
            raise
        self.settlement = settle(rules, bets, player, dealer, self.decision)
        self._show(rules, bets, player, dealer)

    def _show(self, rules: Rules, bets: Bets, player: Hand, dealer: Hand) -> None:
        assert self.settlement is not None
        code = self.code
        drawn = "".join(
            hand_html(hand, told(caption, code, hand=describe(hand, code)), code)
            for hand, caption in ((player, "caption_you"), (dealer, "caption_dealer"))
        )
        self.cards.value = f'<div class="tcp tcp-hands">{drawn}</div>'
        done = told("you_played" if self.decision is Decision.PLAY else "you_folded", code)
        steps = in_order(rules, player, dealer, self.decision, code)
        net = told("net", code, chips=chips(self.settlement.net, code))
        rows = ledger_rows(rules, bets, player, dealer, self.decision, code)
        listed = "".join(
            f"<li><b>{escape(label(step, code))}:</b> {escape(sentence)}</li>"
            for step, sentence in zip(("qualification", "result"), steps, strict=True)
        )
        self.ledger.value = true_minus(
            f'<div class="tcp"><p class="tcp-result">{escape(done)} {escape(net)}</p>'
            f"<ol>{listed}<li><b>{escape(label('ledger', code))}:</b>"
            f"{table_html(headers(code), rows, words=(4,), code=code)}</li></ol></div>"
        )
        self._told = f"{done} {steps[0]} {steps[1]} {net}"
        self.say(self._told)


def read_round(
    rules: Rules, stakes: Mapping[str, str], hands: Sequence[str], code: str = "en"
) -> tuple[Bets, Hand, Hand]:
    """A round as it was typed: the stakes of each bet, your hand and the dealer's.

    Raises:
        ValueError: for what is no stake, a bet that the rules don't have, or what are no two hands
            of one deck, in the language.
    """
    bets = {bet: _stake(bet, typed, code) for bet, typed in stakes.items()}
    for bet, chips_ in bets.items():
        if chips_ and bet != "ante" and getattr(rules, bet) is None:
            raise ValueError(
                told("not_offered", code, bet=bet_name(bet, code), rules=quoted(rules.name))
            )
    whose = label("your_cards", code), label("dealers_cards", code)
    return Bets(**bets), *typed_hands(hands, whose, code)


def _stake(bet: str, typed: str, code: str) -> int:
    """A stake as it was typed; an empty field is no stake."""
    entry = typed.strip() or "0"
    stake = int(entry) if entry.isdecimal() and len(entry) <= DIGITS else -1
    if stake < LEAST[bet]:
        raise ValueError(
            told(
                "no_stake",
                code,
                bet=bet_name(bet, code),
                typed=repr(entry[:20]),
                least=LEAST[bet],
                digits=DIGITS,
            )
        )
    return stake

"""One box against the dealer: deal, look, play or fold, and see what was paid."""

from __future__ import annotations

from html import escape

import ipywidgets

from tcp.cards import Card, deal
from tcp.languages import counted, label, told
from tcp.payouts import Bets, Decision, Settlement, settle
from tcp.ranking import describe
from tcp.rules import Ratio, Rules, load_rules
from tcp.view import chips, hand_html, number, table_html, true_minus
from tcp.widgets.ledger import headers, line_cells, result
from tcp.widgets.panel import Panel, button, decision_buttons, keyed, line, seeded


class DealWidget(Panel):
    """Rounds of one box with an Ante of one chip, by mouse or with the keys D, P and F.

    The dealer's cards stay in Python until the box has decided. Without a seed every round is
    fresh; with one, the rounds repeat. All it says is said in `language`.

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
        self._rng = seeded(seed)
        self.code = language
        self._told = told("deal_ready", language)
        self._player: tuple[Card, ...] = ()
        self._dealer: tuple[Card, ...] = ()
        self.nets: list[Ratio] = []
        self.settlement: Settlement | None = None
        self.deal_button = button(
            keyed(label("deal", language), "d"), "tcp-deal", primary=True, once=True
        )
        self.play_button, self.fold_button = decision_buttons(language)
        self.cards = ipywidgets.HTML(f'<p class="tcp-label">{escape(self._told)}</p>')
        self.ledger = ipywidgets.HTML()
        super().__init__(
            label("deal_panel", language),
            [
                line(self.deal_button, self.play_button, self.fold_button),
                self.cards,
                self.ledger,
            ],
            {"d": "tcp-deal", "p": "tcp-play", "f": "tcp-fold"},
            language=language,
        )
        self.on(self.deal_button, self._deal)
        self.on(self.play_button, lambda: self._decide(Decision.PLAY))
        self.on(self.fold_button, lambda: self._decide(Decision.FOLD))
        self._set_stage(decided=True)

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

    def _tell(self, sentences: str) -> None:
        self._told = sentences
        self.say(sentences)

    def _deal(self) -> None:
        if not self._decided:
            raise ValueError(told("decide_first", self.code))
        self._player, self._dealer = deal(self._rng, 3, 3)
        self._show((None,) * 3, label("face_down", self.code))
        asked = told("one_chip_more", self.code)
        self.ledger.value = f'<p class="tcp-result">{escape(asked)}</p>'
        self._set_stage(decided=False)
        names = ", ".join(card.name(self.code) for card in self._player)
        held = told("you_have", self.code, cards=names, hand=describe(self._player, self.code))
        self._tell(f"{held} {asked}")

    def _decide(self, decision: Decision) -> None:
        if self._decided:
            raise ValueError(told("deal_first", self.code))
        self._set_stage(decided=True)
        played = self._player, self._dealer, decision
        self.settlement = settle(self.rules, Bets(1), *played)
        self.nets.append(self.settlement.net)
        hand = describe(self._dealer, self.code)
        self._show(self._dealer, told("caption_dealer", self.code, hand=hand))
        happened = result(self.settlement, self.rules, *played, self.code)
        tally = self._tally()
        rows = [line_cells(line, self.code) for line in self.settlement.lines]
        table = table_html(headers(self.code)[:4], rows, code=self.code)
        shown = f'<p class="tcp-result">{escape(happened)}</p>{table}<p>{escape(tally)}</p>'
        self.ledger.value = f'<div class="tcp">{true_minus(shown)}</div>'
        self._tell(f"{told('dealer_has', self.code, hand=hand)} {happened} {tally}")

    def _tally(self) -> str:
        """All rounds so far: how many of each kind, and the balance."""
        won, lost = sum(net > 0 for net in self.nets), sum(net < 0 for net in self.nets)
        even = self.rounds - won - lost
        return told(
            "so_far_even" if even else "so_far",
            self.code,
            rounds=counted(self.rounds, "round", self.code, number(self.rounds, self.code)),
            won=number(won, self.code),
            lost=number(lost, self.code),
            even=number(even, self.code),
            chips=chips(self.balance, self.code),
        )

    def _show(self, dealer: tuple[Card | None, ...], caption: str) -> None:
        mine = told("caption_you", self.code, hand=describe(self._player, self.code))
        hands = hand_html(self._player, mine, self.code) + hand_html(dealer, caption, self.code)
        self.cards.value = f'<div class="tcp tcp-hands">{hands}</div>'

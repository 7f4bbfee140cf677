"""Play or fold, hand after hand, scored in what the mistakes cost."""

from __future__ import annotations

from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import Card, deal
from tcp.languages import label, numeral, told
from tcp.payouts import Decision
from tcp.ranking import describe
from tcp.rules import Rules, load_rules
from tcp.showdown import FOLD_VALUE, hand_near, play_value, weakest_worth_playing
from tcp.view import hand_html, number, true_minus
from tcp.widgets.panel import Panel, button, decision_buttons, keyed, line, seeded

NEAR = 3, 4
"""How many hands of how many lie near the border; the others are any hands."""


class TrainerWidget(Panel):
    """Decide hand after hand, by mouse or with the keys P and F.

    A right decision brings the next hand at once, without a word. A mistake is answered with one
    line, what playing the hand brings on average and what the mistake costs; then D deals on. R
    starts the score again. Most hands lie near the border, where the decision is hard, so the
    loss per hand isn't that of a table. No dealer's hand is dealt: an expectation counts them all.

    >>> trainer = TrainerWidget(seed=6)
    >>> trainer.fold_button.click()
    >>> trainer.decided, trainer.mistakes, trainer.streak
    (1, 0, 1)

    `hand` is the hand shown, `lost` what all mistakes have cost so far, in Antes.

    Args:
        rules: a known name, or rules of your own.
        seed: makes the hands repeat; without one they are fresh.
        language: the code of the language that everything is said in.

    Raises:
        ValueError: for unknown rules, a seed that is no whole number, or an unknown language.
    """

    def __init__(
        self, rules: Rules | str = "pagat", seed: int | None = None, language: str = "en"
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else load_rules(rules)
        self._rng = seeded(seed)
        self.code = language
        about = told("near_border", language, near=NEAR[0], all=NEAR[1])
        # The first hand to be weighed needs tables that take a moment: this makes them now.
        self._border = weakest_worth_playing(self.rules)
        self.play_button, self.fold_button = decision_buttons(language, primary=True)
        self.next_button = button(
            keyed(label("next_hand", language), "d"), "tcp-deal", primary=True, once=True
        )
        self.reset_button = button(keyed(label("reset_score", language), "r"), "tcp-reset")
        self.cards = ipywidgets.HTML()
        self.told = ipywidgets.HTML()
        self.progress = ipywidgets.HTML()
        super().__init__(
            label("trainer_panel", language),
            [
                self.cards,
                line(self.play_button, self.fold_button, self.next_button, self.reset_button),
                self.told,
                self.progress,
                ipywidgets.HTML(f'<p class="tcp-label">{escape(about)}</p>'),
            ],
            {"p": "tcp-play", "f": "tcp-fold", "d": "tcp-deal", "r": "tcp-reset"},
            language=language,
        )
        self.on(self.play_button, lambda: self._decide(Decision.PLAY))
        self.on(self.fold_button, lambda: self._decide(Decision.FOLD))
        self.on(self.next_button, self._next)
        self.on(self.reset_button, self._reset)
        self._start()

    @property
    def lost_per_hand(self) -> Fraction:
        """What the mistakes have cost for each hand decided, in Antes."""
        return self.lost / max(self.decided, 1)

    def text(self) -> str:
        """The hand to decide, or the last mistake, and the score in words."""
        shown = self.mistake or f"{self._hand_in_words()} {told('play_or_pass', self.code)}"
        return f"[{self.label}] {shown} {self.score()}"

    def score(self) -> str:
        """Hands, mistakes, what they cost, and the streak without one, in words."""
        return told(
            "score",
            self.code,
            decided=number(self.decided, self.code),
            mistakes=number(self.mistakes, self.code),
            lost=antes(self.lost, self.code),
            each=numeral(f"{float(self.lost_per_hand):.4f}", self.code),
            streak=number(self.streak, self.code),
            longest=number(self.longest, self.code),
        )

    # --- what a click does ---

    def _start(self) -> None:
        self.decided = self.mistakes = self.streak = self.longest = 0
        self.lost = Fraction(0)
        self._deal()

    def _reset(self) -> None:
        self._start()
        self.say(f"{told('score_again', self.code)} {self._hand_in_words()}")

    def _deal(self) -> None:
        near = self._rng.randrange(NEAR[1]) < NEAR[0]
        self.hand = hand_near(self._border, self._rng) if near else deal(self._rng, 3)[0]
        self._show("")

    def _next(self) -> None:
        if not self.mistake:
            raise ValueError(told("hand_undecided", self.code))
        self._deal()
        self.say(self._hand_in_words())

    def _decide(self, decision: Decision) -> None:
        if self.mistake:
            raise ValueError(told("hand_decided", self.code))
        value = play_value(self.hand, self.rules)
        gain = value - FOLD_VALUE if decision is Decision.PLAY else FOLD_VALUE - value
        self.decided += 1
        if gain >= 0:
            self.streak += 1
            self.longest = max(self.longest, self.streak)
            self._deal()
            self.say(f"{told('guess_right', self.code)} {self._hand_in_words()}")
        else:
            self.mistakes += 1
            self.streak = 0
            self.lost -= gain
            self._show(mistake_in_words(self.hand, decision, value, self.code))
            self.say(self.mistake)

    # --- what is shown ---

    def _hand_in_words(self) -> str:
        return told(
            "hand_number",
            self.code,
            number=number(self.decided + 1, self.code),
            cards=" ".join(card.text(self.code) for card in self.hand),
            hand=describe(self.hand, self.code),
        )

    def _show(self, mistake: str) -> None:
        """Show the hand with this mistake, or to be decided where there is none."""
        self.mistake = mistake
        self.play_button.disabled = self.fold_button.disabled = bool(mistake)
        self.next_button.disabled = not mistake
        caption = told(
            "caption_number",
            self.code,
            number=number(self.decided + (not mistake), self.code),
            hand=describe(self.hand, self.code),
        )
        self.cards.value = f'<div class="tcp">{hand_html(self.hand, caption, self.code)}</div>'
        shown = mistake or told("one_ante_more", self.code)
        self.told.value = f'<p class="tcp-result">{escape(shown)}</p>'
        self.progress.value = f"<p>{escape(self.score())}</p>"


def mistake_in_words(
    hand: tuple[Card, ...], decision: Decision, value: Fraction, language: str = "en"
) -> str:
    """One line on a wrong decision: what both decisions bring, and the difference.

    >>> from tcp.cards import parse_cards
    >>> mistake_in_words(parse_cards("Q♥ 6♦ 3♣"), Decision.PLAY, Fraction(-393, 392))
    'Q♥ 6♦ 3♣ is a fold: playing brings −1.0026 Antes on average, a fold −1. Cost: 0.0026 Antes.'
    """
    return told(
        "should_fold" if decision is Decision.PLAY else "should_play",
        language,
        hand=" ".join(card.text(language) for card in hand),
        played=antes(value, language),
        folded=true_minus(str(FOLD_VALUE)),
        cost=antes(abs(value - FOLD_VALUE), language),
    )


def antes(amount: Fraction, language: str = "en") -> str:
    """An amount in Antes, to four digits.

    >>> antes(Fraction(-393, 392)), antes(Fraction(-393, 392), "de")
    ('−1.0026 Antes', '−1,0026 Antes')
    """
    return f"{true_minus(numeral(f'{float(amount):.4f}', language))} {label('antes', language)}"

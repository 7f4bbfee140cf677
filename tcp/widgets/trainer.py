"""Play or fold, hand after hand, scored in what the mistakes cost."""

from __future__ import annotations

from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import Card, deal
from tcp.payouts import Decision
from tcp.ranking import describe
from tcp.rules import Rules, load_rules
from tcp.showdown import FOLD_VALUE, hand_near, play_value, weakest_worth_playing
from tcp.view import hand_html
from tcp.widgets.panel import Panel, button, line, seeded

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

    Raises:
        ValueError: for unknown rules or a seed that is no whole number.
    """

    def __init__(self, rules: Rules | str = "pagat", seed: int | None = None) -> None:
        self.rules = rules if isinstance(rules, Rules) else load_rules(rules)
        self._rng = seeded(seed)
        # The first hand to be weighed needs tables that take a moment: this makes them now.
        self._border = weakest_worth_playing(self.rules)
        self.play_button = button("Play (P)", "tcp-play", primary=True)
        self.fold_button = button("Fold (F)", "tcp-fold", primary=True)
        self.next_button = button("Next hand (D)", "tcp-deal", primary=True)
        self.reset_button = button("Reset the score (R)", "tcp-reset")
        self.cards = ipywidgets.HTML()
        self.told = ipywidgets.HTML()
        self.progress = ipywidgets.HTML()
        about = f"{NEAR[0]} hands of {NEAR[1]} lie near the border; a table deals them more rarely."
        super().__init__(
            "Play-or-fold trainer",
            [
                self.cards,
                line(self.play_button, self.fold_button, self.next_button, self.reset_button),
                self.told,
                self.progress,
                ipywidgets.HTML(f'<p class="tcp-label">{about}</p>'),
            ],
            {"p": "tcp-play", "f": "tcp-fold", "d": "tcp-deal", "r": "tcp-reset"},
        )
        self.play_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.PLAY)))
        self.fold_button.on_click(lambda _: self.answer(lambda: self._decide(Decision.FOLD)))
        self.next_button.on_click(lambda _: self.answer(self._next))
        self.reset_button.on_click(lambda _: self.answer(self._reset))
        self._start()

    @property
    def lost_per_hand(self) -> Fraction:
        """What the mistakes have cost for each hand decided, in Antes."""
        return self.lost / max(self.decided, 1)

    def text(self) -> str:
        """The hand to decide, or the last mistake, and the score in words."""
        shown = self.mistake or f"{self._hand_in_words()} Play or fold?"
        return f"[{self.label}] {shown} {self.score()}"

    def score(self) -> str:
        """Hands, mistakes, what they cost, and the streak without one, in words."""
        return (
            f"Hands {self.decided}, mistakes {self.mistakes}. Lost by mistakes: "
            f"{antes(self.lost)} in all, {float(self.lost_per_hand):.4f} a hand. "
            f"Streak without a mistake: {self.streak}, longest {self.longest}."
        )

    # --- what a click does ---

    def _start(self) -> None:
        self.decided = self.mistakes = self.streak = self.longest = 0
        self.lost = Fraction(0)
        self._deal()

    def _reset(self) -> None:
        self._start()
        self.say(f"The score starts again. {self._hand_in_words()}")

    def _deal(self) -> None:
        near = self._rng.randrange(NEAR[1]) < NEAR[0]
        self.hand = hand_near(self._border, self._rng) if near else deal(self._rng, 3)[0]
        self._show("")

    def _next(self) -> None:
        if not self.mistake:
            raise ValueError("This hand is not decided yet: play or fold first.")
        self._deal()
        self.say(self._hand_in_words())

    def _decide(self, decision: Decision) -> None:
        if self.mistake:
            raise ValueError("This hand is decided: deal the next one.")
        value = play_value(self.hand, self.rules)
        gain = value - FOLD_VALUE if decision is Decision.PLAY else FOLD_VALUE - value
        self.decided += 1
        if gain >= 0:
            self.streak += 1
            self.longest = max(self.longest, self.streak)
            self._deal()
            self.say(self._hand_in_words())
        else:
            self.mistakes += 1
            self.streak = 0
            self.lost -= gain
            self._show(mistake_in_words(self.hand, decision, value))
            self.say(self.mistake)

    # --- what is shown ---

    def _hand_in_words(self) -> str:
        return f"Hand {self.decided + 1}: {' '.join(map(str, self.hand))}, {describe(self.hand)}."

    def _show(self, mistake: str) -> None:
        """Show the hand with this mistake, or to be decided where there is none."""
        self.mistake = mistake
        self.play_button.disabled = self.fold_button.disabled = bool(mistake)
        self.next_button.disabled = not mistake
        number = self.decided + (not mistake)
        caption = f"hand {number}: {describe(self.hand)}"
        self.cards.value = f'<div class="tcp">{hand_html(self.hand, caption)}</div>'
        told = mistake or "Play for one more Ante, or fold?"
        self.told.value = f'<p class="tcp-result">{escape(told)}</p>'
        self.progress.value = f"<p>{escape(self.score())}</p>"


def mistake_in_words(hand: tuple[Card, ...], decision: Decision, value: Fraction) -> str:
    """One line on a wrong decision: what both decisions bring, and the difference.

    >>> from tcp.cards import parse_cards
    >>> mistake_in_words(parse_cards("Q♥ 6♦ 3♣"), Decision.PLAY, Fraction(-393, 392))
    'Q♥ 6♦ 3♣ is a fold: playing brings −1.0026 Antes on average, a fold −1. Cost: 0.0026 Antes.'
    """
    right = "fold" if decision is Decision.PLAY else "Play"
    return (
        f"{' '.join(map(str, hand))} is a {right}: playing brings {antes(value)} on average, "
        f"a fold {FOLD_VALUE}. Cost: {antes(abs(value - FOLD_VALUE))}."
    ).replace("-", "−")


def antes(amount: Fraction) -> str:
    """An amount in Antes, to four digits."""
    return f"{float(amount):.4f} Antes"

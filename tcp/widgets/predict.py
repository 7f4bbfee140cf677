"""Guess first: a question with a place for the guess, and the gap once the answer is known."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any, ClassVar

import ipywidgets

from tcp.languages import label
from tcp.quoting import quoted
from tcp.view import number
from tcp.widgets.panel import Panel, button, line

LARGEST_ANSWER = 10**100
_GUESS = re.compile(r"-?([0-9]{1,15}|[0-9]{1,3}(,[0-9]{3}){1,4})(\.[0-9]{1,15}|/[0-9]{1,15})?")


class Predict(Panel):
    """A question to be guessed before the next cells find out.

    >>> guess = Predict("share of one-colour hands", unit="%", guess=25)
    >>> guess.compare(Fraction(5200, 22100))
    Your guess: 25 %. Answer: 23.53 %. You were 1.47 above.

    The widget holds the answer only beside a guess that is locked in. Without widgets, pass
    `guess=`. With `options` the guess is one of them instead of a number.

    A guess that was locked in stays when the same question is asked again: in JupyterLab the next
    Shift and Enter after the click runs the question's cell once more. It is taken back by its
    own button, for another try with another hand.

    Raises:
        ValueError: for a guess that is no number, or none of the options.
    """

    _locked: ClassVar[dict[tuple[str, ...], Fraction | str | None]] = {}

    def __init__(
        self,
        question: str,
        *,
        unit: str = "",
        options: Sequence[str] = (),
        guess: object = None,
    ) -> None:
        self.question, self.unit, self.options = question, unit, tuple(map(str, options))
        # Read before anything is built, so that a refusal leaves nothing behind.
        self._question = (question, unit, *self.options)
        self.value = self._locked.get(self._question) if guess is None else self._read(guess)
        self.entry: Any
        if options:
            self.entry = ipywidgets.RadioButtons(options=self.options, value=None)
            self.entry.layout.width = "auto"
        else:
            self.entry = ipywidgets.Text(placeholder=label("your_guess"), continuous_update=False)
            self.entry.layout.width = "12em"
        self.entry.description_allow_html = False
        self.lock_button = button(label("lock_guess"), "tcp-lock")
        self.again_button = button(label("guess_again"), "tcp-again")
        self.again_button.layout.display = "none"
        self.status = ipywidgets.HTML()
        asked = f"<b>Guess first:</b> {escape(question)}" + (f", in {escape(unit)}" if unit else "")
        buttons = [self.lock_button, self.again_button]
        heading = ipywidgets.HTML(f"<span>{asked}</span>")
        parts = [self.entry, line(*buttons)] if options else [line(self.entry, *buttons)]
        super().__init__(
            f"Guess first: {question}",
            [heading, *parts, self.status],
            {} if options else {"Enter": "tcp-lock"},
        )
        self.on(self.lock_button, self._lock)
        self.on(self.again_button, self._ask_again)
        if self.value is not None:
            self._show()

    def _read(self, guess: object) -> Fraction | str:
        if self.options:
            if guess not in self.options:
                choices = ", ".join(self.options)
                raise ValueError(
                    f"{quoted(guess)} is not one of the answers; choose from {choices}"
                )
            return str(guess)
        if isinstance(guess, float) and math.isfinite(guess):
            return Fraction(guess).limit_denominator(10**9)
        text = str(guess).strip()
        typed = isinstance(guess, str) and self.unit == "%" and not text.endswith("%")
        text = text.removesuffix(self.unit or "%").removesuffix("%").strip()
        # A comma sets thousands apart; a decimal comma would be another number altogether.
        if not _GUESS.fullmatch(text) or re.search("/0+$", text):
            raise ValueError(
                f"{str(guess)[:40]!r} is not a number; write a guess like 25, 22,100, 2.5 or 1/4"
            )
        read = Fraction(text.replace(",", ""))
        share = typed and "/" in text and abs(read) <= 1  # a sixth of all, not 1/6 %
        return read * 100 if share else read

    def _lock(self) -> None:
        if self.entry.disabled:
            raise ValueError("your guess is locked in already")
        entry = self.entry.value
        if entry is None or not str(entry).strip():
            raise ValueError("no guess yet: any guess is better than none")
        self.value = self._locked[self._question] = self._read(entry)
        self._show()

    def _ask_again(self) -> None:
        self.value = self._locked[self._question] = None
        self.entry.value, self.status.value = None if self.options else "", ""
        self.entry.disabled = self.lock_button.disabled = False
        self.again_button.layout.display = "none"
        self.say("Your guess is taken back. Guess again.")

    def _show(self) -> None:
        shown = self._with_unit(self.value)
        self.entry.value = self.value if self.options else self._with_unit(self.value)
        self.entry.disabled = self.lock_button.disabled = True
        self.again_button.layout.display = None
        self.status.value = f"<span>Your guess: <b>{escape(shown)}</b>. Now find out.</span>"
        self.say(f"Your guess is locked in: {shown}.")

    def _with_unit(self, value: object) -> str:
        if isinstance(value, Fraction) and value.denominator > 1:
            shown = f"{float(value):,.10g}"
        else:
            shown = number(value)
        return f"{shown} {self.unit}".strip()

    def compare(self, answer: Fraction | int | str) -> Gap:
        """The gap between the guess and the answer; a chance is given as such, not in per cent.

        Where a guess is locked in, its place says so too, and a screen reader hears it.
        """
        gap = self._gap(answer)
        if self.value is not None:
            self.status.value = f"<span>{escape(gap.sentence)}</span>"
            self.say(gap.sentence)
        return gap

    def _gap(self, answer: Fraction | int | str) -> Gap:
        if self.options or isinstance(answer, str):
            return Gap(self._in_words(str(answer)))
        a_number = isinstance(answer, (int, float, Fraction))
        if not a_number or not -LARGEST_ANSWER < answer < LARGEST_ANSWER:
            raise ValueError(f"{quoted(answer)} is no answer to a guess; give a number")
        exact = Fraction(answer) * (100 if self.unit == "%" else 1)
        whole = exact.denominator == 1 and self.unit != "%"
        shown = number(int(exact)) if whole else f"{float(exact):,.2f}"
        told = f"Answer: {shown} {self.unit}".strip() + "."
        if not isinstance(self.value, Fraction):
            return Gap(f"No guess locked in. {told}")
        gap = self.value - exact
        if abs(gap) < Fraction(1, 200) and (not whole or gap == 0):
            return Gap(f"Your guess: {self._with_unit(self.value)}. {told} You have it.")
        size = number(abs(gap)) if gap.denominator == 1 else f"{float(abs(gap)):,.2f}"
        way = "above" if gap > 0 else "below"
        return Gap(f"Your guess: {self._with_unit(self.value)}. {told} You were {size} {way}.")

    def _in_words(self, answer: str) -> str:
        if self.value is None:
            return f"No guess locked in. Answer: {answer}."
        if self.value == answer:
            return f"Your guess: {self.value}. You have it."
        return f"Your guess: {self.value}. Answer: {answer}."

    def text(self) -> str:
        """The question in plain words, with the way to guess without the widget."""
        asked = f"Guess first: {self.question}" + (f", in {self.unit}" if self.unit else "")
        choices = f" ({', '.join(self.options)})" if self.options else ""
        return asked + choices


class Gap:
    """A sentence that says how far the guess was."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def __repr__(self) -> str:
        """The sentence."""
        return self.sentence

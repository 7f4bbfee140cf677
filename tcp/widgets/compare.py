"""Two hands side by side: which wins, and which card decides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import combinations
from typing import Any

import ipywidgets

from tcp.cards import Card, deal
from tcp.languages import label, languages, told
from tcp.languages import language as words_of
from tcp.ranking import (
    Category,
    HandRank,
    compare,
    decided_at,
    deciding_cards,
    describe,
    explain,
    rank_hand,
)
from tcp.view import hand_html, table_html
from tcp.widgets.panel import (
    Hand,
    Panel,
    as_typed,
    button,
    field,
    keyed,
    line,
    menu,
    seeded,
    typed_hands,
)

_THREE = ("step_highest", "step_middle", "step_lowest")
_STEPS: dict[Category, tuple[str, ...]] = {
    Category.HIGH_CARD: _THREE,
    Category.PAIR: ("step_pair", "step_third"),
    Category.FLUSH: _THREE,
    Category.STRAIGHT: ("step_run",),
    Category.THREE_OF_A_KIND: ("step_alike",),
    Category.STRAIGHT_FLUSH: ("step_run",),
}
# How often a dealt contest is decided by its category, by the first, second, third rank, or ties.
# A fair deal would decide nearly all of them at once; these are the ones worth looking at.
_WANTED: dict[int | None, int] = {0: 1, 1: 3, 2: 4, 3: 3, None: 2}


class CompareWidget(Panel):
    """Two hands, typed or dealt, compared step by step until a card decides.

    With "guess first" the decision stays hidden until the learner has said who wins, by a click
    or with the keys 1, 2 and T; D deals two hands that are close, S shows the decision without a
    guess. Without a seed every deal is fresh. A list chooses the language of the whole.

    >>> contest = CompareWidget("8♥ 8♣ Q♠", "8♦ 8♠ 10♠")
    >>> contest.first_button.click()
    >>> print(contest.message)
    Right. 8♥ 8♣ Q♠ beats 8♦ 8♠ 10♠:
    both are pairs of eights; the third card decides, queen over ten.

    Args:
        hand: the first hand, as `parse_cards` reads it, or cards.
        other: the second hand.
        language: the code of the language to begin with.
        seed: makes the dealt hands repeat; without one they are fresh.

    Raises:
        ValueError: for hands that are no three cards each, or share a card, for an unknown
            language, or a seed that is no whole number.
    """

    def __init__(
        self,
        hand: str | Sequence[Card] = "K♠ 9♦ 5♣",
        other: str | Sequence[Card] = "Q♥ 8♥ 3♠",
        language: str = "en",
        *,
        seed: int | None = None,
    ) -> None:
        # Refused before any control is built, so that a refusal leaves nothing behind.
        texts = as_typed(hand, language), as_typed(other, language)
        self.hands: tuple[Hand, Hand] = self._read(texts, language)
        self._rng = seeded(seed)
        self._refused = False
        self.guesses = self.right = 0
        self.shown = False
        self.fields = [field(""), field("")]
        self.show_button = button("", "tcp-show")
        self.deal_button = button("", "tcp-deal", primary=True)
        self.guess_first: Any = ipywidgets.Checkbox(value=True, indent=False)
        self.guess_first.layout.width = "auto"
        known = [(entry.name, each) for each, entry in languages().items()]
        self.language: Any = menu("", known, language)
        self.first_button = button("", "tcp-first", once=True)
        self.second_button = button("", "tcp-second", once=True)
        self.tie_button = button("", "tcp-tie", once=True)
        self.cards = ipywidgets.HTML()
        self.result = ipywidgets.HTML()
        self.score = ipywidgets.HTML()
        super().__init__(
            "",
            [
                line(self.deal_button, self.guess_first, self.language),
                line(*self.fields, *self._more_controls(), self.show_button),
                self.cards,
                line(self.first_button, self.second_button, self.tie_button),
                self.result,
                self.score,
            ],
            {
                "d": "tcp-deal",
                "s": "tcp-show",
                "1": "tcp-first",
                "2": "tcp-second",
                "t": "tcp-tie",
            },
        )
        self._name_controls()
        self._fill()
        self._pose()
        self.on(self.deal_button, self._deal)
        self.on(self.show_button, self._show)
        guesses = ((self.first_button, 1), (self.second_button, -1), (self.tie_button, 0))
        for pressed, meant in guesses:
            self.on(pressed, partial(self._guess, meant))
        for entry in self.fields:
            self.on(entry, self._typed)
        self.on(self.language, self._translate)
        self.on(self.guess_first, self._switch)

    # --- what a click does ---

    def _deal(self) -> None:
        (wanted,) = self._rng.choices(list(_WANTED), list(_WANTED.values()))
        self._close(wanted)
        self._fill()
        self._pose()

    def _typed(self) -> bool:
        """Take what the fields say and ask about it; whether these hands are others than before.

        Where the fields hold no two hands, nothing is shown and nothing can be guessed.
        """
        try:
            self.hands = self._read([entry.value for entry in self.fields], self.code)
        except ValueError:
            self._open(False)
            self._refused, self.shown = True, False
            self.cards.value = self.result.value = ""
            raise
        if self._asked_about() == self._asked and not self._refused:
            return False
        self._pose()
        return True

    def _show(self) -> None:
        self._typed()
        self._decide("")

    def _guess(self, meant: int) -> None:
        if self._typed():
            return  # a guess about other hands than those that were asked about
        if self.shown:
            raise ValueError(told("contest_decided", self.code))
        self.guesses += 1
        right = meant == self._winner()
        self.right += right
        self._keep_score()
        self._decide(told("guess_right" if right else "guess_wrong", self.code))

    def _switch(self) -> None:
        if not self.guess_first.value and not self.shown and not self._typed():
            self._decide("")

    def _translate(self) -> None:
        self._name_controls()
        self._fill()
        if self.shown:
            self._decide("")
        else:
            self._pose()

    # --- what the hands are, and who wins: another game has other answers ---

    panel_name = "compare_panel"
    """The key of the name of the whole widget."""

    def _more_controls(self) -> list[Any]:
        """Controls beside the two hands."""
        return []

    def _read(self, texts: Sequence[str], code: str) -> tuple[Hand, Hand]:
        """The two hands that were typed."""
        return typed_hands(texts, _whose(code), code)

    def _asked_about(self) -> object:
        """What the question is about; when it changes, the question is asked anew."""
        return self.hands

    def _close(self, wanted: int | None) -> None:
        """Two hands of one deck that are decided at the place that is wanted."""
        self.hands = close_contest(self._rng, wanted)

    def _winner(self) -> int:
        return compare(*self.hands)

    def _marked(self) -> tuple[Card, ...]:
        """The cards that decide."""
        return deciding_cards(*self.hands)

    def _called(self) -> list[str]:
        """What the two hands are called."""
        return [describe(hand, self.code) for hand in self.hands]

    def _why(self) -> str:
        """Who wins, and by what."""
        return explain(*self.hands, self.code)

    def _steps(self) -> list[list[str]]:
        """The comparison step by step: the step, both hands, what follows."""
        return decision_steps(*self.hands, self.code)

    # --- what is shown ---

    @property
    def code(self) -> str:
        """The language that everything is said in."""
        return str(self.language.value)

    def _name_controls(self) -> None:
        """Write on every control what it is called in the language."""
        self.speak(label(self.panel_name, self.code), self.code)
        for control, key, pressed_by in (
            (self.deal_button, "deal_two_hands", "d"),
            (self.show_button, "show_decision", "s"),
            (self.first_button, "first_wins", "1"),
            (self.second_button, "second_wins", "2"),
            (self.tie_button, "they_tie", "t"),
        ):
            control.description = keyed(label(key, self.code), pressed_by)
        for control, key in (
            (self.guess_first, "guess_first"),
            (self.language, "explained_in"),
            (self.fields[0], "first_hand"),
            (self.fields[1], "second_hand"),
        ):
            control.description = label(key, self.code)
        self._keep_score()

    def _keep_score(self) -> None:
        if self.guesses:
            kept = told("guessed", self.code, right=self.right, guesses=self.guesses)
            self.score.value = f"<p>{escape(kept)}</p>"

    def _fill(self) -> None:
        """Write the hands into the fields, in the letters of the language."""
        with self.filling():
            for entry, hand in zip(self.fields, self.hands, strict=True):
                entry.value = as_typed(hand, self.code)

    def _pose(self) -> None:
        """Show the hands and ask; without "guess first" show the decision as well."""
        self._refused = False
        self._asked = self._asked_about()
        if not self.guess_first.value:
            self._decide("")
            return
        self._open(True)
        self._draw((label("column_first", self.code), label("column_second", self.code)))
        asked = told("which_wins", self.code)
        self.result.value = f'<p class="tcp-result">{escape(asked)}</p>'
        aloud = [", ".join(card.name(self.code) for card in hand) for hand in self.hands]
        both = told("both_aloud", self.code, first=aloud[0], second=aloud[1])
        self.say(f"{both} {asked}")

    def _decide(self, verdict: str) -> None:
        self._open(False)
        marked = self._marked()
        places = [label(f"column_{place}", self.code) for place in ("first", "second")]
        names = self._called()
        self._draw([f"{p}: {name}" for p, name in zip(places, names, strict=True)], marked)
        said = f"{verdict} {self._why()}".strip()
        legend = ""
        if marked:
            cards = told("marked", self.code, cards=as_typed(marked, self.code))
            legend = f'<p class="tcp-label">{escape(cards)}</p>'
        table = table_html(
            [label(f"column_{name}", self.code) for name in ("step", "first", "second", "so")],
            self._steps(),
            words=(1, 2, 3),
        )
        self.result.value = (
            f'<div class="tcp"><p class="tcp-result">{escape(said)}</p>{legend}{table}</div>'
        )
        self.say(said)

    def _draw(self, captions: Sequence[str], marked: Sequence[Card] = ()) -> None:
        drawn = "".join(
            hand_html(hand, caption, self.code, decides=marked)
            for hand, caption in zip(self.hands, captions, strict=True)
        )
        self.cards.value = f'<div class="tcp tcp-hands">{drawn}</div>'

    def _open(self, asked: bool) -> None:
        self.shown = not asked
        for each in (self.first_button, self.second_button, self.tie_button):
            each.disabled = not asked

    def text(self) -> str:
        """The two hands, and the decision or the question; or what is wrong with what is typed."""
        if self._refused:
            return f"[{self.label}] {self.error}"
        first, second = (as_typed(hand, self.code) for hand in self.hands)
        then = self._why() if self.shown else told("which_wins", self.code)
        both = told("first_against_second", self.code, first=first, second=second)
        return f"[{self.label}] {both} {then}"


def decision_steps(hand: Hand, other: Hand, code: str = "en") -> list[list[str]]:
    """The steps of a comparison, up to the one that decides: its name, both values, what follows.

    >>> from tcp.cards import parse_cards
    >>> for step in decision_steps(parse_cards("8♥ 8♣ Q♠"), parse_cards("8♦ 8♠ 10♠")):
    ...     print(step)
    ['category', 'pair', 'pair', 'equal']
    ['the pair', 'eight', 'eight', 'equal']
    ['the third card', 'queen', 'ten', 'the first hand wins']
    """
    mine, theirs = rank_hand(hand), rank_hand(other)
    at = decided_at(mine, theirs)
    names = (label(key, code) for key in ("step_category", *_STEPS[mine.category]))
    values = zip(names, _in_words(mine, code), _in_words(theirs, code), strict=False)
    equal = label("so_equal", code)
    rows = [[*row, equal] for row in values][: None if at is None else at + 1]
    outcome = {1: "so_first", 0: "so_tie", -1: "so_second"}[compare(hand, other)]
    rows[-1][-1] = label(outcome, code)
    return rows


def close_contest(rng: random.Random, wanted: int | None) -> tuple[Hand, Hand]:
    """Two hands of one deck whose decision falls where `wanted` says, as `decided_at` counts.

    One shuffled deck is 17 hands, and so 136 contests; mostly a few of them are as wanted.
    """
    while True:
        dealt = [
            tuple(sorted(hand, key=lambda card: card.rank, reverse=True))
            for hand in deal(rng, *[3] * 17)
        ]
        ranked = [(hand, rank_hand(hand)) for hand in dealt]
        found = [
            (hand, other)
            for (hand, mine), (other, theirs) in combinations(ranked, 2)
            if decided_at(mine, theirs) == wanted
        ]
        if found:
            first, second = rng.choice(found)
            return (first, second) if rng.random() < 0.5 else (second, first)


def _in_words(worth: HandRank, code: str) -> list[str]:
    words = words_of(code)
    return [worth.category.text(code), *(words.ranks[rank].name for rank in worth.ranks)]


def _whose(code: str) -> tuple[str, str]:
    return label("the_first_hand", code), label("the_second_hand", code)

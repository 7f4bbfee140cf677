"""Two hands side by side: which wins, and which card decides."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from html import escape
from itertools import combinations
from typing import Any

import ipywidgets

from tcp.cards import Card, check_hand, deal, parse_cards
from tcp.languages import language, languages
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
from tcp.widgets.panel import Panel, button, field, line

Hand = tuple[Card, ...]

_PLACES = ("first", "second")
_THREE = ("highest card", "middle card", "lowest card")
_STEPS: dict[Category, tuple[str, ...]] = {
    Category.HIGH_CARD: _THREE,
    Category.PAIR: ("the pair", "the third card"),
    Category.FLUSH: _THREE,
    Category.STRAIGHT: ("highest card of the run",),
    Category.THREE_OF_A_KIND: ("the three alike",),
    Category.STRAIGHT_FLUSH: ("highest card of the run",),
}
# How often a dealt contest is decided by its category, by the first, second, third rank, or ties.
# A fair deal would decide nearly all of them at once; these are the ones worth looking at.
_WANTED: dict[int | None, int] = {0: 1, 1: 3, 2: 4, 3: 3, None: 2}


class CompareWidget(Panel):
    """Two hands, typed or dealt, compared step by step until a card decides.

    With "guess first" the decision stays hidden until the learner has said who wins, by a click
    or with the keys 1, 2 and T; D deals two hands that are close, S shows the decision without a
    guess. Without a seed every deal is fresh.

    >>> contest = CompareWidget("8♥ 8♣ Q♠", "8♦ 8♠ 10♠")
    >>> contest.first_button.click()
    >>> print(contest.message)
    Right. 8♥ 8♣ Q♠ beats 8♦ 8♠ 10♠:
    both are pairs of eights; the third card decides, queen over ten.

    Raises:
        ValueError: for hands that are no three cards each, or share a card, and for an unknown
            language.
    """

    def __init__(
        self,
        hand: str = "K♠ 9♦ 5♣",
        other: str = "Q♥ 8♥ 3♠",
        code: str = "en",
        *,
        seed: int | None = None,
    ) -> None:
        language(code)
        self._rng = random.Random(secrets.randbits(128) if seed is None else seed)
        self._filling = False
        self.guesses = self.right = 0
        self.shown = False
        self.fields = [field(f"{place.capitalize()} hand") for place in _PLACES]
        self.show_button = button("Show the decision (S)", "tcp-show")
        self.deal_button = button("Deal two hands (D)", "tcp-deal", primary=True)
        self.guess_first: Any = ipywidgets.Checkbox(
            value=True, description="Guess first", indent=False
        )
        self.guess_first.layout.width = "auto"
        self.language: Any = ipywidgets.Dropdown(
            options=[(entry.name, each) for each, entry in languages().items()],
            value=code,
            description="Explained in",
        )
        self.first_button = button("First hand wins (1)", "tcp-first")
        self.second_button = button("Second hand wins (2)", "tcp-second")
        self.tie_button = button("They tie (T)", "tcp-tie")
        self.cards = ipywidgets.HTML()
        self.result = ipywidgets.HTML()
        self.score = ipywidgets.HTML()
        super().__init__(
            "Compare two hands, card by card",
            [
                line(self.deal_button, self.guess_first, self.language),
                line(*self.fields, self.show_button),
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
        self.hands: tuple[Hand, Hand] = _two_hands(hand, other)
        self._fill()
        self._pose()
        self.deal_button.on_click(lambda _: self.answer(self._deal))
        self.show_button.on_click(lambda _: self.answer(self._show))
        guesses = ((self.first_button, 1), (self.second_button, -1), (self.tie_button, 0))
        for pressed, meant in guesses:
            pressed.on_click(lambda _, meant=meant: self.answer(lambda: self._guess(meant)))
        for entry in self.fields:
            entry.observe(lambda _: self._changed(), names="value")
        self.language.observe(lambda _: self.answer(self._translate), names="value")
        self.guess_first.observe(lambda _: self.answer(self._switch), names="value")

    # --- what a click does ---

    def _deal(self) -> None:
        (wanted,) = self._rng.choices(list(_WANTED), list(_WANTED.values()))
        self.hands = close_contest(self._rng, wanted)
        self._fill()
        self._pose()

    def _changed(self) -> None:
        if not self._filling:
            self.answer(self._typed)

    def _typed(self) -> None:
        hands = _two_hands(*(entry.value for entry in self.fields))
        if hands != self.hands:
            self.hands = hands
            self._pose()

    def _show(self) -> None:
        self._typed()
        self._decide("")

    def _guess(self, meant: int) -> None:
        if self.shown:
            raise ValueError("this contest is decided: deal or type two other hands")
        self.guesses += 1
        right = meant == compare(*self.hands)
        self.right += right
        self.score.value = f"<p>Guessed right: {self.right} of {self.guesses}.</p>"
        self._decide("Right." if right else "Not this time.")

    def _switch(self) -> None:
        if not self.guess_first.value and not self.shown:
            self._decide("")

    def _translate(self) -> None:
        self._fill()
        if self.shown:
            self._decide("")
        else:
            self._pose()

    # --- what is shown ---

    @property
    def code(self) -> str:
        """The language of the explanation."""
        return str(self.language.value)

    def _fill(self) -> None:
        """Write the hands into the fields, in the letters of the language."""
        self._filling = True
        for entry, hand in zip(self.fields, self.hands, strict=True):
            entry.value = " ".join(card.text(self.code) for card in hand)
        self._filling = False

    def _pose(self) -> None:
        """Show the hands and ask; without "guess first" show the decision as well."""
        if not self.guess_first.value:
            self._decide("")
            return
        self._open(True)
        self._draw(("first hand", "second hand"))
        self.result.value = '<p class="tcp-result">Which hand wins?</p>'
        aloud = [", ".join(card.name(self.code) for card in hand) for hand in self.hands]
        self.say(f"First hand: {aloud[0]}. Second hand: {aloud[1]}. Which hand wins?")

    def _decide(self, verdict: str) -> None:
        self._open(False)
        marked = deciding_cards(*self.hands)
        names = [describe(hand, self.code) for hand in self.hands]
        self._draw([f"{p} hand: {name}" for p, name in zip(_PLACES, names, strict=True)], marked)
        told = explain(*self.hands, self.code)
        said = f"{verdict} " if verdict else ""
        cards = " ".join(card.text(self.code) for card in marked)
        legend = f'<p class="tcp-label">Marked, because they decide: {cards}</p>' if marked else ""
        self.result.value = (
            f'<div class="tcp"><p class="tcp-result">{said}'
            f'<span lang="{self.code}">{escape(told)}</span></p>{legend}'
            + table_html(
                ["step", "first hand", "second hand", "so"],
                decision_steps(*self.hands, self.code),
                words=(1, 2, 3),
            )
            + "</div>"
        )
        self.say(said + told)

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
        """The two hands, and the decision or the question."""
        first, second = (" ".join(card.text(self.code) for card in hand) for hand in self.hands)
        then = explain(*self.hands, self.code) if self.shown else "Which hand wins?"
        return f"[{self.label}] {first} against {second}. {then}"


def decision_steps(hand: Hand, other: Hand, code: str = "en") -> list[list[str]]:
    """The steps of a comparison, up to the one that decides: its name, both values, what follows.

    >>> for step in decision_steps(parse_cards("8♥ 8♣ Q♠"), parse_cards("8♦ 8♠ 10♠")):
    ...     print(step)
    ['category', 'pair', 'pair', 'equal']
    ['the pair', 'eight', 'eight', 'equal']
    ['the third card', 'queen', 'ten', 'the first hand wins']
    """
    mine, theirs = rank_hand(hand), rank_hand(other)
    at = decided_at(mine, theirs)
    names = ("category", *_STEPS[mine.category])
    values = zip(names, _in_words(mine, code), _in_words(theirs, code), strict=False)
    rows = [[*row, "equal"] for row in values][: None if at is None else at + 1]
    place = _PLACES[compare(hand, other) < 0]
    rows[-1][-1] = "equal to the end: a tie" if at is None else f"the {place} hand wins"
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
    words = language(code)
    return [worth.category.text(code), *(words.ranks[rank].name for rank in worth.ranks)]


def _two_hands(*texts: str) -> tuple[Hand, Hand]:
    """The hands that two texts write, in any of the course's languages."""
    hands = []
    for place, text in zip(_PLACES, texts, strict=True):
        try:
            hands.append(parse_cards(text))
            check_hand(hands[-1], 3)
        except ValueError as error:
            raise ValueError(f"The {place} hand: {error}") from None
    for card in hands[0]:
        if card in hands[1]:
            raise ValueError(f"{card} is in both hands; a deck holds each card once")
    return hands[0], hands[1]

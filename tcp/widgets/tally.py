"""Shuffle and deal again and again, with a tally of what came against what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

import ipywidgets

from tcp.bugs import coin_sort, swap_with_any
from tcp.cards import DECK, Card, Rank, Suit
from tcp.fairness import Shuffle, chi_square, fair_shuffle, shuffled
from tcp.languages import label
from tcp.quoting import quoted
from tcp.ranking import Category, describe, rank_hand
from tcp.showdown import dealer_ranks
from tcp.view import bars_html, hand_html, number, text_table
from tcp.widgets.panel import Panel, button, field, keyed, line, seeded

SHUFFLES: Mapping[str, Shuffle] = {
    "fair": fair_shuffle,
    "coin sort": coin_sort,
    "swap with any": swap_with_any,
}
STEPS = {"d": 1, "t": 10, "h": 100, "m": 1_000}
"""What each key deals. A thousand hands are counted well within 100 ms."""

BLOCK = 4
RARELY_ABOVE = {12: Fraction("21.0"), 5: Fraction("11.1")}
"""Rows less one, and what 95 fair tallies of 100 stay below."""

ENOUGH = 5
FIRST, HANDS, PLACES = "the rank of your first card", "what hand you get", "where one card lands"


def category_weights() -> dict[str, int]:
    """How many of the 22,100 hands each category has, the rarest first.

    >>> category_weights()["straight"]
    720
    """
    counts = dealer_ranks().map(lambda rank: rank.category)
    return {_word(category): counts[category] for category in reversed(Category)}


def _word(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def _block(place: int) -> str:
    first = place - place % BLOCK
    return f"{first}–{first + BLOCK - 1}"


def place_weights() -> dict[str, int]:
    """How many of the 52 places each row has: thirteen rows of four places."""
    weights: dict[str, int] = {}
    for place in range(len(DECK)):
        weights[_block(place)] = weights.get(_block(place), 0) + 1
    return weights


class TallyWidget(Panel):
    """Shuffles of a new deck, and three tallies: your first card, your hand, where a card lands.

    Keys: D, T, H and M deal 1, 10, 100 and 1,000 hands, R starts anew. With a seed the same clicks
    give the same cards.

    >>> tally = TallyWidget(seed=1)
    >>> tally.buttons[100].click()
    >>> tally.dealt, sum(tally.observed.values())
    (100, 100)

    Args:
        shuffles: which shuffles to choose from, by name; the fair one and two others by default.
        card: the card that is followed, as `Card.parse` reads it.
        seed: of the random numbers; without one every start is fresh.

    Raises:
        ValueError: without any shuffle, for what is no card, or a seed that is no whole number.
    """

    def __init__(
        self,
        shuffles: Mapping[str, Shuffle] = SHUFFLES,
        card: str = "2♣",
        seed: int | None = None,
    ) -> None:
        # Refused before any control is built, so that a refusal leaves nothing behind.
        if not isinstance(shuffles, Mapping) or not all(map(callable, shuffles.values())):
            raise ValueError(
                f"{quoted(shuffles)} are no shuffles; give each by name, as {{'mine': cut}}"
            )
        if not shuffles:
            raise ValueError("no shuffle to choose from; give one by its name, as {'mine': cut}")
        seeded(seed)
        self.shuffles, self.card, self._seed = dict(shuffles), Card.parse(card), seed
        self._weights = {
            FIRST: {rank.letter(): len(Suit) for rank in Rank},
            HANDS: category_weights(),
            PLACES: place_weights(),
        }
        self.choice: Any = ipywidgets.Dropdown(options=list(shuffles), description=label("shuffle"))
        self.show: Any = ipywidgets.Dropdown(
            options=[FIRST, HANDS, PLACES], description=label("count_what")
        )
        self.card_entry = field(label("card_to_follow"), str(self.card), "180px", "initial")
        for menu in (self.choice, self.show):
            menu.style.description_width = "initial"
            menu.layout.width = "auto"
        self.buttons: dict[int, Any] = {
            many: button(
                keyed(f"{label('deal')} {many:,}", key), f"tcp-deal-{many}", primary=many == 1
            )
            for key, many in STEPS.items()
        }
        self.reset_button = button(keyed(label("start_anew"), "r"), "tcp-reset")
        self.hand = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        super().__init__(
            label("tally_panel"),
            [
                line(self.choice, self.show, self.card_entry),
                line(*self.buttons.values(), self.reset_button),
            ],
            {**{key: f"tcp-deal-{many}" for key, many in STEPS.items()}, "r": "tcp-reset"},
            [self.hand, self.table],
        )
        for many, pressed in self.buttons.items():
            self.on(pressed, partial(self._deal, many))
        self.on(self.reset_button, self._anew)
        self.on(self.choice, self._anew)
        self.on(self.show, self._show_and_say)
        self.on(self.card_entry, self._follow)
        self._start()

    @property
    def observed(self) -> dict[str, int]:
        """The tally that is shown."""
        return self._tallies[self.show.value]

    @property
    def expected(self) -> dict[str, Fraction]:
        """The same rows as a fair shuffle would fill them on average."""
        weights = self._weights[self.show.value]
        total = sum(weights.values())
        return {row: Fraction(self.dealt * weight, total) for row, weight in weights.items()}

    def _start(self) -> None:
        self._rng = seeded(self._seed)
        self.dealt = 0
        self._last: tuple[Card, ...] = ()
        self._tallies = {name: dict.fromkeys(rows, 0) for name, rows in self._weights.items()}
        self._draw()

    def _anew(self) -> None:
        self.card = Card.parse(self.card_entry.value)
        self._start()
        self.say("Nothing dealt yet.")

    def _follow(self) -> None:
        """Follow the card in the field; another one than before starts anew."""
        if Card.parse(self.card_entry.value) != self.card:
            self._anew()

    def _deal(self, many: int) -> None:
        self._follow()
        shuffle = self.shuffles[self.choice.value]
        # Whole decks first: a shuffle that fails leaves the tallies as they were.
        try:
            decks = [shuffled(shuffle, self._rng) for _ in range(many)]
        except ValueError:
            raise
        except Exception as error:  # a learner's own shuffle may fail in any way
            raise ValueError(
                f"the shuffle {quoted(self.choice.value)} failed with "
                f"{type(error).__name__}: {error}"
            ) from error
        for deck in decks:
            self._tallies[FIRST][deck[0].rank.letter()] += 1
            self._tallies[PLACES][_block(deck.index(self.card))] += 1
            self._tallies[HANDS][_word(rank_hand(deck[:3]).category)] += 1
        self.dealt += many
        self._last = decks[-1][:3]
        self._show_and_say()

    def _show_and_say(self) -> None:
        self._follow()
        self._draw()
        self.say(self.result())

    def result(self) -> str:
        """How many were dealt, and what chi-square says about them, in words."""
        if not self.dealt:
            return "Nothing dealt yet."
        dealt = f"{self.dealt:,} hand{'s' if self.dealt > 1 else ''} dealt"
        expected = self.expected
        if min(expected.values()) < ENOUGH:
            return f"{dealt}, too few for chi-square."
        found = chi_square(self.observed, expected)
        usual = found < RARELY_ABOVE[len(expected) - 1]
        verdict = "is usual for a fair shuffle" if usual else "a fair shuffle seldom reaches"
        return f"{dealt}. Chi-square is {float(found):.1f}, which {verdict}."

    def explanation(self) -> str:
        """What the result is measured by."""
        weights = self._weights[self.show.value].values()
        needed = -(-ENOUGH * sum(weights) // min(weights))
        if self.dealt < needed:
            return f"Every row should expect {ENOUGH} or more, which takes {needed:,} hands."
        rows = len(weights)
        return (
            f"With {rows} rows, fair shuffles average {rows - 1} and stay below "
            f"{float(RARELY_ABOVE[rows - 1]):.1f} in 95 of 100 tries."
        )

    def _headers(self) -> tuple[str, str, str]:
        rows = {FIRST: "first card", HANDS: "hand", PLACES: f"place of {self.card}, 0 = top"}
        return (rows[self.show.value], "seen", "expected")

    def _draw(self) -> None:
        if not self.dealt:
            self.hand.value = (
                '<p class="tcp-label">Each deal shuffles a new deck, and you get the three cards '
                "on top.</p>"
            )
            self.table.value = ""
            return
        last = hand_html(self._last, f"the last hand: {describe(self._last)}")
        self.hand.value = f'<div class="tcp tcp-small">{last}</div>'
        bars = bars_html(self.observed, self.expected, headers=self._headers(), show=_count)
        self.table.value = (
            f'<div class="tcp"><p class="tcp-result">{escape(self.result())}</p>'
            f'<p class="tcp-label">{escape(self.explanation())}</p>{bars}</div>'
        )

    def text(self) -> str:
        """The tally as a table in plain words; before the first deal, what it is for."""
        if not self.dealt:
            return (
                f"[{self.label}: run this cell to deal 1, 10, 100 or 1,000 hands with the shuffles "
                f"{', '.join(self.shuffles)}]"
            )
        expected = self.expected
        rows = [[row, _count(seen), _count(expected[row])] for row, seen in self.observed.items()]
        about = f"Shuffle: {self.choice.value}. {self.result()} {self.explanation()}"
        return text_table(self._headers(), rows, about)


def _count(value: Any) -> str:
    return number(value) if isinstance(value, int) else f"{float(value):,.1f}"

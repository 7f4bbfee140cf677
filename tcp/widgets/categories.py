"""Every kind of hand: counted two ways, its chance in three scales, and examples of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

import ipywidgets

from tcp.cards import Card
from tcp.counting import (
    FIVE_CARD_RECIPES,
    THREE_CARD_RECIPES,
    Recipe,
    five_card_counts,
    five_card_example,
    three_card_counts,
    three_card_example,
)
from tcp.languages import label
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.view import bars_html, hand_html, number, per_cent, table_html
from tcp.widgets.panel import Panel, button, keyed, line, seeded


class _Game(NamedTuple):
    """What the explorer needs to know of hands of one size."""

    name: str
    recipes: Mapping[Any, Recipe]
    counts: Callable[[], Distribution[Any]]
    visit: str
    example: Callable[[Any, random.Random], tuple[Card, ...]]


_GAMES = {
    3: _Game(
        "three cards",
        THREE_CARD_RECIPES,
        three_card_counts,
        "by visiting each of the 22,100 hands",
        three_card_example,
    ),
    5: _Game(
        "five cards",
        FIVE_CARD_RECIPES,
        five_card_counts,
        "by visiting each of the 7,462 patterns of ranks, times its suits",
        five_card_example,
    ),
}


class CategoryExplorer(Panel):
    """Choose a kind of hand; see its count two ways, its chance in three scales, and examples.

    The keys 3 and 5 switch between three and five cards, R goes to the next rarer kind, C to the
    next commoner one, and D deals an example.

    >>> explorer = CategoryExplorer(seed=1)
    >>> explorer.commoner_button.click()
    >>> explorer.category
    THREE_OF_A_KIND

    `size` is the number of cards, `category` the kind shown, `example` the last hand dealt or ().

    Raises:
        ValueError: for a size other than 3 and 5, or a seed that is no whole number.
    """

    def __init__(self, size: int = 3, seed: int | None = None) -> None:
        if not isinstance(size, int) or size not in _GAMES:
            raise ValueError(f"{quoted(size)} cards; the explorer knows hands of 3 and of 5")
        self._rng = seeded(seed)
        # Counted now, so that no later click has to wait for it.
        self._counts = {cards: game.counts() for cards, game in _GAMES.items()}
        self.three_button = button(keyed(label("three_cards"), "3"), "tcp-three")
        self.five_button = button(keyed(label("five_cards"), "5"), "tcp-five")
        self.rarer_button = button(keyed(label("rarer"), "r"), "tcp-rarer")
        self.commoner_button = button(keyed(label("commoner"), "c"), "tcp-commoner")
        self.deal_button = button(keyed(label("deal_example"), "d"), "tcp-deal", primary=True)
        self.choice = ipywidgets.Dropdown(description=label("kind_of_hand"))
        self.choice.style.description_width = "initial"
        self.facts = ipywidgets.HTML()
        self.cards = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        super().__init__(
            label("explorer_panel"),
            [
                line(self.three_button, self.five_button, self.choice),
                line(self.rarer_button, self.commoner_button, self.deal_button),
                self.facts,
                self.cards,
                self.bars,
            ],
            {
                "3": "tcp-three",
                "5": "tcp-five",
                "r": "tcp-rarer",
                "c": "tcp-commoner",
                "d": "tcp-deal",
            },
        )
        self.on(self.three_button, lambda: self._switch(3))
        self.on(self.five_button, lambda: self._switch(5))
        self.on(self.rarer_button, lambda: self._step(-1))
        self.on(self.commoner_button, lambda: self._step(+1))
        self.on(self.deal_button, self._deal)
        self.size = size
        self.category = self._kinds[0]
        self.example: tuple[Card, ...] = ()
        self._told = ""
        self._list_kinds()
        self._show()
        self.on(self.choice, self._choose)

    @property
    def _game(self) -> _Game:
        return _GAMES[self.size]

    @property
    def _kinds(self) -> list[Any]:
        """The kinds of hand, the rarest first."""
        return list(self._game.recipes)

    def text(self) -> str:
        """The kind of hand that is shown, with its counts and chances, in words."""
        return f"{self.label}, {self._told}"

    def _list_kinds(self) -> None:
        with self.filling():  # new options choose the first of them, which nobody asked for
            self.choice.options = [str(kind) for kind in self._kinds]
            self.choice.value = str(self.category)

    def _choose(self) -> None:
        if self.choice.value == str(self.category):
            return
        if self.choice.value is None:
            self.choice.value = str(self.category)
        else:
            self._go(next(kind for kind in self._kinds if str(kind) == self.choice.value))

    def _switch(self, size: int) -> None:
        name = self.category.name
        self.size = size
        # Stay with a flush: what the other game makes of it is the point of switching.
        self.category = next((kind for kind in self._kinds if kind.name == name), self._kinds[0])
        self._list_kinds()
        self._go(self.category)

    def _step(self, by: int) -> None:
        place = self._kinds.index(self.category) + by
        if not 0 <= place < len(self._kinds):
            way = "rarer" if by < 0 else "commoner"
            raise ValueError(f"Of {self._game.name}, nothing is {way} than a {self.category}.")
        self._go(self._kinds[place])

    def _go(self, category: Any) -> None:
        self.category, self.example = category, ()
        self.choice.value = str(category)
        self._show()
        self.say(self._told)

    def _deal(self) -> None:
        self.example = self._game.example(self.category, self._rng)
        self._show()
        self.say(f"{self.category}: {', '.join(card.name() for card in self.example)}.")

    def _show(self) -> None:
        game, recipe = self._game, self._game.recipes[self.category]
        counts = self._counts[self.size]
        share = counts.p(self.category)
        scales = {
            "chance": per_cent(share, 2 if share > Fraction(1, 1000) else 5),
            "1 in n": f"1 in {_decimal(1 / share)} hands",
            "odds against": f"{_decimal((1 - share) / share)} to 1",
        }
        rows = [
            ["by formula", f"{recipe.formula} = {recipe.hands:,}"],
            [game.visit, f"{counts[self.category]:,}"],
            *([scale, value] for scale, value in scales.items()),
        ]
        heading = f"{self.category}, {game.name}: {recipe.hands:,} of {counts.total:,} hands"
        table = table_html(["how", "result"], rows, words=(1,))
        self.facts.value = (
            f'<div class="tcp"><p class="tcp-result">{escape(heading)}</p>'
            f"<p>Choose {escape(recipe.words)}.</p>{table}</div>"
        )
        self.cards.value = ""
        if self.example:
            shown = hand_html(self.example, f"an example: {self.category}")
            self.cards.value = f'<div class="tcp">{shown}</div>'
        marked = {
            f"▸ {kind}" if kind == self.category else str(kind): counts[kind]
            for kind in self._kinds
        }
        title = f"All kinds of {game.name}, the rarest first"
        drawn = bars_html(marked, title=title, headers=["kind of hand", "hands"])
        self.bars.value = f'<div class="tcp">{drawn}</div>'
        self._told = (
            f"{heading}. By formula {recipe.formula}, {game.visit} {counts[self.category]:,}. "
            f"Chance {scales['chance']}, {scales['1 in n']}, odds against {scales['odds against']}."
        )


def _decimal(value: Fraction) -> str:
    """A whole number as such, another with two digits."""
    return number(value if value.denominator == 1 else float(value))

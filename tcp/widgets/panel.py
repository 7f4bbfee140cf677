"""What all widgets share: a frame, the stylesheet, keys, a voice for screen readers, errors."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from importlib import resources
from typing import Any

import anywidget
import ipywidgets
import traitlets

from tcp.cards import DECK, Card, check_hand, parse_cards
from tcp.languages import Refusal, label, told
from tcp.quoting import quoted
from tcp.rules import RULE_NAMES, Rules, load_rules
from tcp.view import stylesheet, true_minus
from tcp.widgets.entries import Entries


@cache
def panel_style() -> str:
    """What widgets look like, and what they show, as style elements."""
    css = (resources.files("tcp.widgets") / "widgets.css").read_text(encoding="utf-8")
    return f"{stylesheet()}<style>{css}</style>"


@cache
def _printed(code: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The cards' names by what is printed on them, and what some of them side by side look like."""
    names = {card.text(code): card.name(code) for card in DECK}
    one = f"(?:{'|'.join(names)})"
    return names, re.compile(rf"(?<!\w){one}(?: {one})*")


def aloud(text: str, code: str = "en") -> str:
    """A text as it is to be heard: cards by name, and a minus that is no hyphen.

    What a screen reader makes of ♥ nobody knows, and a hyphen many of them pass over.

    >>> aloud("10♥ 6♦ 4♣: net -2.")
    'ten of hearts, six of diamonds, four of clubs: net −2.'
    """
    names, cards = _printed(code)
    named = cards.sub(lambda found: ", ".join(names[card] for card in found[0].split()), text)
    return true_minus(named)


class Voice(anywidget.AnyWidget):
    """Presses the panel's buttons by key, and says each result in a polite live region."""

    _esm = (resources.files("tcp.widgets") / "panel.js").read_text(encoding="utf-8")
    label = traitlets.Unicode().tag(sync=True)
    language = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)  # of a page that this panel has for itself
    message = traitlets.Unicode().tag(sync=True)
    shortcuts = traitlets.Dict().tag(sync=True)


class Panel:
    """The frame of a widget: children in a column, with a name, keys and a voice.

    Args:
        label: the accessible name of the whole widget.
        children: ipywidgets, from top to bottom.
        keys: which key presses the button of which CSS class, as {"d": "tcp-deal"}.
        results: long results that stand below the line for refused input, which stays by the
            controls then.
        language: the code of the language that the widget speaks.

    `root` is the ipywidget; `message` is what was last said aloud; `error` is the sentence shown
    for the last refused input, or "".
    """

    def __init__(
        self,
        label: str,
        children: list[Any],
        keys: Mapping[str, str] | None = None,
        results: Sequence[Any] = (),
        language: str = "en",
    ) -> None:
        self.label = label
        self.error = self.message = ""
        self._filling = False
        self._changed: Any = None  # the control whose new value is being answered
        self.entries = Entries()
        self.voice = Voice(label=label, language=language, shortcuts=dict(keys or {}))
        self.voice.on_msg(lambda _, content, buffers: self._entered_again(content))
        self.error_line = ipywidgets.HTML()
        style = ipywidgets.HTML(panel_style())
        style.layout.display = "none"
        self.root = ipywidgets.VBox([style, *children, self.error_line, *results, self.voice])
        self.root.add_class("tcp-panel")

    def speak(self, label: str, language: str) -> None:
        """From now on be called this, in this language."""
        self.label = self.voice.label = label
        self.voice.language = language

    def say(self, message: str) -> None:
        """Announce a result to screen readers."""
        self._announce(message, aloud(message, self.voice.language))

    def _announce(self, message: str, heard: str) -> None:
        # What doesn't change isn't read again: a space that nobody hears makes it another text.
        again = "\xa0" if self.voice.message == heard else ""
        self.message, self.voice.message = message, heard + again

    def on(self, control: Any, action: Callable[[], object]) -> None:
        """Answer with this action what somebody does to a control: a click, or another value."""
        if isinstance(control, ipywidgets.Button):
            control.on_click(lambda _: self.answer(action))
        else:
            if isinstance(control, (ipywidgets.Text, ipywidgets.Textarea)):
                self.entries.add(control, action)
            control.observe(lambda change: self._heard(control, change.old, action), "value")

    def _heard(self, control: Any, old: Any, action: Callable[[], object]) -> None:
        """Answer another value; a menu of which nothing is chosen keeps what was."""
        if self._filling:
            self.entries.clear(control)
            return
        if getattr(control, "index", 0) is None:
            with self.filling():
                control.value = old
        else:
            self._changed = control
            self.answer(action)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """While the widget itself writes into its controls, nothing of that is an answer."""
        self._filling = True
        try:
            yield
        finally:
            self._filling = False

    def answer(self, action: Callable[[], object]) -> None:
        """Do what a click asks for; a refused input is shown as its sentence.

        The sentence of a field stays as long as the field stands as it was refused.
        """
        changed, self._changed = self._changed, None
        try:
            action()
        except ValueError as error:
            said = self.in_words(error)
            self.entries.refuse(said, action, changed)
            self._tell_refusal(said)
        else:
            self.entries.accept(action)
            self._show_refusal(self.entries.refusal)

    def nothing_refused(self) -> None:
        """Go on only where no field stands as it was refused.

        Raises:
            ValueError: the sentence of the field that does.
        """
        if self.entries.refusal:
            raise ValueError(self.entries.refusal)

    def _entered_again(self, content: Any) -> None:
        """What is entered as it was refused changes nothing, and must not be passed over."""
        name = content.get("again") if isinstance(content, dict) else None
        if said := self.entries.refusal_of(name):
            self._tell_refusal(said)

    def _tell_refusal(self, said: str) -> None:
        self._show_refusal(said)
        self._announce(said, said)  # as it is to be typed

    def _show_refusal(self, said: str) -> None:
        self.error = said
        self.error_line.value = said and f'<p class="tcp-error">{escape(said)}</p>'

    def in_words(self, error: ValueError) -> str:
        """A refusal in the widget's language."""
        if isinstance(error, Refusal):
            return told(error.key, self.voice.language, **error.values)
        return str(error)

    def text(self) -> str:
        """The widget in plain words, for pages without widgets."""
        return f"[{self.label}: run this cell to use it]"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        bundle = self.root._repr_mimebundle_(include=include, exclude=exclude)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.text()
        return bundle


def seeded(seed: int | None) -> random.Random:
    """A widget's source of chance: the same for the same seed, fresh from 128 bits without one.

    Raises:
        ValueError: for a seed that is no whole number.
    """
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise ValueError(f"{quoted(seed)} is no seed; a seed is a whole number, or None")
    return random.Random(secrets.randbits(128) if seed is None else seed)


def keyed(words: str, key: str) -> str:
    """What a button says: its words, and the key that presses it.

    >>> keyed("Deal", "d")
    'Deal (D)'
    """
    return f"{words} ({key.upper()})"


def houses(own: Rules, code: str = "en") -> dict[str, Rules]:
    """The known rules by name, and these if they are others, under a name of their own."""
    known = {name: load_rules(name) for name in RULE_NAMES}
    if own in known.values():
        return known
    return known | {told("own_rules", code, rules=own.name) if own.name in known else own.name: own}


Hand = tuple[Card, ...]


def as_typed(cards: str | Sequence[Card], code: str = "en") -> str:
    """Cards as somebody would type them in this language; what is typed already stays so.

    Raises:
        ValueError: for what is neither text nor cards.
    """
    if isinstance(cards, str):
        return cards
    if not isinstance(cards, (tuple, list)) or not all(isinstance(card, Card) for card in cards):
        raise ValueError(f"{quoted(cards)} are no cards; write them like 'Q♥ 6♦ 4♣'")
    return " ".join(card.text(code) for card in cards)


def typed_hand(text: str, whose: str, code: str = "en") -> Hand:
    """Three cards as they were typed, in the letters of any language.

    Raises:
        ValueError: for other than three different cards, saying whose, in the language.
    """
    try:
        cards = parse_cards(text)
        check_hand(cards, 3)
    except ValueError as error:
        if code == "en":
            raise ValueError(f"{whose}: {error}") from None
        example = " ".join(card.text(code) for card in parse_cards("Q♥ 6♦ 4♣"))
        typed = quoted(text)
        refusal = told("no_hand", code, whose=whose, typed=typed, example=example)
        raise ValueError(refusal) from None
    return cards


def typed_cards(text: str, what: str, least: int, most: int, code: str = "en") -> Hand:
    """So many different cards as they were typed, in the letters of any language.

    Raises:
        ValueError: for anything else, saying what was asked for, in the language.
    """
    try:
        cards = parse_cards(text)
        if cards or least:
            check_hand(cards, least, most)
    except ValueError as error:
        if code == "en":
            raise ValueError(f"{what}: {error}") from None
        many = f"{least}" if least == most else f"{least}–{most}"
        example, typed = parse_cards("Q♥")[0].text(code), quoted(text)
        refusal = told("no_cards", code, what=what, typed=typed, many=many, example=example)
        raise ValueError(refusal) from None
    return cards


def typed_hands(texts: Sequence[str], whose: Sequence[str], code: str = "en") -> tuple[Hand, Hand]:
    """Two hands of one deck as they were typed.

    Raises:
        ValueError: for what is no hand, saying whose, or a card that both hands have.
    """
    first, second = (typed_hand(*each, code) for each in zip(texts, whose, strict=True))
    for card in first:
        if card in second:
            raise ValueError(told("in_both_hands", code, card=card.text(code)))
    return first, second


def button(
    text: str, name: str, *, primary: bool = False, once: bool = False, tooltip: str = ""
) -> Any:
    """A button with the CSS class `name`, by which keys and tests find it.

    `once` is for a button that decides or deals: the second click of a double click, meant for
    what was there before the first, is no click on it.
    """
    made = ipywidgets.Button(description=text, tooltip=tooltip)
    made.add_class(name)
    if once:
        made.add_class("tcp-once")
    if primary:
        made.add_class("tcp-primary")
    return made


def decision_buttons(code: str = "en", *, primary: bool = False) -> tuple[Any, Any]:
    """The buttons Play and Fold, each with its key."""
    play = button(keyed(label("play", code), "p"), "tcp-play", primary=primary, once=True)
    fold = button(keyed(label("fold", code), "f"), "tcp-fold", primary=primary, once=True)
    return play, fold


def field(name: str, value: str = "", width: str = "230px", label_width: str = "90px") -> Any:
    """A line of text to type, with its visible label; it counts on Enter and on leaving it."""
    made = ipywidgets.Text(value=value, description=name, continuous_update=False)
    made.layout.width = width
    made.style.description_width = label_width
    return made


def menu(
    name: str, options: Sequence[Any], value: Any, width: str = "230px", label_width: str = "90px"
) -> Any:
    """A list to choose from, with its visible label; options are values, or (words, value)."""
    made = ipywidgets.Dropdown(options=options, value=value, description=name)
    made.layout.width = width
    made.style.description_width = label_width
    return made


def line(*children: Any) -> Any:
    """Controls side by side, on a second line where the page is narrow."""
    made = ipywidgets.HBox(children)
    made.layout.flex_flow = "row wrap"
    made.layout.align_items = "center"
    made.layout.grid_gap = "4px 16px"
    return made

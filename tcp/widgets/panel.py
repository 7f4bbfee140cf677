"""What all widgets share: a frame, the stylesheet, keys, a voice for screen readers, errors."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

import anywidget
import ipywidgets
import traitlets

from tcp.view import stylesheet


class Voice(anywidget.AnyWidget):
    """Presses the panel's buttons by key, and says each result in a polite live region."""

    _esm = (resources.files("tcp.widgets") / "panel.js").read_text(encoding="utf-8")
    label = traitlets.Unicode().tag(sync=True)
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

    `root` is the ipywidget; `message` is what was last said aloud; `error` is the sentence shown
    for the last refused input, or "".
    """

    def __init__(
        self,
        label: str,
        children: list[Any],
        keys: Mapping[str, str] | None = None,
        results: Sequence[Any] = (),
    ) -> None:
        self.label = label
        self.error = ""
        self.voice = Voice(label=label, shortcuts=dict(keys or {}))
        self.error_line = ipywidgets.HTML()
        style = ipywidgets.HTML(stylesheet())
        style.layout.display = "none"
        self.root = ipywidgets.VBox([style, *children, self.error_line, *results, self.voice])
        self.root.add_class("tcp-panel")

    @property
    def message(self) -> str:
        """What was last said aloud, in words."""
        return str(self.voice.message)

    def say(self, message: str) -> None:
        """Announce a result to screen readers."""
        self.voice.message = message

    def answer(self, action: Callable[[], None]) -> None:
        """Do what a click asks for; a refused input is shown as its sentence."""
        try:
            action()
        except ValueError as error:
            self.error = str(error)
            self.error_line.value = f'<p class="tcp-error">{escape(self.error)}</p>'
            self.say(self.error)
        else:
            self.error = self.error_line.value = ""

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
        raise ValueError(f"{seed!r} is no seed; a seed is a whole number, or None")
    return random.Random(secrets.randbits(128) if seed is None else seed)


def button(text: str, name: str, *, primary: bool = False, tooltip: str = "") -> Any:
    """A button with the CSS class `name`, by which keys and tests find it."""
    made = ipywidgets.Button(description=text, tooltip=tooltip)
    made.add_class(name)
    if primary:
        made.add_class("tcp-primary")
    return made


def field(label: str, value: str = "", width: str = "230px", label_width: str = "90px") -> Any:
    """A line of text to type, with its visible label; it counts on Enter and on leaving it."""
    made = ipywidgets.Text(value=value, description=label, continuous_update=False)
    made.layout.width = width
    made.style.description_width = label_width
    return made


def menu(
    label: str, options: Sequence[Any], value: Any, width: str = "230px", label_width: str = "90px"
) -> Any:
    """A list to choose from, with its visible label; options are values, or (words, value)."""
    made = ipywidgets.Dropdown(options=options, value=value, description=label)
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

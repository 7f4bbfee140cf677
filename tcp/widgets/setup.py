"""One button that shows whether widgets work here."""

from __future__ import annotations

from html import escape

import ipywidgets

from tcp.languages import label, told
from tcp.widgets.panel import Panel, button, line


class SetupWidget(Panel):
    """A button; a click goes to Python and comes back as a sentence.

    A page that can't show widgets prints `text()` in its place, which says what to do.

    >>> trial = SetupWidget()
    >>> trial.try_button.click()
    >>> trial.message
    'Widgets work: your click reached Python, and this answer came back.'
    """

    def __init__(self, language: str = "en") -> None:
        self._code = language
        self.try_button = button(label("try_me", language), "tcp-try", primary=True)
        seen = told("widgets_shown", language)
        self.status = ipywidgets.HTML(f"<span>{escape(seen)}</span>")
        super().__init__(
            label("setup_panel", language),
            [line(self.try_button), self.status],
            language=language,
        )
        self.on(self.try_button, self._reply)

    def _reply(self) -> None:
        works = told("widgets_work", self._code)
        self.status.value = f"<span>{escape(works)}</span>"
        self.say(works)

    def text(self) -> str:
        """What stands in the widget's place on a page without widgets."""
        return told("no_widgets", self._code)

"""One button that shows whether widgets work here."""

from __future__ import annotations

import ipywidgets

from tcp.widgets.panel import Panel, button, line


class SetupWidget(Panel):
    """A button; a click goes to Python and comes back as a sentence.

    A page that can't show widgets prints `text()` in its place, which says what to do.

    >>> trial = SetupWidget()
    >>> trial.try_button.click()
    >>> trial.message
    'Widgets work: your click reached Python, and this answer came back.'
    """

    def __init__(self) -> None:
        self.try_button = button("Try me", "tcp-try", primary=True)
        self.status = ipywidgets.HTML(
            "<span>You see a button, so this page shows widgets. Does Python answer?</span>"
        )
        super().__init__("Set-up check", [line(self.try_button), self.status])
        self.try_button.on_click(lambda _: self.answer(self._reply))

    def _reply(self) -> None:
        told = "Widgets work: your click reached Python, and this answer came back."
        self.status.value = f"<span>{told}</span>"
        self.say(told)

    def text(self) -> str:
        """What stands in the widget's place on a page without widgets."""
        return (
            "If this sentence stands here instead of a button, this page shows no widgets. "
            "Where a notebook can only be read, that is as it should be; "
            "in Jupyter, do what check_setup() says."
        )

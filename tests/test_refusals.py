"""A field of any widget that is refused: marked, named, kept in sight, and refused again."""

from __future__ import annotations

import inspect
import re
from typing import Any

import ipywidgets
import pytest

from tcp.widgets.entries import name_of, opens
from tcp.widgets.panel import Panel, button, field
from tests.test_widget_construction import every_widget

WRONG = "§ 5"
TAKES_ANYTHING = {"Name"}
"""Labels of fields that no text is wrong for."""


FIELDS = [
    name
    for name, kind in every_widget().items()
    if name != "Predict" and re.search(r"field\(|ipywidgets\.Text", inspect.getsource(kind))
]


def inside(widget: Any) -> list[Any]:
    """A widget and all that it holds."""
    return [widget, *(each for child in getattr(widget, "children", ()) for each in inside(child))]


def answering(panel: Panel) -> list[Any]:
    """The fields that are answered as soon as they are left."""
    fields = [each for each in inside(panel.root) if each in panel.entries]
    return [each for each in fields if name_of(each) not in TAKES_ANYTHING]


def marked(panel: Panel) -> list[Any]:
    return [each for each in inside(panel.root) if "tcp-refused" in each._dom_classes]


@pytest.mark.parametrize("name", FIELDS)
def test_a_refused_field_is_marked_and_refused_as_often_as_it_is_entered(name: str) -> None:
    panel = every_widget()[name]()
    heard: list[str] = []
    panel.voice.observe(lambda change: heard.append(change.new), "message")
    for entry in answering(panel):
        begun = entry.value
        heard.clear()
        entry.value = WRONG
        refusal = panel.error
        assert refusal
        assert "_" not in refusal, "it speaks of what stands on the page"
        assert marked(panel) == [entry]
        with pytest.raises(ValueError, match=re.escape(refusal)):
            panel.nothing_refused()
        for _ in range(2):
            panel.voice._handle_custom_msg({"again": name_of(entry)}, [])
        assert [each.strip("\xa0") for each in heard] == [refusal] * 3
        entry.value = begun
        assert (panel.error, marked(panel)) == ("", [])
        panel.nothing_refused()


def test_the_fields_of_most_widgets_are_answered_at_once() -> None:
    found = {name: len(answering(every_widget()[name]())) for name in FIELDS}
    assert sum(map(bool, found.values())) >= 10, found


class Sum(Panel):
    """Two numbers that are read together, and a button that writes over them."""

    def __init__(self) -> None:
        self.first, self.second = field("First", "1"), field("Second", "2")
        self.note, self.zero = ipywidgets.Checkbox(), button("Zero", "tcp-zero")
        super().__init__("Sum", [self.first, self.second, self.note, self.zero])
        for each in (self.first, self.second):
            self.on(each, self._add)
        self.on(self.note, lambda: self.say("noted"))
        self.on(self.zero, self._zero)

    def _add(self) -> None:
        for each in (self.first, self.second):
            if not each.value.isdigit():
                raise ValueError(f"{name_of(each).lower()}: {each.value!r} is no number")
        if self.first.value == self.second.value:
            raise ValueError("two different numbers are added")
        self.say(f"{int(self.first.value) + int(self.second.value)}")

    def _zero(self) -> None:
        with self.filling():
            self.first.value = self.second.value = "0"


def test_the_sentence_stays_as_long_as_the_field_does() -> None:
    panel = Sum()
    panel.first.value = "x"
    panel.note.value = True
    assert panel.message == "noted"
    assert panel.error == "first: 'x' is no number"
    assert panel.error_line.value
    panel.zero.click()
    assert (panel.error, panel.error_line.value, marked(panel)) == ("", "", [])


def test_the_field_at_fault_is_marked_and_no_other() -> None:
    panel = Sum()
    panel.first.value = "x"
    panel.second.value = "y"
    assert marked(panel) == [panel.first]
    panel.first.value = "3"
    assert marked(panel) == [panel.second]
    assert panel.error.startswith("second")
    panel.second.value = "3"  # named by nothing: it is the one that was changed
    assert marked(panel) == [panel.second]
    panel.first.value = "4"  # which mends the other
    assert (panel.message, marked(panel)) == ("7", [])


def test_what_no_field_is_called_is_not_refused_again() -> None:
    panel = Sum()
    panel.first.value = "x"
    said = panel.voice.message
    others: list[Any] = [{"again": "Second"}, {"again": None}, {}, None, []]
    for content in others:
        panel.voice._handle_custom_msg(content, [])
    assert panel.voice.message == said


def test_a_name_is_read_without_its_markup_and_as_a_whole_word() -> None:
    assert name_of(field('<span class="tcp-hidden">Pair Plus, </span>pair')) == "Pair Plus, pair"
    assert not opens("Deal", "dealer: no")
    assert opens("pot (chips)", "Pot (chips): no")

"""The fields of a widget: which of them stand as they were refused, and with what sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Action = Callable[[], object]


class Entries:
    """The fields of one widget, each with the action that reads it.

    A field stays refused, with the class `tcp-refused`, until its action goes well or the field is
    written over. An action that reads several fields refuses one of them at a time.
    """

    def __init__(self) -> None:
        self._readers: dict[Any, Action] = {}
        self._refused: dict[Any, str] = {}

    def __contains__(self, entry: object) -> bool:
        return entry in self._readers

    @property
    def refusal(self) -> str:
        """The sentence of the first field that stands refused, or ""."""
        return next(iter(self._refused.values()), "")

    def refusal_of(self, name: object) -> str:
        """The sentence of the field with this label, or "" where it isn't refused."""
        return next((said for each, said in self._refused.items() if name_of(each) == name), "")

    def add(self, entry: Any, action: Action) -> None:
        """From now on this action reads this field."""
        self._readers[entry] = action

    def accept(self, action: Action) -> None:
        """What this action reads is no longer refused."""
        for each in [each for each in self._refused if self._readers[each] == action]:
            self.clear(each)

    def refuse(self, said: str, action: Action, changed: Any) -> None:
        """Mark the field that this action refused with a sentence; the changed one, if unsure."""
        at_fault = self._at_fault(said, action) or (changed if changed in self else None)
        self.accept(action)
        if at_fault is not None:
            self._refused[at_fault] = said
            at_fault.add_class("tcp-refused")

    def clear(self, entry: Any) -> None:
        """This field holds something else now."""
        if self._refused.pop(entry, None) is not None:
            entry.remove_class("tcp-refused")

    def _at_fault(self, said: str, action: Action) -> Any:
        """Of the fields that an action reads the one that is named, or was refused so before."""
        read = [each for each, reader in self._readers.items() if reader == action]
        named = [each for each in read if opens(name_of(each), said)]
        named.sort(key=lambda each: -len(name_of(each)))  # "straight flush" before "straight"
        before = [each for each in read if self._refused.get(each) == said]
        return next(iter([*named, *before]), None)


def name_of(control: Any) -> str:
    """The visible label of a control, without its markup."""
    return re.sub("<[^>]*>", "", control.description).strip()


def opens(name: str, said: str) -> bool:
    """Whether a sentence begins with this name.

    >>> opens("Dealer", "dealer: 'x' is no hand"), opens("Deal", "dealer: 'x' is no hand")
    (True, False)
    """
    return bool(name and re.match(rf"{re.escape(name)}(?!\w)", said, re.IGNORECASE))

"""What learners click. Each widget is one class in one file, built on `tcp.widgets.panel`.

A widget shows; what it shows is computed by the package below. All of them can be built and
driven in plain Python, without a browser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tcp.widgets.bugboard import BugBoard as BugBoard
    from tcp.widgets.club import ClubWidget as ClubWidget
    from tcp.widgets.facts import FactsWidget as FactsWidget

_LAZY = {"BugBoard": "bugboard", "ClubWidget": "club", "FactsWidget": "facts"}


def __getattr__(name: str) -> Any:
    """A widget by its name, which is only loaded when it is asked for."""
    if name in _LAZY:
        return getattr(import_module(f"tcp.widgets.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

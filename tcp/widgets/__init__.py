"""What learners click. Each widget is one class in one file, built on `tcp.widgets.panel`.

A widget shows; what it shows is computed by the package below. All of them can be built and
driven in plain Python, without a browser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tcp.widgets.club import ClubWidget as ClubWidget


def __getattr__(name: str) -> Any:
    """The club's widget, which is only loaded when it is asked for."""
    if name == "ClubWidget":
        from tcp.widgets.club import ClubWidget

        return ClubWidget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Matplotlib figures in one style, each shown with a text that says the same."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tcp.view import Shown

# Okabe and Ito's colours, told apart by all; hatches and markers say the same without colour.
BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PURPLE, BLACK = "#56B4E9", "#CC79A7", "#000000"
HATCHES = ("", "///", "...", "xx")

STYLE: Any = {
    "figure.figsize": (7, 4),
    "figure.dpi": 110,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "tcp",
}


@contextmanager
def figure(
    title: str, x: str, y: str, *, size: tuple[float, float] = (7, 4)
) -> Iterator[tuple[Figure, Axes]]:
    """A figure and its axes in the course's style: the title says the finding, axes their units.

    No global state of Matplotlib is touched, and nothing is shown until `show`.
    """
    with rc_context(STYLE):
        made = Figure(figsize=size, layout="constrained")
        axes = made.add_subplot()
        axes.set_title(title, fontweight="bold")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        yield made, axes


def png(drawn: Figure) -> bytes:
    """The figure as a PNG file, the same bytes for the same data."""
    buffer = BytesIO()
    with rc_context(STYLE):
        drawn.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue()


def show(drawn: Figure, alt: str) -> Shown:
    """The figure as an image with `alt`, one or two sentences with its key figures."""
    data = base64.b64encode(png(drawn)).decode("ascii")
    image = f'<img src="data:image/png;base64,{data}" alt="{escape(alt, quote=True)}">'
    return Shown(image, alt)

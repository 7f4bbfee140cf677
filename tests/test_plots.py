"""Figures: one style, the same bytes for the same data, and a text alternative."""

from __future__ import annotations

import base64
import re

import matplotlib as mpl
from matplotlib.figure import Figure

from tcp import plots


def draw(height: int = 3) -> Figure:
    with plots.figure("The finding", "category", "hands") as (drawn, axes):
        axes.bar(["pair", "flush"], [height, 1], color=plots.BLUE, hatch=plots.HATCHES[1])
    return drawn


def settings() -> dict[str, object]:
    """Matplotlib's settings but the backend, on which it settles when it first draws."""
    return {key: value for key, value in mpl.rcParams.items() if key != "backend"}


def test_a_figure_is_its_own_and_leaves_matplotlib_alone() -> None:
    before = settings()
    drawn = draw()
    plots.png(drawn)
    assert settings() == before
    axes = drawn.axes[0]
    assert (axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()) == (
        "The finding",
        "category",
        "hands",
    )
    assert [bar.get_height() for bar in axes.patches] == [3, 1]  # type: ignore[attr-defined]
    assert drawn.get_facecolor() == (1, 1, 1, 1)


def test_the_same_data_gives_the_same_bytes_and_other_data_others() -> None:
    assert plots.png(draw()) == plots.png(draw())
    assert plots.png(draw()) != plots.png(draw(4))


def test_an_image_is_shown_with_its_text() -> None:
    shown = plots.show(draw(), 'Bars: pair "3", flush 1 <most>.')
    html = shown._repr_html_()
    assert 'alt="Bars: pair &quot;3&quot;, flush 1 &lt;most&gt;."' in html
    data = re.search(r"base64,([A-Za-z0-9+/=]+)", html)
    assert data is not None
    image = base64.b64decode(data[1])
    assert image.startswith(b"\x89PNG")
    width, height = (int.from_bytes(image[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (770, 440)
    assert repr(shown) == 'Bars: pair "3", flush 1 <most>.'

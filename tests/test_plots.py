"""Figures: one style, the same bytes for the same data, and a text alternative."""

from __future__ import annotations

import base64
import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import nbformat
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from tcp import plots
from tests.notebook_rules import code_cells

LESSONS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


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


def test_bins_are_exact_at_their_ends_and_hold_every_case() -> None:
    tenth = Fraction(1, 10)
    values = {
        Fraction(3, 10): 5,
        Fraction(29, 100): 2,
        Fraction(-1, 100): 1,
        Fraction(399, 1000): 4,
    }
    assert plots.binned(values, tenth) == {-tenth: 1, 2 * tenth: 2, 3 * tenth: 9}


def test_a_histogram_is_drawn_as_its_bins_are() -> None:
    bins = {Fraction(1, 2): 3, Fraction(3, 4): 7}
    with plots.figure("The finding", "chance", "hands") as (drawn, axes):
        plots.draw_bins(axes, bins, Fraction(1, 4), 2, "two")
    bars = [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in axes.patches]  # type: ignore[attr-defined]
    assert bars == [(0.5, 0.25, 3), (0.75, 0.25, 7)]
    assert {bar.get_hatch() for bar in axes.patches} == {plots.HATCHES[2]}
    (label,) = axes.texts
    assert (label.get_text(), label.xy) == ("two", (0.875, 7))  # type: ignore[attr-defined]
    assert plots.png(drawn) == plots.png(drawn)


def test_a_fan_is_drawn_as_its_bands_are() -> None:
    bands = {
        0.05: [0, -8, -9],
        0.25: [0, -3, -5],
        0.5: [0, -1, -2],
        0.75: [0, 1, 2],
        0.95: [0, 5, 7],
    }
    with plots.figure("The finding", "rounds", "chips") as (drawn, axes):
        plots.draw_fan(axes, (0, 10, 20), bands, [[0, 1, -1], [0, -2, -3]])
    outer, inner = (
        {tuple(place) for place in np.asarray(band.get_paths()[0].vertices).tolist()}
        for band in axes.collections
    )
    assert outer == {(0, 0), (10, -8), (20, -9), (10, 5), (20, 7)}
    assert inner == {(0, 0), (10, -3), (20, -5), (10, 1), (20, 2)}
    first, second, middle, _ = axes.lines
    assert (list(first.get_ydata()), list(second.get_ydata())) == ([0, 1, -1], [0, -2, -3])  # type: ignore[arg-type]
    assert (list(middle.get_xdata()), list(middle.get_ydata())) == ([0, 10, 20], [0, -1, -2])  # type: ignore[arg-type]
    labels = [(label.get_text(), label.xy[1]) for label in axes.texts]  # type: ignore[attr-defined]
    assert labels[0] == ("5 % at most -9", -9)
    assert [height for _, height in labels] == [-9, -5, -2, 2, 7]
    assert plots.png(drawn) == plots.png(drawn)


def test_steps_are_drawn_at_their_chances_and_named_at_the_last() -> None:
    lines = {"one": [Fraction(1, 2), Fraction(1, 4)], "two": [Fraction(3, 4), Fraction(1, 3)]}
    with plots.figure("The finding", "step", "chance, in %") as (drawn, axes):
        plots.draw_steps(axes, lines, ["jacks", "queens"])
    assert [list(line.get_xdata()) for line in axes.lines] == [[0, 1], [0, 1]]  # type: ignore[arg-type]
    assert [list(line.get_ydata()) for line in axes.lines] == [[50, 25], [75, 100 / 3]]  # type: ignore[arg-type]
    assert len({(line.get_marker(), line.get_color()) for line in axes.lines}) == 2
    labels = [(label.get_text(), label.xy) for label in axes.texts]  # type: ignore[attr-defined]
    assert labels == [("one 25.0 %", (1, 25)), ("two 33.3 %", (1, 100 / 3))]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["jacks", "queens"]
    assert plots.png(drawn) == plots.png(drawn)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_nothing_in_a_stored_figure_is_cut_off(path: Path) -> None:
    """A title or a label that is too long runs into the figure's edge."""
    cells = code_cells(nbformat.read(path, as_version=4))
    shown = "".join(
        output.get("data", {}).get("text/html", "") for cell in cells for output in cell.outputs
    )
    for data in re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]+)", shown):
        ink = imread(BytesIO(base64.b64decode(data)))[..., :3].min(axis=2) < 1
        edges = {"top": ink[0], "bottom": ink[-1], "left": ink[:, 0], "right": ink[:, -1]}
        assert [name for name, edge in edges.items() if edge.any()] == []

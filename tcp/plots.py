"""Matplotlib figures in one style, each shown with a text that says the same."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from html import escape
from io import BytesIO
from itertools import combinations, groupby
from math import log10
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from tcp.payouts import PayLine
from tcp.ranking import Category, HandRank
from tcp.rules import Ratio
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


class Block(NamedTuple):
    """Neighbouring strengths of one category, each shared by equally many hands."""

    category: Category
    first: int
    """How many strengths stand below the block."""
    steps: int
    """How many strengths it has."""
    each: int
    """How many hands share each of them."""


def strength_blocks(strengths: Mapping[HandRank, int]) -> list[Block]:
    """The order of the hands in blocks, the weakest first, from the number of hands per strength.

    >>> strength_blocks({HandRank(Category.PAIR, (8, 12)): 24})
    [Block(category=PAIR, first=0, steps=1, each=24)]
    """
    blocks: list[Block] = []
    in_order = sorted(strengths.items())
    for (category, each), same in groupby(in_order, key=lambda item: (item[0].category, item[1])):
        first = blocks[-1].first + blocks[-1].steps if blocks else 0
        blocks.append(Block(category, first, len(list(same)), each))
    return blocks


def draw_blocks(axes: Axes, blocks: Sequence[Block]) -> None:
    """Draw each block as wide as its strengths and as high as the hands that share each."""
    colours = (BLUE, ORANGE, SKY, VERMILION, PURPLE, GREEN)
    end = blocks[-1].first + blocks[-1].steps
    free = 0.0  # where the next upright label finds room
    for block in blocks:
        axes.bar(
            block.first,
            block.each,
            width=block.steps,
            align="edge",
            color=colours[block.category],
            hatch=HATCHES[block.category % len(HATCHES)],
            edgecolor="white",
            linewidth=0,
        )
        words = f"{block.category}: {block.steps} × {block.each}"
        middle, top = block.first + block.steps / 2, block.each + 1
        if block.steps > end / 20:
            axes.text(middle, top, words, ha="center", va="bottom")
        elif block.each > 10:
            axes.text(block.first + block.steps, top, words, ha="right", va="bottom")
        else:
            at = max(middle + end / 150, free)
            axes.text(at, top, words, ha="center", va="bottom", rotation=90, fontsize=9)
            free = at + end / 40
    axes.set_xlim(-5, end + 15)
    axes.set_ylim(0, 1.1 * max(block.each for block in blocks))


def crossings(lines: Mapping[str, tuple[Fraction, Fraction]]) -> list[tuple[str, str]]:
    """The pairs of lines whose order at the right is the reverse of that at the left.

    >>> crossings({"a": (Fraction(1), Fraction(5)), "b": (Fraction(2), Fraction(3))})
    [('a', 'b')]
    """
    return [
        (first, second)
        for first, second in combinations(lines, 2)
        if (lines[first][0] - lines[second][0]) * (lines[first][1] - lines[second][1]) < 0
    ]


def draw_slopes(
    axes: Axes, lines: Mapping[str, tuple[Fraction, Fraction]], ends: tuple[str, str]
) -> None:
    """Draw a line for each pair of chances, in per cent on a logarithmic scale, named at its ends.

    Lines that cross another one are drawn in colour, the others in grey.
    """
    crossing = [name for pair in crossings(lines) for name in pair]
    colours = dict(zip(dict.fromkeys(crossing), (BLUE, VERMILION, GREEN, PURPLE), strict=False))
    for place, (name, (left, right)) in enumerate(lines.items()):
        heights = [float(100 * left), float(100 * right)]
        colour, marker = colours.get(name, "#767676"), "osD^vP"[place % 6]
        width = 2.5 if name in crossing else 1.2
        axes.plot([0, 1], heights, color=colour, marker=marker, linewidth=width)
    for at, side, gap in ((0, "right", -8), (1, "left", 8)):
        free = -10.0  # where the next label finds room, in powers of ten
        for name, line in sorted(lines.items(), key=lambda item: item[1][at]):
            height = float(100 * line[at])
            free = max(free, log10(height))
            axes.annotate(
                f"{name} {height:.2g} %",
                (at, 10**free),
                xytext=(gap, 0),
                textcoords="offset points",
                ha=side,
                va="center",
            )
            free += 0.25
    axes.set_yscale("log")
    axes.set_xticks([0, 1], ends)
    axes.set_xlim(-0.65, 1.65)
    axes.yaxis.set_major_formatter("{x:g}")


def draw_trends(
    axes: Axes, places: Sequence[int], trends: Mapping[str, Sequence[Fraction]]
) -> None:
    """Draw a line through the chances of each kind, in per cent, named at its right end."""
    colours = (BLUE, VERMILION, GREEN, PURPLE, BLACK, ORANGE)
    for number, (name, chances) in enumerate(trends.items()):
        heights = [float(100 * chance) for chance in chances]
        colour = colours[number % len(colours)]
        axes.plot(places, heights, color=colour, marker="osD^vP"[number % 6], linewidth=2)
        axes.annotate(
            f"{name} {heights[-1]:.2f} %",
            (places[-1], heights[-1]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_xticks(list(places))
    axes.set_xlim(places[0] - 0.1, places[-1] + 0.45 * (places[-1] - places[0]))
    axes.set_ylim(bottom=0)


def binned(values: Mapping[Fraction, int], width: Fraction) -> dict[Fraction, int]:
    """How many cases lie in each bin of this width, by the bin's lower end; no bin is empty.

    >>> binned({Fraction(10): 2, Fraction(12): 1, Fraction(15): 4}, Fraction(5))
    {Fraction(10, 1): 3, Fraction(15, 1): 4}
    """
    bins: dict[Fraction, int] = {}
    for value in sorted(values):
        lower = value // width * width
        bins[lower] = bins.get(lower, 0) + values[value]
    return bins


def draw_bins(
    axes: Axes, bins: Mapping[Fraction, int], width: Fraction, kind: int, label: str
) -> None:
    """Draw a histogram with its label on top; kinds 0 to 3 have their own colours and hatches."""
    axes.bar(
        [float(lower) for lower in bins],
        list(bins.values()),
        width=float(width),
        align="edge",
        color=(BLUE, ORANGE, GREEN, VERMILION)[kind],
        hatch=HATCHES[kind],
        edgecolor="white",
        linewidth=0,
    )
    highest = max(bins, key=bins.__getitem__)
    top = (float(highest + width / 2), bins[highest])
    axes.annotate(label, top, xytext=(0, 3), textcoords="offset points", ha="center")
    axes.yaxis.set_major_formatter("{x:,.0f}")


class Shares(NamedTuple):
    """What one kind of winning hand contributes to a bet, each as a part of 1."""

    wins: Fraction
    """Of all winning hands."""
    chips: Fraction
    """Of all chips won."""
    variance: Fraction
    """Of the variance of the bet, to which losses contribute as well."""


def win_shares(lines: Sequence[PayLine]) -> dict[str, Shares]:
    """How often each kind of hand wins, how much, and how much of the bet's swing it makes.

    >>> win_shares([PayLine("tails", 1, -1), PayLine("heads", 1, 1)])["heads"].variance
    Fraction(1, 2)
    """
    total = sum(line.hands for line in lines)
    mean = sum((Fraction(line.net) * line.hands for line in lines), Fraction(0)) / total
    winners = [line for line in lines if line.net > 0]
    hands = sum(line.hands for line in winners)
    chips = sum((Fraction(line.net) * line.hands for line in winners), Fraction(0))
    swing = sum((line.hands * (line.net - mean) ** 2 for line in lines), Fraction(0))
    return {
        line.kind.replace("_", " "): Shares(
            Fraction(line.hands, hands),
            line.net * line.hands / chips,
            line.hands * (line.net - mean) ** 2 / swing,
        )
        for line in winners
    }


def draw_shares(axes: Axes, shares: Mapping[str, Shares]) -> None:
    """Draw three bars for each kind of hand, in per cent, the first kind on top."""
    series = (("of the wins", BLUE), ("of the chips won", ORANGE), ("of the variance", VERMILION))
    places = range(len(shares))
    for number, (words, colour) in enumerate(series):
        lengths = [float(100 * share[number]) for share in shares.values()]
        at = [place + 0.27 * (number - 1) for place in places]
        axes.barh(
            at, lengths, 0.25, color=colour, hatch=HATCHES[number], edgecolor="white", linewidth=0
        )
        for place, length in zip(at, lengths, strict=True):
            axes.text(length + 0.4, place, f"{length:.2f} % {words}", va="center", fontsize=8)
    axes.set_yticks(list(places), list(shares))
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.set_xlim(0, 1.35 * max(float(100 * max(share)) for share in shares.values()))


def running_edges(paths: ArrayLike, rounds: ArrayLike) -> NDArray[np.float64]:
    """What the house kept of each chip so far, in each run, after each of these numbers of rounds.

    `paths` are running results as `sample_paths` gives them: column n is the result after n rounds.

    >>> running_edges([[0, 2, 1, 0, -2]], [2, 4]).tolist()
    [[-0.5, 0.5]]
    """
    after = np.asarray(rounds)
    edges: NDArray[np.float64] = -np.asarray(paths)[:, after] / after
    return edges


def draw_fan(
    axes: Axes,
    rounds: Sequence[int],
    bands: Mapping[float, Sequence[Ratio]],
    paths: Sequence[Sequence[int]] = (),
) -> None:
    """Draw quantiles of a running result as nested bands with their labels, and paths on them.

    `bands` has an odd number of levels, the middle one last in the nest: a line of its own.
    `rounds` are the places of their values; a path has a value for each round from 0 on.
    """
    levels = sorted(bands)
    heights = {level: [float(net) for net in bands[level]] for level in levels}
    pairs = list(zip(levels, reversed(levels), strict=True))[: len(levels) // 2]
    for place, (low, high) in enumerate(pairs):
        axes.fill_between(
            rounds, heights[low], heights[high], color=BLUE, alpha=0.16 + 0.12 * place, linewidth=0
        )
    colours = (ORANGE, GREEN, VERMILION, PURPLE, SKY, BLACK)
    for place, path in enumerate(paths):
        axes.plot(path, color=colours[place % len(colours)], linewidth=0.9)
    axes.plot(rounds, heights[levels[len(levels) // 2]], color=BLUE, linewidth=2.5)
    axes.axhline(0, color=BLACK, linewidth=0.8)
    for level in levels:
        axes.annotate(
            f"{100 * level:g} % at most {bands[level][-1]:+g}",
            (rounds[-1], heights[level][-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_xlim(0, rounds[-1] * 1.27)
    axes.set_xticks([number for number in axes.get_xticks() if number <= rounds[-1]])


def draw_steps(axes: Axes, lines: Mapping[str, Sequence[Ratio]], steps: Sequence[str]) -> None:
    """Draw a line of chances, in per cent, over named steps, and name each at its last step."""
    colours = (BLACK, BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
    places = range(len(steps))
    for number, (name, chances) in enumerate(lines.items()):
        heights = [float(100 * chance) for chance in chances]
        axes.plot(places, heights, color=colours[number % 7], marker="osD^vPX"[number % 7])
        axes.annotate(
            f"{name} {heights[-1]:.1f} %",
            (places[-1], heights[-1]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_xticks(places, steps)
    axes.set_xlim(-0.3, 1.3 * places[-1])
    axes.set_ylim(0, None)


class Dot(NamedTuple):
    """A printed number: how far it is off, in per cent and in units of its last digit."""

    per_cent: float
    units: float
    right: bool
    words: str
    """Written beside it, unless empty."""


def draw_misses(axes: Axes, dots: Sequence[Dot]) -> None:
    """Draw printed numbers by both measures of their miss, on logarithmic scales.

    Lines show how far rounding and cutting go: half a unit of the last digit, and one.
    """
    for dot in dots:
        colour, mark = (BLUE, "o") if dot.right else (VERMILION, "D")
        axes.plot(dot.per_cent, dot.units, mark, color=colour)
        crowded = any(
            1 < other.per_cent / dot.per_cent < 6 and 0.8 < other.units / dot.units < 1.25
            for other in dots
        )
        axes.annotate(
            dot.words,
            (dot.per_cent, dot.units),
            xytext=(-7 if crowded else 7, 0),
            textcoords="offset points",
            fontsize=8,
            ha="right" if crowded else "left",
            va="center",
        )
    axes.loglog()
    left = min(dot.per_cent for dot in dots) / 2
    axes.set_xlim(left, 9 * max(dot.per_cent for dot in dots))
    for height, words in ((0.5, "rounding reaches up to here"), (1, "cutting up to here")):
        axes.axhline(height, color=BLACK, linewidth=0.8, linestyle="--")
        axes.text(left * 1.15, height * 1.1, words, fontsize=8)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:g}")

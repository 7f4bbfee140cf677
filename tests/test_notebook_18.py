"""Notebook 18: its exercises, what their checks know, and its picture."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import partial
from math import floor
from pathlib import Path
from typing import Any

import pytest
from matplotlib.colors import to_hex

from tcp import plots
from tcp.checks import check
from tcp.checks.notebook_18 import _figures, entries, leaflet, ones, promised, referee
from tcp.claims import misses
from tcp.counting import three_card_counts
from tcp.ranking import Category

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "18_fact_check.ipynb"


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


# --- exercises -----------------------------------------------------------------------------------

LOW, HIGH = Fraction(20, 119), Fraction(20, 117)
TEN = [
    "right",
    "wrong",
    "right",
    "right",
    "right",
    "right",
    "rough",
    "not stated",
    "wrong",
    "right",
]
ONES = {
    "straight flush": 500, "three of a kind": 500, "straight": 30, "flush": 20, "pair": 6,
    "high card": 1,
}  # fmt: skip


def always(word: str, printed: str, exact: Fraction) -> str:
    return word


def judged(printed: str, exact: Fraction) -> str:
    scale = 10 ** len(printed.partition(".")[2])
    number, exact = Fraction(printed) * scale, exact * scale
    if number == exact:
        return "exactly"
    if abs(number - exact) <= Fraction(1, 2):
        return "rounded"
    return "cut" if floor(exact) == number else "wrong"


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"18.{number}", ...) for number in (1, 2, 3, 4)),
        ("18.1", (..., ...)),
        ("18.2", lambda printed, exact: ...),
        ("18.3", [...] * 10),
        ("18.4", dict.fromkeys(ONES, ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("18.1", (LOW, HIGH), "16.81 %"),
        ("18.1", [1 / 5.95, 1 / 5.85], "17.09 %"),
        ("18.2", judged, "judge them all"),
        ("18.3", TEN, "Six are right, one is rough, two are wrong"),
        ("18.3", tuple(TEN), "one states nothing"),
        ("18.4", ONES, "500 you have seen"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict
    assert praise in verdict.reason


def changed(place: int, word: Any) -> list[Any]:
    return [*TEN[: place - 1], word, *TEN[place:]]


def without_cut(printed: str, exact: Fraction) -> str:
    return {"cut": "wrong"}.get(judged(printed, exact), judged(printed, exact))


def cut_first(printed: str, exact: Fraction) -> str:
    scale = 10 ** len(printed.partition(".")[2])
    if Fraction(printed) != exact and floor(exact * scale) == Fraction(printed) * scale:
        return "cut"
    return judged(printed, exact)


def either_side(printed: str, exact: Fraction) -> str:
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    near = abs(Fraction(printed) - exact) < unit
    return "cut" if near and judged(printed, exact) == "wrong" else judged(printed, exact)


def whole_units(printed: str, exact: Fraction) -> str:
    near = abs(Fraction(printed) - exact) <= Fraction(1, 2)
    return "rounded" if near and judged(printed, exact) != "exactly" else judged(printed, exact)


def as_floats(printed: str, exact: Fraction) -> str:
    near = round(float(exact), 2) == float(printed)
    return "exactly" if near else judged(printed, exact)


def halves_to_even(printed: str, exact: Fraction) -> str:
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    half = abs(Fraction(printed) - exact) == unit / 2
    if half and round(exact / unit) * unit != Fraction(printed):
        return "cut" if Fraction(printed) < exact else "wrong"
    return judged(printed, exact)


def halves_up(printed: str, exact: Fraction) -> str:
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    half = exact - Fraction(printed) == unit / 2
    return "cut" if half else judged(printed, exact)


def python_round(printed: str, exact: Fraction) -> str:
    places = len(printed.partition(".")[2])
    if Fraction(printed) == exact:
        return "exactly"
    if round(exact, places) == Fraction(printed):
        return "rounded"
    return "cut" if floor(exact * 10**places) == Fraction(printed) * 10**places else "wrong"


def never_exactly(printed: str, exact: Fraction) -> str:
    return {"exactly": "rounded"}.get(judged(printed, exact), judged(printed, exact))


WRONG: dict[str, tuple[str, Any, str]] = {
    "odds as 1 in n": ("18.1", (1 / Fraction("4.95"), HIGH), "one of 5.9 hands is a hit"),
    "both": ("18.1", (1 / Fraction("4.95"), 1 / Fraction("4.85")), "These are odds"),
    "turned": ("18.1", (HIGH, LOW), "Longer odds are a smaller chance"),
    "odds themselves": ("18.1", (Fraction("4.85"), Fraction("4.95")), "the chance is asked for"),
    "cut": ("18.1", (LOW, 1 / Fraction("5.9")), "rounded, not cut"),
    "a whole unit": ("18.1", (LOW, 1 / Fraction("5.8")), "Half a unit"),
    "one end": ("18.1", (LOW, ...), "Still missing: the larger end"),
    "one number": ("18.1", LOW, "2 numbers are asked for"),
    "per cent": ("18.1", (100 * LOW, HIGH), "in per cent"),
    "no cut": ("18.2", without_cut, "Leaving digits out makes a number smaller"),
    "cut before rounded": ("18.2", cut_first, "rounded; ask for that before"),
    "cut upwards": ("18.2", either_side, "below the exact one"),
    "one decimal for all": ("18.2", whole_units, "count the decimals"),
    "Python's round": ("18.2", python_round, "Python's round takes the even one"),
    "halves to even": ("18.2", halves_to_even, "A half may go up as well"),
    "halves up only": ("18.2", halves_up, "A half may go up as well as down"),
    "floats": ("18.2", as_floats, "a float is rounded itself"),
    "never exactly": ("18.2", never_exactly, "however many zeros"),
    "other words": ("18.2", lambda printed, exact: "right", "One of the four words"),
    "no return": ("18.2", lambda printed, exact: None, "returns nothing yet"),
    "one word": ("18.2", lambda printed, exact: "cut", "however many zeros"),
    "flush": ("18.3", changed(1, "wrong"), "No. 1: 22,100 hands, and 1,096"),
    "odds": ("18.3", changed(2, "right"), "No. 2: Its unit is 1 in"),
    "per cents": ("18.3", changed(3, "wrong"), "No. 3: Two digits"),
    "not cut": ("18.3", changed(4, "wrong"), "No. 4: 16,440"),
    "about": ("18.3", changed(5, "rough"), "No. 5: 22,100 / 720"),
    "not cut, too": ("18.3", changed(6, "wrong"), "No. 6: 15,380"),
    "about, too": ("18.3", changed(7, "wrong"), "No. 7: 2,598,960 hands"),
    "an empty cell": ("18.3", changed(8, "wrong"), "No. 8: Nothing is printed"),
    "nobody says about": ("18.3", changed(9, "rough"), "No. 9: 2,598,960 / 5,108"),
    "rounded": ("18.3", changed(10, "wrong"), "Mind the unit"),
    "another word": ("18.3", changed(4, "cut"), "a verdict is one of right, rough, wrong"),
    "no word": ("18.3", changed(4, [1]), "a verdict is one of"),
    "nine": ("18.3", TEN[:9], "Ten verdicts are asked for"),
    "one left": ("18.3", changed(5, ...), "Right so far. Still missing: no. 5"),
    "directly": ("18.4", ONES | {"straight flush": 460}, "what is written"),
    "two decimals": ("18.4", ONES | {"three of a kind": 417}, "one decimal, not two"),
    "as odds": ("18.4", ONES | {"flush": 19}, "These are odds"),
    "a kind missing": ("18.4", {"flush": 20}, "A number for each kind"),
    "one kind left": ("18.4", ONES | {"pair": ...}, "Still missing: pair"),
    "far off": ("18.4", ONES | {"high card": 75}, "100 divided by that"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer)
    assert verdict.state == "not yet", verdict
    assert hint in verdict.reason, verdict


# --- what the checks know ------------------------------------------------------------------------


def test_the_ends_by_a_search() -> None:
    """Every chance with a denominator up to 400 is inside if its odds round to 4.9."""
    for below in range(1, 401):
        for above in range(below // 8, below // 4):
            chance = Fraction(above, below) if above else None
            if chance:
                odds = (1 - chance) / chance
                assert (LOW <= chance <= HIGH) == (Fraction("4.85") <= odds <= Fraction("4.95"))
    assert promised("4.9") == (LOW, HIGH)


def test_a_referee_meets_every_verdict_and_no_constant_passes() -> None:
    cases = list(_figures(random.Random(182)))
    wanted = [referee(printed, exact) for printed, exact in cases]
    assert {"exactly", "rounded", "cut", "wrong"} == set(wanted)
    assert min(wanted.count(word) for word in ("rounded", "cut", "wrong")) >= 5
    for word in set(wanted):
        assert check("18.2", partial(always, word)).state == "not yet"


def test_the_leaflet_has_every_verdict() -> None:
    assert [entry.verdict for entry in entries()] == TEN
    assert [row[0] for row in leaflet()] == list(range(1, 11))
    assert leaflet()[7][3] == "(empty cell)"


def test_hints_to_the_leaflet_give_no_verdict_away() -> None:
    for entry in entries():
        assert entry.verdict not in entry.hint.split()


def test_per_cent_first_by_hand() -> None:
    counts = three_card_counts()
    for decimals in (1, 2):
        for kind in Category:
            written = float(f"{100 * counts[kind] / 22_100:.{decimals}f}")
            assert ones(decimals)[str(kind)] == round(100 / written)


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_draws_each_inexact_number_where_it_belongs() -> None:
    inexact = [m for m in misses("chance", "count", "improvement", "return") if m.units]
    dots = [
        plots.Dot(
            float(abs(100 * m.relative)), float(abs(m.units)), m.ruling.verdict == "right", "x"
        )
        for m in inexact
    ]
    with plots.figure("title", "x", "y") as (_, axes):
        plots.draw_misses(axes, dots)
    drawn = [line for line in axes.lines if line.get_marker() in ("o", "D")]
    assert len(drawn) == len(dots) == 35
    for line, dot in zip(drawn, dots, strict=True):
        assert (line.get_xdata()[0], line.get_ydata()[0]) == (dot.per_cent, dot.units)  # type: ignore[index]
        colour, marker = (plots.BLUE, "o") if dot.right else (plots.VERMILION, "D")
        assert (to_hex(line.get_color()).upper(), line.get_marker()) == (colour.upper(), marker)
    levels = [line.get_ydata()[0] for line in axes.lines if line.get_marker() == "None"]  # type: ignore[index]
    assert levels == [0.5, 1]
    left, right = axes.get_xlim()
    assert all(left < dot.per_cent < right for dot in dots)
    assert all(dot.right == (dot.units < 1) for dot in dots)


def test_the_alt_text_has_the_key_figures() -> None:
    text = NOTEBOOK.read_text("utf-8")
    for words in ("at most 4.87 % (3 for 2.86)", "from 1.18 % (454 for 459.42)", "34.03 %"):
        assert words in text


def test_the_guesses_come_before_their_answers() -> None:
    code = cells(NOTEBOOK)
    for name in ("guess_14", "guess_russian", "guess_off", "guess_two", "guess_told"):
        asked = next(place for place, cell in enumerate(code) if f"{name} = Predict" in cell)
        told = next(place for place, cell in enumerate(code) if f"{name}.compare" in cell)
        assert asked < told

"""Notebook 16: its exercises, what their checks know, and what it quotes from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import nbformat
import pytest

from benchmarks.opponents import until_ahead
from tcp.checks import check
from tcp.checks.notebook_16 import SOMEBODY, deals_until_opened, gain_of_false_opening
from tcp.club.contest import Contest
from tcp.club.openers import somebody_opens
from tcp.view import per_cent

ROOT = Path(__file__).resolve().parents[1]


def ladder(players: int, steps: list[int]) -> Fraction:
    """The expected deals, from the equations of the steps: e = a + b e after a round."""
    constant, factor = Fraction(0), Fraction(1)
    for step in reversed(steps):
        closed = 1 - somebody_opens(players, step)
        constant, factor = 1 + closed * constant, closed * factor
    return constant / (1 - factor)


UP, CLUB = [0, 1, 2, 3], list(range(8))
TWO, THREE = ladder(2, UP), ladder(3, UP)


def gain(pot: Any, fine: Any, opens: Any, afraid: Any, wins: Any) -> Any:
    """Case by case: what the other has, and does."""
    total = (1 - opens) * ((Fraction(pot + 1, 2) - 1) - Fraction(pot, 2))
    honest = max(wins * (pot + 4) - 2, 0)
    total += opens * afraid * (Fraction(pot + 1, 2) - 1 - honest)
    shown = wins * Fraction(pot + 4, 2) - 2 - (1 - wins) * Fraction(fine, 2)
    return total + opens * (1 - afraid) * (shown - honest)


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [("16.1", ...), ("16.2", (..., ...)), ("16.3", lambda pot, fine, opens, afraid, wins: ...)],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("16.1", Fraction(4, 15)),
        ("16.1", 4 / 15),
        ("16.2", (TWO, THREE)),
        ("16.2", [float(TWO), float(THREE)]),
        ("16.3", gain),
        ("16.3", lambda *given: float(gain(*given))),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def but(**changed: Any) -> Callable[..., Any]:
    """The gain with some of its arguments changed."""

    def answer(pot: Any, fine: Any, opens: Any, afraid: Any, wins: Any) -> Any:
        given = {"pot": pot, "fine": fine, "opens": opens, "afraid": afraid, "wins": wins}
        return gain(**{**given, **{name: change(given) for name, change in changed.items()}})

    return answer


def honest(pot: Any, opens: Any, wins: Any) -> Any:
    return (1 - opens) * Fraction(pot, 2) + opens * max(wins * (pot + 4) - 2, 0)


def passing_folds(pot: Any, fine: Any, opens: Any, afraid: Any, wins: Any) -> Any:
    return gain(pot, fine, opens, afraid, wins) + opens * max(wins * (pot + 4) - 2, 0)


def passing_calls(pot: Any, fine: Any, opens: Any, afraid: Any, wins: Any) -> Any:
    return passing_folds(pot, fine, opens, afraid, wins) - opens * (wins * (pot + 4) - 2)


def kept(pot: Any, fine: Any, opens: Any, afraid: Any, wins: Any) -> Any:
    called = opens * (1 - afraid)
    more = (1 - called) * Fraction(pot + 1, 2) + called * wins * Fraction(pot + 4, 2)
    return gain(pot, fine, opens, afraid, wins) + more


def first_round(players: int) -> Fraction:
    """The deals of the first round alone."""
    left, total = Fraction(1), Fraction(0)
    for step in UP:
        total += left
        left *= 1 - somebody_opens(players, step)
    return total


def apart(players: int) -> Fraction:
    """The wait if hands were independent."""
    return deals_until_opened([1 - (1 - somebody_opens(1, step)) ** players for step in UP])


WRONG: dict[str, tuple[str, Any, str]] = {
    "one player": ("16.1", Fraction(1, 11), "one player alone"),
    "a sum": ("16.1", Fraction(3, 11), "you count twice"),
    "independent": ("16.1", 1 - Fraction(10, 11) ** 3, "only four aces"),
    "independent pairs": ("16.1", Fraction(3, 11) - Fraction(3, 121), "among 10 cards"),
    "one pair of players": ("16.1", Fraction(3, 11) - Fraction(1, 495), "three pairs"),
    "nobody": ("16.1", Fraction(11, 15), "nobody can"),
    "exactly one": ("16.1", Fraction(3, 11) - Fraction(6, 495), "exactly one"),
    "two of them": ("16.1", Fraction(1, 165), "two can"),
    "something else": ("16.1", Fraction(1, 3), "Add up the chances of the three"),
    "in per cent": ("16.1", Fraction(80, 3), "per cent"),
    "rounded": ("16.1", 0.267, "rounded"),
    "the club's ladder": ("16.2", (ladder(2, CLUB), THREE), "comes down again"),
    "the club's ladder, three": ("16.2", (TWO, ladder(3, CLUB)), "three players: this is"),
    "always jacks": ("16.2", (1 / somebody_opens(2, 0), THREE), "stays at jacks"),
    "one round": ("16.2", (first_round(2), THREE), "the ladder begins again"),
    "as if independent": ("16.2", (apart(2), THREE), "takes the hands for independent"),
    "swapped": ("16.2", (THREE, TWO), "the number for 3 players"),
    "the failures": ("16.2", (TWO - 1, THREE), "the deal that is opened counts too"),
    "chips": ("16.2", (2 * TWO, THREE), "deals are asked for"),
    "half of it": ("16.2", (TWO, ...), "Still missing: three players"),
    "another number": ("16.2", (4, THREE), "The sum of the chances"),
    "nobody is afraid": ("16.3", but(afraid=lambda g: 0), "has no effect yet"),
    "the brave fold": ("16.3", but(afraid=lambda g: 1 - g["afraid"]), "the rest calls"),
    "the whole fine": ("16.3", but(fine=lambda g: 2 * g["fine"]), "half of that is yours"),
    "no fine": ("16.3", but(fine=lambda g: 0), "pays the fine"),
    "the false opening alone": (
        "16.3",
        lambda p, f, o, a, w: gain(p, f, o, a, w) + honest(p, o, w),
        "take away what a pass brings",
    ),
    "the pass alone": ("16.3", lambda p, f, o, a, w: honest(p, o, w), "what a pass brings"),
    "the other way": ("16.3", lambda *given: -gain(*given), "Which of the two"),
    "a pass that folds": ("16.3", passing_folds, "you may call"),
    "a pass that always calls": ("16.3", passing_calls, "only where that pays"),
    "a pot that is kept": ("16.3", kept, "only half of it is yours"),
    "a constant": ("16.3", lambda *given: Fraction(-9, 8), "it gives"),
    "nothing": ("16.3", lambda *given: None, "returns nothing"),
    "words": ("16.3", lambda *given: "never", "A number of chips"),
    "no function": ("16.3", 1, "A function is asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- what the checks know ------------------------------------------------------------------------


def test_three_hands_of_two_by_dealing_them() -> None:
    cards = set(range(12))  # 0 to 3 are the aces
    deals = [
        min(max(first), max(second), max(third)) < 4
        for first in combinations(cards, 2)
        for second in combinations(cards - {*first}, 2)
        for third in combinations(cards - {*first, *second}, 2)
    ]
    assert Fraction(sum(deals), len(deals)) == SOMEBODY == Fraction(4, 15)


def test_the_wait_solves_its_equations() -> None:
    for players in (1, 2):
        for steps in (UP, CLUB, [0], [3, 1]):
            chances = [somebody_opens(players, step) for step in steps]
            assert deals_until_opened(chances) == ladder(players, steps)


def test_what_the_right_answers_are_told() -> None:
    said = check("16.2", (TWO, THREE)).reason
    shown = [f"{float(wait):.2f}" for wait in (TWO, THREE, ladder(2, CLUB), ladder(3, CLUB))]
    assert shown == re.findall(r"\d\.\d\d", said)
    assert all(share in check("16.1", SOMEBODY).reason for share in ("24.87 %", "27.27 %"))
    assert per_cent(1 - Fraction(10, 11) ** 3) == "24.87 %"
    opens, wins = 1 - Fraction(*closed_pair()), Fraction(1535, 10_000)
    assert gain_of_false_opening(4, 5, opens, Fraction(1), wins) < 0
    assert gain_of_false_opening(40, 5, opens, Fraction(36, 100), wins) < 0
    assert gain_of_false_opening(40, 5, opens, Fraction(37, 100), wins) > 0
    assert "37 %" in check("16.3", gain).reason


def closed_pair() -> tuple[Fraction, Fraction]:
    """The chances that neither of two has openers, and that one has none."""
    return 1 - somebody_opens(2, 0), 1 - somebody_opens(1, 0)


def test_hints_give_no_answer_away() -> None:
    for exercise, answer, _ in WRONG.values():
        reason = check(exercise, answer).reason
        if exercise == "16.1":
            assert "4/15" not in reason
        if exercise == "16.2":
            assert "3.16" not in reason
            assert "2.22" not in reason


# --- what the notebook quotes --------------------------------------------------------------------


def notebook_sources() -> list[Any]:
    cells: list[Any] = nbformat.read(ROOT / "notebooks" / "16_jackpots.ipynb", as_version=4).cells
    return cells


def test_the_stored_contests_are_those_of_the_benchmark() -> None:
    """The numbers in its cell are the lines of benchmarks/OPPONENTS.md."""
    (cell,) = (c.source for c in notebook_sources() if c.source.startswith("stored = {"))
    scope: dict[str, Any] = {}
    exec(cell, scope)
    text = (ROOT / "benchmarks" / "OPPONENTS.md").read_text(encoding="utf-8")
    lines = {}
    for first, second, hands, mean, error, ahead in re.findall(
        r"^\| (.+?) \| (.+?) \| ([\d,]+) \| (.+?) \| (.+?) \| ([\d,]+) \|$", text, re.M
    ):
        found = float(mean), float(error), int(hands.replace(",", ""))
        lines[first, second] = lines[second, first] = (*map(abs, found), ahead)
    for name, stored in scope["stored"].items():
        *known, ahead = lines[tuple(name.split(" against "))]
        assert list(stored) == known
        mean, error, hands = stored
        # Four digits of a standard error leave the third digit of this one open.
        told = int(ahead.replace(",", ""))
        assert abs(until_ahead(Contest(hands, mean, error)) / told - 1) < 0.01


def test_the_picture_says_what_was_counted() -> None:
    (alt,) = (
        output.data["text/plain"]
        for cell in notebook_sources()
        if cell.cell_type == "code" and cell.source.startswith("corners = [per_cent")
        for output in cell.outputs
    )
    two = [per_cent(somebody_opens(2, step)) for step in (0, 3)]
    assert re.findall(r"\d+\.\d\d %", alt)[:2] == two

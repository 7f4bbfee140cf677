"""Any answer to any exercise gets a verdict: never an error, and never a wait without an end."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tcp import Category, checks
from tcp.checks import check, exercises
from tcp.checks.counted import Counted
from tcp.checks.notebook_14 import suspects


class Hostile:
    """What can't be shown, hashed or compared."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")


class Agreeable:
    """What calls itself equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class WordlessError(Exception):
    """An error that fails when it is shown."""

    __str__ = __repr__ = Hostile.__repr__


NUMBERS = [number for nb in range(20) for number in exercises(f"{nb:02}")]
PARTS = 2, 3, 5, 6, 20
ODD: list[Callable[[], Any]] = [
    lambda: None,
    lambda: "x",
    list,
    dict,
    lambda: {1, 2},
    lambda: object(),
    lambda: float("inf"),
    lambda: float("nan"),
    lambda: 10**400,
    lambda: 1j,
    lambda: np.arange(3),
    lambda: np.int64(77),
    lambda: Category.FLUSH,
    lambda: ("B", "2♣", []),
    lambda: {"pair": []},
]
HOSTILE: list[Callable[[], Any]] = [
    lambda: 10**5_000,
    lambda: -(10**5_000),
    lambda: Fraction(10**5_000, 3),
    Hostile,
    lambda: {"pair": Hostile(), "flush": 10**5_000},
    lambda: SimpleNamespace(scores={"a": 1}, balances={}),
]


def counts(*_: Any) -> Any:
    """With `yield` where `return` was meant: calling it begins nothing."""
    yield 1


def around() -> list[Any]:
    """A list that holds itself."""
    made: list[Any] = []
    made.append(made)
    return made


# Another thing than is asked for, as an answer and as what a function returns.
MISTAKEN: list[Callable[[], Any]] = [
    lambda: check,
    lambda: int,
    lambda: Category,
    lambda: print,
    lambda: ValueError,
    lambda: counts,
    counts,
    lambda: map(int, "12"),
    lambda: lambda *, only: only,
    lambda: range(10**12),
    lambda: "1/4",
    lambda: Decimal("0.25"),
    lambda: Decimal("sNaN"),
    lambda: np.float32(0.5),
    lambda: np.bool_(True),
    lambda: np.array(3),
    lambda: np.array([None, 1], object),
    lambda: Fraction(1, 10**4_000),
    around,
]
ENDLESS: list[Callable[[], Any]] = [
    itertools.count,
    lambda: itertools.repeat((Category.PAIR, 1)),
    lambda: (itertools.count(), itertools.count()),
    lambda: itertools.repeat(itertools.count()),
]


@pytest.mark.parametrize("number", NUMBERS)
def test_no_odd_answer_is_an_error(number: str) -> None:
    for odd in ODD:
        for answer in (odd(), *([odd()] * parts for parts in PARTS), ([odd()] * 3, [odd()] * 4)):
            assert check(number, answer).state in ("not yet", "not attempted yet"), answer
    for odd in ODD[:-3]:
        assert check(number, lambda *_, odd=odd: odd()).state == "not yet"


@pytest.mark.parametrize("number", NUMBERS)
def test_something_else_than_is_asked_for_is_no_error(number: str) -> None:
    asked = len(re.findall(",", check(number, [None]).reason)) + 1
    for odd in MISTAKEN:
        for answer in (odd(), [odd()] * asked):
            assert check(number, answer).state == "not yet", answer


def fails(*_: Any) -> Any:
    raise WordlessError


def runs(*_: Any) -> Any:
    while True:
        pass


def clears(*arguments: Any) -> None:
    for argument in arguments:
        if hasattr(argument, "clear"):
            argument.clear()


FUNCTIONS = [number for number in NUMBERS if "raised" in check(number, fails).reason]


def test_the_exercises_that_ask_for_a_function_are_found() -> None:
    assert {"00.3", "02.3", "10.2", "11.3", "12.2", "14.2", "15.4", "19.2"} <= set(FUNCTIONS)
    for number in FUNCTIONS:
        assert "it raised WordlessError: without words." in check(number, fails).reason
        assert check(number, fails).reason.count("raised") == 1


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_function_that_returns_something_else_is_no_error(number: str) -> None:
    for odd in (*MISTAKEN, *ENDLESS, lambda: [itertools.count()]):
        assert check(number, lambda *_, odd=odd: odd()).state == "not yet"


@pytest.mark.skipif(sys.gettrace() is not None, reason="a debugger keeps its place")
@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_function_without_an_end_is_stopped(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "Counted", lambda steps: Counted(steps // 1_000))
    assert "it was stopped after" in check(number, runs).reason


@pytest.mark.parametrize("number", FUNCTIONS)
def test_no_function_is_right_by_what_it_does_to_its_arguments(number: str) -> None:
    results: list[Any] = [None, 0, [], {}, ()]
    while results:

        def clearing(*given: Any) -> Any:
            clears(*given)
            return results[-1]

        assert check(number, clearing).state == "not yet"
        results.pop()


@pytest.mark.parametrize("number", FUNCTIONS)
def test_what_calls_itself_equal_is_not_right(number: str) -> None:
    one = Agreeable()
    results: list[Any] = [one, [one], [one] * 2, (one, one), {}]
    while results:
        assert check(number, lambda *_: results[-1]).state == "not yet"
        results.pop()
    assert check(number, lambda first, *_: dict.fromkeys(first, one)).state == "not yet"


def test_right_results_in_another_form() -> None:
    def bayes(prior: Any, likelihood: Any) -> Any:
        joint = {case: float(prior[case] * likelihood[case]) for case in prior}
        return {case: each / sum(joint.values()) for case, each in joint.items()}

    def best(discards: Any, score: Any) -> Any:
        worth = max(drawn.map(score).mean for drawn in discards.values())
        discards.clear()
        return worth

    assert check("12.2", bayes).state == "right"
    assert check("15.4", best).state == "right"
    wrong = check("12.2", lambda prior, likelihood: {each: float(prior[each]) for each in prior})
    assert "This is the prior" in wrong.reason
    repairs = check("14.2", lambda column, total: [list(each) for each in suspects(column, total)])
    assert "Give each repair as a pair in round brackets: (row, number)." in repairs.reason


@pytest.mark.parametrize("number", NUMBERS)
def test_what_cannot_be_shown_or_compared_is_no_error(number: str) -> None:
    parts = len(re.findall(",", check(number, [None]).reason)) + 1
    for odd in HOSTILE:
        for answer in (odd(), [odd()] * parts, lambda *_, odd=odd: odd()):
            assert check(number, answer).state == "not yet"


@pytest.mark.parametrize("number", NUMBERS)
def test_an_answer_without_an_end_is_looked_at_to_a_limit(number: str) -> None:
    for endless in ENDLESS:
        assert check(number, endless()).state == "not yet"


@pytest.mark.parametrize(
    ("number", "answer", "hint"),
    [
        ("05.1", ([], 1), "There is no line []; they run from 1 to 13"),
        ("05.1", (6, []), "That is the line"),
        ("01.4", ([], "2♣", 1), "[] is none of the shuffles"),
        ("01.1", (([], 1, 2), (1, 2, 3, 4)), "by_suits, one: [] is not right"),
        ("03.2", [Fraction(1, 3)] * 6, "is not right. The six counts add up to 2;"),
        ("03.2", [10**5_000] * 6, "add up to no number of hands"),
        ("03.3", [(Category.PAIR, float("inf"))] * 6, "A list of pairs"),
        ("03.3", dict.fromkeys(Category, -(10**5_000)), "add up to no number of hands"),
        ("05.3", itertools.count(), "cannot be"),
        ("05.3", {np.int64(4)}, "4 cannot be. 4 would be a tie"),
        ("05.5", {np.int64(21): 1}, "21 is no round"),
    ],
)
def test_the_hint_says_which_part_is_odd(number: str, answer: Any, hint: str) -> None:
    assert hint in check(number, answer).reason

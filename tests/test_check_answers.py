"""Any answer to any exercise gets a verdict: never an error, and never a wait without an end."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tcp import Category
from tcp.checks import check, exercises

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
        ("03.3", [(Category.PAIR, float("inf"))] * 6, "A list of pairs"),
        ("05.3", itertools.count(), "can't be"),
        ("05.3", {np.int64(4)}, "4 can't be. 4 would be a tie"),
        ("05.5", {np.int64(21): 1}, "21 is no round"),
    ],
)
def test_the_hint_says_which_part_is_odd(number: str, answer: Any, hint: str) -> None:
    assert hint in check(number, answer).reason

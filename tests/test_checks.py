"""The mechanism that judges exercises; each notebook's own checks are tested with it."""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
import re
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tcp import checks
from tcp.checks import (
    Mistake,
    check,
    expect_function,
    expect_number,
    expect_numbers,
    plain,
    rounding,
)


@pytest.fixture(autouse=True)
def one_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    def number_check(answer: Any) -> str:
        expect_number(answer, Fraction(1, 4), {4: "That is 1 in n."}, "Count again.")
        return "Well counted."

    def function_check(answer: Any) -> str:
        expect_function(answer, lambda a, b: a + b, [(1, 2), (5, 7)], lambda *_: "Add them.")
        return "It adds."

    def several_check(answer: Any) -> str:
        right: dict[str, Fraction | int] = {"the ties": 3, "the chance": Fraction(1, 4)}
        expect_numbers(answer, right, {("the chance", 4): "That is 1 in n."}, "Count again.")
        return "Both."

    table = {"77.1": number_check, "77.2": function_check, "77.3": several_check}
    monkeypatch.setattr(checks, "exercises", lambda nb: table if nb == "77" else {})


@pytest.mark.parametrize("answer", [Fraction(1, 4), 0.25])
def test_a_right_number(answer: Any) -> None:
    assert repr(check("77.1", answer)) == "Exercise 77.1: right. Well counted."


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (4, "1 in n"),
        (25, "per cent"),
        (0.2500001, "Count again"),
        ("1/4", "A number is asked for"),
        (True, "A number is asked for"),
        (None, "A number is asked for"),
        (float("nan"), "Count again"),
    ],
)
def test_a_wrong_number_gets_its_hint(answer: Any, hint: str) -> None:
    verdict = check("77.1", answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


class Always(int):
    """A whole number that calls itself equal to everything, and neither more nor less."""

    def __eq__(self, other: object) -> bool:
        return True

    def __rsub__(self, other: object) -> int:
        return 0

    __sub__ = __add__ = __rsub__
    __hash__ = int.__hash__


class AlwaysFloat(float):
    """The same as a float."""

    __eq__, __sub__, __rsub__, __hash__ = (
        Always.__eq__,
        Always.__sub__,
        Always.__rsub__,
        float.__hash__,
    )


class AlwaysFraction(Fraction):
    """The same as a fraction, which says other things of itself."""

    numerator = denominator = property(lambda self: 1)
    __eq__, __sub__, __rsub__ = Always.__eq__, Always.__sub__, Always.__rsub__  # type: ignore[assignment]
    __hash__ = Fraction.__hash__


@pytest.mark.parametrize("odd", [Always(7), AlwaysFloat(7), AlwaysFraction(7, 2)])
@pytest.mark.parametrize("right", [3, 0, Fraction(1, 3)])
def test_a_number_equal_to_everything_is_what_it_is(odd: Any, right: Any) -> None:
    with pytest.raises(Mistake, match="otherwise"):
        expect_number(odd, right, {}, "otherwise")
    with pytest.raises(Mistake, match="otherwise"):
        expect_numbers([odd], {"it": right}, {}, "otherwise")
    with pytest.raises(Mistake, match="it gives"):
        expect_function(lambda: odd, lambda: right, [()])
    expect_number(
        odd, {"Always": 7, "AlwaysFloat": 7}.get(type(odd).__name__, Fraction(7, 2)), {}, ""
    )


def test_a_stub_is_not_attempted() -> None:
    assert repr(check("77.1", ...)) == "Exercise 77.1: not attempted yet."
    assert check("77.2", lambda a, b: ...).state == "not attempted yet"
    assert check("77.2", ...).state == "not attempted yet"


def test_a_right_function() -> None:
    assert check("77.2", lambda a, b: b + a).state == "right"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda a, b: 3, ["For 5, 7 it gives 3, and 12 is right", "Add them"]),
        (lambda a, b: 1 // 0, ["For 1, 2 it raised ZeroDivisionError"]),
        (lambda a: a, ["it raised TypeError"]),
        (3, ["A function is asked for"]),
    ],
)
def test_a_wrong_function_gets_the_case_and_the_hint(answer: Any, words: list[str]) -> None:
    verdict = check("77.2", answer)
    assert verdict.state == "not yet"
    assert all(word in verdict.reason for word in words)


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        ((3, 0.25), "right", "Both"),
        ([3, Fraction(1, 4)], "right", "Both"),
        ((..., ...), "not attempted yet", ""),
        ((3, ...), "not yet", "Right so far. Still missing: the chance."),
        ([..., 0.25], "not yet", "Right so far. Still missing: the ties."),
        ((4, ...), "not yet", "the ties: Count again"),
        ((..., 4), "not yet", "the chance: That is 1 in n"),
        ((3, 4), "not yet", "the chance: That is 1 in n"),
        ((4, 4), "not yet", "the ties: Count again"),
        ((3, None), "not yet", "the chance: A number is asked for"),
        ((3,), "not yet", "2 numbers are asked for, in brackets: the ties, the chance"),
        (3, "not yet", "2 numbers are asked for"),
    ],
)
def test_several_numbers_get_the_hint_for_the_first_wrong_one(
    answer: Any, state: str, words: str
) -> None:
    verdict = check("77.3", answer)
    assert verdict.state == state
    assert words in verdict.reason


def test_an_unknown_exercise_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'77.9' is no exercise; there are 77.1, 77.2, 77.3"):
        check("77.9", 1)
    with pytest.raises(ValueError, match="none in that notebook"):
        check("99.1", 1)


def test_a_broken_check_is_not_blamed_on_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(answer: Any) -> str:
        raise RuntimeError("the check itself failed")

    monkeypatch.setattr(checks, "exercises", lambda nb: {"77.3": broken})
    with pytest.raises(RuntimeError):
        check("77.3", 1)


def test_a_mistake_is_an_exception_with_its_hint() -> None:
    with pytest.raises(Mistake, match="Count again"):
        expect_number(5, 4, {}, "Count again.")


@pytest.mark.parametrize(
    ("answer", "right", "hint"),
    [
        (0.24, Fraction(8, 33), "0.24 is rounded, and right as far as it goes: give the fraction"),
        (0.242, Fraction(8, 33), "0.242 is rounded"),
        (0.2424242, Fraction(8, 33), "0.2424242 is rounded"),
        (-0.242, Fraction(-8, 33), "-0.242 is rounded"),
        (0.07, Fraction(1, 15), "0.07 is rounded"),
        (0.13, Fraction(1, 8), "0.13 is rounded"),
        (1e-05, Fraction(1, 99_999), "1e-05 is rounded"),
        (31, Fraction(22_100, 720), "31 is rounded"),
        (24.2, Fraction(8, 33), "24.2 is right, but rounded and in per cent: give the fraction"),
        (24, Fraction(8, 33), "24 is right, but rounded and in per cent"),
        (-24.2, Fraction(-8, 33), "24.2 is right, but rounded and in per cent"),
        (0.25, Fraction(8, 33), "Count again"),
        (0.243, Fraction(8, 33), "Count again"),
        (0.2424243, Fraction(8, 33), "Count again"),
        (-0.242, Fraction(8, 33), "Count again"),
        (24.3, Fraction(8, 33), "Count again"),
        (0.2, Fraction(8, 33), "Count again"),
        (0, Fraction(1, 300), "Count again"),
        (0.0, Fraction(1, 300), "Count again"),
        (1, Fraction(299, 300), "Count again"),
        (1.0, Fraction(299, 300), "Count again"),
        (100, Fraction(299, 300), "Count again"),
        (1, Fraction(1, 99), "Count again"),
        (2, Fraction(5, 2), "Count again"),
        (49.2, 49, "Count again"),
        (4850, Fraction(97, 2), "in per cent"),
        (Fraction(6, 25), Fraction(8, 33), "Count again"),
        (10**400, Fraction(8, 33), "Count again"),
        (float("inf"), Fraction(8, 33), "Count again"),
        (float("nan"), Fraction(8, 33), "Count again"),
    ],
)
def test_a_right_number_that_is_rounded_is_told_so(
    answer: float | Fraction, right: Fraction | int, hint: str
) -> None:
    with pytest.raises(Mistake, match=re.escape(hint)):
        expect_number(answer, right, {}, "Count again.")


@pytest.mark.parametrize(
    ("got", "wanted", "said"),
    [
        (51, Fraction(152, 3), True),
        (50.0, Fraction(152, 3), True),
        (-3, Fraction(-5, 2), True),
        (-3, Fraction(-28, 9), True),
        (-4, Fraction(-28, 9), False),
        (0.24, Fraction(8, 33), True),
        (52, Fraction(152, 3), False),
        (0, Fraction(8, 33), False),
        (50, 51, False),
        (float("nan"), Fraction(152, 3), False),
        ("51", Fraction(152, 3), False),
        (51, "51", False),
    ],
)
def test_a_function_that_rounds_is_told_so(got: Any, wanted: Any, said: bool) -> None:
    assert ("rounded" in rounding(got, wanted)) == said
    with pytest.raises(Mistake) as mistake:
        expect_function(lambda: got, lambda: wanted, [()], lambda *_: "Something else.")
    assert str(mistake.value).endswith("is right. " + (rounding(got, wanted) or "Something else."))


def test_a_known_mistake_comes_before_rounding() -> None:
    with pytest.raises(Mistake, match="That is a quarter"):
        expect_number(
            0.25, Fraction(1, 4) + Fraction(1, 1000), {Fraction(1, 4): "That is a quarter."}, ""
        )


def forever(kind: str) -> Any:
    """A function that never ends, of this kind."""

    def loop(a: int, b: int) -> int:
        while True:
            pass

    def caught(a: int, b: int) -> int:
        while True:
            try:
                a += b
            except Exception:
                b += 1

    def drawn(a: int, b: int) -> int:
        while random.Random(a).random() != 2:
            b += 1
        return b

    def on_one_line(a: int, b: int) -> int:
        while True: pass  # fmt: skip  # noqa: E701

    def swallowed(a: int, b: int) -> int:
        while True:
            try:
                while True:
                    a += b
            except:  # noqa: E722
                b += 1

    def swallowed_on_one_line(a: int, b: int) -> int:
        while True:
            try:
                on_one_line(a, b)
            except BaseException:
                b += 1

    def gone_on(a: int, b: int) -> int:
        while True:
            with contextlib.suppress(BaseException):
                loop(a, b)

    def answered(a: int, b: int) -> int:
        try:
            return loop(a, b)
        except BaseException:
            return a + b

    return {
        "loop": loop,
        "on one line": on_one_line,
        "swallowed": swallowed,
        "swallowed on one line": swallowed_on_one_line,
        "gone on": gone_on,
        "answered": answered,
        "caught": caught,
        "drawn": drawn,
        "generated": lambda a, b: sum(1 for _ in itertools.count()),
        "by parts": functools.partial(lambda a, b, c: loop(a, b), c=1),
    }[kind]


FOREVER = (
    *("loop", "on one line", "swallowed", "swallowed on one line", "gone on", "answered"),
    *("caught", "drawn", "generated", "by parts"),
)


@pytest.mark.skipif(sys.gettrace() is not None, reason="a debugger keeps its place")
@pytest.mark.parametrize("kind", FOREVER)
def test_an_answer_that_never_ends_is_stopped(kind: str) -> None:
    with pytest.raises(Mistake, match=r"For 1, 2 it was stopped after 5,000 steps. Does a loop"):
        expect_function(forever(kind), lambda a, b: a + b, [(1, 2)], steps=5_000)
    assert sys.gettrace() is None


def test_steps_are_counted_for_each_call_alone() -> None:
    def slow(a: int, b: int) -> int:
        return sum(1 for _ in range(a + b))

    expect_function(slow, lambda a, b: a + b, [(500, 500)] * 10, steps=5_000)


def test_an_answer_may_not_leave_python_but_a_key_may() -> None:
    def leave(a: int, b: int) -> None:
        sys.exit("enough")

    def interrupt(a: int, b: int) -> None:
        raise KeyboardInterrupt

    def close(a: int, b: int) -> None:
        raise GeneratorExit("closed")

    verdict = check("77.2", leave)
    assert verdict.reason == "For 1, 2 it raised SystemExit: enough."
    assert check("77.2", close).reason == "For 1, 2 it raised GeneratorExit: closed."
    with pytest.raises(KeyboardInterrupt):
        check("77.2", interrupt)


@pytest.mark.parametrize("got", [np.arange(3), np.zeros((2, 2)), [np.arange(3)]])
def test_what_cannot_be_compared_is_a_mistake(got: Any) -> None:
    verdict = check("77.2", lambda a, b: got)
    assert verdict.reason.startswith(f"For 1, 2 it gives {got!r}, and 3 is right.")


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float64, np.float32, np.longdouble])
def test_numbers_of_numpy_are_numbers(kind: Any) -> None:
    assert check("77.2", lambda a, b: kind(a + b)).state == "right"
    assert check("77.3", (kind(3), kind(1) / 4)).state == "right"
    assert "That is 1 in n" in check("77.1", kind(4)).reason
    assert "and this is" in check("77.1", np.bool_(True)).reason
    assert plain({kind(3): [kind(2), "a", True]}) == {3: [2, "a", True]}


def test_a_long_answer_is_cut_in_its_hint() -> None:
    assert len(check("77.1", list(range(10_000))).reason) < 200
    assert len(check("77.2", list(range(10_000))).reason) < 200


@pytest.mark.parametrize("number", [None, 5, ["77.1"], b"77.1", 77.1, {}])
def test_an_exercise_is_named_by_text(number: Any) -> None:
    with pytest.raises(ValueError, match=r'is no exercise; its number is text.*check\("01.2"'):
        check(number, 1)

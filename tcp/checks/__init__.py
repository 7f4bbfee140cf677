"""Exercise self-checks: `check("02.1", answer)` says whether it is right, and if not, why.

The exercises of notebook NN stand in `tcp.checks.notebook_NN`, a table from the exercise's number
to the function that judges its answer.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from numbers import Integral, Rational, Real
from typing import Any

from tcp.checks.counted import Counted, TooLongError
from tcp.rules import PayTable, Rules

STEPS = 1_000_000
"""After so many steps a loop counts as endless; honest answers need a tenth of them at most."""

MOST = 1_000
"""How many parts of an answer are looked at: more than any has, so one without an end has one."""


class Mistake(Exception):
    """Raised by a check for a wrong answer; its text names the likely mistake."""


class NotAttempted(Exception):
    """Raised by a check for an exercise that still is as it was given."""


@dataclass(frozen=True)
class Verdict:
    """What a check says: `state` is "right", "not yet" or "not attempted yet"."""

    exercise: str
    state: str
    reason: str = ""

    def __repr__(self) -> str:
        """One or two sentences."""
        return f"Exercise {self.exercise}: {self.state}. {self.reason}".strip()


def check(exercise: str, answer: Any) -> Verdict:
    """Judge the answer to an exercise, such as "01.2".

    An answer that still is `...`, or a function that returns it, is "not attempted yet". A wrong
    answer gets a hint, and so does a function that fails.

    Raises:
        ValueError: for a number that no exercise has, naming those of its notebook.
    """
    if not isinstance(exercise, str):
        raise ValueError(
            f"{short(exercise)} is no exercise; its number is text and comes first, as "
            'in check("01.2", answer)'
        )
    judge = exercises(exercise[:2]).get(exercise)
    if judge is None:
        known = ", ".join(exercises(exercise[:2])) or "none in that notebook"
        raise ValueError(f"{short(exercise)} is no exercise; there are {known}")
    try:
        if answer is ...:
            raise NotAttempted
        return Verdict(exercise, "right", judge(plain(answer)))
    except NotAttempted:
        return Verdict(exercise, "not attempted yet")
    except Mistake as mistake:
        return Verdict(exercise, "not yet", str(mistake))


def exercises(notebook: str) -> Mapping[str, Callable[[Any], str]]:
    """The checks of one notebook, by the exercise's number; none for an unknown notebook."""
    try:
        module = import_module(f"tcp.checks.notebook_{notebook}")
    except ModuleNotFoundError:
        return {}
    found: Mapping[str, Callable[[Any], str]] = module.EXERCISES
    return found


def plain(answer: Any, depth: int = 2) -> Any:
    """Numbers as Python's own, such as 49 for NumPy's 49, in brackets too; all else as it is."""
    if isinstance(answer, Real) and not isinstance(answer, (int, Fraction)):
        kind = next(kind for kind in (Integral, Rational, Real) if isinstance(answer, kind))
        return {Integral: int, Rational: Fraction, Real: float}[kind](answer)
    if depth and type(answer) in (tuple, list):
        return type(answer)(plain(each, depth - 1) for each in answer)
    if depth and type(answer) is dict:
        return {plain(key, 0): plain(value, depth - 1) for key, value in answer.items()}
    return answer


def is_number(answer: Any) -> bool:
    """Whether this is a number, once it is `plain`; True and False are none."""
    return isinstance(answer, (int, float, Fraction)) and not isinstance(answer, bool)


def expect_number(
    answer: Any, right: Fraction | int, mistakes: Mapping[Fraction | int, str], otherwise: str
) -> None:
    """Accept the right number, as a whole number, a fraction or a close float.

    `mistakes` says, for each wrong number that a known mistake leads to, what that mistake is;
    `otherwise` is the hint for any other number. One that is right but rounded is told so.
    """
    if not is_number(answer):
        raise Mistake(f"A number is asked for, and this is {short(answer)}.")
    answer = bare(answer)
    if same(answer, right):
        return
    for wrong, hint in mistakes.items():
        if same(answer, wrong):
            raise Mistake(hint)
    if right and same(answer, Fraction(right) * 100):
        raise Mistake("This is in per cent; give the chance itself, a number from 0 to 1.")
    exactly = "give the fraction itself, as Fraction(1, 3)."
    if rounded(answer, Fraction(right)):
        raise Mistake(f"{answer} is rounded, and right as far as it goes: {exactly}")
    if -1 < right < 1 and rounded(answer, 100 * Fraction(right)):
        raise Mistake(f"{answer} is right, but rounded and in per cent: {exactly}")
    raise Mistake(otherwise)


def rounded(answer: float | Fraction, right: Fraction) -> bool:
    """Whether an answer is the right number, rounded to the digits that it is written with.

    A whole number needs no rounding, and a single digit such as 0, 1 or 0.3 says too little.
    """
    if isinstance(answer, Fraction) or right.denominator == 1:
        return False
    if isinstance(answer, float) and not math.isfinite(answer):
        return False
    if abs(answer) > 1 + abs(right) * 2:  # no rounding goes so far
        return False
    written = Decimal(answer if isinstance(answer, int) else str(answer)).normalize()
    _, digits, place = written.as_tuple()
    assert isinstance(place, int)  # the others are the infinite ones
    if not written or (len(digits) < 2 and place > -2):
        return False
    return abs(Fraction(written) - right) <= Fraction(1, 2) * Fraction(10) ** place


def missing(named: Mapping[str, Any]) -> str:
    """A sentence that names the parts of an answer that still are `...`; empty if none is.

    Raises:
        NotAttempted: if all of them are.
    """
    blanks = [name for name, part in named.items() if part is ...]
    if len(blanks) == len(named):
        raise NotAttempted
    return f"Still missing: {'; '.join(blanks)}." if blanks else ""


def expect_numbers(
    answer: Any,
    right: Mapping[str, Fraction | int],
    mistakes: Mapping[tuple[str, Fraction | int], str],
    otherwise: str | Mapping[str, str],
) -> None:
    """Accept several numbers in brackets, each as `expect_number` does; a hint names which it is.

    `right` has a name for each number; `mistakes` says for a name and a wrong number what that
    mistake is, and `otherwise` is the hint for all others, or for those of each name. Numbers
    that still are `...` are named once the others are right.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != len(right):
        raise Mistake(f"{len(right)} numbers are asked for, in brackets: {', '.join(right)}.")
    blanks = missing(dict(zip(right, answer, strict=True)))
    for (name, wanted), got in zip(right.items(), answer, strict=True):
        if got is ...:
            continue
        known = {wrong: hint for (where, wrong), hint in mistakes.items() if where == name}
        try:
            other = otherwise if isinstance(otherwise, str) else otherwise[name]
            expect_number(got, wanted, known, other)
        except Mistake as mistake:
            raise Mistake(f"{name}: {mistake}") from None
    if blanks:
        raise Mistake(f"Right so far. {blanks}")


def bare(answer: float | Fraction) -> float | Fraction:
    """A number without what a kind of its own adds, such as being equal to everything."""
    if isinstance(answer, int):
        return int.__add__(answer, 0)
    if isinstance(answer, float):
        return float.__add__(answer, 0.0)
    return Fraction(*Fraction.as_integer_ratio(answer))


def same(answer: float | Fraction, right: Fraction | int) -> bool:
    """Whether two numbers agree: exactly, or to nine digits where the answer is a float."""
    answer = bare(answer)
    if isinstance(answer, float):
        return math.isclose(answer, right, rel_tol=1e-9)
    return answer == right


def agree(got: Any, wanted: Any) -> bool:
    """Whether what an answer returned is what is right; floats count to nine digits.

    Part by part, and asked of the right one: an answer that calls itself equal to everything
    isn't.
    """
    if is_number(wanted) and is_number(got):
        return bool(same(got, wanted))
    if isinstance(wanted, dict):
        return (
            isinstance(got, dict)
            and len(got) == len(wanted)
            and all(key in got and agree(got[key], value) for key, value in wanted.items())
        )
    if type(wanted) in (tuple, list):
        return (
            isinstance(got, type(wanted))
            and len(got) == len(wanted)
            and all(map(agree, got, wanted))
        )
    equal: Any = type(wanted).__eq__
    return equal(wanted, got) is True


def expect_function(
    answer: Any,
    right: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    hint: Callable[[tuple[Any, ...], Any, Any], str] | None = None,
    *,
    tell: bool = True,
    steps: int | None = STEPS,
    close: Callable[[Any, Any], bool] = agree,
) -> None:
    """Accept a function that agrees with `right` on every one of `inputs`.

    `hint(arguments, got, wanted)` may say more about the first disagreement. With `tell=False` the
    right result is kept back, where few of them would make a list to choose from. `steps` stops a
    call after so many, since a loop might not end; counting them makes a call some four times as
    slow, so a check of long calls counts in the first of them only. `close(got, wanted)` says
    whether a result is right.
    """
    if not callable(answer):
        raise Mistake(f"A function is asked for, and this is {short(answer)}.")
    for arguments in inputs:
        shown = ", ".join(map(short, arguments))
        wanted = right(*arguments)
        try:
            got = call(answer, arguments, steps)
        except Mistake as mistake:
            raise Mistake(f"For {shown} {mistake}") from None
        if got is ...:
            raise NotAttempted
        told = f"For {shown} it gives {short(got)}, and "
        told += f"{short(wanted)} is right." if tell else "that is not right."
        try:
            agrees = close(got, wanted)
        except Exception:  # what the answer returned may fail at anything
            agrees = False
        if not agrees:
            try:
                more = rounding(got, wanted) or (hint(arguments, got, wanted) if hint else "")
            except Exception:  # as with an array, which has no single truth
                more = ""
            raise Mistake(f"{told} {more}".strip())


def rounding(got: Any, wanted: Any) -> str:
    """A sentence for a function's number that is right but for its rounding; else empty.

    Whole chips count as rounded here, since what is right is told beside.
    """
    if not (is_number(got) and is_number(wanted)):
        return ""
    got = bare(got)
    whole = abs(wanted) > 1 and got in (math.floor(wanted), math.ceil(wanted))
    whole = whole and (abs(got) < abs(wanted) or 2 * abs(got - wanted) <= 1)
    if whole or rounded(got, Fraction(wanted)):
        return "That is rounded, or cut; give the number itself."
    return ""


def call(answer: Callable[..., Any], arguments: tuple[Any, ...], steps: int | None = STEPS) -> Any:
    """What an answer's function returns; if it raises, or takes more than `steps`: a mistake.

    It gets a copy of its arguments, and may change them.

    Steps are counted, not seconds, so the same answer is stopped at the same place on every
    machine, and in a browser too. What Python itself does not step through, such as
    `sum(itertools.count())`, can't be stopped; nor can a loop that catches everything and keeps
    what it caught.
    """
    own = deepcopy(arguments)
    try:
        if steps and sys.gettrace() is None:  # a debugger keeps its place
            return plain(Counted(steps).run(answer, own))
        return plain(answer(*own))
    except TooLongError:
        raise Mistake(
            f"it was stopped after {steps:,} steps. Does a loop in it never end? What stands "
            "inside a loop begins anew with every turn, a source of chance as well."
        ) from None
    except (Exception, SystemExit, GeneratorExit) as error:
        told = f"it raised {type(error).__name__}: {_said(error)}. {_not_paid(error, arguments)}"
        raise Mistake(told.strip()) from None


def _not_paid(error: BaseException, arguments: tuple[Any, ...]) -> str:
    """What a key means that a pay table among the arguments does not have, as `.get` found."""
    table = next((each for each in arguments if isinstance(each, PayTable)), None)
    said = _said(error).strip("'")
    nothing = isinstance(error, TypeError) and "NoneType" in said
    if table is None or not (nothing or isinstance(error, KeyError)):
        return ""
    if (key := said.lower().replace(" ", "_")) in table:
        return f"In the table it is written {key!r}." if key != said else ""
    return "A hand that the table does not pay has no key: it loses the stake."


def short(value: object) -> str:
    """A value for a hint, cut where it is long; its kind alone where it can't be shown."""
    if isinstance(value, PayTable):
        return repr(value)  # each of its seven hands may be what matters
    if isinstance(value, Rules):
        return f"the rules {value.name!r}"
    try:
        text = " ".join(map(str, value)) if isinstance(value, tuple) else repr(value)
    except Exception:  # a number of thousands of digits, or a class with a fault
        return f"something of the kind {type(value).__name__}, which can't be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # as `short`
        return "without words"

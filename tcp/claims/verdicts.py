"""Verdicts on claims. None is stored: each follows from what is printed and what is exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from tcp.cards import parse_pattern
from tcp.claims.book import Claim, answer, claims
from tcp.claims.causes import cause
from tcp.claims.digits import EXACTLY, digits, first_digit, last_place
from tcp.claims.hands import Holds, in_order
from tcp.quoting import quoted
from tcp.view import number

RIGHT, ROUGH, INCOMPLETE, WRONG, NOT_STATED = "right", "rough", "incomplete", "wrong", "not stated"
VERDICTS = (RIGHT, ROUGH, INCOMPLETE, WRONG, NOT_STATED)


class Ruling(NamedTuple):
    """What became of a claim."""

    claim: Claim
    verdict: str
    how: str
    """Of a right or rough figure: "exactly", "rounded", "cut", "to its first digit"."""
    exact: Any
    """What the function answered."""
    cause: str
    """Of a wrong or incomplete one: what went wrong, as far as that can be told; else ""."""

    @property
    def value(self) -> str:
        """The exact value in words."""
        return in_words(self.exact)


def in_words(exact: Any) -> str:
    """An exact value for people.

    >>> in_words(Fraction(38, 9)), in_words((20, 30)), in_words(Holds(9, 10)), in_words(True)
    ('4.22', '20 or 30', 'in 9 of 10 cases', 'yes')
    """
    if isinstance(exact, Holds):
        return f"in {exact.cases:,} of {exact.of:,} cases"
    if isinstance(exact, bool):
        return "yes" if exact else "no"
    if isinstance(exact, tuple):
        return " or ".join(map(in_words, exact))
    if isinstance(exact, Fraction):
        return number(int(exact) if exact.denominator == 1 else float(exact))
    return number(exact)


def judge(claim: Claim) -> Ruling:
    """The verdict on a claim: what it says against what its function answers.

    >>> from tcp.claims.book import claim as named
    >>> judge(named("live-98"))[1:3], judge(named("monday-club-67"))[1::3]
    (('right', 'rounded'), ('wrong', 'two neighbouring digits have changed places'))
    """
    exact = answer(claim.by, claim.arguments)
    verdict, how = _verdict(claim, exact)
    return Ruling(
        claim, verdict, how, exact, cause(claim, exact) if verdict in (WRONG, INCOMPLETE) else ""
    )


def _verdict(claim: Claim, exact: Any) -> tuple[str, str]:
    if not claim.is_stated:
        return NOT_STATED, ""
    if isinstance(exact, Holds):
        return (RIGHT, "") if exact.cases == exact.of else (WRONG, "")
    if isinstance(exact, tuple):
        return (INCOMPLETE, "") if Fraction(claim.figure) in exact else (WRONG, "")
    if isinstance(exact, (str, bool)):
        return (RIGHT, "") if in_words(exact) == _stated(claim) else (WRONG, "")
    return figure_verdict(claim.figure, exact, about=claim.about)


def _stated(claim: Claim) -> str:
    if claim.states or claim.unit != "hand":
        return claim.states
    return in_order(parse_pattern(claim.printed))


def figure_verdict(printed: str, exact: Fraction | int, *, about: bool = False) -> tuple[str, str]:
    """The verdict on a number, and how it is right.

    A figure that its page calls approximate may be rough: right when rounded to its first digit.

    >>> figure_verdict("500", Fraction(5525, 12))
    ('wrong', '')
    >>> figure_verdict("500", Fraction(5525, 12), about=True)
    ('rough', 'to its first digit')
    """
    how = digits(printed, exact)
    if how:
        return RIGHT, "" if how == EXACTLY else how
    if about and Fraction(printed) == first_digit(exact):
        return ROUGH, "to its first digit"
    return WRONG, ""


@cache
def rulings() -> tuple[Ruling, ...]:
    """The verdicts on all claims, in their order."""
    return tuple([judge(claim) for claim in claims()])  # a StopIteration would end map() unseen


def select(**wanted: str) -> tuple[Ruling, ...]:
    """The rulings of a page, a sort, a unit or a verdict, or of several of these at once.

    >>> [ruling.claim.printed for ruling in select(page="live", sort="return")]
    ['96,63%', '95,51%', '91,44%']

    Raises:
        ValueError: for something else to select by, or a value that no ruling has.
    """
    kinds: dict[str, Callable[[Ruling], str]] = {
        "page": lambda ruling: ruling.claim.page,
        "sort": lambda ruling: ruling.claim.sort,
        "unit": lambda ruling: ruling.claim.unit,
        "verdict": lambda ruling: ruling.verdict,
    }
    found = rulings()
    for key, value in wanted.items():
        if key not in kinds:
            raise ValueError(f"{quoted(key)}: rulings are selected by {', '.join(kinds)}")
        known = dict.fromkeys(map(kinds[key], rulings()))
        if value not in known and value not in VERDICTS:
            raise ValueError(f"{quoted(value)} is no {key}; known are {', '.join(known)}")
        found = tuple(ruling for ruling in found if kinds[key](ruling) == value)
    return found


class Miss(NamedTuple):
    """How far a printed figure lies from the exact one."""

    ruling: Ruling
    units: Fraction
    """Printed less exact, in units of the last printed digit."""
    relative: Fraction
    """Printed less exact, as a part of the exact figure."""

    @property
    def words(self) -> str:
        """Both figures, as "14 for 14.67"."""
        figure = self.ruling.claim.figure
        return f"{figure if '.' in figure else number(int(figure))} for {self.ruling.value}"


def misses(*sorts: str) -> list[Miss]:
    """How far the printed numbers of these sorts of claims are off.

    Up to half a unit is what rounding does.

    >>> [float(round(miss.units, 2)) for miss in misses("return")]
    [0.3, -0.13, 0.14]
    """
    found = []
    for ruling in rulings():
        claim, exact = ruling.claim, ruling.exact
        if claim.sort in sorts and claim.figure and isinstance(exact, (int, Fraction)):
            off = Fraction(claim.figure) - exact
            found.append(Miss(ruling, off / last_place(claim.figure), off / exact))
    return found

"""What went wrong with a figure: hypotheses, each tried by computing what it would have printed.

A hypothesis that yields the printed figure fits; that it is what happened, nobody can compute.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tcp.claims.book import Claim, answer, claims
from tcp.claims.digits import CUT, digits
from tcp.claims.hands import Holds, read_hand
from tcp.view import number

# From a chance to the figure of each unit, and back.
TO_UNIT: dict[str, Callable[[Fraction], Fraction]] = {
    "1 in": lambda p: 1 / p,
    "odds against, to 1": lambda p: (1 - p) / p,
    "odds on, to 1": lambda p: p / (1 - p),
}
TO_CHANCE: dict[str, Callable[[Fraction], Fraction]] = {
    "1 in": lambda n: 1 / n,
    "odds against, to 1": lambda n: 1 / (n + 1),
    "odds on, to 1": lambda n: n / (n + 1),
}
MIXED_UP = {
    "1 in": ("odds against, to 1", "odds against taken for 1 in n"),
    "odds against, to 1": ("1 in", "1 in n taken for odds against"),
}
UNKNOWN = "no known slip explains it"


def cause(claim: Claim, exact: Any) -> str:
    """What is wrong with a claim, in words: the first hypothesis that fits, or `UNKNOWN`."""
    if isinstance(exact, Holds):
        return f"for example {exact.against}"
    if isinstance(exact, tuple):
        return "its words allow several answers"
    if isinstance(exact, str):
        return contradicted(claim, exact) or UNKNOWN
    if claim.figure and not isinstance(exact, bool):
        for hypothesis in HYPOTHESES:
            found = hypothesis(claim, Fraction(exact))
            if found:
                return found
    return UNKNOWN


def _fits(claim: Claim, value: Fraction) -> bool:
    return digits(claim.figure, value) not in ("", CUT)


def contradicted(claim: Claim, exact: str) -> str:
    """An example that isn't what it is said to be, and where the page defines that."""
    if not claim.by.endswith(".kind_of"):
        return ""
    size = len(read_hand(*claim.arguments))
    lines = [
        each.line
        for each in claims()
        if each.page == claim.page
        and each.sort == "definition"
        and each.arguments == (size, claim.states)
    ]
    where = f", against the page's own definition in line {lines[0]}" if lines else ""
    return f"the example is a {exact}{where}"


def misprint(claim: Claim, exact: Fraction) -> str:
    """Two neighbouring digits that have changed places, in a number of three digits or more."""
    text = str(round(exact * 10 ** _decimals(claim.figure)))
    wanted = claim.figure.replace(".", "")
    for at in range(len(text) - 1 if len(text) > 2 else 0):
        if text[:at] + text[at + 1] + text[at] + text[at + 2 :] == wanted:
            return "two neighbouring digits have changed places"
    return ""


def _decimals(figure: str) -> int:
    return len(figure.partition(".")[2])


def other_unit(claim: Claim, exact: Fraction) -> str:
    """A figure that is right in another unit of chance."""
    if claim.unit not in MIXED_UP:
        return ""
    unit, words = MIXED_UP[claim.unit]
    chance = TO_CHANCE[claim.unit](exact)
    return words if _fits(claim, TO_UNIT[unit](chance)) else ""


def wider_question(claim: Claim, exact: Fraction) -> str:
    """The answer to a question with one condition less: two pair, with aces or without."""
    wider = tuple(str(each).partition("_with")[0] for each in claim.arguments)
    if wider == tuple(map(str, claim.arguments)):
        return ""
    value = answer(claim.by, wider)
    what = wider[-1].replace("_", " ")
    return f"fits any {what}: {number(float(value))}" if _fits(claim, value) else ""


def other_row(claim: Claim, exact: Fraction) -> str:
    """The figure of another row of the same table, the nearest one."""
    if claim.unit not in TO_UNIT:
        return ""
    table = [
        each
        for each in claims()
        if (each.page, each.sort, each.unit) == (claim.page, claim.sort, claim.unit)
        and each.name != claim.name
    ]
    for each in sorted(table, key=lambda each: abs(each.line - claim.line)):
        value = Fraction(answer(each.by, each.arguments))
        if _fits(claim, value):
            return f"fits another row, {each.says}: {number(float(value))}"
    return ""


def rounded_twice(claim: Claim, exact: Fraction) -> str:
    """A figure worked out from a chance in per cent that had been rounded before."""
    if claim.unit not in TO_UNIT:
        return ""
    chance = TO_CHANCE[claim.unit](exact)
    for decimals in (2, 1, 0, -1):
        per_cent = round(100 * chance, decimals)
        if 0 < per_cent < 100 and _fits(claim, TO_UNIT[claim.unit](per_cent / 100)):
            shown = f"{float(per_cent):.{max(decimals, 0)}f}"
            return f"fits a chance that was rounded to {shown} % first"
    return ""


HYPOTHESES = (misprint, other_unit, wider_question, other_row, rounded_twice)
"""In the order in which they are tried; the first that fits is told."""

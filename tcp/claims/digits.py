"""How far a printed figure is right: exactly, rounded, cut short, or not at all."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from tcp.club.printed import rounds_to
from tcp.quoting import quoted

LARGEST = 10**1_000
EXACTLY, ROUNDED, CUT, NOT = "exactly", "rounded", "cut", ""


def _check(printed: str, exact: Fraction | int = 0) -> None:
    if not isinstance(printed, str) or not re.fullmatch(r"-?[0-9]{1,30}(\.[0-9]{1,30})?", printed):
        raise ValueError(f"{quoted(printed)}: the digits of a number are asked for, such as '2.5'")
    if not isinstance(exact, (int, Fraction)) or not -LARGEST < exact < LARGEST:
        raise ValueError(f"{quoted(exact)}: an exact number is asked for, an int or a Fraction")


def last_place(printed: str) -> Fraction:
    """What one unit of the last printed digit is worth.

    >>> last_place("2.85"), last_place("416")
    (Fraction(1, 100), Fraction(1, 1))

    Raises:
        ValueError: for what is no printed number, with digits from 0 to 9 and a decimal point.
    """
    _check(printed)
    exponent = int(Decimal(printed).as_tuple().exponent)
    return Fraction(10) ** exponent


def digits(printed: str, exact: Fraction | int) -> str:
    """Whether a printed number is the exact one: "exactly", "rounded", "cut", or "" for not.

    It counts as many decimals as are printed, "4.90" two of them. Cut is a number whose further
    digits were left out, where rounding would have gone the other way.

    >>> digits("11", Fraction(43, 4)), digits("14", Fraction(44, 3)), digits("47", 47)
    ('rounded', 'cut', 'exactly')
    >>> digits("4.5", Fraction(38, 9))
    ''

    Raises:
        ValueError: for what is no printed number, or no exact one.
    """
    _check(printed, exact)
    number, exact = Fraction(printed), Fraction(exact)
    if number == exact:
        return EXACTLY
    if rounds_to(exact, printed):
        return ROUNDED
    missing = abs(exact) - abs(number)
    same_side = number * exact > 0 or number == 0
    return CUT if same_side and 0 < missing < last_place(printed) else NOT


def first_digit(exact: Fraction | int) -> int:
    """A number above 1 rounded to its first digit, and zeros.

    >>> first_digit(Fraction(5525, 12)), first_digit(96)
    (500, 100)

    Raises:
        ValueError: for what is no exact number.
    """
    _check("1", exact)
    power = int("1" + "0" * (len(str(int(exact))) - 1))
    return int(exact / Fraction(power) + Fraction(1, 2)) * power

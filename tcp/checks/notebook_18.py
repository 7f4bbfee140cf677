"""The exercises of notebook 18: what figures promise, a referee, and ten figures of a leaflet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from tcp.checks import Mistake, expect_function, expect_numbers, missing
from tcp.checks import short as shown
from tcp.claims import digits
from tcp.claims.verdicts import NOT_STATED, RIGHT, ROUGH, WRONG, figure_verdict
from tcp.counting import five_card_counts, three_card_counts
from tcp.fivecard import FiveCategory
from tcp.ranking import Category
from tcp.rules import load_rules
from tcp.showdown import qualifying_chance

# --- 18.1: the ends of a rounded figure ----------------------------------------------------------


def promised(printed: str) -> tuple[Fraction, Fraction]:
    """Between which chances odds against lie that are printed so, and rounded.

    >>> promised("4")
    (Fraction(2, 11), Fraction(2, 9))
    """
    places = -int(Decimal(printed).as_tuple().exponent)
    half = Fraction(1, 2 * 10**places)
    low, high = Fraction(printed) - half, Fraction(printed) + half
    return 1 / (high + 1), 1 / (low + 1)


def _promise(answer: Any) -> str:
    low, high = promised("4.9")
    chance = "These are odds, not 1 in n: with odds of 4.9 to 1 one of 5.9 hands is a hit."
    names = ("the smaller end", "the larger end")
    mistakes: dict[tuple[str, Fraction | int], str] = {
        (names[0], 1 / Fraction("4.95")): chance,
        (names[1], 1 / Fraction("4.85")): chance,
        (names[0], high): "Longer odds are a smaller chance: the smaller one comes first.",
        (names[1], low): "Longer odds are a smaller chance: the smaller one comes first.",
        (names[0], Fraction("4.95")): "This is a number of odds; the chance is asked for.",
        (names[0], Fraction("4.85")): "This is a number of odds; the chance is asked for.",
        (names[0], 1 / Fraction(6)): "4.9 was rounded, not cut: which odds round to 4.9?",
        (names[1], 1 / Fraction("5.9")): "4.9 was rounded, not cut: which odds round to 4.9?",
        (names[1], 1 / Fraction("5.8")): "Half a unit of the last digit, not a whole one.",
    }
    expect_numbers(
        answer,
        dict(zip(names, (low, high), strict=True)),
        mistakes,
        "Between which odds does a number lie that is rounded to 4.9? Turn these into chances.",
    )
    return "From 20/119, 16.81 %, to 20/117, 17.09 %: two digits leave that much open."


# --- 18.2: a referee -----------------------------------------------------------------------------


def referee(printed: str, exact: Fraction) -> str:
    """The verdict on a printed number."""
    return digits(printed, exact) or WRONG


def _figures(rng: random.Random) -> Iterator[tuple[str, Fraction]]:
    yield "14", Fraction(44, 3)
    yield "4.90", Fraction("4.9")
    yield "4.9", Fraction("4.94")
    yield "4.90", Fraction("4.94")
    yield "2", Fraction(5, 2)
    yield "3", Fraction(5, 2)
    yield "11", Fraction(43, 4)
    yield "0", Fraction(3, 4)
    yield "416", Fraction(424)
    for _ in range(80):
        places = rng.randint(0, 3)
        exact = Fraction(rng.randint(1, 4_000), rng.randint(1, 90))
        unit = Fraction(1, 10**places)
        steps = int(exact / unit) + rng.choice([-1, 0, 0, 0, 1, 1, 2])
        if steps >= 0:
            yield f"{Decimal(steps).scaleb(-places):f}", exact


def _verdicts(answer: Any) -> str:
    expect_function(answer, referee, _figures(random.Random(182)), _referee_hint)
    return "Club and casino, you can judge them all."


def _referee_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    printed, exact = arguments
    words = ("exactly", "rounded", "cut", WRONG)
    if got is None:
        return "The function returns nothing yet."
    if got not in words:
        return f"One of the four words is asked for: {', '.join(words)}."
    if wanted == "rounded" and 2 * exact * 10 ** len(printed.partition(".")[2]) % 2 == 1:
        return "A half may go up as well as down; Python's round takes the even one only."
    if wanted == "rounded" and got == "cut":
        return "What is within half a unit is rounded; ask for that before you ask for cut."
    if wanted == "cut" and got == WRONG:
        return "Leaving digits out makes a number smaller, by less than one unit of the last digit."
    if wanted == WRONG and got == "cut":
        return "Only a printed number below the exact one can be cut."
    if wanted == "exactly":
        return "As a number it is the exact one, however many zeros are printed."
    if "." in printed and got == "rounded" and abs(Fraction(printed) - exact) <= Fraction(1, 2):
        return "Half a unit of the last digit that is printed: count the decimals."
    if got == "exactly":
        return "Compare fractions: a float is rounded itself."
    return "How large is one unit of the last printed digit?"


# --- 18.3: ten figures ---------------------------------------------------------------------------

HEADERS = ("no.", "the leaflet says", "unit", "printed")
WORDS = (RIGHT, ROUGH, WRONG, NOT_STATED)


class Entry(NamedTuple):
    """A line of the leaflet, the exact number, and a hint for whom the verdict misses."""

    says: str
    unit: str
    printed: str
    exact: Fraction
    hint: str

    @property
    def verdict(self) -> str:
        """What the program says."""
        if not self.printed:
            return NOT_STATED
        figure = self.printed.removeprefix("about ")
        return figure_verdict(figure, self.exact, about=figure != self.printed)[0]


def entries() -> tuple[Entry, ...]:
    """The ten lines of the leaflet."""
    three = {kind: three_card_counts().p(kind) for kind in Category}
    five = {kind: five_card_counts().p(kind) for kind in FiveCategory}
    return (
        Entry(
            "three cards, a flush", "1 in", "20", 1 / three[Category.FLUSH],
            "22,100 hands, and 1,096 of them are flushes.",
        ),
        Entry(
            "three cards, three of a kind", "1 in", "424", 1 / three[Category.THREE_OF_A_KIND],
            "Its unit is 1 in. What would the odds against be?",
        ),
        Entry(
            "three cards, a pair", "%", "17", 100 * three[Category.PAIR],
            "Two digits are printed, and no more is promised.",
        ),
        Entry(
            "three cards, a high card", "%", "74.38", 100 * three[Category.HIGH_CARD],
            "16,440 of 22,100. What is left when the further digits are left out?",
        ),
        Entry(
            "three cards, a straight", "1 in", "about 30", 1 / three[Category.STRAIGHT],
            "22,100 / 720. The word about only matters where a figure fails as it stands.",
        ),
        Entry(
            "the dealer qualifies", "%", "69.5", 100 * qualifying_chance(load_rules("pagat")),
            "15,380 of 22,100. Round it, and cut it: is either printed?",
        ),
        Entry(
            "five cards, two pair", "1 in", "about 20", 1 / five[FiveCategory.TWO_PAIR],
            "2,598,960 hands, 123,552 of them two pair. The leaflet says about.",
        ),
        Entry(
            "five cards, four of a kind", "1 in", "", 1 / five[FiveCategory.FOUR_OF_A_KIND],
            "Nothing is printed, so nothing is claimed.",
        ),
        Entry(
            "five cards, a flush", "1 in", "510", 1 / five[FiveCategory.FLUSH],
            "2,598,960 / 5,108. Three digits are printed, and nobody says about.",
        ),
        Entry(
            "five cards, a straight", "odds against, to 1", "254",
            1 / five[FiveCategory.STRAIGHT] - 1,
            "2,598,960 hands, 10,200 of them straights. Mind the unit before you round.",
        ),
    )  # fmt: skip


def leaflet() -> list[list[object]]:
    """The ten lines, as a table shows them."""
    return [
        [place, entry.says, entry.unit, entry.printed or "(empty cell)"]
        for place, entry in enumerate(entries(), 1)
    ]


def _ten(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != len(entries()):
        raise Mistake(f"Ten verdicts are asked for, in brackets; this is {shown(answer)}.")
    blanks = missing({f"no. {place}": word for place, word in enumerate(answer, 1)})
    for place, (entry, word) in enumerate(zip(entries(), answer, strict=True), 1):
        if word is ...:
            continue
        if not isinstance(word, str) or word not in WORDS:
            raise Mistake(f"No. {place}: a verdict is one of {', '.join(WORDS)}.")
        if word != entry.verdict:
            raise Mistake(f"No. {place}: {entry.hint}")
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return "Six are right, one is rough, two are wrong, and one states nothing."


# --- 18.4: per cent first ------------------------------------------------------------------------


def ones(decimals: int) -> dict[str, int]:
    """What "1 in n" becomes, in whole numbers, when the chance is rounded in per cent first.

    >>> ones(2)["three of a kind"]
    417
    """
    chances = {kind: three_card_counts().p(kind) for kind in reversed(Category)}
    return {str(kind): round(100 / round(100 * p, decimals)) for kind, p in chances.items()}


def _one_decimal(answer: Any) -> str:
    right = ones(1)
    if not isinstance(answer, dict) or set(answer) != set(right):
        raise Mistake(f"A number for each kind is asked for: {', '.join(right)}.")
    mistakes: dict[tuple[str, Fraction | int], str] = {}
    for kind, chance in ((str(kind), three_card_counts().p(kind)) for kind in Category):
        direct, two = round(1 / chance), ones(2)[kind]
        once_written = "Work on from what is written, not from the exact chance."
        for wrong, hint in (
            (right[kind] - 1, "These are odds; 1 in n is asked for."),
            (two, "The house writes one decimal, not two."),
            (direct, once_written),
            (direct - 1, once_written),
        ):
            if wrong != right[kind]:
                mistakes.setdefault((kind, wrong), hint)
    otherwise = "Write the chance in per cent with one decimal. 100 divided by that is n; round it."
    expect_numbers(tuple(answer[kind] for kind in right), right, mistakes, otherwise)
    return "Three are no longer what the exact numbers round to; and 500 you have seen on a page."


EXERCISES = {"18.1": _promise, "18.2": _verdicts, "18.3": _ten, "18.4": _one_decimal}

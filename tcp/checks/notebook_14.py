"""The exercises of notebook 14: slips, suspects, and a deck of 32 cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

from tcp.checks import (
    Mistake,
    NotAttempted,
    agree,
    expect_function,
    expect_number,
    is_number,
    missing,
    same,
    short,
)
from tcp.fivecard import FiveCategory

# --- 14.1: the smallest difference that no single slip makes -------------------------------------


def explained(difference: int) -> bool:
    """Whether one misread digit, or one swap of neighbouring digits, can make this difference."""
    while difference % 10 == 0:
        difference //= 10
    return difference < 10 or (difference % 9 == 0 and difference <= 81)


def _smallest(answer: Any) -> str:
    right = next(number for number in range(1, 1_000) if not explained(number))
    expect_number(
        answer,
        right,
        {
            0: "A difference of 0 is no difference.",
            10: "One misread digit explains 10: a 3 for a 4 among the tens.",
            9: "One misread digit explains 9: a 0 for a 9.",
            18: "A swap explains 18: 31 for 13.",
            19: "There is a smaller one. Go up from 10 and try each number.",
            12: "There is a smaller one.",
            -right: "How large is the difference, whichever way it goes?",
        },
        "List what one digit explains, then what one swap explains, and look for the first gap.",
    )
    return "So a sum that is off by 11 proves two slips at least."


# --- 14.2: suspects ------------------------------------------------------------------------------


def swaps(number: int) -> list[int]:
    """The other numbers that come of swapping two neighbouring digits, from the left."""
    digits = str(number)
    found = []
    for place in range(len(digits) - 1):
        left, right = digits[place], digits[place + 1]
        if left != right:
            found.append(int(digits[:place] + right + left + digits[place + 2 :]))
    return found


def suspects(column: Sequence[int], total: int) -> list[tuple[int, int]]:
    """Every swap of neighbouring digits, in one row, that makes the column add up."""
    off = total - sum(column)
    return [
        (row, swapped)
        for row, number in enumerate(column)
        for swapped in swaps(number)
        if swapped - number == off
    ]


def _columns(rng: random.Random) -> Iterator[tuple[list[int], int]]:
    """Columns with one swapped row, two rows that could be it, none, and other slips."""
    yield [4, 36, 624, 3744, 5108, 10200, 54192, 123552, 1098240, 1302540], 2_598_960
    yield [123, 1_023, 700], 2_746  # 1,023 can become 1,923 by no swap: nothing repairs it
    yield [102, 1_230, 415], 1_756  # 102 to 111 is no swap, and 1,230 to 1,239 neither
    yield [46, 157, 35], 238 + 18  # 46 to 64, 157 to 175, and 35 to 53
    yield [3_021, 77], 3_021 - 2_700 + 77  # a zero comes to the front
    for turn in range(40):
        column = [rng.randint(1, 10 ** rng.randint(1, 6)) for _ in range(rng.randint(2, 8))]
        total = sum(column)
        row = rng.randrange(len(column))
        others = swaps(column[row])
        if turn % 4 and others:
            column[row] = rng.choice(others)
        elif turn % 8:
            column[row] += rng.choice([1, 5, 11, 40, 300])
        yield column, total


def _suspects(answer: Any) -> str:
    expect_function(answer, suspects, _columns(random.Random(142)), _suspects_hint)
    return "On the club's column it finds one row, and on some columns several, or none."


def _suspects_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    column, total = arguments
    if got is None:
        return "The function returns nothing yet."
    if not isinstance(got, list):
        return "A list is asked for, of pairs (row, number)."
    if agree(got, list(map(list, wanted))) and wanted:
        return "Give each repair as a pair in round brackets: (row, number)."
    off = total - sum(column)
    if got == [row for row, _ in wanted] and wanted:
        return "Give pairs: the row, and the number after the swap."
    if got == [(row + 1, number) for row, number in wanted] and wanted:
        return "Rows count from 0."
    if got == [(row, column[row]) for row, _ in wanted] and wanted:
        return "Give the number after the swap, not the printed one."
    if sorted(map(str, got)) == sorted(map(str, wanted)):
        return "These are the right repairs; keep the order of the rows."
    if wanted and got == wanted[:1]:
        return "There is more than one repair; give them all."
    if any(isinstance(each, tuple) and len(each) == 2 and each not in wanted for each in got):
        anywhere = [(row, column[row] + off) for row in range(len(column))]
        if all(each in anywhere for each in got):
            return "Not every number that repairs the sum is a swap of neighbouring digits."
        return "Some of these do not make the column add up to the total."
    return "Try all places of all rows."


# --- 14.3: a deck of 32 --------------------------------------------------------------------------


def short_deck_counts(ranks: int = 8, runs: int = 4) -> dict[str, int]:
    """How many hands of five each kind has in a deck of so many ranks and four suits."""
    sets, mixed = comb(ranks, 5) - runs, 4**5 - 4
    return {
        "royal flush": 4,
        "straight flush": (runs - 1) * 4,
        "four of a kind": ranks * (ranks - 1) * 4,
        "full house": ranks * 4 * (ranks - 1) * 6,
        "flush": sets * 4,
        "straight": runs * mixed,
        "three of a kind": ranks * 4 * comb(ranks - 1, 2) * 4**2,
        "two pair": comb(ranks, 2) * 6**2 * (ranks - 2) * 4,
        "pair": ranks * 6 * comb(ranks - 1, 3) * 4**3,
        "high card": sets * mixed,
    }


def _short_deck(answer: Any) -> str:
    right = short_deck_counts()
    if not isinstance(answer, dict) or set(answer) != set(right):
        names = ", ".join(right)
        raise Mistake(f"A number for each kind is asked for, {{name: hands}}, of {names}.")
    if all(each is ... for each in answer.values()):
        raise NotAttempted
    for kind, hands in answer.items():
        if hands is not ... and not (is_number(hands) and same(hands, right[kind])):
            raise Mistake(_short_deck_hint(kind, hands, right[kind]))
    if blanks := missing(answer):
        raise Mistake(f"Right so far. {blanks}")
    return (
        "The ladder is out of order: with 32 cards the flush, 208 hands, is rarer than the full "
        "house, 1,344, and rarer than four of a kind, 224; and a mere high card is rarer than a "
        "pair. No ranking holds everywhere."
    )


def _short_deck_hint(kind: str, got: Any, wanted: int) -> str:
    if not is_number(got):
        return f"{kind}: a number of hands is asked for, and this is {short(got)}."
    hints = {
        "straight flush": {
            16: "the highest run is a royal flush and counted there, and A-7-8-9-10 is no run."
        },
        "flush": {
            comb(8, 5) * 4: "the runs of one suit are straight flushes.",
            comb(8, 5) - 4: "there are four suits.",
        },
        "straight": {
            4 * 4**5: "runs of one suit are straight flushes.",
            4**5 - 4: "there are four runs.",
        },
        "three of a kind": {2 * wanted: "the two other ranks have no order."},
        "two pair": {2 * wanted: "the two pairs have no order."},
        "pair": {6 * wanted: "the three other ranks have no order."},
        "full house": {
            wanted // 2: "which rank comes three times, and which twice, makes a difference."
        },
        "high card": {
            comb(8, 5) * 4**5: "straights and flushes are among these.",
            comb(8, 5) * 1020: "the straights are among these.",
            52 * 1024: "the flushes are among these.",
        },
    }
    for wrong, hint in hints.get(kind, {}).items():
        if same(got, wrong):
            return f"{kind}: {hint}"
    low_ace, full = short_deck_counts(runs=5), short_deck_counts(13, 10)
    if same(got, full[kind]):
        return f"{kind}: this is the count of 52 cards."
    if same(got, low_ace[kind]):
        return f"{kind}: A-7-8-9-10 is no run here, the ace is high only."
    return f"{kind}: not yet. Choose the ranks first, now out of eight, then a suit for each card."


EXERCISES = {"14.1": _smallest, "14.2": _suspects, "14.3": _short_deck}
"""The checks of the exercises, by number."""

assert set(short_deck_counts()) == {str(kind) for kind in FiveCategory}

"""The exercises of notebook 16: three hands of two, another ladder, openers who are afraid."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, prod
from operator import mul
from typing import Any

from tcp.checks import expect_function, expect_number, expect_numbers, is_number, same
from tcp.club.openers import somebody_opens

# --- 16.1: three hands of two --------------------------------------------------------------------

ONE_OF_THREE = Fraction(comb(4, 2), comb(12, 2))
BOTH_OF_TWO = ONE_OF_THREE / comb(10, 2)  # the other two aces are one of 45 pairs
SOMEBODY = 3 * ONE_OF_THREE - 3 * BOTH_OF_TWO


def _three(answer: Any) -> str:
    expect_number(
        answer,
        SOMEBODY,
        {
            ONE_OF_THREE: "This is the chance for one player alone.",
            3 * ONE_OF_THREE: "Chances of events that can happen together don't add up: where two "
            "have aces, you count twice.",
            1 - (1 - ONE_OF_THREE) ** 3: "This is the chance if the hands were independent; but "
            "there are only four aces.",
            3 * ONE_OF_THREE - 3 * ONE_OF_THREE**2: "Once one player has two aces, two are left "
            "among 10 cards for the other.",
            3 * ONE_OF_THREE - BOTH_OF_TWO: "Three players make three pairs of players.",
            1 - SOMEBODY: "This is the chance that nobody can.",
            3 * ONE_OF_THREE - 6 * BOTH_OF_TWO: "This is the chance that exactly one can.",
            3 * BOTH_OF_TWO: "This is the chance that two can.",
        },
        "Add up the chances of the three players, and take away those of each two together. Can "
        "all three have two aces?",
    )
    return (
        "More than the 24.87 % of independent hands, less than the sum, 27.27 %: inclusion and "
        "exclusion, with the second chance taken from ten cards."
    )


# --- 16.2: a ladder without a way down -----------------------------------------------------------


def deals_until_opened(chances: Sequence[Fraction]) -> Fraction:
    """The expected number of deals up to the first that is opened.

    The chances are those of the steps of a ladder, which begins again after the last.
    """
    unopened = list(accumulate((1 - chance for chance in chances), mul, initial=Fraction(1)))
    return sum(unopened[:-1], Fraction(0)) / (1 - unopened[-1])


@cache
def _ladders(players: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Deals with the new ladder, with the club's, with jacks only, and within the first round."""
    up = [somebody_opens(players, step) for step in range(4)]
    new = deals_until_opened(up)
    within = new * (1 - prod(1 - chance for chance in up))
    return new, deals_until_opened([*up, *reversed(up)]), 1 / up[0], within


def _ladder(answer: Any) -> str:
    right: dict[str, Fraction | int] = {}
    mistakes: dict[tuple[str, Fraction | int], str] = {}
    for name, players, other in (("two players", 2, 3), ("three players", 3, 2)):
        new, old, jacks, first_round = _ladders(players)
        alone = [somebody_opens(1, step) for step in range(4)]
        apart = [1 - (1 - chance) ** players for chance in alone]
        right[name] = new
        mistakes |= {
            (name, old): "this is the club's ladder, which comes down again.",
            (name, jacks): "this is a ladder that stays at jacks.",
            (name, first_round): "after four failures the ladder begins again.",
            (name, deals_until_opened(apart)): "this takes the hands for independent.",
            (name, _ladders(other)[0]): f"this is the number for {other} players.",
            (name, new - 1): "the deal that is opened counts too.",
            (name, players * new): "these are chips of antes; deals are asked for.",
        }
    expect_numbers(
        answer,
        right,
        mistakes,
        "The sum of the chances that the first, second, third and fourth deal are needed, over one "
        "less the chance that all four fail.",
    )
    return "3.16 and 2.22 deals: hardly less than with the way down, 3.27 and 2.28."


# --- 16.3: players with openers who are afraid ---------------------------------------------------

SHARE, BET, STAKE = Fraction(1, 2), 1, 2


def gain_of_false_opening(
    pot: int, fine: int, opens: Fraction, afraid: Fraction, wins: Fraction
) -> Fraction:
    """How much more a false opening brings than a pass, in chips.

    Args:
        pot: chips in it before.
        fine: what a false opening costs that doesn't win.
        opens: the chance that the other has openers.
        afraid: the part of those who fold them to a false opening.
        wins: the chance to win when called.
    """
    return _false(pot, fine, opens, afraid, wins) - _pass(pot, opens, wins)


def _false(
    pot: int,
    fine: Fraction | int,
    opens: Fraction,
    afraid: Fraction,
    wins: Fraction,
    kept: Fraction | int = SHARE,
) -> Fraction:
    alone = kept * (pot + BET) - BET
    won, lost = kept * (pot + 2 * STAKE) - STAKE, -STAKE - (1 - SHARE) * fine
    called = opens * (1 - afraid)
    return (1 - called) * alone + called * (wins * won + (1 - wins) * lost)


def _pass(pot: int, opens: Fraction, wins: Fraction) -> Fraction:
    return (1 - opens) * SHARE * pot + opens * max(wins * (pot + 2 * STAKE) - STAKE, Fraction(0))


Case = tuple[int, int, Fraction, Fraction, Fraction]


def _cases(rng: random.Random) -> Iterator[Case]:
    yield 4, 5, Fraction(1, 5), Fraction(0), Fraction(3, 20)
    yield 40, 5, Fraction(1, 5), Fraction(1), Fraction(3, 20)
    for _ in range(60):
        chances = [Fraction(rng.randint(1, 19), 20) for _ in range(3)]
        yield rng.randint(2, 60), rng.randint(0, 20), chances[0], chances[1], chances[2]


def _afraid(answer: Any) -> str:
    expect_function(answer, gain_of_false_opening, _cases(random.Random(163)), _afraid_hint)
    return (
        "With the chances of this notebook it never pays at a pot of 4, however afraid the other "
        "is; at a pot of 40 it does from 37 % on."
    )


def _afraid_hint(arguments: Case, got: Any, wanted: Any) -> str:
    pot, fine, opens, afraid, wins = arguments
    if got is None:
        return "The function returns nothing yet."
    if not is_number(got):
        return "A number of chips is asked for."
    false, passing = _false(*arguments), _pass(pot, opens, wins)
    honest_only = (1 - opens) * SHARE * pot
    calling = honest_only + opens * (wins * (pot + 2 * STAKE) - STAKE)
    mistakes = (
        (false, "This is what a false opening brings; take away what a pass brings."),
        (passing, "This is what a pass brings."),
        (passing - false, "The size is right. Which of the two is to be more?"),
        (
            _false(pot, fine, opens, Fraction(0), wins) - passing,
            "Some of those who could call fold: `afraid` has no effect yet.",
        ),
        (
            _false(pot, fine, opens, 1 - afraid, wins) - passing,
            "Of the players with openers a part `afraid` folds; the rest calls.",
        ),
        (false - honest_only, "When you pass and the other opens, you may call."),
        (false - calling, "After a pass you call only where that pays: the other way is 0."),
        (
            _false(pot, 2 * fine, opens, afraid, wins) - passing,
            "The fine goes into the next pot, and half of that is yours.",
        ),
        (_false(pot, 0, opens, afraid, wins) - passing, "Who is called and loses pays the fine."),
        (
            _false(pot, fine, opens, afraid, wins, kept=1) - passing,
            "A pot won with a false opening is left; only half of it is yours.",
        ),
    )
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


EXERCISES = {"16.1": _three, "16.2": _ladder, "16.3": _afraid}
"""The checks of the exercises, by number."""

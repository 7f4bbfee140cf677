"""The exercises of notebook 08: a variance, a function, a wilder table, and a rule of the house."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from operator import itemgetter
from typing import Any

from tcp.checks import Mistake, expect_function, expect_number, expect_numbers, missing, same, short
from tcp.exact import Analysis, BetReport, analyse
from tcp.probability import Distribution
from tcp.rules import PayTable, Ratio, load_rules


@cache
def _pagat() -> Analysis:
    return analyse(load_rules("pagat"))


def _pair_plus(table: Mapping[str, Ratio]) -> BetReport:
    found = analyse(replace(load_rules("pagat"), pair_plus=PayTable(table))).pair_plus
    assert found is not None
    return found


# --- 08.1: a variance, with pencil and paper -----------------------------------------------------


def covariance(joint: Distribution[tuple[Ratio, Ratio, Ratio]], one: int, other: int) -> Fraction:
    """The covariance of two bets of a round: the mean of the product less that of the means."""
    product = joint.map(lambda nets: nets[one] * nets[other]).mean
    return product - joint.map(itemgetter(one)).mean * joint.map(itemgetter(other)).mean


def _variances(answer: Any) -> str:
    joint = _pagat().joint
    ante, pair_plus = covariance(joint, 0, 0), covariance(joint, 1, 1)
    both = covariance(joint, 0, 1)
    right = {
        "same_hand": ante + 4 * pair_plus + 4 * both,
        "other_table": ante + 4 * pair_plus,
    }
    twice_two = "two chips on one hand double its net, and that makes the variance four times."
    mistakes: dict[tuple[str, Fraction | int], str] = {
        ("same_hand", ante + 4 * pair_plus): "the two bets share a hand: where is the covariance?",
        ("same_hand", ante + 4 * pair_plus + 2 * both): (
            "the covariance with two chips is twice that with one, and it counts twice."
        ),
        ("same_hand", ante + 4 * pair_plus + 8 * both): (
            "the covariance doubles with the chips, it does not become four times."
        ),
        ("same_hand", ante + 2 * pair_plus + 2 * both): twice_two,
        ("same_hand", ante + 2 * pair_plus + 4 * both): twice_two,
        ("same_hand", ante + pair_plus + 2 * both): "this is one chip of Pair Plus.",
        ("other_table", ante + 2 * pair_plus): twice_two,
        ("other_table", ante + pair_plus): "this is one chip of Pair Plus.",
        ("other_table", right["same_hand"]): "another deck knows nothing of your Ante.",
    }
    known = [*right.values(), *(wrong for _, wrong in mistakes)]
    if isinstance(answer, (tuple, list)):
        answer = [_nearest(each, known) for each in answer]
    expect_numbers(
        answer,
        right,
        mistakes,
        "write the variance of A + 2P as a sum: of A, of 2P, and twice the covariance of A and 2P.",
    )
    return (
        "The same two stakes, on one hand or apart: the expectation is equal, and on one hand "
        "the variance is a quarter higher."
    )


def _nearest(answer: Any, known: list[Fraction | int]) -> Any:
    """The known number that a result on paper, from rounded figures, stands for."""
    if isinstance(answer, bool) or not isinstance(answer, (int, float, Fraction)):
        return answer
    return next((number for number in known if -0.05 < answer - number < 0.05), answer)


# --- 08.2: the element of risk as a function -----------------------------------------------------


def element_of_risk(net: Distribution[Ratio], play: Fraction) -> Fraction:
    """What the house keeps of each chip staked: `net` per Ante, `play` the chance of a Play."""
    return -net.mean / (1 + play)


def _houses(rng: random.Random) -> Iterator[tuple[Distribution[Ratio], Fraction]]:
    """Distributions of the net and chances of a Play that no house has, both edges' signs."""
    for _ in range(60):
        nets = rng.sample(range(-2, 9), rng.randint(2, 7))
        weights: dict[Ratio, int] = {each: rng.randint(1, 40) for each in nets}
        net = Distribution(weights)
        if net.mean:
            yield net, Fraction(rng.randint(1, 20), 21)


def _risk(answer: Any) -> str:
    expect_function(answer, element_of_risk, _houses(random.Random(82)), _risk_hint)
    return "Edge over average wager: always between half of the edge and all of it."


def _risk_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    net, play = arguments
    if got is None:
        return "The function returns nothing yet."
    if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
        return "A number is asked for."
    mistakes = {
        -wanted: "The sign is turned: what you lose, the house keeps.",
        -net.mean: "This is the edge per Ante; how many chips are staked on average?",
        net.mean: "This is the expectation per Ante; how many chips are staked on average?",
        -net.mean / play: "A round always stakes the Ante, and a Play only now and then.",
        -net.mean / 2: "Folded hands stake one chip, not two.",
        -net.mean * (1 + play): "Divide by the average wager.",
        wanted * 100: "This is in per cent; give the share itself.",
    }
    return next((hint for wrong, hint in mistakes.items() if same(got, wrong)), "")


# --- 08.3: the same edge, twice the variance -----------------------------------------------------


def _wilder(answer: Any) -> str:
    if not isinstance(answer, Mapping):
        raise Mistake(f"A table of hands and pays is asked for, and this is {short(answer)}.")
    if answer and (blanks := missing(answer)):
        raise Mistake(blanks)
    for hand, pay in answer.items():
        if not isinstance(pay, int):
            raise Mistake(f"{hand} = {short(pay)}: pay whole chips.")
    try:
        bet = _pair_plus(answer)
    except ValueError as error:
        raise Mistake(f"This is no Pair Plus table: {error}.") from None
    first = _pagat().pair_plus
    assert first is not None
    kept, wanted = (report.house_edge * 22_100 for report in (bet, first))
    if kept != wanted:
        raise Mistake(
            f"Of 22,100 chips, one on each hand, this table keeps {int(kept):,} and the first "
            f"keeps {int(wanted)}. What one hand pays more, others must pay less."
        )
    times = bet.variance / first.variance
    if not Fraction(19, 10) <= times <= Fraction(21, 10):
        more = "More" if times < 2 else "Less"
        raise Mistake(
            f"The edge is the same; the variance is {float(times):.2f} times that of the first. "
            f"{more} must go to the rarest hands: a pay counts there with its square."
        )
    return (
        f"The same price, {float(times):.2f} times the variance: one chip swings by "
        f"{bet.sd:.2f} instead of {first.sd:.2f}."
    )


# --- 08.4: a house that pushes -------------------------------------------------------------------


def pushing_values() -> Any:
    """What each Play brings, times 18,424, where a dealer who stays out gives the Ante back."""
    table = _pagat().table
    return table.play_value - table.not_qualified


def _pushing(answer: Any) -> str:
    found, values = _pagat(), pushing_values()
    deals = found.hands * found.dealer_hands

    def edge(plays: Any) -> Fraction:
        nets = plays * values - ~plays * found.dealer_hands
        return Fraction(-int(nets.sum()), deals)

    right = edge(values > -found.dealer_hands)
    expect_number(
        answer,
        right,
        {
            -right: "The size is right: an edge is positive where the house gains.",
            edge(found.table.plays): (
                "These are the old rule's decisions. Compare each hand's new value with a fold."
            ),
            edge(found.table.plays | True): "Some hands are better folded now: take the best.",
            found.ante.house_edge: "This is the rule as it was.",
        },
        "The value of a Play falls by 1 for each dealer's hand that does not qualify; then take "
        "the better of that and a fold, hand by hand.",
    )
    return (
        "22.93 %. The chip that you get from a dealer who does not qualify is what pays for your "
        "folds; without it only 12,860 hands are worth a Play."
    )


EXERCISES = {"08.1": _variances, "08.2": _risk, "08.3": _wilder, "08.4": _pushing}

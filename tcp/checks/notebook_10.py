"""The exercises of notebook 10: rounds for a question, an interval and its coverage, a rule."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from tcp.checks import (
    expect_function,
    expect_number,
    expect_numbers,
    is_number,
    plain,
)
from tcp.exact import analyse, three_ranks
from tcp.probability import Distribution
from tcp.ranking import Category
from tcp.rules import load_rules

Z = 1.96


def nearest(answer: Any, known: Iterable[Fraction | int], share: float) -> Any:
    """The known number that an answer comes near, up to this share of it; else the answer."""
    if not is_number(answer) or (isinstance(answer, float) and not math.isfinite(answer)):
        return answer
    near = [each for each in known if abs(answer - each) <= share * float(abs(each))]
    return min(near, key=lambda each: abs(answer - each), default=answer)


def rounds_to_tell(variance: Fraction, gap: Fraction) -> Fraction:
    """How many rounds make the gap two standard errors of something with this variance.

    >>> rounds_to_tell(Fraction(4), Fraction(1, 10))
    Fraction(1600, 1)
    """
    return Fraction(4) * variance / (gap * gap)


# --- 10.1: three designs -------------------------------------------------------------------------


@cache
def decisions_apart() -> Distribution[int]:
    """By how much best play beats the dealer's way, over all deals: 0 where they decide alike."""
    best, mimic = (analyse(load_rules("pagat"), strategy=each).table for each in ("best", "mimic"))
    apart = best.plays != mimic.plays
    assert not best.plays[apart].any(), "what they differ in, best play folds"
    ends = {"not_qualified": 1, "win": 2, "tie": 0, "lose": -2}
    weights = {-1 - net: int(getattr(best, end)[apart].sum()) for end, net in ends.items()}
    return Distribution(weights | {0: len(best.plays) * best.unit - sum(weights.values())})


def _designs(answer: Any) -> str:
    best, mimic = (analyse(load_rules("pagat"), strategy=each).ante for each in ("best", "mimic"))
    gap, difference = mimic.house_edge - best.house_edge, decisions_apart().variance
    known, two = (
        rounds_to_tell(variance, gap)
        for variance in (best.variance, best.variance + mimic.variance)
    )
    same_cards = rounds_to_tell(difference, gap)
    right = {"known_value": known, "two_samples_each": two, "same_cards": same_cards}
    one_error = "that makes the gap one standard error; two are asked for."
    percent = "the gap is 0.076 per cent, so 0.00076."
    mistakes: dict[tuple[str, Fraction | int], str] = {
        (name, number / 4): one_error for name, number in right.items()
    }
    mistakes |= {(name, number / 10_000): percent for name, number in right.items()}
    mistakes |= {
        ("known_value", two): "only one of the two numbers is sampled here.",
        ("two_samples_each", known): "both means swing, so their variances add.",
        ("two_samples_each", 2 * two): "this is the sum; how many rounds does each sample need?",
        ("same_cards", known): "on the same cards only the difference swings; take its variance.",
        ("same_cards", two): "on the same cards only the difference swings; take its variance.",
    }
    if isinstance(answer, (tuple, list)):
        numbers = [*right.values(), *(wrong for _, wrong in mistakes)]
        answer = [nearest(each, numbers, 0.03) for each in answer]
    expect_numbers(
        answer,
        right,
        mistakes,
        "two standard errors are the gap: 2 × √(variance / n) = 0.00076; solve that for n.",
    )
    millions = [f"{float(rounds) / 1e6:.1f}" for rounds in (known, two, same_cards)]
    return (
        f"About {millions[0]}, {millions[1]} and {millions[2]} million: the same cards do with a "
        "hundred and twenty-fifth of the work of two samples."
    )


# --- 10.2: an interval ---------------------------------------------------------------------------


def interval(gains: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval round the mean of some rounds."""
    return _round(gains)


def _round(
    gains: Sequence[int],
    *,
    less: int = 1,
    half: Callable[[float, int], float] = lambda sd, n: Z * sd / math.sqrt(n),
) -> tuple[float, float]:
    """Mean less and plus `half` of the deviation estimated over n - `less`."""
    n = len(gains)
    mean = sum(gains) / n
    sd = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (n - less))
    return mean - half(sd, n), mean + half(sd, n)


def _samples(rng: random.Random) -> Iterator[tuple[list[int]]]:
    """Nets of a few rounds, never all the same."""
    for size in (5, 3, 8, 2, *(rng.randint(4, 60) for _ in range(40))):
        gains = [rng.choice((-2, -1, -1, 0, 1, 2, 2, 7)) for _ in range(size - 1)]
        yield ([*gains, gains[0] + rng.randint(1, 9)],)


def _interval(answer: Any) -> str:
    expect_function(answer, interval, _samples(random.Random(102)), _interval_hint, close=_close)
    return "Mean and standard error from the rounds alone: no exact value was needed."


def _close(found: Any, wanted: tuple[float, float]) -> bool:
    """Whether a pair is near enough to this one, as with 1.959964 for 1.96."""
    if not isinstance(found, (tuple, list)):
        return False
    width = abs(wanted[1] - wanted[0])
    found = [plain(each) for each in found]
    return len(found) == 2 and all(
        is_number(got) and abs(got - end) < 1e-4 * width
        for got, end in zip(found, wanted, strict=True)
    )


def _interval_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    (gains,) = arguments
    if got is None:
        return "The function returns nothing yet."
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        return "A pair is asked for: the lower end, then the upper end."
    mean = sum(gains) / len(gains)
    mistakes = {
        (wanted[1], wanted[0]): "The lower end comes first.",
        _round(gains, less=0): "Estimate the variance over n − 1, not n.",
        _round(gains, half=lambda sd, n: Z * sd): (
            "That is the spread of single rounds; the standard error of their mean is over √n."
        ),
        _round(gains, half=lambda sd, n: Z * sd / n): "The standard error falls as 1/√n, not 1/n.",
        _round(gains, half=lambda sd, n: Z * sd * sd / n): "That is the variance; take its root.",
        _round(gains, half=lambda sd, n: sd / math.sqrt(n)): (
            "One standard error to each side holds the exact value in 68 % of cases; take 1.96."
        ),
        (wanted[0] - mean, wanted[1] - mean): "The interval lies round the mean.",
    }
    return next((hint for wrong, hint in mistakes.items() if _close(got, wrong)), "")


# --- 10.3: the coverage of an interval -----------------------------------------------------------


def _lottery(answer: Any) -> str:
    hits = 1 - Fraction(22_099, 22_100) ** 1_000
    mistakes: Mapping[Fraction | int, str] = {
        Fraction(95, 100): "That is what it promises. What is the interval of 1,000 losses?",
        1 - hits: (
            "These are the simulations without a hit: 1,000 times −1, so the interval is −1 alone "
            "and does not hold 0."
        ),
        Fraction(1_000, 22_100): (
            "That is how many hits there are on average; take the chance of one or more."
        ),
        0: "With one hit among 1,000 the interval is wide enough to hold 0.",
        1: "With no hit the interval is −1 alone, and does not hold 0.",
        hits * 100: "This is in per cent; give the chance itself, a number from 0 to 1.",
    }
    expect_number(
        nearest(answer, [hits, *mistakes], 0.004),
        hits,
        mistakes,
        "With no hit it is −1 alone and misses 0; with a hit it holds 0. So ask for the chance of "
        "at least one hit in 1,000.",
    )
    return "4.42 % instead of 95. A sample without a hit warns of nothing: its standard error is 0."


# --- 10.4: a changed rule on the same cards ------------------------------------------------------


@cache
def bonus_apart() -> Distribution[int]:
    """By how much `pagat` pays more than a house whose bonus needs a win, over all deals."""
    table, pays = (
        analyse(load_rules("pagat")).table,
        {
            Category.STRAIGHT: 1,
            Category.THREE_OF_A_KIND: 4,
            Category.STRAIGHT_FLUSH: 5,
        },
    )
    ranks = three_ranks()
    weights = dict.fromkeys(pays.values(), 0)
    for rank, lost in zip(table.rank.tolist(), table.lose.tolist(), strict=True):
        if ranks[rank].category in pays:
            weights[pays[Category(ranks[rank].category)]] += lost
    return Distribution(weights | {0: len(table.rank) * table.unit - sum(weights.values())})


def _strict_bonus(answer: Any) -> str:
    pagat = load_rules("pagat")
    ante, strict = analyse(pagat).ante, analyse(replace(pagat, bonus_needs_win=True)).ante
    gap = strict.house_edge - ante.house_edge
    right = rounds_to_tell(bonus_apart().variance, gap)
    mistakes: Mapping[Fraction | int, str] = {
        right / 4: "That makes the gap one standard error; two are asked for.",
        rounds_to_tell(ante.variance, gap): (
            "That is the number against a known value; on the same cards take the variance of the "
            "difference, round by round."
        ),
        rounds_to_tell(ante.variance + strict.variance, gap): (
            "That is the number for two samples; on the same cards take the variance of the "
            "difference, round by round."
        ),
    }
    expect_number(
        nearest(answer, [right, *mistakes], 0.15),
        right,
        mistakes,
        "Settle the same rounds by both rules, with the same seed. Subtract round by round; then "
        "it is 4 × variance / mean² of the differences.",
    )
    return (
        f"Counted exactly it is {math.ceil(right):,}. The rules differ only where a bonus hand is "
        "beaten, in 1 round of 1,600 or so; without common cards it would take 21 million."
    )


EXERCISES: Mapping[str, Callable[[Any], str]] = {
    "10.1": _designs,
    "10.2": _interval,
    "10.3": _lottery,
    "10.4": _strict_bonus,
}

"""Distributions are exact, and obey the laws of chance."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcp.probability import Distribution

values = st.integers(-20, 20) | st.fractions(-5, 5, max_denominator=6)
distributions = st.dictionaries(values, st.integers(1, 50), min_size=1, max_size=6).map(
    Distribution
)
DIE = Distribution.count(range(1, 7))


def cases(distribution: Distribution[Any]) -> list[Any]:
    """All equally likely cases, one by one: the long way round."""
    return [value for value, weight in distribution.items() for _ in range(weight)]


def test_a_die() -> None:
    assert DIE.total == 6
    assert DIE.mean == Fraction(7, 2)
    assert DIE.variance == Fraction(35, 12)
    assert DIE.sd == math.sqrt(35 / 12)
    assert DIE.p(6) == Fraction(1, 6)
    assert DIE.p(7) == 0
    assert DIE.p(lambda pips: pips > 4) == Fraction(1, 3)


def test_two_dice() -> None:
    two = DIE + DIE
    assert dict(two) == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert two == DIE.repeat(2)


def test_weights_stay_as_given() -> None:
    hands = Distribution({"pair": 3744, "other": 18356})
    assert hands["pair"] == 3744
    assert hands.total == 22100
    assert Distribution({0: 2, 1: 2}) != Distribution({0: 1, 1: 1})  # counts, not only chances


def test_it_is_a_mapping_in_ascending_order() -> None:
    distribution = Distribution({3: 1, -1: 2, Fraction(1, 2): 4})
    assert list(distribution.items()) == [(-1, 2), (Fraction(1, 2), 4), (3, 1)]
    assert len(distribution) == 3
    assert 3 in distribution
    assert 4 not in distribution
    with pytest.raises(KeyError):
        distribution[4]
    assert list(Distribution({"b": 1, 2: 1})) == ["b", 2]  # without an order, as given


def test_a_weight_of_zero_is_a_value_that_cannot_happen() -> None:
    assert Distribution({1: 1, 2: 0}) == Distribution({1: 1})
    assert 2 not in Distribution({1: 1, 2: 0})


def test_its_text_can_be_typed() -> None:
    assert eval(repr(DIE), {"Distribution": Distribution}) == DIE


def test_given_is_conditional_probability() -> None:
    even = DIE.given(lambda pips: pips % 2 == 0)
    assert dict(even) == {2: 1, 4: 1, 6: 1}
    with pytest.raises(ValueError, match="the event has chance 0"):
        DIE.given(lambda pips: pips > 6)


def test_nothing_is_rounded() -> None:
    """Weights beyond the reach of floats: they would make this mean exactly one half."""
    huge = Distribution({0: 10**40, 1: 10**40 + 1})
    assert huge.mean == Fraction(10**40 + 1, 2 * 10**40 + 1)
    assert huge.mean > Fraction(1, 2)
    assert isinstance(huge.variance, Fraction)


@given(distributions)
def test_mean_and_variance_are_those_of_the_listed_cases(distribution: Distribution[Any]) -> None:
    listed = cases(distribution)
    mean = Fraction(sum(listed)) / len(listed)
    assert distribution.total == len(listed)
    assert distribution.mean == mean
    assert distribution.variance == Fraction(sum((v - mean) ** 2 for v in listed)) / len(listed)
    assert distribution.sd == pytest.approx(math.sqrt(distribution.variance))


@given(distributions, distributions)
def test_a_sum_pairs_every_case_with_every_case(
    one: Distribution[Any], other: Distribution[Any]
) -> None:
    small, few = Distribution.count(cases(one)[:12]), Distribution.count(cases(other)[:12])
    assert small + few == Distribution.count(a + b for a, b in product(cases(small), cases(few)))


@given(distributions, distributions, distributions)
def test_laws_of_sums(
    one: Distribution[Any], other: Distribution[Any], third: Distribution[Any]
) -> None:
    both = one + other
    assert both == other + one
    assert both + third == one + (other + third)
    assert both.total == one.total * other.total
    assert both.mean == one.mean + other.mean
    assert both.variance == one.variance + other.variance


@given(distributions, st.fractions(-9, 9, max_denominator=9), st.fractions(-9, 9))
def test_the_mean_is_linear(distribution: Distribution[Any], a: Fraction, b: Fraction) -> None:
    changed = distribution.map(lambda value: a * value + b)
    assert changed.total == distribution.total
    assert changed.mean == a * distribution.mean + b
    assert changed.variance == a**2 * distribution.variance


@given(distributions)
def test_mapping_merges_values_that_become_equal(distribution: Distribution[Any]) -> None:
    signs = distribution.map(lambda value: (value > 0) - (value < 0))
    assert signs.total == distribution.total
    assert signs.p(1) == distribution.p(lambda value: value > 0)
    assert signs.p(0) == distribution.p(0)


@given(
    st.dictionaries(st.integers(-3, 3), st.integers(1, 5), min_size=1, max_size=3),
    st.integers(1, 13),
)
def test_repeat_is_adding_again_and_again(weights: dict[int, int], times: int) -> None:
    distribution = Distribution(weights)
    added = distribution
    for _ in range(times - 1):
        added = added + distribution
    repeated = distribution.repeat(times)
    assert repeated == added
    assert repeated.total == distribution.total**times
    assert repeated.mean == times * distribution.mean
    assert repeated.variance == times * distribution.variance


@given(distributions, st.integers(-20, 20))
def test_chances_add_up(distribution: Distribution[Any], edge: int) -> None:
    assert sum(distribution.p(value) for value in distribution) == 1
    below = distribution.p(lambda value: value < edge)
    assert below + distribution.p(lambda value: value >= edge) == 1


@given(distributions, st.integers(-20, 20))
def test_total_probability(distribution: Distribution[Any], edge: int) -> None:
    parts = [lambda value: value < edge, lambda value: value >= edge]
    means = Fraction(0)
    for part in parts:
        if distribution.p(part):
            means += distribution.p(part) * distribution.given(part).mean
    assert means == distribution.mean


def test_a_thousand_coins_at_once() -> None:
    heads = Distribution({0: 1, 1: 1}).repeat(1000)
    assert heads[500] == math.comb(1000, 500)


def test_only_distributions_are_added() -> None:
    with pytest.raises(TypeError):
        DIE + 1  # type: ignore[operator]

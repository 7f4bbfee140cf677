"""Exact chance: a distribution is a table of integer weights."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any, Generic, TypeVar

from tcp.quoting import quoted

Value = TypeVar("Value")

MOST_COPIES = 10_000  # exact weights grow with each copy; beyond this they would fill the memory


class Distribution(Mapping[Value, int], Generic[Value]):
    """What can happen, and how many of the equally likely cases each value has.

    Weights are whole numbers and stay as given, so a distribution over the 22,100 hands still
    shows its counts. Chances, means and variances are `Fraction`; only `sd`, a square root, is
    a float.

    >>> coin = Distribution({-1: 1, +1: 1})
    >>> coin.mean, coin.variance
    (Fraction(0, 1), Fraction(1, 1))
    >>> (coin + coin).p(0)
    Fraction(1, 2)

    Raises:
        ValueError: for what is no table, a weight that is no whole number or negative, or where
            all are zero.
    """

    __slots__ = ("_weights",)

    def __init__(self, weights: Mapping[Value, int]) -> None:
        if not isinstance(weights, Mapping):
            raise ValueError(
                f"{quoted(weights)} is no table of values and weights, like {{0: 1, 1: 3}}; "
                "Distribution.count takes a list of equally likely cases"
            )
        kept: dict[Value, int] = {}
        for value, weight in weights.items():
            if not isinstance(weight, int) or isinstance(weight, bool) or weight < 0:
                raise ValueError(
                    f"weight {quoted(weight)} of {quoted(value)}: a weight is a whole "
                    "number, 0 or more"
                )
            if weight:
                kept[value] = weight
        if not kept:
            raise ValueError("a distribution needs at least one value with a positive weight")
        self._weights = kept

    @classmethod
    def count(cls, values: Iterable[Value]) -> Distribution[Value]:
        """The distribution of a list of equally likely cases.

        >>> Distribution.count("HTTH")
        Distribution({'H': 2, 'T': 2})
        """
        if not isinstance(values, Iterable):
            raise ValueError(f"{quoted(values)}: a list of cases is asked for, such as range(1, 7)")
        return cls(Counter(values))

    def __getitem__(self, value: Value) -> int:
        """The weight of a value; a value that cannot happen is a `KeyError`."""
        return self._weights[value]

    def __iter__(self) -> Iterator[Value]:
        """The values, in ascending order where they have one."""
        try:
            return iter(sorted(self._weights))  # type: ignore[type-var]
        except TypeError:
            return iter(self._weights)

    def __len__(self) -> int:
        """How many different values can happen."""
        return len(self._weights)

    def __repr__(self) -> str:
        """The table as it could be typed."""
        return f"Distribution({dict(self.items())!r})"

    @property
    def total(self) -> int:
        """The number of equally likely cases: the sum of all weights."""
        return sum(self._weights.values())

    def p(self, event: Callable[[Value], bool] | Value) -> Fraction:
        """The chance of an event: one value, or a function that says which values belong.

        >>> die = Distribution.count(range(1, 7))
        >>> die.p(6), die.p(lambda pips: pips % 2 == 0)
        (Fraction(1, 6), Fraction(1, 2))
        """
        if callable(event):
            return Fraction(sum(w for v, w in self._weights.items() if event(v)), self.total)
        if not isinstance(event, Hashable):
            raise ValueError(f"{quoted(event)} is no event: give a value, or a function of values")
        return Fraction(self._weights.get(event, 0), self.total)

    def given(self, event: Callable[[Value], bool]) -> Distribution[Value]:
        """The distribution once it is known that the event happened.

        >>> Distribution.count(range(1, 7)).given(lambda pips: pips > 4)
        Distribution({5: 1, 6: 1})
        """
        _check_function(event)
        kept = {value: weight for value, weight in self._weights.items() if event(value)}
        if not kept:
            raise ValueError("the event has chance 0, so nothing can be known given it")
        return Distribution(kept)

    def map(self, function: Callable[[Value], Any]) -> Distribution[Any]:
        """The distribution of a function of the value.

        >>> Distribution.count(range(1, 7)).map(lambda pips: pips > 4)
        Distribution({False: 4, True: 2})
        """
        _check_function(function)
        weights: Counter[Any] = Counter()
        for value, weight in self._weights.items():
            weights[function(value)] += weight
        return Distribution(weights)

    def _moment(self, power: int) -> Fraction:
        weighted = Fraction(0)
        numbers: Mapping[Any, int] = self._weights
        for value, weight in numbers.items():
            if not isinstance(value, (Integral, float, Fraction)) or not math.isfinite(value):
                raise ValueError(f"{quoted(value)} is no number; only numbers have a mean")
            exact = Fraction(int(value) if isinstance(value, Integral) else value)
            weighted += exact**power * weight
        return weighted / self.total

    @property
    def mean(self) -> Fraction:
        """The expectation: values weighted by their chances."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        return self._moment(2) - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation: the square root of the variance, as a float."""
        return math.sqrt(self.variance)

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        """The distribution of the sum of two independent values."""
        if not isinstance(other, Distribution):
            return NotImplemented
        weights: Counter[Any] = Counter()
        numbers: Mapping[Any, int] = self._weights
        for left, many in numbers.items():
            for right, times in other._weights.items():
                weights[left + right] += many * times
        return Distribution(weights)

    def repeat(self, times: int) -> Distribution[Any]:
        """The distribution of the sum of `times` independent copies; totals grow as a power.

        >>> Distribution({0: 1, 1: 1}).repeat(3)
        Distribution({0: 1, 1: 3, 2: 3, 3: 1})
        """
        if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MOST_COPIES:
            raise ValueError(
                f"{quoted(times)} copies: repeat takes a whole number from 1 to {MOST_COPIES:,}"
            )
        # Doubling needs only log2(times) sums: 13 copies are 8 + 4 + 1.
        result: Distribution[Any] | None = None
        doubled: Distribution[Any] = self
        while True:
            times, odd = divmod(times, 2)
            if odd:
                result = doubled if result is None else result + doubled
            if not times:
                assert result is not None
                return result
            doubled = doubled + doubled


def _check_function(function: object) -> None:
    if not callable(function):
        raise ValueError(f"{quoted(function)}: a function of the value is asked for")

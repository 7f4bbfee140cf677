"""The wrong versions run, look right, and have exactly the fault that their story says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial

import pytest

from tcp.bugs import coin_sort, coin_sort_chances, stops_early, swap_with_any
from tcp.cards import DECK, Card
from tcp.fairness import landings

Shuffling = Callable[[random.Random, Sequence[Card]], tuple[Card, ...]]
SHUFFLES: tuple[Shuffling, ...] = (coin_sort, swap_with_any, stops_early)


class AskedFor(Exception):
    """The shuffle wants one more random number: so many are possible."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class Scripted(random.Random):
    """Gives the answers of a script instead of random ones, and keeps their chance."""

    def follow(self, script: Sequence[int]) -> Scripted:
        """Begin this script."""
        self.rest, self.chance = list(script), Fraction(1)
        return self

    def _next(self, sides: int) -> int:
        if not self.rest:
            raise AskedFor(sides)
        self.chance /= sides
        return self.rest.pop(0)

    def random(self) -> float:
        """A coin: 0 or one half."""
        return self._next(2) / 2

    def randrange(self, start: int, *_: object, **__: object) -> int:
        """Any number below."""
        return self._next(start)


def chances(shuffle: Shuffling, size: int) -> dict[tuple[Card, ...], Fraction]:
    """The exact chance of each order of a small deck: every way through the shuffle, once."""
    found: dict[tuple[Card, ...], Fraction] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        rng = Scripted().follow(script)
        try:
            order = shuffle(rng, DECK[:size])
        except AskedFor as more:
            scripts += [(*script, answer) for answer in range(more.sides)]
        else:
            found[order] = found.get(order, Fraction(0)) + rng.chance
    return found


def places(exact: dict[tuple[Card, ...], Fraction], start: int, size: int) -> list[Fraction]:
    """The chance of each place for the card that starts at one."""
    found = [Fraction(0)] * size
    for order, chance in exact.items():
        found[order.index(DECK[start])] += chance
    return found


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_a_biased_shuffle_keeps_every_card_and_the_deck_it_was_given(shuffle: Shuffling) -> None:
    deck = list(DECK)
    order = shuffle(random.Random(1), deck)
    assert deck == list(DECK)
    assert sorted(order) == list(DECK)
    assert order != DECK
    assert order == shuffle(random.Random(1), deck)


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_a_biased_shuffle_favours_some_orders(shuffle: Shuffling) -> None:
    exact = chances(shuffle, 4)
    assert sum(exact.values()) == 1
    assert set(exact.values()) != {Fraction(1, factorial(4))}


def test_the_fair_shuffle_would_pass_the_same_examination() -> None:
    def fisher_yates(rng: random.Random, cards: Sequence[Card]) -> tuple[Card, ...]:
        deck = list(cards)
        for place in range(len(deck) - 1, 0, -1):
            other = rng.randrange(place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)

    assert set(chances(fisher_yates, 4).values()) == {Fraction(1, factorial(4))}


def test_three_cards_swapped_with_any_come_4_or_5_times_in_27() -> None:
    exact = chances(swap_with_any, 3)
    assert sorted(27 * chance for chance in exact.values()) == [4, 4, 4, 5, 5, 5]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_exact_places_of_the_coin_sort(size: int) -> None:
    exact = chances(coin_sort, size)
    for start in range(size):
        assert coin_sort_chances(start, size) == places(exact, start, size)


def test_the_coin_sort_keeps_the_top_card_near_the_top() -> None:
    exact = coin_sort_chances(0)
    assert sum(exact) == 1
    assert sum(exact[:26]) > Fraction(64, 100)
    assert 2.2 < 52 * exact[0] < 2.3
    assert Counter(coin_sort_chances(51)) == {Fraction(1, 32): 12, Fraction(1, 64): 40}


def test_swap_with_any_is_fair_to_the_top_card_only() -> None:
    exact = chances(swap_with_any, 4)
    even = [Fraction(1, 4)] * 4
    assert [places(exact, start, 4) == even for start in range(4)] == [True, False, False, False]


def test_stopping_early_keeps_the_top_two_cards_apart_and_in_place() -> None:
    exact = chances(stops_early, 5)
    fifth = Fraction(1, 5)
    assert len(exact) == factorial(5) / 2
    assert places(exact, 0, 5) == [2 * fifth, 0, fifth, fifth, fifth]
    assert places(exact, 1, 5) == [0, 2 * fifth, fifth, fifth, fifth]
    assert places(exact, 4, 5) == [fifth] * 5


def test_the_whole_deck_behaves_as_the_small_ones() -> None:
    seen = landings(stops_early, DECK[0], 2_000, random.Random(1))
    assert seen[1] == 0
    assert 55 < seen[0] < 100

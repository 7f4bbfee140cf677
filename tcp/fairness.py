"""Is a shuffle fair? Where it sends a card, and one number for how far that is from expected."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from tcp.cards import DECK, Card, deal
from tcp.quoting import quoted

Shuffle: TypeAlias = Callable[[random.Random], Sequence[Card]]
"""Takes a source of chance and gives a new deck's 52 cards in another order, the top one first."""

Key = TypeVar("Key", bound=Hashable)
_SAME = frozenset(map(id, DECK))
MOST_SHUFFLES = 100_000_000  # beyond, nobody would wait for the end


def fair_shuffle(rng: random.Random) -> tuple[Card, ...]:
    """The whole deck as `deal` shuffles it: every order is equally likely."""
    return deal(rng, len(DECK))[0]


def shuffled(shuffle: Shuffle, rng: random.Random) -> tuple[Card, ...]:
    """The deck after one shuffle.

    Raises:
        ValueError: where the shuffle lost a card or made one.
    """
    if not callable(shuffle):
        raise ValueError(
            f"{quoted(shuffle)} is no shuffle; a shuffle is a function of a random.Random"
        )
    order = shuffle(rng)
    # Nearly always the very cards of DECK, which is found out fastest by identity.
    if (
        not isinstance(order, Sequence)
        or len(order) != len(DECK)
        or (set(map(id, order)) != _SAME and set(DECK) != set(order))
    ):
        name = getattr(shuffle, "__name__", "this shuffle")
        raise ValueError(f"{name} did not give back the 52 cards of the deck, each once")
    return tuple(order)


def landings(shuffle: Shuffle, card: Card, times: int, rng: random.Random) -> dict[int, int]:
    """How often a card lands at each place, 0 (the top) to 51, in so many shuffles of a new deck.

    >>> counts = landings(fair_shuffle, DECK[51], 520, random.Random(1))
    >>> len(counts), sum(counts.values())
    (52, 520)

    Raises:
        ValueError: for a shuffle that loses or makes a card.
    """
    _check_times(times)
    counts = dict.fromkeys(range(len(DECK)), 0)
    for _ in range(times):
        counts[shuffled(shuffle, rng).index(card)] += 1
    return counts


def all_landings(shuffle: Shuffle, times: int, rng: random.Random) -> dict[Card, dict[int, int]]:
    """The same for all 52 cards of the deck at once: `all_landings(...)[card][place]`.

    Raises:
        ValueError: for a shuffle that loses or makes a card.
    """
    _check_times(times)
    counts = {card: dict.fromkeys(range(len(DECK)), 0) for card in DECK}
    for _ in range(times):
        for place, card in enumerate(shuffled(shuffle, rng)):
            counts[card][place] += 1
    return counts


def chi_square(observed: Mapping[Key, int], expected: Mapping[Key, Fraction | int]) -> Fraction:
    """How far counts lie from what is expected: (observed - expected)² / expected, added up.

    Pearson's statistic, 1900. It is about the number of rows less one when all is as expected.

    >>> chi_square({"heads": 60, "tails": 40}, {"heads": 50, "tails": 50})
    Fraction(4, 1)

    Raises:
        ValueError: for a count of something that isn't expected at all.
    """
    for counts in (observed, expected):
        if not isinstance(counts, Mapping):
            raise ValueError(
                f"{quoted(counts)}: counts are written as {{'heads': 60, 'tails': 40}}"
            )
    if surprises := [key for key in observed if not expected.get(key)]:
        raise ValueError(f"{quoted(surprises[0])} was counted, but isn't expected")
    return sum(
        (Fraction(observed.get(key, 0) - wanted) ** 2 / wanted for key, wanted in expected.items()),
        Fraction(0),
    )


def _check_times(times: object) -> None:
    if not isinstance(times, int) or isinstance(times, bool) or not 0 <= times <= MOST_SHUFFLES:
        raise ValueError(
            f"times = {quoted(times)}: a whole number up to {MOST_SHUFFLES:,} is asked for"
        )

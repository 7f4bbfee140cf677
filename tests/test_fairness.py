"""Whether a shuffle is fair: where it sends cards, and chi-square against outside truths."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcp.cards import DECK, Card, deal
from tcp.fairness import all_landings, chi_square, fair_shuffle, landings, shuffled


def test_the_fair_shuffle_is_the_order_that_deal_deals_from() -> None:
    deck = fair_shuffle(random.Random(7))
    player, dealer = deal(random.Random(7), 3, 3)
    assert deck[:6] == player + dealer
    assert sorted(deck) == list(DECK)


def test_landings_count_each_shuffle_once_at_the_cards_place() -> None:
    def reverse(_: random.Random) -> Sequence[Card]:
        return DECK[::-1]

    counts = landings(reverse, DECK[3], 7, random.Random(1))
    assert list(counts) == list(range(52))
    assert {place: n for place, n in counts.items() if n} == {48: 7}
    assert landings(fair_shuffle, DECK[0], 50, random.Random(2)) == landings(
        fair_shuffle, DECK[0], 50, random.Random(2)
    )


def test_all_cards_are_followed_at_once() -> None:
    counts = all_landings(fair_shuffle, 30, random.Random(3))
    assert list(counts) == list(DECK)
    for card in (DECK[0], DECK[17], DECK[51]):
        assert counts[card] == landings(fair_shuffle, card, 30, random.Random(3))
    assert all(sum(counts[card][place] for card in DECK) == 30 for place in range(52))


def test_cards_made_anew_are_the_same_cards() -> None:
    def copies(_: random.Random) -> Sequence[Card]:
        return [Card(card.rank, card.suit) for card in DECK]

    assert landings(copies, DECK[5], 2, random.Random(1))[5] == 2


def test_a_shuffle_that_loses_or_makes_a_card_is_refused_by_name() -> None:
    def loses(_: random.Random) -> Sequence[Card]:
        return DECK[1:]

    def doubles(_: random.Random) -> Sequence[Card]:
        return (DECK[1], *DECK[1:])

    def forgets(_: random.Random) -> Sequence[Card]:
        return None  # type: ignore[return-value]

    for wrong in (loses, doubles, forgets):
        with pytest.raises(ValueError, match=f"{wrong.__name__} did not give back the 52 cards"):
            shuffled(wrong, random.Random(1))


def test_chi_square_of_mendels_peas() -> None:
    # Mendel's 556 peas of 1865 against 9 : 3 : 3 : 1, a textbook example with the value 0.470.
    observed = {"round yellow": 315, "wrinkled yellow": 101, "round green": 108, "wrinkled": 32}
    parts = {"round yellow": 9, "wrinkled yellow": 3, "round green": 3, "wrinkled": 1}
    expected = {kind: Fraction(556 * part, 16) for kind, part in parts.items()}
    assert round(float(chi_square(observed, expected)), 3) == 0.470


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=20))
def test_chi_square_is_zero_only_where_all_is_as_expected(counts: list[int]) -> None:
    observed = dict(enumerate(counts))
    expected = {key: count + 1 for key, count in observed.items()}
    assert chi_square(expected, expected) == 0
    assert chi_square(observed, expected) == sum(Fraction(1, n) for n in expected.values())


def test_chi_square_counts_what_never_came_and_refuses_what_cannot_come() -> None:
    assert chi_square({"heads": 10}, {"heads": 5, "tails": 5}) == 10
    with pytest.raises(ValueError, match="'edge' was counted, but isn't expected"):
        chi_square({"edge": 1}, {"heads": 1, "tails": 1})


def test_fair_experiments_average_the_number_of_places_less_one() -> None:
    rng = random.Random(3)
    expected = dict.fromkeys(range(52), 2)
    found = [
        float(chi_square(landings(fair_shuffle, DECK[9], 104, rng), expected)) for _ in range(99)
    ]
    assert abs(mean(found) - 51) < 4 * stdev(found) / 99**0.5

"""The club's showdown: its one difference from the usual ranking, and pots split to the chip."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tcp.cards import DECK, Card, parse_cards
from tcp.club.ranking import house_rank, showdown, split_pot
from tcp.exact import five_ranks, rank_best
from tcp.fivecard import FiveCategory, rank_five
from tests.test_fivecard import needs_phevaluator, phevaluator


def dealt(hands: int, size: int, seed: int) -> NDArray[np.uint8]:
    """Cards of random hands, a column each; few at once, as a whole deck is shuffled for each."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.random((52, hands // 20)).argpartition(size, axis=0)[:size].astype(np.uint8)
        for _ in range(20)
    ]
    return np.ascontiguousarray(np.concatenate(parts, axis=1))


@needs_phevaluator
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_million_hands_as_another_program_has_them_but_for_full_houses(size: int) -> None:
    cards = dealt(1_000_000, size, seed=100 + size)
    evaluate = phevaluator()
    # Its cards have the same indices; its 1 is the best hand and 7,462 the weakest.
    theirs = np.array([evaluate(*hand) for hand in cards.T.tolist()])
    strengths = rank_best(cards)
    assert len(strengths) == 1_000_000
    assert (strengths == 7_462 - theirs).all()

    # The club's order, from the readable rule on one hand of each strength that came up.
    seen, first = np.unique(strengths, return_index=True)
    house = [house_rank([DECK[card] for card in cards[:, column]]) for column in first]
    order = {rank: place for place, rank in enumerate(sorted(set(house)))}
    ours = np.zeros(len(five_ranks()), np.int64)
    ours[seen] = [order[rank] for rank in house]
    # The stated difference: its 156 full houses, from 167 on, are 13 times 12 with the same three.
    is_house = (theirs > 166) & (theirs <= 322)
    collapsed = np.where(is_house, 167 + (theirs - 167) // 12 * 12, theirs)
    _, places = np.unique(-collapsed, return_inverse=True)
    assert (ours[strengths] == places).all()
    assert is_house.any()


def test_the_house_differs_in_full_houses_only() -> None:
    rng = random.Random(3)
    for _ in range(3_000):
        hand = rng.sample(DECK[:32], rng.choice([5, 6, 7]))  # few ranks: full houses are common
        usual, house = rank_five(hand), house_rank(hand)
        assert usual.category == house.category
        if usual.category == FiveCategory.FULL_HOUSE:
            assert house.ranks == usual.ranks[:1]
        else:
            assert house == usual


def test_the_best_five_of_seven_are_the_best_in_the_house_too() -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = rng.sample(DECK[:32], 7)
        assert house_rank(hand) == max(map(house_rank, combinations(hand, 5)))


TABLE = parse_cards("9♥ 9♣")
KINGS, QUEENS = parse_cards("9♠ K♦ K♥ 4♣ 2♠"), parse_cards("9♦ Q♦ Q♥ A♣ 3♠")


def test_a_pot_that_only_this_house_splits() -> None:
    hands = [(*KINGS, *TABLE), (*QUEENS, *TABLE)]
    assert showdown(hands, 21).shares == (11, 10)
    assert showdown(hands, 21, rank_five).shares == (21, 0)


def test_three_alike_are_decided_by_the_other_cards() -> None:
    first, second = parse_cards("9♠ K♦ 7♥ 4♣ 2♠"), parse_cards("9♦ K♣ 6♥ 4♦ 3♠")
    found = showdown([(*first, *TABLE), (*second, *TABLE)], 10)
    assert found.winners == (0,)
    second = parse_cards("9♦ K♣ 7♦ 5♦ 3♠")
    assert showdown([(*first, *TABLE), (*second, *TABLE)], 10).shares == (5, 5)


@pytest.mark.parametrize(
    ("hands", "shares"),
    [
        (["K♥ K♦ 7♥ 4♦ 2♥", "9♥ 9♦ 7♣ 4♣ 2♠"], (13, 0)),
        (["9♥ 9♦ 7♣ 4♣ 2♠", None, "K♥ K♦ 7♥ 4♦ 2♥"], (0, 0, 13)),
        ([None, "9♥ 9♦ 7♣ 4♣ 2♠"], (0, 13)),
        (["A♠ K♠ Q♠ J♠ 10♠", "A♥ K♥ Q♥ J♥ 10♥", None, "A♦ K♦ Q♦ J♦ 10♦"], (5, 4, 0, 4)),
        (["9♥ 9♦ 7♣ 4♣ 2♠", "9♣ 9♠ 7♥ 4♥ 2♦", "3♥ 4♦ 5♦ 7♦ A♦"], (7, 6, 0)),
        (["2♥ 7♥ 9♥ J♥ 3♥", "A♠ K♥ Q♠ J♠ 10♠"], (13, 0)),
        (["2♠ 3♠ 4♠ 5♥ A♠", "6♠ 5♠ 4♦ 3♥ 2♥"], (0, 13)),
    ],
)
def test_who_gets_what(hands: list[str | None], shares: tuple[int, ...]) -> None:
    held: list[tuple[Card, ...] | None] = [hand and parse_cards(hand) for hand in hands]  # type: ignore[misc]
    found = showdown(held, 13)
    assert found.shares == shares
    assert sum(found.shares) == 13
    assert found.winners == tuple(place for place, share in enumerate(shares) if share)
    assert [rank is None for rank in found.ranks] == [hand is None for hand in hands]


@pytest.mark.parametrize("winners", [1, 2, 3, 7])
def test_pots_are_split_to_the_last_chip(winners: int) -> None:
    for pot in range(40):
        parts = split_pot(pot, winners)
        assert sum(parts) == pot
        assert max(parts) - min(parts) <= 1
        assert list(parts) == sorted(parts, reverse=True)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: showdown([None, None], 5), "everybody has folded"),
        (lambda: showdown([], 5), "everybody has folded"),
        (lambda: showdown([KINGS[:4]], 5), "4 cards"),
        (lambda: showdown([KINGS], -1), "a pot: -1; a whole number is asked for, 0 or more"),
        (lambda: showdown([KINGS], 2.5), "a pot: 2.5"),  # type: ignore[arg-type]
        (lambda: split_pot(True, 2), "a pot: True"),
        (lambda: split_pot(5, 0), "the winners: 0; a whole number is asked for, 1 or more"),
        (lambda: house_rank(KINGS[:3]), "3 cards"),
    ],
)
def test_what_is_refused(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole text is looked at
        call()
    assert sentence in str(refused.value)

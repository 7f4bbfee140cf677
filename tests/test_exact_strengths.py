"""Strengths of three and of five to seven cards, against the readable ranking and others."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from itertools import chain, combinations, combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tcp import DECK, FiveCategory, rank_five, rank_hand
from tcp.exact import (
    all_hands,
    best_five_counts,
    example_hands,
    five_ranks,
    rank_best,
    rank_three,
    six_card_counts,
    three_ranks,
)
from tcp.exact.patterns import mixed_categories
from tcp.exact.strengths import check_deals

COUNTS = tomllib.loads((Path(__file__).parent / "figures.toml").read_text("utf-8"))["counts"]


def columns(hands: Iterable[tuple[int, ...]]) -> NDArray[np.uint8]:
    return np.array(list(hands), np.uint8).T


def dealt(rng: np.random.Generator, hands: int, size: int) -> NDArray[np.uint8]:
    cards = rng.random((52, hands)).argpartition(size, axis=0)[:size].astype(np.uint8)
    return np.ascontiguousarray(cards)


def test_all_hands_are_those_of_the_deck_in_its_order() -> None:
    assert [tuple(hand) for hand in all_hands().T] == list(combinations(range(52), 3))


def test_three_card_strengths_are_the_ranking_on_all_hands() -> None:
    ranks = [rank_hand(hand) for hand in combinations(DECK, 3)]
    order = sorted(set(ranks))
    assert list(three_ranks()) == order
    assert [order[strength] for strength in rank_three(all_hands())] == ranks


def test_the_order_of_the_cards_does_not_matter() -> None:
    strengths = rank_three(all_hands())
    for order in permutations(range(3)):
        assert (rank_three(all_hands()[list(order)]) == strengths).all()


def test_each_example_has_the_rank_it_stands_for() -> None:
    assert len(example_hands()) == COUNTS["three_cards"]["distinct_ranks"] == 741
    assert tuple(map(rank_hand, example_hands())) == three_ranks()


def test_five_card_strengths_are_the_ranking_on_every_kind_of_hand() -> None:
    """Ranks in mixed suits and, where they differ, in one suit."""
    mixed: list[tuple[int, ...]] = [
        tuple(4 * rank + place % 4 for place, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    ]
    suited: list[tuple[int, ...]] = list(combinations(range(2, 52, 4), 5))
    ranks = [rank_five([DECK[card] for card in hand]) for hand in mixed + suited]
    assert list(five_ranks()) == sorted(set(ranks))
    assert [five_ranks()[strength] for strength in rank_best(columns(mixed + suited))] == ranks


def test_best_of_six_on_every_set_of_ranks() -> None:
    """All sets of ranks in mixed suits; five or six ranks also with a flush among them."""
    mixed, flush = [], []
    for ranks in combinations_with_replacement(range(13), 6):
        if max(map(ranks.count, ranks)) <= 4:
            mixed.append(tuple(4 * rank + place % 4 for place, rank in enumerate(ranks)))
        if len(set(ranks)) == 6:
            flush.append(tuple(4 * rank for rank in ranks))
        if (
            len(set(ranks)) >= 5
        ):  # one card of another suit, the upper one of a pair if there is one
            other = next((i for i in range(1, 6) if ranks[i] == ranks[i - 1]), sum(ranks) % 6)
            flush.append(tuple(4 * rank + (i == other) for i, rank in enumerate(ranks)))
    assert len(mixed) == 18_395
    expected = [rank_five([DECK[card] for card in hand]) for hand in mixed + flush]
    assert [five_ranks()[strength] for strength in rank_best(columns(mixed + flush))] == expected


@pytest.mark.parametrize("size", [5, 6, 7])
def test_cards_without_a_flush_depend_on_shape_and_straight_alone(size: int) -> None:
    """What is counted from one example of each shape holds for every set of ranks."""
    runs = [{(low + step) % 13 for step in range(5)} for low in (12, *range(9))]
    shapes, hands = [], []
    for ranks in combinations_with_replacement(range(13), size):
        shape = tuple(sorted(map(ranks.count, set(ranks)), reverse=True))
        if shape[0] <= 4:
            shapes.append((shape, any(run <= set(ranks) for run in runs)))
            hands.append(tuple(4 * rank + place % 4 for place, rank in enumerate(ranks)))
    categories = [five_ranks()[strength].category for strength in rank_best(columns(hands))]
    assert set(shapes) == set(mixed_categories(size))
    assert [mixed_categories(size)[shape] for shape in shapes] == categories


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_of_random_hands(size: int) -> None:
    cards = dealt(np.random.default_rng(size), 1_500, size)
    few_suits = cards[:, :0]
    while few_suits.shape[1] < 300:  # and of hands where flushes are common
        more = dealt(np.random.default_rng(few_suits.shape[1] + size), 4_000, size)
        few_suits = np.concatenate([few_suits, more[:, (more % 4 == 2).sum(axis=0) >= 4]], axis=1)
    cards = np.concatenate([cards, few_suits], axis=1)
    expected = [rank_five([DECK[card] for card in hand]) for hand in cards.T]
    assert [five_ranks()[strength] for strength in rank_best(cards)] == expected


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_as_another_program_has_it(size: int) -> None:
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    cards = dealt(np.random.default_rng(10 + size), 60_000, size)
    # Its cards have the same indices; its 1 is the best hand and 7,462 the weakest.
    theirs = [evaluate(*hand) for hand in cards.T.tolist()]
    assert (rank_best(cards) == 7_462 - np.array(theirs)).all()


def every_hand_of_five() -> NDArray[np.uint8]:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8)
    return np.ascontiguousarray(cards.reshape(-1, 5).T)


def census(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    by_rank = np.bincount(rank_best(cards), minlength=len(five_ranks()))
    categories = np.array([rank.category for rank in five_ranks()])
    return np.bincount(categories, by_rank).astype(np.int64)


def counted(totals: NDArray[np.int64]) -> dict[FiveCategory, int]:
    return dict(zip(FiveCategory, totals.tolist(), strict=True))


def named(counts: dict[FiveCategory, int]) -> dict[str, int]:
    return {category.name.lower(): hands for category, hands in counts.items()}


def test_the_visit_of_all_hands_of_five_and_of_six() -> None:
    """All 2,598,960 and all 20,358,520: the counts are confirmed one hand at a time."""
    fives = every_hand_of_five()
    assert counted(census(fives)) == best_five_counts(5)
    assert named(best_five_counts(5)) == COUNTS["five_cards"]
    total = np.zeros(len(FiveCategory), np.int64)
    for lowest in range(47):
        others = fives[:, np.searchsorted(fives[0], lowest + 1) :]
        first = np.full((1, others.shape[1]), lowest, np.uint8)
        total += census(np.concatenate([first, others]))
    assert total.sum() == 20_358_520
    assert counted(total) == best_five_counts(6) == six_card_counts()
    assert named(six_card_counts()) == COUNTS["best_five_of_six"]


def test_the_visit_of_all_hands_of_seven() -> None:
    """All 133,784,560, those with the same two lowest cards at once."""
    fives = every_hand_of_five()
    total = np.zeros(len(FiveCategory), np.int64)
    for lowest, second in combinations(range(47), 2):
        others = fives[:, np.searchsorted(fives[0], second + 1) :]
        cards = np.empty((7, others.shape[1]), np.uint8)
        cards[0], cards[1], cards[2:] = lowest, second, others
        total += census(cards)
    assert total.sum() == 133_784_560
    assert counted(total) == best_five_counts(7)
    assert named(best_five_counts(7)) == COUNTS["best_five_of_seven"]


@pytest.mark.parametrize("cards", [4, 8, 6.5, "7", None])
def test_the_best_five_are_counted_for_five_to_seven_cards(cards: Any) -> None:
    with pytest.raises(ValueError, match="the best five are counted for 5, 6 or 7"):
        best_five_counts(cards)


def test_no_hand_at_all() -> None:
    assert rank_three(np.empty((3, 0), np.uint8)).tolist() == []
    assert rank_best(np.empty((6, 0), np.uint8)).tolist() == []


def test_what_is_refused() -> None:
    for rank, size in ((rank_three, 3), (rank_best, 6)):
        good = np.repeat(np.arange(size, dtype=np.uint8)[:, None], 40_000, axis=1)
        rank(good)
        with pytest.raises(ValueError, match=r"int64.*a uint8 array is asked for, of shape"):
            rank(good.astype(np.int64))
        with pytest.raises(ValueError, match="a uint8 array is asked for"):
            rank([[1, 2, 3]])  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a uint8 array is asked for"):
            rank(good[0])
        with pytest.raises(ValueError, match=r"shape \(4, 40000\): a column is a hand"):
            rank(np.resize(good, (4, 40_000)))
        unknown = good.copy()
        unknown[1, 34_321] = 52
        with pytest.raises(ValueError, match="card 52: the deck's indices go from 0 to 51"):
            rank(unknown)
        for first, second in combinations(range(size), 2):
            twice = good.copy()
            twice[first, 39_999] = twice[second, 39_999]
            with pytest.raises(ValueError, match=r"hand 39999 \(.*\) holds a card twice"):
                rank(twice)


@pytest.mark.parametrize("hands", range(2, 8))
def test_a_deal_has_hands_for_one_to_six_boxes_and_the_dealer(hands: int) -> None:
    cards = np.arange(3 * hands, dtype=np.uint8).reshape(hands, 3, 1)
    rounds = np.tile(cards, 4)
    check_deals(rounds)
    check_deals(rounds[:, :, :0])
    with pytest.raises(ValueError, match="for 1 to 6 boxes"):
        check_deals(rounds[:1] if hands == 2 else np.arange(24, dtype=np.uint8).reshape(8, 3, 1))
    with pytest.raises(ValueError, match="shape"):
        check_deals(rounds[:, :2])
    rounds[0, 0, 2] = rounds[-1, -1, 2]
    with pytest.raises(ValueError, match=r"^round 2 \(.*\) holds a card twice; a deck"):
        check_deals(rounds)

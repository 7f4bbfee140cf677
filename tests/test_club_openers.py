"""Deals without openers: counted rank by rank, and again by ways that know nothing of ranks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tcp.cards import DECK, Card, Rank
from tcp.club.jackpot import may_open, required
from tcp.club.odds import dealt_five
from tcp.club.openers import (
    _flushes,
    all_deals,
    deals_without_openers,
    somebody_opens,
)
from tcp.club.sampled import sample_openers
from tcp.exact.fives import five_ranks, rank_best
from tcp.fivecard import FiveCategory, FiveRank

LADDER = range(10)
PAIR = 84_480  # hands with a pair of one rank


# --- one hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rung", LADDER)
def test_one_hand_by_ranking_all_of_them(rung: int) -> None:
    least = FiveRank(FiveCategory.PAIR, (required(rung),))
    closed = dealt_five().map(lambda rank: rank < least)[True]
    assert deals_without_openers(1, rung) == closed


def test_one_hand_by_a_formula() -> None:
    high_card, pairs_below_jacks = 1_302_540, 9
    for rung, more in enumerate((0, 1, 2, 3, 3, 2, 1, 0)):
        assert deals_without_openers(1, rung) == high_card + (pairs_below_jacks + more) * PAIR


# --- two hands of the full deck ------------------------------------------------------------------


def fives() -> NDArray[np.uint8]:
    """All hands, a column each, their cards ascending."""
    flat = np.fromiter((i for hand in combinations(range(52), 5) for i in hand), np.uint8)
    return np.ascontiguousarray(flat.reshape(-1, 5).T)


def test_two_hands_by_the_cards_that_they_share() -> None:
    """All pairs of hands, less those that share a card, plus those that share two, and so on."""
    hands = fives()
    strengths = rank_best(hands)
    place = np.array([[comb(card, size) for card in range(52)] for size in range(6)])
    for step in (0, 2):
        total = 0
        least = five_ranks().index(
            next(rank for rank in five_ranks() if rank >= (FiveCategory.PAIR, (required(step),)))
        )
        closed = hands[:, strengths < least]
        for shared in range(6):
            many = np.zeros(comb(52, shared), np.int64)
            for cards in combinations(range(5), shared):
                numbers = np.zeros(closed.shape[1], np.int64)
                for size, card in enumerate(cards, start=1):
                    numbers += place[size, closed[card]]
                many += np.bincount(numbers, minlength=len(many))
            total += (-1) ** shared * sum(n * n for n in many[many > 0].tolist())
        assert total == deals_without_openers(2, step)


# --- short decks, dealt out in full --------------------------------------------------------------


def closed_masks(deck: list[Card], rung: int) -> NDArray[np.int64]:
    """The hands without openers, each as a set of bits."""
    return np.array(
        [
            sum(1 << deck.index(card) for card in hand)
            for hand in combinations(deck, 5)
            if not may_open(hand, rung)
        ],
        dtype=np.int64,
    )


@pytest.mark.parametrize("rung", range(4))
def test_two_hands_of_twenty_cards_one_after_the_other(rung: int) -> None:
    deck = [card for card in DECK if card.rank >= Rank.TEN]
    closed = closed_masks(deck, rung)
    pairs = sum(int(((closed & first) == 0).sum()) for first in closed.tolist())
    assert deals_without_openers(2, rung, lowest=Rank.TEN) == pairs
    assert all_deals(2, lowest=Rank.TEN) == comb(20, 5) * comb(15, 5)


@pytest.mark.parametrize("rung", [0, 3])
def test_three_hands_of_twenty_cards(rung: int) -> None:
    """The third hand lies in what two have left: such hands are counted for all sets of cards."""
    deck = [card for card in DECK if card.rank >= Rank.TEN]
    closed = closed_masks(deck, rung)
    within = np.zeros(1 << 20, np.int64)
    within[closed] = 1
    for bit in range(20):
        halves = within.reshape(-1, 2, 1 << bit)
        halves[:, 1] += halves[:, 0]
    triples = 0
    for first in closed.tolist():
        apart = closed[(closed & first) == 0]
        triples += int(within[(1 << 20) - 1 - first - apart].sum())
    assert deals_without_openers(3, rung, lowest=Rank.TEN) == triples


def test_two_hands_of_24_cards_by_the_cards_that_they_share() -> None:
    """Six ranks: one suit can hold flushes that are no run."""
    holding: Counter[tuple[int, ...]] = Counter()
    deck = [card for card in DECK if card.rank >= Rank.NINE]
    for hand in combinations(deck, 5):
        if not may_open(hand, 1):
            places = [card.index for card in hand]
            holding.update(part for size in range(6) for part in combinations(places, size))
    pairs = sum((-1) ** len(part) * many**2 for part, many in holding.items())
    assert deals_without_openers(2, 1, lowest=Rank.NINE) == pairs


# --- flushes of several hands --------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 8))
def test_the_ways_to_have_flushes_are_those_to_give_hands_a_suit(players: int) -> None:
    """Each hand has one of four suits or is no flush, and no suit has three."""
    found: Counter[tuple[int, int]] = Counter()
    for suits in product(range(5), repeat=players):
        times = [suits.count(suit) for suit in range(4)]
        if max(times) < 3:
            found[times.count(1), times.count(2)] += 1
    assert {(alone, twos): ways for alone, twos, ways in _flushes(players)} == found


# --- samples -------------------------------------------------------------------------------------


def test_samples_agree_with_the_counts() -> None:
    deals = 100_000
    met = sample_openers(deals, seed=161)
    for players in (1, 2, 3):
        for rung in range(4):
            exact = float(somebody_opens(players, rung))
            found = (met[:, :players].max(axis=1) > rung).mean()
            assert abs(found - exact) < 4 * (exact * (1 - exact) / deals) ** 0.5


def test_each_place_of_a_sample_is_as_good_as_another() -> None:
    met = sample_openers(100_000, seed=162)
    shares = (met > 0).mean(axis=0)
    assert shares.shape == (7,)
    assert np.ptp(shares) < 6 * (0.2063 * 0.7937 / 100_000) ** 0.5


def test_a_sample_is_that_of_its_seed() -> None:
    first, again = (sample_openers(30_000, seed=3, players=3) for _ in range(2))
    assert first.shape == (30_000, 3)
    assert (first == again).all()
    assert (first != sample_openers(30_000, seed=4, players=3)).any()
    assert (first[:20_000] != np.roll(first, 10_000, axis=0)[:20_000]).any()


def test_what_a_sample_says_is_what_may_open_says() -> None:
    """The deal of a seed, dealt again here, and each hand asked at each step."""
    rng = np.random.default_rng(5)
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (300, 1)), axis=1)
    met = sample_openers(300, seed=5)
    for deck, row in zip(decks.tolist(), met.tolist(), strict=True):
        for player, needs in enumerate(row):
            hand = [DECK[index] for index in deck[5 * player : 5 * player + 5]]
            assert needs == sum(may_open(hand, rung) for rung in range(4))


# --- refusals ------------------------------------------------------------------------------------


def test_a_deck_may_be_dealt_out_whole() -> None:
    assert all_deals(4, lowest=Rank.TEN) == comb(20, 5) * comb(15, 5) * comb(10, 5)


@pytest.mark.parametrize("players", [0, -1, 8, 2.0, True, "2"])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        deals_without_openers(players, 0)
    with pytest.raises(ValueError, match="players"):
        sample_openers(10, seed=1, players=players)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rung": -1}, "steps of the ladder"),
        ({"rung": 0, "lowest": Rank.JACK}, "from two to ten"),
        ({"rung": 0, "lowest": 1}, "from two to ten"),
        ({"rung": 0, "lowest": Rank.TEN, "players": 5}, "cards for fewer"),
    ],
)
def test_what_cannot_be_counted_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        deals_without_openers(**{"players": 2, **arguments})


def test_no_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="0 deals"):
        sample_openers(0, seed=1)

"""What a signal about the dealer's cards is worth, against plain visits and plain analyses."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tcp import Card, Rank, load_rules, parse_threshold
from tcp.cards import DECK
from tcp.exact import (
    SignalEdge,
    all_hands,
    analyse,
    card_signal_edge,
    hand_signal_edge,
    hole_card_edge,
    rank_three,
    three_ranks,
)
from tcp.exact.deals import suit_classes
from tcp.ranking import Category, HandRank
from tcp.rules import PayTable, Rules

PAGAT = load_rules("pagat")
HANDS, STRENGTHS = all_hands(), rank_three(all_hands()).astype(int)
BONUS = {Category.STRAIGHT: 1, Category.THREE_OF_A_KIND: 4, Category.STRAIGHT_FLUSH: 5}

HUGE = Fraction(10**18 + 1, 10**12 + 39)
HOUSES: dict[str, Rules] = {
    "pagat": PAGAT,
    "bonus": replace(PAGAT, bonus_needs_win=True, ante_bonus=PayTable({"pair": Fraction(5, 7)})),
    "any hand": replace(PAGAT, dealer_qualifies="2-high", ante_bonus=None),
    "fine": replace(PAGAT, ante_bonus=PayTable({"pair": Fraction(10**12 + 1, 10**7)})),
    "huge": replace(PAGAT, ante_bonus=PayTable({"pair": HUGE})),
    "a fold of 64 bits": replace(PAGAT, ante_bonus=PayTable({"pair": Fraction(1, 10**15 + 37)})),
    "a fold of more": replace(PAGAT, ante_bonus=PayTable({"pair": Fraction(1, 2**61 - 1)})),
}


def is_face(card: Card) -> bool:
    return Rank.JACK <= card.rank <= Rank.KING


def visit(
    of_card: Callable[[Card], Hashable], of_hand: Callable[[HandRank], Hashable]
) -> tuple[Fraction, Fraction]:
    """Both edges under the pagat rules, each of the dealer's hands visited for each of yours.

    Hands that differ by an exchange of suits are visited once, so signals must not name suits.
    """
    names: dict[Hashable, int] = {}
    card_label = np.array([names.setdefault(of_card(card), len(names)) for card in DECK])
    ranks = three_ranks()
    names = {}
    hand_label = np.array([names.setdefault(of_hand(ranks[s]), len(names)) for s in STRENGTHS])
    example, _, sizes = suit_classes()
    queen_high = ranks.index(parse_threshold("Q-3-2"))
    by_card = by_hand = 0
    for place, size in zip(example.tolist(), sizes.tolist(), strict=True):
        free = ~np.isin(HANDS, HANDS[:, place]).any(axis=0)
        dealer, mine = STRENGTHS[free], int(STRENGTHS[place])
        result = np.sign(mine - dealer)
        bonus = BONUS.get(ranks[mine].category, 0)
        net = np.where(dealer < queen_high, 1, 2 * result) + bonus
        by_card += size * best_of(card_label[HANDS[:, free]].ravel(), np.tile(net, 3))
        by_hand += size * best_of(hand_label[free], net)
    return Fraction(by_card, 3 * 407_170_400), Fraction(by_hand, 407_170_400)


def best_of(labels: Any, net: Any) -> int:
    """The better of Play and fold for each label, added up."""
    playing = np.bincount(labels, net)
    return int(np.maximum(playing, -np.bincount(labels)).sum())


def test_every_deal_visited() -> None:
    def high(rank: HandRank) -> bool:
        return rank >= parse_threshold("K-9-2")

    by_card, by_hand = visit(is_face, high)
    assert card_signal_edge(PAGAT, is_face) == by_card
    assert hand_signal_edge(PAGAT, high) == by_hand


def test_all_three_cards_seen() -> None:
    """Who sees everything loses one Ante at most, or gains what the bonus of a lost hand leaves."""
    table, ranks, total = analyse(PAGAT).table, three_ranks(), 0
    for strength, unqualified, win, tie, lose in zip(
        table.rank.tolist(), table.not_qualified, table.win, table.tie, table.lose, strict=True
    ):
        bonus = BONUS.get(ranks[strength].category, 0)
        ends = {1: unqualified, 2: win, 0: tie, -2: lose}
        total += sum(int(many) * max(net + bonus, -1) for net, many in ends.items())
    assert hand_signal_edge(PAGAT, lambda rank: rank) == Fraction(total, 407_170_400)


@pytest.mark.parametrize("rules", HOUSES)
def test_without_a_signal_nothing_is_gained(rules: str) -> None:
    house = HOUSES[rules]
    found = analyse(house)
    for edge in (card_signal_edge(house, lambda _: 0), hand_signal_edge(house, lambda _: 0)):
        assert edge == found.ante.expected
        (told,) = edge.by_signal.values()
        assert told.chance == 1
        assert told.expected == edge
        assert told.border == found.border
        assert told.plays == Fraction(found.hands_played, 22_100)


@pytest.mark.parametrize("rules", HOUSES)
def test_a_card_seen_whole_is_the_hole_card(rules: str) -> None:
    edge, hole = card_signal_edge(HOUSES[rules], lambda card: card), hole_card_edge(HOUSES[rules])
    assert edge == hole
    assert {card: told.expected for card, told in edge.by_signal.items()} == hole.by_card
    assert list(edge.by_signal) == list(DECK)
    for card in random.Random(1).sample(DECK, 4):
        found = analyse(HOUSES[rules], dealer_shows=(card,))
        told = edge.by_signal[card]
        assert (told.border, told.chance) == (found.border, Fraction(1, 52))
        assert told.plays == Fraction(found.hands_played, 20_825)


def test_suits_count_as_the_deck_has_them() -> None:
    """A signal that mixes suits and ranks, against tables of the very cards, hand by hand."""

    def odd(card: Card) -> bool:
        return card in {DECK[3], DECK[17], DECK[30], DECK[44], DECK[49]}

    playing: dict[bool, dict[tuple[int, ...], int]] = {True: {}, False: {}}
    cards: dict[bool, dict[tuple[int, ...], int]] = {True: {}, False: {}}
    for card in DECK:
        table, told = analyse(PAGAT, dealer_shows=(card,)).table, odd(card)
        for hand, value in zip(table.cards.T.tolist(), table.play_value.tolist(), strict=True):
            key = tuple(hand)
            playing[told][key] = playing[told].get(key, 0) + value
            cards[told][key] = cards[told].get(key, 0) + 1
    edge, together = card_signal_edge(PAGAT, odd), Fraction(0)
    for told in (True, False):
        best = sum(max(v, -table.unit * cards[told][hand]) for hand, v in playing[told].items())
        many = sum(cards[told].values())
        assert edge.by_signal[told].expected == Fraction(best, table.unit * many)
        assert edge.by_signal[told].chance == Fraction(many, 52 * 20_825)
        together += Fraction(best, table.unit * 52 * 20_825)
    assert edge == together


def by_rank(told: Mapping[Rank, Hashable]) -> Callable[[Card], Hashable]:
    return lambda card: told[card.rank]


def test_a_finer_signal_is_never_worth_less() -> None:
    rng = random.Random(12)
    for _ in range(5):
        coarse = {rank: rng.randrange(3) for rank in Rank}
        fine = {rank: (coarse[rank], rng.randrange(2)) for rank in Rank}
        rough, exact = (card_signal_edge(PAGAT, by_rank(told)) for told in (coarse, fine))
        assert analyse(PAGAT).ante.expected <= rough <= exact <= hole_card_edge(PAGAT)
        assert sum(told.chance for told in exact.by_signal.values()) == 1
        parts = sum(told.chance * told.expected for told in exact.by_signal.values())
        assert parts == exact


def test_what_the_categories_tell() -> None:
    edge = hand_signal_edge(PAGAT, lambda rank: rank.category)
    counts: defaultdict[Category, int] = defaultdict(int)
    for strength in STRENGTHS.tolist():
        counts[three_ranks()[strength].category] += 1
    assert {category: told.chance for category, told in edge.by_signal.items()} == {
        category: Fraction(many, 22_100) for category, many in counts.items()
    }
    # Three twos lose to a straight flush, and are paid a bonus of four.
    assert edge.by_signal[Category.STRAIGHT_FLUSH].border == parse_threshold("2-2-2")


@pytest.mark.parametrize("edge", [card_signal_edge, hand_signal_edge])
def test_what_is_no_signal_is_refused(edge: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="signal = 'face': a function is asked for"):
        edge(PAGAT, "face")
    with pytest.raises(ValueError, match=r"the signal answered \[\] to .*; give a number"):
        edge(PAGAT, lambda _: [])
    with pytest.raises(ValueError, match="'pagat' are no rules"):
        edge("pagat", lambda _: 0)


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda edge: pickle.loads(pickle.dumps(edge))])
def test_a_copied_edge_keeps_its_signals(copied: Callable[[SignalEdge], SignalEdge]) -> None:
    edge = hand_signal_edge(PAGAT, lambda rank: rank >= PAGAT.qualifying_rank)
    again = copied(edge)
    assert type(again) is SignalEdge
    assert again == edge
    assert again.by_signal == edge.by_signal
    assert list(again.by_signal) == list(edge.by_signal)

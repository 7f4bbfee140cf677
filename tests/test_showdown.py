"""The four counts of a hand, against an enumeration written differently."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tcp import (
    DECK,
    Bets,
    Card,
    Decision,
    Outcomes,
    dealer_ranks,
    load_rules,
    outcomes,
    parse_cards,
    parse_threshold,
    qualifies,
    rank_hand,
    settle,
    showdown,
)
from tcp.exact import analyse
from tcp.ranking import compare
from tcp.showdown import (
    FOLD_VALUE,
    hand_near,
    play_net,
    play_value,
    qualifying_chance,
    qualifying_counts,
    weakest_worth_playing,
)

PAGAT = load_rules("pagat")


def independent_key(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """A second definition of the order: counts first, then ranks, with the straight looked up."""
    ranks = sorted((int(card.rank) for card in cards), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    runs = {(r, r - 1, r - 2): r for r in range(4, 15)} | {(14, 3, 2): 3}
    run = runs.get((ranks[0], ranks[1], ranks[2]), 0)
    by_count = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    kind = {1: 4, 2: 1}.get(len(by_count), 3 if run else 2 if flush else 0)
    if run and flush:
        kind = 5
    order = [run] if run else [rank for rank, _ in by_count]
    return (kind, *order)


def suit_classes() -> list[tuple[Card, ...]]:
    """One hand of each set of hands that only a renaming of suits tells apart."""
    found: dict[tuple[tuple[int, ...], ...], tuple[Card, ...]] = {}
    for hand in combinations(DECK, 3):
        by_suit: dict[int, list[int]] = {}
        for card in hand:
            by_suit.setdefault(card.suit, []).append(card.rank)
        found.setdefault(tuple(sorted(tuple(ranks) for ranks in by_suit.values())), hand)
    return list(found.values())


def test_every_suit_class_agrees_with_a_direct_enumeration() -> None:
    classes = suit_classes()
    assert len(classes) == 1755
    hands = list(combinations(DECK, 3))
    keys = [independent_key(hand) for hand in hands]
    place = {key: position for position, key in enumerate(sorted(set(keys)))}
    strength = np.array([place[key] for key in keys])
    held = np.zeros((len(hands), 52), dtype=bool)
    for row, cards in enumerate(hands):
        held[row, [card.index for card in cards]] = True
    queen_high = min(place[independent_key(parse_cards("Qh3c2d"))], len(place))
    for hand in classes:
        free = ~held[:, [card.index for card in hand]].any(axis=1)
        theirs, mine = strength[free], place[independent_key(hand)]
        plays = theirs >= queen_high
        expected = Outcomes(
            int((~plays).sum()),
            int((plays & (theirs < mine)).sum()),
            int((plays & (theirs == mine)).sum()),
            int((plays & (theirs > mine)).sum()),
        )
        assert outcomes(hand, PAGAT) == expected, hand
        assert expected.total == 18424


@pytest.mark.parametrize("seed", range(12))
def test_known_cards_are_left_out_or_kept(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(DECK, 12)
    hand, dead, shows = tuple(cards[:3]), cards[3 : 3 + rng.randrange(9)], cards[12 - seed % 4 :]
    dead = [card for card in dead if card not in shows]
    counts = [0, 0, 0, 0]
    rest = [card for card in DECK if card not in hand and card not in dead and card not in shows]
    for hidden in combinations(rest, 3 - len(shows)):
        dealer = (*shows, *hidden)
        if not qualifies(dealer, PAGAT):
            counts[0] += 1
        else:
            counts[{1: 1, 0: 2, -1: 3}[compare(hand, dealer)]] += 1
    assert outcomes(hand, PAGAT, dead=dead, dealer_shows=shows) == Outcomes(*counts)


def qualifying_by_bits(lowest: str) -> dict[tuple[Card, ...], int]:
    """The same counts, each by comparing a hand's bits with those of every qualifying hand."""
    hands = list(combinations(DECK, 3))
    bits = np.array([sum(1 << card.index for card in hand) for hand in hands], dtype=np.uint64)
    least = independent_key(parse_cards(lowest))
    qualifying = bits[[independent_key(hand) >= least for hand in hands]]
    return {
        hand: int(((qualifying & own) == 0).sum()) for hand, own in zip(hands, bits, strict=True)
    }


@pytest.mark.parametrize(
    ("threshold", "lowest", "qualifying"),
    [("Q-high", "Qh 3c 2d", 15380), ("J-high", "Jh 3c 2d", 17480), ("2-2-3", "2h 2c 3d", 5660)],
)
def test_qualifying_hands_are_counted_for_each_hand_at_once(
    threshold: str, lowest: str, qualifying: int
) -> None:
    rules = replace(PAGAT, dealer_qualifies=threshold)
    counts = qualifying_counts(rules)
    assert counts == qualifying_by_bits(lowest)
    assert list(counts) == list(combinations(DECK, 3))
    # Total probability: the dealer's hand is one of 22,100 for somebody who doesn't see yours.
    assert Fraction(sum(counts.values()), 22100 * 18424) == Fraction(qualifying, 22100)
    assert qualifying_chance(rules) == Fraction(qualifying, 22100)


def test_qualifying_counts_are_what_outcomes_finds() -> None:
    counts = qualifying_counts(PAGAT)
    for hand in suit_classes()[::15]:
        found = outcomes(hand, PAGAT)
        assert counts[hand] == found.total - found.not_qualified, hand
    assert (min(counts.values()), max(counts.values())) == (11704, 13279)


def test_without_known_cards_the_dealer_holds_any_of_22100() -> None:
    ranks = dealer_ranks()
    assert ranks.total == 22100
    assert len(ranks) == 741
    assert ranks.p(lambda rank: rank >= PAGAT.qualifying_rank) * 22100 == 15380


@pytest.mark.parametrize(
    ("hand", "dead", "shows", "words"),
    [
        ("Qh 6d", "", "", ["2 cards", "Q♥ 6♦", "has 3"]),
        ("Qh 6d 4c", "Qh", "", ["Q♥ comes twice in the known cards Q♥ 6♦ 4♣ Q♥; a deck holds"]),
        ("Qh 6d 4c", "", "Ac Ad Ah As", ["4 cards", "0 to 3"]),
        ("Qh 6d 4c", "Ac", "Ac", ["A♣ comes twice"]),
    ],
)
def test_impossible_knowledge_is_refused(
    hand: str, dead: str, shows: str, words: list[str]
) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        outcomes(parse_cards(hand), PAGAT, dead=parse_cards(dead), dealer_shows=parse_cards(shows))
    assert all(word in str(caught.value) for word in words)


def test_too_many_dead_cards_are_refused() -> None:
    hand = DECK[:3]
    assert outcomes(hand, PAGAT, dead=DECK[3:49]).total == 1
    with pytest.raises(ValueError, match="47 dead cards leave too few"):
        outcomes(hand, PAGAT, dead=DECK[3:50])


# --- what a Play brings ---------------------------------------------------------------------------


def test_the_value_of_a_play_is_the_exact_one_for_every_suit_class() -> None:
    exact = analyse(PAGAT)
    for hand in suit_classes():
        assert play_value(hand, PAGAT) == exact.play_ev(hand), hand


@pytest.mark.parametrize(
    "changes",
    [
        {"bonus_needs_win": True},
        {"ante_bonus": {"pair": Fraction(1, 2), "straight_flush": 7}, "bonus_needs_win": True},
        {"ante_bonus": None, "dealer_qualifies": "5-3-2"},
        {"dealer_qualifies": "K-9-3"},
    ],
)
def test_the_value_of_a_play_follows_the_rules(changes: dict[str, Any]) -> None:
    rules = replace(PAGAT, **changes)
    exact = analyse(rules)
    made = [hand for hand in suit_classes() if rank_hand(hand).category != 0]
    for hand in [*suit_classes()[::60], *made[::8]]:
        assert play_value(hand, rules) == exact.play_ev(hand), hand


def test_the_net_of_a_play_is_settled_hand_by_hand() -> None:
    rules = replace(PAGAT, bonus_needs_win=True)
    hand = parse_cards("9♥ 8♣ 7♠")
    dealers = combinations([card for card in DECK if card not in hand], 3)
    nets = (settle(rules, Bets(1), hand, dealer, Decision.PLAY).net for dealer in dealers)
    assert play_net(hand, rules) == Counter(nets)
    fold = settle(rules, Bets(1), hand, parse_cards("K♥ 9♦ 4♣"), Decision.FOLD)
    assert fold.net == FOLD_VALUE == -1


def test_known_cards_change_the_value_of_a_play() -> None:
    hand, dead = parse_cards("Q♥ 6♦ 4♣"), parse_cards("A♠ A♥ K♦")
    exact = analyse(PAGAT, dead=dead)
    assert play_value(hand, PAGAT, dead=dead) == exact.play_ev(hand) != play_value(hand, PAGAT)
    seen = analyse(PAGAT, dealer_shows=dead[:1])
    assert play_value(hand, PAGAT, dealer_shows=dead[:1]) == seen.play_ev(hand)


@pytest.mark.parametrize("qualifies", ["Q-high", "5-3-2", "J-high", "10-7-2"])
def test_the_border_by_halving_is_the_exact_one(qualifies: str) -> None:
    rules = replace(PAGAT, dealer_qualifies=qualifies)
    assert weakest_worth_playing(rules) == analyse(rules).border


def test_where_no_hand_is_worth_a_play_the_border_is_the_best_hand() -> None:
    # No such rules exist, so the fold is made to cost nothing.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(showdown, "FOLD_VALUE", 100)
        assert weakest_worth_playing(PAGAT) == rank_hand(parse_cards("A♠ K♠ Q♠"))


def test_hands_near_a_rank_lie_on_both_sides_and_have_its_neighbours_suits() -> None:
    border, rng = parse_threshold("Q-6-4"), random.Random(3)
    hands = [hand_near(border, rng) for _ in range(1_000)]
    places = Counter(rank_hand(hand) for hand in hands)
    below = sum(times for rank, times in places.items() if rank < border)
    assert 400 < below < 600
    assert all(len(set(hand)) == 3 for hand in hands)
    assert {min(places), max(places)} < {rank for rank in places if abs(rank.ranks[0] - 12) < 2}
    suits = Counter(len({card.suit for card in hand}) for hand in hands)
    assert 330 < suits[3] < 470  # 24 of 60 hands of three ranks have three suits
    for end in ("5-3-2", "A-A-A"):
        assert rank_hand(hand_near(parse_threshold(end), rng, spread=1_000))

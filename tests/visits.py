"""Plain visits: every deal is looked at, by the readable rules, to judge what is counted fast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tcp import DECK, Bets, Card, Decision, HandRank, Rules, rank_hand, settle
from tcp.exact import five_ranks, rank_best

Hand = tuple[Card, ...]
Nets = tuple[int | Fraction, int | Fraction, int | Fraction]
Strategy = Callable[[Hand], Decision]

HANDS: tuple[Hand, ...] = tuple(combinations(DECK, 3))
CARDS = np.array([[card.index for card in hand] for hand in HANDS], np.uint8).T
BITS = (1 << CARDS.astype(np.int64)).sum(axis=0)


@cache
def ranks() -> tuple[HandRank, ...]:
    """What each of the 22,100 hands is worth."""
    return tuple(map(rank_hand, HANDS))


@cache
def places() -> NDArray[np.int16]:
    """The place of each hand's rank among those that differ."""
    order = {rank: place for place, rank in enumerate(sorted(set(ranks())))}
    return np.array([order[rank] for rank in ranks()], np.int16)


@cache
def _qualifies(qualifying: HandRank) -> NDArray[np.bool_]:
    return np.array([rank >= qualifying for rank in ranks()])


def results(hand: int, qualifying: HandRank) -> NDArray[np.int64]:
    """What each of the dealer's 22,100 hands leads to.

    0 not qualified, 1 win, 2 tie, 3 lose, and -1 where it shares a card with the hand.
    """
    mine, theirs = places()[hand], places()
    result = np.where(theirs < mine, 1, np.where(theirs == mine, 2, 3)) * _qualifies(qualifying)
    result[BITS & BITS[hand] != 0] = -1
    return result


@cache
def suit_classes() -> tuple[tuple[int, int], ...]:
    """A hand of each kind that only a renaming of suits changes, and how many hands it has."""
    found: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for place, hand in enumerate(HANDS):
        by_suit: dict[int, list[int]] = {}
        for card in hand:
            by_suit.setdefault(card.suit, []).append(card.rank)
        found.setdefault(tuple(sorted(map(tuple, by_suit.values()))), []).append(place)
    return tuple((hands[0], len(hands)) for hands in found.values())


class Alike(NamedTuple):
    """Hands of the dealer that settle alike against some hand."""

    dealer: int
    """One of them."""
    six: int
    """The category of the best five of the six cards."""
    deals: int
    """How many there are."""


@cache
def _alike(qualifying: HandRank, with_six: bool) -> tuple[tuple[tuple[Alike, ...], ...], ...]:
    """For each kind of hand, and for each result that it can have, the dealer's hands."""
    categories = np.array([rank.category for rank in five_ranks()])
    found = []
    for hand, _ in suit_classes():
        result = results(hand, qualifying)
        dealers = np.flatnonzero(result >= 0)
        six = np.zeros(len(dealers), np.int64)
        if with_six:
            mine = np.repeat(CARDS[:, [hand]], len(dealers), axis=1)
            six = categories[rank_best(np.concatenate([mine, CARDS[:, dealers]]))]
        key = 10 * result[dealers] + six
        deals, example = np.bincount(key, minlength=40), np.zeros(40, np.int64)
        example[key] = dealers
        by_result = [
            tuple(Alike(int(example[k]), k % 10, int(deals[k])) for k in ten if deals[k])
            for ten in (range(10), range(10, 20), range(20, 30), range(30, 40))
        ]
        found.append(tuple(each for each in by_result if each))
    return tuple(found)


def visit(rules: Rules, strategy: Strategy | None = None) -> tuple[Counter[Nets], int]:
    """Settle every deal: one unit on each bet that the rules offer.

    Without a strategy a hand plays where that is worth more for Ante, Play and Ante bonus. Ante
    and Pair Plus are settled for each kind of hand and each result; the 6 Card Bonus, to which
    nothing else matters, for each category of the best five.

    Returns:
        How often each (Ante, Pair Plus, 6 Card Bonus) comes, and how many hands play.
    """
    total: Counter[Nets] = Counter()
    hands_played = 0
    six_net: dict[tuple[int, Decision], int | Fraction] = {}
    kinds = _alike(rules.qualifying_rank, rules.six_card_bonus is not None)
    for (place, size), by_result in zip(suit_classes(), kinds, strict=True):
        hand = HANDS[place]
        nets: dict[Decision, Counter[Nets]] = {decision: Counter() for decision in Decision}
        for decision in Decision:
            for dealers in by_result:
                ante, pair_plus, _ = net(rules, hand, HANDS[dealers[0].dealer], decision, six=False)
                for dealer, six, deals in dealers:
                    if (six, decision) not in six_net:
                        six_net[six, decision] = net(rules, hand, HANDS[dealer], decision)[2]
                    nets[decision][ante, pair_plus, six_net[six, decision]] += deals
        if strategy is None:
            worth = {
                decision: sum((gain[0] * deals for gain, deals in each.items()), Fraction(0))
                for decision, each in nets.items()
            }
            decision = max(Decision.FOLD, Decision.PLAY, key=lambda each: worth[each])
        else:
            decision = strategy(hand)
        hands_played += size * (decision is Decision.PLAY)
        for gain, deals in nets[decision].items():
            total[gain] += size * deals
    return total, hands_played


def net(rules: Rules, hand: Hand, dealer: Hand, decision: Decision, six: bool = True) -> Nets:
    """The net gains of one unit on each bet that the rules offer."""
    offers_six = six and rules.six_card_bonus is not None
    bets = Bets(1, pair_plus=int(rules.pair_plus is not None), six_card_bonus=int(offers_six))
    by_bet = {"ante": Fraction(0), "pair_plus": Fraction(0), "six_card_bonus": Fraction(0)}
    for line in settle(rules, bets, hand, dealer, decision).lines:
        by_bet["ante" if line.bet in ("play", "ante_bonus") else line.bet] += line.net
    return by_bet["ante"], by_bet["pair_plus"], by_bet["six_card_bonus"]

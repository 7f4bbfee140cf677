"""Hands and rounds picked so that every wrong ranking, qualification and settlement shows.

The order of the lists is their order of size: the smallest failing example is the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from tcp.cards import DECK, Card, parse_cards
from tcp.payouts import Bets, Decision
from tcp.ranking import HandRank, rank_hand
from tcp.rules import Rules

Hand = tuple[Card, ...]


@cache
def hands_by_rank() -> dict[HandRank, tuple[Hand, ...]]:
    """All 22,100 hands under their 741 ranks, the weakest rank first, in the deck's order."""
    found: dict[HandRank, list[Hand]] = {}
    for hand in combinations(DECK, 3):
        found.setdefault(rank_hand(hand), []).append(hand)
    return {rank: tuple(found[rank]) for rank in sorted(found)}


def _apart(hands: Sequence[Hand], hand: Hand) -> Hand | None:
    """The first of the hands that one deck can deal beside this one."""
    return next((other for other in hands if not set(other) & set(hand)), None)


@cache
def showdown_pairs() -> tuple[tuple[Hand, Hand], ...]:
    """Pairs of hands from one deck that fix the whole order.

    For each of the 741 ranks a tie, where one deck can deal one, and the next better rank. Between
    these, every hand is put against the best of each lower category and the worst of each higher.
    """
    by_rank = hands_by_rank()
    ranks = tuple(by_rank)
    pairs: list[tuple[Hand, Hand]] = []
    for rank in ranks:
        hand = by_rank[rank][0]
        if twin := _apart(by_rank[rank][1:], hand):
            pairs.append((hand, twin))
    for lower, higher in pairwise(ranks):
        hand = by_rank[lower][0]
        pairs += [(hand, other)] if (other := _apart(by_rank[higher], hand)) else []
    borders = [
        rank
        for lower, higher in pairwise(ranks)
        if lower.category != higher.category
        for rank in (lower, higher)
    ]
    ends = (ranks[0], *borders, ranks[-1])
    edge_hands = [by_rank[rank][0] for rank in ends]
    middle = [parse_cards(text) for text in TELLING]
    for one, two in combinations((*edge_hands, *middle), 2):
        other = _apart(by_rank[rank_hand(two)], one)
        if other:
            pairs.append((other, one))
    return tuple(dict.fromkeys(pairs))


TELLING = (
    "Qc 6d 4h", "Jc Td 8h", "Kc 9d 5h", "Ac 5d 2h",
    "2c 2d Kh", "2c 2d Ah", "Qc Qd 9h", "Kc Kd 4h", "Ac Ad 3h", "4c 4d 9s",
    "Jc 7c 2c", "Kc 9c 4c", "Ac Tc 2c", "Ac 4c 2c",
    "3c 2d Ah", "9c 8c 7h", "Kc Qd Jh", "Ac Kd Qh", "Kc Ad 2h",
    "5c 5d 5h", "Ac Ad Ah", "3c 2c Ac", "Kc Qc Jc", "Ac Kc Qc", "Kc Ac 2c",
)  # fmt: skip
"""Hands in which the usual faults show."""

PLAYERS = (
    "9c 7c 4h", "Qc 6d 3h", "Qc 6d 4h", "Kc 9d 5h", "Ac Td 8h", "Kc Ad 2h",
    "2c 2d Kh", "4c 4d 9s", "Kc 9c 4c", "Kc 2c Ac", "3c 2d Ah", "9c 8c 7h", "9c 8d 7h", "Ac Kd Qh",
    "Kc Kd Kh", "3c 2c Ac", "9c 8c 7c", "Ac Kc Qc",
)  # fmt: skip
"""Players' hands, from the weakest kind up."""

DEALERS = (
    "5s 3h 2s", "Jh 8h 3s", "Js Th 8s", "Qs 3h 2s", "Qh 8h 3s", "Ks Th 7h", "Ah Ts 5h",
    "Js 9h 9s", "4s 3h 2s", "As Ah 5s", "Jh 9h 2h", "Jh Tc 9s", "Ah Kh Qs", "5h 5s 5d", "Qh Jh Th",
    "As Ks Qs",
)  # fmt: skip
"""Dealers' hands: those that only just qualify and don't, and each kind; ties come besides."""


class Case(NamedTuple):
    """A round to settle."""

    rules: Rules
    bets: Bets
    player: Hand
    dealer: Hand
    decision: Decision


@cache
def settlement_cases(rules: Rules) -> tuple[Case, ...]:
    """Rounds under these rules: every kind of hand, result, decision and stake.

    Each of `PLAYERS` meets each of `DEALERS` and a hand of its own rank. Bets that lie together
    have stakes that can't make up for each other's faults.
    """
    by_rank, cases = hands_by_rank(), list[Case]()
    players = [parse_cards(text) for text in PLAYERS]
    dealers = [parse_cards(text) for text in DEALERS]
    stakes = [Bets(1)]
    if rules.pair_plus is not None:
        stakes.append(Bets(7, pair_plus=1000))
    for player in players:
        twin = _apart(by_rank[rank_hand(player)], player)
        for dealer in [*dealers, *([twin] if twin else [])]:
            if not set(player) & set(dealer):
                cases += [Case(rules, bets, player, dealer, Decision.PLAY) for bets in stakes]
        for dealer in filter(None, (_apart(dealers[:3], player), _apart(dealers[3:], player))):
            cases += [Case(rules, bets, player, dealer, Decision.FOLD) for bets in stakes]
    if rules.six_card_bonus is not None:
        for text in SIX_CARDS:
            cards = parse_cards(text)
            round_ = (rules, Bets(7, 1000, 300_000), cards[:3], cards[3:])
            cases += [Case(*round_, Decision.PLAY), Case(*round_, Decision.FOLD)]
    return tuple(cases)


SIX_CARDS = (
    "9c 7c 4h Js Td 8s", "4c 4d 9s 9h Js Tc", "4c 4d 9s 4s Ks Tc", "9c 8d 7h 6s 5d 2d",
    "Ac 2d 3h 4s 5d Kd", "Ac Jc 4c 9c 2c Kd", "Kc Kd 4h Ks 4c Jd", "Kc Kd 4h Ks Kh Jd",
    "9c 8c 7c 6c 5c Kd", "Ac Kc Qc Jc Tc 9c",
)  # fmt: skip
"""The player's three cards and the dealer's, one deal for each kind of five-card hand."""

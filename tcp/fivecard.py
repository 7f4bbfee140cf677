"""What five cards are worth, and the best five of six or seven.

With five cards a flush beats a straight; three-card ranks are in `tcp.ranking`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tcp.cards import Card, Rank, check_hand
from tcp.languages import Kind


class FiveCategory(Kind):
    """The ten kinds of five-card hand, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class FiveRank(NamedTuple):
    """What five cards are worth; compares as a tuple. `ranks` is most telling first."""

    category: FiveCategory
    ranks: tuple[Rank, ...]


_BY_COUNTS = {
    (4, 1): FiveCategory.FOUR_OF_A_KIND,
    (3, 2): FiveCategory.FULL_HOUSE,
    (3, 1, 1): FiveCategory.THREE_OF_A_KIND,
    (2, 2, 1): FiveCategory.TWO_PAIR,
    (2, 1, 1, 1): FiveCategory.PAIR,
}
_WHEEL = (Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)


def _rank_exactly_five(cards: Sequence[Card]) -> FiveRank:
    counts = Counter(card.rank for card in cards)
    # Ranks held most often come first, equals from the highest down: a full house reads (3s, 2s).
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    shape = tuple(counts[rank] for rank in ranks)
    if shape in _BY_COUNTS:
        return FiveRank(_BY_COUNTS[shape], ranks)
    flush = len({card.suit for card in cards}) == 1
    top = ranks[0] if ranks[0] - ranks[4] == 4 else Rank.FIVE if ranks == _WHEEL else None
    if top is None:
        return FiveRank(FiveCategory.FLUSH if flush else FiveCategory.HIGH_CARD, ranks)
    if not flush:
        return FiveRank(FiveCategory.STRAIGHT, (top,))
    royal = top == Rank.ACE
    return FiveRank(FiveCategory.ROYAL_FLUSH if royal else FiveCategory.STRAIGHT_FLUSH, (top,))


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five of five to seven cards that make the best hand; of equals, the first in order.

    >>> from tcp.cards import parse_cards
    >>> best_five(parse_cards("A♠ K♠ Q♠ J♠ 10♠ 9♠"))
    (A♠, K♠, Q♠, J♠, 10♠)

    Raises:
        ValueError: unless `cards` are five, six or seven different cards.
    """
    check_hand(cards, 5, 7)
    return max(combinations(cards, 5), key=_rank_exactly_five)


def rank_five(cards: Sequence[Card]) -> FiveRank:
    """What the best five of five to seven cards are worth.

    >>> from tcp.cards import parse_cards
    >>> rank_five(parse_cards("7♥ 7♣ 7♠ 2♦ 2♥"))
    FiveRank(category=FULL_HOUSE, ranks=(7, 2))

    Raises:
        ValueError: unless `cards` are five, six or seven different cards.
    """
    return _rank_exactly_five(best_five(cards))

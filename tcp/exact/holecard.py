"""What it is worth to see one of the dealer's cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tcp.cards import DECK, Card, Rank
from tcp.exact.analysis import analyse
from tcp.rules import Rules


class HoleCardEdge(Fraction):
    """The player's edge when one of the dealer's cards is seen, in Antes.

    Attributes:
        by_card: the edge given which card was seen, for each of the 52.
    """

    by_card: Mapping[Card, Fraction]


def hole_card_edge(rules: Rules) -> HoleCardEdge:
    """What the Ante brings at best play when one card of the dealer's hand is always seen.

    >>> from tcp.rules import load_rules
    >>> edge = hole_card_edge(load_rules("pagat"))
    >>> f"{float(edge):+.2%}", f"{float(edge.by_card[Card.parse('A♠')]):+.2%}"
    ('+3.48%', '-24.01%')

    Suits are alike, so one analysis for each rank is enough; all 52 cards are equally likely.
    """
    by_rank = {
        rank: analyse(rules, dealer_shows=(DECK[4 * (rank - 2)],)).ante.expected for rank in Rank
    }
    edge = HoleCardEdge(sum(by_rank.values(), Fraction(0)) / len(by_rank))
    edge.by_card = {card: by_rank[card.rank] for card in DECK}
    return edge

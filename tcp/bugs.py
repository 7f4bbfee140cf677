"""Wrong versions, kept for teaching: each runs, looks right, and has one fault.

Nothing in the course relies on them, and no other module holds any.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from tcp.cards import DECK, Card, Rank, Suit
from tcp.ranking import Category, HandRank, rank_hand

# --- shuffles that favour some orders ------------------------------------------------------------


def coin_sort(rng: random.Random, cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Sorts with a comparison that is a coin toss, as in `sort(by: random() < 0.5)`.

    Each card looks for its place among those already there by halving the pile: the places need
    not be equally many tosses away, and a card that starts on top tends to stay near it.
    """
    pile: list[Card] = []
    for card in cards:
        low, high = 0, len(pile)
        while low < high:
            middle = (low + high) // 2
            if rng.random() < 0.5:
                high = middle
            else:
                low = middle + 1
        pile.insert(low, card)
    return tuple(pile)


def coin_sort_chances(start: int, size: int = len(DECK)) -> list[Fraction]:
    """The exact chance of each place, from the top, for the card that starts at place `start`.

    >>> coin_sort_chances(2, size=3)
    [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    """
    chances = _halving(start + 1)
    for pile in range(start + 2, size + 1):
        # The next card goes above ours and pushes it down, or below and leaves it where it is.
        at, ours = _halving(pile), [Fraction(0), *chances, Fraction(0)]
        chances = [
            ours[place] * sum(at[:place]) + ours[place + 1] * sum(at[place + 1 :])
            for place in range(pile)
        ]
    return chances


def _halving(places: int) -> list[Fraction]:
    """The chance of each place that is found by halving and a coin."""
    if places == 1:
        return [Fraction(1)]
    upper = (places + 1) // 2
    return [chance / 2 for half in (upper, places - upper) for chance in _halving(half)]


def swap_with_any(rng: random.Random, cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Swaps each place with any of the 52, where a fair shuffle draws from the places left.

    52 choices of 52 make 52^52 equally likely ways, which can't be shared equally among 52! orders.
    """
    deck = list(cards)
    for place in range(len(deck)):
        other = rng.randrange(len(deck))
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def stops_early(rng: random.Random, cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Draws a card for each place from the bottom up, and stops one step too soon.

    The top two places are left as they are, so a card that stayed there until then stays for good.
    """
    deck = list(cards)
    for place in range(len(deck) - 1, 1, -1):
        other = rng.randrange(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


# --- rankings: used in place of `rank_hand` ------------------------------------------------------


def top_card_first(cards: Sequence[Card]) -> HandRank:
    """Compares two pairs by their highest card first, as if nothing were paired."""
    worth = rank_hand(cards)
    if worth.category != Category.PAIR:
        return worth
    return HandRank(worth.category, tuple(sorted((card.rank for card in cards), reverse=True)))


def kicker_ignored(cards: Sequence[Card]) -> HandRank:
    """Takes two pairs of the same rank for equal, whatever the third card."""
    worth = rank_hand(cards)
    return HandRank(worth.category, worth.ranks[:1]) if worth.category == Category.PAIR else worth


def suits_break_ties(cards: Sequence[Card]) -> tuple[HandRank, tuple[Suit, ...]]:
    """Lets the suits decide between equal hands, from the highest card down."""
    held = sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True)
    return rank_hand(cards), tuple(card.suit for card in held)


def around_the_corner(cards: Sequence[Card]) -> HandRank:
    """Takes K-A-2 for a straight, the lowest of all, because the ace stands at both ends."""
    if {card.rank for card in cards} != {Rank.KING, Rank.ACE, Rank.TWO}:
        return rank_hand(cards)
    one_suit = len({card.suit for card in cards}) == 1
    return HandRank(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, (Rank.TWO,))

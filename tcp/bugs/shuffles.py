"""Wrong shuffles and deals: some orders, or some cards, come more often than they should."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tcp.cards import DECK, Card, deal


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


# --- deals: rounds without end, the player's hand and the dealer's --------------------------------

Rounds = Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]


def right_rounds(rng: random.Random) -> Rounds:
    """Each round from one freshly shuffled deck, as it should be."""
    while True:
        player, dealer = deal(rng, 3, 3)
        yield player, dealer


def rounds_of(shuffle: Callable[[random.Random], Sequence[Card]]) -> Callable[..., Rounds]:
    """Rounds from the top of a new deck that this shuffle puts in order."""

    def rounds(rng: random.Random) -> Rounds:
        while True:
            deck = tuple(shuffle(rng))
            yield deck[:3], deck[3:6]

    return rounds


def from_two_decks(rng: random.Random) -> Rounds:
    """Deals the dealer's hand from a deck of its own: a card can lie on both sides."""
    while True:
        yield deal(rng, 3)[0], deal(rng, 3)[0]


def one_card_at_a_time(rng: random.Random) -> Rounds:
    """Draws each card anew from all 52, so a hand can hold a card twice."""
    while True:
        cards = tuple(rng.choice(DECK) for _ in range(6))
        yield cards[:3], cards[3:]


def never_shuffled_again(rng: random.Random) -> Rounds:
    """Shuffles once, deals on round after round, and starts again from the top of the same deck."""
    deck = deal(rng, len(DECK))[0]
    while True:
        for top in range(0, len(deck) - 5, 6):
            yield deck[top : top + 3], deck[top + 3 : top + 6]

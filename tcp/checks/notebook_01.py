"""The exercises of notebook 01: counting hands two ways, any deck, and an unfair shuffle."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, cycle, islice
from math import comb
from typing import Any

from tcp import bugs
from tcp.cards import DECK, Card, Rank
from tcp.checks import MOST, Mistake, expect_function, expect_number, is_number, missing, short

# --- 01.1: 22,100 two ways -----------------------------------------------------------------------

_SUITS = ("one", "two", "three")
_BY_SUITS = (4 * comb(13, 3), 4 * comb(13, 2) * 3 * 13, comb(4, 3) * 13**3)
_BY_ACES = tuple(comb(4, aces) * comb(48, 3 - aces) for aces in range(4))


def _two_ways(answer: Any) -> str:
    try:
        by_suits, by_aces = (tuple(islice(row, MOST)) for row in islice(answer, 3))
    except (TypeError, ValueError):
        raise Mistake(
            "Two rows of counts are asked for: (by_suits, by_aces), each in brackets of its own."
        ) from None
    named = {f"by_suits, {name}": count for name, count in zip(_SUITS, by_suits, strict=False)}
    named |= {f"by_aces, {aces}": count for aces, count in enumerate(by_aces)}
    blanks = missing(named) if named else ""
    _row("suits", by_suits, _BY_SUITS, _SUIT_MISTAKES)
    _row("aces", by_aces, _BY_ACES, _ACE_MISTAKES)
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return "Two ways to sort the hands, and each adds up to all 22,100."


_SUIT_MISTAKES = {
    (0, comb(13, 3)): "Each of the four suits has that many hands of one suit.",
    (1, comb(4, 2) * comb(13, 2) * 13): (
        "For two suits, say which one has two cards: hearts, hearts, clubs is not hearts, clubs, "
        "clubs."
    ),
    (1, comb(13, 2) * 13): "Choose the suit of two cards and the suit of one card as well.",
    (2, 13**3): "Choose which three of the four suits there are as well.",
    (2, 52 * 39 * 26): "That counts orders: each hand comes six times in 52 × 39 × 26.",
}
_ACE_MISTAKES = {
    (0, 48 * 47 * 46): "That counts orders: each hand comes six times in 48 × 47 × 46.",
    (1, comb(48, 2)): "Choose which of the four aces it is as well.",
    (1, 4 * 48 * 47): "The two other cards have no order: each hand is counted twice.",
    (1, 4 * comb(51, 2)): "The two other cards must not be aces: they come from 48 cards.",
    (2, 4 * 3 * 48): "Two aces have no order: each hand is counted twice.",
    (2, comb(4, 2) * 50): "The third card must not be an ace: it comes from 48 cards.",
}


def _row(
    name: str, got: tuple[Any, ...], wanted: tuple[int, ...], mistakes: dict[tuple[int, int], str]
) -> None:
    if len(got) != len(wanted):
        raise Mistake(f"by_{name} has {len(got)} counts; it should have {len(wanted)}.")
    for place, (count, right) in enumerate(zip(got, wanted, strict=True)):
        if count is not ... and not (is_number(count) and count == right):
            label = _SUITS[place] if name == "suits" else str(place)
            hint = mistakes.get((place, count), "") if is_number(count) else ""
            total = f"Your row adds up to {sum(got)}." if _whole(got) else "Give whole numbers."
            more = hint or ("" if any(each is ... for each in got) else total)
            raise Mistake(f"by_{name}, {label}: {short(count)} is not right. {more}".strip())


def _whole(values: tuple[Any, ...]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


# --- 01.2: the chance of any event, from any deck ------------------------------------------------


@dataclass(frozen=True)
class Event:
    """A question to ask of a hand, with a name that a hint can print."""

    name: str
    holds: Callable[[Sequence[Card]], bool]

    def __call__(self, hand: Sequence[Card]) -> bool:
        """Whether it is true of this hand."""
        return self.holds(hand)

    def __repr__(self) -> str:
        """The name."""
        return self.name


EVENTS = (
    Event("at least one ace", lambda hand: any(card.rank == Rank.ACE for card in hand)),
    Event("all red", lambda hand: all(card.colour == "red" for card in hand)),
    Event("one suit only", lambda hand: len({card.suit for card in hand}) == 1),
    Event("three different ranks", lambda hand: len({card.rank for card in hand}) == 3),
    Event("no card above ten", lambda hand: all(card.rank <= Rank.TEN for card in hand)),
)


def _decks() -> list[tuple[Card, ...]]:
    rng = random.Random(12)
    return [tuple(sorted(rng.sample(DECK, rng.randrange(5, 21)))) for _ in range(12)]


def _chance(event: Event, deck: Sequence[Card]) -> Fraction:
    hands = list(combinations(deck, 3))
    return Fraction(sum(map(event, hands)), len(hands))


def _chance_hint(arguments: tuple[Any, ...], got: Any, wanted: Fraction) -> str:
    event, deck = arguments
    size, hits = comb(len(deck), 3), wanted * comb(len(deck), 3)
    if got == hits:
        return "That is how many hands are in the event; divide by how many there are in all."
    if got == Fraction(hits, comb(52, 3)):
        return f"This deck has {len(deck)} cards, and {size:,} hands, not {comb(52, 3):,}."
    if got in (_chance(event, DECK), float(_chance(event, DECK))):
        return "That is the chance with all 52 cards; count the hands of the deck that is given."
    if isinstance(got, (int, float, Fraction)) and got == 1 - wanted:
        return "That is the chance that the event does not happen."
    return "Count the hands of this deck for which the event is true, and divide by all its hands."


def _any_deck(answer: Any) -> str:
    inputs = zip(cycle(EVENTS), _decks(), strict=False)
    expect_function(answer, _chance, inputs, _chance_hint)
    return "It agrees on twelve decks of 5 to 20 cards, with five events."


# --- 01.3: a deck of 36 --------------------------------------------------------------------------


def _short_deck(answer: Any) -> str:
    hands, none = comb(36, 3), comb(32, 3)
    expect_number(
        answer,
        1 - Fraction(none, hands),
        {
            Fraction(none, hands): "That is the chance of no ace at all.",
            hands - none: "That is how many hands have an ace; the chance is their share.",
            Fraction(hands - none, comb(52, 3)): "36 cards make fewer hands than 52: divide by "
            "those.",
            1 - Fraction(comb(48, 3), comb(52, 3)): "That is the chance with all 52 cards.",
            Fraction(4 * comb(35, 2), hands): "An ace with any two others: a hand of two aces is "
            "counted twice that way.",
            Fraction(4 * comb(32, 2), hands): "That is exactly one ace; two or three count too.",
        },
        "Count the hands without an ace first: how many cards are left to choose from?",
    )
    return "With fewer cards each ace is a larger part of the deck: 30.5 % instead of 21.7 %."


# --- 01.4: which shuffle is unfair? --------------------------------------------------------------


def _by_lots(rng: random.Random) -> tuple[Card, ...]:
    return tuple(sorted(DECK, key=lambda _: rng.random()))


def _by_drawing(rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK, len(DECK)))


def _by_swaps(rng: random.Random) -> tuple[Card, ...]:
    return bugs.stops_early(rng)


SUSPECTS: dict[str, Callable[[random.Random], tuple[Card, ...]]] = {
    "A": _by_lots,
    "B": _by_swaps,
    "C": _by_drawing,
}
"""Three shuffles under neutral names; two of them are fair."""

_UNFAIR = "B"
# The exact places: a card that starts on one of the top two places stays there with chance 2/52.
_TOO_OFTEN = {(DECK[0], 0), (DECK[1], 1)}


def _unfair_shuffle(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        raise Mistake('Give three things, as ("A", "K♦", 17): the shuffle, a card and a place.')
    name, card, place = answer
    if not isinstance(name, str) or name not in SUSPECTS:
        raise Mistake(f"{short(name)} is none of the shuffles; they are A, B and C.")
    try:
        card = card if isinstance(card, Card) else Card.parse(card)
    except ValueError as error:
        raise Mistake(f"{error}.") from None
    if not is_number(place) or place not in range(len(DECK)):
        raise Mistake(f"{short(place)} is no place; they run from 0, the top, to 51.")
    if name != _UNFAIR:
        raise Mistake(
            f"Shuffle {name} is fair: what stood out was chance. Shuffle again with another seed, "
            "and see whether the same place stands out."
        )
    if (card, place) in _TOO_OFTEN:
        return (
            "It stops one step too soon, so the cards on the top two places never change places "
            "with each other, and each stays where it was twice as often as it should."
        )
    if card in DECK[:2]:
        raise Mistake(f"The shuffle and the card are right, but {card} is not too often there.")
    raise Mistake(
        f"The shuffle is the right one, but it treats {card} fairly, or nearly so, and what stood "
        "out was chance. Follow other cards, from both ends of a new deck."
    )


EXERCISES: dict[str, Callable[[Any], str]] = {
    "01.1": _two_ways,
    "01.2": _any_deck,
    "01.3": _short_deck,
    "01.4": _unfair_shuffle,
}

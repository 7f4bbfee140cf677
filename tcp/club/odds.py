"""What a draw brings: every card that may come is counted, for each of the 32 discards.

With NumPy: the 32 discards of one hand lead to 2,598,960 draws, and all of them are ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from tcp.cards import DECK, Card, check_hand, known_cards
from tcp.exact.fives import five_ranks, rank_best
from tcp.exact.strengths import Cards, Integers
from tcp.fivecard import FiveCategory, FiveRank
from tcp.probability import Distribution
from tcp.quoting import quoted

Hand: TypeAlias = tuple[Card, ...]
Drawn: TypeAlias = Distribution[FiveRank]
Score: TypeAlias = Mapping[FiveCategory, int | Fraction] | Callable[[FiveRank], int | Fraction]


@cache
def _choices(size: int) -> Cards:
    """All ways to choose so many of the places 0 to 51, a column each.

    Ordered by the last place, then the one before it and so on: the choices from the first n
    places are the first C(n, size) columns.
    """
    if size == 0:
        return np.empty((0, 1), np.uint8)
    fewer, last = _choices(size - 1), range(len(DECK))
    others = [fewer[:, : comb(place, size - 1)] for place in last]
    ends = np.repeat(np.array(last, np.uint8), [part.shape[1] for part in others])
    return np.concatenate([np.concatenate(others, axis=1), ends[None]])


def _counts(kept: Sequence[Card], unseen: Sequence[Card]) -> Integers:
    """How many draws from the unseen cards lead to each of the 7,462 ranks, each draw ranked."""
    places = _choices(5 - len(kept))[:, : comb(len(unseen), 5 - len(kept))]
    cards = np.empty((5, places.shape[1]), np.uint8)
    cards[: len(kept)] = np.array([card.index for card in kept], np.uint8)[:, None]
    new = np.array([card.index for card in unseen], np.uint8)
    new.take(places, out=cards[len(kept) :], mode="wrap")  # which only spares a check
    return np.bincount(rank_best(cards), minlength=len(five_ranks()))


@cache
def _dealt_counts() -> Integers:
    return _counts((), DECK)


def _distribution(counts: Integers) -> Drawn:
    ranks, found = five_ranks(), np.flatnonzero(counts)
    return Distribution(
        {ranks[i]: n for i, n in zip(found.tolist(), counts[found].tolist(), strict=True)}
    )


def _unseen(hand: Sequence[Card], dead: Iterable[Card]) -> list[Card]:
    check_hand(hand, 5)
    dead = known_cards(dead, "dead")
    for place, card in enumerate(dead):
        if card in hand or card in dead[:place]:
            where = "in the hand and dead" if card in hand else "dead twice"
            raise ValueError(f"{card} is {where}; a deck holds each card once")
    return [card for card in DECK if card not in hand and card not in dead]


def dealt_five() -> Drawn:
    """What five cards from a full deck are worth: all 2,598,960 hands, each ranked.

    >>> dealt_five().p(lambda rank: rank.category == FiveCategory.FLUSH)
    Fraction(1277, 649740)
    """
    return _distribution(_dealt_counts())


def improvements(
    hand: Sequence[Card], discard: Iterable[Card], *, dead: Iterable[Card] = ()
) -> Drawn:
    """What a hand is worth after the draw, over all cards that may come.

    New cards come from the cards not seen: 47, less the dead ones. What is thrown away does not
    come back. The weight of a rank is the number of draws that lead to it.

    >>> from tcp.cards import parse_cards
    >>> drawn = improvements(parse_cards("8♣ 8♦ K♥ J♠ 3♣"), parse_cards("K♥ J♠ 3♣"))
    >>> drawn.total, drawn.p(lambda rank: rank.category > FiveCategory.PAIR)
    (16215, Fraction(1552, 5405))

    Args:
        hand: five cards.
        discard: those of them that are thrown away, none to all five.
        dead: other cards known to be out of the deck.

    Raises:
        ValueError: for a hand that isn't five different cards, a discard that isn't in it or comes
            twice, a dead card that is in it or comes twice, or too few cards left to draw.
    """
    unseen = _unseen(hand, dead)
    thrown = known_cards(discard, "discard")
    for place, card in enumerate(thrown):
        if card not in hand:
            raise ValueError(f"{card} is not in the hand {' '.join(map(str, hand))}")
        if card in thrown[:place]:
            raise ValueError(f"{card} is thrown away twice; a deck holds each card once")
    _check_left(len(thrown), unseen)
    return _distribution(_counts([card for card in hand if card not in thrown], unseen))


def _check_left(thrown: int, unseen: Sequence[Card]) -> None:
    if thrown > len(unseen):
        raise ValueError(f"{thrown} cards to draw, and only {len(unseen)} are left in the deck")


def all_discards(hand: Sequence[Card], *, dead: Iterable[Card] = ()) -> dict[Hand, Drawn]:
    """What each of the 32 discards leads to, by the cards thrown away, the fewest first.

    >>> from tcp.cards import parse_cards
    >>> found = all_discards(parse_cards("8♣ 8♦ K♥ J♠ 3♣"))
    >>> len(found), sum(drawn.total for drawn in found.values())
    (32, 2598960)

    Raises:
        ValueError: as `improvements`.
    """
    dead = known_cards(dead, "dead")
    unseen = _unseen(hand, dead)
    _check_left(len(hand), unseen)
    counts = {
        thrown: _counts([card for card in hand if card not in thrown], unseen)
        for size in range(len(hand) + bool(dead))
        for thrown in combinations(hand, size)
    }
    if not dead:
        # Every hand of five is reached by one discard, that of the cards which aren't in it. So
        # those that keep nothing, most of them, are all hands less the others.
        counts[tuple(hand)] = _dealt_counts() - sum(counts.values())
    return {thrown: _distribution(many) for thrown, many in counts.items()}


def expected(drawn: Drawn, score: Score) -> Fraction:
    """The expectation of a score: a function of the rank, or a table by category.

    A category that the table doesn't name scores 0.

    >>> expected(dealt_five(), {FiveCategory.ROYAL_FLUSH: 649_740})
    Fraction(1, 1)
    """
    if not isinstance(drawn, Distribution):
        raise ValueError(
            f"{quoted(drawn)} is no Distribution; improvements(hand, discard) gives one"
        )
    if isinstance(score, Mapping):
        for kind in score:
            if not isinstance(kind, FiveCategory):
                raise ValueError(
                    f"{quoted(kind)} is no FiveCategory; a score is a table by category"
                )
        table = score
        return drawn.map(lambda rank: table.get(rank.category, 0)).mean
    if not callable(score):
        raise ValueError(
            f"{quoted(score)} is no score; give a table by category, or a function of ranks"
        )
    return drawn.map(score).mean


def best_first(discards: Mapping[Hand, Drawn], score: Score) -> list[tuple[Hand, Fraction]]:
    """All discards with the expectation of a score, the best first.

    Of equal ones that which throws fewer cards comes first.
    """
    if not isinstance(discards, Mapping):
        raise ValueError(f"{quoted(discards)} are no discards; all_discards(hand) gives them")
    worth = [(thrown, expected(drawn, score)) for thrown, drawn in discards.items()]
    return sorted(worth, key=lambda item: (-item[1], len(item[0])))

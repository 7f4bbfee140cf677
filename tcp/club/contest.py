"""Two opponents against each other over many hands: what one wins, with its standard error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from tcp.club.evening import Evening
from tcp.club.opponents import Opponent, play_on
from tcp.quoting import quoted

SHORTEST, LONGEST = 50, 1_000  # hands of an evening; it ends in between when no pot is left
MOST_HANDS = 10_000_000
_PURSE = 1_000_000  # so that nobody's chips run out


class Contest(NamedTuple):
    """What the first of two opponents won from the second."""

    hands: int
    mean: float
    """Chips a hand."""
    standard_error: float


def evenings(
    first: Opponent, second: Opponent, hands: int, *, seed: int
) -> Iterator[tuple[int, int]]:
    """Evenings until so many hands are played: the hands of each, and what the first has won.

    An evening goes on until no pot is left for the next hand, so that everything that was put in
    has been won; two who never open would go on for ever, so it has an end all the same. They deal
    in turn; who begins is drawn.
    """
    rng = random.Random(seed)
    played = 0
    while played < hands:
        names = rng.sample(("first", "second"), 2)  # who deals first
        evening = Evening(dict.fromkeys(names, _PURSE), seed=rng.getrandbits(64))
        number = 0
        while number < SHORTEST or (evening.pot and number < LONGEST):
            hand = evening.open_hand()
            seats = [first if name == "first" else second for name in hand.players]
            play_on(hand, seats, rng)
            number += 1
        played += number
        yield number, evening.chips["first"] - _PURSE


def contest(first: Opponent, second: Opponent, hands: int, *, seed: int) -> Contest:
    """What the first wins from the second, on average a hand.

    Hands of an evening hang together, since pots stay; evenings don't. So the standard error is
    that of a ratio, winnings over hands, from evening to evening.

    >>> from tcp.club.opponents import CAREFUL, CHANCE
    >>> found = contest(CAREFUL, CHANCE, 400, seed=1)
    >>> found.hands >= 400, found.mean > 2 * found.standard_error
    (True, True)

    Raises:
        ValueError: for what is no opponent or no seed, and for fewer hands than two evenings have.
    """
    for player in (first, second):
        if not callable(getattr(player, "decide", None)):
            raise ValueError(f"{quoted(player)} is no opponent; tcp.club.opponents has some")
    if not isinstance(hands, int) or isinstance(hands, bool) or not SHORTEST < hands <= MOST_HANDS:
        raise ValueError(
            f"hands = {quoted(hands)}: a whole number is asked for, over {SHORTEST}, so that there "
            f"are two evenings, and up to {MOST_HANDS:,}"
        )
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ValueError(f"seed = {quoted(seed)}: a whole number is asked for")
    found = list(evenings(first, second, hands, seed=seed))
    while len(found) < 2:
        found += evenings(first, second, 1, seed=seed + len(found))
    played = sum(number for number, _ in found)
    mean = sum(won for _, won in found) / played
    off = sum((won - mean * number) ** 2 for number, won in found)
    error = (off * len(found) / (len(found) - 1)) ** 0.5 / played
    return Contest(played, mean, error)

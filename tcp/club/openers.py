"""How often somebody can open a jackpot: deals in which nobody has openers, counted exactly.

A hand without openers has five different ranks or one low pair, and is neither a straight nor a
flush. Ranks are dealt one after the other, the lowest first: how many cards of each go to which
hand. All that has to be kept of a hand is how many cards it has, whether two of them are a pair,
and whether they are a run so far; deals that agree in that are counted together. Flushes are taken
away by inclusion and exclusion: all deals, less those in which one hand is a flush, plus those in
which two are, and so on. Without NumPy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod
from typing import NamedTuple, TypeAlias

from tcp.cards import Rank
from tcp.club.jackpot import required
from tcp.club.steps import MOST_PLAYERS
from tcp.quoting import quoted

_NEEDED = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def all_deals(players: int, *, lowest: Rank = Rank.TWO) -> int:
    """In how many ways each of the players can be dealt five cards.

    >>> all_deals(2)
    3986646103440

    Raises:
        ValueError: for any other number of players than one to seven, a rank above ten, or a deck
            too short.
    """
    _check(players, lowest)
    cards = 4 * (Rank.ACE - lowest + 1)
    return prod(comb(cards - 5 * dealt, 5) for dealt in range(players))


def _check(players: int, lowest: Rank) -> None:
    if not isinstance(players, int) or isinstance(players, bool) or players < 1:
        raise ValueError(f"{quoted(players)} players: a whole number from 1 to {MOST_PLAYERS}")
    if lowest not in list(Rank) or lowest > Rank.TEN:
        raise ValueError(f"lowest = {quoted(lowest)}: a rank from two to ten")
    if players > MOST_PLAYERS or 5 * players > 4 * (Rank.ACE - lowest + 1):
        raise ValueError(
            f"{quoted(players)} players, and cards for fewer; at most {MOST_PLAYERS} play"
        )


def deals_without_openers(players: int, rung: int, *, lowest: Rank = Rank.TWO) -> int:
    """In how many of all deals nobody has openers at this step of the ladder.

    Two players take a tenth of a second, three a second, and each one more ten times as long.

    >>> deals_without_openers(1, 0)
    2062860
    >>> deals_without_openers(2, 0)
    2504390626404

    Args:
        players: one to seven.
        rung: the step of the ladder.
        lowest: the lowest rank in the deck; a shorter deck has no straight with a low ace.

    Raises:
        ValueError: for any other number of players, a rank above ten, or a deck too short.
    """
    needed = required(rung)
    _check(players, lowest)
    return _without(players, Rank(lowest))[_NEEDED.index(needed)]


def somebody_opens(players: int, rung: int, *, lowest: Rank = Rank.TWO) -> Fraction:
    """The chance that at least one of the players is dealt openers at this step.

    >>> round(float(somebody_opens(2, 0)), 4)
    0.3718
    """
    closed = deals_without_openers(players, rung, lowest=lowest)
    return 1 - Fraction(closed, all_deals(players, lowest=lowest))


# --- rank by rank --------------------------------------------------------------------------------


# What the cards of a hand are so far: of different ranks of which no straight can come; neighbours,
# up to the rank just dealt; two to five, which an ace would make a straight; a pair among them.
_LOOSE, _RUN, _LOW_RUN, _PAIR = range(4)


class _Part(NamedTuple):
    """A hand of which only some ranks are dealt."""

    cards: int
    shape: int


_NOTHING, _ALL = _Part(0, _LOOSE), _Part(5, _LOOSE)

_Parts: TypeAlias = tuple[_Part, ...]
_Suited: TypeAlias = tuple[_Parts, ...]
"""Flushes: for each suit that has some the one or two hands in it."""
_State: TypeAlias = tuple[_Parts, _Suited]


def _after(part: _Part, more: int, rank: Rank, *, pairs: bool) -> _Part | None:
    """A hand after `more` cards of this rank; None if it has openers, or can't have none."""
    cards, shape = part
    if more == 0:
        low = cards == 4 and rank == Rank.SIX and shape == _RUN
        return _Part(cards, _LOW_RUN if low else _LOOSE if shape == _RUN else shape)
    if cards + more > 5 or (more == 2 and (not pairs or shape == _PAIR)):
        return None
    if more == 2 or shape == _PAIR:
        return _ALL if cards + more == 5 else _Part(cards + more, _PAIR)
    if cards == 4:
        straight = shape == _RUN or (shape == _LOW_RUN and rank == Rank.ACE)
        return None if straight else _ALL
    return _Part(cards + 1, _RUN if cards == 0 or shape == _RUN else _LOOSE)


@cache
def _dealt(parts: _Parts, cards: int, rank: Rank, *, pairs: bool) -> Mapping[_Parts, int]:
    """How so many cards of a rank can go to these hands, and in how many ways."""
    if not parts:
        return {(): 1}
    found: Counter[_Parts] = Counter()
    for more in range(min(2, cards) + 1):
        part = _after(parts[0], more, rank, pairs=pairs)
        if part is not None:
            for others, ways in _dealt(parts[1:], cards - more, rank, pairs=pairs).items():
                found[tuple(sorted((part, *others)))] += ways * comb(cards, more)
    return found


@cache
def _dealt_suited(suits: _Suited, rank: Rank) -> Mapping[tuple[int, _Suited], int]:
    """How the cards of a rank can go to flushes: how many are used, and in how many ways."""
    if not suits:
        return {(0, ()): 1}
    found: Counter[tuple[int, _Suited]] = Counter()
    for taker in range(len(suits[0]) + 1):  # the last one stands for nobody
        parts = [
            _after(part, int(place == taker), rank, pairs=False)
            for place, part in enumerate(suits[0])
        ]
        if None not in parts:
            block = tuple(sorted(part for part in parts if part is not None))
            for (used, others), ways in _dealt_suited(suits[1:], rank).items():
                taken = used + (taker < len(suits[0]))
                found[taken, tuple(sorted((block, *others)))] += ways
    return found


@cache
def _lacking(parts: _Parts) -> int:
    """How many cards these hands still need."""
    return sum(5 - part.cards for part in parts)


@cache
def _left_over(suits: _Suited, ranks: int) -> int:
    """How many cards of so many more ranks the flushes leave to others; below 0 if too few."""
    lacking = [_lacking(block) for block in suits]
    return 4 * ranks - sum(lacking) if max(lacking, default=0) <= ranks else -1


def _with_rank(counts: Mapping[_State, int], rank: Rank, *, pairs: bool) -> Mapping[_State, int]:
    """The deals once this rank is dealt too; with or without pairs of it."""
    found: Counter[_State] = Counter()
    for (parts, suits), many in counts.items():
        for (used, blocks), ways in _dealt_suited(suits, rank).items():
            left_over = _left_over(blocks, Rank.ACE - rank)
            for hands, times in _dealt(parts, 4 - used, rank, pairs=pairs).items():
                if _lacking(hands) <= left_over:
                    found[hands, blocks] += many * ways * times
    return found


def _with_flushes(players: int, alone: int, twos: int, lowest: Rank) -> tuple[int, ...]:
    """Deals in which some hands are of one suit each, and no ranks open: jacks to aces needed.

    Args:
        players: how many hands.
        alone: hands that are alone in their suit.
        twos: suits with two hands in each.
        lowest: the lowest rank in the deck.
    """
    others = players - alone - 2 * twos

    def state(part: _Part) -> _State:
        return (part,) * others, ((part,),) * alone + ((part, part),) * twos

    counts: Mapping[_State, int] = {state(_NOTHING): 1}
    for rank in range(lowest, Rank.JACK):
        counts = _with_rank(counts, Rank(rank), pairs=True)
    found = []
    for needed in _NEEDED:
        last = counts
        for rank in range(needed, Rank.ACE + 1):
            last = _with_rank(last, Rank(rank), pairs=False)
        found.append(last.get(state(_ALL), 0))
        counts = _with_rank(counts, needed, pairs=True)  # a pair of it does not open any more
    return tuple(found)


def _flushes(players: int) -> Iterator[tuple[int, int, int]]:
    """How many flushes are alone in their suit, in how many suits there are two, in which ways.

    Three flushes of one suit would take 15 cards.
    """
    for twos in range(players // 2 + 1):
        for alone in range(min(players - 2 * twos, 4 - twos) + 1):
            chosen = factorial(players) // factorial(players - alone - 2 * twos)  # in order
            suits = factorial(4) // factorial(4 - alone - twos)
            yield alone, twos, chosen * suits // (2**twos * factorial(twos) * factorial(alone))


@cache
def _without(players: int, lowest: Rank) -> tuple[int, ...]:
    """Deals without openers where jacks, queens, kings or aces are needed."""
    totals = [0] * len(_NEEDED)
    for alone, twos, ways in _flushes(players):
        counts = _with_flushes(players, alone, twos, lowest)
        for place, count in enumerate(counts):
            totals[place] += (-1) ** alone * ways * count
    return tuple(totals)

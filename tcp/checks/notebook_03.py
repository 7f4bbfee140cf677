"""The exercises of notebook 03: odds, two other decks, and where the order turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import comb
from typing import Any

from tcp.cards import DECK, Rank
from tcp.checks import MOST, STEPS, Mistake, expect_function, missing, same, short
from tcp.probability import Distribution
from tcp.ranking import Category, rank_hand
from tcp.view import number

# --- 03.1: from odds to a chance -----------------------------------------------------------------


def _chance_of(against: int, on: int) -> Fraction:
    return Fraction(on, against + on)


def _odds(answer: Any) -> str:
    rng = random.Random(31)
    quotes = [(19, 1), (7, 2), (1, 3)] + [
        (rng.randint(1, 500), rng.randint(1, 20)) for _ in range(40)
    ]
    expect_function(answer, _chance_of, quotes, _odds_hint)
    return "Odds leave the wanted cases out of the first number; a chance counts them in."


def _odds_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    against, on = arguments
    if not isinstance(got, (int, float, Fraction)):
        return "A number from 0 to 1 is asked for."
    mistakes = [
        (Fraction(on, against), "This reads n to 1 as 1 in n: how many cases are there in all?"),
        (Fraction(against, against + on), "This is the chance that it does not happen."),
        (Fraction(against, on), "These are the odds as one number; a chance is at most 1."),
        (Fraction(against + on, on), "This is the n of 1 in n; turn it over."),
        (Fraction(1, against + 1), "This ignores the second number of the odds."),
        (wanted * 100, "This is in per cent; give a number from 0 to 1."),
    ]
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


# --- 03.2: twenty cards, with pencil and paper ---------------------------------------------------

_KINDS = (
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "pair",
    "high card",
)
_TWENTY = (
    3 * 4,
    5 * comb(4, 3),
    3 * (4**3 - 4),
    4 * (comb(5, 3) - 3),
    5 * comb(4, 2) * 4 * 4,
    (comb(5, 3) - 3) * (4**3 - 4),
)
_LOW_ACE = "There are three runs: with no two and no three in the deck, the ace is only high."
_TWENTY_MISTAKES = {
    ("straight flush", 3): "That is in one suit; there are four.",
    ("straight flush", 4 * 4): _LOW_ACE,
    ("straight flush", 5 * 4): _LOW_ACE,
    ("three of a kind", 5): "Choose three of the four suits as well.",
    ("three of a kind", 5 * 4 * 3 * 2): "That counts orders: a hand has none.",
    ("straight", 3 * 4**3): "Among these are the straight flushes; take them out.",
    ("straight", 4 * 60): _LOW_ACE,
    ("straight", 5 * 60): _LOW_ACE,
    ("straight", 3): "That counts runs of ranks; give each card a suit as well.",
    ("flush", 4 * comb(5, 3)): "Among these are the straight flushes; take them out.",
    ("flush", comb(5, 3) - 3): "That is in one suit; there are four.",
    ("flush", 4 * (comb(5, 3) - 4)): _LOW_ACE,
    ("pair", 5 * comb(4, 2)): "The hand has a third card: another rank, and its suit.",
    ("pair", 5 * comb(4, 2) * 4): "The third card has a suit as well.",
    ("pair", 5 * comb(4, 2) * 18): "The third card may not be of the pair's own rank.",
    ("pair", 5 * 4 * 3 * 16): "The two cards of the pair have no order: choose 2 of 4 suits.",
    ("high card", comb(5, 3) * 60): "Among these are the straights; take their ranks out.",
    ("high card", (comb(5, 3) - 3) * 64): "Among these are the flushes; take them out.",
    ("high card", comb(5, 3) * 64): "Among these are straights and flushes; take them out.",
}


def _twenty_cards(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != len(_KINDS):
        raise Mistake(f"Six numbers are asked for, in brackets: {', '.join(_KINDS)}.")
    blanks = missing(dict(zip(_KINDS, answer, strict=True)))
    given = [each for each in zip(_KINDS, answer, _TWENTY, strict=True) if each[1] is not ...]
    for kind, got, _ in given:
        if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
            raise Mistake(f"A number is asked for as {kind}, and this is {short(got)}.")
    total = None if blanks else sum(answer)
    for kind, got, wanted in given:
        if not same(got, wanted):
            hint = _twenty_hint(kind, got, total)
            raise Mistake(f"The {kind}: {short(got)} is not right. {hint}".strip())
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return (
        "All six, and they add up to 1,140. With few ranks it is hard to hold no pair: here a high "
        "card is rarer than a pair."
    )


def _twenty_hint(kind: str, got: Any, total: Any) -> str:
    for (name, wrong), hint in _TWENTY_MISTAKES.items():
        if name == kind and same(got, wrong):
            return hint
    if total is None:
        return ""
    if total == comb(20, 3):
        return "The sum is right, so another kind has as many too many or too few."
    return f"The six counts add up to {_told(total)}; there are {comb(20, 3):,} hands."


def _told(total: float | Fraction) -> str:
    return number(total) if 0 <= total < 10**9 else "no number of hands"


# --- 03.3: thirty-six cards ----------------------------------------------------------------------


def _count_36() -> Distribution[Category]:
    deck = [card for card in DECK if card.rank >= Rank.SIX]
    return Distribution.count(rank_hand(hand).category for hand in combinations(deck, 3))


def _thirty_six(answer: Any) -> str:
    wanted = _count_36()
    given = _pairs(answer)
    counts = dict(given)
    if sum(counts.values()) == comb(52, 3):
        raise Mistake("These are the hands of 52 cards; leave out the ranks below 6 first.")
    if counts.get(Category.STRAIGHT) == 8 * 60:
        raise Mistake("480 straights take A-6-7 for one; `rank_hand` does not.")
    if sum(counts.values()) != wanted.total:
        raise Mistake(
            f"The counts add up to {_told(sum(counts.values()))}, and 36 cards make "
            f"{wanted.total:,} hands."
        )
    if counts != dict(wanted):
        raise Mistake("The sum is right, but not every count: ask `rank_hand` for each hand.")
    if given != sorted(given, key=lambda pair: pair[1]):
        raise Mistake("The counts are right; sort them by the number of hands, the rarest first.")
    return (
        "With nine ranks there are few ways to make a flush: 308, against 420 straights. By rarity "
        "a flush would beat a straight here, with three cards."
    )


def _pairs(answer: Any) -> list[tuple[Category, int]]:
    if isinstance(answer, dict):
        answer = list(answer.items())
    try:
        given = [(kind, int(hands)) for kind, hands in islice(answer, MOST)]
    except (TypeError, ValueError, OverflowError):
        raise Mistake("A list of pairs (category, hands) is asked for.") from None
    if any(not isinstance(kind, Category) for kind, _ in given):
        raise Mistake("The first of each pair is a category, as `rank_hand(hand).category` is.")
    if len(given) != len(Category) or len(dict(given)) != len(Category):
        raise Mistake(f"There are six kinds of hand, each once; here are {len(given)} pairs.")
    return given


# --- 03.4: the hand size at which the order turns ------------------------------------------------


def straights(size: int, ranks: int) -> int:
    """Straights of `size` cards in four suits of `ranks` ranks, the ace high and low."""
    suits: int = 4**size - 4
    return (ranks + 2 - size) * suits


def flushes(size: int, ranks: int) -> int:
    """Flushes of `size` cards in four suits of `ranks` ranks, the ace high and low."""
    return 4 * (comb(ranks, size) - (ranks + 2 - size))


def _with_row(ranks: int, row: int) -> int | None:
    """The size found by one who takes row - k for the number of runs of k cards."""
    sizes = range(3, row)  # straight flushes are taken from both, and cancel
    fewer = (k for k in sizes if comb(ranks, k) < (row - k) * 4 ** (k - 1))
    return next(fewer, None)


def _turning_size(ranks: int) -> int:
    size = 3
    while flushes(size, ranks) >= straights(size, ranks):
        size += 1
    return size


def _turn(answer: Any) -> str:
    rng = random.Random(34)
    decks: Sequence[int] = [13, 9, *rng.sample(range(6, 31), 20)]
    expect_function(answer, _turning_size, [(ranks,) for ranks in decks], _turn_hint, steps=STEPS)
    return "Five is the answer for 13 ranks only: the more ranks, the later the order turns."


def _turn_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    (ranks,) = arguments
    if got is None:
        return "The function returns nothing yet."
    if got == 5:
        return "Five is right for 13 ranks; put `ranks` in place of 13, and of 15 = 13 + 2."
    if got == 2:
        return "Start with three cards."
    if got == _with_row(ranks, ranks + 1):
        return f"The row of {ranks} ranks has {ranks + 1} places, with the ace at both ends."
    if got == _with_row(ranks, 13 + 2):
        return "15 - k runs are right for 13 ranks: 15 = 13 + 2, so put `ranks + 2` in its place."
    if got == wanted - 1:
        return (
            "One too early: at that size there still are more flushes than straights, or as many."
        )
    if got == wanted + 1:
        return "One too late: look at the size before it."
    return f"The row of {ranks} ranks has {ranks + 1} places, with the ace at both ends."


EXERCISES = {"03.1": _odds, "03.2": _twenty_cards, "03.3": _thirty_six, "03.4": _turn}

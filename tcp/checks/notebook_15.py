"""The exercises of notebook 15: draws from a short deck, outs, and the best discard."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

from tcp.checks import expect_function, expect_number, expect_numbers, is_number, same
from tcp.fivecard import FiveCategory, FiveRank
from tcp.probability import Distribution

# --- 15.1: Vandermonde with 32 cards -------------------------------------------------------------


def _draws(answer: Any) -> str:
    expect_number(
        answer,
        comb(32, 4),
        {
            comb(28, 4): "These are the draws of the one discard that throws everything.",
            2**4: "These are the discards; each of them has draws.",
            2**4 * comb(28, 4): "Only one of the 16 discards draws four cards.",
            sum(comb(28, k) for k in range(5)): "There is one discard of no card and one of all "
            "four, but four of a single card.",
            comb(32, 5): "You hold four cards, not five.",
            comb(52, 4): "This deck has 32 cards.",
            comb(48, 4): "This deck has 32 cards.",
        },
        "Name any four cards of the deck: by which discard, and which draw, do you get them?",
    )
    return "That is C(32,4): every hand of four is reached by exactly one discard."


# --- 15.2: at least one --------------------------------------------------------------------------


def at_least_one(outs: int, new: int, unseen: int) -> Fraction:
    """The chance that some of the new cards are among the outs."""
    return 1 - Fraction(comb(unseen - outs, new), comb(unseen, new))


def _cases(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    yield 2, 3, 47
    yield 9, 1, 47
    yield 0, 2, 47
    yield 45, 3, 47
    for _ in range(60):
        unseen = rng.randint(6, 50)
        yield rng.randint(0, unseen), rng.randint(1, 5), unseen


def _outs(answer: Any) -> str:
    expect_function(answer, at_least_one, _cases(random.Random(152)), _outs_hint)
    return "With two outs and three cards it is 12.49 %, less than 6/47."


def _outs_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    outs, new, unseen = arguments
    if got is None:
        return "The function returns nothing yet."
    if not is_number(got):
        return "A chance is asked for, a number."
    both = Fraction(comb(unseen, new))
    mistakes = (
        (1 - wanted, "This is the chance that none of them helps."),
        (Fraction(outs * new, unseen), "Chances of several cards don't add up: two may come."),
        (
            1 - (1 - Fraction(outs, unseen)) ** new,
            "A drawn card does not go back: after a miss fewer cards are left.",
        ),
        (Fraction(outs * comb(unseen - outs, new - 1)) / both, "Two or more may help as well."),
        (both * wanted, "These are the draws that help; divide by all draws."),
        (Fraction(outs, unseen), "More than one card is drawn."),
        (at_least_one(outs, new, 47) if outs <= 47 else -1, "Not always are there 47 cards."),
    )
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


# --- 15.3: an ace kept with 32 cards -------------------------------------------------------------


def better_than_a_pair(new: int, left: tuple[int, ...], helping: int) -> Fraction:
    """The chance that a pair improves.

    It does not when all new cards are of different ranks, and none of them is of a rank kept.

    Args:
        new: how many cards are drawn.
        left: for each rank that isn't kept, how many of its cards are in the deck.
        helping: how many cards of the ranks that are kept are in the deck.
    """
    ways = [1] + [0] * new  # to draw so many cards of different ranks
    for cards in left:
        for size in range(new, 0, -1):
            ways[size] += cards * ways[size - 1]
    return 1 - Fraction(ways[new], comb(sum(left) + helping, new))


def aces_up(new: int, unseen: int, alike: int) -> Fraction:
    """The chance that a pair of eights becomes two pair with aces, or better.

    It does with an eight, with two of the aces and another card, or with three alike.

    Args:
        new: how many cards are drawn: three, or two beside an ace that is kept.
        unseen: how many cards are in the deck, two eights and three aces among them.
        alike: in how many ways the new cards, and the ace where it is kept, are three alike.
    """
    eight = comb(unseen, new) - comb(unseen - 2, new)
    return Fraction(eight + alike + 3 * (unseen - 5), comb(unseen, new))


def short_deck_chances(ranks: int = 8) -> dict[str, Fraction]:
    """For a pair of eights with an ace and two others: each discard under each score."""
    others = (4,) * (ranks - 4)
    return {
        "to improve, throw three": better_than_a_pair(3, (3, 3, 3, *others), 2),
        "to improve, keep the ace": better_than_a_pair(2, (3, 3, *others), 2 + 3),
        "aces up, throw three": aces_up(3, 4 * ranks - 5, 3 + sum(others)),
        "aces up, keep the ace": aces_up(2, 4 * ranks - 5, 3),
    }


def _short_deck(answer: Any) -> str:
    right, full = short_deck_chances(), short_deck_chances(13)
    mistakes: dict[tuple[str, Fraction | int], str] = {}
    for name, chance in right.items():
        score, discard = name.split(", ")
        for other, wrong in right.items():
            if other != name and other.endswith(discard):
                mistakes[name, wrong] = "this is the chance under the other score."
            elif other != name and other.startswith(score):
                mistakes[name, wrong] = "this is the other discard."
        mistakes[name, full[name]] = "this is the chance with 52 cards."
        mistakes[name, 1 - chance] = "this is the chance to miss it."
    eight = 1 - Fraction(comb(25, 3), comb(27, 3))
    mistakes["to improve, throw three", eight] = "an eight alone; new cards may pair too."
    for new, discard in ((3, "throw three"), (2, "keep the ace")):
        alone = Fraction(3 * 22, comb(27, new))
        mistakes[f"aces up, {discard}", alone] = (
            "this is two pair alone; what is better counts too."
        )
    expect_numbers(
        answer,
        right,
        mistakes,
        "give `improvements` the hand, the discard, and as `dead` all cards below the seven.",
    )
    return (
        "46.02 % and 42.74 %, but 24.27 % and 34.19 %: fewer ranks make pairs more common, and "
        "still the score decides about the ace."
    )


# --- 15.4: the best of all discards --------------------------------------------------------------


Discards = dict[str, Distribution[FiveRank]]
Score = Callable[[FiveRank], int]


def best_expectation(discards: Discards, score: Score) -> Fraction:
    """The largest expectation of the score among some distributions of ranks."""
    return max(drawn.map(score).mean for drawn in discards.values())


class _Named:
    """A score that is named in a hint by what it gives."""

    def __init__(self, points: tuple[int, ...]) -> None:
        self.points = points

    def __call__(self, rank: FiveRank) -> int:
        return self.points[rank.category]

    def __repr__(self) -> str:
        return f"points {'-'.join(map(str, self.points))}"


def _tables(rng: random.Random) -> Iterator[tuple[Discards, Score]]:
    for _ in range(30):
        discards = {}
        for name in ("nothing", "one card", "two cards", "three cards")[: rng.randint(1, 4)]:
            kinds = rng.sample(list(FiveCategory), rng.randint(1, 5))
            drawn = {FiveRank(kind, ()): rng.randint(1, 500) for kind in kinds}
            discards[name] = Distribution(drawn)
        yield discards, _Named(tuple(rng.randint(0, 20) for _ in FiveCategory))


def _best(answer: Any) -> str:
    expect_function(answer, best_expectation, _tables(random.Random(154)), _best_hint)
    return "A decision is one `max` over expectations."


def _best_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    discards, score = arguments
    if got is None:
        return "The function returns nothing yet."
    worths = {name: drawn.map(score).mean for name, drawn in discards.items()}
    if isinstance(got, str) and got in discards:
        return "This is a discard; its expectation is asked for."
    if isinstance(got, tuple):
        return "The expectation alone is asked for."
    if not is_number(got):
        return "An expectation is asked for, a number."
    sums = [sum(score(rank) * many for rank, many in drawn.items()) for drawn in discards.values()]
    tops = [max(map(score, drawn)) for drawn in discards.values()]
    plain = [Fraction(sum(map(score, drawn)), len(drawn)) for drawn in discards.values()]
    mistakes = (
        (min(worths.values()), "This is the smallest expectation."),
        (sum(worths.values()) / len(worths), "This is the mean of all discards; choose the best."),
        (sum(worths.values()), "These are all discards together; choose the best."),
        (max(sums), "Divide the points by the number of draws."),
        (max(tops), "This is the best that can happen; it has a chance."),
        (max(plain), "Ranks aren't equally likely: weigh each by its draws."),
        (next(iter(worths.values())), "This is the first discard; look at all of them."),
    )
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


EXERCISES = {"15.1": _draws, "15.2": _outs, "15.3": _short_deck, "15.4": _best}
"""The checks of the exercises, by number."""

"""Notebook 15: its exercises, and what their checks know."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from tcp.cards import DECK, Rank, parse_cards
from tcp.checks import check
from tcp.checks.notebook_15 import at_least_one, better_than_a_pair, short_deck_chances
from tcp.club.odds import improvements
from tcp.fivecard import FiveCategory

THREE, ACE = Fraction(1346, 2925), Fraction(50, 117)
UP_THREE, UP_ACE = Fraction(142, 585), Fraction(40, 117)
UP = (UP_THREE, UP_ACE)


def means(discards: Any, score: Any) -> list[Fraction]:
    """By adding up, without `map` and `mean`."""
    return [
        sum((Fraction(score(rank)) * many for rank, many in drawn.items()), Fraction(0))
        / drawn.total
        for drawn in discards.values()
    ]


def one_after_the_other(outs: int, new: int, unseen: int) -> Fraction:
    miss = Fraction(1)
    for drawn in range(new):
        miss *= Fraction(max(unseen - outs - drawn, 0), unseen - drawn)
    return 1 - miss


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("15.1", ...),
        ("15.2", lambda outs, new, unseen: ...),
        ("15.3", (..., ..., ..., ...)),
        ("15.4", lambda discards, score: ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("15.1", 35_960),
        ("15.2", one_after_the_other),
        ("15.2", lambda outs, new, unseen: float(one_after_the_other(outs, new, unseen))),
        ("15.3", (THREE, ACE, *UP)),
        ("15.3", [float(chance) for chance in (THREE, ACE, *UP)]),
        ("15.4", lambda discards, score: max(means(discards, score))),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def weights_forgotten(discards: Any, score: Any) -> Fraction:
    return max(Fraction(sum(map(score, drawn)), len(drawn)) for drawn in discards.values())


WRONG: dict[str, tuple[str, Any, str]] = {
    "throwing all": ("15.1", 20_475, "the one discard that throws everything"),
    "the discards": ("15.1", 16, "each of them has draws"),
    "all times all": ("15.1", 16 * 20_475, "Only one of the 16 discards"),
    "each size once": ("15.1", 24_158, "but four of a single card"),
    "five cards": ("15.1", 201_376, "four cards, not five"),
    "52 cards": ("15.1", 270_725, "This deck has 32 cards"),
    "the club's": ("15.1", 2_598_960, "by which discard"),
    "the miss": ("15.2", lambda o, n, u: 1 - one_after_the_other(o, n, u), "none of them helps"),
    "a sum": ("15.2", lambda o, n, u: Fraction(o * n, u), "don't add up"),
    "with going back": (
        "15.2",
        lambda o, n, u: 1 - Fraction(u - o, u) ** n,
        "A drawn card does not go back",
    ),
    "exactly one": (
        "15.2",
        lambda o, n, u: Fraction(o * comb(u - o, n - 1), comb(u, n)),
        "Two or more may help",
    ),
    "the draws": (
        "15.2",
        lambda o, n, u: comb(u, n) - comb(u - o, n),
        "divide by all draws",
    ),
    "one card": ("15.2", lambda o, n, u: Fraction(o, u), "More than one card is drawn"),
    "always 47": (
        "15.2",
        lambda o, n, u: one_after_the_other(o, n, 47),
        "Not always are there 47",
    ),
    "the published chance": ("15.2", lambda o, n, u: Fraction(1_552, 5_405), "it gives"),
    "no return": ("15.2", lambda o, n, u: None, "returns nothing"),
    "words": ("15.2", lambda o, n, u: "often", "A chance is asked for"),
    "the full deck": ("15.3", (Fraction(1552, 5405), ACE, *UP), "the chance with 52 cards"),
    "the full deck, too": ("15.3", (THREE, Fraction(280, 1081), *UP), "the chance with 52 cards"),
    "the full deck, aces up": (
        "15.3",
        (THREE, ACE, UP_THREE, Fraction(220, 1081)),
        "the chance with 52 cards",
    ),
    "still a pair": ("15.3", (1 - THREE, ACE, *UP), "the chance to miss it"),
    "no aces up": ("15.3", (THREE, ACE, UP_THREE, 1 - UP_ACE), "the chance to miss it"),
    "the other way": ("15.3", (ACE, THREE, *UP), "to improve, throw three: this is the other"),
    "the other way up": (
        "15.3",
        (THREE, ACE, *UP[::-1]),
        "aces up, throw three: this is the other",
    ),
    "the other score": ("15.3", (*UP, THREE, ACE), "under the other score"),
    "two pair alone": (
        "15.3",
        (THREE, ACE, Fraction(66, 2925), UP_ACE),
        "what is better counts too",
    ),
    "two pair alone, ace": (
        "15.3",
        (THREE, ACE, UP_THREE, Fraction(66, 351)),
        "what is better counts too",
    ),
    "eights alone": ("15.3", (Fraction(5, 23), ACE, *UP), "give `improvements` the hand"),
    "an eight": ("15.3", (1 - Fraction(2_300, 2_925), ACE, *UP), "new cards may pair too"),
    "one of four": ("15.3", (THREE, ..., *UP), "Still missing: to improve, keep the ace"),
    "one score": ("15.3", (THREE, ACE), "4 numbers are asked for"),
    "rounded": ("15.3", (0.46, ACE, *UP), "rounded"),
    "the worst": ("15.4", lambda d, s: min(means(d, s)), "the smallest expectation"),
    "the mean": ("15.4", lambda d, s: sum(means(d, s)) / len(d), "the mean of all discards"),
    "the sum": ("15.4", lambda d, s: sum(means(d, s)), "all discards together"),
    "undivided": (
        "15.4",
        lambda d, s: max(sum(s(rank) * n for rank, n in drawn.items()) for drawn in d.values()),
        "Divide the points",
    ),
    "the luckiest": (
        "15.4",
        lambda d, s: max(s(rank) for drawn in d.values() for rank in drawn),
        "the best that can happen",
    ),
    "unweighted": ("15.4", weights_forgotten, "weigh each by its draws"),
    "the first": ("15.4", lambda d, s: means(d, s)[0], "look at all of them"),
    "its name": ("15.4", lambda d, s: next(iter(d)), "its expectation is asked for"),
    "both": ("15.4", lambda d, s: (next(iter(d)), 1), "The expectation alone"),
    "nothing": ("15.4", lambda d, s: None, "returns nothing"),
    "no function": ("15.4", 1, "A function is asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- what the checks know ------------------------------------------------------------------------


def test_at_least_one_by_a_visit() -> None:
    for unseen, outs, new in ((8, 3, 2), (7, 2, 4), (6, 6, 1), (9, 0, 3)):
        hits = sum(min(cards) < outs for cards in combinations(range(unseen), new))
        assert at_least_one(outs, new, unseen) == Fraction(hits, comb(unseen, new))
        assert one_after_the_other(outs, new, unseen) == Fraction(hits, comb(unseen, new))


@pytest.mark.parametrize(("ranks", "lowest"), [(8, 7), (13, 2), (9, 6)])
def test_pairs_in_any_deck_improve_as_the_draws_say(ranks: int, lowest: int) -> None:
    hand = parse_cards("8♣ 8♦ A♥ J♠ 10♣")
    low = [card for card in DECK if card.rank < lowest]

    def chances(thrown: str) -> tuple[Fraction, Fraction]:
        drawn = improvements(hand, parse_cards(thrown), dead=low)
        better = drawn.p(lambda rank: rank.category > FiveCategory.PAIR)
        return better, drawn.p(lambda rank: rank >= (FiveCategory.TWO_PAIR, (Rank.ACE,)))

    three, ace = chances("A♥ J♠ 10♣"), chances("J♠ 10♣")
    assert list(short_deck_chances(ranks).values()) == [three[0], ace[0], three[1], ace[1]]


def test_the_chances_of_the_short_deck() -> None:
    assert tuple(short_deck_chances().values()) == (THREE, ACE, *UP)
    assert better_than_a_pair(1, (3, 3, 3), 2) == Fraction(2, 11)


def test_hints_to_the_short_deck_give_nothing_away() -> None:
    for name, (exercise, answer, _) in WRONG.items():
        if exercise == "15.3":
            reason = check(exercise, answer).reason
            for chance in ("46.02", "42.74", "24.27", "34.19"):
                assert chance not in reason, name


def test_the_best_of_all_is_asked_of_many_tables() -> None:
    """No constant passes, and no choice of one discard by its place."""
    choices: list[Callable[[Any, Any], Any]] = [
        lambda discards, score: Fraction(3, 2),
        lambda discards, score: means(discards, score)[-1],
    ]
    for choice in choices:
        assert check("15.4", choice).state == "not yet"

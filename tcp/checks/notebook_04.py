"""The exercises of notebook 04: what is left for the dealer, and what that makes of a hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from tcp.cards import DECK, Card, parse_cards
from tcp.checks import STEPS, expect_function, expect_numbers, same
from tcp.ranking import Category, rank_hand
from tcp.rules import load_rules
from tcp.showdown import qualifying_counts

ALL, LEFT = comb(52, 3), comb(49, 3)
Hints = Mapping[tuple[str, Fraction | int], str]

# --- 04.1: the hands without your cards ----------------------------------------------------------

_A, _B, _C = "a, for each of your cards", "b, for each two", "c, for all three"
_TERMS = {_A: 3 * comb(51, 2), _B: 3 * 50, _C: 1}
_SIGN = "Write it without a sign; the formula has the signs."
_TERM_MISTAKES: Hints = {
    (_A, comb(51, 2)): "That is for one card; you hold three.",
    (_A, 3 * comb(52, 2)): "Your card is in the hand: two others come from 51 cards, not from 52.",
    (_A, comb(52, 2)): "Your card is in the hand: two others come from 51 cards, not from 52.",
    (_A, 3 * 51 * 50): "The two other cards have no order.",
    (_A, 3 * comb(49, 2)): "These hold one of your cards and no other of yours. Here every hand "
    "with the card counts, for b puts right what is taken away twice.",
    (_A, -3 * comb(51, 2)): _SIGN,
    (_B, 50): "That is for two of your cards; there are three ways to choose the two.",
    (_B, 3 * 49): "The third card may be your own third card, too; c puts that right.",
    (_B, 49): "The third card may be your own third card, too; and there are three pairs.",
    (_B, 3 * 51): "Two cards are in the hand already; 50 are left for the third.",
    (_B, 3): "There are three pairs of your cards, and each leaves a third card to choose.",
    (_B, -3 * 50): _SIGN,
    (_C, 0): "One hand holds all three: your own.",
    (_C, 3): "A hand has no order: your own three cards are one hand.",
    (_C, 6): "A hand has no order: your own three cards are one hand.",
    (_C, -1): _SIGN,
}


def _left_for_the_dealer(answer: Any) -> str:
    expect_numbers(
        answer, _TERMS, _TERM_MISTAKES, "How many of the other cards can complete such a hand?"
    )
    return "22,100 − 3,825 + 150 − 1 = 18,424, and C(49,3) says the same."


# --- 04.2: why a decision tells something --------------------------------------------------------

_PLAY, _FOLD, _PAIR = "hands that play", "hands that fold", "pairs"
_AVERAGES = {_PLAY: Fraction(14_820, 14_900), _FOLD: Fraction(480, 7_200), _PAIR: Fraction(9, 13)}
_PER_HAND = "That is per card; a hand has three."
_OF_ALL = "Divide by the hands of this kind, not by all 22,100."
_AVERAGE_MISTAKES: Hints = {
    (_PLAY, 14_820): "These are the big cards of all hands that play; divide by the hands.",
    (_PLAY, Fraction(14_820, ALL)): _OF_ALL,
    (_PLAY, Fraction(11_740, 14_900)): "That is the share of hands with a big card; a hand with "
    "two counts twice.",
    (_PLAY, Fraction(14_820, 3 * 14_900)): _PER_HAND,
    (_FOLD, 480): "These are the big cards of all hands that fold; divide by the hands.",
    (_FOLD, Fraction(480, ALL)): _OF_ALL,
    (_FOLD, Fraction(480, 3 * 7_200)): _PER_HAND,
    (_FOLD, 0): "Some hands with a queen are below Q-6-4.",
    (_PAIR, Fraction(3, 13)): _PER_HAND,
    (_PAIR, Fraction(6, 13)): "The third card may be a big one, too.",
    (_PAIR, 1): "Count the ranks: three of thirteen are big.",
}


def _big_cards(answer: Any) -> str:
    expect_numbers(
        answer,
        _AVERAGES,
        _AVERAGE_MISTAKES,
        "Weigh each number of big cards with its hands, add up, and divide by the hands.",
    )
    return (
        "A hand that plays holds 0.99 big cards, one that folds 0.07. A pair holds 0.69, as three "
        "cards of the whole deck do: strength alone takes no big card from the dealer, so the "
        "decision of the timid player tells next to nothing."
    )


# --- 04.3: a pair or better, given your hand -----------------------------------------------------


@cache
def _with_a_pair() -> dict[tuple[Card, ...], int]:
    return qualifying_counts(replace(load_rules("pagat"), dealer_qualifies="2-2-3"))


def _pair_or_better(hand: Sequence[Card]) -> Fraction:
    return Fraction(_with_a_pair()[tuple(sorted(hand))], LEFT)


def _hands() -> list[tuple[tuple[Card, ...]]]:
    """Hands with few and with many pairs left for the dealer, and some at random."""
    rng = random.Random(4)
    extreme = [parse_cards(text) for text in ("2♣ 2♦ 2♥", "9♦ Q♥ Q♠", "3♣ 6♣ 9♦", "4♥ 5♥ 6♥")]
    return [(hand,) for hand in extreme] + [(tuple(sorted(rng.sample(DECK, 3))),) for _ in range(8)]


@cache
def _hands_of(category: Category | None) -> list[frozenset[Card]]:
    """All hands of one category, or all that qualify."""
    queen_high = load_rules("pagat").qualifying_rank
    return [
        frozenset(hand)
        for hand in combinations(DECK, 3)
        if (rank_hand(hand) >= queen_high if category is None else rank_hand(hand)[0] == category)
    ]


def _pair_hint(arguments: tuple[Any, ...], got: Any, wanted: Fraction) -> str:
    (hand,) = arguments
    if got is None:
        return "The function returns nothing: end it with a return."
    if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
        return "A chance is asked for, a number from 0 to 1."

    def chance(hands: list[frozenset[Card]]) -> Fraction:
        return Fraction(sum(other.isdisjoint(hand) for other in hands), LEFT)

    mistakes = [
        (Fraction(5_660, ALL), "That is the whole deck's; the dealer cannot hold your cards."),
        (wanted * LEFT, "That is how many hands; divide by all that the dealer may hold."),
        (wanted * LEFT / ALL, "Divide by the hands that are left, not by all 22,100."),
        (1 - wanted, "That is the chance of no pair and nothing better."),
        (wanted * 100, "This is in per cent; give a number from 0 to 1."),
        (chance(_hands_of(None)), "That is the chance to qualify; a high card is no pair."),
        (chance(_hands_of(Category.PAIR)), "A flush is better than a pair, too: take >=, not ==."),
    ]
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


def _at_least_a_pair(answer: Any) -> str:
    inputs = _hands()
    expect_function(answer, _pair_or_better, inputs, _pair_hint, steps=5 * STEPS)
    return (
        f"It agrees on {len(inputs)} hands. Whatever you hold, the dealer's chance of a pair or "
        "better stays between 25.45 % and 26.40 %."
    )


# --- 04.4: the bar moved -------------------------------------------------------------------------

_NAMES = ("of all hands", "the least given yours", "the most given yours")
_JACK, _PAIRED = ([f"{bar}, {name}" for name in _NAMES] for bar in ("jack-high", "a pair"))
_BARS = dict(zip((*_JACK, *_PAIRED), (17_480, 13_804, 15_019, 5_660, 4_688, 4_864), strict=True))
_OLD = "That is for queen high, the rule as it was."
_SWAPPED = "Least and most have changed places."
_BAR_MISTAKES: Hints = {
    (_JACK[0], 15_380): _OLD,
    (_JACK[0], 13_280): "Jack-high hands qualify now, so there are more qualifying hands than "
    "before, not fewer.",
    (_JACK[0], 19_100): "That lets ten-high qualify as well.",
    (_JACK[0], 17_172): "Among those that you took away are flushes, which qualify.",
    (_JACK[0], 17_060): "Among those that you took away are straights, which qualify.",
    (_JACK[1], 11_704): _OLD,
    (_JACK[2], 13_279): _OLD,
    (_JACK[1], 15_019): _SWAPPED,
    (_PAIRED[0], 3_744): "A flush and a straight are better than a pair, and qualify.",
    (_PAIRED[0], 16_440): "These are the hands that do not qualify.",
    (_PAIRED[1], 4_864): _SWAPPED,
}


def _other_bars(answer: Any) -> str:
    expect_numbers(
        answer, _BARS, _BAR_MISTAKES, "Try `replace(rules, dealer_qualifies=…)` and count again."
    )
    return (
        "With jack high, any three cards from the jack up leave the dealer least, as before. With "
        "a pair it matters little what you hold."
    )


EXERCISES = {
    "04.1": _left_for_the_dealer,
    "04.2": _big_cards,
    "04.3": _at_least_a_pair,
    "04.4": _other_bars,
}

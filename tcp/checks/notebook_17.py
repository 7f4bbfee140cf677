"""The exercises of notebook 17: unseen cards, seven cards, a split pot, and eight cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from tcp.cards import Card, Rank, check_hand, parse_cards
from tcp.checks import (
    Mistake,
    NotAttempted,
    expect_function,
    expect_numbers,
    is_number,
    missing,
    same,
)
from tcp.club.ranking import showdown
from tcp.fivecard import FiveCategory, rank_five

# --- 17.1: an ace on the table -------------------------------------------------------------------


def an_ace(aces: int, cards: int, laid: int = 2) -> Fraction:
    """The chance of at least one of so many aces among the cards laid from so many unseen ones."""
    return 1 - Fraction(comb(cards - aces, laid), comb(cards, laid))


def _laid(answer: Any) -> str:
    unseen, seen = an_ace(3, 47), an_ace(3, 42)
    moments = {"laid last": unseen, "laid first": unseen, "Kari's cards seen": seen}
    mistakes: dict[tuple[str, Fraction | int], str] = {
        ("laid last", seen): "five of the 47 are in Kari's hand, but any five: nobody saw them.",
        ("laid first", seen): "five of the 47 are in Kari's hand, but any five: nobody saw them.",
        ("Kari's cards seen", unseen): "now ten cards are known, and none of Kari's is an ace.",
    }
    for name in moments:
        cards = 42 if "seen" in name else 47
        mistakes |= {
            (name, Fraction(6, cards)): "chances add up only where one excludes the other; both "
            "cards may be aces.",
            (name, 1 - Fraction(cards - 3, cards) ** 2): "the first card laid doesn't go back.",
            (name, Fraction(3, cards)): "this is the chance for one card; two are laid.",
            (name, an_ace(4, cards)): "Ola holds one of the four aces.",
            (name, an_ace(4, 52)): "Ola knows five cards, one of the four aces among them.",
            (name, 1 - moments[name]): "this is the chance that no ace comes.",
            (name, Fraction(comb(3, 2), comb(cards, 2))): "at least one ace is asked for, not two.",
        }
    expect_numbers(
        answer,
        moments,
        mistakes,
        "count the cards that Ola has not seen, and the aces among them. Take away from 1 the "
        "chance that both cards come from the rest.",
    )
    return "Only what somebody has seen changes a chance, not when a card was dealt."


# --- 17.2: full houses of seven cards ------------------------------------------------------------


def house_patterns(ranks: int) -> tuple[int, int, int]:
    """How many hands of seven have the ranks of a full house, by their three patterns.

    Two threes and one card; a three and two pairs; a three, a pair and two cards.
    """
    return (
        comb(ranks, 2) * comb(4, 3) ** 2 * max(ranks - 2, 0) * 4,
        ranks * comb(4, 3) * comb(ranks - 1, 2) * comb(4, 2) ** 2,
        ranks * comb(4, 3) * (ranks - 1) * comb(4, 2) * comb(max(ranks - 2, 0), 2) * 4**2,
    )


def full_houses(ranks: int) -> int:
    """How many hands of seven cards of so many ranks in four suits are a full house at best."""
    return sum(house_patterns(ranks))


def _decks(rng: random.Random) -> Iterator[tuple[int]]:
    for ranks in (13, 8, 3, 2, *rng.sample(range(4, 60), 12)):
        yield (ranks,)


def _houses_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    (ranks,) = arguments
    if got is None:
        return "The function returns nothing yet."
    if not is_number(got):
        return "A number of hands is asked for."
    two_threes, two_pairs, one_pair = house_patterns(ranks)
    five = ranks * comb(4, 3) * (ranks - 1) * comb(4, 2)
    hints = {
        wanted - two_threes: "Two threes of a kind are a full house, too.",
        wanted - two_pairs: "A three and two pairs are a full house, too.",
        one_pair: "There are two more patterns of ranks with a three and at least a pair.",
        wanted + two_threes: "Two threes play the same part, so they have no order.",
        wanted + two_pairs: "The two pairs play the same part, so they have no order.",
        wanted + one_pair: "The two single cards play the same part, so they have no order.",
        five: "This counts hands of five cards.",
        21 * five: "Seven cards hold 21 fives, but a hand may hold several full houses.",
        five * comb(4 * ranks - 5, 2): "A full house and any two others: that counts a hand "
        "with several full houses several times, and those with four of a kind.",
    }
    if same(got, full_houses(13)):
        return "This is the count of 13 ranks. The deck has as many as you are told."
    return next((hint for wrong, hint in hints.items() if same(got, wrong)), "")


def _houses(answer: Any) -> str:
    expect_function(answer, full_houses, _decks(random.Random(172)), _houses_hint, tell=False)
    return "With 13 ranks that is 3,473,184 hands of 133,784,560."


# --- 17.3: a pot that only the house splits ------------------------------------------------------


def _cards(name: str, given: Any, size: int) -> tuple[Card, ...]:
    try:
        cards = tuple(parse_cards(given) if isinstance(given, str) else given)
        check_hand(cards, size)
    except (TypeError, ValueError) as error:
        raise Mistake(f"{name}: {error}") from None
    return cards


def _split(answer: Any) -> str:
    sizes = {"table": 2, "first": 5, "second": 5}
    if not isinstance(answer, Mapping) or set(answer) != set(sizes):
        raise Mistake('A deal is asked for: {"table": "9♥ 9♣", "first": …, "second": …}.')
    if all(part is ... for part in answer.values()):
        raise NotAttempted
    if blanks := missing(dict(answer)):
        raise Mistake(blanks)
    table, first, second = (_cards(name, answer[name], size) for name, size in sizes.items())
    everything = (*table, *first, *second)
    for place, card in enumerate(everything):
        if card in everything[:place]:
            raise Mistake(f"{card} comes twice; the deck holds each card once.")
    hands = [first + table, second + table]
    for name, hand in zip(("first", "second"), hands, strict=True):
        if (worth := rank_five(hand)).category != FiveCategory.FULL_HOUSE:
            raise Mistake(f"{name} has a {worth.category}. The rule is about full houses.")
    usual, house = showdown(hands, 2, rank_five), showdown(hands, 2)
    if len(house.winners) < 2:
        raise Mistake(
            "The three alike differ, and decide. With which cards on the table can both have "
            "three of the same rank?"
        )
    if len(usual.winners) == 2:
        raise Mistake("The usual game would split this pot, too: the pairs are alike.")
    if usual.winners == (0,):
        raise Mistake("The house splits, and the usual game would not; but it would pay the first.")
    if rank_five(hands[0]).ranks[0] == Rank.KING:
        raise Mistake("It does what it should, with kings as above. Take another rank.")
    return (
        "Two of a rank on the table, the third and the fourth in the two hands: nothing else can."
    )


# --- 17.4: eight cards ---------------------------------------------------------------------------


def eight_cards() -> dict[str, int]:
    """How many hands of eight cards hold four of a rank, five or more of a suit, and both."""
    return {
        "four alike": 13 * comb(48, 4) - comb(13, 2),
        "five of a suit": 4 * sum(comb(13, many) * comb(39, 8 - many) for many in range(5, 9)),
        "both": 4 * comb(13, 5) * 5,
    }


def _eight(answer: Any) -> str:
    right = eight_cards()
    four, five, both = right
    expect_numbers(
        answer,
        right,
        {
            (four, 13 * comb(48, 4)): "hands with two fours are counted twice in this.",
            (four, 13 * comb(48, 4) - 2 * comb(13, 2)): "hands with two fours are left out.",
            (four, 13 * comb(48, 3)): "this counts hands of seven cards.",
            (five, 4 * comb(13, 5) * comb(39, 3)): "six, seven and eight of a suit are more than "
            "five.",
            (five, 4 * comb(13, 5) * comb(47, 3)): "five of a suit and any three others: a hand "
            "with six of a suit is in this six times.",
            (five, right[five] // 4): "there are four suits.",
            (five, 4 * sum(comb(13, n) * comb(39, 7 - n) for n in range(5, 8))): "this counts "
            "hands of seven cards.",
            (both, 0): "with seven cards nothing does both. Five of a suit, and three more cards "
            "that make one of them four alike?",
            (both, 4 * comb(13, 5)): "any one of the five may be the one that is four alike.",
            (both, comb(13, 5) * 5): "there are four suits.",
            (both, 4 * comb(13, 5) * 13): "the four alike share a rank with one of the five.",
        },
        "choose what the hand must have first, then the rest, and look for what is counted twice.",
    )
    return (
        "So with eight cards a hand can hold a flush and four of a kind at once, which seven "
        "never do: more cards are not just more of the same."
    )


EXERCISES = {"17.1": _laid, "17.2": _houses, "17.3": _split, "17.4": _eight}
"""The checks of the exercises, by number."""

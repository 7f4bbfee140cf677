"""The checks of notebook 00: unseen cards, a ledger, waiting for a straight, a smaller deck."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from tcp.cards import DECK, Rank, deal
from tcp.checks import STEPS, expect_function, expect_number
from tcp.ranking import Category, rank_hand

SEEDS = random.Random(0).sample(range(1_000_000), 40)


def unseen(answer: Any) -> str:
    """00.1: how many cards of the deck you have not seen."""
    mistakes: dict[Fraction | int, str] = {
        52: "Three of the 52 lie before you, so the dealer cannot have them.",
        46: "The dealer's three lie face down: you have not seen them either.",
        3: "The dealer's three are some of the unseen cards. How many could they be?",
    }
    expect_number(answer, 49, mistakes, "Begin with the whole deck, and take away what you see.")
    return "The dealer's three are among these 49. Notebook 04 builds on that."


def ledger(answer: Any) -> str:
    """00.2: six rounds against a dealer who does not qualify, four that the dealer wins."""
    mistakes: dict[Fraction | int, str] = {
        2: "Two more won than lost is right, but a round lost costs the Ante and the Play.",
        4: "Where the dealer does not qualify only the Ante wins; the Play comes back.",
        8: "It is the lost rounds that count twice: Ante and Play are both gone.",
        -8: "It seems that only the lost rounds are counted; six rounds were won.",
    }
    expect_number(
        answer, -2, mistakes, "Write a line for each kind of round: how many, chips each."
    )
    return "More rounds won than lost, and two chips fewer: count chips, not rounds."


def straight_after(seed: int) -> int:
    """How many hands this seed deals until the first straight, that one included."""
    return _wait(seed, lambda category: category == Category.STRAIGHT)


def waiting(answer: Any) -> str:
    """00.3: a function that deals until a straight comes."""
    expect_function(answer, straight_after, [(seed,) for seed in SEEDS], _waiting_hint, steps=STEPS)
    waits = [straight_after(seed) for seed in SEEDS]
    return (
        f"These {len(waits)} seeds waited from {min(waits)} to {max(waits)} hands. "
        "The average of all is 22,100 / 720, about 30.7; notebook 06 says why."
    )


def _wait(seed: int, found: Callable[[Category], bool]) -> int:
    rng = random.Random(seed)
    hands = 1
    while not found(rank_hand(deal(rng, 3)[0]).category):
        hands += 1
    return hands


def _waiting_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    (seed,) = arguments
    if got == wanted - 1:
        return "Count the hand that is the straight as well."
    if got in (30, 31):
        return "That is near the average; every seed has a wait of its own."
    if got == _wait(seed, lambda category: category >= Category.STRAIGHT):
        return "Only a straight ends the wait; this seed shows something better before."
    if got == _wait(seed, lambda category: category == Category.FLUSH):
        return "That is the first flush."
    return (
        "One random.Random(seed) deals all hands: make it once, before a loop that goes on until "
        "the straight. deal(rng, 3)[0] is each next hand, the first and only one of that deal."
    )


def short_deck(answer: Any) -> str:
    """00.4: the share of pairs in a deck without the cards from two to five."""
    short = [card for card in DECK if card.rank >= Rank.SIX]
    kinds = [rank_hand(hand).category for hand in combinations(short, 3)]
    pairs, hands = kinds.count(Category.PAIR), len(kinds)
    mistakes: dict[Fraction | int, str] = {
        Fraction(3744, 22100): "That is the share in the full deck; count again without 2 to 5.",
        Fraction(pairs, 22100): "The smaller deck has fewer hands, too: divide by their number.",
        pairs: "That is how many there are; divide by the number of hands.",
    }
    otherwise = "Keep the cards of rank six and more, 36 of them, and count all their hands."
    expect_number(answer, Fraction(pairs, hands), mistakes, otherwise)
    return "Fewer ranks make pairs more common: how rare a hand is depends on the deck."


EXERCISES: Mapping[str, Callable[[Any], str]] = {
    "00.1": unseen,
    "00.2": ledger,
    "00.3": waiting,
    "00.4": short_deck,
}

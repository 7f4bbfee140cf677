"""The exercises of notebook 09: full houses, a fair royal flush, and a bet on five cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from tcp.checks import expect_function, expect_number, expect_numbers, same
from tcp.counting import SIX_CARD_RECIPES, five_card_counts
from tcp.fivecard import FiveCategory
from tcp.payouts import six_card_net
from tcp.rules import TABLE_KEYS, PayTable, Ratio, load_rules

_ROYALS = SIX_CARD_RECIPES[FiveCategory.ROYAL_FLUSH].hands


def live_table() -> PayTable:
    """The one printed pay table of the 6 Card Bonus."""
    table = load_rules("live").six_card_bonus
    assert table is not None
    return table


# --- 09.1: full houses by hand -------------------------------------------------------------------


def _by_hand(answer: Any) -> str:
    wanted = {"of_33": full_houses_of_33(13, 4), "of_321": full_houses_of_321(13, 4)}
    five = 13 * comb(4, 3) * 12 * comb(4, 2)
    no_roles = "which of the three ranks comes three times, which twice, which once?"
    expect_numbers(
        answer,
        wanted,
        {
            ("of_33", 13 * 12 * comb(4, 3) ** 2): "kings and tens are tens and kings: two ranks "
            "with the same part to play have no order.",
            ("of_33", comb(13, 2)): "these are the pairs of ranks; each rank still needs suits.",
            ("of_33", comb(13, 2) * comb(4, 3)): "each of the two ranks needs its own suits.",
            ("of_33", wanted["of_321"]): "this is the other shape.",
            ("of_33", sum(wanted.values())): "this is both shapes together.",
            ("of_321", five): "this is a full house of five cards; where is the sixth?",
            ("of_321", five * 47): "the sixth card may not be of the two ranks at hand; one of "
            "these would make another shape.",
            ("of_321", five * 11): "the third rank has a suit as well.",
            ("of_321", comb(13, 3) * 4 * 6 * 4): no_roles,
            ("of_321", comb(13, 3)): "these are the sets of ranks; now their parts and suits.",
            ("of_321", 13 * 12 * 11): "these are the ranks; each of them still needs suits.",
            ("of_321", sum(wanted.values())): "this is both shapes together.",
        },
        "choose the ranks and their parts first, then suits for each rank.",
    )
    return "Together 165,984, nearly all of them of the shape 3-2-1."


# --- 09.2: a fair royal flush --------------------------------------------------------------------


def fair_royal(pays: PayTable) -> Fraction:
    """What a royal flush must pay for an expectation of 0, all other pays as they are."""
    net = six_card_net(pays | {"royal_flush": 0})
    return -net.mean * net.total / _ROYALS


def _tables(rng: random.Random) -> Iterator[tuple[PayTable]]:
    """The printed table, it without its royal flush, then tables that no house prints."""
    live = live_table()
    yield (live,)
    yield (PayTable({hand: pay for hand, pay in live.items() if hand != "royal_flush"}),)
    usual = (1, 3, 7, 10, 15, 20, 100, 200, 1000)
    for _ in range(40):
        pays: dict[str, Ratio] = {
            hand: Fraction(rng.randint(0, 3 * most), rng.choice([1, 2]))
            for hand, most in zip(TABLE_KEYS["six_card_bonus"], usual, strict=True)
            if rng.random() < 0.8
        }
        yield (PayTable(pays),)


def _fair(answer: Any) -> str:
    expect_function(answer, fair_royal, _tables(random.Random(92)), _fair_hint)
    return (
        "For the printed table it is 10,271.15 to 1, ten times what is paid: of a hand as rare as "
        "this one even a huge pay brings little."
    )


def _fair_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    (pays,) = arguments
    if got is None:
        return "The function returns nothing yet."
    if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
        return "A number is asked for."
    named = PayTable({hand: pays.get(hand, 0) for hand in TABLE_KEYS["six_card_bonus"]})
    mistakes = (
        (wanted - pays.get("royal_flush", -1), "This is how much the pay must rise."),
        (-wanted, "The sign is turned: what the other hands lose, this one must win."),
        (wanted + 1, "No royal flush loses its stake, and none wins it: a pay of 4 is a net of 4."),
        (wanted * _ROYALS / 20_358_520, "Divide by the royal flushes, not by all hands."),
        (fair_royal(named), "Hands that the table does not name lose the stake."),
    )
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


# --- 09.3: a bet on five cards -------------------------------------------------------------------


def five_card_mean() -> Fraction:
    """What one chip brings when the same table pays your three cards and two of the dealer's."""
    live, counts = live_table(), five_card_counts()
    nets = (live.get(kind.name.lower(), -1) * Fraction(n) for kind, n in counts.items())
    return sum(nets, Fraction(0)) / counts.total


def _five_cards(answer: Any) -> str:
    wanted = five_card_mean()
    net = six_card_net(live_table())
    won = wanted + sum(
        five_card_counts().p(kind) for kind in FiveCategory if kind < FiveCategory.THREE_OF_A_KIND
    )
    expect_number(
        answer,
        wanted,
        {
            -wanted: "The size is right: what the house gains, you lose.",
            1 + wanted: "This is the return, stake included; the expectation is the net.",
            won: "These are the chips won alone; losing hands bring -1.",
            wanted * 100: "This is in chips of 100; give the expectation of one chip.",
            wanted * 2_598_960: "These are the chips of all hands together; divide by their "
            "number.",
            net.mean: "These are six cards still.",
        },
        "Five cards have counts of their own, `five_card_counts()`; pay each kind by the table.",
    )
    return (
        "Of 100 chips only 30.25 come back: the sixth card is worth two thirds of the return. A "
        "pay table is made for one number of cards."
    )


# --- 09.4: full houses of any deck ---------------------------------------------------------------


def full_houses_of_33(ranks: int, suits: int) -> int:
    """Hands of six that hold two ranks three times each."""
    return comb(ranks, 2) * comb(suits, 3) ** 2


def full_houses_of_321(ranks: int, suits: int) -> int:
    """Hands of six that hold a rank three times, another twice, and a third once."""
    return ranks * comb(suits, 3) * (ranks - 1) * comb(suits, 2) * max(ranks - 2, 0) * suits


def full_houses(ranks: int, suits: int) -> int:
    """Hands of six whose best five are a full house, from a deck of these ranks and suits."""
    return full_houses_of_33(ranks, suits) + full_houses_of_321(ranks, suits)


def _decks(rng: random.Random) -> Iterator[tuple[int, int]]:
    yield 13, 4
    yield 6, 3
    yield 4, 2
    for _ in range(30):
        yield rng.randint(3, 20), rng.randint(2, 5)


def _any_deck(answer: Any) -> str:
    expect_function(answer, full_houses, _decks(random.Random(94)), _deck_hint)
    return "Four suits and thirteen ranks are one case of many; with two suits there is none."


def _deck_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    ranks, suits = arguments
    if got is None:
        return "The function returns nothing yet."
    if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
        return "A number of hands is asked for."
    if same(got, full_houses(13, 4)):
        return "This is right for 13 ranks and 4 suits only."
    both, mixed = full_houses_of_33(ranks, suits), full_houses_of_321(ranks, suits)
    mistakes = (
        (mixed, "The shape 3-3 is missing."),
        (both, "The shape 3-2-1 is missing."),
        (2 * both + mixed, "Two ranks of three each have no order."),
        (both + Fraction(mixed, 6), "Which of the three ranks comes three times, twice, once?"),
        (both + Fraction(mixed, suits), "The single card has a suit as well."),
        (full_houses(ranks, 4), "Not every deck has four suits."),
        (full_houses(13, suits), "Not every deck has thirteen ranks."),
    )
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


EXERCISES = {"09.1": _by_hand, "09.2": _fair, "09.3": _five_cards, "09.4": _any_deck}
"""The checks of the exercises, by number."""

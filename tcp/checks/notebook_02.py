"""The exercises of notebook 02: ties, comparing pairs, and flush over straight."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from tcp import bugs
from tcp.cards import DECK, Card
from tcp.checks import STEPS, Mistake, agree, call, expect_function, expect_number
from tcp.ranking import Category, HandRank, compare, rank_hand

# --- 02.1: who ties with a pair ------------------------------------------------------------------


def _ties_with_a_pair(answer: Any) -> str:
    expect_number(
        answer,
        3,
        {
            24: "24 hands of the whole deck have this strength, but three of these cards are in "
            "your hand.",
            23: "Your own hand is not the only one that is gone: so is every hand that shares a "
            "card with yours.",
            4: "One of the four queens is yours.",
            1: "The pair is settled, but the dealer's third card may be any queen you do not hold.",
            6: "The dealer's two eights must be the two that you do not hold.",
            18: "The dealer's two eights must be the two that you do not hold.",
            0: "Two eights are left in the deck, and so are three queens.",
            12: "A pair has no order: do not count the same two eights more than once.",
        },
        "Which eights are left for the dealer, and which queens?",
    )
    return "The dealer needs the other two eights, and one of the other three queens."


# --- 02.2: compare pairs -------------------------------------------------------------------------

Ranks = tuple[int, ...]


def _cards(ranks: Ranks) -> list[Card]:
    """A hand of these ranks in mixed suits."""
    return [DECK[4 * (rank - 2) + suit] for suit, rank in enumerate(ranks)]


def _sign(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


def _right_for_pairs(hand: Ranks, other: Ranks) -> int:
    return compare(_cards(hand), _cards(other))


def _pairs() -> list[tuple[Ranks, Ranks]]:
    rng = random.Random(2)
    inputs: list[tuple[Ranks, Ranks]] = [((2, 13, 2), (12, 12, 9)), ((8, 8, 12), (10, 8, 8))]
    for _ in range(400):
        pair, third, fourth = rng.sample(range(2, 15), 3)
        other = rng.choice((pair, pair, fourth))
        kicker = rng.choice([rank for rank in (third, *range(2, 15)) if rank != other])
        hands = [[pair, pair, third], [other, other, kicker]]
        for hand in hands:
            rng.shuffle(hand)
        inputs.append((tuple(hands[0]), tuple(hands[1])))
    # A tie of both, and the larger third card on the weaker pair: a few more than chance brings.
    inputs += [((5, 9, 5), (9, 5, 5)), ((14, 3, 3), (4, 2, 4)), ((4, 2, 4), (14, 3, 3))]
    return inputs


_WRONG_FOR_PAIRS: dict[str, Callable[[Ranks, Ranks], int]] = {
    "It looks at the highest card first; the pair comes first, then the third card.": (
        lambda hand, other: _sign(
            bugs.top_card_first(_cards(hand)), bugs.top_card_first(_cards(other))
        )
    ),
    "Where the pairs are equal, the third card decides.": (
        lambda hand, other: _sign(
            bugs.kicker_ignored(_cards(hand)), bugs.kicker_ignored(_cards(other))
        )
    ),
    "It takes the ranks as they lie; find the one that comes twice.": _sign,
    "The wrong hand wins: 1 means that the first one is better.": (
        lambda hand, other: -_right_for_pairs(hand, other)
    ),
}


def _pair_hint(answer: Callable[..., Any], got: Any, inputs: Sequence[tuple[Ranks, Ranks]]) -> str:
    if got is None:
        return "Your function returns nothing: end it with a return."
    if isinstance(got, bool):
        return "The answer has three values, 1, 0 and -1: a single comparison has only two."
    if got not in (1, 0, -1):
        return "Only 1, 0 and -1 are asked for: which one wins, not by how much."
    for hint, wrong in _WRONG_FOR_PAIRS.items():
        if _agree(answer, wrong, inputs):
            return hint
    return "Find the rank that comes twice, then the other one, and compare them in this order."


def _agree(
    answer: Callable[..., Any], wrong: Callable[..., Any], inputs: Sequence[tuple[Ranks, Ranks]]
) -> bool:
    """Whether the answer makes this mistake throughout."""
    try:
        return all(agree(call(answer, hands), wrong(*hands)) for hands in inputs)
    except Mistake:
        return False


def _compare_pairs(answer: Any) -> str:
    inputs = _pairs()
    expect_function(
        answer, _right_for_pairs, inputs, lambda _, got, wanted: _pair_hint(answer, got, inputs)
    )
    return f"It agrees on {len(inputs)} contests of two pairs, the close ones among them."


# --- 02.3: count the ties of any hand ------------------------------------------------------------


@cache
def _same_strength() -> dict[HandRank, list[tuple[Card, ...]]]:
    groups: dict[HandRank, list[tuple[Card, ...]]] = {}
    for hand in combinations(DECK, 3):
        groups.setdefault(rank_hand(hand), []).append(hand)
    return groups


def _ties(hand: Sequence[Card]) -> int:
    return sum(set(hand).isdisjoint(other) for other in _same_strength()[rank_hand(hand)])


@cache
def _hands() -> list[tuple[tuple[Card, ...]]]:
    """Two random hands of each kind, with unlike numbers of ties where the kind has them.

    High cards and straights tie with 25 hands or with 26: no list of one number for each kind is
    right.
    """
    rng = random.Random(3)
    uneven = {Category.HIGH_CARD, Category.STRAIGHT}
    kinds: dict[tuple[Category, int], tuple[Card, ...]] = {}
    while len(kinds) < 2 * len(Category):
        hand = tuple(rng.sample(DECK, 3))
        kind = rank_hand(hand).category
        if (kind, 0) in kinds and (kind, 1) in kinds:
            continue  # counting ties takes a while
        place = _ties(hand) - 25 if kind in uneven else rng.randrange(2)
        kinds.setdefault((kind, place), hand)
    return [(kinds[kind, place],) for place in (0, 1) for kind in Category]


def _tie_hint(arguments: tuple[Any, ...], got: Any, wanted: int) -> str:
    (hand,) = arguments
    everywhere = len(_same_strength()[rank_hand(hand)])
    if got == everywhere:
        return "That counts in the whole deck, but the dealer cannot hold a card that you hold."
    if got == everywhere - 1:
        return (
            "Your own hand is not the only one that is gone: so is every hand that shares a card "
            "with yours."
        )
    if isinstance(got, float):
        return "How many hands is asked for, not their share."
    return "Go through the hands of the 49 other cards, and count those that `compare` calls equal."


def _count_ties(answer: Any) -> str:
    # Right numbers are kept back: six hints would make a list that is right for most hands.
    first, *others = _hands()
    expect_function(answer, _ties, [first], _tie_hint, tell=False, steps=5 * STEPS)
    expect_function(answer, _ties, others, _tie_hint, tell=False, steps=None)
    return (
        "It agrees on two hands of each kind: up to 26 dealer hands tie with a high card, "
        "none with three of a kind."
    )


# --- 02.4: flush over straight -------------------------------------------------------------------


@cache
def _flushes_against_straights() -> tuple[int, int]:
    """Pairs of a flush and a straight: of one deck, and with shared cards as well."""
    flushes, straights = (
        [set(hand) for worth, same in _same_strength().items() for hand in same if worth[0] == kind]
        for kind in (Category.FLUSH, Category.STRAIGHT)
    )
    apart = sum(a.isdisjoint(b) for a in flushes for b in straights)
    return apart, len(flushes) * len(straights)


def _flush_over_straight(answer: Any) -> str:
    apart, together = _flushes_against_straights()
    expect_number(
        answer,
        2 * apart,
        {
            apart: "You may hold the flush and the dealer the straight, or the other way round.",
            together: "Leave out the pairs that share a card, and count both "
            "ways round: the flush may be yours or the dealer's.",
            2
            * together: "A flush and a straight that share a card cannot both come from one deck.",
            0: "Some deal brings a flush against a straight, and there the winner changes.",
        },
        "Only a flush against a straight changes its winner: count those of one deck, both ways "
        "round.",
    )
    return "About one deal in 310: a rule that sounds large is seldom felt."


EXERCISES: dict[str, Callable[[Any], str]] = {
    "02.1": _ties_with_a_pair,
    "02.2": _compare_pairs,
    "02.3": _count_ties,
    "02.4": _flush_over_straight,
}

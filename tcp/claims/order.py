"""What is true of the order of hands: the functions that the claims about who wins name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations

from tcp.cards import DECK, Card, Rank, Suit
from tcp.claims.hands import (
    MIXED,
    ONE_SUIT,
    SUITS,
    Hand,
    Holds,
    ace_counts,
    category_of,
    in_order,
    named,
    read_hand,
)
from tcp.counting import five_card_patterns, three_card_hands
from tcp.fivecard import FiveCategory, rank_five
from tcp.ranking import Category, HandRank, is_mini_royal, rank_hand


def beats(text: str, suits: str, other: str, other_suits: str) -> bool:
    """Whether the first hand beats the other.

    >>> beats("4-4-9", "mixed suits", "K-10-7", "mixed suits")
    True
    """
    first, second = read_hand(text, suits), read_hand(other, other_suits)
    return rank_hand(first) > rank_hand(second)


def kinds_in_order(cards: int, least: str = "high card") -> str:
    """All kinds of hand, or those down to one, the best first.

    >>> kinds_in_order(3, "straight")
    'straight flush, three of a kind, straight'
    """
    categories = reversed(Category) if cards == 3 else reversed(FiveCategory)
    return ", ".join(map(str, [kind for kind in categories if kind >= category_of(cards, least)]))


def ranks_above(cards: int, kind: str, other: str) -> bool:
    """Whether all hands of a kind beat all hands of another."""
    return category_of(cards, kind) > category_of(cards, other)


def mini_royal_is_highest() -> bool:
    """Whether no hand beats a mini royal, and all of them are worth the same."""
    straight_flushes = three_card_hands()[Category.STRAIGHT_FLUSH]
    worth = {rank_hand(hand) for hand in straight_flushes if is_mini_royal(hand)}
    return worth == {rank_hand(three_card_examples()[-1])}


def straight_at(end: str) -> str:
    """The "highest" or the "lowest" straight, its ranks from the highest down.

    >>> straight_at("highest"), straight_at("lowest")
    ('A-K-Q', 'A-3-2')
    """
    of_all = three_card_hands()[Category.STRAIGHT]
    choose = named("end of the straights", end, {"highest": max, "lowest": min})
    hand = choose(of_all, key=rank_hand)
    return in_order([card.rank for card in hand])


def suits_never_decide() -> Holds:
    """In how many hands it changes nothing to exchange the suits, in each of the 24 ways."""
    every = list(combinations(DECK, 3))
    first = next(permutations(Suit))
    for swapped in permutations(Suit):
        for hand in three_card_examples():
            moved = [Card(card.rank, swapped[first.index(card.suit)]) for card in hand]
            if rank_hand(moved) != rank_hand(hand):
                return Holds(0, len(every), " ".join(map(str, hand)))
    return Holds(len(every), len(every))


@cache
def three_card_examples() -> tuple[Hand, ...]:
    """A hand of each of the 741 strengths, the weakest first."""
    found: dict[HandRank, Hand] = {}
    for of_kind in three_card_hands().values():
        for hand in of_kind:
            found.setdefault(rank_hand(hand), hand)
    return tuple(found[strength] for strength in sorted(found))


def _from_the_top(hand: Sequence[Card]) -> tuple[Rank | int, ...]:
    """The ranks from the highest down; the ace is low in the lowest straight."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    lowest = [Rank.ACE, *reversed(list(Rank)[: len(hand) - 1])]
    return (*lowest[1:], ace_counts("low")) if ranks == lowest else tuple(ranks)


def _by_groups(hand: Sequence[Card]) -> tuple[Rank, ...]:
    """The ranks that come most often first, and higher ones before lower ones."""
    times = Counter(card.rank for card in hand)
    return tuple(sorted(times, key=lambda rank: (times[rank], rank), reverse=True))


COMPARISONS: dict[str, Callable[[Sequence[Card]], tuple[Rank | int, ...]]] = {
    "card by card from the top": _from_the_top,
    "the highest card alone": lambda hand: _from_the_top(hand)[:1],
    "the rank that comes most often, then the next": _by_groups,
    "the rank that comes most often alone": lambda hand: _by_groups(hand)[:1],
}
"""Ways to compare two hands of one kind, as the pages put them."""


def decided_by(way: str, *kinds: str) -> Holds:
    """For how many pairs of different strengths within a kind a way to compare names the winner.

    >>> decided_by("card by card from the top", "flush")
    Holds(cases=37401, of=37401, against='')
    >>> decided_by("card by card from the top", "pair").against
    '4-2-2 against 3-3-2'
    """
    key, cases, of, against = named("way to compare", way, COMPARISONS), 0, 0, ""
    for category in [category_of(3, kind) for kind in kinds]:
        examples = [hand for hand in three_card_examples() if rank_hand(hand).category is category]
        keyed = [(key(hand), hand) for hand in examples]
        for (lower_key, lower), (higher_key, higher) in combinations(keyed, 2):
            of += 1
            if lower_key < higher_key:
                cases += 1
            elif not against:
                first, second = ([card.rank for card in hand] for hand in (lower, higher))
                against = f"{in_order(first)} against {in_order(second)}"
    return Holds(cases, of, against)


def all_kinds_decided_by(way: str) -> Holds:
    """The same for all kinds together."""
    return decided_by(way, *map(str, Category))


def five_decided_by(way: str, kind: str) -> bool:
    """Whether a way to compare puts all hands of five of a kind in their order.

    >>> five_decided_by("the rank that comes most often, then the next", "two pair")
    True
    """
    key, category, examples = named("way to compare", way, COMPARISONS), category_of(5, kind), {}
    for pattern in five_card_patterns():
        if pattern.category is category:
            suits = SUITS[ONE_SUIT if pattern.one_suit else MIXED]
            pairs = zip(pattern.ranks, suits, strict=True)
            cards = tuple(Card(rank, Suit(suit)) for rank, suit in pairs)
            examples[rank_five(cards)] = cards
    keys = [key(examples[rank]) for rank in sorted(examples)]
    return all(lower < higher for lower, higher in pairwise(keys))

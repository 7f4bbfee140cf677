"""What is true of cards and hands: the functions that the claims about them name.

Each answers one kind of question by going through hands, and knows nothing of any page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, NamedTuple, TypeVar

from tcp.cards import DECK, Card, Rank, Suit, parse_cards, parse_pattern
from tcp.counting import five_card_counts, five_card_patterns, three_card_counts, three_card_hands
from tcp.fivecard import FiveCategory, rank_five
from tcp.languages import Kind
from tcp.quoting import quoted
from tcp.ranking import Category, is_mini_royal, rank_hand

Hand = tuple[Card, ...]
Named = TypeVar("Named")
MIXED, ONE_SUIT = "mixed suits", "one suit"
SUITS = {MIXED: (0, 1, 2, 3, 0), ONE_SUIT: (3, 3, 3, 3, 3)}


class Holds(NamedTuple):
    """In how many cases a statement holds, and the first case that speaks against it."""

    cases: int
    of: int
    against: str = ""


def named(what: str, name: str, known: Mapping[str, Named]) -> Named:
    """What a claim's argument names, out of those known.

    Raises:
        ValueError: for another name; it says which are known.
    """
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"{quoted(name)} is no {what}; known are {', '.join(map(repr, known))}")
    return known[name]


# --- hands as the pages write them ---------------------------------------------------------------


def read_hand(text: str, suits: str = "") -> Hand:
    """Cards with their suits, or ranks alone in suits that are "mixed suits" or "one suit".

    >>> read_hand("K♠ 9♦ 5♣"), read_hand("K–9–4", "one suit")
    ((K♠, 9♦, 5♣), (K♠, 9♠, 4♠))

    Raises:
        ValueError: for what is no hand, or unknown suits.
    """
    if not suits:
        return parse_cards(text)
    if suits not in SUITS:
        raise ValueError(f"suits {quoted(suits)}; ranks alone are in {MIXED!r} or in {ONE_SUIT!r}")
    ranks = parse_pattern(text)
    return tuple(Card(rank, Suit(suit)) for rank, suit in zip(ranks, SUITS[suits], strict=False))


def in_order(ranks: Sequence[Rank]) -> str:
    """Ranks from the highest down, as Q-6-4.

    >>> in_order(parse_pattern("A-2-3"))
    'A-3-2'
    """
    return "-".join(rank.letter() for rank in sorted(ranks, reverse=True))


def category_of(cards: int, kind: str) -> Kind:
    """The kind of hand of this size that has this name.

    Raises:
        ValueError: for a hand of neither three nor five cards, or a kind that it doesn't have.
    """
    if cards not in (3, 5):
        raise ValueError(f"a hand of {quoted(cards)} cards; kinds are known of hands of 3 and of 5")
    categories: tuple[Kind, ...] = tuple(Category) if cards == 3 else tuple(FiveCategory)
    known = {str(category): category for category in categories}
    return named(f"kind of hand of {cards} cards", kind, known)


def kind_of(text: str, suits: str = "") -> str:
    """What a hand of three, five or six cards is worth, in a word.

    >>> kind_of("K–9–4", "one suit"), kind_of("9-8-7-6-5", "mixed suits")
    ('flush', 'straight')
    """
    hand = read_hand(text, suits)
    return str(rank_hand(hand).category if len(hand) == 3 else rank_five(hand).category)


def is_kind(kind: str, text: str, suits: str = "") -> bool:
    """Whether a hand is of this kind; a mini royal is a kind here.

    >>> is_kind("straight", "K-A-2", "mixed suits"), is_kind("mini royal", "E-K-D", "one suit")
    (False, True)
    """
    hand = read_hand(text, suits)
    if kind == "mini royal":
        return is_mini_royal(hand)
    return kind_of(text, suits) == str(category_of(3 if len(hand) == 3 else 5, kind))


# --- the deck, and what a kind of hand is made of ------------------------------------------------


def deck_size() -> int:
    """How many cards there are."""
    return len(DECK)


def packs() -> int:
    """How many times each card is there."""
    return _the_same(iter(Counter(DECK).values()), "cards of a sort")


def ranks_in_order() -> str:
    """The ranks of the deck from the ace down."""
    return " ".join(rank.letter() for rank in sorted(Rank, reverse=True))


def ace_counts(end: str) -> int:
    """What an ace counts at the "high" or at the "low" end of a run.

    At the low end it is one less than the lowest other rank.

    >>> ace_counts("high"), ace_counts("low")
    (14, 1)
    """
    return named("end of a run", end, {"high": int(Rank.ACE), "low": int(min(Rank)) - 1})


def _of_kind(cards: int, kind: str) -> Iterator[tuple[Rank, ...]]:
    """The ranks of all hands of a kind; hands of five with the same ranks come once."""
    category = category_of(cards, kind)
    if cards == 3:
        for hand in three_card_hands()[Category(category)]:
            yield tuple(card.rank for card in hand)
    for pattern in five_card_patterns() if cards == 5 else ():
        if pattern.category is category:
            yield pattern.ranks


def _the_same(values: Iterator[int], what: str) -> int:
    found = set(values)
    if len(found) != 1:
        raise ValueError(f"{what}: not the same in all hands of the kind, but {sorted(found)}")
    return found.pop()


def alike(cards: int, kind: str, place: int = 1) -> int:
    """How many cards of one rank all hands of a kind have; of the second such rank with place 2.

    >>> alike(3, "three of a kind"), alike(5, "full house"), alike(5, "full house", 2)
    (3, 3, 2)
    """
    groups = (sorted(Counter(ranks).values(), reverse=True) for ranks in _of_kind(cards, kind))
    return _the_same((sizes[place - 1] for sizes in groups), "cards of one rank")


def loose(cards: int, kind: str) -> int:
    """How many cards of all hands of a kind share their rank with no other.

    >>> loose(5, "pair"), loose(5, "two pair")
    (3, 1)
    """
    groups = (Counter(ranks).values() for ranks in _of_kind(cards, kind))
    return _the_same((list(sizes).count(1) for sizes in groups), "cards on their own")


def in_a_row(cards: int, kind: str) -> int:
    """How many cards in a row all hands of a kind have, the ace at either end.

    >>> in_a_row(3, "straight"), in_a_row(5, "straight flush")
    (3, 5)
    """
    return _the_same((_longest_run(ranks) for ranks in _of_kind(cards, kind)), "cards in a row")


def _longest_run(ranks: Sequence[Rank]) -> int:
    held = {int(rank) for rank in ranks} | ({1} if Rank.ACE in ranks else set())
    runs = ((first, last) for first in held for last in held if first <= last)
    full = (last - first + 1 for first, last in runs if held.issuperset(range(first, last + 1)))
    return max(full)


def _suits_of(cards: int, kind: str) -> list[tuple[Suit, ...]]:
    """All suits that make a hand of this kind of one set of ranks of it."""
    ranks = next(_of_kind(cards, kind))
    worth: Callable[[Sequence[Card]], Kind] = (
        (lambda hand: rank_hand(hand).category)
        if cards == 3
        else (lambda hand: rank_five(hand).category)
    )
    every = product(Suit, repeat=cards)
    dealt = ((suits, tuple(map(Card, ranks, suits))) for suits in every)
    return [suits for suits, hand in dealt if str(worth(hand)) == kind]


def in_one_suit(cards: int, kind: str) -> int:
    """How many cards of one suit all hands of a kind have.

    >>> in_one_suit(3, "flush")
    3
    """
    most = (max(Counter(suits).values()) for suits in _suits_of(cards, kind))
    return _the_same(most, "cards of one suit")


def fewest_suits(cards: int, kind: str) -> int:
    """How many suits a hand of this kind has at least.

    >>> fewest_suits(3, "straight"), fewest_suits(3, "flush")
    (2, 1)
    """
    return min(len(set(suits)) for suits in _suits_of(cards, kind))


# --- counts and chances --------------------------------------------------------------------------


def hands(cards: int, kind: str = "") -> int:
    """How many hands there are of this size, or of a kind.

    >>> hands(5, "three of a kind"), hands(5)
    (54912, 2598960)
    """
    if not kind:
        return comb(len(DECK), cards)
    counts: Mapping[Any, int] = three_card_counts() if cards == 3 else five_card_counts()
    return counts[category_of(cards, kind)]


def chance(cards: int, kind: str) -> Fraction:
    """The chance to be dealt this kind of hand."""
    return Fraction(hands(cards, kind), hands(cards))


def one_in(cards: int, kind: str) -> Fraction:
    """This kind of hand comes once in so many.

    >>> one_in(3, "three of a kind")
    Fraction(425, 1)
    """
    return 1 / chance(cards, kind)


def odds_against(cards: int, kind: str) -> Fraction:
    """So many hands that are not of the kind for each that is.

    >>> odds_against(3, "three of a kind")
    Fraction(424, 1)
    """
    return 1 / chance(cards, kind) - 1


def odds_on(cards: int, kind: str) -> Fraction:
    """So many hands of the kind for each that is not."""
    return 1 / odds_against(cards, kind)


def fewer(cards: int, kind: str, other: str) -> bool:
    """Whether there are fewer hands of a kind than of another.

    >>> fewer(3, "straight", "flush"), fewer(5, "straight", "flush")
    (True, False)
    """
    return hands(cards, kind) < hands(cards, other)

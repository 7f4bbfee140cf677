"""Wrong rankings: each takes `rank_hand`'s answer and changes one thing.

Used in place of `rank_hand`. What they give compares as tuples do, and holds a `HandRank`, which
`worth_of` finds: what the program takes the hand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tcp.cards import Card, Rank, Suit
from tcp.ranking import Category, HandRank, rank_hand

Ranking = Callable[[Sequence[Card]], Any]


class Judged(NamedTuple):
    """A hand with an order of its own: `order` is compared, `worth` is what it is called."""

    order: tuple[Any, ...]
    worth: HandRank


def worth_of(judged: Any) -> HandRank:
    """The `HandRank` in what a wrong ranking gives."""
    if isinstance(judged, HandRank):
        return judged
    return next(part for part in judged if isinstance(part, HandRank))


def compare_by(ranking: Ranking) -> Callable[[Sequence[Card], Sequence[Card]], int]:
    """`compare`, for another ranking: 1, 0 or -1.

    >>> from tcp.cards import parse_cards
    >>> compare_by(top_card_first)(parse_cards("K♥ 2♣ 2♠"), parse_cards("Q♥ Q♣ 9♠"))
    1
    """

    def compare(hand: Sequence[Card], other: Sequence[Card]) -> int:
        mine, theirs = ranking(hand), ranking(other)
        return int(mine > theirs) - int(mine < theirs)

    return compare


def _from_top(cards: Sequence[Card]) -> tuple[Rank, ...]:
    return tuple(sorted((card.rank for card in cards), reverse=True))


def _one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _without_straight(cards: Sequence[Card]) -> HandRank:
    """What the hand would be worth if its straight were not seen."""
    category = Category.FLUSH if _one_suit(cards) else Category.HIGH_CARD
    return HandRank(category, _from_top(cards))


def _is(cards: Sequence[Card], *ranks: Rank) -> bool:
    return {card.rank for card in cards} == set(ranks)


# --- pairs ---------------------------------------------------------------------------------------


def top_card_first(cards: Sequence[Card]) -> HandRank:
    """Compares two pairs by their highest card first, as if nothing were paired."""
    worth = rank_hand(cards)
    if worth.category != Category.PAIR:
        return worth
    return HandRank(worth.category, tuple(sorted((card.rank for card in cards), reverse=True)))


def third_card_first(cards: Sequence[Card]) -> HandRank:
    """Compares two pairs by the third card first, and by the pair only where these are equal."""
    worth = rank_hand(cards)
    return HandRank(worth.category, worth.ranks[::-1]) if worth.category == Category.PAIR else worth


def kicker_ignored(cards: Sequence[Card]) -> HandRank:
    """Takes two pairs of the same rank for equal, whatever the third card."""
    worth = rank_hand(cards)
    return HandRank(worth.category, worth.ranks[:1]) if worth.category == Category.PAIR else worth


# --- the rest of a hand --------------------------------------------------------------------------


def suits_break_ties(cards: Sequence[Card]) -> tuple[HandRank, tuple[Suit, ...]]:
    """Lets the suits decide between equal hands, from the highest card down."""
    held = sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True)
    return rank_hand(cards), tuple(card.suit for card in held)


def only_top_card(cards: Sequence[Card]) -> HandRank:
    """Compares two high cards by their highest card only, as if the others didn't count."""
    worth = rank_hand(cards)
    return HandRank(worth.category, worth.ranks[:1]) if worth.category == 0 else worth


def flush_by_top_card(cards: Sequence[Card]) -> HandRank:
    """Compares two flushes by their highest card only."""
    worth = rank_hand(cards)
    is_flush = worth.category == Category.FLUSH
    return HandRank(worth.category, worth.ranks[:1]) if is_flush else worth


def lowest_card_first(cards: Sequence[Card]) -> Judged:
    """Sorts the cards upwards, and so compares high cards and flushes from the lowest card."""
    worth = rank_hand(cards)
    upwards = worth.category in (Category.HIGH_CARD, Category.FLUSH)
    return Judged((worth.category, worth.ranks[::-1] if upwards else worth.ranks), worth)


def letters_compared(cards: Sequence[Card]) -> Judged:
    """Compares ranks as the letters they are written with: 9 < A < J < K < Q < T."""
    worth = rank_hand(cards)
    letters = tuple("T" if rank == Rank.TEN else str(rank) for rank in worth.ranks)
    return Judged((worth.category, letters), worth)


def ace_worth_one(cards: Sequence[Card]) -> HandRank:
    """Takes an ace for the lowest card wherever it is in no straight."""
    worth = rank_hand(cards)
    if Rank.ACE not in worth.ranks or worth.category in (3, 5):
        return worth
    ones = tuple(1 if rank == Rank.ACE else rank for rank in worth.ranks)
    in_order = ones if worth.category == Category.PAIR else sorted(ones, reverse=True)
    return HandRank(worth.category, tuple(in_order))  # type: ignore[arg-type]


# --- straights and the ace -----------------------------------------------------------------------


def around_the_corner(cards: Sequence[Card]) -> HandRank:
    """Takes K-A-2 for a straight, the lowest of all, because the ace stands at both ends."""
    if {card.rank for card in cards} != {Rank.KING, Rank.ACE, Rank.TWO}:
        return rank_hand(cards)
    one_suit = len({card.suit for card in cards}) == 1
    return HandRank(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, (Rank.TWO,))


def low_straight_missed(cards: Sequence[Card]) -> HandRank:
    """Knows the ace only as the highest card, so 3-2-A is no straight."""
    return (
        _without_straight(cards)
        if _is(cards, Rank.ACE, Rank.TWO, Rank.THREE)
        else (rank_hand(cards))
    )


def low_straight_on_top(cards: Sequence[Card]) -> Judged:
    """Compares straights by their highest card as it lies there, so A-3-2 beats K-Q-J."""
    worth = rank_hand(cards)
    straight = worth.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    return Judged((worth.category, _from_top(cards) if straight else worth.ranks), worth)


def ace_ends_low(cards: Sequence[Card]) -> HandRank:
    """Counts every straight with an ace as the lowest: A-K-Q as if it were 3-2-A."""
    worth = rank_hand(cards)
    if worth.category in (3, 5) and worth.ranks == (Rank.ACE,):
        return HandRank(worth.category, (Rank.THREE,))
    return worth


def akq_as_king_high(cards: Sequence[Card]) -> HandRank:
    """Counts A-K-Q as a king-high straight, equal to K-Q-J."""
    worth = rank_hand(cards)
    if worth.category in (3, 5) and worth.ranks == (Rank.ACE,):
        return HandRank(worth.category, (Rank.KING,))
    return worth


def akq_missed(cards: Sequence[Card]) -> HandRank:
    """Knows the ace in a straight only as the lowest card, so A-K-Q is no straight."""
    return (
        _without_straight(cards)
        if _is(cards, Rank.ACE, Rank.KING, Rank.QUEEN)
        else (rank_hand(cards))
    )


def straight_needs_three_suits(cards: Sequence[Card]) -> HandRank:
    """Takes three cards in sequence for a straight only if no two of them share a suit."""
    worth = rank_hand(cards)
    if worth.category == Category.STRAIGHT and len({card.suit for card in cards}) == 2:
        return _without_straight(cards)
    return worth


# --- the order of the categories -----------------------------------------------------------------

FIVE_CARD_ORDER = {Category.FLUSH: Category.STRAIGHT, Category.STRAIGHT: Category.FLUSH}


def flush_over_straight(cards: Sequence[Card]) -> Judged:
    """Lets a flush beat a straight, as with five cards."""
    worth = rank_hand(cards)
    return Judged((FIVE_CARD_ORDER.get(worth.category, worth.category), worth.ranks), worth)


def three_over_straight_flush(cards: Sequence[Card]) -> Judged:
    """Lets three of a kind beat a straight flush."""
    worth = rank_hand(cards)
    above = worth.category == Category.THREE_OF_A_KIND
    return Judged((6 if above else worth.category, worth.ranks), worth)


def flush_asked_first(cards: Sequence[Card]) -> HandRank:
    """Asks for a flush before anything else, so a straight flush is only a flush."""
    worth = rank_hand(cards)
    return _without_straight(cards) if worth.category == Category.STRAIGHT_FLUSH else worth


def straight_asked_first(cards: Sequence[Card]) -> HandRank:
    """Asks for a straight before anything else, so a straight flush is only a straight."""
    category, ranks = rank_hand(cards)
    return HandRank(Category.STRAIGHT if category == 5 else category, ranks)


def categories_swapped(cards: Sequence[Card]) -> HandRank:
    """Gives straights the name of flushes and flushes that of straights, and pays them so."""
    category, ranks = rank_hand(cards)
    return HandRank(FIVE_CARD_ORDER.get(category, category), ranks)


def only_pairs_seen(cards: Sequence[Card]) -> HandRank:
    """Looks for straights and flushes of five cards, and so finds none among three."""
    worth = rank_hand(cards)
    if worth.category in (Category.FLUSH, Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return HandRank(Category.HIGH_CARD, _from_top(cards))
    return worth

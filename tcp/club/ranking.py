"""The club's showdown: what a hand is worth in this house, who wins, and how a pot is split.

Five cards are ranked as in `tcp.fivecard`, with one difference of the house: between two full
houses only the three alike decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tcp.cards import DECK, Card, check_hand
from tcp.fivecard import FiveCategory, FiveRank, rank_five
from tcp.quoting import quoted


def house_rank(cards: Sequence[Card]) -> FiveRank:
    """What five to seven cards are worth in the club: a full house is as good as its three alike.

    Two hands dealt from one deck never have the same three alike, so it shows only where cards are
    shared.

    >>> from tcp.cards import parse_cards
    >>> house_rank(parse_cards("9♥ 9♣ 9♠ K♦ K♥"))
    FiveRank(category=FULL_HOUSE, ranks=(9,))

    Raises:
        ValueError: unless `cards` are five, six or seven different cards.
    """
    category, ranks = rank_five(cards)
    return FiveRank(category, ranks[:1] if category == FiveCategory.FULL_HOUSE else ranks)


_PARTS = {
    (): FiveCategory.HIGH_CARD,
    (2,): FiveCategory.PAIR,
    (2, 2): FiveCategory.TWO_PAIR,
    (3,): FiveCategory.THREE_OF_A_KIND,
    (4,): FiveCategory.FOUR_OF_A_KIND,
}


def part_rank(cards: Sequence[Card]) -> FiveRank:
    """What a part of a hand is worth: with fewer than five cards only those of equal rank count.

    From five cards on it is `house_rank`.

    >>> from tcp.cards import parse_cards
    >>> part_rank(parse_cards("9♥ 10♥ 9♣"))
    FiveRank(category=PAIR, ranks=(9, 10))

    Raises:
        ValueError: for more than seven cards, or one that comes twice.
    """
    check_hand(cards, 0, 7)
    if len(cards) >= 5:
        return house_rank(cards)
    counts = Counter(card.rank for card in cards)
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    return FiveRank(_PARTS[tuple(counts[rank] for rank in ranks if counts[rank] > 1)], ranks)


class Showdown(NamedTuple):
    """Who takes what of a pot. All places are those of the hands as they were given."""

    ranks: tuple[FiveRank | None, ...]
    """What each hand is worth; None for one that folded."""
    winners: tuple[int, ...]
    """The best hands: one, or all that are equal."""
    shares: tuple[int, ...]
    """The chips that each place gets; together they are the pot."""


def showdown(
    hands: Sequence[Sequence[Card] | None],
    pot: int,
    rank: Callable[[Sequence[Card]], FiveRank] = house_rank,
) -> Showdown:
    """Compare the hands of those who didn't fold, and give the pot to the best, to the last chip.

    >>> from tcp.cards import parse_cards
    >>> nines, kings = parse_cards("9♥ 9♦ 7♣ 4♣ 2♠"), parse_cards("K♥ K♦ 7♥ 4♦ 2♥")
    >>> showdown([nines, None, kings], 12).shares
    (0, 0, 12)

    Args:
        hands: five to seven cards for each player, shared ones included, in the order in which
            cards are dealt: the player left of the dealer first. None for a player who folded.
        pot: chips, a whole number.
        rank: the ranking of the house; `tcp.rank_five` is that of the usual game.

    Raises:
        ValueError: if all have folded, for a hand of another size, or a pot that is no number of
            chips.
    """
    if not isinstance(hands, Sequence):
        raise ValueError(f"{quoted(hands)}: a list of hands is asked for, with None for who folded")
    ranks = tuple(None if hand is None else rank(hand) for hand in hands)
    shown = [worth for worth in ranks if worth is not None]
    if not shown:
        raise ValueError("everybody has folded: a showdown needs at least one hand")
    best = max(shown)
    winners = tuple(place for place, worth in enumerate(ranks) if worth == best)
    parts = split_pot(pot, len(winners))
    shares = [0] * len(ranks)
    for place, part in zip(winners, parts, strict=True):
        shares[place] = part
    return Showdown(ranks, winners, tuple(shares))


def split_pot(pot: int, winners: int) -> tuple[int, ...]:
    """Equal parts of a pot; odd chips go one each to the first winners in the order of dealing.

    >>> split_pot(14, 4)
    (4, 4, 3, 3)

    Raises:
        ValueError: for a pot that is no number of chips, or no winner.
    """
    for what, number, least in (("a pot", pot, 0), ("the winners", winners, 1)):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise ValueError(
                f"{what}: {quoted(number)}; a whole number is asked for, {least} or more"
            )
    if winners > len(DECK):
        raise ValueError(f"the winners: {quoted(winners)}; one deck has {len(DECK)} cards for them")
    each, odd = divmod(pot, winners)
    return tuple(each + (place < odd) for place in range(winners))

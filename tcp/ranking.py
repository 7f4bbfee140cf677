"""What three cards are worth, who wins, and which card decides.

Three cards rank differently from five: a straight beats a flush, because it is rarer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

from tcp.cards import DECK, Card, Rank, check_hand, parse_pattern
from tcp.languages import Kind, language, told
from tcp.quoting import quoted


class Category(Kind):
    """The six kinds of hand, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class HandRank(NamedTuple):
    """What a hand is worth. Two hand ranks compare as tuples do, and that is the whole order.

    `ranks` holds what decides within the category, most telling first: the pair before the third
    card, all three cards of a high card or a flush, only the highest card of a straight.
    """

    category: Category
    ranks: tuple[Rank, ...]


def rank_hand(cards: Sequence[Card]) -> HandRank:
    """What three cards are worth.

    >>> from tcp.cards import parse_cards
    >>> rank_hand(parse_cards("8♥ Q♣ 8♠"))
    HandRank(category=PAIR, ranks=(8, Q))

    An ace is high, but low in 3-2-A, the lowest straight; K-A-2 is no straight. The suits only
    tell a flush from other hands and never which of two hands is better.

    Raises:
        ValueError: unless `cards` are three different cards.
    """
    check_hand(cards, 3)
    high, middle, low = sorted((card.rank for card in cards), reverse=True)
    if high == low:
        return HandRank(Category.THREE_OF_A_KIND, (high,))
    if high == middle:
        return HandRank(Category.PAIR, (middle, low))
    if middle == low:
        return HandRank(Category.PAIR, (middle, high))
    same_suit = cards[0].suit == cards[1].suit == cards[2].suit
    top = straight_top(high, middle, low)
    if top:
        category = Category.STRAIGHT_FLUSH if same_suit else Category.STRAIGHT
        return HandRank(category, (top,))
    return HandRank(Category.FLUSH if same_suit else Category.HIGH_CARD, (high, middle, low))


def straight_top(high: Rank, middle: Rank, low: Rank) -> Rank | None:
    """The rank that a straight of these three counts as: its highest card, 3 in 3-2-A."""
    if high - middle == middle - low == 1:
        return high
    if (high, middle, low) == (Rank.ACE, Rank.THREE, Rank.TWO):
        return Rank.THREE
    return None


def is_mini_royal(cards: Sequence[Card]) -> bool:
    """Whether the hand is A-K-Q of one suit, which some houses pay apart at Pair Plus."""
    return rank_hand(cards) == (Category.STRAIGHT_FLUSH, (Rank.ACE,))


def compare(hand: Sequence[Card], other: Sequence[Card]) -> int:
    """1 where `hand` is better than `other`, -1 where it is worse, 0 where they tie.

    Only their worth is compared: the hands need not come from one deck, as in a round they must.

    >>> from tcp.cards import parse_cards
    >>> compare(parse_cards("9♥ 9♣ Q♠"), parse_cards("2♥ 2♣ K♠"))
    1
    """
    mine, theirs = rank_hand(hand), rank_hand(other)
    return (mine > theirs) - (mine < theirs)


class Worth(Protocol):
    """What a hand is worth, with three cards or five: its category, and ranks in order."""

    @property
    def category(self) -> int:
        """The kind of hand, as a number."""

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that count, the most telling first."""


def deciding_position(mine: Worth, theirs: Worth) -> int | None:
    """Which of the `ranks` decides between two hands of one category; None where none does."""
    for position, (a, b) in enumerate(zip(mine.ranks, theirs.ranks, strict=False)):
        if a != b:
            return position
    return None


def decided_at(mine: Worth, theirs: Worth) -> int | None:
    """Where two hands first differ: 0 the category, 1 the most telling rank, then the next ones.

    >>> from tcp.cards import parse_cards
    >>> decided_at(rank_hand(parse_cards("8♥ 8♣ Q♠")), rank_hand(parse_cards("8♦ 8♠ 10♠")))
    2

    None where they tie.
    """
    if mine.category != theirs.category:
        return 0
    position = deciding_position(mine, theirs)
    return None if position is None else position + 1


def deciding_cards(hand: Sequence[Card], other: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of both hands that decide; none where the category does, or where they tie.

    >>> from tcp.cards import parse_cards
    >>> deciding_cards(parse_cards("8♥ 8♣ Q♠"), parse_cards("8♦ 8♠ 10♠"))
    (Q♠, 10♠)
    """
    mine, theirs = rank_hand(hand), rank_hand(other)
    at = decided_at(mine, theirs)
    if not at:
        return ()
    pairs = ((hand, mine), (other, theirs))
    return tuple(
        card for cards, worth in pairs for card in cards if card.rank == worth.ranks[at - 1]
    )


def pairs_alike(key: Callable[[tuple[Card, ...]], Hashable]) -> int:
    """In how many deals of two hands from one deck `key` gives both hands the same value.

    The 22,100 · 18,424 deals tell the two hands apart. Two hands of one deck share no card, so
    by inclusion and exclusion: all pairs alike, less those that share a card, plus those that
    share two, less those that share three.

    >>> pairs_alike(lambda hand: "any") == 22_100 * 18_424
    True
    """
    if not callable(key):
        raise ValueError(f"key = {quoted(key)}: a function of a hand is asked for")
    # Plain numbers for cards and values, for these are counted by the hundred thousand.
    numbers: dict[Hashable, int] = {}
    keyed = [
        (places, numbers.setdefault(key(tuple(DECK[i] for i in places)), len(numbers)))
        for places in combinations(range(len(DECK)), 3)
    ]
    alike = 0
    for size in range(4):
        groups = Counter(
            (value, *part) for places, value in keyed for part in combinations(places, size)
        )
        alike += (-1) ** size * sum(many**2 for many in groups.values())
    return alike


def ranks_in_order(cards: Sequence[Card]) -> tuple[Rank, ...]:
    """The ranks as one reads the hand aloud: the pair first, 3-2-A from the three down."""
    category, ranks = rank_hand(cards)
    held = sorted((card.rank for card in cards), reverse=True)
    if category == Category.PAIR:
        return (ranks[0], ranks[0], ranks[1])
    if ranks == (Rank.THREE,) and Rank.ACE in held:
        return (Rank.THREE, Rank.TWO, Rank.ACE)
    return tuple(held)


def describe(cards: Sequence[Card], code: str = "en") -> str:
    """What the hand is called.

    >>> from tcp.cards import parse_cards
    >>> describe(parse_cards("3♥ 2♣ A♠"))
    'three-high straight (3-2-A)'
    """
    words = language(code)
    category, ranks = rank_hand(cards)
    letters = "-".join(rank.letter(code) for rank in ranks_in_order(cards))
    return words.hands[category.name.lower()].format(
        name=words.ranks[ranks[0]].name,
        many=words.ranks[ranks[0]].many,
        kicker=words.ranks[ranks[-1]].name,
        cards=letters,
    )


def explain(hand: Sequence[Card], other: Sequence[Card], code: str = "en") -> str:
    """The sentence that says which hand wins and which card decides.

    >>> from tcp.cards import parse_cards
    >>> print(explain(parse_cards("8♥ 8♣ Q♠"), parse_cards("8♦ 8♠ 10♠")))
    8♥ 8♣ Q♠ beats 8♦ 8♠ 10♠: both are pairs of eights; the third card decides, queen over ten.
    """
    words = language(code)
    winner, loser = (hand, other) if compare(hand, other) >= 0 else (other, hand)
    best, worst = rank_hand(winner), rank_hand(loser)
    position = deciding_position(best, worst)
    kind = best.category.name.lower()
    if best.category != worst.category:
        sentence, reason = "beats", words.explain["category"][0]
    elif position is not None:
        sentence, reason = "beats", words.explain[kind][position]
    else:
        sentence, reason = "tie", describe(winner, code)
    at = position or 0
    reason = reason.format(
        category=best.category.text(code),
        other=worst.category.text(code),
        many=words.ranks[best.ranks[0]].many,
        a=words.ranks[best.ranks[at]].name,
        b=words.ranks[worst.ranks[at]].name,
    )
    return words.explain[sentence][0].format(
        winner=" ".join(card.text(code) for card in winner),
        loser=" ".join(card.text(code) for card in loser),
        reason=reason,
    )


def parse_threshold(text: str) -> HandRank:
    """The weakest hand that still counts: "Q-high", or a hand written without suits, "Q-6-4".

    Compared with `>=`, as tuples: (HIGH_CARD, (Q,)) is below every queen-high hand and above
    every jack-high one. Ranks without suits are never a flush, so a flush is no threshold.

    >>> parse_threshold("Q-high"), parse_threshold("9-9-2")
    (HandRank(category=HIGH_CARD, ranks=(Q,)), HandRank(category=PAIR, ranks=(9, 2)))

    Raises:
        ValueError: saying what came and what is accepted.
    """
    wanted = 'a threshold is a rank and "high", like Q-high, or three ranks, like Q-6-4'
    if not isinstance(text, str):
        raise ValueError(f"{quoted(text)} is not text; {wanted}")
    word = text.strip()
    try:
        if word.casefold().endswith("high"):
            ranks = parse_pattern(word[: -len("high")].rstrip(" -"))
            if len(ranks) == 1:
                return HandRank(Category.HIGH_CARD, ranks)
        elif len(ranks := parse_pattern(word)) == 3:
            return _rank_of_ranks(ranks)
    except ValueError as error:
        raise ValueError(f"{quoted(text)} is not a threshold: {error}; {wanted}") from None
    raise ValueError(f"{quoted(text)} is not a threshold: {wanted}")


def write_threshold(text: str, code: str = "en") -> str:
    """A threshold, as `parse_threshold` reads it, in the words and letters of a language.

    >>> write_threshold("Q-high", "nb"), write_threshold("Q-6-4", "nb")
    ('D høy', 'D-6-4')

    Raises:
        ValueError: for what is no threshold, or an unknown language.
    """
    parse_threshold(text)
    word = text.strip()
    high = word.casefold().endswith("high")
    ranks = parse_pattern(word[: -len("high")] if high else word)
    letters = "-".join(rank.letter(code) for rank in ranks)
    return told("threshold_high", code, rank=letters) if high else letters


def _rank_of_ranks(ranks: Sequence[Rank]) -> HandRank:
    """What three ranks are worth in mixed suits, through the one definition of the ranking."""
    suits = (0, 1, 2)
    return rank_hand([Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)])  # type: ignore[arg-type]

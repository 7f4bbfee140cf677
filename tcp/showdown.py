"""What can happen to one hand: every hand the dealer may hold is visited and counted."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tcp.cards import DECK, Card, check_hand, known_cards
from tcp.payouts import ante_lines
from tcp.probability import Distribution
from tcp.ranking import HandRank, rank_hand
from tcp.rules import Ratio, Rules, check_rules

FOLD_VALUE = -1
"""What a fold brings per unit of Ante, whatever the cards and the rules; a test asks `settle`."""


class Outcomes(NamedTuple):
    """How many of the dealer's possible hands lead to each result after a Play."""

    not_qualified: int
    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """All hands the dealer may hold: 18,424 where only one's own cards are known."""
        return sum(self)


@cache
def _ladder() -> tuple[tuple[HandRank, ...], Mapping[tuple[int, ...], int]]:
    """The 741 ranks from the weakest up, and the place on it of each of the 22,100 hands.

    Hands are keyed by the indices of their cards in ascending order. Whole numbers count faster
    than hand ranks do, and 18,424 of them are counted for each hand.
    """
    hands = {
        tuple(card.index for card in cards): rank_hand(cards) for cards in combinations(DECK, 3)
    }
    ladder = tuple(sorted(set(hands.values())))
    place = {rank: position for position, rank in enumerate(ladder)}
    return ladder, {indices: place[rank] for indices, rank in hands.items()}


@cache
def _hands_by_place() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The hands of each rank, from the weakest rank up."""
    ladder, place = _ladder()
    hands: list[list[tuple[int, ...]]] = [[] for _ in ladder]
    for indices, position in place.items():
        hands[position].append(indices)
    return tuple(map(tuple, hands))


def _dealer_hands(
    hand: Sequence[Card], dead: Sequence[Card], dealer_shows: Sequence[Card]
) -> Iterator[tuple[int, ...]]:
    known = {*hand, *dead, *dealer_shows}
    unseen = [card.index for card in DECK if card not in known]
    hidden = combinations(unseen, 3 - len(dealer_shows))
    if not dealer_shows:
        return hidden
    shown = [card.index for card in dealer_shows]
    return (tuple(sorted((*shown, *rest))) for rest in hidden)


def dealer_ranks(
    hand: Sequence[Card] = (), *, dead: Sequence[Card] = (), dealer_shows: Sequence[Card] = ()
) -> Distribution[HandRank]:
    """What the dealer may hold, given the cards that are known.

    >>> dealer_ranks().total
    22100

    Args:
        hand: your own cards, none or three.
        dead: other cards known to be out of the deck.
        dealer_shows: cards of the dealer's hand that are seen, up to three.

    Raises:
        ValueError: for a card known twice, or a hand of another size.
    """
    dead, dealer_shows = known_cards(dead, "dead"), known_cards(dealer_shows, "dealer_shows")
    hand = known_cards(hand, "hand")
    check_known(hand, dead, dealer_shows)
    ladder, place = _ladder()
    counts = Counter(map(place.__getitem__, _dealer_hands(hand, dead, dealer_shows)))
    return Distribution({ladder[position]: hands for position, hands in counts.items()})


def outcomes(
    hand: Sequence[Card],
    rules: Rules,
    *,
    dead: Sequence[Card] = (),
    dealer_shows: Sequence[Card] = (),
) -> Outcomes:
    """What follows if this hand plays: how many dealer hands of each kind.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> outcomes(parse_cards("Q♥ 6♦ 4♣"), load_rules("pagat"))
    Outcomes(not_qualified=5758, win=305, tie=26, lose=12335)

    Args:
        hand: three cards.
        rules: they say with what the dealer qualifies.
        dead: other cards known to be out of the deck, such as those of another box.
        dealer_shows: cards of the dealer's hand that are seen.

    Raises:
        ValueError: for a card known twice, or a hand of another size.
    """
    check_hand(hand, 3)
    check_rules(rules)
    mine, qualifying = rank_hand(hand), rules.qualifying_rank
    counts = dict.fromkeys(Outcomes._fields, 0)
    for theirs, hands in dealer_ranks(hand, dead=dead, dealer_shows=dealer_shows).items():
        counts[_result(mine, theirs, qualifying)] += hands
    return Outcomes(**counts)


def _result(mine: HandRank, theirs: HandRank, qualifying: HandRank) -> str:
    """The field of `Outcomes` that counts this hand of the dealer."""
    if theirs < qualifying:
        return "not_qualified"
    if mine > theirs:
        return "win"
    return "tie" if mine == theirs else "lose"


def play_net(
    hand: Sequence[Card],
    rules: Rules,
    *,
    dead: Sequence[Card] = (),
    dealer_shows: Sequence[Card] = (),
) -> Distribution[Ratio]:
    """What playing this hand brings per unit of Ante: Ante, Play and Ante bonus together.

    One of the dealer's hands for each result is settled, and the others counted with it.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> play_net(parse_cards("Q♥ 6♦ 4♣"), load_rules("pagat"))
    Distribution({-2: 12335, 0: 26, 1: 5758, 2: 305})

    Args:
        hand: three cards.
        rules: they say with what the dealer qualifies and what the Ante bonus pays.
        dead: other cards known to be out of the deck.
        dealer_shows: cards of the dealer's hand that are seen.

    Raises:
        ValueError: for a card known twice, or a hand of another size.
    """
    check_hand(hand, 3)
    check_rules(rules)
    mine, qualifying = rank_hand(hand), rules.qualifying_rank
    ladder, examples = _ladder()[0], _hands_by_place()
    nets: dict[str, Ratio] = {}
    weights: Counter[Ratio] = Counter()
    for theirs, hands in dealer_ranks(hand, dead=dead, dealer_shows=dealer_shows).items():
        result = _result(mine, theirs, qualifying)
        if result not in nets:
            # A hand of the same rank is settled alike, even one that shares a card with yours.
            dealer = [DECK[index] for index in examples[bisect_left(ladder, theirs)][0]]
            nets[result] = sum(line.net for line in ante_lines(rules, 1, hand, dealer, False))
        weights[nets[result]] += hands
    return Distribution(weights)


def play_value(
    hand: Sequence[Card],
    rules: Rules,
    *,
    dead: Sequence[Card] = (),
    dealer_shows: Sequence[Card] = (),
) -> Fraction:
    """The expectation of playing this hand, in Antes: the mean of `play_net`.

    A fold brings -1, so a hand is worth a Play where this is more.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> play_value(parse_cards("Q♥ 6♦ 3♣"), load_rules("pagat"))
    Fraction(-393, 392)
    """
    return play_net(hand, rules, dead=dead, dealer_shows=dealer_shows).mean


def weakest_worth_playing(rules: Rules) -> HandRank:
    """About where the border lies: the weakest rank worth a Play, found by halving.

    One hand of a rank speaks for all of them, and a better rank is taken to be worth more. Of hands
    that are worth no Play whatever they are, the best.

    >>> from tcp.rules import load_rules
    >>> weakest_worth_playing(load_rules("pagat"))
    HandRank(category=HIGH_CARD, ranks=(Q, 6, 4))
    """
    check_rules(rules)
    ladder, examples = _ladder()[0], _hands_by_place()

    def plays(place: int) -> bool:
        hand = [DECK[index] for index in examples[place][0]]
        return play_value(hand, rules) > FOLD_VALUE

    return ladder[bisect_left(range(len(ladder) - 1), True, key=plays)]


def hand_near(border: HandRank, rng: random.Random, *, spread: float = 10) -> tuple[Card, ...]:
    """A random hand whose rank lies about `spread` of the 741 ranks from this one.

    >>> from tcp.ranking import parse_threshold
    >>> hand_near(parse_threshold("Q-6-4"), random.Random(1))
    (Q♠, 9♣, 2♠)
    """
    ladder, examples = _ladder()[0], _hands_by_place()
    place = bisect_left(ladder, border) + round(rng.gauss(0, spread))
    hand = [DECK[index] for index in rng.choice(examples[min(max(place, 0), len(ladder) - 1)])]
    rng.shuffle(hand)
    return tuple(hand)


def qualifying_chance(
    rules: Rules, hand: Sequence[Card] = (), *, dead: Sequence[Card] = ()
) -> Fraction:
    """The chance that the dealer qualifies, given the cards that are known.

    >>> from tcp.rules import load_rules
    >>> qualifying_chance(load_rules("pagat")) == Fraction(15380, 22100)
    True

    Args:
        rules: they say with what the dealer qualifies.
        hand: your own cards, none or three.
        dead: other cards known to be out of the deck.

    Raises:
        ValueError: for a card known twice, or a hand of another size.
    """
    check_rules(rules)
    return dealer_ranks(hand, dead=dead).p(lambda rank: rank >= rules.qualifying_rank)


def qualifying_counts(rules: Rules) -> dict[tuple[Card, ...], int]:
    """For each hand you may hold: with how many of the 18,424 others the dealer qualifies.

    By inclusion and exclusion: all qualifying hands, less those that hold one of your cards, plus
    those that hold two of them and were taken away twice, less those that hold all three.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> qualifying_counts(load_rules("pagat"))[parse_cards("4♣ 6♦ Q♥")]
    12666

    Returns:
        All 22,100 hands, each with its cards in the order of the deck, as `combinations(DECK, 3)`
        gives them.
    """
    check_rules(rules)
    qualifying = _hands_from(rules.qualifying_rank)
    one = Counter(card for hand in qualifying for card in hand)
    two = Counter(pair for hand in qualifying for pair in combinations(hand, 2))
    three = set(qualifying)
    counts = {}
    for hand in combinations(range(len(DECK)), 3):
        left = len(qualifying)
        left -= sum(one[card] for card in hand)
        left += sum(two[pair] for pair in combinations(hand, 2))
        left -= hand in three
        counts[tuple(DECK[card] for card in hand)] = left
    return counts


def _hands_from(least: HandRank) -> list[tuple[int, ...]]:
    """The hands of at least this strength, as the indices of their cards."""
    ladder, place = _ladder()
    return [hand for hand, position in place.items() if ladder[position] >= least]


def check_known(hand: Sequence[Card], dead: Sequence[Card], dealer_shows: Sequence[Card]) -> None:
    """Refuse known cards that one deck can't show, or that leave no hand for the dealer."""
    if hand:
        check_hand(hand, 3)
    check_hand(dealer_shows, 0, 3)
    check_hand((*hand, *dead, *dealer_shows), 0, 52, "the known cards")
    if len(DECK) - len({*hand, *dead, *dealer_shows}) < 3 - len(dealer_shows):
        raise ValueError(
            f"{len(dead)} dead cards leave too few for the dealer; at most "
            f"{49 - len(hand)} can be dead here"
        )

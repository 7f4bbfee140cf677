"""The rules as a few numbers: what one unit of each bet gains, asked of `tcp.payouts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card
from tcp.exact.deals import Places
from tcp.exact.sixcards import example_six
from tcp.exact.strengths import example_hands, three_ranks
from tcp.payouts import (
    Bets,
    Decision,
    ante_bonus_ratio,
    pair_plus_ratio,
    settle,
    six_card_ratio,
)
from tcp.ranking import Category, is_mini_royal
from tcp.rules import PayTable, Ratio, Rules


@cache
def _pay_groups() -> tuple[Places, tuple[tuple[Card, ...], ...]]:
    """Hands that every pay table treats alike: the six categories, and the mini royal apart.

    Returns:
        The group of each strength, and a hand for each group.
    """
    numbers: dict[int, int] = {}
    hands: list[tuple[Card, ...]] = []
    of_strength = []
    for rank, hand in zip(three_ranks(), example_hands(), strict=True):
        apart = rank.category == Category.STRAIGHT_FLUSH and is_mini_royal(hand)
        number = numbers.setdefault(2 * rank.category + apart, len(numbers))
        if number == len(hands):
            hands.append(hand)
        of_strength.append(number)
    return np.array(of_strength), tuple(hands)


@cache
def _example_deals() -> tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...]:
    """A player's and a dealer's hand for each of the four results, whatever the rules are.

    No rules can ask for a straight flush to qualify. Only where every hand qualifies does the
    first not show its result, and then no deal has it.
    """
    weakest, *_, second, best = example_hands()
    other_second, other_best = [
        tuple(Card(card.rank, DECK[1].suit) for card in hand) for hand in (second, best)
    ]
    return (best, weakest), (best, other_second), (best, other_best), (second, other_best)


class Nets:
    """What `tcp.payouts` pays one unit of each bet, by result and by group of hands."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        paying = replace(rules, ante_bonus=PayTable({"straight_flush": 1}))
        self.results: list[Ratio] = []  # of Ante and Play
        self.bonus_paid: list[bool] = []
        for player, dealer in _example_deals():
            lines = settle(paying, Bets(1), player, dealer, Decision.PLAY).lines
            self.results.append(sum(line.net for line in lines if line.bet != "ante_bonus"))
            self.bonus_paid.append(any(line.bet == "ante_bonus" for line in lines))
        self.fold = settle(paying, Bets(1), player, dealer, Decision.FOLD).net
        self.group_of, hands = _pay_groups()
        self.bonus = [ante_bonus_ratio(hand, rules) for hand in hands]
        self.pair_plus = [net_of(pair_plus_ratio(hand, rules)) for hand in hands]

    def ante(self, result: int, group: int) -> Ratio:
        """The net gain of Ante, Play and bonus together."""
        return plain(self.results[result] + self.bonus_paid[result] * self.bonus[group])

    def pair_plus_nets(self, *, fold: bool = False) -> list[Ratio]:
        """The net gains of Pair Plus by group; 0 where it isn't offered."""
        if self.rules.pair_plus is None:
            return [0] * len(self.pair_plus)
        if fold and not self.rules.pair_plus_survives_fold:
            return [-1] * len(self.pair_plus)
        return self.pair_plus

    def six_card_nets(self, *, fold: bool = False) -> list[Ratio]:
        """The net gains of the 6 Card Bonus by five-card category; 0 where it isn't offered."""
        if self.rules.six_card_bonus is None:
            return [0] * len(example_six())
        if fold and not self.rules.six_card_survives_fold:
            return [-1] * len(example_six())
        ratios = [six_card_ratio(cards[:3], cards[3:], self.rules) for cards in example_six()]
        return [net_of(ratio) for ratio in ratios]


@lru_cache(maxsize=8)
def nets_under(rules: Rules) -> Nets:
    """`Nets` of these rules, kept for the next strategy or known card."""
    return Nets(rules)


def whole(numbers: Sequence[int], largest: int) -> NDArray[Any]:
    """These numbers as an array that stays exact in sums and products up to `largest`."""
    return np.array(numbers, np.int64 if largest < 2**62 else object)


def net_of(ratio: Ratio | None) -> Ratio:
    """The net gain of a unit that is paid this ratio, or lost where that is None."""
    return -1 if ratio is None else plain(ratio)


def plain(number: Ratio) -> Ratio:
    """The same number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number

"""The rules as a few numbers: what one unit of each bet gains, asked of `tcp.payouts`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from tcp.cards import DECK, Card
from tcp.exact.deals import Places
from tcp.exact.strengths import example_hands, three_ranks
from tcp.payouts import Bets, Decision, ante_bonus_ratio, pair_plus_ratio, settle
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


@lru_cache(maxsize=8)
def nets_under(rules: Rules) -> Nets:
    """`Nets` of these rules, kept for the next strategy or known card."""
    return Nets(rules)


def net_of(ratio: Ratio | None) -> Ratio:
    """The net gain of a unit that is paid this ratio, or lost where that is None."""
    return -1 if ratio is None else plain(ratio)


def plain(number: Ratio) -> Ratio:
    """The same number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number

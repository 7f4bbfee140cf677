"""What boxes gain, for many rounds at once, from tables that the readable rules filled."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.exact import Strategy, all_hands, analyse, five_ranks, rank_best
from tcp.exact.deals import Places
from tcp.exact.nets import nets_under, plain, whole
from tcp.exact.strengths import (
    CHUNK,
    Cards,
    all_strengths,
    digits,
    strength_of,
    strength_table,
)
from tcp.fivecard import FiveCategory
from tcp.payouts import Bets, check_bets
from tcp.quoting import quoted
from tcp.rules import Ratio, Rules, check_rules

Codes = NDArray[np.uint16]
Nets = tuple[Ratio, Ratio, Ratio]

RESULTS = 4  # not qualified, win, tie, lose: the fields of `tcp.showdown.Outcomes`
GROUPS = 8  # hands that every pay table treats alike are seven groups; eight is a power of two
KINDS = 2 * GROUPS  # folded, then played
CODES = KINDS * RESULTS * len(FiveCategory)

# A hand's number: its strength below, its kind above.
_STRENGTH_BITS = 10
_STRENGTH = (1 << _STRENGTH_BITS) - 1


@dataclass(frozen=True)
class Game:
    """What is played: small, so that it goes to another process or machine in no time.

    Attributes:
        rules, bets, boxes: those of each round.
        plays: for each of the 22,100 hands of `all_hands()` a bit: whether it is played.
    """

    rules: Rules
    bets: Bets
    boxes: int
    plays: bytes

    def tables(self) -> Tables:
        """The tables of this game, made once in each process."""
        return _tables(self)


def game(rules: Rules, strategy: Strategy, bets: Bets, boxes: int) -> Game:
    """The game, with the strategy asked once about each hand.

    Raises:
        ValueError: for another strategy, bets that the rules don't offer, or too many boxes.
    """
    check_rules(rules)
    check_bets(rules, bets)
    if not isinstance(boxes, int) or isinstance(boxes, bool) or not 1 <= boxes <= rules.max_boxes:
        raise ValueError(f"boxes = {quoted(boxes)}: these rules have 1 to {rules.max_boxes} boxes")
    # A function may answer otherwise the next time, so its answers aren't kept.
    known = isinstance(strategy, str)
    return Game(rules, bets, boxes, (_plays_of_name if known else _plays)(rules, strategy))


def _plays(rules: Rules, strategy: Strategy) -> bytes:
    return np.packbits(analyse(rules, strategy=strategy).table.plays).tobytes()


_plays_of_name = lru_cache(maxsize=32)(_plays)


class Tables:
    """How a box's cards and the dealer's become a code, and what each code gains.

    A code says what a box's round came to: whether it played, the group of its hand, the result
    against the dealer and, where the 6 Card Bonus is staked, the best five of six.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.nets = game, nets_under(game.rules)
        self._qualifying = strength_of(game.rules.qualifying_rank)
        a, b, c = all_hands().astype(np.intp)
        self.plays = np.unpackbits(np.frombuffer(game.plays, np.uint8), count=len(a))
        kind = self.nets.group_of[all_strengths()] + GROUPS * self.plays
        self._hands = np.zeros(52**3, np.uint16)
        self._hands[2704 * a + 52 * b + c] = all_strengths() + (kind << _STRENGTH_BITS)
        # By whether the box played: 0, 1.
        self._pair_plus = [self.nets.pair_plus_nets(fold=not plays) for plays in range(2)]
        self._six_card = [self.nets.six_card_nets(fold=not plays) for plays in range(2)]

    def codes(self, cards: Cards) -> Codes:
        """The code of each box in each round.

        Args:
            cards: shape (boxes + 1, 3, rounds), as `deal_block` gives them: the cards of a hand
                ascending.

        Returns:
            Shape (boxes, rounds).
        """
        codes = np.empty((len(cards) - 1, cards.shape[2]), np.uint16)
        for start in range(0, cards.shape[2], CHUNK):
            part = slice(start, start + CHUNK)
            dealer, *boxes = cards[:, :, part]
            # "wrap" only spares a check: no index of these cards is out of bounds.
            theirs = strength_table().take(digits(dealer), mode="wrap")
            qualifies = theirs >= self._qualifying
            for code, box in zip(codes[:, part], boxes, strict=True):
                hand = self._hands.take(digits(box), mode="wrap")
                mine = hand & _STRENGTH
                # A weaker dealer's hand is a win 1, an equal one a tie 2, a better one lose 3.
                result = 1 + (theirs >= mine).view(np.uint8) + (theirs > mine)
                np.add((hand >> _STRENGTH_BITS) * RESULTS, result * qualifies, out=code)
                if self.game.bets.six_card_bonus:
                    six = _categories().take(rank_best(np.concatenate([dealer, box])))
                    code += six * (KINDS * RESULTS)
        return codes

    def strengths_and_plays(self, boxes: Cards) -> tuple[Places, NDArray[np.bool_]]:
        """The strength of each box's hand, and whether it is played: shape (boxes, rounds)."""
        hands = np.array([self._hands.take(digits(box), mode="wrap") for box in boxes])
        played = (hands >> _STRENGTH_BITS) >= GROUPS
        return (hands & _STRENGTH).astype(np.intp), played

    @staticmethod
    def is_played(code: int) -> bool:
        """Whether the box played, in a round with this code."""
        return bool(code // (RESULTS * GROUPS) % 2)

    def unit_nets(self, code: int) -> Nets:
        """What a unit on Ante, on Pair Plus and on the 6 Card Bonus gains with this code."""
        code, result = divmod(code, RESULTS)
        code, group = divmod(code, GROUPS)
        six, plays = divmod(code, 2)
        ante = self.nets.ante(result, group) if plays else plain(self.nets.fold)
        return ante, self._pair_plus[plays][group], self._six_card[plays][six]

    def chips(self, code: int) -> Nets:
        """The same for the chips that are staked: 0 for a bet that isn't made."""
        bets = self.game.bets
        stakes = (bets.ante, bets.pair_plus, bets.six_card_bonus)
        ante, pair_plus, six = (
            plain(stake * net) for stake, net in zip(stakes, self.unit_nets(code), strict=True)
        )
        return ante, pair_plus, six

    @cached_property
    def net_of_code(self) -> Mapping[int, Ratio]:
        """What a box gains with each code, in chips."""
        groups = len(self.nets.bonus)
        real = (code for code in range(CODES) if code // RESULTS % GROUPS < groups)
        return {code: plain(sum(self.chips(code), Fraction(0))) for code in real}

    @cached_property
    def scaled(self) -> tuple[NDArray[Any], int]:
        """The same as whole numbers over a common denominator, so that they can be added up."""
        unit = math.lcm(*(net.denominator for net in self.net_of_code.values()))
        numbers = {code: int(net * unit) for code, net in self.net_of_code.items()}
        return whole([numbers.get(code, 0) for code in range(CODES)], self.largest), unit

    @cached_property
    def largest(self) -> int:
        """The most that all boxes of a round can gain or lose, as `scaled` counts it."""
        unit = math.lcm(*(net.denominator for net in self.net_of_code.values()))
        return max(abs(int(net * unit)) for net in self.net_of_code.values()) * self.game.boxes


@lru_cache(maxsize=8)
def _tables(game: Game) -> Tables:
    return Tables(game)


@lru_cache
def _categories() -> NDArray[np.uint16]:
    """The category of each strength of five cards."""
    return np.array([rank.category for rank in five_ranks()], np.uint16)

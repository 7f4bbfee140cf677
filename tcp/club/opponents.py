"""Simple opponents, each with a name and a manner; they know what their seat knows, and no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tcp.cards import Card, Rank
from tcp.club.bicycle import is_full_hand
from tcp.club.hand import Hand
from tcp.club.jackpot import may_open
from tcp.club.ranking import part_rank
from tcp.club.sight import Sight, sees
from tcp.club.steps import Action, Step
from tcp.fivecard import FiveCategory as Kind
from tcp.fivecard import FiveRank


class Opponent(Protocol):
    """Whoever can play: a name, and a decision from what a seat sees."""

    @property
    def name(self) -> str:
        """What it is called."""

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        """One of the steps that are open."""


_LEVELS = {
    "few": (
        FiveRank(Kind.HIGH_CARD, (Rank.QUEEN,)),
        FiveRank(Kind.PAIR, ()),
        FiveRank(Kind.PAIR, (Rank.TEN,)),
        FiveRank(Kind.THREE_OF_A_KIND, ()),
    ),
    "five": (
        FiveRank(Kind.PAIR, ()),
        FiveRank(Kind.PAIR, (Rank.JACK,)),
        FiveRank(Kind.TWO_PAIR, ()),
        FiveRank(Kind.STRAIGHT, ()),
    ),
    "seven": (
        FiveRank(Kind.PAIR, (Rank.TEN,)),
        FiveRank(Kind.TWO_PAIR, ()),
        FiveRank(Kind.THREE_OF_A_KIND, ()),
        FiveRank(Kind.STRAIGHT, ()),
    ),
}


def level(cards: Sequence[Card]) -> int:
    """How good a hand looks, from 0 to 4, for the number of cards that it has.

    >>> from tcp.cards import parse_cards
    >>> [level(parse_cards(hand)) for hand in ("K♥ 7♣", "K♥ K♦ 7♣ 4♣ 2♠", "K♥ K♦ 7♣ 7♥ 2♠ 9♣")]
    [1, 2, 2]
    """
    levels = _LEVELS["few" if len(cards) < 5 else "five" if len(cards) == 5 else "seven"]
    return sum(part_rank(cards) >= least for least in levels)


def to_throw(own: Sequence[Card], table: Sequence[Card] = ()) -> tuple[Card, ...]:
    """What a simple player throws: what makes no pair, or the fifth card beside four of a suit.

    A full hand is kept; of a hand without anything only the highest card.

    >>> from tcp.cards import parse_cards
    >>> to_throw(parse_cards("8♣ 8♦ K♥ J♠ 3♣")), to_throw(parse_cards("A♣ 8♣ 4♣ 3♣ K♥"))
    ((K♥, J♠, 3♣), (K♥,))
    """
    cards = (*own, *table)
    if is_full_hand(part_rank(cards)):
        return ()
    ranks = Counter(card.rank for card in cards)
    if max(ranks.values()) > 1:
        return tuple(card for card in own if ranks[card.rank] == 1)
    suits = Counter(card.suit for card in cards)
    suit, many = suits.most_common(1)[0]
    if many == 4:
        return tuple(card for card in own if card.suit != suit)
    best = max(own, key=lambda card: card.rank)
    return tuple(card for card in own if card != best)


@dataclass(frozen=True, slots=True)
class Manner:
    """An opponent that goes by the level of its hand, and now and then bluffs.

    >>> CAREFUL.name
    'careful'
    """

    name: str
    bets: int
    """The level from which it bets; below, it proposes a jackpot or passes."""
    calls: int
    raises: int
    stake: int
    """What it bets, in chips; and by how much it raises."""
    bluffs: float = 0.0
    """How often it acts as if its hand were good; also how often it opens without openers."""
    unseen: float = 0.0
    """How often it bets unseen where it may."""
    bicycle: bool = False

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        """One of the steps that are open."""
        options = sight.options
        if Action.CUT in options:
            return Step(Action.CUT, rng.choice(options[Action.CUT]))
        if Action.LAY in options:
            return Step(Action.LAY, options[Action.LAY][-1])
        if Action.DRAW in options:
            return Step(Action.DRAW, cards=to_throw(sight.own, sight.table))
        if Action.BICYCLE in options:
            return Step(Action.BICYCLE if self.bicycle else Action.ORDINARY)
        if Action.BET_UNSEEN in options and rng.random() < self.unseen:
            return self._put(sight, Action.BET_UNSEEN)
        if Action.LOOK in options:
            return Step(Action.LOOK)
        good = 4 if rng.random() < self.bluffs else level((*sight.own, *sight.table))
        if Action.BET in options and good >= self.bets and self._opens(sight, rng):
            return self._put(sight, Action.BET)
        if Action.RAISE in options and good >= self.raises:
            return self._put(sight, Action.RAISE)
        if Action.CALL in options and good >= self.calls:
            return Step(Action.CALL)
        for action in (Action.ACCEPT, Action.JACK, Action.PASS, Action.FOLD):
            if action in options:
                return Step(action)
        raise ValueError("nobody asks this seat: it has no options")

    def _opens(self, sight: Sight, rng: random.Random) -> bool:
        """Whether it has openers where it needs them, or pretends to."""
        if sight.needed is None or sight.setting.rung is None:
            return True
        honest = may_open((*sight.own, *sight.table), sight.setting.rung)
        return honest or rng.random() < self.bluffs

    def _put(self, sight: Sight, action: Action) -> Step:
        """A stake of its size, as far as limit and chips allow."""
        amounts = sight.options[action]
        return Step(action, amounts[min(self.stake, len(amounts)) - 1])


@dataclass(frozen=True, slots=True)
class Chance:
    """An opponent that takes any open step, each action as likely as another."""

    name: str = "by chance"

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        """One of the steps that are open."""
        action = rng.choice(list(sight.options))
        amount = rng.choice(sight.options[action])
        if action is Action.DRAW:
            # Only what it has looked at, as every player here who draws has.
            return Step(action, cards=tuple(rng.sample(sight.own, amount)))
        return Step(action, amount)


CAREFUL = Manner("careful", bets=2, calls=2, raises=3, stake=2)
"""Plays good hands only, and says so with its stakes."""
CURIOUS = Manner("curious", bets=0, calls=0, raises=4, stake=1)
"""Wants to see every hand, and never folds."""
BOLD = Manner("bold", bets=1, calls=1, raises=2, stake=3, bluffs=0.15, unseen=0.5, bicycle=True)
"""Bets high, bets unseen, bluffs, and now and then opens without openers."""
CHANCE = Chance()
"""A measure for the others."""
OPPONENTS: tuple[Opponent, ...] = (CAREFUL, CURIOUS, BOLD, CHANCE)


def play_on(hand: Hand, opponents: Sequence[Opponent], rng: random.Random) -> None:
    """Play a hand to its end, an opponent at each seat.

    >>> from tcp.club.setting import Setting
    >>> hand = Hand(Setting(["Kari", "Ola"], [20, 20], seed=4))
    >>> play_on(hand, [CAREFUL, BOLD], random.Random(1))
    >>> hand.over, sum(hand.held) + hand.pot
    (True, 40)
    """
    while (turn := hand.turn) is not None:
        hand.take(turn, opponents[turn].decide(sees(hand, turn), rng))

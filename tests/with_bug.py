"""A pytest plugin that puts a wrong version in place of the right one before the tests are read.

    TCP_BUG=kicker_ignored python -m pytest -p tests.with_bug tests/test_ranking.py

"right" puts the right ranking there in the same clothes, so that it is not these that tests see.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import hypothesis

# Modules that tests take these from; they must have them before they are replaced.
import tcp.fairness
import tcp.showdown  # noqa: F401
from tcp import cards, payouts, ranking
from tcp.bugs import BUGS, RIGHT, Bug, worth_of
from tcp.bugs.catalogue import SHUFFLES
from tcp.cards import DECK, Card
from tcp.ranking import HandRank

Hands = tuple[tuple[Card, ...], ...]


class Ordered(HandRank):
    """What a wrong ranking calls a hand, which compares as that ranking does."""

    judged: Any

    def _both(self, other: Any) -> tuple[Any, Any]:
        """As the ranking compares two hands; with a plain rank, as what the hand is called."""
        if isinstance(other, Ordered):
            return self.judged, other.judged
        return tuple(self), other

    def __lt__(self, other: Any) -> bool:
        mine, theirs = self._both(other)
        return bool(mine < theirs)

    def __le__(self, other: Any) -> bool:
        mine, theirs = self._both(other)
        return bool(mine <= theirs)

    def __gt__(self, other: Any) -> bool:
        mine, theirs = self._both(other)
        return bool(mine > theirs)

    def __ge__(self, other: Any) -> bool:
        mine, theirs = self._both(other)
        return bool(mine >= theirs)

    def __eq__(self, other: object) -> bool:
        mine, theirs = self._both(other)
        return bool(mine == theirs)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))


def ranking_of(bug: Bug) -> Callable[[Sequence[Card]], HandRank]:
    """Its ranking, in the form in which `rank_hand` answers."""

    def rank_hand(cards: Sequence[Card]) -> HandRank:
        right(cards)  # refuses what is no hand
        judged = bug.ranking(cards)
        found = Ordered(*worth_of(judged))
        found.judged = judged
        return found

    right = ranking.rank_hand
    return rank_hand


def deal_of(bug: Bug) -> Callable[..., Hands]:
    """Its deal, for hands of any sizes."""
    right, held = cards.deal, list[Card]()

    def shuffled(rng: random.Random, *sizes: int) -> Hands:
        return _cut(bug.wrong(rng), sizes)

    def hand_by_hand(rng: random.Random, *sizes: int) -> Hands:
        return tuple(right(rng, size)[0] for size in sizes)

    def card_by_card(rng: random.Random, *sizes: int) -> Hands:
        return tuple(tuple(rng.choice(DECK) for _ in range(size)) for size in sizes)

    def from_one_deck(rng: random.Random, *sizes: int) -> Hands:
        held[:] = held or right(rng, len(DECK))[0]
        return _cut(held, sizes)

    others = {
        "from_two_decks": hand_by_hand,
        "one_card_at_a_time": card_by_card,
        "never_shuffled_again": from_one_deck,
    }
    return shuffled if bug.wrong in SHUFFLES else others[bug.key]


def _cut(deck: Sequence[Card], sizes: Sequence[int]) -> Hands:
    ends = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
    return tuple(tuple(deck[a:b]) for a, b in pairwise(ends))


def replace(right: Any, wrong: Any) -> None:
    """Put one in place of the other wherever the package has it, but for the wrong versions."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "tcp" and not name.startswith("tcp.bugs"):
            for entry, value in list(vars(module).items()):
                if value is right:
                    setattr(module, entry, wrong)


def pytest_configure() -> None:
    """Begin with the wrong version that the environment names."""
    hypothesis.settings.register_profile("bug", deadline=None, derandomize=True, database=None)
    hypothesis.settings.load_profile("bug")
    bug = {"right": RIGHT, **BUGS}[os.environ["TCP_BUG"]]
    if bug.kind == "ranking":
        replace(ranking.rank_hand, ranking_of(bug))
    elif bug.kind == "deal":
        replace(cards.deal, deal_of(bug))
    else:
        replace(getattr(payouts, {"qualification": "qualifies"}.get(bug.kind, "settle")), bug.wrong)

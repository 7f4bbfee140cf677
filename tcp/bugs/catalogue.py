"""Every wrong version by name: what it does, and the sentence of a rule page that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tcp.bugs import rankings, settlements, shuffles
from tcp.bugs.rankings import Ranking, compare_by
from tcp.bugs.settlements import Qualifying, Settling, rebuilt, with_ranking
from tcp.cards import Card
from tcp.payouts import qualifies, settle
from tcp.quoting import quoted
from tcp.ranking import rank_hand

KINDS: Mapping[str, str] = {
    "ranking": "used in place of rank_hand",
    "qualification": "used in place of qualifies",
    "settlement": "used in place of settle",
    "deal": "used in place of deal",
}


@dataclass(frozen=True)
class Bug:
    """A wrong version of one part of the game, and the whole game as a program with it plays it.

    Attributes:
        key: a name for programs, that of its function.
        title: what goes wrong, in a few words.
        kind: a key of `KINDS`.
        wrong: the wrong version itself.
        page: the name of the rules whose page leads to it if read literally, or "".
        sentence: what that page says, in our own words, or "".
    """

    key: str
    title: str
    kind: str
    wrong: Callable[..., Any]
    page: str = ""
    sentence: str = ""

    @property
    def story(self) -> str:
        """What the program does, in one sentence."""
        return (self.wrong.__doc__ or "").split("\n\n")[0].replace("\n    ", " ").strip()

    @property
    def ranking(self) -> Ranking:
        """What this program takes a hand for; it compares as tuples do."""
        return self.wrong if self.kind == "ranking" else rank_hand

    @property
    def compare(self) -> Callable[[Sequence[Card], Sequence[Card]], int]:
        """1, 0 or -1, as this program decides between two hands."""
        return compare_by(self.ranking)

    @cached_property
    def _functions(self) -> dict[str, Any]:
        if self.kind == "ranking":
            return with_ranking(self.wrong)
        if self.kind == "qualification":
            return rebuilt(qualifies=self.wrong)
        return {"qualifies": qualifies, "settle": settle}

    @property
    def qualifies(self) -> Qualifying:
        """Whether the dealer's hand qualifies, to this program."""
        found: Qualifying = self._functions["qualifies"]
        return found

    @property
    def settle(self) -> Settling:
        """What this program pays."""
        found: Settling = self.wrong if self.kind == "settlement" else self._functions["settle"]
        return found

    @property
    def rounds(self) -> Callable[..., shuffles.Rounds]:
        """Takes a source of chance and gives the player's and the dealer's hand, without end."""
        if self.kind != "deal":
            return shuffles.right_rounds
        if self.wrong in SHUFFLES:
            return shuffles.rounds_of(self.wrong)
        return self.wrong


SHUFFLES = (shuffles.coin_sort, shuffles.swap_with_any, shuffles.stops_early)

_FROM_TOP = "Hands of one kind are compared card by card, from the highest down."
_EITHER_END = "The ace works at both ends, high and low."
_CARDS_ALONE = "The Ante bonus has nothing to do with the dealer's cards: the hand earns it."

_FOUND: tuple[tuple[str, Callable[..., Any], str, str, str], ...] = (
    # The kind, the wrong version, its title, the page and the sentence.
    (
        "ranking",
        rankings.top_card_first,
        "pairs compared by their highest card first",
        "flush-pays-3",
        _FROM_TOP,
    ),
    ("ranking", rankings.third_card_first, "pairs compared by the third card first", "", ""),
    ("ranking", rankings.kicker_ignored, "third card of a pair ignored", "", ""),
    ("ranking", rankings.suits_break_ties, "suits decide between equal hands", "", ""),
    (
        "ranking",
        rankings.only_top_card,
        "high cards compared by one card only",
        "live",
        "With a high card, only the card of highest rank has any importance.",
    ),
    (
        "ranking",
        rankings.flush_by_top_card,
        "flushes compared by one card only",
        "live",
        "Of two hands of one kind, the one with the card of highest rank wins.",
    ),
    ("ranking", rankings.lowest_card_first, "cards compared from the lowest up", "", ""),
    ("ranking", rankings.letters_compared, "ranks compared as letters", "", ""),
    ("ranking", rankings.ace_worth_one, "ace counts as one", "straight-pays-5", _EITHER_END),
    (
        "ranking",
        rankings.around_the_corner,
        "K-A-2 taken for a straight",
        "straight-pays-5",
        _EITHER_END,
    ),
    ("ranking", rankings.low_straight_missed, "3-2-A is no straight", "", ""),
    ("ranking", rankings.low_straight_on_top, "3-2-A beats K-Q-J", "flush-pays-3", _FROM_TOP),
    ("ranking", rankings.ace_ends_low, "A-K-Q counts as the lowest straight", "", ""),
    ("ranking", rankings.akq_as_king_high, "A-K-Q counts as king-high", "", ""),
    ("ranking", rankings.akq_missed, "A-K-Q is no straight", "", ""),
    (
        "ranking",
        rankings.straight_needs_three_suits,
        "a straight needs three suits",
        "straight-pays-5",
        "A straight is three cards in sequence, of three different suits.",
    ),
    ("ranking", rankings.flush_over_straight, "a flush beats a straight", "", ""),
    (
        "ranking",
        rankings.three_over_straight_flush,
        "three of a kind beats a straight flush",
        "",
        "",
    ),
    (
        "ranking",
        rankings.flush_asked_first,
        "a straight flush is only a flush",
        "live",
        "A flush of queen, jack and ten beats a flush of ten, nine and eight.",
    ),
    ("ranking", rankings.straight_asked_first, "a straight flush is only a straight", "", ""),
    ("ranking", rankings.categories_swapped, "straights and flushes change their names", "", ""),
    (
        "ranking",
        rankings.only_pairs_seen,
        "straights and flushes not seen with three cards",
        "",
        "",
    ),
    (
        "qualification",
        settlements.needs_a_high_card,
        "4-3-2 and J-9-9 don't qualify",
        "straight-pays-5",
        "To qualify, the dealer must have a queen or higher.",
    ),
    ("qualification", settlements.qualifies_at_q64, "the dealer needs Q-6-4", "", ""),
    (
        "qualification",
        settlements.needs_more_than_queen,
        "the dealer needs more than queen-high",
        "",
        "",
    ),
    ("qualification", settlements.always_qualifies, "the dealer always qualifies", "", ""),
    ("settlement", settlements.tie_wins, "a tie pays", "", ""),
    ("settlement", settlements.tie_loses, "a tie loses", "", ""),
    ("settlement", settlements.ante_pushed, "Ante only given back where the dealer fails", "", ""),
    ("settlement", settlements.compared_anyway, "hands compared where the dealer fails", "", ""),
    (
        "settlement",
        settlements.play_paid_too,
        "Play paid where the dealer fails",
        "straight-pays-5",
        "A dealer who doesn't qualify has lost the round, just like that.",
    ),
    ("settlement", settlements.queen_high_twice, "queen-high settled twice", "", ""),
    (
        "settlement",
        settlements.play_not_paid,
        "a win pays the Ante only",
        "straight-pays-5",
        "In the example, 10 each on Ante, Play and Pair Plus wins 20: "
        "10 for the pair and 10 for the round.",
    ),
    (
        "settlement",
        settlements.bonus_only_when_won,
        "Ante bonus only on top of a win",
        "straight-pays-5",
        "The Ante bonus comes on top of the usual winnings.",
    ),
    (
        "settlement",
        settlements.bonus_after_fold,
        "Ante bonus after a fold",
        "straight-pays-5",
        _CARDS_ALONE,
    ),
    ("settlement", settlements.no_bonus, "no Ante bonus at all", "", ""),
    ("settlement", settlements.bonus_on_both, "Ante bonus on Ante and Play", "", ""),
    (
        "settlement",
        settlements.mini_royal_without_bonus,
        "no Ante bonus for a mini royal",
        "live",
        "A straight flush, three of a kind or a straight wins the Ante bonus, while the "
        "mini royal stands in the list of hands as one of its own.",
    ),
    (
        "settlement",
        settlements.pair_plus_lost_on_fold,
        "Pair Plus lost on a fold",
        "straight-pays-5",
        "Apart from what wins, Pair Plus goes as the Ante does.",
    ),
    (
        "settlement",
        settlements.pair_plus_needs_dealer,
        "Pair Plus lost where the dealer fails",
        "",
        "",
    ),
    ("settlement", settlements.pair_plus_returned, "a losing Pair Plus given back", "", ""),
    ("settlement", settlements.pair_plus_for_one, "Pair Plus pays 30 for 1, not 30 to 1", "", ""),
    ("deal", shuffles.coin_sort, "shuffled by sorting with a coin", "", ""),
    ("deal", shuffles.swap_with_any, "each card swapped with any of the 52", "", ""),
    ("deal", shuffles.stops_early, "the shuffle stops a step too soon", "", ""),
    ("deal", shuffles.from_two_decks, "the dealer's hand from another deck", "", ""),
    ("deal", shuffles.one_card_at_a_time, "a card dealt twice", "", ""),
    (
        "deal",
        shuffles.never_shuffled_again,
        "no shuffle between rounds",
        "pagat",
        "That the deck is shuffled before each deal is a house rule for play at home, "
        "not a rule of the game.",
    ),
)

BUGS: Mapping[str, Bug] = {
    wrong.__name__: Bug(wrong.__name__, title, kind, wrong, page, sentence)
    for kind, wrong, title, page, sentence in _FOUND
}
"""All of them by key, rankings first, then qualification, settlements and deals."""


RIGHT = Bug("right", "nothing is wrong", "ranking", rank_hand)
"""The right version in the same clothes, to measure it in the same way."""


def bugs_of(*kinds: str) -> tuple[Bug, ...]:
    """The wrong versions of some kinds, in the order of `BUGS`.

    >>> len(bugs_of("qualification"))
    4

    Raises:
        ValueError: for what is no key of `KINDS`.
    """
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise ValueError(f"{quoted(unknown[0])} is no kind of bug; take {', '.join(KINDS)}")
    return tuple(bug for bug in BUGS.values() if bug.kind in kinds)

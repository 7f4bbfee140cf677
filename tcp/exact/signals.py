"""What it is worth to be told something about the dealer's cards, before Play or fold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card, Rank
from tcp.exact.analysis import analyse, play_values, weakest_played
from tcp.exact.deals import STRENGTHS, Counts, Places, deals_without
from tcp.exact.nets import nets_under
from tcp.exact.strengths import all_hands, all_strengths, hand_number, strength_of, three_ranks
from tcp.quoting import quoted
from tcp.ranking import HandRank
from tcp.rules import Rules, check_rules


@dataclass(frozen=True)
class Told:
    """What follows once the signal is known, at best play."""

    chance: Fraction
    """How often the signal is this one."""
    expected: Fraction
    """What the Ante brings then, with its Play and its bonus, in Antes."""
    plays: Fraction
    """The share of your hands that are worth a Play then."""
    border: HandRank | None
    """The weakest rank played, where every hand from it up is played and no other."""


class SignalEdge(Fraction):
    """The player's edge with a signal, in Antes.

    Attributes:
        by_signal: what follows from each signal, in the order in which the deck shows them.
    """

    by_signal: Mapping[Any, Told]

    # A Fraction is copied and pickled as its two numbers alone.

    def __reduce__(self) -> Any:
        """The two numbers, and what follows from each signal."""
        return SignalEdge, (self.numerator, self.denominator), dict(vars(self))

    def __copy__(self) -> SignalEdge:
        """The same edge with the same signals."""
        copied = SignalEdge(self)
        vars(copied).update(vars(self))
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> SignalEdge:
        """The same edge with signals of its own."""
        copied = SignalEdge(self)
        vars(copied).update(deepcopy(vars(self), memo))
        return copied


def card_signal_edge(rules: Rules, signal: Callable[[Card], Hashable]) -> SignalEdge:
    """What the Ante brings at best play when one of the dealer's cards gives this signal.

    Each of the dealer's cards is equally likely to be the one that gives it. Cards with the same
    signal can't be told apart, so one decision has to do for all of them.

    >>> from tcp.rules import load_rules
    >>> edge = card_signal_edge(load_rules("pagat"), lambda card: card.rank >= Rank.QUEEN)
    >>> f"{float(edge):+.2%}", f"{float(edge.by_signal[True].expected):+.2%}"
    ('+1.84%', '-9.42%')

    Args:
        rules: what is paid and with what the dealer qualifies.
        signal: what you are told of a card; itself, where you see it whole.

    Raises:
        ValueError: for a signal that is no function, or answers what can't be told apart.
    """
    values, unit, largest = _card_values(rules)
    hands = all_hands()
    dtype = np.int64 if largest * len(DECK) * hands.shape[1] < 2**62 else object
    found = {}
    for answer, places in _grouped(signal, DECK).items():
        playing = np.zeros(hands.shape[1], dtype)
        cards = np.zeros(hands.shape[1], np.int64)  # how many of these cards each hand leaves
        for place in places:
            playing += values[place % 4][place // 4]
            cards += (hands != place).all(axis=0)
        found[answer] = playing, cards
    return _edge(found, all_strengths().astype(np.intp), np.ones_like(cards), unit, rules)


def hand_signal_edge(rules: Rules, signal: Callable[[HandRank], Hashable]) -> SignalEdge:
    """What the Ante brings at best play when the rank of the dealer's hand gives this signal.

    >>> from tcp.rules import load_rules
    >>> pagat = load_rules("pagat")
    >>> edge = hand_signal_edge(pagat, lambda rank: rank >= pagat.qualifying_rank)
    >>> f"{float(edge):+.2%}", edge.by_signal[True].border
    ('+20.41%', HandRank(category=HIGH_CARD, ranks=(K, 8, 7)))

    To see all three cards is worth as much as to be told their rank, `lambda rank: rank`: what a
    hand brings depends on nothing else.

    Args:
        rules: what is paid and with what the dealer qualifies.
        signal: what you are told of the dealer's hand.

    Raises:
        ValueError: for a signal that is no function, or answers what can't be told apart.
    """
    check_rules(rules)
    deals, nets = deals_without(), nets_under(rules)
    group, qualifying = nets.group_of[deals.strengths], strength_of(rules.qualifying_rank)
    hands, theirs = deals.by_strength(), np.arange(STRENGTHS)
    mine = deals.strengths[:, None]
    result = np.where(theirs < qualifying, 0, 2 + np.sign(theirs - mine))
    found = {}
    for answer, places in _grouped(signal, three_ranks()).items():
        counted, ends = hands[:, places], result[:, places]
        counts = np.array([(counted * (ends == end)).sum(axis=1) for end in range(4)])
        playing, unit = play_values(nets, group, counts, deals.dealer_hands)
        found[answer] = playing, counts.sum(axis=0)
    return _edge(found, deals.strengths, deals.sizes, unit, rules)


def _grouped(signal: Callable[[Any], Hashable], cases: Sequence[Any]) -> dict[Any, list[int]]:
    """The places of the cases that give each signal."""
    if not callable(signal):
        raise ValueError(
            f"signal = {quoted(signal)}: a function is asked for, as lambda card: card.suit"
        )
    groups: dict[Any, list[int]] = {}
    for place, case in enumerate(cases):
        answer = signal(case)
        try:
            groups.setdefault(answer, []).append(place)
        except TypeError:
            raise ValueError(
                f"the signal answered {quoted(answer)} to {case}; give a number, a text or a tuple"
            ) from None
    return groups


def _edge(
    found: Mapping[Any, tuple[NDArray[Any], Counts]],
    strengths: Places,
    sizes: Counts,
    unit: int,
    rules: Rules,
) -> SignalEdge:
    """The best decision of each row after each signal, and what all of them bring.

    Args:
        found: for each signal what playing brings in all its cases together, in a unit, and how
            many cases there are, a number for each row.
        strengths: the strength of each row.
        sizes: how many hands each row stands for.
        unit: what one Ante is.
        rules: they say what a fold brings.
    """
    fold = int(nets_under(rules).fold * unit)
    cases = {answer: _total(sizes, many) for answer, (_, many) in found.items()}
    total = sum(cases.values())
    by_signal, together = {}, Fraction(0)
    for answer, (playing, many) in found.items():
        if not cases[answer]:
            continue
        folding = many.astype(object if abs(fold) >= 2**62 // total else playing.dtype) * fold
        plays = (playing > folding).astype(np.bool_)
        brings = Fraction(_total(sizes, np.where(plays, playing, folding)), unit)
        together += brings / total
        by_signal[answer] = Told(
            chance=Fraction(cases[answer], total),
            expected=brings / cases[answer],
            plays=Fraction(_total(sizes, many * plays), cases[answer]),
            border=weakest_played(strengths, many * plays, many),
        )
    edge = SignalEdge(together)
    edge.by_signal = by_signal
    return edge


def _total(sizes: Counts, numbers: NDArray[Any]) -> int:
    """The sum over all hands, exact however large the pay is."""
    if numbers.dtype != object and int(np.abs(numbers).max()) < 2**62 // (24 * len(numbers)):
        return int((sizes * numbers).sum())
    pairs: Iterable[tuple[int, int]] = zip(sizes.tolist(), numbers.tolist(), strict=True)
    return sum(size * number for size, number in pairs)


def _card_values(rules: Rules) -> tuple[list[list[NDArray[Any]]], int, int]:
    """What playing each of the 22,100 hands brings with each card seen, by suit and rank.

    Returns:
        The values, 0 where the hand holds the card; what one Ante is; the largest of them.
    """
    by_rank: list[NDArray[Any]] = []
    for rank in Rank:
        card = DECK[4 * (rank - 2)]
        table = analyse(rules, dealer_shows=(card,)).table
        values = np.zeros(all_hands().shape[1], table.play_value.dtype)
        values[deals_without((), (card,)).members] = table.play_value
        by_rank.append(values)
    largest = max(int(abs(values).max()) for values in by_rank)
    return [[values[order] for values in by_rank] for order in _exchanged()], table.unit, largest


@cache
def _exchanged() -> tuple[Places, ...]:
    """For each suit: the place of every hand once that suit and the first are exchanged.

    Suits are alike, so a hand is worth with a card of any suit what its image is worth with the
    same rank in the first.
    """
    hands, numbers = all_hands().astype(np.intp), hand_number()
    orders = []
    for suit in range(4):
        image = np.arange(52)
        image[0::4], image[suit::4] = np.arange(suit, 52, 4), np.arange(0, 52, 4)
        a, b, c = np.sort(image[hands], axis=0)
        orders.append(numbers[2704 * a + 52 * b + c].astype(np.intp))
    return tuple(orders)

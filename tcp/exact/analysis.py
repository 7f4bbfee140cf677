"""What each bet is worth under given rules and a strategy: exact, over all 407,170,400 deals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.cards import DECK, Card, check_hand, known_cards
from tcp.exact.deals import Counts, Deals, Places, deals_without
from tcp.exact.nets import Nets, nets_under, plain, whole
from tcp.exact.reports import AnteReport, BetReport, Table
from tcp.exact.sixcards import joint_counts, six_card_counts
from tcp.exact.strengths import all_hands, all_strengths, hand_number, strength_of, three_ranks
from tcp.payouts import Bets, Decision, check_bets
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.ranking import HandRank, parse_threshold
from tcp.rules import Ratio, Rules, check_rules
from tcp.showdown import Outcomes

Strategy = str | Callable[[tuple[Card, ...]], Decision]
"""How hands are played: "best", "always", a threshold such as "Q-6-4", or a function of a hand."""


def play_values(
    nets: Nets, group: Places, counts: Counts, dealer_hands: int
) -> tuple[NDArray[Any], int]:
    """What playing brings in all deals that were counted together, in Antes times a scale.

    Args:
        nets: what is paid, by result and by group of hands.
        group: the pay group of each row's hand.
        counts: a row for each result, as `Deals.outcomes` gives them, or a part of these.
        dealer_hands: the most deals that are counted in any row.

    Returns:
        The whole numbers, and the scale that makes them whole.
    """
    scale = math.lcm(*(ratio.denominator for ratio in (*nets.results, *nets.bonus)))
    bonus = [int(ratio * scale) for ratio in nets.bonus]
    largest = (max(bonus) + 2 * scale) * dealer_hands
    results = whole([int(net * scale) for net in nets.results], largest)
    with_bonus = counts[nets.bonus_paid].sum(axis=0)
    return results @ counts + whole(bonus, largest)[group] * with_bonus, scale


def weakest_played(strengths: Places, played: Counts, sizes: Counts) -> HandRank | None:
    """The weakest rank played, where every hand from it up is played and no other.

    Args:
        strengths: that of each row's hands.
        played: how many of a row's hands are played.
        sizes: how many hands a row stands for; a row that stands for none says nothing.
    """
    plays, folds = strengths[played > 0], strengths[played < sizes]
    if not len(plays) or (len(folds) and folds.max() >= plays.min()):
        return None
    return three_ranks()[int(plays.min())]


class Analysis:
    """What `analyse` found. Everything is exact, and computed when first asked for.

    Attributes:
        rules: the rules that were analysed.
        strategy: which hands are played.
        dead: the cards that are known to be elsewhere.
        dealer_shows: the dealer's cards that are known.
        hands: how many hands can be dealt to the player.
        dealer_hands: how many hands the dealer may hold against each.
        hands_played: how many of the hands the strategy plays.
    """

    def __init__(
        self,
        rules: Rules,
        strategy: Strategy,
        dead: tuple[Card, ...],
        dealer_shows: tuple[Card, ...],
    ) -> None:
        check_rules(rules)
        self.rules, self.strategy = rules, strategy
        self.dead, self.dealer_shows = dead, dealer_shows
        self._deals: Deals = deals_without(dead, dealer_shows)
        self._qualifying = strength_of(rules.qualifying_rank)
        self._nets = nets_under(rules)
        self._group = self._nets.group_of[self._deals.strengths]
        self.hands, self.dealer_hands = len(self._deals.members), self._deals.dealer_hands
        self._played = self._hands_played()  # how many hands of each row are played
        self.hands_played = int(self._played.sum())

    def __repr__(self) -> str:
        """What was analysed."""
        known = f", dead={self.dead}" if self.dead else ""
        known += f", dealer_shows={self.dealer_shows}" if self.dealer_shows else ""
        return f"<Analysis of {self.rules.name!r}, strategy={self.strategy!r}{known}>"

    # -- decisions

    @cached_property
    def _results(self) -> Counts:
        return self._deals.outcomes(self._qualifying)

    @cached_property
    def _values(self) -> tuple[NDArray[Any], int]:
        """What playing each row brings, in Antes times a unit that makes all values whole."""
        values, scale = play_values(self._nets, self._group, self._results, self.dealer_hands)
        return values, scale * self.dealer_hands

    @cached_property
    def _best(self) -> NDArray[np.bool_]:
        values, unit = self._values
        return np.asarray(values > self._nets.fold * unit, np.bool_)

    def _hands_played(self) -> Counts:
        sizes, strengths = self._deals.sizes, self._deals.strengths
        if callable(self.strategy):
            return self._asked(self.strategy)
        if self.strategy == "best":
            return sizes * self._best
        if self.strategy == "always":
            return sizes
        if self.strategy == "mimic":
            return sizes * (strengths >= self._qualifying)
        try:
            return sizes * (strengths >= strength_of(parse_threshold(self.strategy)))
        except ValueError as error:
            raise ValueError(
                f"strategy = {quoted(self.strategy)}: take best, always, mimic, a function of a "
                f"hand, or the weakest hand to play ({error})"
            ) from None

    def _asked(self, strategy: Callable[[tuple[Card, ...]], Decision]) -> Counts:
        plays = np.empty(self.hands, np.bool_)
        for place, indices in enumerate(all_hands()[:, self._deals.members].T.tolist()):
            hand = tuple(DECK[index] for index in indices)
            decision = strategy(hand)
            if not isinstance(decision, Decision):
                raise ValueError(
                    f"the strategy answered {quoted(decision)} to {' '.join(map(str, hand))}; "
                    "it is to answer Decision.PLAY or Decision.FOLD"
                )
            plays[place] = decision is Decision.PLAY
        self._asked_plays = plays
        return np.bincount(self._deals.row_of[plays], minlength=len(self._deals.sizes))

    def _row(self, hand: Sequence[Card]) -> int:
        check_hand(hand, 3)
        for card in hand:
            if card in self.dead or card in self.dealer_shows:
                raise ValueError(f"{card} is known to lie elsewhere, so no hand can hold it")
        a, b, c = sorted(card.index for card in hand)
        member = np.searchsorted(self._deals.members, hand_number()[2704 * a + 52 * b + c])
        return int(self._deals.row_of[member])

    def outcomes(self, hand: Sequence[Card]) -> Outcomes:
        """How many of the dealer's hands lead to each result if this hand plays."""
        return Outcomes(*self._results[:, self._row(hand)].tolist())

    def play_ev(self, hand: Sequence[Card]) -> Fraction:
        """What playing this hand brings on average, in Antes; folding brings -1.

        Raises:
            ValueError: unless the hand is three cards, none of them known to lie elsewhere.
        """
        values, unit = self._values
        return Fraction(int(values[self._row(hand)]), unit)

    def best(self, hand: Sequence[Card]) -> Decision:
        """The decision worth more, side bets aside; of equals the fold, which risks less."""
        return Decision.PLAY if self._best[self._row(hand)] else Decision.FOLD

    def mistake(self, hand: Sequence[Card]) -> Fraction:
        """What the wrong decision costs with this hand, in Antes."""
        return abs(self.play_ev(hand) - self._nets.fold)

    @cached_property
    def play_values(self) -> Mapping[HandRank, tuple[Fraction, Fraction]]:
        """What playing brings with each rank that can be dealt, the weakest first, in Antes.

        Hands of one rank differ a little by their suits: the least and the greatest expectation.

        >>> from tcp.ranking import parse_threshold
        >>> from tcp.rules import load_rules
        >>> least, greatest = analyse(load_rules("pagat")).play_values[parse_threshold("Q-6-4")]
        >>> f"{float(least):.5f} to {float(greatest):.5f}"
        '-0.99463 to -0.99338'
        """
        values, unit = self._values
        found: dict[int, tuple[int, int]] = {}
        for strength, value in zip(self._deals.strengths.tolist(), values.tolist(), strict=True):
            least, greatest = found.get(strength, (value, value))
            found[strength] = min(least, value), max(greatest, value)
        return {
            three_ranks()[strength]: (Fraction(least, unit), Fraction(greatest, unit))
            for strength, (least, greatest) in sorted(found.items())
        }

    @cached_property
    def border(self) -> HandRank | None:
        """The weakest rank played, where every hand from it up is played and no other.

        >>> from tcp.rules import load_rules
        >>> analyse(load_rules("pagat")).border
        HandRank(category=HIGH_CARD, ranks=(Q, 6, 4))
        """
        return weakest_played(self._deals.strengths, self._played, self._deals.sizes)

    @cached_property
    def table(self) -> Table:
        """Every hand that can be dealt, with its counts and what playing it brings."""
        rows, members = self._deals.row_of, self._deals.members
        values, unit = self._values
        plays = self._asked_plays if callable(self.strategy) else (self._played > 0)[rows]
        not_qualified, win, tie, lose = self._results[:, rows]
        return Table(
            cards=all_hands()[:, members],
            rank=all_strengths()[members],
            not_qualified=not_qualified,
            win=win,
            tie=tie,
            lose=lose,
            plays=plays,
            play_value=values[rows],
            unit=unit,
        )

    # -- reports

    def _by_group(self, weights: Counts) -> list[int]:
        """Sums over the rows of each pay group."""
        # bincount adds in floats, which are exact below 2**53; no sum exceeds 407,170,400.
        groups = np.bincount(self._group, weights, minlength=len(self._nets.bonus))
        return [int(total) for total in groups]

    @cached_property
    def ante(self) -> AnteReport:
        """An `AnteReport`: the Ante, with its Play and its bonus."""
        nets, weights = self._nets, Counter[Ratio]()
        for result, counts in enumerate(self._results):
            for group, weight in enumerate(self._by_group(self._played * counts)):
                weights[nets.ante(result, group)] += weight
        weights[nets.fold] += (self.hands - self.hands_played) * self.dealer_hands
        wager = 1 + Fraction(self.hands_played, self.hands)
        return AnteReport(Distribution(weights), wager)

    @cached_property
    def pair_plus(self) -> BetReport | None:
        """A `BetReport` of Pair Plus, or None where the rules don't offer it."""
        if self.rules.pair_plus is None:
            return None
        weights = Counter[Ratio]()
        folded = self._deals.sizes - self._played
        for hands, nets in (
            (self._played, self._nets.pair_plus_nets()),
            (folded, self._nets.pair_plus_nets(fold=True)),
        ):
            for net, weight in zip(nets, self._by_group(hands), strict=True):
                weights[net] += weight
        return BetReport(Distribution(weights))

    @cached_property
    def six_card_bonus(self) -> BetReport | None:
        """A `BetReport`, or None: where the rules don't offer the bet, or with known cards.

        With `dead` or `dealer_shows` it isn't counted: nothing is to be decided about it then.
        """
        if self.rules.six_card_bonus is None or self.dead or self.dealer_shows:
            return None
        weights = Counter[Ratio]()
        if self.rules.six_card_survives_fold:
            for net, weight in zip(
                self._nets.six_card_nets(), six_card_counts().values(), strict=True
            ):
                weights[net] += weight
        else:
            # Summed over the results, whatever the dealer needs: one table serves all rules.
            played = self._played @ joint_counts(0).sum(axis=1)
            for net, weight in zip(self._nets.six_card_nets(), played.tolist(), strict=True):
                weights[net] += weight
            weights[-1] += (self.hands - self.hands_played) * self.dealer_hands
        return BetReport(Distribution(weights))

    @cached_property
    def joint(self) -> Distribution[tuple[Ratio, Ratio, Ratio]]:
        """The nets of Ante, Pair Plus and 6 Card Bonus of one round together, a unit on each.

        A bet that the rules don't offer has net 0.

        Raises:
            ValueError: for rules with a 6 Card Bonus where cards are known: it isn't counted then.
        """
        return self._joint(with_six=self.rules.six_card_bonus is not None)

    def net(self, bets: Bets) -> Distribution[Ratio]:
        """The net gain of a round with these stakes, all bets together, in chips.

        >>> from tcp.rules import load_rules
        >>> analyse(load_rules("pagat")).net(Bets(2, pair_plus=1)).p(lambda net: net > 0)
        Fraction(22894509, 50896300)

        Raises:
            ValueError: for a bet that the rules don't offer, or the 6 Card Bonus where cards are
                known: it isn't counted then.
        """
        check_bets(self.rules, bets)
        joint = self._joint(with_six=bets.six_card_bonus > 0)
        stakes = (bets.ante, bets.pair_plus, bets.six_card_bonus)
        return joint.map(lambda nets: plain(sum(map(mul, stakes, nets), Fraction(0))))

    def _joint(self, with_six: bool) -> Distribution[tuple[Ratio, Ratio, Ratio]]:
        """The nets of the three bets together; without the 6 Card Bonus it has net 0."""
        nets, weights = self._nets, Counter[tuple[Ratio, Ratio, Ratio]]()
        six: list[Ratio] = [0]
        six_folded = six
        if not with_six:
            counts = self._results.T[:, :, None]  # one column instead of ten categories
        elif self.dead or self.dealer_shows:
            raise ValueError(
                "with known cards the 6 Card Bonus isn't counted, so there is no joint "
                "distribution; analyse rules with six_card_bonus = None"
            )
        else:
            counts = joint_counts(self._qualifying)
            six, six_folded = nets.six_card_nets(), nets.six_card_nets(fold=True)
        pairs, pairs_folded = nets.pair_plus_nets(), nets.pair_plus_nets(fold=True)
        folded = self._deals.sizes - self._played
        for group in range(len(nets.bonus)):
            here = self._group == group
            plays = np.tensordot(self._played[here], counts[here], 1)
            folds = np.tensordot(folded[here], counts[here].sum(axis=1), 1)
            for result, by_six in enumerate(plays.tolist()):
                for net, weight in zip(six, by_six, strict=True):
                    weights[nets.ante(result, group), pairs[group], net] += weight
            for net, weight in zip(six_folded, folds.tolist(), strict=True):
                weights[plain(nets.fold), pairs_folded[group], net] += weight
        return Distribution(weights)


def analyse(
    rules: Rules,
    *,
    strategy: Strategy = "best",
    dead: Sequence[Card] = (),
    dealer_shows: Sequence[Card] = (),
) -> Analysis:
    """What each bet is worth, exactly, over every deal.

    >>> from tcp.rules import load_rules
    >>> found = analyse(load_rules("pagat"))
    >>> found.hands_played, found.ante.house_edge == Fraction(13_733_780, 407_170_400)
    (14900, True)

    Args:
        rules: what is paid and with what the dealer qualifies.
        strategy: "best", the decision worth more for Ante, Play and bonus; "always" plays;
            "mimic" plays what the dealer would qualify with; a pattern such as "Q-6-4" plays that
            hand and every better one; or a function from a hand to a `Decision`. It gets the
            cards as a tuple, in the order of the deck: the lowest rank first.
        dead: cards known to be out of the deck. The player's hands are those without them, and
            the best decision takes them into account.
        dealer_shows: cards of the dealer's hand that are seen, up to three; likewise.

    Raises:
        ValueError: for another strategy, a function that gives no `Decision`, a card known twice,
            or so many known cards that no round can be dealt.
    """
    known = known_cards(dead, "dead"), known_cards(dealer_shows, "dealer_shows")
    return Analysis(rules, strategy, *known)

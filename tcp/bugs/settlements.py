"""Wrong qualification rules and settlements: each asks `tcp.payouts` and changes one thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

from tcp import payouts
from tcp.bugs.rankings import Ranking, compare_by, worth_of
from tcp.cards import Card, Rank
from tcp.payouts import (
    Bets,
    Decision,
    Line,
    Settlement,
    ante_bonus_ratio,
    qualifies,
    settle,
    whole_chips,
)
from tcp.ranking import compare, is_mini_royal, parse_threshold, rank_hand
from tcp.rules import Rules

Hand = Sequence[Card]
Settling = Callable[[Rules, Bets, Hand, Hand, Decision], Settlement]
Qualifying = Callable[[Hand, Rules], bool]


def rebuilt(**changed: Any) -> dict[str, Any]:
    """The functions of `tcp.payouts` once more, with some of the names they use replaced.

    So a settlement with a wrong ranking is the right settlement, word for word, which only asks
    somebody else what a hand is worth.

    >>> from tcp.cards import parse_cards
    >>> from tcp.ranking import Category, HandRank
    >>> from tcp.rules import load_rules
    >>> dealer = parse_cards("4♥ 3♣ 2♠")
    >>> rebuilt(rank_hand=lambda cards: HandRank(Category.HIGH_CARD, ()))["qualifies"](
    ...     dealer, load_rules("pagat")
    ... )
    False
    """
    names = dict(vars(payouts))
    for name, thing in vars(payouts).items():
        if isinstance(thing, FunctionType) and thing.__module__ == payouts.__name__:
            again = FunctionType(
                thing.__code__, names, thing.__name__, thing.__defaults__, thing.__closure__
            )
            again.__kwdefaults__ = thing.__kwdefaults__
            names[name] = again
    names.update(changed)  # the functions look their names up here
    return names


def with_ranking(ranking: Ranking) -> dict[str, Any]:
    """The functions of `tcp.payouts` as a program with this ranking has them."""
    return rebuilt(
        rank_hand=lambda cards: worth_of(ranking(cards)),
        compare=compare_by(ranking),
        is_mini_royal=lambda cards: worth_of(ranking(cards)) == (5, (Rank.ACE,)),
    )


# --- does the dealer qualify? --------------------------------------------------------------------


def needs_a_high_card(dealer: Hand, rules: Rules) -> bool:
    """Asks for a card of queen or more, so that 4-3-2 and J-9-9 don't qualify."""
    least = rules.qualifying_rank.ranks[0]
    return qualifies(dealer, rules) and max(card.rank for card in dealer) >= least


def qualifies_at_q64(dealer: Hand, rules: Rules) -> bool:
    """Lets the dealer qualify with the player's advice, Q-6-4 or better."""
    return qualifies(dealer, rules) and rank_hand(dealer) >= parse_threshold("Q-6-4")


def needs_more_than_queen(dealer: Hand, rules: Rules) -> bool:
    """Asks for better than queen-high: "greater than" where "at least" is meant."""
    return qualifies(dealer, rules) and not _only_just(dealer, rules)


def always_qualifies(dealer: Hand, rules: Rules) -> bool:
    """Forgets the question: every dealer's hand plays."""
    return True


def _only_just(dealer: Hand, rules: Rules) -> bool:
    """Whether the dealer's hand is queen-high, where queen-high is asked for."""
    worth = rank_hand(dealer)
    least = rules.qualifying_rank
    return (worth.category, worth.ranks[:1]) == (least.category, least.ranks[:1])


# --- what is paid? -------------------------------------------------------------------------------


def _changed(settlement: Settlement, change: Callable[[Line], Line | None]) -> Settlement:
    """The settlement with each line changed, or left out where `change` gives None."""
    return Settlement(tuple(line for old in settlement.lines if (line := change(old)) is not None))


def _paying(line: Line, bets: Sequence[str], net: int) -> Line:
    """The line with its outcome set to win (1), push (0) or lose (-1), if it is one of the bets."""
    if line.bet not in bets:
        return line
    return line._replace(outcome=("push", "win", "lose")[net], net=net * line.stake)


MAIN = ("ante", "play")


def _showdown(rules: Rules, player: Hand, dealer: Hand, decision: Decision) -> int | None:
    """1, 0 or -1 where hands are compared after a Play; None where they are not."""
    if decision is Decision.FOLD or not qualifies(dealer, rules):
        return None
    return compare(player, dealer)


def tie_wins(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays a tie as if the player had won."""
    right = settle(rules, bets, player, dealer, decision)
    if _showdown(rules, player, dealer, decision) != 0:
        return right
    return _changed(right, lambda line: _paying(line, MAIN, 1))


def tie_loses(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes both stakes at a tie, as if only a win counted."""
    right = settle(rules, bets, player, dealer, decision)
    if _showdown(rules, player, dealer, decision) != 0:
        return right
    return _changed(right, lambda line: _paying(line, MAIN, -1))


def _not_qualified(rules: Rules, dealer: Hand, decision: Decision) -> bool:
    return decision is Decision.PLAY and not qualifies(dealer, rules)


def ante_pushed(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Gives the Ante back, too, where the dealer doesn't qualify."""
    right = settle(rules, bets, player, dealer, decision)
    if not _not_qualified(rules, dealer, decision):
        return right
    return _changed(right, lambda line: _paying(line, ("ante",), 0))


def compared_anyway(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Compares hands where the dealer doesn't qualify: the Ante is won, given back or lost."""
    right = settle(rules, bets, player, dealer, decision)
    if not _not_qualified(rules, dealer, decision):
        return right
    return _changed(right, lambda line: _paying(line, ("ante",), compare(player, dealer)))


def play_paid_too(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays the Play as well where the dealer doesn't qualify."""
    right = settle(rules, bets, player, dealer, decision)
    if not _not_qualified(rules, dealer, decision):
        return right
    return _changed(right, lambda line: _paying(line, MAIN, 1))


def queen_high_twice(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes both branches at exactly queen-high: pays the Ante as not qualified, then compares."""
    right = settle(rules, bets, player, dealer, decision)
    if decision is Decision.FOLD or not _only_just(dealer, rules):
        return right
    return _changed(
        right,
        lambda line: line._replace(net=line.net + bets.ante) if line.bet == "ante" else line,
    )


def play_not_paid(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays a win once, on the Ante, and only gives the Play back."""
    right = settle(rules, bets, player, dealer, decision)
    if _showdown(rules, player, dealer, decision) != 1:
        return right
    return _changed(right, lambda line: _paying(line, ("play",), 0))


def bonus_only_when_won(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays the Ante bonus only on top of a win."""
    right = settle(rules, bets, player, dealer, decision)
    won = right.lines[0].outcome == "win"
    return _changed(right, lambda line: line if won or line.bet != "ante_bonus" else None)


def bonus_after_fold(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays the Ante bonus for the cards alone, to a hand that folded, too."""
    right = settle(rules, bets, player, dealer, decision)
    bonus = ante_bonus_ratio(player, rules) * bets.ante
    if decision is Decision.PLAY or not bonus:
        return right
    return Settlement((*right.lines, Line("ante_bonus", 0, "win", whole_chips(bonus))))


def no_bonus(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Compares a list with a number, which is never equal, so no bonus is ever paid."""
    right = settle(rules, bets, player, dealer, decision)
    return _changed(right, lambda line: None if line.bet == "ante_bonus" else line)


def bonus_on_both(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Reckons the bonus on Ante and Play together."""
    right = settle(rules, bets, player, dealer, decision)
    return _changed(
        right, lambda line: line._replace(net=2 * line.net) if line.bet == "ante_bonus" else line
    )


def mini_royal_without_bonus(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Has a kind of its own for suited A-K-Q, which the table of the Ante bonus doesn't name."""
    right = settle(rules, bets, player, dealer, decision)
    royal = is_mini_royal(player)
    return _changed(right, lambda line: None if royal and line.bet == "ante_bonus" else line)


def pair_plus_lost_on_fold(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes Pair Plus from a hand that folds."""
    return settle(replace(rules, pair_plus_survives_fold=False), bets, player, dealer, decision)


def pair_plus_needs_dealer(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes Pair Plus where the dealer doesn't qualify."""
    right = settle(rules, bets, player, dealer, decision)
    if qualifies(dealer, rules):
        return right
    return _changed(right, lambda line: _paying(line, ("pair_plus",), -1))


def pair_plus_returned(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Gives a losing Pair Plus back."""
    right = settle(rules, bets, player, dealer, decision)
    return _changed(right, lambda line: _paying(line, ("pair_plus",), 0) if line.net < 0 else line)


def pair_plus_for_one(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays Pair Plus "for one": what is paid has the stake in it, so a pair wins nothing."""
    right = settle(rules, bets, player, dealer, decision)

    def keep_stake(line: Line) -> Line:
        if line.bet != "pair_plus" or line.outcome != "win":
            return line
        net = line.net - line.stake
        return line._replace(outcome="win" if net else "push", net=net)

    return _changed(right, keep_stake)

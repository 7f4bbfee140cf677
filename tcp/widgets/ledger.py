"""The ledger of one round: each bet with its outcome, its net gain, and the reason in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tcp.cards import Card
from tcp.fivecard import best_five, rank_five
from tcp.payouts import BET_NAMES, Bets, Decision, Line, ante_bonus_ratio, qualifies, settle
from tcp.ranking import compare, describe, explain, is_mini_royal
from tcp.rules import TABLE_KEYS, Ratio, Rules
from tcp.view import Shown, number, show_table
from tcp.widgets.deal import signed

HEADERS = ("bet", "stake", "outcome", "net", "reason")


def happened(
    rules: Rules, player: Sequence[Card], dealer: Sequence[Card], decision: Decision
) -> str:
    """Which of the five things that can happen did: fold, not qualified, win, tie or lose."""
    if decision is Decision.FOLD:
        return "fold"
    if not qualifies(dealer, rules):
        return "not qualified"
    return {1: "win", 0: "tie", -1: "lose"}[compare(player, dealer)]


def reason(
    line: Line,
    rules: Rules,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
) -> str:
    """Why this line of the ledger came out as it did, in words.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("4♥ 4♣ 9♠"), parse_cards("J♥ 8♣ 3♠")
    >>> reason(Line("play", 2, "push", 0), load_rules("pagat"), hand, dealer, Decision.PLAY)
    'jack high (J-8-3) does not qualify: the stake comes back, hands are not compared'
    """
    if line.bet in ("ante", "play"):
        back = "1 to 1" if line.outcome == "win" else "the stake comes back"
        mine, theirs = describe(player), describe(dealer)
        return {
            "fold": "you fold: the stake is lost, hands are not compared",
            "not qualified": f"{theirs} does not qualify: {back}, hands are not compared",
            "win": f"{mine} beats {theirs}: {back}",
            "tie": f"both have {mine}: {back}",
            "lose": f"{mine} loses to {theirs}: the stake is lost",
        }[happened(rules, player, dealer, decision)]
    hand = "mini royal" if is_mini_royal(player) else describe(player)
    if line.bet == "ante_bonus":
        return f"{hand}, played: {_odds(ante_bonus_ratio(player, rules))} on the Ante"
    survives = rules.pair_plus_survives_fold
    if line.bet == "six_card_bonus":
        survives = rules.six_card_survives_fold
        six = (*player, *dealer)
        hand = f"{rank_five(six).category} in {' '.join(map(str, best_five(six)))}"
    if decision is Decision.FOLD and not survives:
        return "these rules take the stake with the fold"
    if line.outcome == "lose":
        return f"{hand}: not in the pay table"
    return f"{hand}: {_odds(Fraction(line.net) / line.stake)}"


def _odds(ratio: Ratio) -> str:
    return f"{number(ratio)} to 1" if ratio else "the stake comes back"


def in_order(
    rules: Rules, player: Sequence[Card], dealer: Sequence[Card], decision: Decision
) -> tuple[str, str]:
    """The first two steps of a settlement in words: qualification, then result."""
    theirs = describe(dealer)
    if decision is Decision.FOLD:
        return "You fold, so the dealer need not qualify.", "Hands are not compared."
    if not qualifies(dealer, rules):
        needed = f"the house asks for {rules.dealer_qualifies} or better"
        return f"The dealer has {theirs}: not qualified, {needed}.", "Hands are not compared."
    verdict = {1: "You win", 0: "Nobody wins", -1: "You lose"}[compare(player, dealer)]
    return f"The dealer has {theirs}: qualified.", f"{verdict}: {explain(player, dealer)}"


def ledger_rows(
    rules: Rules,
    bets: Bets,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
) -> list[list[object]]:
    """A row for each line of the settlement under `HEADERS`, and one for the net of the round.

    Raises:
        ValueError: for whatever `settle` refuses.
    """
    settled = settle(rules, bets, player, dealer, decision)
    rows: list[list[object]] = [
        [
            BET_NAMES[line.bet],
            line.stake,
            line.outcome,
            signed(line.net),
            reason(line, rules, player, dealer, decision),
        ]
        for line in settled.lines
    ]
    staked = sum(line.stake for line in settled.lines)
    return [*rows, ["all bets", staked, "", signed(settled.net), ""]]


def show_ledger(
    rules: Rules,
    bets: Bets,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    title: str = "",
) -> Shown:
    """The ledger of one round as a table; what `settle` takes, and a title of its own.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("Q♥ 6♦ 4♣"), parse_cards("J♥ 8♣ 3♠")
    >>> show_ledger(load_rules("pagat"), Bets(5), hand, dealer, Decision.FOLD)
    Q♥ 6♦ 4♣ against J♥ 8♣ 3♠, folded
    bet       stake  outcome  net  reason
    Ante          5     lose   -5  you fold: the stake is lost, hands are not compared
    all bets      5            -5
    """
    hands = f"{' '.join(map(str, player))} against {' '.join(map(str, dealer))}"
    done = "folded" if decision is Decision.FOLD else "played"
    rows = ledger_rows(rules, bets, player, dealer, decision)
    return show_table(HEADERS, rows, title or f"{hands}, {done}", words=(4,))


def nets_by_case(
    bet: str,
    rules: Rules,
    rounds: Mapping[str, tuple[Sequence[Card], Sequence[Card], Decision]],
) -> dict[str, Ratio]:
    """The net of one bet, for an Ante of one chip, in each of these rounds; 0 where it has no line.

    `rounds` holds the player's hand, the dealer's hand and the decision of each.
    """
    return {
        case: sum(line.net for line in settle(rules, Bets(1), *played).lines if line.bet == bet)
        for case, played in rounds.items()
    }


def house_rows(bet: str, houses: Sequence[Rules]) -> list[list[object]]:
    """A row for each hand that at least one of the houses pays at this bet, a column for each.

    >>> from tcp.rules import load_rules
    >>> house_rows("ante_bonus", [load_rules("pagat"), load_rules("live")])
    [['straight', 1, 1], ['three of a kind', 4, 4], ['straight flush', 5, 5]]
    """
    tables = [getattr(house, bet) or {} for house in houses]
    return [
        [hand.replace("_", " "), *(table.get(hand, "–") for table in tables)]
        for hand in TABLE_KEYS[bet]
        if any(hand in table for table in tables)
    ]

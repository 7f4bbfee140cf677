"""More wrong settlements, for the conformance suite alone: notebook 13 has those of `BUGS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tcp.bugs.catalogue import Bug
from tcp.bugs.settlements import Hand, Settling, rebuilt
from tcp.payouts import Bets, Decision, Settlement, qualifies, settle
from tcp.ranking import rank_hand
from tcp.rules import Ratio, Rules


def mini_royal_as_straight_flush(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Has no suited A-K-Q in its Pair Plus: to it that is a straight flush like any other."""
    return _NO_MINI_ROYAL(rules, bets, player, dealer, decision)


_NO_MINI_ROYAL: Settling = rebuilt(is_mini_royal=lambda cards: False)["settle"]


def bonus_lost_when_beaten(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes the Ante bonus from a hand that a qualifying dealer beats, as some houses do."""
    return settle(replace(rules, bonus_needs_win=True), bets, player, dealer, decision)


def bonus_needs_dealer(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays no Ante bonus where the dealer doesn't qualify."""
    if not qualifies(dealer, rules):
        rules = replace(rules, ante_bonus=None)
    return settle(rules, bets, player, dealer, decision)


def beaten_loses_one_bet(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes the Ante of a beaten hand and gives its Play back."""
    right = settle(rules, bets, player, dealer, decision)
    return Settlement(
        tuple(
            line._replace(outcome="push", net=0) if line[::2] == ("play", "lose") else line
            for line in right.lines
        )
    )


def fold_loses_double(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes a Play, too, from a hand that folds."""
    right = settle(rules, bets, player, dealer, decision)
    if decision is Decision.PLAY:
        return right
    ante, *others = right.lines
    return Settlement((ante, ante._replace(bet="play"), *others))


def six_card_lost_on_fold(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Takes the 6 Card Bonus from a hand that folds."""
    return settle(replace(rules, six_card_survives_fold=False), bets, player, dealer, decision)


def six_card_from_three(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Pays the 6 Card Bonus for the player's three cards, and never looks at the dealer's."""
    return _OWN_THREE(rules, bets, player, dealer, decision)


def _own_three(player: Hand, dealer: Hand, rules: Rules) -> Ratio | None:
    table: Mapping[str, Ratio] = rules.six_card_bonus or {}
    return table.get(rank_hand(player).category.name.lower())


_OWN_THREE: Settling = rebuilt(six_card_ratio=_own_three)["settle"]


def six_card_straight_for_flush(
    rules: Rules, bets: Bets, player: Hand, dealer: Hand, decision: Decision
) -> Settlement:
    """Exchanges straight and flush in the table of the 6 Card Bonus, as three cards rank them."""
    if table := rules.six_card_bonus:
        exchanged = {"straight": table["flush"], "flush": table["straight"]}
        rules = replace(rules, six_card_bonus=table | exchanged)
    return settle(rules, bets, player, dealer, decision)


PAYMENTS: Mapping[str, Bug] = {
    wrong.__name__: Bug(wrong.__name__, title, "settlement", wrong)
    for wrong, title in (
        (mini_royal_as_straight_flush, "mini royal paid as a straight flush"),
        (bonus_lost_when_beaten, "Ante bonus lost where a qualifying dealer wins"),
        (bonus_needs_dealer, "Ante bonus only where the dealer qualifies"),
        (beaten_loses_one_bet, "a beaten hand loses one bet, not two"),
        (fold_loses_double, "a fold loses twice the Ante"),
        (six_card_lost_on_fold, "6 Card Bonus lost on a fold"),
        (six_card_from_three, "6 Card Bonus for your own three cards alone"),
        (six_card_straight_for_flush, "6 Card Bonus with straight and flush exchanged"),
    )
}
"""All of them by key."""

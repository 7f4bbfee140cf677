"""Three Card Poker, exactly: the package under the course.

The game is here: cards, ranks, rules and payments, without NumPy and Matplotlib. Chances have
modules of their own: `tcp.exact` has the exact house edge of any rules, `tcp.simulate` deals by
the million, `tcp.sessions` follows a night. `tcp.table` plays a round step by step, and `tcp.club`
is the five-card game of a Monday club.
"""

from tcp.cards import DECK, Card, Rank, Suit, deal, parse_cards, parse_pattern
from tcp.fivecard import FiveCategory, FiveRank, best_five, rank_five
from tcp.payouts import Bets, Decision, Line, Settlement, qualifies, settle
from tcp.probability import Distribution
from tcp.ranking import (
    Category,
    HandRank,
    compare,
    describe,
    explain,
    is_mini_royal,
    parse_threshold,
    rank_hand,
)
from tcp.rules import RULE_NAMES, PayTable, Rules, load_rules
from tcp.showdown import Outcomes, dealer_ranks, outcomes

__all__ = [
    "DECK",
    "RULE_NAMES",
    "Bets",
    "Card",
    "Category",
    "Decision",
    "Distribution",
    "FiveCategory",
    "FiveRank",
    "HandRank",
    "Line",
    "Outcomes",
    "PayTable",
    "Rank",
    "Rules",
    "Settlement",
    "Suit",
    "best_five",
    "compare",
    "deal",
    "dealer_ranks",
    "describe",
    "explain",
    "is_mini_royal",
    "load_rules",
    "outcomes",
    "parse_cards",
    "parse_pattern",
    "parse_threshold",
    "qualifies",
    "rank_five",
    "rank_hand",
    "settle",
]

"""Whether the dealer qualifies, and what every bet of a round is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from tcp.cards import Card, check_hand
from tcp.counting import SIX_CARD_RECIPES, Hand, three_card_hands
from tcp.fivecard import FiveCategory, rank_five
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.ranking import compare, is_mini_royal, rank_hand
from tcp.rules import PayTable, Ratio, Rules, check_rules


class Decision(Enum):
    """What a box does after seeing its cards."""

    PLAY = "play"
    FOLD = "fold"


@dataclass(frozen=True)
class Bets:
    """The chips a box stakes before the cards; Play comes later and equals the Ante.

    Raises:
        ValueError: for an Ante under one, a side bet under zero, or chips that are not whole.
    """

    ante: int
    pair_plus: int = 0
    six_card_bonus: int = 0

    def __post_init__(self) -> None:
        """Refuse stakes that cannot be placed."""
        for bet, least in (("ante", 1), ("pair_plus", 0), ("six_card_bonus", 0)):
            chips = getattr(self, bet)
            if not isinstance(chips, int) or isinstance(chips, bool) or chips < least:
                raise ValueError(
                    f"{bet} = {quoted(chips)}: a stake is a whole number of chips, {least} or more"
                    + ("; side bets come only with an Ante" if bet == "ante" else "")
                )

    @property
    def total(self) -> int:
        """The chips that lie on the box before the cards."""
        return self.ante + self.pair_plus + self.six_card_bonus


BET_NAMES: Mapping[str, str] = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
}
"""What each bet of a `Line` is called, in the order in which bets are settled."""


class Line(NamedTuple):
    """One bet of the ledger: its stake, "win", "lose" or "push", and the net gain in chips."""

    bet: str
    stake: int
    outcome: str
    net: Ratio


@dataclass(frozen=True)
class Settlement:
    """What a box won or lost: a line for each bet, in the order they are settled."""

    lines: tuple[Line, ...]

    @property
    def net(self) -> Ratio:
        """Chips gained, all bets together; negative for a loss."""
        return whole_chips(sum((Fraction(line.net) for line in self.lines), Fraction(0)))


def whole_chips(amount: Ratio) -> Ratio:
    """An amount of chips as an int where it is whole, else as the Fraction that it is."""
    return amount.numerator if amount.denominator == 1 else amount


def qualifies(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the dealer plays with this hand: queen-high or better *as a hand*, as a rule.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> qualifies(parse_cards("4♥ 3♣ 2♠"), load_rules("pagat"))
    True
    """
    check_rules(rules)
    return rank_hand(cards) >= rules.qualifying_rank


def settle(
    rules: Rules,
    bets: Bets,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
) -> Settlement:
    """What each bet of one box is paid.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("4♥ 4♣ 9♠"), parse_cards("K♥ 10♣ 7♠")
    >>> settle(load_rules("pagat"), Bets(2), hand, dealer, Decision.PLAY).net
    4

    Returns:
        Lines in the order Ante, Play, Ante bonus (only when it pays, with no stake of its own),
        Pair Plus, 6 Card Bonus (each only when staked).

    Raises:
        ValueError: for hands that aren't three cards each from one deck, or a side bet that the
            rules don't offer.
    """
    check_round(rules, bets, player, dealer)
    if not isinstance(decision, Decision):
        raise ValueError(f"{quoted(decision)} is no decision; take Decision.PLAY or Decision.FOLD")
    folded = decision is Decision.FOLD
    lines = ante_lines(rules, bets.ante, player, dealer, folded)
    if bets.pair_plus:
        lost = folded and not rules.pair_plus_survives_fold
        ratio = None if lost else pair_plus_ratio(player, rules)
        lines.append(_paid("pair_plus", bets.pair_plus, ratio))
    if bets.six_card_bonus:
        lost = folded and not rules.six_card_survives_fold
        ratio = None if lost else six_card_ratio(player, dealer, rules)
        lines.append(_paid("six_card_bonus", bets.six_card_bonus, ratio))
    return Settlement(tuple(lines))


def ante_lines(
    rules: Rules, ante: int, player: Sequence[Card], dealer: Sequence[Card], folded: bool
) -> list[Line]:
    """What Ante, Play and Ante bonus are paid: qualification first, then result, then bonus.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("9♥ 8♣ 7♠"), parse_cards("J♥ 10♣ 9♠")
    >>> [line.net for line in ante_lines(load_rules("pagat"), 2, hand, dealer, folded=False)]
    [-2, -2, 2]
    """
    if folded:
        return [Line("ante", ante, "lose", -ante)]
    result = compare(player, dealer)
    if not qualifies(dealer, rules):
        lines = [Line("ante", ante, "win", ante), Line("play", ante, "push", 0)]
    else:
        outcome = {1: "win", 0: "push", -1: "lose"}[result]
        lines = [Line(bet, ante, outcome, result * ante) for bet in ("ante", "play")]
    beaten = result < 0 and qualifies(dealer, rules)
    bonus = ante_bonus_ratio(player, rules)
    if bonus and not (beaten and rules.bonus_needs_win):
        lines.append(Line("ante_bonus", 0, "win", whole_chips(bonus * ante)))
    return lines


def ante_bonus_ratio(player: Sequence[Card], rules: Rules) -> Ratio:
    """What the Ante bonus pays for this hand, per chip of Ante; 0 for nothing.

    The mini royal is a straight flush here.
    """
    check_rules(rules)
    table: Mapping[str, Ratio] = rules.ante_bonus or {}
    return table.get(rank_hand(player).category.name.lower(), 0)


def pair_plus_ratio(player: Sequence[Card], rules: Rules) -> Ratio | None:
    """What Pair Plus pays for this hand, per chip staked; None where the stake is lost."""
    check_rules(rules)
    table: Mapping[str, Ratio] = rules.pair_plus or {}
    if "mini_royal" in table and is_mini_royal(player):
        return table["mini_royal"]
    return table.get(rank_hand(player).category.name.lower())


class PayLine(NamedTuple):
    """Hands that a side bet treats alike: their kind, how many they are, the net of one chip."""

    kind: str
    hands: int
    net: Ratio


@cache
def _pair_plus_kinds() -> Mapping[str, tuple[Hand, int]]:
    """A hand of each kind that a table may pay apart, and how many such hands there are."""
    kinds = {category.name.lower(): hands for category, hands in three_card_hands().items()}
    royal = tuple(filter(is_mini_royal, kinds["straight_flush"]))
    others = tuple(hand for hand in kinds["straight_flush"] if hand not in royal)
    kinds |= {"straight_flush": others, "mini_royal": royal}
    return {kind: (hands[0], len(hands)) for kind, hands in kinds.items()}


def pair_plus_lines(table: PayTable) -> tuple[PayLine, ...]:
    """What one chip on Pair Plus brings with each kind of hand, the weakest kind first.

    One hand of each kind is asked of `pair_plus_ratio`. The mini royal always has a line of its
    own; where the table doesn't name it, it is paid as the straight flush that it is.

    >>> table = PayTable({"pair": 1, "straight_flush": 40})
    >>> [line.net for line in pair_plus_lines(table)]
    [-1, 1, -1, -1, -1, 40, 40]
    """
    rules = Rules("one pay table", pair_plus=table)
    lines = []
    for kind, (hand, hands) in _pair_plus_kinds().items():
        ratio = pair_plus_ratio(hand, rules)
        lines.append(PayLine(kind, hands, -1 if ratio is None else ratio))
    return tuple(lines)


def pair_plus_net(table: PayTable) -> Distribution[Ratio]:
    """The distribution of the net of one chip on Pair Plus, over all 22,100 hands.

    >>> pair_plus_net(PayTable({"pair": 1, "flush": 4}))
    Distribution({-1: 17260, 1: 3744, 4: 1096})
    """
    return _net_of(pair_plus_lines(_offered(table, "Pair Plus")))


def _offered(table: PayTable, bet: str) -> PayTable:
    """The pay table of a bet, or the refusal that there is none: such rules don't have the bet."""
    if not isinstance(table, Mapping):
        raise ValueError(f"{quoted(table)} is no pay table of {bet}; rules without it have none")
    return table


def _net_of(lines: Iterable[PayLine]) -> Distribution[Ratio]:
    weights: Counter[Ratio] = Counter()
    for line in lines:
        weights[line.net] += line.hands
    return Distribution(weights)


def six_card_ratio(player: Sequence[Card], dealer: Sequence[Card], rules: Rules) -> Ratio | None:
    """What the 6 Card Bonus pays per chip staked; None where the stake is lost.

    The best five of your three and the dealer's three count. A royal flush that the table
    doesn't name is paid as a straight flush.
    """
    check_rules(rules)
    check_hand(player, 3)
    check_hand(dealer, 3)
    return _six_card_pay(rank_five((*player, *dealer)).category, rules.six_card_bonus or {})


def _six_card_pay(category: FiveCategory, table: Mapping[str, Ratio]) -> Ratio | None:
    if category == FiveCategory.ROYAL_FLUSH and "royal_flush" not in table:
        category = FiveCategory.STRAIGHT_FLUSH
    return table.get(category.name.lower())


def six_card_lines(table: PayTable) -> tuple[PayLine, ...]:
    """What one chip on the 6 Card Bonus brings with each kind of hand, the weakest kind first.

    >>> six_card_lines(PayTable({"straight_flush": 200}))[-1]
    PayLine(kind='royal_flush', hands=188, net=200)
    """
    rules = Rules("one pay table", six_card_bonus=table)  # refuses what is no pay table
    lines = []
    for category in FiveCategory:
        ratio = _six_card_pay(category, rules.six_card_bonus or {})
        hands = SIX_CARD_RECIPES[category].hands
        lines.append(PayLine(category.name.lower(), hands, -1 if ratio is None else ratio))
    return tuple(lines)


def six_card_net(table: PayTable) -> Distribution[Ratio]:
    """The distribution of the net of one chip on the 6 Card Bonus, over all 20,358,520 hands.

    >>> six_card_net(PayTable({"royal_flush": 1000}))
    Distribution({-1: 20358332, 1000: 188})
    """
    return _net_of(six_card_lines(_offered(table, "the 6 Card Bonus")))


def _paid(bet: str, stake: int, ratio: Ratio | None) -> Line:
    if ratio is None:
        return Line(bet, stake, "lose", -stake)
    return Line(bet, stake, "win" if ratio else "push", whole_chips(ratio * stake))


def check_round(rules: Rules, bets: Bets, player: Sequence[Card], dealer: Sequence[Card]) -> None:
    """Refuse hands that one deck can't deal and bets that these rules don't have."""
    check_rules(rules)
    check_bets(rules, bets)
    check_hand(player, 3)
    check_hand(dealer, 3)
    for card in player:
        if card in dealer:
            raise ValueError(f"{card} is both the player's and the dealer's; a deck holds it once")


def check_bets(rules: Rules, bets: Bets) -> None:
    """Refuse what are no stakes, and a bet that these rules don't have."""
    if not isinstance(bets, Bets):
        raise ValueError(
            f"{quoted(bets)} is no Bets; stakes are written as Bets(ante), "
            "or Bets(ante, pair_plus, six_card_bonus)"
        )
    for bet in ("pair_plus", "six_card_bonus"):
        if getattr(bets, bet) and getattr(rules, bet) is None:
            raise ValueError(
                f"{bet} = {getattr(bets, bet)}: the rules {quoted(rules.name)} don't offer this bet"
            )

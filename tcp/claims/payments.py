"""What is true of bets: the functions that the claims about payments and play name."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.claims.hands import MIXED, Hand, Holds, category_of, in_order, named, read_hand
from tcp.claims.order import three_card_examples
from tcp.counting import six_card_example, three_card_hands
from tcp.exact import analyse
from tcp.fivecard import FiveCategory
from tcp.payouts import Bets, Decision, Settlement, qualifies, settle
from tcp.ranking import Category, compare, is_mini_royal, rank_hand
from tcp.rules import Ratio, Rules, load_rules
from tcp.showdown import dealer_ranks, play_value, weakest_worth_playing
from tcp.table import Table

PLAYER = parse_cards("Q♥ J♣ 4♠")
CASES = ("not qualified", "win", "tie", "lose")
SIDE_BETS = ("pair_plus", "six_card_bonus")
SIX_CARD_EXAMPLES, MOST_EXAMPLES = 5, 50


def _dealers(player: Hand) -> list[Hand]:
    return list(combinations([card for card in DECK if card not in player], 3))


def case_of(rules: Rules, player: Hand, dealer: Hand) -> str:
    """Which of the four cases of a Play two hands are."""
    if not qualifies(dealer, rules):
        return "not qualified"
    return {1: "win", 0: "tie", -1: "lose"}[compare(player, dealer)]


@cache
def _examples(rules: Rules) -> dict[str, list[Hand]]:
    """For each case some of the dealer's hands against a queen high: every hundredth, and ties."""
    found: dict[str, list[Hand]] = {case: [] for case in CASES}
    mine = {card.rank for card in PLAYER}
    for place, dealer in enumerate(_dealers(PLAYER)):
        if place % 100 == 0 or {card.rank for card in dealer} == mine:
            found[case_of(rules, PLAYER, dealer)].append(dealer)
    return found


def _dealers_of(rules: Rules, case: str) -> list[Hand]:
    return named("case of a Play", case, _examples(rules))


def _decision(word: str) -> Decision:
    return named("decision", word, {each.name.lower(): each for each in Decision})


def _line(settlement: Settlement, bet: str) -> Ratio | None:
    return next((line.net for line in settlement.lines if line.bet == bet), None)


def _one(values: set[Ratio | None], what: str) -> Ratio:
    if len(values) != 1 or None in values:
        raise ValueError(f"{what}: not one payment, but {values}")
    value = values.pop()
    assert value is not None
    return value


def pays(house: str, case: str, bet: str) -> Ratio:
    """What one chip of "ante" or "play" gains in a case; 0 where it comes back.

    >>> pays("pagat", "not qualified", "ante"), pays("pagat", "not qualified", "play")
    (1, 0)
    """
    rules = load_rules(house)
    named("bet", bet, dict.fromkeys(("ante", "play")))
    dealers = _dealers_of(rules, case)
    rounds = [settle(rules, Bets(1), PLAYER, dealer, Decision.PLAY) for dealer in dealers]
    return _one({_line(each, bet) for each in rounds}, f"{bet}, {case}")


def compared(house: str, case: str) -> bool:
    """Whether the result of a case depends on whose hand is better."""
    rules = load_rules(house)
    nets = {
        settle(rules, Bets(1), hand, dealer, Decision.PLAY).net
        for dealer in _dealers_of(rules, case)
        for hand in (parse_cards("3♣ 5♦ 7♠"), parse_cards("A♣ A♦ 2♠"))
        if not set(hand) & set(dealer)
    }
    return len(nets) > 1


def _hands_of(kind: str) -> tuple[Hand, ...]:
    if kind == "mini royal":
        return tuple(filter(is_mini_royal, three_card_hands()[Category.STRAIGHT_FLUSH]))
    return three_card_hands()[Category(category_of(3, kind))]


def _some(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return hands[:: max(1, len(hands) // MOST_EXAMPLES)]


def side_bet(house: str, bet: str, kind: str) -> Ratio:
    """What one chip of a side bet gains with a kind of hand; of the Ante bonus, per chip of Ante.

    Pair Plus is settled after a fold, with up to fifty hands of the kind; a mini royal counts as
    one only where it is asked for. The Ante bonus is settled after a Play.

    >>> side_bet("live", "pair_plus", "mini royal")
    100
    """
    rules = load_rules(house)
    if bet == "six_card_bonus":
        return _six_card(rules, kind)
    bets, decision = named(
        "side bet",
        bet,
        {
            "pair_plus": (Bets(1, 1), Decision.FOLD),
            "ante_bonus": (Bets(1), Decision.PLAY),
            "six_card_bonus": (Bets(1, 0, 1), Decision.FOLD),
        },
    )
    paid = set()
    for hand in _some(_hands_of(kind)):
        if bet == "pair_plus" and kind == "straight flush" and is_mini_royal(hand):
            continue
        dealer = next(combinations([card for card in DECK if card not in hand], 3))
        paid.add(_line(settle(rules, bets, hand, dealer, decision), bet))
    return _one(paid, f"{bet}, {kind}")


def _six_card(rules: Rules, kind: str) -> Ratio:
    category = FiveCategory(category_of(5, kind))
    rng = random.Random(18)
    paid = set()
    for _ in range(SIX_CARD_EXAMPLES):
        hand = six_card_example(category, rng)
        settled = settle(rules, Bets(1, 0, 1), hand[:3], hand[3:], Decision.FOLD)
        paid.add(_line(settled, "six_card_bonus"))
    return _one(paid, f"6 Card Bonus, {kind}")


def six_card_wins_from(house: str) -> str:
    """The lowest kind of hand with which the 6 Card Bonus wins.

    >>> six_card_wins_from("live")
    'three of a kind'
    """
    rules = load_rules(house)
    return next(str(kind) for kind in FiveCategory if _six_card(rules, str(kind)) > 0)


def pair_plus_wins_from(house: str) -> str:
    """The lowest kind of hand with which Pair Plus wins.

    >>> pair_plus_wins_from("pagat")
    'pair'
    """
    return next(str(kind) for kind in Category if side_bet(house, "pair_plus", str(kind)) > 0)


def bonus_from(house: str) -> str:
    """The lowest kind of hand with which the Ante bonus is paid after a Play.

    >>> bonus_from("pagat")
    'straight'
    """
    rules = load_rules(house)
    dealer = parse_cards("2♣ 4♦ 7♥")
    for kind in Category:
        hand = next(hand for hand in _hands_of(str(kind)) if not set(hand) & set(dealer))
        if _line(settle(rules, Bets(1), hand, dealer, Decision.PLAY), "ante_bonus"):
            return str(kind)
    return ""


def pays_rise(house: str) -> bool:
    """Whether Pair Plus pays more for each better kind of hand."""
    ratios = [side_bet(house, "pair_plus", str(kind)) for kind in Category]
    return ratios == sorted(set(ratios))


def same_for_every_dealer(house: str, bet: str, hand: str, decision: str) -> Holds:
    """Against how many of the dealer's hands a side bet or the Ante bonus is paid the same.

    One hand of the dealer for each strength speaks for those like it.

    >>> same_for_every_dealer("pagat", "pair_plus", "2♦ 2♠ K♣", "fold")[:2]
    (18424, 18424)
    """
    rules, player, chosen = load_rules(house), parse_cards(hand), _decision(decision)
    bets = named("side bet", bet, {"pair_plus": Bets(1, 1), "ante_bonus": Bets(1)})
    first: Ratio | None = None
    many = 0
    for dealers in _by_strength(player).values():
        settled = settle(rules, bets, player, dealers[0], chosen)
        gain = _line(settled, bet)
        first = gain if first is None else first
        if gain is None or gain != first:
            return Holds(many, len(_dealers(player)), " ".join(map(str, dealers[0])))
        many += len(dealers)
    return Holds(many, many)


@cache
def _by_strength(player: Hand) -> dict[object, list[Hand]]:
    found: dict[object, list[Hand]] = {}
    for dealer in _dealers(player):
        found.setdefault(rank_hand(dealer), []).append(dealer)
    return found


def refused_alone(bet: str) -> bool:
    """Whether a side bet without an Ante is refused.

    >>> refused_alone("pair_plus")
    True
    """
    named("side bet", bet, dict.fromkeys(SIDE_BETS))
    try:
        Bets(0, **{bet: 1})
    except ValueError:
        return True
    return False


def optional(house: str, bet: str) -> bool:
    """Whether a round is settled without this side bet."""
    named("side bet", bet, dict.fromkeys(SIDE_BETS))
    settled = settle(load_rules(house), Bets(1), PLAYER, parse_cards("2♣ 4♦ 7♥"), Decision.PLAY)
    return _line(settled, bet) is None


def play_stake(house: str) -> int:
    """How many chips the Play is for each chip of Ante."""
    settled = settle(load_rules(house), Bets(1), PLAYER, parse_cards("K♥ 8♦ 7♠"), Decision.PLAY)
    return next(line.stake for line in settled.lines if line.bet == "play")


def fold_costs(house: str) -> Ratio:
    """How many chips a fold loses for each chip of Ante."""
    return -settle(load_rules(house), Bets(1), PLAYER, parse_cards("K♥ 8♦ 7♠"), Decision.FOLD).net


def dealer_qualifies(house: str, text: str, suits: str = "") -> bool:
    """Whether the dealer plays with this hand.

    >>> dealer_qualifies("flush-pays-3", "B♥ 8♥ 3♠"), dealer_qualifies("pagat", "K-10-7", MIXED)
    (False, True)
    """
    return qualifies(read_hand(text, suits), load_rules(house))


def qualifies_from_queen(house: str) -> Holds:
    """How many hands qualify just as "a queen as highest card, or any better hand" says.

    One hand of each strength speaks for all of them.

    >>> qualifies_from_queen("pagat")[:2]
    (22100, 22100)
    """
    rules, many = load_rules(house), dealer_ranks()
    right, against = 0, ""
    for hand in three_card_examples():
        strength = rank_hand(hand)
        said = strength.category > Category.HIGH_CARD or strength.ranks[0] >= Rank.QUEEN
        if qualifies(hand, rules) == said:
            right += many[strength]
        else:
            against = against or " ".join(map(str, hand))
    return Holds(right, many.total, against)


def net(
    house: str, ante: int, pair_plus: int, player: str, dealer: str, decision: str = "play"
) -> Ratio:
    """What a round brings, all bets together. Hands without suits are in mixed ones.

    >>> net("pagat", 2, 0, "4-4-9", "K-10-7")
    4
    """
    mine, theirs = _any_suits(player, 0), _any_suits(dealer, 1)
    bets = Bets(ante, pair_plus)
    return settle(load_rules(house), bets, mine, theirs, _decision(decision)).net


def _any_suits(text: str, place: int) -> Hand:
    """A hand as it is written; of ranks alone the second hand gets suits the first one hasn't."""
    if any(suit in text for suit in "♣♦♥♠"):
        return parse_cards(text)
    hand = read_hand(text, MIXED)
    moved = [Card(card.rank, (card.suit + 2) % 4) for card in hand]  # type: ignore[arg-type]
    return tuple(moved) if place else hand


def nets_against_worse(house: str, ante: int, pair_plus: int, player: str) -> tuple[Ratio, ...]:
    """All that a played hand can bring when the dealer's hand is worse.

    >>> nets_against_worse("straight-pays-5", 10, 10, "2♦ 2♠ К♣")
    (20, 30)
    """
    rules, hand = load_rules(house), parse_cards(player)
    settled = (
        settle(rules, Bets(ante, pair_plus), hand, dealers[0], Decision.PLAY).net
        for dealers in _by_strength(hand).values()
        if compare(hand, dealers[0]) > 0
    )
    return tuple(sorted(set(settled)))


def rtp(house: str, bet: str) -> Fraction:
    """What a bet returns at best play, in per cent of its stake.

    >>> round(rtp("live", "ante"), 2) == Fraction("96.63")
    True
    """
    named("bet", bet, dict.fromkeys(("ante", *SIDE_BETS)))
    report = getattr(analyse(load_rules(house)), bet)
    return 100 * Fraction(report.rtp)


def weakest_played(house: str) -> str:
    """The weakest hand that is worth a Play.

    >>> weakest_played("straight-pays-5")
    'Q-6-4'
    """
    return in_order(weakest_worth_playing(load_rules(house)).ranks)


def best_decision(house: str, hand: str) -> str:
    """Whether a hand is to be played or folded.

    >>> best_decision("straight-pays-5", "9♣7♣4♥")
    'fold'
    """
    return "play" if play_value(parse_cards(hand), load_rules(house)) > -1 else "fold"


@cache
def _dealt(house: str) -> tuple[int, int]:
    opened = Table({"one": 10}).open_round(load_rules(house), seed=18)
    box = opened.bet("one", Bets(1))
    opened.deal()
    mine = len(opened.sees(box)[box])
    opened.decide(box, Decision.PLAY)
    return mine, len(opened.dealer)


def cards_dealt(house: str, to: str) -> int:
    """How many cards the "player" or the "dealer" has in a round.

    >>> cards_dealt("pagat", "player"), cards_dealt("pagat", "dealer")
    (3, 3)
    """
    player, dealer = _dealt(house)
    return named("one who gets cards", to, {"player": player, "dealer": dealer})


def most_boxes(house: str) -> int:
    """How many boxes a table takes: as many bets as are accepted until one is refused."""
    rules = load_rules(house)
    names = [f"player {number}" for number in range(rules.max_boxes + 2)]
    opened = Table(dict.fromkeys(names, 10)).open_round(rules, seed=18)
    taken = 0
    for name in names:
        try:
            opened.bet(name, Bets(1))
        except ValueError:
            break
        taken += 1
    return taken

"""What every bet is paid, against a table written by hand and the examples of the rule pages."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcp.cards import DECK, Card, parse_cards
from tcp.payouts import Bets, Decision, Line, Settlement, pair_plus_ratio, qualifies, settle
from tcp.probability import Distribution
from tcp.ranking import HandRank, compare, is_mini_royal, rank_hand
from tcp.rules import RULE_NAMES, TABLE_KEYS, PayTable, Rules, load_rules

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text(encoding="utf-8"))
PLAY, FOLD = Decision.PLAY, Decision.FOLD
PAGAT, LIVE = load_rules("pagat"), load_rules("live")


def variant(rules: Rules, **changes: Any) -> Rules:
    return dataclasses.replace(rules, **changes)


def nets(settlement: Settlement) -> dict[str, int | Fraction]:
    return {line.bet: line.net for line in settlement.lines}


# --- the table ---------------------------------------------------------------------------------


class Case(NamedTuple):
    """A deal, and what each chip staked gains in it after a Play; all written down by hand."""

    why: str
    player: str
    dealer: str
    ante: int
    play: int
    bonus: int
    pair_plus: tuple[int, int, int, int]  # under pagat, live, flush-pays-3, straight-pays-5
    six: int  # under live


LOST = (-1, -1, -1, -1)
CASES = [
    # the dealer doesn't qualify: Ante paid, Play back, hands not compared
    Case("queen against J-8-3", "Qh 6d 4c", "Js 8h 3d", 1, 0, 0, LOST, -1),
    Case("nothing against J-8-3", "9h 6d 2c", "Js 8h 3d", 1, 0, 0, LOST, -1),
    Case("nothing against the best", "9h 6d 2c", "Js Th 8d", 1, 0, 0, LOST, -1),
    Case("equal below queen-high", "Jh 8d 3c", "Js 8h 3d", 1, 0, 0, LOST, -1),
    Case("pair", "4h 4d 9c", "Js 8h 3d", 1, 0, 0, (1, 1, 1, 1), -1),
    Case("flush", "Kh 9h 4h", "Js 8c 3d", 1, 0, 0, (4, 4, 3, 4), -1),
    Case("straight", "9h 8d 7c", "Js 5h 3d", 1, 0, 1, (6, 5, 6, 5), -1),
    Case("three of a kind", "Kh Kd Kc", "Js 8h 3d", 1, 0, 4, (30, 30, 30, 30), 7),
    Case("straight flush", "9h 8h 7h", "Js 5c 3d", 1, 0, 5, (40, 40, 40, 40), -1),
    Case("mini royal", "Ah Kh Qh", "Js 8c 3d", 1, 0, 5, (40, 100, 40, 40), -1),
    # the dealer qualifies and is beaten
    Case("queen, just qualified", "Qh 6d 4c", "Qs 3h 2d", 1, 1, 0, LOST, -1),
    Case("third card", "Qh 6d 4c", "Qs 6h 3d", 1, 1, 0, LOST, -1),
    Case("pair over king", "4h 4d 9c", "Ks Th 7d", 1, 1, 0, (1, 1, 1, 1), -1),
    Case("pair over pair with king", "Qh Qd 9c", "2s 2h Kd", 1, 1, 0, (1, 1, 1, 1), -1),
    Case("flush over pair", "Kh 9h 4h", "As Ac 7d", 1, 1, 0, (4, 4, 3, 4), -1),
    Case("straight over flush", "9h 8d 7c", "Ks 9s 4s", 1, 1, 1, (6, 5, 6, 5), -1),
    Case("lowest straight over flush", "3h 2d Ac", "Ks 9s 4s", 1, 1, 1, (6, 5, 6, 5), -1),
    Case("three of a kind over straight", "2h 2d 2c", "As Kh Qd", 1, 1, 4, (30,) * 4, 7),
    Case("straight flush over three", "4h 3h 2h", "As Ac Ad", 1, 1, 5, (40,) * 4, 7),
    Case("mini royal", "Ah Kh Qh", "Ks 9c 4d", 1, 1, 5, (40, 100, 40, 40), -1),
    # a tie: both back, and the bonus paid
    Case("equal high cards", "Qh 6d 4c", "Qs 6h 4d", 0, 0, 0, LOST, -1),
    Case("equal pairs", "8h 8d Qc", "8s 8c Qd", 0, 0, 0, (1, 1, 1, 1), 100),
    Case("equal flushes", "Kh 9h 4h", "Ks 9s 4s", 0, 0, 0, (4, 4, 3, 4), -1),
    Case("equal straights", "9h 8d 7c", "9s 8c 7d", 0, 0, 1, (6, 5, 6, 5), -1),
    Case("two mini royals", "Ah Kh Qh", "As Ks Qs", 0, 0, 5, (40, 100, 40, 40), -1),
    # the dealer is better: both lost, and the bonus paid all the same
    Case("nothing", "9h 6d 2c", "Ks Th 7d", -1, -1, 0, LOST, -1),
    Case("third card", "Qh 6d 3c", "Qs 6h 4d", -1, -1, 0, LOST, -1),
    Case("king against 4-3-2", "Kh 9d 5c", "4s 3h 2d", -1, -1, 0, LOST, -1),
    Case("ace against J-9-9", "Ah 8d 5c", "Js 9h 9d", -1, -1, 0, LOST, -1),
    Case("pair against a better third card", "8h 8d Tc", "8s 8c Qd", -1, -1, 0, (1,) * 4, 100),
    Case("flush against straight", "Kh 9h 4h", "Js Tc 9d", -1, -1, 0, (4, 4, 3, 4), -1),
    Case("straight against a higher one", "9h 8d 7c", "Ts 9c 8s", -1, -1, 1, (6, 5, 6, 5), -1),
    Case("three of a kind against kings", "2h 2d 2c", "Ks Kh Kd", -1, -1, 4, (30,) * 4, 20),
    Case("straight flush against mini royal", "4h 3h 2h", "As Ks Qs", -1, -1, 5, (40,) * 4, -1),
    # what six cards make together
    Case("royal flush", "Ah Kh Qh", "Jh Th 2c", 1, 0, 5, (40, 100, 40, 40), 1000),
    Case("straight flush of six", "9h 8h 7h", "6h 5h Tc", 1, 0, 5, (40,) * 4, 200),
    Case("four of a kind", "9h 9d 2c", "9s 9c Ad", -1, -1, 0, (1,) * 4, 100),
    Case("full house", "9h 9d 2c", "9s 2h Ad", 1, 1, 0, (1,) * 4, 20),
    Case("flush of five", "Kh 9h 4c", "Qh 7h 2h", -1, -1, 0, LOST, 15),
    Case("straight of five", "Kh Qd 9c", "Js Th 2d", 1, 0, 0, LOST, 10),
    Case("two pair is not paid", "9h 9d 2c", "As Ad 3d", -1, -1, 0, (1,) * 4, -1),
]
STAKES = [
    Bets(ante, pair_plus, six) for ante, pair_plus, six in product((1, 2, 7), (0, 1, 5), (0, 3))
]


def lines_by_hand(case: Case, name: str, bets: Bets, decision: Decision) -> list[Line]:
    """The ledger the table asks for, in the order of settlement."""

    def line(bet: str, stake: int, gain: int) -> Line:
        return Line(bet, stake, {-1: "lose", 0: "push"}.get(gain, "win"), gain * stake)

    if decision is FOLD:
        lines = [line("ante", bets.ante, -1)]
    else:
        lines = [line("ante", bets.ante, case.ante), line("play", bets.ante, case.play)]
        if case.bonus:
            lines.append(Line("ante_bonus", 0, "win", case.bonus * bets.ante))
    if bets.pair_plus:
        lines.append(line("pair_plus", bets.pair_plus, case.pair_plus[RULE_NAMES.index(name)]))
    if bets.six_card_bonus:
        lines.append(line("six_card_bonus", bets.six_card_bonus, case.six))
    return lines


def titled(case: Case) -> str:
    return f"{case.why}: {case.player} - {case.dealer}"


@pytest.mark.parametrize("name", RULE_NAMES)
@pytest.mark.parametrize("case", CASES, ids=titled)
def test_the_table(case: Case, name: str) -> None:
    rules, player, dealer = load_rules(name), parse_cards(case.player), parse_cards(case.dealer)
    for bets, decision in product(STAKES, Decision):
        if bets.six_card_bonus and name != "live":
            continue
        expected = lines_by_hand(case, name, bets, decision)
        settlement = settle(rules, bets, player, dealer, decision)
        assert list(settlement.lines) == expected
        assert settlement.net == sum(line.net for line in expected)
        assert settle(rules, bets, player[::-1], dealer[::-1], decision) == settlement


def test_the_table_holds_every_situation() -> None:
    """Each result with each category that can have it, and each hand of the side bets."""
    assert {(case.ante, case.play) for case in CASES} == {(1, 0), (1, 1), (0, 0), (-1, -1)}
    for situation in ((1, 0), (1, 1), (0, 0), (-1, -1)):
        found = [case for case in CASES if (case.ante, case.play) == situation]
        assert {case.bonus for case in found} >= {0, 1, 5}
        assert {case.pair_plus[0] for case in found} >= {-1, 1, 4, 6, 40}
    assert {case.six for case in CASES} == {-1, 7, 10, 15, 20, 100, 200, 1000}


# --- the examples of the pages -----------------------------------------------------------------


def test_pagat_wins_four_chips() -> None:
    """Ante 2 and Play 2 win against a dealer who qualifies: four chips. A pair of fours."""
    hand = parse_cards("4♥ 4♣ 9♠")
    qualified = settle(PAGAT, Bets(2), hand, parse_cards("K♥ 10♣ 7♠"), PLAY)
    assert nets(qualified) == {"ante": 2, "play": 2}
    assert qualified.net == 4
    not_qualified = settle(PAGAT, Bets(2), hand, parse_cards("J♥ 8♣ 3♠"), PLAY)
    assert nets(not_qualified) == {"ante": 2, "play": 0}
    assert not_qualified.lines[1].outcome == "push"


def test_the_german_king_high() -> None:
    rules, hand = load_rules("flush-pays-3"), parse_cards("K♠ 9♦ 5♣")
    jack_high = settle(rules, Bets(1), hand, parse_cards("B♥ 8♥ 3♠"), PLAY)
    assert nets(jack_high) == {"ante": 1, "play": 0}
    queen_high = settle(rules, Bets(1), hand, parse_cards("D♥ 8♥ 3♠"), PLAY)
    assert nets(queen_high) == {"ante": 1, "play": 1}


def test_the_russian_examples() -> None:
    rules = load_rules("straight-pays-5")
    folded = settle(rules, Bets(10), parse_cards("9♣7♣4♥"), parse_cards("Ah Kd 2s"), FOLD)
    assert folded.net == -10
    # "20 net": so it is where the dealer doesn't qualify, else 30; the page doesn't say which.
    hand = parse_cards("2♦2♠К♣")
    assert settle(rules, Bets(10, 10), hand, parse_cards("J♥ 8♣ 3♠"), PLAY).net == 20
    assert settle(rules, Bets(10, 10), hand, parse_cards("A♥ 8♣ 3♠"), PLAY).net == 30


def test_the_danish_bonus_of_a_beaten_hand() -> None:
    """An Ante bonus is won even if the dealer wins the round; Pair Plus also after a fold."""
    hand, dealer = parse_cards("5♥ 5♣ 5♠"), parse_cards("6♥ 6♣ 6♠")
    played = settle(LIVE, Bets(1, 1, 1), hand, dealer, PLAY)
    assert nets(played) == {
        "ante": -1, "play": -1, "ante_bonus": 4, "pair_plus": 30, "six_card_bonus": 20,
    }  # fmt: skip
    folded = settle(LIVE, Bets(1, 1, 1), hand, dealer, FOLD)
    assert nets(folded) == {"ante": -1, "pair_plus": 30, "six_card_bonus": 20}


# --- who qualifies -----------------------------------------------------------------------------


def test_15380_hands_qualify_by_queen_high() -> None:
    plays = [hand for hand in combinations(DECK, 3) if qualifies(hand, PAGAT)]
    assert len(plays) == FIGURES["counts"]["three_cards"]["dealer_qualifies"]
    for hand in combinations(DECK, 3):
        ranks = sorted(card.rank for card in hand)
        combination = (
            len(set(ranks)) < 3
            or len({card.suit for card in hand}) == 1
            or ranks[2] - ranks[0] == 2
            or ranks == [2, 3, 14]
        )
        assert qualifies(hand, PAGAT) == (combination or ranks[2] >= 12)


@pytest.mark.parametrize(
    ("threshold", "weakest", "too_weak"),
    [
        ("Q-high", "Q♥ 3♦ 2♠", "J♥ 10♦ 8♠"),
        ("J-high", "J♥ 3♦ 2♠", "10♥ 9♦ 7♠"),
        ("A-high", "A♥ 4♦ 2♠", "K♥ Q♦ 10♠"),
        ("Q-6-4", "Q♥ 6♦ 4♠", "Q♥ 6♦ 3♠"),
        ("2-2-3", "2♥ 2♦ 3♠", "A♥ K♦ J♠"),
        ("9-9-2", "9♥ 9♦ 2♠", "8♥ 8♦ A♠"),
        ("3-2-A", "3♥ 2♦ A♠", "A♥ K♥ J♥"),
        ("2-2-2", "2♥ 2♦ 2♠", "A♥ K♦ Q♠"),
    ],
)
def test_the_house_may_ask_for_another_hand(threshold: str, weakest: str, too_weak: str) -> None:
    rules = variant(PAGAT, dealer_qualifies=threshold)
    assert qualifies(parse_cards(weakest), rules)
    assert not qualifies(parse_cards(too_weak), rules)
    best = parse_cards("A♣ K♣ Q♣")
    assert nets(settle(rules, Bets(1), best, parse_cards(weakest), PLAY))["play"] == 1
    assert nets(settle(rules, Bets(1), best, parse_cards(too_weak), PLAY))["play"] == 0


# --- each field of the rules changes what it says, and nothing else ------------------------------

STRAIGHT = parse_cards("9h 8d 7c")


@pytest.mark.parametrize(
    ("dealer", "kept", "needed"),
    [
        ("Ts 9c 8s", 1, None),  # beaten by a dealer who qualifies
        ("9s 8c 7d", 1, 1),  # a tie
        ("Js 5h 3d", 1, 1),  # not qualified
        ("Ks Th 4d", 1, 1),  # won
    ],
)
def test_bonus_needs_win(dealer: str, kept: int | None, needed: int | None) -> None:
    for wanted, bonus in ((False, kept), (True, needed)):
        rules = variant(PAGAT, bonus_needs_win=wanted)
        settlement = settle(rules, Bets(1, 1), STRAIGHT, parse_cards(dealer), PLAY)
        assert nets(settlement).get("ante_bonus") == bonus
        assert nets(settlement)["pair_plus"] == 6


def test_bonus_needs_win_pays_a_better_hand_that_need_not_qualify() -> None:
    """With a threshold above straights the dealer holds a better hand and doesn't qualify."""
    rules = variant(PAGAT, bonus_needs_win=True, dealer_qualifies="A-A-A")
    settlement = settle(rules, Bets(1), STRAIGHT, parse_cards("Ts 9c 8s"), PLAY)
    assert nets(settlement) == {"ante": 1, "play": 0, "ante_bonus": 1}


@pytest.mark.parametrize(
    ("field", "bet"),
    [("pair_plus_survives_fold", "pair_plus"), ("six_card_survives_fold", "six_card_bonus")],
)
def test_side_bets_that_a_fold_loses(field: str, bet: str) -> None:
    bets, hand, dealer = Bets(2, 3, 5), parse_cards("5h 5c 5s"), parse_cards("Kh Qc 2s")
    kept, lost = LIVE, variant(LIVE, **{field: False})
    assert settle(lost, bets, hand, dealer, PLAY) == settle(kept, bets, hand, dealer, PLAY)
    before, after = (settle(rules, bets, hand, dealer, FOLD) for rules in (kept, lost))
    assert nets(before) == {"ante": -2, "pair_plus": 90, "six_card_bonus": 35}
    assert nets(after) == {**nets(before), bet: -getattr(bets, bet)}
    (line,) = (line for line in after.lines if line.bet == bet)
    assert line.outcome == "lose"


def test_no_ante_bonus() -> None:
    for none in (None, {}, {"straight": 0}):
        rules = variant(PAGAT, ante_bonus=none)
        settlement = settle(rules, Bets(1), STRAIGHT, parse_cards("Ks Th 4d"), PLAY)
        assert nets(settlement) == {"ante": 1, "play": 1}


def test_a_bonus_for_other_hands() -> None:
    rules = variant(PAGAT, ante_bonus={"pair": 2, "flush": 3})
    dealer = parse_cards("Ks Tc 4d")
    for text, bonus in (("9h 9d 2c", 6), ("9h 6h 2h", 9), ("9h 8d 7c", None), ("Ah 6d 2c", None)):
        settlement = settle(rules, Bets(3), parse_cards(text), dealer, PLAY)
        assert nets(settlement).get("ante_bonus") == bonus


def test_fractions_of_a_chip() -> None:
    rules = variant(PAGAT, pair_plus={"pair": Fraction(25, 2)}, ante_bonus={"pair": Fraction(3, 2)})
    hand, dealer = parse_cards("9h 9d 2c"), parse_cards("Ks Tc 4d")
    odd = settle(rules, Bets(1, 1), hand, dealer, PLAY)
    assert nets(odd) == {"ante": 1, "play": 1, "ante_bonus": Fraction(3, 2), "pair_plus": 12.5}
    assert odd.net == 16
    assert isinstance(odd.net, int)
    even = settle(rules, Bets(1, 2), hand, dealer, PLAY)
    assert nets(even)["pair_plus"] == 25
    assert isinstance(nets(even)["pair_plus"], int)
    assert even.net == Fraction(57, 2)


def test_a_ratio_of_zero_gives_the_stake_back() -> None:
    rules = variant(LIVE, pair_plus={"pair": 0}, six_card_bonus={"three_of_a_kind": 0})
    hand, dealer = parse_cards("9h 9d 2c"), parse_cards("9s Tc 4d")
    settlement = settle(rules, Bets(1, 4, 3), hand, dealer, FOLD)
    assert settlement.lines == (
        Line("ante", 1, "lose", -1),
        Line("pair_plus", 4, "push", 0),
        Line("six_card_bonus", 3, "push", 0),
    )


def test_the_mini_royal_is_paid_apart_only_where_the_table_names_it() -> None:
    royal, other = parse_cards("Ah Kh Qh"), parse_cards("Kh Qh Jh")
    mixed = parse_cards("Ah Kh Qd")
    assert (pair_plus_ratio(royal, LIVE), pair_plus_ratio(royal, PAGAT)) == (100, 40)
    assert (pair_plus_ratio(other, LIVE), pair_plus_ratio(mixed, LIVE)) == (40, 5)
    cheap = variant(PAGAT, pair_plus={"straight_flush": 40, "mini_royal": 0})
    assert pair_plus_ratio(royal, cheap) == 0  # a push, not the 40
    assert pair_plus_ratio(royal, variant(PAGAT, pair_plus={"pair": 1})) is None


def test_the_royal_flush_is_paid_apart_only_where_the_table_names_it() -> None:
    hand, dealer = parse_cards("Ah Kh Qh"), parse_cards("Jh Th 2c")
    assert nets(settle(LIVE, Bets(1, 0, 1), hand, dealer, FOLD))["six_card_bonus"] == 1000
    rules = variant(LIVE, six_card_bonus={"straight_flush": 200})
    assert nets(settle(rules, Bets(1, 0, 1), hand, dealer, FOLD))["six_card_bonus"] == 200
    rules = variant(LIVE, six_card_bonus={"royal_flush": 500})
    assert nets(settle(rules, Bets(1, 0, 1), hand, dealer, FOLD))["six_card_bonus"] == 500


@pytest.mark.parametrize(
    "change",
    [{"name": "x"}, {"source": "y"}, {"players_cards_open": True}, {"max_boxes": 1}],
    ids=lambda change: next(iter(change)),
)
def test_fields_that_pay_nothing(change: dict[str, Any]) -> None:
    for case in CASES:
        hands = parse_cards(case.player), parse_cards(case.dealer)
        settled = settle(PAGAT, Bets(1, 1), *hands, PLAY)
        assert settle(variant(PAGAT, **change), Bets(1, 1), *hands, PLAY) == settled


def test_every_field_of_the_rules_was_varied_here() -> None:
    assert {field.name for field in dataclasses.fields(Rules)} == {
        "name", "source", "players_cards_open", "max_boxes",  # pay nothing
        "ante_bonus", "pair_plus", "six_card_bonus", "dealer_qualifies", "bonus_needs_win",
        "pair_plus_survives_fold", "six_card_survives_fold",
    }  # fmt: skip


# --- any round ---------------------------------------------------------------------------------

ratios = st.integers(0, 200) | st.fractions(0, 50, max_denominator=8)


def tables(field: str) -> st.SearchStrategy[PayTable]:
    return st.dictionaries(st.sampled_from(TABLE_KEYS[field]), ratios).map(PayTable)


any_rules = st.builds(
    Rules,
    name=st.just("any"),
    ante_bonus=tables("ante_bonus"),
    pair_plus=tables("pair_plus"),
    six_card_bonus=tables("six_card_bonus"),
    dealer_qualifies=st.sampled_from(["Q-high", "J-high", "2-2-3", "Q-6-4", "A-K-Q"]),
    bonus_needs_win=st.booleans(),
    pair_plus_survives_fold=st.booleans(),
    six_card_survives_fold=st.booleans(),
)
any_bets = st.builds(Bets, st.integers(1, 50), st.integers(0, 50), st.integers(0, 50))
any_deal = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)


@given(any_rules, any_bets, any_deal, st.sampled_from(Decision))
def test_no_chip_is_made_or_lost(
    rules: Rules, bets: Bets, cards: list[Card], decision: Decision
) -> None:
    """Each stake stands in one line; a line gains what its outcome says; the net is their sum."""
    settlement = settle(rules, bets, cards[:3], cards[3:], decision)
    placed = {"ante": bets.ante, "pair_plus": bets.pair_plus, "six_card_bonus": bets.six_card_bonus}
    if decision is PLAY:
        placed["play"] = bets.ante
    found = {line.bet: line.stake for line in settlement.lines if line.bet != "ante_bonus"}
    assert found == {bet: stake for bet, stake in placed.items() if stake}
    order = ["ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"]
    names = [line.bet for line in settlement.lines]
    assert names == sorted(set(names), key=order.index)
    for line in settlement.lines:
        if line.outcome == "win":
            assert line.net > 0
        else:
            assert line.net == {"lose": -line.stake, "push": 0}[line.outcome]
        assert isinstance(line.net, int) or line.net.denominator > 1
    assert settlement.net == sum(Fraction(line.net) for line in settlement.lines)
    assert settlement.net >= -sum(placed.values())


@given(any_rules, any_bets, any_deal)
def test_side_bets_stand_alone(rules: Rules, bets: Bets, cards: list[Card]) -> None:
    """Neither the other bets nor, but for the six cards, the dealer's hand changes them."""
    hand, dealer = cards[:3], cards[3:]
    all_bets = nets(settle(rules, bets, hand, dealer, PLAY))
    other_dealer = [card for card in DECK if card not in hand][:3]
    alone = nets(settle(rules, Bets(1, bets.pair_plus), hand, other_dealer, PLAY))
    assert all_bets.get("pair_plus") == alone.get("pair_plus")
    alone = nets(settle(rules, Bets(1, 0, bets.six_card_bonus), hand, dealer, PLAY))
    assert all_bets.get("six_card_bonus") == alone.get("six_card_bonus")


# --- Pair Plus, exactly ------------------------------------------------------------------------


FIVE_OR_SIX = ("pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal")
FIRST: dict[tuple[HandRank, bool], tuple[Card, ...]] = {}
# One hand stands for all that are worth the same, mini royals apart.
HANDS = Distribution.count(combinations(DECK, 3)).map(
    lambda hand: FIRST.setdefault((rank_hand(hand), is_mini_royal(hand)), hand)
)


@pytest.mark.parametrize(("ratios", "edge"), FIGURES["pair_plus"].items())
def test_the_house_edges_of_pair_plus(ratios: str, edge: float) -> None:
    paid = dict(zip(FIVE_OR_SIX, map(int, ratios.split("-")), strict=False))
    rules = variant(PAGAT, pair_plus=paid)
    gains = HANDS.map(lambda hand: -1 if (r := pair_plus_ratio(hand, rules)) is None else r)
    assert gains.total == 22100
    assert round(-100 * gains.mean, 2) == Fraction(str(edge))


def test_the_pages_tables_have_these_edges() -> None:
    edges = {}
    for name in RULE_NAMES:
        table = load_rules(name).pair_plus
        assert table is not None
        key = "-".join(str(table[hand]) for hand in FIVE_OR_SIX if hand in table)
        edges[name] = FIGURES["pair_plus"][key]
    assert edges == {"pagat": 2.32, "live": 4.49, "flush-pays-3": 7.28, "straight-pays-5": 5.57}


# --- wrong settlements, each seen in a public program: the table must see them ------------------

Nets = dict[str, int | Fraction]


class Round(NamedTuple):
    rules: Rules
    bets: Bets
    hand: tuple[Card, ...]
    dealer: tuple[Card, ...]
    decision: Decision

    def settled(self) -> Nets:
        return nets(settle(*self))

    def played(self, **ante_and_play: int) -> Nets:
        """As settled, but after a Play these nets instead, in Antes."""
        if self.decision is FOLD:
            return self.settled()
        return self.settled() | {bet: self.bets.ante * n for bet, n in ante_and_play.items()}


def result_of(wrong: Round) -> int:
    return compare(wrong.hand, wrong.dealer)


def qualified(wrong: Round) -> bool:
    return qualifies(wrong.dealer, wrong.rules)


def top_card(wrong: Round) -> int:
    return max(card.rank for card in wrong.dealer)


def dealer_needs_a_queen_card(wrong: Round) -> Nets:
    """4-3-2 and J-9-9 don't qualify."""
    return wrong.settled() if top_card(wrong) >= 12 else wrong.played(ante=1, play=0)


def dealer_needs_q_6_4(wrong: Round) -> Nets:
    """What is the player's strategy taken for the dealer's threshold."""
    enough = qualifies(wrong.dealer, variant(wrong.rules, dealer_qualifies="Q-6-4"))
    return wrong.settled() if enough else wrong.played(ante=1, play=0)


def dealer_needs_more_than_a_queen(wrong: Round) -> Nets:
    enough = qualifies(wrong.dealer, variant(wrong.rules, dealer_qualifies="K-high"))
    return wrong.settled() if enough else wrong.played(ante=1, play=0)


def dealer_always_qualifies(wrong: Round) -> Nets:
    """Not qualified, hands compared all the same."""
    return wrong.played(ante=result_of(wrong), play=result_of(wrong))


def ante_pushed(wrong: Round) -> Nets:
    return wrong.settled() if qualified(wrong) else wrong.played(ante=0)


def play_paid(wrong: Round) -> Nets:
    return wrong.settled() if qualified(wrong) else wrong.played(play=1)


def tie_lost(wrong: Round) -> Nets:
    tie = qualified(wrong) and result_of(wrong) == 0
    return wrong.played(ante=-1, play=-1) if tie else wrong.settled()


def tie_won(wrong: Round) -> Nets:
    tie = qualified(wrong) and result_of(wrong) == 0
    return wrong.played(ante=1, play=1) if tie else wrong.settled()


def both_branches_at_exactly_queen_high(wrong: Round) -> Nets:
    """Paid as not qualified, and then compared as well."""
    found = wrong.settled()
    if wrong.decision is PLAY and qualified(wrong) and rank_hand(wrong.dealer)[1][0] == 12:
        found["ante"] += wrong.bets.ante
    return found


def bonus_only_for_a_win(wrong: Round) -> Nets:
    found = wrong.settled()
    return found if result_of(wrong) > 0 else {b: n for b, n in found.items() if b != "ante_bonus"}


def bonus_only_if_the_dealer_qualifies(wrong: Round) -> Nets:
    found = wrong.settled()
    return found if qualified(wrong) else {b: n for b, n in found.items() if b != "ante_bonus"}


def no_bonus_ever(wrong: Round) -> Nets:
    """A list compared with a number: never equal."""
    return {bet: net for bet, net in wrong.settled().items() if bet != "ante_bonus"}


def bonus_after_a_fold(wrong: Round) -> Nets:
    played = wrong._replace(decision=PLAY).settled()
    return {b: n for b, n in played.items() if b == "ante_bonus"} | wrong.settled()


def pair_plus_lost_on_a_fold(wrong: Round) -> Nets:
    return wrong._replace(rules=variant(wrong.rules, pair_plus_survives_fold=False)).settled()


def six_card_lost_on_a_fold(wrong: Round) -> Nets:
    return wrong._replace(rules=variant(wrong.rules, six_card_survives_fold=False)).settled()


def pair_plus_lost_without_a_dealer(wrong: Round) -> Nets:
    found = wrong.settled()
    if not qualified(wrong) and "pair_plus" in found:
        found["pair_plus"] = -wrong.bets.pair_plus
    return found


def losing_pair_plus_returned(wrong: Round) -> Nets:
    found = wrong.settled()
    return found | {"pair_plus": max(found["pair_plus"], 0)} if "pair_plus" in found else found


def stake_counted_in_the_ratio(wrong: Round) -> Nets:
    """What is printed as "4 to 1" taken for "4 for 1"."""
    found = wrong.settled()
    if found.get("pair_plus", -1) > 0:
        found["pair_plus"] -= wrong.bets.pair_plus
    return found


def mini_royal_paid_everywhere(wrong: Round) -> Nets:
    table = wrong.rules.pair_plus or PayTable({})
    table |= {"mini_royal": 100}
    return wrong._replace(rules=variant(wrong.rules, pair_plus=table)).settled()


WRONG = [
    dealer_needs_a_queen_card,
    dealer_needs_q_6_4,
    dealer_needs_more_than_a_queen,
    dealer_always_qualifies,
    ante_pushed,
    play_paid,
    tie_lost,
    tie_won,
    both_branches_at_exactly_queen_high,
    bonus_only_for_a_win,
    bonus_only_if_the_dealer_qualifies,
    no_bonus_ever,
    bonus_after_a_fold,
    pair_plus_lost_on_a_fold,
    six_card_lost_on_a_fold,
    pair_plus_lost_without_a_dealer,
    losing_pair_plus_returned,
    stake_counted_in_the_ratio,
    mini_royal_paid_everywhere,
]


def cases_seen(settled: Callable[[Round], Nets]) -> list[str]:
    """The cases of the table that this way to settle gets wrong."""
    seen = []
    for case, name, decision in product(CASES, RULE_NAMES, Decision):
        bets = Bets(2, 3, 5 if name == "live" else 0)
        hands = parse_cards(case.player), parse_cards(case.dealer)
        expected = {line.bet: line.net for line in lines_by_hand(case, name, bets, decision)}
        if settled(Round(load_rules(name), bets, *hands, decision)) != expected:
            seen.append(titled(case))
    return seen


def test_the_right_settlement_gets_no_case_wrong() -> None:
    assert cases_seen(Round.settled) == []


@pytest.mark.parametrize("wrong", WRONG)
def test_the_table_sees_wrong_settlements(wrong: Callable[[Round], Nets]) -> None:
    assert cases_seen(wrong)

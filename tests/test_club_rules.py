"""Each rule of the club's page, by a hand with known cards; as `docs/interpretations.md` lists."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.club.bicycle import PLANS, Form, highest_shown, is_full_hand, next_form
from tcp.club.ending import Ending
from tcp.club.evening import Evening
from tcp.club.hand import Hand, Stage
from tcp.club.jackpot import LADDER, may_open, openers, required
from tcp.club.record import record, replay
from tcp.club.setting import Setting
from tcp.club.sight import sees
from tcp.club.steps import Action, House, Step
from tcp.fivecard import FiveCategory, FiveRank
from tcp.languages import Refusal, told

DOCS = Path(__file__).parent.parent / "docs"
ACES, KINGS, QUEENS, JACKS = (f"{r}♣ {r}♦ 7{s} 4{s} 2{s}" for r, s in ("A♥", "K♦", "Q♣", "J♠"))
TENS, NINES, NOTHING = "10♣ 10♦ 8♥ 5♠ 3♥", "9♣ 9♦ 8♦ 5♦ 3♦", "Q♥ 8♣ 6♥ 5♣ 3♣"
STRAIGHT, TRIPS = "6♦ 7♠ 8♠ 9♥ 10♥", "6♥ 6♠ 6♣ K♥ 2♠"


def stacked(
    hands: Sequence[str],
    more: str = "",
    *,
    table: str = "",
    laid: tuple[int, int] = (0, 0),
    form: Form = Form.DRAW,
    dealer: int = 0,
    cut: bool = True,
    **rest: Any,
) -> Hand:
    """A hand in which each seat gets these cards, in this order, and then `more` comes."""
    players = [f"P{seat}" for seat in range(len(hands))]
    chips = rest.pop("chips", [100] * len(hands))
    hand = Hand(Setting(players, chips, dealer, form, seed=1, **rest))
    held = [list(parse_cards(cards)) for cards in hands]
    rounds = max(map(len, held))
    wanted = [held[seat][i] for i in range(rounds) for seat in hand.order if i < len(held[seat])]
    for place, card in zip(reversed(laid), reversed(parse_cards(table)), strict=False):
        wanted.insert(place, card)
    wanted += parse_cards(more)
    assert len(set(wanted)) == len(wanted)
    deck = [*wanted, *(card for card in DECK if card not in wanted)]
    hand._deck = (deck[-1], *deck[:-1])  # the cut lifts one card off
    if cut:
        hand.take(hand.turn or 0, Step(Action.CUT, 1))
    for place in laid if form is Form.MEMPHIS and cut else ():
        hand.take(dealer, Step(Action.LAY, place))
    return hand


def do(hand: Hand, *steps: str) -> Hand:
    """Let whoever is asked do these steps in turn."""
    for step in steps:
        assert hand.turn is not None, f"nobody is asked before {step!r}"
        hand.take(hand.turn, Step.parse(step))
    return hand


def refused(hand: Hand, *steps: str, key: str | None = None) -> None:
    """Each of these steps is refused, by the seat whose turn it is."""
    for step in steps:
        assert hand.turn is not None
        before = (hand.pot, list(hand.held), list(hand.steps), hand.stage, hand.turn)
        with pytest.raises(ValueError, match=r"[a-z]") as caught:
            hand.take(hand.turn, Step.parse(step))
        assert isinstance(caught.value, Refusal)
        assert key is None or caught.value.key == key
        assert (hand.pot, list(hand.held), list(hand.steps), hand.stage, hand.turn) == before


def open_to(hand: Hand) -> set[str]:
    return {action.value for action in hand.options()}


# --- the deal ---


def test_the_deal_goes_to_the_left_with_each_hand() -> None:
    evening = Evening({"A": 50, "B": 50, "C": 50}, seed=1)
    dealers = []
    for _ in range(5):
        hand = evening.open_hand()
        dealers.append(hand.players[hand.dealer])
        do(hand, "cut 5", "bet 1", "fold", "fold")
    assert dealers == ["A", "B", "C", "A", "B"]


def test_the_dealers_right_neighbour_cuts() -> None:
    hand = stacked([KINGS, NINES, NOTHING], dealer=1, cut=False)
    assert (hand.stage, hand.turn, open_to(hand)) == (Stage.CUT, 0, {"cut"})
    refused(hand, "cut", "cut 52", "bet 1", key="club_cut")
    for seat in (1, 2):
        with pytest.raises(Refusal, match="P0"):
            hand.take(seat, Step(Action.CUT, 5))
    deck = hand._deck
    do(hand, "cut 20")
    assert hand.hidden[2][0] == deck[20]


def test_everybody_antes_before_there_are_cards() -> None:
    hand = stacked([KINGS, NINES, NOTHING], cut=False, house=House(ante=2), pot=5)
    assert (hand.pot, hand.hidden) == (5, [[], [], []])
    do(hand, "cut 1")
    assert (hand.pot, hand.held) == (11, [98, 98, 98])
    with pytest.raises(ValueError, match="P1 has 1 of 2 chips for the ante"):
        stacked([KINGS, NINES], chips=[5, 1], house=House(ante=2))


def test_who_cannot_ante_sits_out() -> None:
    evening = Evening({"A": 9, "B": 2, "C": 9}, house=House(ante=2), seed=1)
    hand = evening.open_hand()
    do(hand, "cut 5", "jack", "accept")
    assert evening.chips == {"A": 7, "B": 0, "C": 7}
    hand = evening.open_hand()
    assert (hand.players, hand.dealer) == (("A", "C"), 1)  # the deal passes over who sits out
    short = Evening({"A": 2, "B": 2}, house=House(ante=2), seed=1)
    do(short.open_hand(), "cut 5", "jack")
    with pytest.raises(Refusal, match="Fewer than two"):
        short.open_hand()


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    hand = stacked([KINGS, NINES, NOTHING], dealer=1, cut=False)
    deck = hand._deck[7:] + hand._deck[:7]
    do(hand, "cut 7")
    for place, seat in enumerate((2, 0, 1)):
        assert hand.hidden[seat] == list(deck[place:15:3])
    assert len(hand.stock) == 52 - 15


def test_there_are_no_jokers_and_each_card_is_once() -> None:
    hand = do(Hand(Setting(["A", "B"], [20, 20], seed=3)), "cut 30", "bet 1", "call")
    assert sorted([*hand.hidden[0], *hand.hidden[1], *hand.stock._cards]) == list(DECK)


# --- the first betting ---


def test_the_player_left_of_the_dealer_bets_or_proposes_a_jackpot() -> None:
    hand = stacked([KINGS, NINES, NOTHING], dealer=1)
    assert (hand.turn, open_to(hand)) == (2, {"bet", "jack"})
    refused(hand, "call", "fold", "pass", "accept", "raise 2", "draw", "look", key="club_lead")
    refused(hand, "bet unseen 1", key="club_unseen")


def test_the_others_in_turn_call_raise_or_fold() -> None:
    hand = do(stacked([KINGS, NINES, NOTHING]), "bet 2")
    assert (hand.turn, open_to(hand)) == (2, {"call", "raise", "fold"})
    refused(hand, "jack", "accept", "bet 3", "pass", "call 1", key="club_bet")
    refused(hand, "raise 2", "raise 1", key="club_low")
    do(hand, "raise 4")
    assert (hand.turn, hand.held) == (0, [99, 97, 95])
    do(hand, "call")
    assert hand.turn == 1
    do(hand, "call")
    assert (hand.pot, hand.stage) == (3 + 12, Stage.DRAWING)


def test_the_highest_bidder_draws_first_and_leads_after_the_draw() -> None:
    hand = do(stacked([KINGS, NINES, NOTHING]), "bet 1", "raise 3", "call", "call")
    assert (hand.stage, hand.turn) == (Stage.DRAWING, 2)
    drawers = []
    while hand.stage is Stage.DRAWING:
        drawers.append(hand.turn)
        do(hand, "draw")
    assert drawers == [2, 0, 1]
    assert (hand.turn, open_to(hand)) == (2, {"bet", "jack"})


def test_whoever_is_left_alone_takes_the_pot_unseen() -> None:
    hand = do(stacked([KINGS, NINES, NOTHING]), "bet 1", "fold", "fold")
    assert hand.result is not None
    assert (hand.result.ending, hand.result.shares) == (Ending.ALONE, (0, 4, 0))
    assert (hand.shown(), hand.held, hand.pot) == ({}, [99, 102, 99], 0)


def test_a_stake_is_at_most_the_limit_in_each_betting_round() -> None:
    hand = stacked([KINGS, NINES])
    refused(hand, "bet 6", key="club_limit")
    refused(hand, "bet", key="club_low")
    do(hand, "bet 4")
    refused(hand, "raise 6", key="club_limit")
    do(hand, "raise 5")
    assert open_to(hand) == {"call", "fold"}
    refused(hand, "raise 6", key="club_limit")
    do(hand, "call", "draw", "draw", "bet 5")
    assert hand.pot == 2 + 10 + 5
    assert stacked([KINGS, NINES], house=House(limit=9)).options()[Action.BET] == range(1, 10)


def test_what_the_chips_do_not_cover_is_refused_and_a_fold_is_always_open() -> None:
    hand = do(stacked([KINGS, NINES, NOTHING], chips=[3, 100, 100]), "bet 3", "call")
    assert (hand.turn, open_to(hand)) == (0, {"fold"})
    refused(hand, "call", "raise 4", key="purse")
    poor = stacked([KINGS, NINES], chips=[100, 1])
    assert open_to(poor) == {"jack"}
    refused(poor, "bet 1", key="purse")
    raised = do(stacked([KINGS, NINES], chips=[100, 4]), "bet 1", "raise 2")
    with pytest.raises(Refusal, match="takes 4 chips, and P1 has 2 left"):
        raised.take(1, Step.parse("raise 5"))


# --- the draw ---


def drawing(*hands: str, more: str = "", **rest: Any) -> Hand:
    hand = do(stacked(hands, more, **rest), "bet 1")
    while hand.stage is Stage.BETTING:
        do(hand, "call")
    return hand


def test_numbers_are_said_aloud_and_pat_is_allowed() -> None:
    hand = drawing(KINGS, NINES, NOTHING, more="A♠ A♥ K♠")
    do(hand, "draw 8♦ 5♦ 3♦", "draw")
    assert sees(hand, 0).drawn == {1: 3, 2: 0}
    refused(hand, "draw 9♣", "draw K♣ A♦", key="club_not_held")
    refused(hand, "call", key="club_draw")
    with pytest.raises(Refusal, match="each once"):
        hand.take(0, Step(Action.DRAW, cards=parse_cards("K♣") * 2))
    do(hand, "draw K♣ K♦ 7♦ 4♦ 2♦")
    assert hand.drawn == {1: 3, 2: 0, 0: 5}


def test_all_new_cards_come_at_once_and_none_is_burnt() -> None:
    hand = do(drawing(KINGS, NINES, more="A♠ A♥ K♠ Q♠ 6♣"), "draw 8♦ 5♦ 3♦")
    assert hand.hidden[1] == list(parse_cards("9♣ 9♦ A♠ A♥ K♠"))
    do(hand, "draw 2♦ 4♦")
    assert hand.hidden[0] == list(parse_cards("K♣ K♦ 7♦ Q♠ 6♣"))


def test_what_was_thrown_comes_back_only_when_the_stock_has_run_out() -> None:
    hands = [DECK[i : i + 5] for i in range(0, 35, 5)]
    hand = drawing(*(" ".join(map(str, cards)) for cards in hands))
    thrown: list[Card] = []
    fresh = 52 - 35
    while hand.stage is Stage.DRAWING:
        seat = hand.turn
        assert seat is not None
        own = tuple(hand.hidden[seat])
        hand.take(seat, Step(Action.DRAW, cards=own))
        new = hand.hidden[seat]
        assert len(new) == 5
        assert not set(new) & set(own)  # never what one threw oneself just now
        assert set(new[:fresh]).isdisjoint(thrown)  # the last of the stock come first
        assert set(new[fresh:]) <= set(thrown)
        fresh = max(0, fresh - 5)
        thrown += own
    assert hand.stock.shuffled_again == 2


def test_the_hands_of_those_who_folded_are_shuffled_in_too() -> None:
    hands = [" ".join(map(str, DECK[i : i + 5])) for i in range(0, 35, 5)]
    hand = do(stacked(hands), "bet 1", "fold", *["call"] * 5)
    for _ in range(4):
        do(hand, "draw " + " ".join(map(str, hand.hidden[hand.turn or 0])))
    assert hand.stock.shuffled_again == 1
    seen = {*hand.stock._cards, *hand.stock.thrown, *(c for h in hand.hidden for c in h)}
    assert len(seen) == 52
    folded = set(hand.hidden[2])
    assert folded & {*hand.stock._cards, *hand.hidden[5], *hand.hidden[6], *hand.hidden[4]}


# --- the second betting and the showdown ---


def test_the_leader_after_the_draw_bets_or_proposes_a_jackpot() -> None:
    hand = do(drawing(KINGS, NINES, NOTHING), "draw", "draw", "draw")
    assert (hand.turn, open_to(hand)) == (1, {"bet", "jack"})
    do(hand, "bet 2", "raise 4", "fold", "call")
    assert hand.result is not None
    assert hand.result.ending is Ending.SHOWDOWN


def test_only_those_who_have_not_folded_show_their_hands() -> None:
    hand = do(drawing(KINGS, NINES, NOTHING), "draw", "draw", "draw", "bet 2", "fold", "call")
    assert hand.shown() == {0: parse_cards(KINGS), 1: parse_cards(NINES)}
    assert hand.result is not None
    assert hand.result.shares == (10, 0, 0)
    assert hand.result.ranks[2] is None
    assert hand.held == [99 - 1 - 2 + 10, 96, 98]


def test_equal_hands_split_the_pot_and_odd_chips_go_from_the_dealers_left() -> None:
    same = ["A♣ K♦ 9♣ 5♣ 3♣", "A♦ K♥ 9♦ 5♦ 3♦", "A♥ K♣ 9♥ 5♥ 3♥", NOTHING.replace("3♣", "2♣")]
    same[3] = "Q♥ 8♣ 6♥ 5♠ 2♣"
    # 3 + 4 + 4 + 4 chips by three; with one more and two more it shows who gets odd ones.
    for pot, shares in ((3, (5, 5, 5, 0)), (4, (5, 6, 5, 0)), (5, (5, 6, 6, 0))):
        hand = do(drawing(*same, dealer=0, pot=pot), *["draw"] * 4, "bet 1", *["call"] * 3)
        assert hand.result is not None
        assert hand.result.shares == shares


# --- jackpots ---


def test_a_jacked_pot_stays_and_all_ante_anew() -> None:
    evening = Evening({"A": 50, "B": 50, "C": 50, "D": 50}, seed=1)
    first = do(evening.open_hand(), "cut 9", "bet 1", "fold", "call", "call")
    do(first, "draw", "draw", "draw", "jack", "accept")
    assert first.result is not None
    assert (first.result.ending, first.result.left) == (Ending.JACKED, 7)
    second = evening.open_hand()
    assert (len(second.players), second.pot, second.setting.rung) == (4, 7, 0)
    do(second, "cut 9")
    assert second.pot == 7 + 4


def test_the_player_right_of_the_proposer_is_out_without_being_asked() -> None:
    hand = do(stacked([KINGS, NINES, ACES, NOTHING], dealer=0), "jack")
    assert (hand.turn, hand.out) == (2, {0})
    do(hand, "accept")
    assert hand.turn == 3  # and seat 0, the last, is never asked
    do(hand, "accept")
    assert hand.result is not None
    assert hand.result.ending is Ending.JACKED
    refusing = do(stacked([KINGS, NINES, ACES, NOTHING]), "jack", "accept", "bet 2")
    assert refusing.turn == 1  # 0 is out of this hand, whatever becomes of the proposal
    do(refusing, "call", "call")
    assert refusing.still_in == (1, 2, 3)


def test_right_of_the_proposer_is_the_nearest_who_is_still_in() -> None:
    hand = do(stacked([KINGS, NINES, ACES, NOTHING]), "bet 1", "call", "call", "fold")
    do(hand, "draw", "draw", "draw", "jack")
    assert (hand.out, hand.turn) == ({0, 3}, 2)


def test_between_two_a_proposal_always_succeeds() -> None:
    hand = do(stacked([ACES, NINES]), "jack")
    assert hand.over
    assert hand.result is not None
    assert (hand.result.ending, hand.result.left, hand.result.rung) == (Ending.JACKED, 2, 0)


def test_a_proposal_is_accepted_or_answered_with_a_bet() -> None:
    hand = do(stacked([KINGS, NINES, ACES, NOTHING]), "jack")
    assert open_to(hand) == {"accept", "bet"}
    refused(hand, "call", "fold", "raise 2", "jack", "pass", key="club_proposal")
    do(hand, "accept", "bet 3")
    assert (hand.turn, open_to(hand)) == (1, {"call", "raise", "fold"})
    do(hand, "call", "fold")
    assert (hand.stage, hand.turn) == (Stage.DRAWING, 3)  # the bet has bought the first draw


def test_openers_are_a_pair_of_jacks_or_better() -> None:
    for cards, opens in ((JACKS, True), (TENS, False), (TRIPS, True), (STRAIGHT, True)):
        assert may_open(parse_cards(cards), 0) == opens
    assert may_open(parse_cards("3♣ 3♦ 2♣ 2♦ 9♠"), 3)  # two pair are better than aces
    assert not may_open(parse_cards("A♣ K♦ Q♣ J♦ 9♠"), 0)
    hand = do(stacked([KINGS, NINES, NOTHING], rung=0), "pass", "pass", "bet 2")
    assert hand.opening is not None
    assert (hand.opening.seat, hand.opening.false) == (0, False)
    assert openers(parse_cards(JACKS), 0) == parse_cards("J♣ J♦")
    assert openers(parse_cards(TRIPS), 0) == parse_cards("6♥ 6♠ 6♣")
    assert openers(parse_cards(TRIPS + " 6♦"), 0) == parse_cards("6♥ 6♠ 6♣")
    assert openers(parse_cards(STRAIGHT), 0) == parse_cards(STRAIGHT)


def test_before_the_opening_all_open_or_pass_and_after_it_they_may_come_in() -> None:
    hand = stacked([KINGS, NINES, NOTHING], rung=0)
    assert open_to(hand) == {"bet", "pass"}
    refused(hand, "jack", "fold", "call", key="club_opening")
    do(hand, "pass", "pass", "bet 2")
    assert (hand.turn, open_to(hand)) == (1, {"call", "raise", "fold"})


def test_the_ladder_goes_up_and_down_and_up_again() -> None:
    assert [rank.letter() for rank in LADDER] == list("JQKAAKQJ")
    assert [required(rung).letter() for rung in range(18)] == list("JQKAAKQJJQKAAKQJJQ")
    evening = Evening({"A": 50, "B": 50}, seed=3)
    do(evening.open_hand(), "cut 3", "jack")
    for rung in range(10):
        hand = evening.open_hand()
        assert hand.setting.rung == rung
        do(hand, "cut 3")
        assert sees(hand, 0).needed == required(rung)
        assert hand.pot == 2 * (rung + 2)  # the pot stays, and all ante anew
        do(hand, "pass", "pass")
        assert hand.result is not None
        assert hand.result.ending is Ending.UNOPENED


def test_an_opened_round_that_is_jacked_again_begins_at_jacks() -> None:
    hand = do(stacked([ACES, NINES, NOTHING], rung=5), "pass", "pass", "bet 1", "call", "call")
    do(hand, "draw", "draw", "draw", "jack", "accept")
    assert hand.result is not None
    assert (hand.result.rung, hand.result.left) == (0, 6)
    won = do(stacked([ACES, NINES], rung=5), "pass", "bet 1", "fold")
    assert won.result is not None
    assert won.result.rung is None


def test_the_opener_shows_the_openers_whether_called_or_not() -> None:
    hand = do(stacked([KINGS, NINES], rung=0), "pass", "bet 1", "fold")
    assert hand.shown() == {0: parse_cards("K♣ K♦")}
    folded = do(stacked([KINGS, NINES], rung=0), "pass", "bet 1", "raise 2", "fold")
    assert folded.shown() == {0: parse_cards("K♣ K♦")}
    jacked = do(stacked([KINGS, NINES], rung=0), "pass", "bet 1", "call", "draw", "draw", "jack")
    assert jacked.shown() == {0: parse_cards("K♣ K♦")}
    assert do(stacked([KINGS, NINES]), "bet 1", "fold").shown() == {}


def test_a_false_opening_is_accepted_and_all_its_cards_are_shown() -> None:
    hand = do(stacked([TENS, NINES], rung=0), "pass", "bet 1", "fold")
    assert hand.result is not None
    assert hand.result.false_opening
    assert hand.shown() == {0: parse_cards(TENS)}
    rung = do(stacked([KINGS, NINES], rung=3), "pass", "bet 1", "fold")
    assert rung.result is not None
    assert rung.result.false_opening  # kings don't open where aces are needed


def test_a_false_opener_who_wins_leaves_the_pot_for_the_next_round() -> None:
    alone = do(stacked([TENS, NINES], rung=0, pot=6), "pass", "bet 1", "fold")
    assert alone.result is not None
    assert (alone.result.shares, alone.result.left, alone.result.fine) == ((0, 0), 9, 0)
    assert (alone.result.rung, alone.held, alone.pot) == (None, [98, 99], 9)
    shown = do(stacked([TENS, NINES], rung=0), "pass", "bet 1", "call", "draw", "draw")
    do(shown, "bet 1", "call")
    assert shown.result is not None
    assert (shown.result.shares, shown.result.left, shown.held) == ((0, 0), 6, [97, 97])


def test_a_false_opener_who_does_not_win_pays_a_fine_into_the_next_pot() -> None:
    house = House(fine=7)
    hand = stacked([TENS, QUEENS], rung=0, house=house)
    do(hand, "pass", "bet 1", "call", "draw", "draw", "bet 1", "call")
    assert hand.result is not None
    assert (hand.result.shares, hand.result.left, hand.result.fine) == ((0, 6), 7, 7)
    assert (hand.held, hand.pot) == ([100 - 3 - 7, 100 - 3 + 6], 7)
    poor = stacked([TENS, QUEENS], rung=0, house=house, chips=[6, 100])
    do(poor, "pass", "bet 1", "raise 2", "fold")
    assert poor.result is not None
    assert (poor.result.fine, poor.held) == (4, [0, 102])


def test_a_false_opening_that_is_jacked_costs_the_fine() -> None:
    hand = stacked([TENS, NINES], rung=2)
    do(hand, "pass", "bet 1", "call", "draw", "draw", "jack")
    assert hand.result is not None
    assert (hand.result.fine, hand.result.left, hand.result.rung) == (5, 4 + 5, 0)


def test_a_false_opener_who_wins_a_part_leaves_that_part() -> None:
    same = ["A♣ K♦ 9♣ 5♣ 3♣", "A♦ K♥ 9♦ 5♦ 3♦"]
    hand = do(stacked(same, rung=0), "pass", "bet 1", "call", "draw", "draw", "bet 1", "call")
    assert hand.result is not None
    assert (hand.result.shares, hand.result.left, hand.result.fine) == ((0, 3), 3, 0)


def test_split_openers_are_kept_apart_and_shown() -> None:
    hand = stacked(["K♣ K♦ 7♦ 4♦ 2♦", NINES], "A♦ A♥", rung=0)
    do(hand, "pass", "bet 1", "call", "draw K♣", "draw")
    assert hand.stock.apart == list(parse_cards("K♣"))
    do(hand, "bet 1", "call")
    assert hand.shown()[0] == parse_cards("K♦ 7♦ 4♦ 2♦ A♦ K♣")
    assert hand.result is not None
    assert (hand.result.false_opening, hand.result.shares) == (False, (6, 0))
    # Never shuffled into the stock, even where it runs out, not even after a fold.
    hands = [" ".join(map(str, DECK[i : i + 5])) for i in range(0, 35, 5)]
    for steps in (["bet 1"], ["bet 1", "raise 2", *["call"] * 5, "fold"]):
        many = do(stacked(hands, rung=0), *steps)
        own = set(many.hidden[1])
        while many.stage is Stage.BETTING:
            do(many, "call")
        while many.stage is Stage.DRAWING:
            seat = many.turn
            assert seat is not None
            before = set(many.hidden[seat])
            do(many, "draw " + " ".join(map(str, many.hidden[seat])))
            assert not set(many.hidden[seat]) & own - before
        assert many.stock.shuffled_again
        assert set(many.stock.apart) == own


# --- sette usett ---


def unseen(*hands: str) -> Hand:
    """The leader has drawn three cards and not looked at them."""
    return do(drawing(*hands, more="A♠ J♠ 10♠"), "draw 8♦ 5♦ 3♦", *["draw"] * (len(hands) - 1))


def test_the_leader_after_the_draw_may_bet_unseen() -> None:
    hand = unseen(KINGS, NINES, NOTHING)
    assert (hand.turn, open_to(hand)) == (1, {"bet", "jack", "bet unseen", "look"})
    sight = sees(hand, 1)
    assert (sight.own, sight.unseen) == (parse_cards("9♣ 9♦"), 3)
    do(hand, "bet unseen 2")
    refused(hand, "bet unseen 3", "look")  # the others have looked
    do(hand, "call", "call")
    assert (hand.turn, open_to(hand)) == (1, {"raise", "pass", "look"})


def test_looking_is_an_action_and_then_nothing_is_unseen() -> None:
    hand = do(unseen(KINGS, NINES), "look")
    assert len(sees(hand, 1).own) == 5
    assert open_to(hand) == {"bet", "jack"}
    refused(hand, "bet unseen 2", key="club_unseen")
    refused(hand, "look")
    pat = do(drawing(KINGS, NINES), "draw", "draw")
    assert open_to(pat) == {"bet", "jack"}  # whoever stands pat has seen all cards


def test_who_bet_unseen_may_raise_the_own_stake_once_when_others_have_called() -> None:
    hand = do(unseen(KINGS, NINES, NOTHING), "bet unseen 2", "call", "call")
    refused(hand, "call", "fold", "jack", key="club_own")
    refused(hand, "raise 6", key="club_limit")
    do(hand, "look", "raise 4")
    assert hand.turn == 2
    do(hand, "call", "fold")
    assert hand.over
    left = do(unseen(KINGS, NINES), "bet unseen 2", "call", "pass")
    assert left.over
    assert left.result is not None
    assert left.result.ending is Ending.SHOWDOWN


def test_a_bet_with_looked_at_cards_gives_no_second_say() -> None:
    assert do(unseen(KINGS, NINES), "look", "bet 2", "call").over
    assert do(unseen(KINGS, NINES), "bet 2", "call").over  # nor one that wasn't called unseen
    assert do(unseen(KINGS, NINES), "bet unseen 5", "call").over  # the limit is reached
    assert do(unseen(KINGS, NINES), "bet unseen 2", "raise 3", "call").over


def test_before_the_draw_and_without_a_draw_nobody_bets_unseen() -> None:
    for form in Form:
        hand = stacked([KINGS, NINES], form=form)
        if form is not Form.MEMPHIS:
            assert Action.BET_UNSEEN not in hand.options()
            refused(hand, "bet unseen 1", key="club_unseen")


# --- bicycle rounds ---


def full(*hands: str, **rest: Any) -> Hand:
    draws = ["draw"] * len(hands)
    return do(drawing(*hands, **rest), *draws, "bet 1", *["call"] * (len(hands) - 1))


def test_a_full_hand_is_a_straight_or_better() -> None:
    for kind in FiveCategory:
        assert is_full_hand(FiveRank(kind, ())) == (kind >= FiveCategory.STRAIGHT)
    with pytest.raises(ValueError, match=r"^'straight' is no FiveRank"):
        is_full_hand("straight")  # type: ignore[arg-type]
    assert full(STRAIGHT, NINES).stage is Stage.CHOOSING
    assert full(TRIPS, NINES).over


def test_the_winner_with_a_full_hand_chooses_a_bicycle_round() -> None:
    hand = full(NINES.replace("9♦", "9♠"), STRAIGHT, KINGS)
    assert (hand.turn, open_to(hand)) == (1, {"bicycle", "ordinary"})
    assert hand.held[1] == 97 + 9  # the pot is paid before
    refused(hand, "bet 1", "pass", key="club_choose")
    with pytest.raises(Refusal, match="P1"):
        hand.take(0, Step(Action.BICYCLE))
    assert do(hand, "bicycle").bicycle
    assert not do(full(STRAIGHT, NINES), "ordinary").bicycle
    # It takes a showdown, and the winner's hand: a beaten full hand gives no choice.
    assert do(stacked([NINES, STRAIGHT]), "bet 1", "fold").over


def test_of_equal_full_hands_the_first_from_the_dealers_left_chooses() -> None:
    other = "6♥ 7♥ 8♥ 9♠ 10♠"
    assert full(STRAIGHT, other).turn == 1
    assert full(STRAIGHT, other, dealer=1).turn == 0


def test_a_false_opener_does_not_choose() -> None:
    hand = stacked([TENS, NINES], "6♣ 7♣ 9♥ 9♠", rung=0)
    do(hand, "pass", "bet 1", "call", "draw 5♠ 3♥ 10♦")
    do(hand, "draw", "bet 1", "call")
    assert hand.over


def test_a_bicycle_round_is_sykkel_memphis_stud_and_then_the_ordinary_game() -> None:
    assert next_form(Form.DRAW) is Form.DRAW
    assert next_form(Form.DRAW, bicycle=True) is Form.SYKKEL
    assert next_form(Form.SYKKEL) is Form.MEMPHIS
    assert next_form(Form.MEMPHIS) is Form.STUD
    assert next_form(Form.STUD) is Form.DRAW
    # No choice within it: a straight in a sykkel ends the hand.
    hand = stacked(["6♦ 7♠ 8♠ 9♥ 10♥ 2♣ 3♥", "K♣ Q♦ 2♦ 4♠ 8♦ 5♠ 5♦"], form=Form.SYKKEL)
    for _ in range(4):
        do(hand, "bet 1", "call")
    assert hand.over


def test_jackpots_go_on_into_the_next_form() -> None:
    evening = Evening({"A": 50, "B": 50}, seed=3)
    evening.hands.append(full(STRAIGHT, NINES))
    evening.hands[-1].players = ("A", "B")
    do(evening.hands[-1], "bicycle")
    evening._dealer = "A"
    sykkel = do(evening.open_hand(), "cut 3", "jack")
    assert (sykkel.form, sykkel.dealer) == (Form.SYKKEL, 1)
    memphis = do(evening.open_hand(), "cut 3", "lay", "lay", "draw", "draw")
    assert (memphis.form, memphis.setting.rung, open_to(memphis)) == (
        Form.MEMPHIS, 0, {"bet", "pass"},
    )  # fmt: skip
    do(memphis, "pass", "pass")
    stud = do(evening.open_hand(), "cut 3")
    assert (stud.form, stud.setting.rung, open_to(stud)) == (Form.STUD, 1, {"bet", "pass"})
    while not stud.over:
        do(stud, "pass")
    assert stud.result is not None
    assert stud.result.rung == 2
    assert evening.open_hand().form is Form.DRAW


# --- sykkel ---

ONE = "2♣ 3♦ K♥ 4♠ 7♣ 9♦ J♥"  # hidden, hidden, open, open, open, open, hidden
TWO = "A♣ A♦ Q♥ K♠ K♦ 5♣ 5♥"
THREE = "8♣ 8♦ 6♥ 6♠ 6♦ 10♣ 10♥"


def test_sykkel_gives_two_hidden_cards_and_an_open_one_then_one_by_one() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL)
    counts = []
    while not hand.over:
        counts.append((len(hand.hidden[0]), len(hand.open[0])))
        do(hand, "bet 1", "call", "call")
    assert counts == [(2, 1), (2, 2), (2, 3), (3, 4)]
    assert hand.open[0] == list(parse_cards("K♥ 4♠ 7♣ 9♦"))
    assert hand.hidden[0] == list(parse_cards("2♣ 3♦ J♥"))  # the last one came hidden


def test_in_sykkel_the_highest_shown_hand_talks_and_cards_go_from_the_left() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL, dealer=1)
    leaders = []
    while not hand.over:
        leaders.append(hand.turn)
        do(hand, "bet 1", "call", "call")
    assert leaders == [0, 2, 2, 2]  # K, a pair of sixes, three sixes
    # The deal began left of the dealer all the same: these are the cards it was stacked with.
    assert hand.cards(2) == parse_cards("8♣ 8♦ 10♥ 6♥ 6♠ 6♦ 10♣")


def test_of_equal_shown_hands_the_first_from_the_dealers_left_talks() -> None:
    shown = {0: parse_cards("A♠ 9♦"), 1: parse_cards("A♥ 9♣"), 2: parse_cards("A♦ 8♥")}
    assert highest_shown([1, 2, 0], shown) == 1
    assert highest_shown([2, 0, 1], shown) == 0
    assert highest_shown([2, 0, 1], {0: (), 1: (), 2: ()}) == 2
    # Four open cards of one suit or in a row count only as single cards.
    flush, pair = parse_cards("A♠ K♠ 9♠ 7♠"), parse_cards("2♠ 2♥ 3♦ 4♣")
    assert highest_shown([0, 1], {0: flush, 1: pair}) == 1


def test_in_sykkel_the_best_five_of_seven_count() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL)
    for _ in range(4):
        do(hand, "bet 1", "call", "call")
    assert hand.result is not None
    assert [rank and rank.category for rank in hand.result.ranks] == [
        FiveCategory.HIGH_CARD, FiveCategory.TWO_PAIR, FiveCategory.FULL_HOUSE,
    ]  # fmt: skip
    assert hand.result.ranks[1] == FiveRank(
        FiveCategory.TWO_PAIR, (Rank.ACE, Rank.KING, Rank.QUEEN)
    )
    assert hand.result.shares == (0, 0, 15)


def test_in_sykkel_who_folded_gets_no_more_cards() -> None:
    hand = do(stacked([ONE, TWO, THREE], form=Form.SYKKEL), "bet 1", "fold", "call")
    assert [len(cards) for cards in hand.open] == [2, 1, 2]


def test_a_sykkel_jackpot_can_be_opened_with_each_new_card() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL, rung=0)
    do(hand, "pass", "pass", "pass")
    assert len(hand.open[0]) == 2
    leader = hand.turn
    do(hand, "bet 1", "call", "call")
    assert hand.opening is not None
    assert hand.opening.seat == leader
    assert open_to(hand) == {"bet", "jack"}  # opened: the usual betting
    never = stacked([ONE, TWO, THREE], form=Form.SYKKEL, rung=0)
    do(never, *["pass"] * 12)
    assert never.result is not None
    assert (never.result.ending, never.result.rung) == (Ending.UNOPENED, 1)


def test_openers_are_judged_by_the_cards_held_at_that_moment() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL, rung=0)
    do(hand, "pass")
    assert hand.turn == 1
    do(hand, "bet 1")
    assert hand.opening is not None
    assert not hand.opening.false
    assert hand.opening.to_show == parse_cards("A♣ A♦")
    early = do(stacked([ONE, TWO, THREE], form=Form.SYKKEL, rung=0), "bet 1")
    assert early.opening is not None
    assert early.opening.false  # a king alone, whatever comes later


# --- memphis ---


def memphis(*hands: str, table: str = "A♠ A♥", **rest: Any) -> Hand:
    return stacked(hands, form=Form.MEMPHIS, table=table, **rest)


def test_memphis_deals_five_each_and_two_open_cards_and_draws_before_betting() -> None:
    hand = memphis(KINGS, NINES, NOTHING)
    assert hand.table == list(parse_cards("A♠ A♥"))
    assert [len(cards) for cards in hand.hidden] == [5, 5, 5]
    assert (hand.stage, hand.turn) == (Stage.DRAWING, 1)  # nobody has bought the first draw
    do(hand, "draw 3♦", "draw", "draw")
    assert (hand.turn, hand.stage) == (1, Stage.BETTING)
    assert "bet unseen" in open_to(hand)
    do(hand, "bet 1", "call", "call")
    assert hand.over


def test_in_memphis_one_plays_the_best_of_own_and_table_cards() -> None:
    hand = memphis("5♥ 5♦ 5♣ K♥ 2♠", "A♣ 9♦ 8♦ 6♦ 3♦")
    do(hand, "draw", "draw", "bet 1", "call")
    assert hand.result is not None
    assert [rank and rank.category for rank in hand.result.ranks] == [
        FiveCategory.FULL_HOUSE, FiveCategory.THREE_OF_A_KIND,
    ]  # fmt: skip


def test_in_memphis_equal_threes_of_two_full_houses_split_the_pot() -> None:
    hand = memphis("9♠ K♦ K♥ 4♣ 2♠", "9♦ 3♦ 3♥ 5♣ 7♠", table="9♥ 9♣")
    do(hand, "draw", "draw", "bet 1", "call")
    assert hand.result is not None
    assert hand.result.shares == (2, 2)
    trips = memphis("9♠ K♦ 8♥ 4♣ 2♠", "9♦ 3♦ 4♥ 5♣ Q♠", table="9♥ 9♣")
    do(trips, "draw", "draw", "bet 1", "call")
    assert trips.result is not None
    assert trips.result.shares == (4, 0)  # equal threes of a kind go by the other cards


@pytest.mark.parametrize("laid", [(0, 0), (0, 10), (3, 7), (10, 10)])
def test_the_dealer_of_memphis_lays_the_open_cards_when_he_likes(laid: tuple[int, int]) -> None:
    hand = stacked([KINGS, NINES], form=Form.MEMPHIS, table="A♠ A♥", laid=laid, cut=False)
    do(hand, "cut 1")
    assert (hand.stage, hand.turn, open_to(hand)) == (Stage.LAYING, 0, {"lay"})
    refused(hand, "lay 11", "draw", key="club_lay")
    do(hand, f"lay {laid[0]}")
    assert sum(map(len, hand.hidden)) == laid[0]
    assert len(sees(hand, 1).table) == 1
    if laid[0]:
        refused(hand, f"lay {laid[0] - 1}", key="club_lay")
    do(hand, f"lay {laid[1]}")
    assert len(hand.table) == 2
    assert [len(cards) for cards in hand.hidden] == [5, 5]


def test_five_at_memphis_may_use_all_cards_and_more_shuffle_the_thrown() -> None:
    for players, again in ((5, 0), (6, 1), (7, 2)):
        hand = Hand(Setting([f"P{i}" for i in range(players)], [50] * players, form=Form.MEMPHIS))
        do(hand, "cut 5", "lay", "lay")
        while hand.stage is Stage.DRAWING:
            do(hand, "draw " + " ".join(map(str, hand.hidden[hand.turn or 0])))
        assert hand.stock.shuffled_again == again
        assert players != 5 or len(hand.stock) == 0


def test_openers_of_memphis_count_the_table() -> None:
    hand = do(memphis(NINES, NOTHING, rung=0), "draw", "draw", "bet 1", "fold")
    assert hand.opening is not None
    assert not hand.opening.false
    assert hand.opening.to_show == parse_cards("A♠ A♥")


# --- stud ---


def test_stud_has_one_hidden_card_four_open_ones_and_a_betting_after_each() -> None:
    hand = stacked([KINGS, NINES, NOTHING], form=Form.STUD)
    counts, leaders = [], []
    while not hand.over:
        counts.append((len(hand.hidden[0]), len(hand.open[0])))
        leaders.append(hand.turn)
        do(hand, "bet 1", "call", "call")
    assert counts == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]
    assert leaders == [1, 0, 0, 0, 0]
    assert DRAW_STEP not in PLANS[Form.STUD]
    assert hand.hidden[0] == list(parse_cards("K♣"))
    assert hand.result is not None
    assert hand.result.shares == (18, 0, 0)


DRAW_STEP = "drawing"


# --- what a player sees, and the record ---


def test_a_player_sees_the_own_cards_and_what_lies_open() -> None:
    hand = stacked([ONE, TWO, THREE], form=Form.SYKKEL)
    sight = sees(hand, 0)
    assert sight.own == parse_cards("2♣ 3♦ K♥")
    assert sight.open == (parse_cards("K♥"), parse_cards("Q♥"), parse_cards("6♥"))
    text = repr(sight)
    for card in ("A♣", "A♦", "8♣", "8♦", "4♠"):
        assert card not in text
    assert sight.setting.seed == 0
    assert sees(hand, 1).options == ({} if hand.turn != 1 else hand.options())
    draw = do(drawing(KINGS, NINES), "draw 8♦ 5♦ 3♦")
    assert "8♦" not in repr(sees(draw, 0))
    assert "8♦" in repr(sees(draw, 1))
    for seat in (5, -1, True, "P0"):
        with pytest.raises(ValueError, match="the seats are"):
            sees(draw, seat)  # type: ignore[arg-type]


def test_a_record_is_whole_or_refused() -> None:
    hand = do(full(STRAIGHT, NINES), "bicycle")
    hand2 = Hand(hand.setting)
    with pytest.raises(ValueError, match="recorded when it is over"):
        record(hand2)
    rng_hand = do(Hand(Setting(["Å", "B"], [20, 20], seed=7)), "cut 9", "bet 1", "call")
    do(rng_hand, "draw", "draw", "bet 2", "fold")
    text = record(rng_hand)
    assert record(replay(text)) == text
    for changed in (text.replace("cut 9", "cut 8"), text[:-20], "[]", "5"):
        with pytest.raises(ValueError, match="record"):
            replay(changed)


def test_a_record_that_was_written_long_ago_can_be_read() -> None:
    text = (Path(__file__).parent / "records" / "hand.json").read_text(encoding="utf-8")
    assert replay(text).held == [18, 22]
    assert record(replay(text)) == text


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "8"}, {"seed": 8.5}, {"steps": []}, {"steps": ["0 cut 9"]}, {"steps": "no"},
        {"steps": None}, {"chips": [20]}, {"chips": [20, "x"]}, {"form": "omaha"}, {"ante": 0},
        {"players": ["A", "A"]}, {"dealer": 2}, {"rung": -1}, {"pot": -1}, {"result": {}},
        {"limit": 10**9}, {"fine": True}, {"players": 5}, {"dealer": True},
    ],
)  # fmt: skip
def test_a_forged_record_is_refused_even_with_a_check_that_fits(changes: dict[str, Any]) -> None:
    from tcp.table import write_record

    hand = do(Hand(Setting(["A", "B"], [20, 20], seed=7)), "cut 9", "bet 1", "call")
    data = json.loads(record(do(hand, "draw", "draw", "bet 2", "fold")))
    del data["check"]
    assert replay(write_record(data)).over
    with pytest.raises(ValueError, match="can't be replayed"):
        replay(write_record({**data, **changes}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["A"]}, "2 to 7"),
        ({"players": [str(i) for i in range(8)], "chips": [9] * 8}, "2 to 7"),
        ({"players": "AB"}, "an entry for each player"),
        ({"players": ["A", ""]}, "name"),
        ({"chips": [20, 20, 20]}, "one number each"),
        ({"chips": [20, 2.5]}, "no whole number"),
        ({"pot": -1}, "the pot"),
        ({"form": "draw"}, "no Form"),
        ({"house": 5}, "no House"),
        ({"seed": -1}, "a seed is"),
        ({"seed": 2**128}, "a seed is"),
        ({"dealer": 2}, "the seats are 0 to 1"),
        ({"rung": 1.5}, "steps of the ladder"),
    ],
)
def test_what_is_no_setting_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Setting(**{"players": ["A", "B"], "chips": [20, 20], **change})


@pytest.mark.parametrize("agreed", ["ante", "limit", "fine"])
def test_what_a_house_agrees_on_is_at_most_a_thousand_chips(agreed: str) -> None:
    assert getattr(House(**{agreed: 1_000}), agreed) == 1_000
    with pytest.raises(ValueError, match=f"^{agreed}: at most 1,000 chips"):
        House(**{agreed: 1_001})


def test_what_is_no_step_is_refused() -> None:
    bad: list[Any] = [("call",), (Action.BET, 1.5), (Action.BET, True), (Action.BET, 1, DECK[:1])]
    for parts in bad:
        with pytest.raises(ValueError, match=r"step|whole number|draw"):
            Step(*parts)
    for text in ("", "check", "bet x", "raise 1 2", "drawn"):
        with pytest.raises(ValueError, match=r"[a-z]"):
            Step.parse(text)
    hand = stacked([KINGS, NINES])
    with pytest.raises(ValueError, match="no Step"):
        hand.take(1, "bet 1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the seats are"):
        hand.take(2, Step(Action.BET, 1))
    assert [Step.parse(step.text()) for _, step in hand.steps] == [s for _, s in hand.steps]


def test_what_is_asked_can_be_told_in_every_language() -> None:
    hand = stacked([KINGS, NINES], cut=False)
    keys = []
    for step in ("cut 1", "bet 1", "call", "draw 8♦", "draw", "bet unseen 1", "call", "pass", ""):
        key, values = hand.asked()
        keys.append(key)
        assert all(told(key, code, **values) for code in ("en", "nb", "da", "de", "ru"))
        if step:
            do(hand, step)
    assert keys == [
        "club_cut", "club_lead", "club_bet", "club_draw", "club_draw", "club_lead", "club_bet",
        "club_own", "club_over",
    ]  # fmt: skip
    with pytest.raises(Refusal, match="over"):
        hand.take(0, Step(Action.BET, 1))


def test_an_evening_has_one_hand_at_a_time() -> None:
    evening = Evening({"A": 20, "B": 20})
    hand = evening.open_hand(seed=5)
    with pytest.raises(Refusal, match="under way"):
        evening.open_hand()
    do(hand, "cut 5", "bet 1", "fold")
    assert evening.open_hand().setting.seed != 5
    with pytest.raises(ValueError, match="written as"):
        Evening(["A", "B"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 to 7"):
        Evening({"A": 20})


def test_an_evening_of_one_form_begins_with_what_was_left() -> None:
    evening = Evening({"A": 20, "B": 20}, form=Form.STUD, pot=6, rung=2, seed=1)
    assert (evening.pot, evening.form) == (6, Form.STUD)
    first = do(evening.open_hand(), "cut 5")
    assert (first.form, first.pot, first.setting.rung) == (Form.STUD, 6 + 2, 2)
    do(first, *["pass"] * 10)  # nobody opens, and one of two leads five times
    second = evening.open_hand()
    assert (second.form, second.pot, second.setting.rung) == (Form.STUD, 8, 3)
    assert sum(evening.chips.values()) + 8 == 40 + 6
    mistakes: list[dict[str, Any]] = [{"form": "stud"}, {"pot": -1}, {"rung": -1}]
    for wrong in mistakes:
        with pytest.raises(ValueError, match=r"write Form.DRAW|0 or more|steps of the ladder"):
            Evening({"A": 20, "B": 20}, **wrong)


# --- the table of interpretations ---


def test_every_test_that_the_interpretations_name_is_there() -> None:
    text = (DOCS / "interpretations.md").read_text(encoding="utf-8")
    section = text.split("## The Monday club, rule by rule")[1].split("\n## ")[0]
    named = set(re.findall(r"`(test_\w+)`", section))
    everything = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
    )
    missing = {name for name in named if f"def {name}(" not in everything}
    assert not missing
    here = set(re.findall(r"^def (test_\w+)\(", Path(__file__).read_text("utf-8"), re.MULTILINE))
    rules = here - {name for name in here if name in AROUND}
    assert not rules - named, "a rule that is tested and not in the table"


AROUND = {
    "test_every_test_that_the_interpretations_name_is_there",
    "test_a_forged_record_is_refused_even_with_a_check_that_fits",
    "test_a_record_is_whole_or_refused",
    "test_a_record_that_was_written_long_ago_can_be_read",
    "test_an_evening_has_one_hand_at_a_time",
    "test_an_evening_of_one_form_begins_with_what_was_left",
    "test_what_a_house_agrees_on_is_at_most_a_thousand_chips",
    "test_what_is_asked_can_be_told_in_every_language",
    "test_what_is_no_step_is_refused",
}

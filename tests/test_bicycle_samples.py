"""Bicycle rounds by the hundred thousand, held against plain counts and against the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from tcp import DECK, FiveCategory, rank_five
from tcp.cards import Rank
from tcp.club.bicycle import Form, highest_shown
from tcp.club.calling import called_down
from tcp.club.hand import Hand
from tcp.club.ranking import house_rank, part_rank, showdown
from tcp.club.setting import Setting
from tcp.club.splits import house_splits, house_strengths
from tcp.club.steps import Action, Step
from tcp.exact import five_examples, five_ranks
from tcp.simulate import splits, talking, top_cards
from tcp.simulate.club import _part_strengths

# --- cards from the top --------------------------------------------------------------------------


def test_no_card_comes_twice_and_fewer_cards_are_the_first_of_more() -> None:
    cards = top_cards(2_000, 52, seed=3)
    assert (np.sort(cards, axis=0) == np.arange(52)[:, None]).all()
    assert (top_cards(2_000, 7, seed=3) == cards[:7]).all()
    assert (top_cards(2_000, 7, seed=4) != cards[:7]).any()


def test_each_card_is_as_likely_in_each_place_and_so_is_each_pair() -> None:
    deals = 260_000
    cards = top_cards(deals, 12, seed=5).astype(np.intp)
    for place in cards:
        counts = np.bincount(place, minlength=52)
        assert ((counts - deals / 52) ** 2 / (deals / 52)).sum() < 105  # 51 degrees, 1 in 100,000
    for first, second in ((0, 1), (4, 11), (10, 11)):
        counts = np.bincount(52 * cards[first] + cards[second], minlength=52 * 52)
        expected = deals / (52 * 51)
        chi_square = ((counts - expected) ** 2).sum() / expected - 52 * expected
        assert chi_square < 2_651 + 4.5 * sqrt(2 * 2_651)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 5, 1), "deals = 0: a whole number of deals, from 1 to 4,000,000"),
        ((10**9, 5, 1), "deals = 1000000000"),
        ((10, 53, 1), "cards = 53: a whole number of cards, from 1 to 52"),
        ((10, True, 1), "cards = True"),
        ((10, 5, -1), "seed = -1: a seed is a whole number, 0 or more"),
    ],
)
def test_what_can_not_be_dealt(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        top_cards(*arguments)


# --- the house's rule ----------------------------------------------------------------------------


def test_strengths_in_the_house_are_in_the_order_of_its_ranking() -> None:
    house = house_strengths()
    ranks = [house_rank(hand) for hand in five_examples()]
    assert [rank_five(hand) for hand in five_examples()] == list(five_ranks())
    assert len(set(house.tolist())) == 7_319
    for place in range(1, len(ranks)):
        assert (house[place - 1] == house[place]) == (ranks[place - 1] == ranks[place])
        assert house[place - 1] <= house[place]
    with pytest.raises(ValueError, match="read-only"):
        house[0] = 1


def worth_beside_three(places: tuple[int, ...]) -> tuple[str, int] | None:
    """What four cards add to three of another rank: a three or the higher pair among them."""
    counts = Counter(place // 4 for place in places)
    most = max(counts.values())
    if most in (1, 4):  # nothing; or four of a kind, which is no full house
        return None
    return ("three" if most == 3 else "pair"), max(r for r, n in counts.items() if n == most)


def test_pots_that_only_the_house_splits_by_inclusion_and_exclusion() -> None:
    """Two hands of four from 48 cards: all pairs, less those with a common card, and so on.

    Cards 0 to 47 are those of the other twelve ranks. The two hands split if both are full houses
    over the three alike, the pairs differ, and no higher three comes among them.
    """
    holding: dict[tuple[int, ...], Counter[tuple[str, int]]] = {}
    for hand in combinations(range(48), 4):
        worth = worth_beside_three(hand)
        if worth is not None:
            for size in range(5):
                for part in combinations(hand, size):
                    holding.setdefault(part, Counter())[worth] += 1
    pairs: Counter[tuple[tuple[str, int], tuple[str, int]]] = Counter()
    for part, worths in holding.items():
        for one, many in worths.items():
            for other, times in worths.items():
                pairs[one, other] += (-1) ** len(part) * many * times
    hands = 0
    for lower in range(13):  # how many of the other ranks are below the three alike
        for both, many in pairs.items():
            lowered = all(kind == "pair" or rank < lower for kind, rank in both)
            hands += many if lowered and both[0][1] != both[1][1] else 0
    deals = comb(52, 2) * comb(50, 5) * comb(45, 5)
    assert house_splits() == Fraction(6 * 2 * hands, deals) == Fraction(23_377_912, 166_691_059_395)


@pytest.mark.parametrize(("own", "shared"), [(5, 0), (7, 0), (5, 2), (3, 3), (2, 5), (0, 5)])
def test_splits_are_those_of_the_club_and_of_the_usual_game(own: int, shared: int) -> None:
    deals = 400
    cards = top_cards(deals, 2 * own + shared, seed=own)
    met = Counter[str]()
    for column in cards.T.tolist():
        dealt = [DECK[card] for card in column]
        hands = [dealt[:own] + dealt[2 * own :], dealt[own:]]
        met["usual"] += len(showdown(hands, 1, rank_five).winners) == 2
        met["house"] += len(showdown(hands, 1).winners) == 2
    found = splits(own, shared, deals, seed=own)
    assert (found.usual.hits, found.house.hits) == (met["usual"], met["house"])
    assert found.usual.deals == found.house.deals == deals


def test_the_sample_and_the_count_agree_on_the_rule() -> None:
    found = splits(5, 2, 1_000_000, seed=99)
    gap = found.house.hits - found.usual.hits
    expected = float(house_splits() * found.house.deals)
    assert abs(gap - expected) < 4 * sqrt(expected)
    assert found.usual.share == Fraction(found.usual.hits, 1_000_000)
    share = float(found.house.share)
    assert found.house.standard_error == pytest.approx(sqrt(share * (1 - share) / 1_000_000))


@pytest.mark.parametrize(
    ("own", "shared", "words"),
    [
        (4, 0, "own = 4: a whole number of cards, from 5 to 7"),
        (6, 2, "own = 6: a whole number of cards, from 3 to 5"),
        (5, 8, "shared = 8"),
        (5, "2", "shared = '2'"),
    ],
)
def test_hands_of_other_sizes_are_refused(own: Any, shared: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        splits(own, shared, 10, seed=1)


# --- who talks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_order_of_parts_is_that_of_the_club(size: int) -> None:
    strengths = _part_strengths(size)
    cards = top_cards(4_000, 2 * size, seed=size)
    for column in cards.T.tolist():
        parts = [[DECK[card] for card in half] for half in (column[:size], column[size:])]
        ranks = [part_rank(part) for part in parts]
        mine, yours = (strengths[tuple(card.rank - 2 for card in part)] for part in parts)
        assert (mine > yours, mine == yours) == (ranks[0] > ranks[1], ranks[0] == ranks[1])


OPEN = {Form.SYKKEL: [2, 3, 4, 5], Form.STUD: [1, 2, 3, 4]}


@pytest.mark.parametrize("form", OPEN)
@pytest.mark.parametrize("players", [2, 3, 7])
def test_who_talks_and_who_is_best_card_by_card(form: Form, players: int) -> None:
    """The cards go round one at a time; open are the third to the sixth, or all but the first."""
    deals, size = 250, 7 if form is Form.SYKKEL else 5
    cards = top_cards(deals, size * players, seed=players)
    open_places = OPEN[form]
    wins = Counter[int]()
    for column in cards.T.tolist():
        hands = [[DECK[card] for card in column[seat::players]] for seat in range(players)]
        winners = showdown(hands, 1).winners
        for shown in (1, 2, 3, 4):
            lying = {s: [hands[s][p] for p in open_places[:shown]] for s in range(players)}
            wins[shown] += highest_shown(range(players), lying) in winners
    found = talking(form, players, deals, seed=players)
    assert [(each.shown, each.wins.hits) for each in found] == sorted(wins.items())
    assert {each.wins.deals for each in found} == {deals}


@pytest.mark.parametrize("form", [Form.SYKKEL, Form.STUD])
def test_the_engine_has_the_same_hands_talk_and_win(form: Form) -> None:
    """Each betting round of 500 hands, within four standard errors of the sample."""
    hands = 500
    wins = Counter[int]()
    for seed in range(hands):
        hand = Hand(Setting(("Kari", "Ola", "Per"), (50, 50, 50), form=form, seed=seed))
        talkers = []
        while not hand.over:
            options = hand.options()
            if Action.CUT in options:
                step = Step(Action.CUT, 17)
            elif Action.BET in options:
                step = Step(Action.BET, 1)
                if hand.open[0]:
                    talkers.append(hand.turn)
            else:
                step = Step(Action.CALL)
            assert hand.turn is not None
            hand.take(hand.turn, step)
        assert hand.result is not None
        assert len(talkers) == 4
        for shown, talker in enumerate(talkers, start=1):
            wins[shown] += hand.result.shares[talker or 0] > 0
    for each in talking(form, 3, 200_000, seed=8):
        chance = float(each.wins.share)
        assert abs(wins[each.shown] / hands - chance) < 4 * sqrt(chance * (1 - chance) / hands)


def test_forms_that_show_nothing_and_odd_numbers_of_players_are_refused() -> None:
    for form in (Form.DRAW, Form.MEMPHIS, "stud"):
        with pytest.raises(ValueError, match=r"Form\.SYKKEL and Form\.STUD show cards"):
            talking(form, 3, 10, seed=1)  # type: ignore[arg-type]
    for players in (1, 8):
        with pytest.raises(ValueError, match=f"players = {players}: a whole number of players"):
            talking(Form.STUD, players, 10, seed=1)


# --- hands in which everybody stays --------------------------------------------------------------


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("players", [("Kari", "Ola"), ("Kari", "Ola", "Per", "Ida")])
def test_nobody_draws_and_nobody_folds(form: Form, players: tuple[str, ...]) -> None:
    for seed in range(40):
        hand = called_down(form, players, seed)
        assert hand.over
        assert hand.still_in == hand.order
        assert set(hand.drawn.values()) <= {0}
        assert {step.action for _, step in hand.steps}.isdisjoint({Action.RAISE, Action.JACK})
        rounds = sum(step.action is Action.BET for _, step in hand.steps)
        assert sum(hand.held) == 100 * len(players)
        assert rounds == {"draw": 2, "sykkel": 4, "memphis": 1, "stud": 5}[form.value]


@pytest.mark.parametrize("laid", [(0, 0), (0, 10), (3, 7), (10, 10)])
def test_the_table_cards_come_when_they_are_laid(laid: tuple[int, int]) -> None:
    """Two players and one deck: the table's cards are those after so many dealt ones."""
    late = called_down(Form.MEMPHIS, ("Kari", "Ola"), 5)
    deck = [card for both in zip(late.hidden[1], late.hidden[0], strict=True) for card in both]
    deck += late.table
    hand = called_down(Form.MEMPHIS, ("Kari", "Ola"), 5, laid)
    assert hand.table == [deck[laid[0]], deck[laid[1] + 1]]
    rest = [card for card in deck if card not in hand.table]
    assert (hand.hidden[1], hand.hidden[0]) == (rest[0::2], rest[1::2])


@pytest.mark.parametrize(
    ("form", "laid"), [(Form.DRAW, (0, 0)), (Form.STUD, ()), (Form.MEMPHIS, 5), (Form.MEMPHIS, {3})]
)
def test_moments_belong_to_memphis_and_are_two_in_order(form: Form, laid: Any) -> None:
    with pytest.raises(ValueError, match="two moments, and in memphis only"):
        called_down(form, ("Kari", "Ola"), 5, laid)


@pytest.mark.parametrize("laid", [(0,), (0, 0, 0), (7, 3), (0, 11), (-1, 0)])
def test_moments_that_do_not_come_are_refused(laid: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"laid = |table|lay|card"):
        called_down(Form.MEMPHIS, ("Kari", "Ola"), 5, laid)


def test_a_pot_of_the_engine_that_only_the_house_splits() -> None:
    hand = called_down(Form.MEMPHIS, ("Kari", "Ola"), 50_539)
    hands = [hand.cards(seat) for seat in range(2)]
    assert [rank_five(cards) for cards in hands] == [
        (FiveCategory.FULL_HOUSE, (Rank.KING, Rank.ACE)),
        (FiveCategory.FULL_HOUSE, (Rank.KING, Rank.FOUR)),
    ]
    assert hand.result is not None
    assert hand.result.shares == (2, 2)
    assert showdown(hands, 4, rank_five).shares == (4, 0)

"""The opponents: they know only what their seat knows, play to the end, and differ in strength."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tcp.cards import DECK, parse_cards
from tcp.club.bicycle import Form
from tcp.club.contest import SHORTEST, contest, evenings
from tcp.club.evening import Evening
from tcp.club.hand import Hand, Stage
from tcp.club.opponents import (
    BOLD,
    CAREFUL,
    CHANCE,
    CURIOUS,
    OPPONENTS,
    level,
    play_on,
    to_throw,
)  # fmt: skip
from tcp.club.setting import Setting
from tcp.club.sight import sees
from tcp.club.steps import Action


def swapped(hand: Hand, seat: int, rng: random.Random) -> Hand:
    """The same hand with every card that this seat can't know somewhere else."""
    other = copy.deepcopy(hand)
    places: list[list[Any]] = [other.stock._cards, other.stock.thrown]
    places += [cards for who, cards in enumerate(other.hidden) if who != seat]
    unknown = [card for cards in places for card in cards]
    known = {*other.table, *other.cards(seat), *(c for cards in other.open for c in cards)}
    if seat in other.unseen:  # not even what lies before it face down
        places.append(other.hidden[seat])
        unknown = [card for cards in places for card in cards]
        kept = [card for card in other.hidden[seat] if card not in other.unseen[seat]]
        unknown = [card for card in unknown if card not in kept]
        known -= set(other.unseen[seat])
        places[-1] = hidden = list(other.unseen[seat])
        rng.shuffle(unknown)
        _fill(places, unknown)
        other.unseen[seat] = tuple(hidden)
        other.hidden[seat] = [*kept, *hidden]
    else:
        unknown = [card for card in unknown if card not in known]
        places = [cards for cards in places if not set(cards) & known]
        unknown = [card for cards in places for card in cards]
        rng.shuffle(unknown)
        _fill(places, unknown)
    return other


def _fill(places: list[list[Any]], cards: list[Any]) -> None:
    for place in places:
        for index in range(len(place)):
            place[index] = cards.pop()


@pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda each: each.name)
def test_other_hidden_cards_change_no_sight_and_no_action(opponent: Any) -> None:
    rng = random.Random(opponent.name)
    stages = set()
    moved = 0
    for number in range(60):
        form = list(Form)[number % 4]
        players = [f"P{seat}" for seat in range(2 + number % 4)]
        rung = number % 3 if number % 2 else None
        hand = Hand(Setting(players, [50] * len(players), form=form, rung=rung, seed=number))
        while (seat := hand.turn) is not None:
            if hand.stage not in (Stage.CUT, Stage.CHOOSING):
                other = swapped(hand, seat, rng)
                moved += other.hidden != hand.hidden or seat in hand.unseen
                assert sees(other, seat) == sees(hand, seat)
                seed = rng.random()
                mine = opponent.decide(sees(hand, seat), random.Random(seed))
                assert opponent.decide(sees(other, seat), random.Random(seed)) == mine
                stages.add(hand.stage)
            step = rng.choice((opponent, CHANCE)).decide(sees(hand, seat), rng)
            hand.take(seat, step)
    assert stages == {Stage.LAYING, Stage.BETTING, Stage.DRAWING}
    assert moved > 300


@pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda each: each.name)
def test_each_plays_every_form_to_the_end_at_any_table(opponent: Any) -> None:
    rng = random.Random(5)
    for form in Form:
        for number in range(2, 8):
            for rung in (None, 3):
                setting = Setting(
                    [str(n) for n in range(number)], [9] * number, form=form, rung=rung
                )
                hand = Hand(setting)
                play_on(hand, [opponent] * number, rng)
                assert hand.over


def test_the_opponents_have_different_names_and_manners() -> None:
    assert len({each.name for each in OPPONENTS}) == len(OPPONENTS) >= 4


def test_the_careful_one_never_opens_falsely_and_the_bold_one_does() -> None:
    false: dict[str, int] = {}
    for one in (CAREFUL, CURIOUS, BOLD):
        evening = Evening({"A": 10_000, "B": 10_000, "C": 10_000}, seed=4)
        rng = random.Random(6)
        for _ in range(250):
            play_on(evening.open_hand(), [one, CAREFUL, CAREFUL], rng)
        openings = [h.opening for h in evening.hands if h.opening and h.opening.seat == 0]
        assert openings
        false[one.name] = sum(opening.false for opening in openings)
    assert (false["careful"], false["curious"]) == (0, 0)
    assert false["bold"] > 0


def test_the_bold_one_bets_unseen_and_asks_for_bicycle_rounds() -> None:
    evening = Evening({"A": 10_000, "B": 10_000}, seed=4)
    rng = random.Random(6)
    for _ in range(300):
        play_on(evening.open_hand(), [BOLD] * 2, rng)
    actions = {step.action for hand in evening.hands for _, step in hand.steps}
    assert {Action.BET_UNSEEN, Action.BICYCLE, Action.LOOK, Action.RAISE} <= actions
    assert {hand.form for hand in evening.hands} == set(Form)


@pytest.mark.parametrize(
    ("own", "table", "thrown"),
    [
        ("8♣ 8♦ K♥ J♠ 3♣", "", "K♥ J♠ 3♣"),
        ("8♣ 8♦ K♥ K♠ 3♣", "", "3♣"),
        ("A♣ 8♣ 4♣ 3♣ K♥", "", "K♥"),
        ("A♣ 8♦ 4♣ 3♥ K♥", "", "8♦ 4♣ 3♥ K♥"),
        ("9♣ 8♦ 7♣ 6♥ 5♥", "", ""),
        ("8♣ 7♦ K♥ J♠ 3♣", "8♦ 2♣", "7♦ K♥ J♠ 3♣"),
    ],
)
def test_what_a_simple_player_throws(own: str, table: str, thrown: str) -> None:
    assert to_throw(parse_cards(own), parse_cards(table)) == parse_cards(thrown)


def test_levels_rise_with_the_hand() -> None:
    hands = ["K♥ 7♣ 5♣ 4♣ 2♠", "7♥ 7♣ 5♣ 4♣ 2♠", "K♥ K♣ 5♣ 4♣ 2♠", "K♥ K♣ 5♣ 5♦ 2♠"]
    assert [level(parse_cards(hand)) for hand in hands] == [0, 1, 2, 3]
    assert level(DECK[:1]) == 0
    assert level(parse_cards("2♣ 3♣ 4♦ 5♥ 6♣")) == 4


def test_an_opponent_that_is_not_asked_says_so() -> None:
    hand = Hand(Setting(["A", "B"], [9, 9], seed=1))
    with pytest.raises(ValueError, match="nobody asks"):
        CAREFUL.decide(sees(hand, 0), random.Random(1))


def test_skill_beats_chance_and_the_order_of_the_two_is_no_matter() -> None:
    forth = contest(CAREFUL, CHANCE, 1_500, seed=1)
    back = contest(CHANCE, CAREFUL, 1_500, seed=1)
    assert forth.hands >= 1_500
    assert forth.mean > 4 * forth.standard_error > 0
    assert back.mean < -4 * back.standard_error
    assert contest(CAREFUL, CHANCE, 1_500, seed=1) == forth
    assert abs(contest(BOLD, BOLD, 1_500, seed=2).mean) < 1


def test_the_error_is_that_of_independent_evenings() -> None:
    found = [contest(CURIOUS, CHANCE, 300, seed=seed) for seed in range(12)]
    mean = sum(each.mean for each in found) / len(found)
    spread = (sum((each.mean - mean) ** 2 for each in found) / (len(found) - 1)) ** 0.5
    stated = sum(each.standard_error for each in found) / len(found)
    assert 0.4 < spread / stated < 2


def test_a_contest_of_one_evening_gets_a_second_one() -> None:
    (one,) = evenings(CAREFUL, CHANCE, SHORTEST + 1, seed=1)
    (two,) = evenings(CAREFUL, CHANCE, 1, seed=2)
    found = contest(CAREFUL, CHANCE, SHORTEST + 1, seed=1)
    assert found.hands == one[0] + two[0]
    assert found.mean == (one[1] + two[1]) / found.hands
    assert found.standard_error > 0


def test_too_few_hands_for_an_error_are_refused() -> None:
    for hands in (SHORTEST, 0, -1, True, 200.0):
        with pytest.raises(ValueError, match="two evenings"):
            contest(CAREFUL, CHANCE, hands, seed=1)  # type: ignore[arg-type]

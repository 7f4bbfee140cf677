"""Hands of every form with random steps: whatever is done, the game stays a game.

`CLUB_HANDS=10000 python -m pytest tests/test_club_play.py -k random_hand` plays 10,000 hands of
each form, half of them jackpots; without it the number is small enough for every day.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcp.cards import DECK
from tcp.club.bicycle import Form
from tcp.club.ending import Ending
from tcp.club.evening import Evening
from tcp.club.hand import Hand, Stage
from tcp.club.opponents import BOLD, CHANCE, play_on
from tcp.club.record import record, replay
from tcp.club.setting import Setting
from tcp.club.sight import sees
from tcp.club.steps import Action, House, Step
from tcp.languages import Refusal

HANDS = int(os.environ.get("CLUB_HANDS", "300"))
FULL_STAKES = (Action.BET, Action.BET_UNSEEN, Action.RAISE)

BETTING_STEPS = (
    *FULL_STAKES, Action.CALL, Action.FOLD, Action.JACK, Action.ACCEPT, Action.PASS,
)  # fmt: skip


def setting(rng: random.Random, form: Form, *, jackpot: bool) -> Setting:
    """Any start of a hand: two to seven players, some of them short of chips."""
    players = rng.randint(2, 7)
    house = House(rng.randint(1, 3), rng.randint(1, 8), rng.randint(1, 6))
    return Setting(
        [f"P{seat}" for seat in range(players)],
        [rng.choice([house.ante, house.ante + 2, 10, 40, 40]) + 2 for _ in range(players)],
        rng.randrange(players),
        form,
        house,
        rng.choice([0, 0, 7]),
        rng.randrange(10) if jackpot else None,
        rng.getrandbits(64),
    )


def state(hand: Hand) -> tuple[Any, ...]:
    """All that a step may change."""
    betting = hand.betting
    return (
        hand.stage, hand.turn, hand.pot, tuple(hand.held), tuple(hand.steps), hand.result,
        tuple(map(tuple, hand.hidden)), tuple(map(tuple, hand.open)), tuple(hand.table),
        dict(hand.unseen), set(hand.out), dict(hand.drawn), hand.opening, hand.bicycle,
        len(hand.stock), tuple(hand.stock.thrown), tuple(hand.stock.apart),
        betting and (dict(betting.stakes), betting.bidder, betting.proposer, betting.outcome),
    )  # fmt: skip


def check_cards(hand: Hand) -> None:
    """Each of the 52 cards is in exactly one place."""
    places = [*hand.table, *hand.stock._cards, *hand.stock.thrown, *hand.stock.apart]
    for seat in hand.order:
        places += hand.open[seat]
        places += [] if seat in hand.out else hand.hidden[seat]
    assert sorted(card.index for card in places) == list(range(52))


def judge(hand: Hand, number: int) -> dict[Action, set[int]]:
    """What is open in a betting round, worked out anew from its steps; written on its own.

    `number` is how many steps of the betting round have been taken.
    """
    betting = hand.betting
    assert betting is not None
    house, jackpot = hand.setting.house, hand.setting.rung is not None
    seats = list(betting.order)
    mine = [entry for entry in hand.steps if entry[1].action in BETTING_STEPS]
    earlier, here = mine[: len(mine) - number], mine[len(mine) - number :]
    opened = any(step.action in FULL_STAKES for _, step in earlier)
    stakes = dict.fromkeys(seats, 0)
    bidder = proposer = None
    for seat, step in here:
        if step.action in FULL_STAKES:
            stakes[seat], bidder = step.amount, seat
        elif step.action is Action.CALL:
            stakes[seat] = max(stakes.values())
        elif step.action is Action.JACK:
            proposer = seat
    asked = hand.turn
    assert asked is not None
    seat = asked
    stake, own, chips = max(stakes.values()), stakes[seat], hand.held[seat]
    more = {to for to in range(stake + 1, house.limit + 1) if to - own <= chips}
    found: dict[Action, set[int]] = {}
    new = len(hand.unseen.get(seat, ())) > 0
    if new:
        found[Action.LOOK] = {0}
    if bidder is None:
        found[Action.BET] = more
        if new and proposer is None and seat == seats[0]:
            found[Action.BET_UNSEEN] = more
        if proposer is not None:
            found[Action.ACCEPT] = {0}
        elif jackpot and not opened:
            found[Action.PASS] = {0}
        else:
            found[Action.JACK] = {0}
    elif bidder == seat:
        assert here[-1][1].action in (Action.CALL, Action.FOLD)
        stakes_here = [each.action for _, each in here if each.action in FULL_STAKES]
        assert stakes_here[-1] is Action.BET_UNSEEN
        found |= {Action.RAISE: more, Action.PASS: {0}}
    else:
        found |= {Action.RAISE: more, Action.FOLD: {0}}
        if stake - own <= chips:
            found[Action.CALL] = {0}
    return {action: amounts for action, amounts in found.items() if amounts}


def candidate(hand: Hand, rng: random.Random) -> tuple[int, Step]:
    """A step of any kind, sensible or not, by the seat whose turn it is or another."""
    seat = hand.turn or 0
    action = rng.choice(list(Action))
    if action is Action.DRAW:
        cards = [*hand.hidden[seat], rng.choice(DECK)]
        some = tuple(rng.choice(cards) for _ in range(rng.randrange(4)))  # some come twice
        return seat, Step(action, rng.choice([0, 0, 1]), some)
    if rng.random() < 0.2:
        seat = (seat + 1) % len(hand.players)
    return seat, Step(action, rng.choice([-1, 0, 1, 2, hand.setting.house.limit, 9, 10, 52]))


def must_be_refused(hand: Hand, seat: int, step: Step) -> None:
    """A step that isn't open changes nothing and gives a reason."""
    before, reason = state(hand), ""
    try:
        hand.take(seat, step)
    except ValueError as error:
        reason = str(error)
    assert len(reason) > 10, f"{step} of seat {seat} was accepted"
    assert state(hand) == before


def is_open(hand: Hand, seat: int, step: Step, number: int) -> bool:
    """Whether a candidate is a step that this seat may do."""
    if seat != hand.turn:
        return False
    if step.action is Action.DRAW:
        held = Counter(hand.hidden[seat])
        fits = not Counter(step.cards) - held and step.amount == 0
        return hand.stage is Stage.DRAWING and fits
    if hand.stage is Stage.BETTING:
        return step.amount in judge(hand, number).get(step.action, ())
    return step.amount in hand.options().get(step.action, ())


def walk(hand: Hand, rng: random.Random) -> None:
    """Play a hand to its end by chance, and look at everything on the way."""
    total = sum(hand.held) + hand.pot
    most = 2_000
    before, number = None, 0
    while (turn := hand.turn) is not None:
        most -= 1
        assert most, "this hand doesn't end"
        if hand.stage is Stage.BETTING:
            if hand.betting is not before:
                before, number = hand.betting, 0
            mine = {action: set(amounts) for action, amounts in hand.options().items()}
            assert mine == judge(hand, number)
        assert hand.options(), "a dead end"
        for _ in range(2):
            seat, step = candidate(hand, rng)
            if not is_open(hand, seat, step, number):
                must_be_refused(hand, seat, step)
        sight = sees(hand, turn)
        assert hand.stage is not Stage.DRAWING or not sight.unseen  # who draws has looked
        step = CHANCE.decide(sight, rng)
        if step.action is Action.FOLD and rng.random() < 0.6 and Action.CALL in sight.options:
            step = Step(Action.CALL)  # or hardly a hand would come to its end
        hand.take(turn, step)
        number += step.action in BETTING_STEPS
        assert sum(hand.held) + hand.pot == total
        assert min(hand.held) >= 0
        check_cards(hand)
    assert hand.over
    must_be_refused(hand, *candidate(hand, rng))


@pytest.mark.parametrize("jackpot", [False, True], ids=["plain", "jackpot"])
@pytest.mark.parametrize("form", Form)
def test_a_random_hand_keeps_chips_cards_and_rules(form: Form, jackpot: bool) -> None:
    rng = random.Random(f"{form.value} {jackpot}")
    endings: Counter[Ending] = Counter()
    players: set[int] = set()
    for _ in range(HANDS // 2):
        hand = Hand(setting(rng, form, jackpot=jackpot))
        walk(hand, rng)
        assert hand.result is not None
        endings[hand.result.ending] += 1
        players.add(len(hand.players))
        text = record(hand)
        again = replay(text)
        assert state(again) == state(hand)
        assert record(again) == text
    assert players == set(range(2, 8))
    expected = {Ending.SHOWDOWN, Ending.ALONE}
    if not (jackpot and form is Form.MEMPHIS):  # where nobody leads again after the opening
        expected.add(Ending.JACKED)
    if jackpot and form in (Form.DRAW, Form.MEMPHIS):  # by chance somebody opens some time
        expected.add(Ending.UNOPENED)
    assert set(endings) - {Ending.UNOPENED} == expected - {Ending.UNOPENED}
    assert (Ending.UNOPENED in endings) >= (Ending.UNOPENED in expected)
    assert jackpot or Ending.UNOPENED not in endings


@settings(max_examples=40)
@given(st.integers(0, 2**64 - 1), st.sampled_from(list(Form)), st.booleans())
def test_any_seed_gives_a_hand_that_ends(seed: int, form: Form, jackpot: bool) -> None:
    rng = random.Random(seed)
    walk(Hand(setting(rng, form, jackpot=jackpot)), rng)


def test_an_evening_keeps_its_chips_from_hand_to_hand() -> None:
    forms: Counter[Form] = Counter()
    refusals = set()
    for seed in range(6):
        rng = random.Random(seed)
        names = [f"P{seat}" for seat in range(2 + seed)]
        evening = Evening(dict.fromkeys(names, 60), seed=seed)
        left = 0
        for _ in range(60):
            try:
                hand = evening.open_hand()
            except Refusal as error:
                refusals.add(error.key)
                break
            forms[hand.form] += 1
            assert hand.setting.pot == left
            play_on(hand, [BOLD] * len(hand.players), rng)
            left = hand.pot
            assert sum(evening.chips.values()) + left == 60 * len(names)
    assert set(forms) == set(Form)
    assert refusals <= {"club_players"}

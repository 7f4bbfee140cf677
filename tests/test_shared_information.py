"""What it is worth to know all boxes' cards: each deal against the exact engine."""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tcp import DECK, Bets, Card, Decision, Rules, load_rules, settle
from tcp.exact import analyse
from tcp.simulate import SharedInformation, shared, shared_information
from tcp.simulate.dealing import deal_block
from tcp.simulate.runs import tasks
from tcp.simulate.settling import game
from tests.forget import forget
from tests.test_bad_input import says
from tests.test_exact_analysis import VARIED

PAGAT = load_rules("pagat")
Hand = tuple[Card, ...]


def hands_of(boxes: np.ndarray[Any, Any], deal: int) -> list[Hand]:
    return [tuple(DECK[card] for card in hand) for hand in boxes[:, :, deal].tolist()]


@pytest.mark.parametrize("name", ["plain", "bonus_needs_win", "every hand qualifies", "ante_bonus"])
@pytest.mark.parametrize("boxes", [2, 4, 6])
def test_each_deal_against_an_analysis_with_dead_cards(name: str, boxes: int) -> None:
    rules = VARIED[name]
    cards = deal_block(boxes, 0, 400, boxes)[1:]
    found = shared.gains(game(rules, "best", Bets(1), boxes), cards)
    unit = shared_information(rules, 1, seed=1, boxes=boxes).unit // boxes
    usual = analyse(rules)
    # Deals in which somebody decides otherwise are rare, so they are sought out.
    changed = np.flatnonzero((found > 0).any(axis=0))[:4].tolist()
    assert changed
    for deal in (*changed, 0, 1):
        hands = hands_of(cards, deal)
        for box, hand in enumerate(hands):
            dead = [card for other in hands if other != hand for card in other]
            known = analyse(rules, dead=dead)
            best = max(known.play_ev(hand), Fraction(-1))
            without = known.play_ev(hand) if usual.best(hand) is Decision.PLAY else Fraction(-1)
            assert Fraction(int(found[box, deal]), unit) == best - without


def test_the_gain_is_the_mean_over_deals_with_its_error() -> None:
    found = shared_information(PAGAT, 3_000, seed=9, boxes=3)
    played = game(PAGAT, "best", Bets(1), 3)
    # The deals of its two blocks, as they are dealt.
    parts = [(0, shared.BLOCK), (1, 3_000 - shared.BLOCK)]
    gains = np.concatenate(
        [shared.gains(played, deal_block(9, block, deals, 3)[1:]) for block, deals in parts], axis=1
    )
    each = gains.sum(axis=0) / found.unit
    assert float(found.gain) == pytest.approx(each.mean(), rel=1e-12)
    assert found.standard_error == pytest.approx(each.std(ddof=1) / 3_000**0.5, rel=1e-9)
    assert found.changed == np.count_nonzero(gains)
    assert (found.deals, found.decisions) == (3_000, 9_000)
    assert found.house_edge == analyse(PAGAT).ante.house_edge - found.gain
    low, high = found.interval()
    assert high - low == pytest.approx(2 * 1.959964 * found.standard_error)


def test_a_deal_settled_against_every_hand_the_dealer_may_hold() -> None:
    played = game(PAGAT, "best", Bets(1), 6)
    cards = deal_block(3, 0, 200, 6)[1:]
    gains = shared.gains(played, cards)
    deal = int((gains > 0).sum(axis=0).argmax())
    hands = hands_of(cards, deal)
    rest = [card for card in DECK if not any(card in hand for hand in hands)]
    dealers = list(combinations(rest, 3))
    unit = shared_information(PAGAT, 1, seed=1, boxes=6).unit // 6
    assert np.count_nonzero(gains[:, deal]) > 1
    changed, others = np.flatnonzero(gains[:, deal]), np.flatnonzero(gains[:, deal] == 0)
    for box in (*changed[:2].tolist(), int(others[0])):
        hand = hands[box]
        nets = [settle(PAGAT, Bets(1), hand, dealer, Decision.PLAY).net for dealer in dealers]
        worth = {Decision.PLAY: Fraction(sum(nets)) / len(nets), Decision.FOLD: Fraction(-1)}
        usual = analyse(PAGAT).best(hand)
        assert Fraction(int(gains[box, deal]), unit) == max(worth.values()) - worth[usual]


def test_sharing_helps_more_with_more_boxes_and_never_beats_the_house() -> None:
    exact = analyse(PAGAT).ante.house_edge
    found = [shared_information(PAGAT, 6_000, seed=4, boxes=boxes) for boxes in range(2, 7)]
    edges = [exact, *(each.house_edge for each in found)]
    assert edges == sorted(edges, reverse=True)
    assert edges[-1] > Fraction(2, 100)
    assert all(each.standard_error < 0.0003 for each in found)
    # Rounds played out would need thousands of times as many deals for errors as small.
    assert 1.64 / math.sqrt(6_000) > 70 * found[-1].standard_error


def test_the_edges_for_two_to_six_boxes_stay_the_same_for_good() -> None:
    found = [shared_information(PAGAT, 2_500, seed=1, boxes=boxes) for boxes in range(2, 7)]
    assert [(each.changed, round(float(each.house_edge), 8)) for each in found] == [
        (74, 0.03314121),
        (200, 0.03219104),
        (619, 0.0301345),
        (732, 0.02846621),
        (1249, 0.02657648),
    ]


@pytest.mark.parametrize("boxes", [2, 6])
def test_workers_find_the_same(boxes: int) -> None:
    alone = shared_information(PAGAT, 5_000, seed=2, boxes=boxes)
    with ProcessPoolExecutor(2) as executor:
        assert shared_information(PAGAT, 5_000, seed=2, boxes=boxes, executor=executor) == alone
    assert alone.complete


def test_tasks_of_several_blocks_are_the_same_deals() -> None:
    alone = shared_information(PAGAT, 7_000, seed=2, boxes=2)
    parts = [shared.count(task) for task in tasks(alone.game, 7_000, 2, 3, shared.BLOCK)]
    assert [part.deals for part in parts] == [3 * shared.BLOCK, 7_000 - 3 * shared.BLOCK]
    assert parts[1] + parts[0] == alone


def test_stopping_keeps_what_was_done() -> None:
    found = shared_information(PAGAT, 10**9, seed=2, boxes=2, stop=lambda: True)
    assert (found.deals, found.asked, found.complete) == (shared.BLOCK, 10**9, False)
    whole = shared_information(PAGAT, shared.BLOCK, seed=2, boxes=2)
    assert found == replace(whole, asked=10**9)
    assert "2,048 deals of 1,000,000,000, then stopped: house edge 3." in repr(found)


def test_other_seeds_add_up_and_nothing_else_does() -> None:
    one = shared_information(PAGAT, 500, seed=1, boxes=2)
    other = shared_information(PAGAT, 700, seed=2, boxes=2)
    both = one + other
    assert both.gain == (one.gain * 500 + other.gain * 700) / 1_200
    assert both.changed == one.changed + other.changed
    says(lambda: one + one, "both have rounds of seed 1")
    more = shared_information(PAGAT, 5, seed=3, boxes=3)
    says(lambda: one + more, "only rounds of the same game", "boxes: 2 and 3")
    with pytest.raises(TypeError):
        one + 1  # type: ignore[operator]


def test_too_few_deals_have_no_error() -> None:
    one = shared_information(PAGAT, 1, seed=1, boxes=2)
    says(lambda: one.standard_error, "1 deals are too few", "2 or more")
    none = SharedInformation(one.game, 0, 0, 0, 0, 0, {})
    says(lambda: none.house_edge, "0 deals are too few")


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"boxes": 1}, ("boxes = 1: the boxes that share are a whole number, from 2 to 6",)),
        ({"boxes": 7}, ("boxes = 7", "from 2 to 6")),
        ({"boxes": 2.0}, ("boxes = 2.0", "from 2 to 6")),
        ({"rules": VARIED["max_boxes"]}, ("boxes = 2", "from 2 to 1")),
        ({"deals": 0}, ("deals = 0: a number of deals is whole, from 1 to",)),
        ({"deals": True}, ("deals = True",)),
        ({"seed": -1}, ("seed = -1: a seed is a whole number",)),
        ({"rules": "pagat"}, ("'pagat' are no rules",)),
        ({"executor": 2}, ("executor = 2",)),
        ({"progress": 1}, ("progress = 1",)),
        ({"stop": 1}, ("stop = 1",)),
    ],
)
def test_what_is_refused(change: dict[str, Any], parts: tuple[str, ...]) -> None:
    good: dict[str, Any] = {"rules": PAGAT, "deals": 10, "seed": 1, "boxes": 2}
    says(lambda: shared_information(**{**good, **change}), *parts)


def test_rules_that_pay_fractions_stay_exact() -> None:
    rules: Rules = VARIED["huge ratios"]
    found = shared_information(rules, 300, seed=1, boxes=2)
    assert isinstance(found.gain, Fraction)
    assert found.unit % (math.comb(46, 3) * 2) == 0


def test_tables_that_another_thread_makes_are_the_same() -> None:
    """NumPy 2.1.0 and 2.1.1 get them wrong there, on Python 3.13."""
    forget()
    with ThreadPoolExecutor(1) as elsewhere:
        found = shared_information(PAGAT, 2_000, seed=2, boxes=4, executor=elsewhere)
    forget()
    assert found == shared_information(PAGAT, 2_000, seed=2, boxes=4)

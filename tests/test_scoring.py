"""A decision is scored by what it brings on average, not by what came of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tcp.cards import deal, parse_cards
from tcp.payouts import Decision
from tcp.ranking import parse_threshold, rank_hand
from tcp.rules import load_rules
from tcp.scoring import Score, advise
from tcp.showdown import play_value

PAGAT = load_rules("pagat")
PLAY, FOLD = Decision.PLAY, Decision.FOLD


def test_the_advice_is_play_from_q_6_4_up() -> None:
    border = parse_threshold("Q-6-4")
    rng = random.Random(3)
    for _ in range(60):
        (hand,) = deal(rng, 3)
        advice = advise(hand, PAGAT)
        assert advice.best is (PLAY if rank_hand(hand) >= border else FOLD)
        assert advice.play == play_value(hand, PAGAT)
        assert advice.fold == -1
        assert advice.cost(advice.best) == 0
        assert max(advice.cost(PLAY), advice.cost(FOLD)) == abs(advice.play + 1)


def test_known_cards_can_change_the_advice() -> None:
    hand = parse_cards("Q♥ 6♦ 3♣")
    assert advise(hand, PAGAT).best is FOLD
    high = parse_cards("A♣ A♦ A♥ K♣ K♦ K♥")  # three aces and three kings less for the dealer
    advice = advise(hand, PAGAT, dead=high)
    assert advice.best is PLAY
    assert advice.play == play_value(hand, PAGAT, dead=high)


def test_where_both_are_worth_the_same_folding_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = parse_cards("Q♥ 6♦ 4♣")
    for value, best in ((-1, FOLD), (Fraction(-999, 1000), PLAY), (Fraction(-1001, 1000), FOLD)):
        monkeypatch.setattr("tcp.scoring.play_value", lambda *_, value=value, **__: Fraction(value))
        assert advise(hand, PAGAT).best is best


def test_best_less_lost_plus_luck_is_what_came() -> None:
    rng, score = random.Random(1), Score()
    came = Fraction(0)
    for _ in range(50):
        (hand,) = deal(rng, 3)
        decision, got = rng.choice([PLAY, FOLD]), rng.randrange(-4, 5)
        score.add(advise(hand, PAGAT), decision, rng.randrange(1, 6), got)
        came += got
    assert score.decisions == 50
    assert 0 < score.mistakes < 50
    assert score.lost > 0
    assert score.best - score.lost + score.luck == score.got == came


def test_a_hand_of_two_and_a_card_known_twice_are_refused() -> None:
    with pytest.raises(ValueError, match="a hand here has 3"):
        advise(parse_cards("Q♥ 6♦"), PAGAT)
    with pytest.raises(ValueError, match="twice"):
        advise(parse_cards("Q♥ 6♦ 3♣"), PAGAT, dead=parse_cards("Q♥"))


def test_cards_seen_of_the_dealers_hand_count() -> None:
    hand = parse_cards("Q♥ 6♦ 4♣")
    assert advise(hand, PAGAT, dealer_shows=parse_cards("2♠")).best is PLAY
    ace = advise(hand, PAGAT, dealer_shows=parse_cards("A♠"))
    assert ace.best is FOLD
    assert ace.play == -2

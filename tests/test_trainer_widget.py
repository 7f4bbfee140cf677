"""The decision trainer, driven through its own buttons."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tcp import Category, Decision, load_rules, parse_cards, parse_threshold, rank_hand
from tcp.showdown import FOLD_VALUE, play_value
from tcp.widgets.trainer import TrainerWidget

ROOT = Path(__file__).resolve().parents[1]
PAGAT = load_rules("pagat")
BORDER = parse_threshold("Q-6-4")


def decide(trainer: TrainerWidget, *, right: bool = True) -> None:
    """Press the button of the right decision, or of the wrong one."""
    plays = play_value(trainer.hand, trainer.rules) > FOLD_VALUE
    button = trainer.play_button if plays == right else trainer.fold_button
    button.click()


def holding(trainer: TrainerWidget, hand: str) -> TrainerWidget:
    """The trainer with this hand to decide."""
    trainer.hand = parse_cards(hand)
    return trainer


def test_a_right_decision_brings_the_next_hand_and_only_listeners_hear_that_it_was_right() -> None:
    trainer = TrainerWidget(seed=1)
    for number in range(2, 12):
        before = trainer.hand
        decide(trainer)
        assert trainer.hand != before
        cards = " ".join(map(str, trainer.hand))
        assert trainer.message.startswith(f"Right. Hand {number}: {cards}, ")
        assert trainer.told.value == '<p class="tcp-result">Play for one more Ante, or fold?</p>'
        assert f"Hands {number - 1}, mistakes 0." in trainer.progress.value
    assert trainer.lost == 0
    assert (trainer.streak, trainer.longest) == (10, 10)


@pytest.mark.parametrize(
    ("hand", "decision", "line", "cost"),
    [
        ("Q♥ 6♦ 3♣", Decision.PLAY, "a fold: playing brings −1.0026 Antes", Fraction(1, 392)),
        ("Q♥ 6♦ 4♣", Decision.FOLD, "a Play: playing brings −0.9934 Antes", Fraction(61, 9212)),
        ("K♥ 3♦ 2♣", Decision.FOLD, "a Play: playing brings −0.5515 Antes", Fraction(8263, 18424)),
        ("A♥ A♦ A♣", Decision.FOLD, "a Play: playing brings 5.6", None),
    ],
)
def test_a_mistake_gets_one_line_with_the_expectation_and_the_cost(
    hand: str, decision: Decision, line: str, cost: Fraction | None
) -> None:
    trainer = holding(TrainerWidget(seed=1), hand)
    button = trainer.play_button if decision is Decision.PLAY else trainer.fold_button
    button.click()
    assert f"{hand} is {line}" in trainer.message
    assert trainer.message in trainer.told.value
    assert "on average, a fold −1. Cost: " in trainer.message
    assert cost is None or trainer.lost == cost
    assert f"Cost: {float(trainer.lost):.4f} Antes." in trainer.message
    assert (trainer.decided, trainer.mistakes, trainer.streak) == (1, 1, 0)
    assert (trainer.play_button.disabled, trainer.next_button.disabled) == (True, False)
    shown = trainer.hand
    trainer.next_button.click()
    assert trainer.hand != shown
    assert (trainer.play_button.disabled, trainer.next_button.disabled) == (False, True)
    assert "Cost" not in trainer.told.value


def test_the_score_adds_up_and_starts_again() -> None:
    trainer, lost = TrainerWidget(seed=2), Fraction(0)
    for right in (True, True, False, True, False):
        if not right:
            lost += abs(play_value(trainer.hand, PAGAT) - FOLD_VALUE)
        decide(trainer, right=right)
        if not right:
            trainer.next_button.click()
    assert (trainer.decided, trainer.mistakes) == (5, 2)
    assert (trainer.streak, trainer.longest) == (0, 2)
    assert (trainer.lost, trainer.lost_per_hand) == (lost, lost / 5)
    assert f"{float(lost):.4f} Antes in all, {float(lost / 5):.4f} a hand" in trainer.score()
    decide(trainer, right=False)  # a reset is possible while a mistake is shown
    trainer.reset_button.click()
    assert trainer.lost == 0
    assert (trainer.decided, trainer.mistakes, trainer.longest) == (0, 0, 0)
    assert "Lost by mistakes: 0.0000 Antes in all, 0.0000 a hand" in trainer.progress.value
    assert trainer.message.startswith("The score starts again. Hand 1: ")
    assert not trainer.play_button.disabled


def test_out_of_turn_clicks_show_a_sentence() -> None:
    trainer = TrainerWidget(seed=3)
    shown = trainer.hand
    trainer.next_button.click()
    assert trainer.error == "This hand is not decided yet: play or fold first."
    assert trainer.message == trainer.error
    decide(trainer, right=False)
    assert trainer.error == ""
    for button in (trainer.play_button, trainer.fold_button):
        button.click()
        assert trainer.error == "This hand is decided: deal the next one."
    assert (trainer.decided, trainer.hand) == (1, shown)


def test_hands_are_weighted_to_the_border_but_any_may_come() -> None:
    trainer = TrainerWidget(seed=4)
    hands = []
    for _ in range(400):
        hands.append(rank_hand(trainer.hand))
        decide(trainer)
    kinds = {rank.category for rank in hands}
    assert {Category.HIGH_CARD, Category.PAIR, Category.FLUSH, Category.STRAIGHT} <= kinds
    queens = sum(rank.category == Category.HIGH_CARD and rank.ranks[0] == 12 for rank in hands)
    assert queens > 200  # 12 in 100 of all hands
    assert 130 < sum(rank < BORDER for rank in hands) < 270


def test_the_same_seed_gives_the_same_hands_and_none_gives_fresh_ones() -> None:
    def hands(trainer: TrainerWidget) -> list[Any]:
        found = []
        for _ in range(5):
            found.append(trainer.hand)
            decide(trainer)
        return found

    assert hands(TrainerWidget(seed=5)) == hands(TrainerWidget(seed=5))
    assert hands(TrainerWidget()) != hands(TrainerWidget())


def test_other_rules_have_another_border() -> None:
    always = replace(PAGAT, name="the dealer always plays", dealer_qualifies="5-3-2")
    trainer = holding(TrainerWidget(always, seed=1), "J♥ 9♦ 8♣")
    trainer.fold_button.click()
    assert "J♥ 9♦ 8♣ is a Play" in trainer.message
    same = holding(TrainerWidget(seed=1), "J♥ 9♦ 8♣")
    same.fold_button.click()
    assert same.mistakes == 0


def test_its_text_says_the_hand_and_the_score() -> None:
    trainer = holding(TrainerWidget(seed=1), "Q♥ 6♦ 3♣")
    assert trainer.text() == (
        "[Play-or-fold trainer] Hand 1: Q♥ 6♦ 3♣, queen high (Q-6-3). Play or fold? Hands 0, "
        "mistakes 0. Lost by mistakes: 0.0000 Antes in all, 0.0000 a hand. "
        "Streak without a mistake: 0, longest 0."
    )
    trainer.play_button.click()
    assert "[Play-or-fold trainer] Q♥ 6♦ 3♣ is a fold: " in trainer.text()
    assert trainer.voice.shortcuts == {
        "p": "tcp-play",
        "f": "tcp-fold",
        "d": "tcp-deal",
        "r": "tcp-reset",
    }


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"rules": "nowhere"}, "neither known rules"), ({"seed": "x"}, "is no seed")],
)
def test_what_it_cannot_be_built_with_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TrainerWidget(**wrong)


def test_it_runs_without_numpy() -> None:
    program = (
        "from tcp.widgets.trainer import TrainerWidget\n"
        "trainer = TrainerWidget(seed=1)\n"
        "trainer.play_button.click()\n"
        "import sys\nassert not {'numpy', 'matplotlib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

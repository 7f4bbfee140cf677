"""Notebook 07: its exercises, what its picture shows, and the prices it quotes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tcp import (
    Card,
    Decision,
    Rank,
    Rules,
    load_rules,
    outcomes,
    parse_cards,
    parse_threshold,
    plots,
    rank_hand,
)
from tcp.checks import check
from tcp.checks.notebook_07 import (
    BARE_QUEEN_EDGE,
    BEST_EDGE,
    HOLDS_QUEEN_EDGE,
    QUEEN_HIGH_EDGE,
    best_decision,
    changed_borders,
)
from tcp.exact import analyse, three_ranks
from tcp.ranking import Category

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "07_play_or_fold.ipynb"
PLAY, FOLD = Decision.PLAY, Decision.FOLD
PAGAT = load_rules("pagat")

Hand = tuple[Card, ...]


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"07.{number}", ...) for number in (1, 2, 3, 4)),
        ("07.1", (..., ..., ..., ..., ...)),
        ("07.2", lambda hand, rules: ...),
        ("07.3", (..., ...)),
        ("07.4", (..., ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


def by_counts(hand: Hand, rules: Rules) -> Decision:
    counts = outcomes(hand, rules)
    gains = 2 * counts.not_qualified + 3 * counts.win + counts.tie
    return PLAY if gains > counts.lose else FOLD


FIRST, SECOND = QUEEN_HIGH_EDGE - BEST_EDGE, HOLDS_QUEEN_EDGE - BEST_EDGE


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("07.1", (2, 3, 1, -1, -47), "1/392 of an Ante"),
        ("07.2", by_counts, "under any rules"),
        ("07.3", (FIRST, SECOND), "7.6 Antes in 10,000 rounds, the other 2,771"),
        ("07.3", (float(FIRST), float(SECOND)), "advice"),
        ("07.4", ("J-8-5", "Q-6-4"), "no decision changes"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict
    assert praise in verdict.reason


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("07.1", (1, 2, 0, -2, -18_471), "not qualified: this is the net of the Play"),
        ("07.1", (2, 3, 0, -1, -47), "tie: this is the net"),
        ("07.1", (2, 3, 1, 1, -47), "lose: a lost Play costs two Antes"),
        ("07.1", (2, 3, 1, -1, -18_471), "together: this adds the nets"),
        ("07.1", (2, 3, 1, -1, 47), "Is playing better here, or worse?"),
        ("07.1", (2, 3, 1, -1, Fraction(-47, 18_424)), "this is the mean"),
        ("07.1", (2, 4, 1, -1, -47), "win: Take what playing brings"),
        ("07.1", (2, 3, 1, -1, 5), "together: weigh each of the four differences by its hands"),
        ("07.1", -47, "5 numbers are asked for"),
        ("07.3", (QUEEN_HIGH_EDGE, SECOND), "queen high or better: this is the whole house edge"),
        ("07.3", (FIRST, HOLDS_QUEEN_EDGE), "holds a queen: this is the whole house edge"),
        ("07.3", (FIRST, BARE_QUEEN_EDGE - BEST_EDGE), "holds a queen: play a pair or better, too"),
        ("07.3", (-FIRST, SECOND), "the number is positive"),
        ("07.3", (FIRST, -SECOND), "the number is positive"),
        ("07.3", (SECOND, FIRST), "this is the other reading"),
        ("07.3", (FIRST, FIRST), "plays kings and aces without a queen too"),
        ("07.3", (FIRST * 100, SECOND), "in per cent"),
        ("07.3", (0, SECOND), "less that of the best play"),
        ("07.4", ("Q-6-4", "Q-6-4"), "still the border of a dealer who needs a queen"),
        ("07.4", ("5-3-2", "Q-6-4"), "the dealer's weakest hand"),
        ("07.4", ("K-7-2", "Q-6-4"), "more hands, or fewer"),
        ("07.4", ("J-9-8", "Q-6-4"), "the border is a weaker hand"),
        ("07.4", ("J-7-5", "Q-6-4"), "the border is a stronger hand"),
        ("07.4", ("J-8-5", "Q-9-2"), "which hands lose their bonus"),
        ("07.4", ("J-8", "Q-6-4"), 'always qualifies: write the hand as "Q-9-2"'),
        ("07.4", ("J-8-5", 7), 'no bonus: write the hand as "Q-9-2"'),
        ("07.4", "J-8-5", "Two hands are asked for"),
        ("07.4", ("J-8-5", ...), "Still missing: no bonus."),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_a_border_as_text_is_not_repeated() -> None:
    said = check("07.4", (str(parse_threshold("J-8-5")), "Q-6-4")).reason
    assert said == 'always qualifies: write the hand as "Q-9-2", or give the border itself.'


@pytest.mark.parametrize(
    ("decide", "hint"),
    [
        (lambda hand, rules: None, "returns nothing yet"),
        (lambda hand, rules: True, "Answer Decision.PLAY or Decision.FOLD"),
        (lambda hand, rules: FOLD, "the bar is -1"),
        (lambda hand, rules: PLAY, "Antes on average, a fold -1"),
        (
            lambda hand, rules: PLAY if analyse(rules).play_ev(hand) > 0 else FOLD,
            "less than the Ante that a fold costs: the bar is -1",
        ),
        (
            lambda hand, rules: (
                FOLD if 2 * outcomes(hand, rules).lose > outcomes(hand, rules).total else PLAY
            ),
            "Losing is likelier here, and still",
        ),
        (
            lambda hand, rules: PLAY if rank_hand(hand) >= parse_threshold("Q-6-4") else FOLD,
            "Other rules have another border",
        ),
        (
            lambda hand, rules: PLAY if rank_hand(hand) >= parse_threshold("Q-high") else FOLD,
            "Playing brings -1.0",
        ),
    ],
)
def test_wrong_strategies_get_their_own_hint(
    decide: Callable[[Hand, Rules], Any], hint: str
) -> None:
    verdict = check("07.2", decide)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_the_checks_agree_with_the_exact_engine() -> None:
    def holds_a_queen(hand: Hand) -> Decision:
        pair = rank_hand(hand).category > Category.HIGH_CARD
        return PLAY if pair else only_a_queen(hand)

    def only_a_queen(hand: Hand) -> Decision:
        return PLAY if any(card.rank == Rank.QUEEN for card in hand) else FOLD

    assert analyse(PAGAT).ante.house_edge == BEST_EDGE
    assert analyse(PAGAT, strategy="Q-high").ante.house_edge == QUEEN_HIGH_EDGE
    assert analyse(PAGAT, strategy=holds_a_queen).ante.house_edge == HOLDS_QUEEN_EDGE
    assert analyse(PAGAT, strategy=only_a_queen).ante.house_edge == BARE_QUEEN_EDGE
    always, plain = replace(PAGAT, dealer_qualifies="5-3-2"), replace(PAGAT, ante_bonus=None)
    assert changed_borders() == (analyse(always).border, analyse(plain).border)
    assert round(float(100 * analyse(always).ante.house_edge), 2) == -18.57
    assert round(float(100 * analyse(plain).ante.house_edge), 2) == 8.66
    for hand in map(parse_cards, ("Q♥ 6♦ 4♣", "Q♥ 6♦ 3♣", "J♥ 8♦ 5♣", "J♥ 8♦ 4♣")):
        for rules in (PAGAT, always, plain):
            assert best_decision(hand, rules) == analyse(rules).best(hand)


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_shows_the_border_between_the_two_marks() -> None:
    wanted = ("values = ", "alt = (", "with plots.figure(")
    program = [cell for cell in cells(NOTEBOOK) if cell.startswith(wanted)]
    assert len(program) == 3
    names: dict[str, Any] = {"found": analyse(PAGAT), "fold": -1}
    names |= {"three_ranks": three_ranks, "parse_threshold": parse_threshold}
    names["plots"] = plots
    for cell in program:
        exec(cell, names)
    folded, played, bar = names["axes"].lines
    assert (folded.get_marker(), played.get_marker()) == ("x", "o")
    assert list(bar.get_ydata()) == [-1, -1]
    border = three_ranks().index(parse_threshold("Q-6-4"))
    assert list(folded.get_xdata()) == list(range(90, border))
    assert list(played.get_xdata()) == list(range(border, 166))
    spans = list(analyse(PAGAT).play_values.values())
    for line in (folded, played):
        for place, value in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert value == pytest.approx(float(sum(spans[place]) / 2))
            assert (value > -1) == (place >= border)
    ticks = [three_ranks()[int(place)] for place in names["axes"].get_xticks()]
    labels = [label.get_text() for label in names["axes"].get_xticklabels()]
    assert ticks == [parse_threshold(label) for label in labels]
    assert "level near -1.14 Antes" in names["alt"]
    assert "from -1.07 at Q-3-2 up to -0.68 at Q-J-9" in names["alt"]

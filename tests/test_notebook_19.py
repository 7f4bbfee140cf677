"""Notebook 19: its exercises, its evenings, and the page made of it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import course
from tcp import Bets, Card, Decision, load_rules, outcomes, parse_cards
from tcp.checks import check
from tcp.exact import analyse
from tcp.payouts import ante_bonus_ratio
from tcp.scoring import Score
from tcp.widgets.table import TableWidget

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "19_at_the_table.ipynb"
PAGAT = load_rules("pagat")
PLAY, FOLD = Decision.PLAY, Decision.FOLD
HIGH, LOW = parse_cards("A♣ A♦ A♥ K♣ K♦ K♥"), parse_cards("2♣ 2♦ 2♥ 4♣ 4♦ 4♥")

Hand = tuple[Card, ...]


def value(hand: Hand, *, bonus: bool = True) -> Fraction:
    """What playing a hand brings, from its four counts."""
    counts = outcomes(hand, PAGAT)
    net = counts.not_qualified + 2 * counts.win - 2 * counts.lose
    return Fraction(net, counts.total) + (ante_bonus_ratio(hand, PAGAT) if bonus else 0)


def cost(hand: Hand, decision: Decision, *, bonus: bool = True) -> Fraction:
    play = value(hand, bonus=bonus)
    return max(play, Fraction(-1)) - (play if decision is PLAY else -1)


def played(rounds: int, seed: int = 1, decision: Decision = PLAY) -> TableWidget:
    table = TableWidget(seed=seed, chips=100_000)
    for _ in range(rounds):
        table.deal_button.click()
        (table.play_button if decision is PLAY else table.fold_button).click()
    return table


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"19.{number}", ...) for number in (1, 2, 3, 4)),
        ("19.2", lambda hand, decision: ...),
        ("19.4", TableWidget()),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("19.1", Fraction(15_380, 22_100), "has not heard of them"),
        ("19.1", 15_380 / 22_100, "has not heard of them"),
        ("19.2", cost, "prices decisions"),
        ("19.3", HIGH, "more than a fold"),
        ("19.3", list(HIGH), "more than a fold"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert (verdict.state, praise in verdict.reason) == ("right", True), verdict


CHANCE = Fraction(15_380, 22_100)
WRONG = [
    ("19.1", CHANCE**6, "six times in a row"),
    ("19.1", 1 - CHANCE**6, "fails at least once"),
    ("19.1", 1 - CHANCE, "does not qualify"),
    ("19.1", Fraction(1, 2), "need not be equally likely"),
    ("19.1", 0.7, "shuffled anew"),
    ("19.1", "often", "A number is asked for"),
    ("19.2", lambda hand, made: value(hand) if made is PLAY else -1, "is what the decision brings"),
    ("19.2", lambda hand, made: -cost(hand, made), "not negative"),
    ("19.2", lambda hand, made: value(hand) + 1, "the better one costs 0"),
    ("19.2", lambda hand, made: cost(hand, made, bonus=False), "earns its Ante bonus"),
    ("19.2", lambda hand, made: 0, "for a win, 0 for a tie"),
    ("19.2", 0, "A function is asked for"),
    ("19.3", LOW, "Which should be gone"),
    ("19.3", HIGH[:5], "six different cards"),
    ("19.3", (*HIGH[:5], HIGH[0]), "six different cards"),
    ("19.3", (*HIGH[:5], Card.parse("Q♥")), "in your own hand"),
    ("19.3", "A♣ A♦ A♥ K♣ K♦ K♥", "Six cards are asked for"),
    ("19.3", parse_cards("J♠ 7♦ 9♥ A♥ 4♦ 10♥"), "still a fold"),
    ("19.4", 50, "The table itself"),
    ("19.4", SimpleNamespace(scores={}, balances={}), "The table itself"),
]


@pytest.mark.parametrize(("exercise", "answer", "hint"), WRONG)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_fifty_rounds_are_counted_and_scored() -> None:
    table = played(49)
    assert "49 of 50 rounds so far" in check("19.4", table).reason
    table.deal_button.click()
    table.fold_button.click()
    verdict = check("19.4", table)
    score: Score = table.scores["you"]
    assert verdict.state == "right"
    assert f"50 rounds, 50 decisions, {score.mistakes} mistake" in verdict.reason
    assert f"cost {float(score.lost):.2f} chips" in verdict.reason
    assert f"Luck made {float(score.luck):+.2f}" in verdict.reason


def sources() -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_two_hundred_evenings_agree_with_the_exact_game() -> None:
    """What the notebook samples without NumPy, against every deal counted."""
    cells = sources()
    start = next(i for i, cell in enumerate(cells) if "def best_play" in cell)
    space: dict[str, Any] = {}
    exec(
        "\n".join(
            [
                cells[0],
                cells[start - 1] if "border" in cells[start - 1] else "",
                cells[start],
                cells[start + 1],
            ]
        ),
        space,
    )
    ante = analyse(PAGAT).ante
    assert ante is not None
    nets, finals = space["nets"], space["finals"]
    assert abs(sum(nets) / len(nets) - float(ante.expected)) < 3 * ante.sd / len(nets) ** 0.5
    seen, exact = set(nets), set(ante.distribution)
    assert seen <= exact
    ahead = float(ante.distribution.repeat(50).p(lambda net: net > 0))
    share = sum(final > 0 for final in finals) / len(finals)
    assert abs(share - ahead) < 3 * (ahead * (1 - ahead) / len(finals)) ** 0.5
    assert analyse(PAGAT).ante.expected == -Fraction(13_733_780, 407_170_400)


def test_the_page_is_the_table_and_nothing_else() -> None:
    page = json.loads(course.page_of(NOTEBOOK))
    code = ["".join(cell["source"]) for cell in page["cells"] if cell["cell_type"] == "code"]
    assert len(code) == 2
    assert len(page["cells"]) == 3, "beside them a heading: other words would stay English"
    space: dict[str, Any] = {}
    exec("\n".join(code), space)
    assert isinstance(space["table"], TableWidget)
    assert code[-1] == "table"
    assert [box.bets for box in space["table"].round.boxes.values()] == [Bets(1)]

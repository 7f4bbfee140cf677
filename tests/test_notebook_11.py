"""Notebook 11: its exercises, its figure, and the formulas behind their checks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tcp import Bets, Distribution, load_rules
from tcp.checks import check
from tcp.checks.notebook_11 import chance_ahead, doubled, quit_ahead, without_bonus
from tcp.exact import analyse
from tcp.probability import Distribution as Net
from tcp.sessions import after, along, bands, doubling, home_game, loss_per_hour, risk_of_ruin

STAKED, NET = Fraction(331, 100), Fraction(-331, 1000)
LOSE = Fraction(11, 20)
PAGAT = load_rules("pagat")
ROUND = analyse(PAGAT).net(Bets(1))

Game = Net[int]


def by_hand(net: Game, rounds: int) -> Fraction:
    """The chance to be ahead, by every way in which the rounds can go."""
    chance = Fraction(0)
    for nets in product(net, repeat=rounds):
        if sum(nets) > 0:
            way = Fraction(1)
            for each in nets:
                way *= net.p(each)
            chance += way
    return chance


def walked(net: Game, rounds: int, result: int = 0) -> tuple[Fraction, Fraction]:
    """Quitting ahead, by following every branch."""
    if rounds == 0 or result > 0:
        return Fraction(result), Fraction(0)
    expected, played = Fraction(0), Fraction(1)
    for gain in net:
        more, further = walked(net, rounds - 1, result + gain)
        expected += net.p(gain) * more
        played += net.p(gain) * further
    return expected, played


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("11.1", (..., ...)),
        ("11.2", lambda net, rounds: ...),
        ("11.3", lambda net, rounds: (..., ...)),
        ("11.3", lambda net, rounds: ...),
        ("11.4", (..., ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("11.1", (STAKED, NET)),
        ("11.1", (3.31, -0.331)),
        ("11.2", by_hand),
        ("11.2", lambda net, rounds: float(by_hand(net, rounds))),
        ("11.3", walked),
        ("11.3", lambda net, rounds: [float(each) for each in walked(net, rounds)]),
        ("11.4", without_bonus()),
        ("11.4", (0.1868, 0.3254)),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def first_win(net: Game, rounds: int) -> tuple[Fraction, Fraction]:
    """Stopping at the first round that is won, which isn't to be ahead."""
    never = net.p(lambda gain: gain <= 0)
    played = sum((never**number for number in range(rounds)), Fraction(0))
    return quit_ahead(net, rounds)[0], played


WRONG: dict[str, tuple[str, Callable[[], Any], str]] = {
    "one number": ("11.1", lambda: STAKED, "2 numbers are asked for"),
    "a blank": ("11.1", lambda: (STAKED, ...), "Right so far. Still missing: expected_net."),
    "all stakes": ("11.1", lambda: (7, NET), "only if the first two rounds are lost"),
    "one loss for both": ("11.1", lambda: (1 + 6 * LOSE, NET), "the third stake needs two"),
    "on a win": ("11.1", lambda: (1 + Fraction(18, 20) + Fraction(81, 100), NET), "after a loss"),
    "the mean stake": ("11.1", lambda: (Fraction(7, 3), NET), "not equally likely"),
    "the sign": ("11.1", lambda: (STAKED, -NET), "who gains?"),
    "one round": ("11.1", lambda: (STAKED, Fraction(-1, 10)), "one round with a stake of 1"),
    "wins eventually": ("11.1", lambda: (STAKED, 1 - LOSE**3), "three losses cost 7"),
    "always wins": ("11.1", lambda: (STAKED, 1 - 7 * LOSE**3), "only if not all three"),
    "no edge": ("11.1", lambda: (STAKED, 0), "can it vanish"),
    "some number": ("11.1", lambda: (STAKED, 5), "with the chance that it is made"),
    "not behind": (
        "11.2",
        lambda: lambda net, rounds: net.repeat(rounds).p(lambda total: total >= 0),
        "To be even is not to be ahead",
    ),
    "behind": (
        "11.2",
        lambda: lambda net, rounds: net.repeat(rounds).p(lambda total: total < 0),
        "the chance to be behind",
    ),
    "one round's": (
        "11.2",
        lambda: lambda net, rounds: net.p(lambda gain: gain > 0),
        "how do several come together",
    ),
    "not even": (
        "11.2",
        lambda: lambda net, rounds: 1 - by_hand(net, rounds),
        "To be even is not to be ahead",
    ),
    "some won": (
        "11.2",
        lambda: lambda net, rounds: 1 - net.p(lambda gain: gain <= 0) ** rounds,
        "some round is won",
    ),
    "all won": (
        "11.2",
        lambda: lambda net, rounds: net.p(lambda gain: gain > 0) ** rounds,
        "that every round is won",
    ),
    "published": ("11.2", lambda: lambda net, rounds: 0.3661, "it gives 0.3661"),
    "returns none": ("11.2", lambda: lambda net, rounds: None, "returns nothing"),
    "of 100": ("11.2", lambda: lambda net, rounds: 100 * by_hand(net, rounds), "in per cent"),
    "no function": ("11.2", lambda: 0.3661, "A function is asked for"),
    "never stops": (
        "11.3",
        lambda: lambda net, rounds: (rounds * net.mean, rounds),
        "never stops early",
    ),
    "only the net": (
        "11.3",
        lambda: lambda net, rounds: (quit_ahead(net, rounds)[0], rounds),
        "plays no further rounds",
    ),
    "two decimals": (
        "11.3",
        lambda: lambda net, rounds: [round(float(each), 2) for each in quit_ahead(net, rounds)],
        "That is rounded",
    ),
    "first win": ("11.3", lambda: first_win, "the first result above 0"),
    "swapped": (
        "11.3",
        lambda: lambda net, rounds: quit_ahead(net, rounds)[::-1],
        "the net comes first",
    ),
    "half done": (
        "11.3",
        lambda: lambda net, rounds: (quit_ahead(net, rounds)[0], ...),
        "Right so far. Still missing: the expected rounds",
    ),
    "a single number": ("11.3", lambda: lambda net, rounds: 1, "Return two numbers"),
    "words": ("11.3", lambda: lambda net, rounds: ("much", 1), "which is no number"),
    "it fails": ("11.3", lambda: lambda net, rounds: 1 / 0, "it raised ZeroDivisionError"),
    "a number ": ("11.3", lambda: 5, "A function is asked for"),
    "the old house": (
        "11.4",
        lambda: (after(ROUND, 240).ahead, without_bonus()[1]),
        "ahead_without: this is the house with its bonus",
    ),
    "the old ruin": (
        "11.4",
        lambda: (without_bonus()[0], risk_of_ruin(ROUND, 40, 240)),
        "ruin_without: this is the house with its bonus",
    ),
    "one chip is enough": (
        "11.4",
        lambda: (without_bonus()[0], 0.308419),
        "may need two chips",
    ),
    "in per cent": ("11.4", lambda: (18.68, without_bonus()[1]), "in per cent"),
    "half": ("11.4", lambda: (without_bonus()[0], ...), "Right so far. Still missing"),
    "some chance": ("11.4", lambda: (0.3, 0.3), "analyse the changed rules"),
    "beyond all chances": ("11.4", lambda: (10**400, 0.3), "is no chance"),
    "a debt": ("11.4", lambda: (-0.1, 0.3), "is no chance"),
    "no number": ("11.4", lambda: ("much", 0.3), "a number is asked for"),
    "only one": ("11.4", lambda: 0.1868, "Two chances are asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer())
    assert verdict.state == "not yet", verdict
    assert hint in verdict.reason


def test_hints_to_the_numbers_give_nothing_away() -> None:
    for name, (exercise, answer, _) in WRONG.items():
        if exercise in ("11.1", "11.4"):
            reason = check(exercise, answer()).reason
            assert not any(number in reason for number in ("331", "3.31", "0.18", "0.32")), name


# --- what the checks know ------------------------------------------------------------------------

GAMES = (
    Distribution({-1: 11, 1: 9}),
    Distribution({-2: 3, 0: 1, 3: 2}),
    Distribution({-1: 5, -3: 1, 1: 2, 4: 1}),
)


@pytest.mark.parametrize("net", GAMES, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_functions_agree_with_every_way_it_can_go(net: Game, rounds: int) -> None:
    assert chance_ahead(net, rounds) == by_hand(net, rounds)
    assert quit_ahead(net, rounds) == walked(net, rounds)
    expected, played = quit_ahead(net, rounds)
    assert expected == net.mean * played


@pytest.mark.parametrize("steps", range(1, 7))
def test_doubling_in_the_plain_game_loses_its_edge_of_the_stakes(steps: int) -> None:
    staked, net = doubled(Fraction(9, 20), tuple(2**step for step in range(steps)))
    assert net == -staked / 10
    assert doubled(Fraction(9, 20), (1, 2, 4)) == (STAKED, NET)


# --- what the notebook draws and says ------------------------------------------------------------


def test_the_fan_is_drawn_from_exact_quantiles() -> None:
    stops = range(20, 241, 20)
    fan = bands(along(ROUND, stops), (0.05, 0.25, 0.5, 0.75, 0.95))
    assert [line[-1] for line in fan.values()] == [-50, -25, -8, 9, 34]
    for level, line in fan.items():
        assert line[0] == 0
        assert line[6] == after(ROUND, 120).quantile(level)


def test_every_cap_of_doubling_loses_the_edge_of_its_antes() -> None:
    report = analyse(PAGAT).ante
    for steps in range(1, 9):
        found = doubling(report.distribution, 60, steps)
        assert found.net == -report.house_edge * found.ante
        assert found.net < 60 * ROUND.mean


def test_an_hour_costs_what_its_rounds_lose() -> None:
    edge = analyse(PAGAT).ante.house_edge
    assert loss_per_hour(edge, 60, 5) == -5 * 60 * ROUND.mean
    assert home_game(PAGAT, 20).ahead == after(ROUND, 20).ahead

"""Notebook 10: its exercises, the picture's numbers, and what its prose rests on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tcp import load_rules
from tcp.checks import check
from tcp.checks.notebook_10 import bonus_apart, decisions_apart, interval, rounds_to_tell
from tcp.exact import analyse
from tcp.plots import running_edges
from tcp.simulate import dealt, nets, sample_paths, simulate

PAGAT = load_rules("pagat")
STRICT = replace(PAGAT, bonus_needs_win=True)
GAP = 0.00076


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"10.{number}", ...) for number in (1, 2, 3, 4)),
        ("10.1", (..., ..., ...)),
        ("10.2", lambda gains: ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


def by_numpy(gains: Sequence[int]) -> tuple[float, float]:
    mean, sd = float(np.mean(gains)), float(np.std(gains, ddof=1))
    return mean - 1.959964 * sd / math.sqrt(len(gains)), mean + 1.959964 * sd / math.sqrt(
        len(gains)
    )


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("10.1", tuple(4 * variance / GAP**2 for variance in (2.69, 5.42, 0.0432))),
        ("10.1", [18_540_644, 37_389_746, 298_306]),
        ("10.1", (18.5e6, 37e6, 300_000)),
        ("10.2", interval),
        ("10.2", by_numpy),
        ("10.2", lambda gains: list(by_numpy(gains))),
        ("10.3", 1 - (22_099 / 22_100) ** 1_000),
        ("10.3", 0.0442),
        ("10.4", 6_627.3),
        ("10.4", 7_500),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).state == "right"


def half(factor: Any) -> Any:
    """An interval whose half width is wrong."""

    def wrong(gains: Sequence[int]) -> tuple[float, float]:
        n, mean = len(gains), sum(gains) / len(gains)
        sd = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (n - 1))
        return mean - factor(sd, n), mean + factor(sd, n)

    return wrong


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("10.1", (18.5e6, 18.5e6, 3e5), "two_samples_each: both means swing"),
        ("10.1", (37.4e6, 37.4e6, 3e5), "known_value: only one of the two"),
        ("10.1", (18.5e6, 74.8e6, 3e5), "this is the sum"),
        ("10.1", (18.5e6, 37.4e6, 37.4e6), "same_cards: on the same cards only the difference"),
        ("10.1", (18.5e6, 37.4e6, 18.5e6), "same_cards: on the same cards only the difference"),
        ("10.1", (4.66e6, 37.4e6, 3e5), "known_value: that makes the gap one standard error"),
        ("10.1", (1_863, 3_754, 30), "known_value: the gap is 0.076 per cent"),
        ("10.1", (18.5e6, 37.4e6, 1_000), "solve that for n"),
        ("10.1", (18.5e6, 37.4e6, ...), "Still missing: same_cards"),
        ("10.1", (18.5e6, 37.4e6, math.nan), "solve that for n"),
        ("10.1", 18.5e6, "3 numbers are asked for"),
        ("10.2", half(lambda sd, n: 1.96 * sd), "the spread of single rounds"),
        ("10.2", half(lambda sd, n: 1.96 * sd / n), "falls as 1/√n"),
        ("10.2", half(lambda sd, n: sd / math.sqrt(n)), "68 %"),
        ("10.2", half(lambda sd, n: 1.96 * sd**2 / n), "take its root"),
        ("10.2", half(lambda sd, n: 1.96 * sd * math.sqrt((n - 1) / n / n)), "over n − 1"),
        ("10.2", lambda gains: interval(gains)[::-1], "The lower end comes first"),
        ("10.2", lambda gains: sum(gains) / len(gains), "A pair is asked for"),
        ("10.2", lambda gains: None, "returns nothing"),
        ("10.2", lambda gains: (-1.0, 1.0), "is right"),
        ("10.2", lambda gains: gains[999], "IndexError"),
        ("10.2", (-0.1, 0.1), "A function is asked for"),
        ("10.3", 0.95, "what it promises"),
        ("10.3", (22_099 / 22_100) ** 1_000, "without a hit"),
        ("10.3", 1_000 / 22_100, "how many hits there are on average"),
        ("10.3", 4.42, "in per cent"),
        ("10.3", 0, "wide enough to hold 0"),
        ("10.3", 0.5, "at least one hit"),
        ("10.4", 21.4e6, "against a known value"),
        ("10.4", 42.8e6, "for two samples"),
        ("10.4", 1_700, "one standard error"),
        ("10.4", 100, "Subtract round by round"),
        ("10.4", "many", "A number is asked for"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


@pytest.mark.parametrize(("exercise", "known"), [("10.2", (-0.0651, -0.0024)), ("10.2", 0.0337)])
def test_a_published_number_is_no_function(exercise: str, known: Any) -> None:
    assert check(exercise, lambda gains: known).state == "not yet"


def test_the_differences_are_those_of_the_edges_and_of_real_cards() -> None:
    best, mimic = (analyse(PAGAT, strategy=each).ante for each in ("best", "mimic"))
    assert decisions_apart().mean == mimic.house_edge - best.house_edge
    assert bonus_apart().mean == analyse(STRICT).ante.house_edge - best.house_edge
    cards = dealt(300_000, seed=10)
    plain = nets(PAGAT, cards)[0]
    for other, exact in (
        (nets(PAGAT, cards, strategy="mimic")[0], decisions_apart()),
        (nets(STRICT, cards)[0], bonus_apart()),
    ):
        values, counts = np.unique(plain - other, return_counts=True)
        found = dict(zip(values.tolist(), counts.tolist(), strict=True))
        assert set(found) <= set(exact)
        for value, weight in exact.items():
            expected = weight / exact.total * 300_000
            assert abs(found.get(value, 0) - expected) < 4 * math.sqrt(expected)


def test_the_three_designs_need_so_many_rounds() -> None:
    best, mimic = (analyse(PAGAT, strategy=each).ante for each in ("best", "mimic"))
    gap = mimic.house_edge - best.house_edge
    assert round(rounds_to_tell(best.variance, gap), -5) == 18_500_000
    assert round(rounds_to_tell(best.variance + mimic.variance, gap), -5) == 37_400_000
    assert round(rounds_to_tell(decisions_apart().variance, gap), -3) == 298_000


def test_paired_rounds_tell_best_play_from_the_dealers_way() -> None:
    paths = [
        sample_paths(PAGAT, 298_306, 1, seed=5, strategy=strategy) for strategy in ("best", "mimic")
    ]
    difference = np.diff(paths[0] - paths[1])[0]
    error = difference.std(ddof=1) / math.sqrt(len(difference))
    assert error * 2 == pytest.approx(0.00076, rel=0.03)


# --- the text and its figures --------------------------------------------------------------------


def test_the_picture_shows_the_edge_of_each_run_so_far() -> None:
    paths = sample_paths(PAGAT, 10_000, 20, seed=10)
    edges = running_edges(paths, [100, 10_000])
    assert edges.shape == (20, 2)
    assert edges[0, 1] == pytest.approx(float(-simulate(PAGAT, 10_000, seed=10).mean))
    first = nets(PAGAT, dealt(100, seed=10))[0]
    assert edges[0, 0] == pytest.approx(-first.mean())
    assert all(edges[run, 1] == -paths[run, 10_000] / 10_000 for run in range(20))


def test_a_lottery_without_a_hit_has_an_interval_of_one_point() -> None:
    assert interval([-1] * 1_000) == (-1, -1)
    for hits in range(1, 4):
        low, high = interval([22_099] * hits + [-1] * (1_000 - hits))
        assert low < 0 < high
    more = 1 - sum(
        math.comb(1_000, k) * Fraction(1, 22_100) ** k * Fraction(22_099, 22_100) ** (1_000 - k)
        for k in range(4)
    )
    assert more < Fraction(1, 10**6)

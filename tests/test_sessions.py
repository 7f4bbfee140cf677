"""Nights of so many rounds: against exact sums, simulated rounds, and every way they can go."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcp import Bets, Distribution, load_rules, sessions
from tcp.exact import analyse
from tcp.rules import Ratio
from tcp.sessions import (
    MOST_VALUES,
    Session,
    after,
    along,
    bands,
    doubling,
    home_game,
    loss_per_hour,
    risk_of_ruin,
    ruin_by_round,
)
from tcp.simulate import sample_paths
from tests.test_bad_input import says

PAGAT, LIVE = load_rules("pagat"), load_rules("live")
ANTE = analyse(PAGAT).net(Bets(1))
TWO_BETS = analyse(PAGAT).net(Bets(2, pair_plus=1))
ALL_BETS = analyse(LIVE).net(Bets(1, 1, 1))
COIN = Distribution({-1: 1, 1: 1})
THIRDS = Distribution({Fraction(-1, 3): 5, Fraction(1, 6): 3, Fraction(7, 2): 1})

Net = Distribution[Any]


SCALE = 10**40  # chances as whole numbers over this: fractions of huge numbers would take minutes


def chances(session: Session) -> dict[Ratio, int]:
    """By net gain, as exact numbers over SCALE."""
    return {
        Fraction(session.low + session.step * place, session.unit): int(Fraction(chance) * SCALE)
        for place, chance in enumerate(session.chances.tolist())
        if chance
    }


def exact_session(distribution: Net, rounds: int) -> dict[Ratio, int]:
    # One round after the other is quicker than `repeat`, which multiplies huge weights.
    sums = reduce(add, [distribution] * rounds)
    total = distribution.total**rounds
    return {net: weight * SCALE // total for net, weight in sums.items()}


def off_by(found: dict[Ratio, int], exact: dict[Ratio, int]) -> float:
    """How much the chance of any set of results can be off by."""
    differences = [found.get(net, 0) - exact.get(net, 0) for net in {*found, *exact}]
    more = sum(each for each in differences if each > 0)
    return max(more, more - sum(differences)) / SCALE


# --- after so many rounds -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distribution", "rounds"),
    [
        *product([ANTE, TWO_BETS, COIN, THIRDS], [1, 2, 3, 20]),
        *product([ANTE, COIN], [99, 200]),
    ],
)
def test_chances_agree_with_exact_sums(distribution: Net, rounds: int) -> None:
    exact = exact_session(distribution, rounds)
    if rounds <= 20 or distribution is COIN:
        sums = distribution.repeat(rounds)
        assert exact == {net: weight * SCALE // sums.total for net, weight in sums.items()}
    session = after(distribution, rounds)
    assert off_by(chances(session), exact) <= session.error <= 1e-12
    for sign, shown in ((1, session.ahead), (0, session.even), (-1, session.behind)):
        wanted = sum(chance for net, chance in exact.items() if (net > 0) - (net < 0) == sign)
        assert shown == pytest.approx(wanted / SCALE, abs=1e-15)


def test_all_three_bets_agree_with_exact_sums_too() -> None:
    session = after(ALL_BETS, 5)
    assert off_by(chances(session), exact_session(ALL_BETS, 5)) <= session.error <= 1e-12
    assert len(session.chances) > 3_000


@pytest.mark.parametrize(
    ("distribution", "rounds"), [(ANTE, 4), (TWO_BETS, 3), (THIRDS, 6), (COIN, 10)], ids=str
)
def test_few_rounds_against_every_way_they_can_go(distribution: Net, rounds: int) -> None:
    ways: Counter[Ratio] = Counter()
    for sequence in product(distribution.items(), repeat=rounds):
        ways[sum(net for net, _ in sequence)] += math.prod(many for _, many in sequence)
    total = distribution.total**rounds
    session = after(distribution, rounds)
    exact = {net: many * SCALE // total for net, many in ways.items()}
    assert off_by(chances(session), exact) <= session.error <= 1e-12
    ahead = sum(many for net, many in ways.items() if net > 0)
    assert (session.ahead, session.even) == pytest.approx((ahead / total, ways[0] / total))


@settings(max_examples=30)
@given(
    st.dictionaries(
        st.fractions(min_value=-9, max_value=9, max_denominator=4),
        st.integers(1, 10**9),
        min_size=1,
        max_size=4,
    ),
    st.integers(1, 7),
)
def test_any_distribution_agrees_with_exact_sums(weights: dict[Any, int], rounds: int) -> None:
    distribution = Distribution(weights)
    session, exact = after(distribution, rounds), exact_session(distribution, rounds)
    assert off_by(chances(session), exact) <= session.error <= 1e-12
    assert session.ahead + session.even + session.behind == pytest.approx(1, abs=1e-12)
    running = 0
    for net in sorted(exact):
        running += exact[net]
        assert session.at_most(net) == pytest.approx(running / SCALE, abs=1e-12)


@pytest.mark.parametrize("rounds", [10_000, 100_000])
def test_the_error_stays_small_in_long_runs(rounds: int) -> None:
    for distribution in (ANTE, COIN, THIRDS):
        session = after(distribution, rounds)
        assert 0 <= session.error <= 1e-14
        values = np.array([float(net) for net in chances(session)])
        held = session.chances[session.chances > 0]
        assert values @ held == pytest.approx(float(distribution.mean) * rounds, rel=1e-9, abs=1e-7)
        spread = (values - float(distribution.mean) * rounds) ** 2 @ held
        assert spread == pytest.approx(float(distribution.variance) * rounds, rel=1e-9)


def test_many_tosses_of_a_coin_are_binomial() -> None:
    session = after(COIN, 10_000)
    assert session.even == pytest.approx(math.comb(10_000, 5_000) / 2**10_000, rel=1e-13)
    assert session.ahead == session.behind
    assert session.quantile(0.5) == 0


def test_quantiles_are_the_least_results_that_reach_the_chance() -> None:
    exact = exact_session(TWO_BETS, 40)
    session = after(TWO_BETS, 40)
    for q in (0.001, 0.05, 0.25, Fraction(1, 2), 0.75, 0.95, 0.999):
        running = 0
        for net in sorted(exact):
            running += exact[net]
            if running >= q * SCALE:
                break
        assert session.quantile(q) == net
        assert type(session.quantile(q)) is int
    assert after(THIRDS, 3).quantile(0.01) == Fraction(-1)
    assert after(THIRDS, 2).quantile(0.01) == Fraction(-2, 3)


def test_a_quantile_is_found_among_chances_as_close_as_rounding_lets_them_be() -> None:
    close = np.array([0.5 - 1.5e-12, 1e-12, 1e-12, 0.0, 0.5])
    session = Session(1, 0, 1, 1, close, 0.0)
    assert [session.quantile(q) for q in (0.4, 0.5 - 3e-12, 0.5, 0.5 + 3e-12)] == [0, 0, 1, 4]
    assert Session(1, 0, 1, 1, np.full(8, 1 / 8), 0.0).quantile(1 - 1e-13) == 7


# --- a whole night --------------------------------------------------------------------------------


@pytest.mark.parametrize("distribution", [ANTE, TWO_BETS, COIN, THIRDS], ids=str)
@pytest.mark.parametrize("rounds", [(1,), (7, 8, 30), (40, 80, 120, 200)])
def test_a_night_is_at_each_stop_what_it_comes_to_by_then(
    distribution: Net, rounds: tuple[int, ...]
) -> None:
    for number, session in zip(rounds, along(distribution, rounds), strict=True):
        once = after(distribution, number)
        assert session.rounds == number
        assert off_by(chances(session), chances(once)) <= session.error + once.error <= 2e-12
        assert [session.quantile(q) for q in (0.05, 0.5, 0.95)] == [
            once.quantile(q) for q in (0.05, 0.5, 0.95)
        ]
        shown = (session.ahead, session.even, session.behind)
        assert shown == pytest.approx((once.ahead, once.even, once.behind), abs=2e-12)


@pytest.mark.parametrize("rounds", [(), (5, 5), (9, 3)])
def test_stops_that_do_not_rise_are_refused(rounds: Any) -> None:
    with pytest.raises(ValueError, match=r"rounds = .*: numbers that rise are asked for"):
        along(ANTE, rounds)


@pytest.mark.parametrize("rounds", [(0, 4), (1.5,), (True, 3), (5, 100_001)])
def test_stops_that_are_no_rounds_are_refused(rounds: Any) -> None:
    with pytest.raises(ValueError, match=r"rounds = .*: a whole number from 1 to 100,000"):
        along(ANTE, rounds)


def test_bands_are_the_quantiles_from_the_beginning_on() -> None:
    stops = (10, 30, 60)
    found = bands(along(ANTE, stops), (0.05, 0.5))
    for level, line in found.items():
        assert line == [0, *(after(ANTE, stop).quantile(level) for stop in stops)]
    assert list(found) == [0.05, 0.5]


def test_a_quantile_is_not_missed_by_a_rounding() -> None:
    die = Distribution.count(range(1, 7))
    assert [after(die, 1).quantile(number / 6) for number in range(1, 6)] == [1, 2, 3, 4, 5]


def test_values_are_the_results() -> None:
    session = after(TWO_BETS, 3)
    assert session.values.dtype == np.int64
    assert dict(zip(session.values.tolist(), session.chances.tolist(), strict=True)).keys() >= {
        -15,
        0,
    }
    assert after(THIRDS, 2).values[0] == pytest.approx(-2 / 3)


def test_a_certain_result_stays_certain() -> None:
    session = after(Distribution({5: 1}), 1_000)
    assert chances(session) == {5_000: SCALE}
    assert (session.ahead, session.even, session.behind) == (1, 0, 0)
    assert repr(session) == "<Session of 1,000 rounds: ahead 100.00%, even 0.00%, behind 0.00%>"


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (lambda: after(ANTE, 0), ("rounds = 0: a whole number from 1 to 100,000",)),
        (lambda: after(ANTE, 100_001), ("rounds = 100001",)),
        (lambda: after(ANTE, 2.0), ("rounds = 2.0",)),  # type: ignore[arg-type]
        (lambda: after(ANTE, True), ("rounds = True",)),
        (lambda: after({-1: 1, 1: 1}, 5), ("is no Distribution", "analyse(rules).net(Bets(1))")),  # type: ignore[arg-type]
        (lambda: after(Distribution({0.5: 1}), 5), ("a net gain of 0.5: whole numbers",)),
        (lambda: after(Distribution({True: 1}), 5), ("a net gain of True",)),
        (lambda: after(Distribution({"won": 1}), 5), ("a net gain of 'won'",)),
        (
            lambda: after(Distribution({0: 1, Fraction(1, 10**9): 1, 7: 1}), 5),
            ("a round has results from 0 to 7,000,000,000", "more than the 1,000,000"),
        ),
        (
            lambda: after(Distribution({0: 1, 1: 1, 900_000: 1}), 2),
            ("over 1,000,000 different results", "fewer"),
        ),
        (lambda: after(ANTE, 5).quantile(0), ("q = 0: a chance between 0 and 1",)),
        (lambda: after(ANTE, 5).quantile(1.0), ("q = 1.0",)),
        (lambda: after(ANTE, 5).quantile("half"), ("q = 'half'",)),  # type: ignore[arg-type]
        (lambda: after(ANTE, 5).at_most(0.5), ("0.5: a whole number or a Fraction",)),  # type: ignore[arg-type]
    ],
)
def test_what_a_session_refuses(call: Callable[[], object], parts: tuple[str, ...]) -> None:
    says(call, *parts)


# --- at home, and by the hour ---------------------------------------------------------------------


def test_the_home_game_is_the_net_change_of_chips() -> None:
    assert chances(home_game(PAGAT, 20)) == chances(after(ANTE, 20))
    other = home_game(LIVE, 7, strategy="always", bets=Bets(2, 1))
    exact = exact_session(analyse(LIVE, strategy="always").net(Bets(2, 1)), 7)
    assert off_by(chances(other), exact) <= 1e-12


def test_the_pace_of_loss() -> None:
    edge = analyse(PAGAT).ante.house_edge
    assert loss_per_hour(edge, 60, 5) == 300 * edge
    assert loss_per_hour(edge, Fraction(5, 2), Fraction(1, 2)) == edge * Fraction(5, 4)
    assert loss_per_hour(Fraction(-1, 50), 50, 1) == -1
    says(lambda: loss_per_hour(0.03, 60, 5), "edge = 0.03: a whole number or a Fraction")  # type: ignore[arg-type]
    says(lambda: loss_per_hour(edge, -60, 5), "rounds_per_hour = -60: a number of 0 or more")
    says(lambda: loss_per_hour(edge, 60, True), "stake = True")


# --- ruin -----------------------------------------------------------------------------------------


def every_way(distribution: Net, bankroll: int, rounds: int, reserve: int) -> list[Fraction]:
    """The chance of ruin within 0, 1, ... rounds: every sequence of rounds is looked at."""
    ruined = [0] * (rounds + 1)
    for sequence in product(distribution.items(), repeat=rounds):
        weight, held = math.prod(many for _, many in sequence), Fraction(bankroll)
        for number, (net, _) in enumerate(sequence, start=1):
            held += net
            if held < reserve:
                for later in range(number, rounds + 1):
                    ruined[later] += weight
                break
    return [Fraction(each, distribution.total**rounds) for each in ruined]


SMALL = Distribution({-2: 5, -1: 3, 0: 1, 1: 2, 3: 2})


@pytest.mark.parametrize(
    ("distribution", "bankroll", "reserve"),
    [(SMALL, 2, 2), (SMALL, 5, 2), (SMALL, 6, 1), (SMALL, 9, 5), (COIN, 3, 2), (THIRDS, 3, 2)],
)
def test_ruin_against_every_way_it_can_go(distribution: Net, bankroll: int, reserve: int) -> None:
    exact = every_way(distribution, bankroll, 6, reserve)
    found = ruin_by_round(distribution, bankroll, 6, reserve)
    assert found.tolist() == pytest.approx([float(each) for each in exact], rel=1e-14)
    assert risk_of_ruin(distribution, bankroll, 6, reserve) == found[-1]


def test_a_fair_coin_ruins_as_the_reflection_principle_says() -> None:
    # Within n tosses the walk gets d down: twice the chance to end below, plus to end there.
    session = after(COIN, 1_001)
    down = 30
    wanted = 2 * session.at_most(-down - 1) + (session.at_most(-down) - session.at_most(-down - 1))
    found = risk_of_ruin(COIN, bankroll=31, rounds=1_001, reserve=2)
    assert found == pytest.approx(wanted, rel=1e-11)


def test_ruin_agrees_with_simulated_nights() -> None:
    paths = sample_paths(PAGAT, 200, 5_000, seed=3)
    low = np.minimum.accumulate(paths, axis=1)
    found = ruin_by_round(ANTE, 30, 200)
    for rounds in (25, 50, 100, 200):
        seen, chance = (30 + low[:, rounds] < 2).mean(), found[rounds]
        assert abs(seen - chance) < 4 * math.sqrt(chance * (1 - chance) / 5_000)


def test_sessions_agree_with_simulated_nights() -> None:
    ends = sample_paths(PAGAT, 150, 8_000, seed=4)[:, -1]
    session = after(ANTE, 150)
    for seen, chance in (
        ((ends > 0).mean(), session.ahead),
        ((ends == 0).mean(), session.even),
        ((ends <= -20).mean(), session.at_most(-20)),
    ):
        assert abs(seen - chance) < 4 * math.sqrt(chance * (1 - chance) / 8_000)


def test_ruin_grows_with_time_and_shrinks_with_the_bankroll() -> None:
    by_round = ruin_by_round(ANTE, 20, 2_000)
    assert by_round[0] == 0
    assert (np.diff(by_round) >= 0).all()
    assert by_round[-1] < 1
    risks = [risk_of_ruin(ANTE, bankroll, 500) for bankroll in (2, 3, 5, 10, 50, 500)]
    assert risks == sorted(risks, reverse=True)
    assert 0 < risks[-1] < 1e-20 < 0.9 < risks[0]
    assert risk_of_ruin(ANTE, 20, 300, reserve=1) < risk_of_ruin(ANTE, 20, 300, reserve=2)
    assert risk_of_ruin(Distribution({1: 1}), 2, 50) == 0
    assert ruin_by_round(Distribution({-1: 1}), 4, 5).tolist() == [0, 0, 0, 1, 1, 1]


def test_wins_far_up_are_not_lost_from_the_sums() -> None:
    # A rare large win saves for good; dropping bankrolls must not turn it into anything else.
    saved = Distribution({-1: 999_999, 100_000: 1})
    found = ruin_by_round(saved, 12, 400)
    assert found[10] == 0
    assert found[11] == pytest.approx(0.999999**11, rel=1e-12)
    assert found[400] == pytest.approx(found[11], rel=1e-12)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"bankroll": 1}, ("bankroll = 1", "2 or more; a round may need the reserve")),
        ({"bankroll": 10.0}, ("bankroll = 10.0",)),
        ({"bankroll": True}, ("bankroll = True",)),
        ({"bankroll": 10**7}, ("bankroll = 10000000: more than the 1,000,000",)),
        ({"reserve": 0}, ("reserve = 0: a whole number of units is asked for, 1 or more",)),
        ({"reserve": "2"}, ("reserve = '2'",)),
        ({"rounds": 0}, ("rounds = 0",)),
        ({"rounds": 10**6}, ("rounds = 1000000",)),
        ({"distribution": [1, -1]}, ("[1, -1] is no Distribution",)),
    ],
)
def test_what_ruin_refuses(change: dict[str, Any], parts: tuple[str, ...]) -> None:
    good: dict[str, Any] = {"distribution": ANTE, "bankroll": 10, "rounds": 5}
    says(lambda: risk_of_ruin(**{**good, **change}), *parts)


# --- doubling -------------------------------------------------------------------------------------


def played_by_hand(distribution: Net, rounds: int, steps: int) -> tuple[dict[Any, Fraction], Any]:
    """Every sequence of rounds, with the stakes that doubling makes."""
    nets: dict[Any, Fraction] = {}
    staked = Fraction(0)
    for sequence in product(distribution.items(), repeat=rounds):
        chance = Fraction(math.prod(many for _, many in sequence), distribution.total**rounds)
        stake, lost_in_a_row, result = 1, 0, Fraction(0)
        for net, _ in sequence:
            staked += chance * stake
            result += stake * net
            if net < 0:
                lost_in_a_row += 1
                stake = 2**lost_in_a_row
                if lost_in_a_row > steps:
                    stake, lost_in_a_row = 1, 0
            elif net > 0:
                stake, lost_in_a_row = 1, 0
        nets[result] = nets.get(result, Fraction(0)) + chance
    return nets, staked


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("distribution", [SMALL, THIRDS], ids=["whole", "thirds"])
def test_doubling_against_every_way_it_can_go(distribution: Net, steps: int) -> None:
    nets, staked = played_by_hand(distribution, 6, steps)
    found = doubling(distribution, 6, steps)
    assert found.ante == staked
    assert found.net == sum((net * chance for net, chance in nets.items()), Fraction(0))
    wanted = {net: int(chance * SCALE) for net, chance in nets.items()}
    assert off_by(chances(found.session), wanted) <= found.session.error <= 1e-12


@pytest.mark.parametrize("steps", range(1, 9))
def test_doubling_loses_the_edge_of_what_is_staked(steps: int) -> None:
    ante = analyse(PAGAT).ante
    for rounds in (1, 10, 60):
        found = doubling(ante.distribution, rounds, steps)
        assert found.net == -ante.house_edge * found.ante
        assert found.ante >= rounds
        assert float(found.session.values @ found.session.chances) == pytest.approx(
            float(found.net), abs=1e-9
        )


def test_more_doubling_wins_more_often_and_loses_more() -> None:
    ante = analyse(PAGAT).ante
    found = [doubling(ante.distribution, 40, steps) for steps in (1, 3, 5, 8)]
    ahead, nets = [each.session.ahead for each in found], [each.net for each in found]
    assert ahead == sorted(ahead)
    assert ahead[-1] > 0.7
    assert nets == sorted(nets, reverse=True)


def test_what_doubling_refuses() -> None:
    steps: Any
    for steps in (0, 9, 1.0, True, None):
        with pytest.raises(ValueError, match=f"steps = {steps!r}: the Ante may double 1 to 8"):
            doubling(ANTE, 5, steps)
    says(lambda: doubling(ANTE, 1_001, 1), "rounds = 1001: a whole number from 1 to 1,000")
    says(lambda: doubling([1], 1, 1), "[1] is no Distribution")  # type: ignore[arg-type]
    wide: Net = Distribution({-1: 1, MOST_VALUES: 1})
    says(lambda: doubling(wide, 1_000, 8), "the results don't fit into memory")


def test_results_are_the_same_each_time() -> None:
    rng = random.Random(1)
    for _ in range(3):
        rounds = rng.randint(1, 60)
        assert (after(ANTE, rounds).chances == after(ANTE, rounds).chances).all()


# --- too much work --------------------------------------------------------------------------------

FINE = Distribution({-1: 10, Fraction(-99, 100): 1, 1: 8, Fraction(4_001, 100): 1})
FAR: Net = Distribution({-1: 1, 900_000: 1})


@pytest.mark.parametrize("rounds", [10, 20, 40])
def test_ruin_refuses_more_bankrolls_than_can_be_held_before_it_begins(rounds: int) -> None:
    says(
        lambda: ruin_by_round(FAR, 40, rounds),
        f"rounds = {rounds}: more than the 2,000,000 bankrolls that can be held",
        "coarser common unit",
    )
    assert ruin_by_round(FAR, 2, 1).tolist() == [0, 0.5]
    assert ruin_by_round(FAR, 40, 2).tolist() == [0, 0, 0]


def test_work_without_end_is_refused_before_it_begins() -> None:
    wide: Net = Distribution({-1: 1, 0: 1, 90_000: 1})
    for call in (
        lambda: along(wide, (9, 18)),
        lambda: along(FINE, range(1_000, 100_001, 1_000)),
        lambda: ruin_by_round(ANTE, 900_000, 100_000),
    ):
        says(call, "products of chances, more than the limit of 20,000,000,000", "fewer rounds")
    says(lambda: along(ANTE, (10, 20), most_steps=9), "more than the limit of 9")
    says(lambda: ruin_by_round(ANTE, 10, 20, most_steps=9), "more than the limit of 9")


@pytest.mark.parametrize("distribution", [ANTE, COIN, THIRDS], ids=str)
def test_no_more_is_held_than_was_reckoned_with(distribution: Net) -> None:
    stops = (5, 30, 90)
    nets, _ = sessions._whole_nets(distribution)
    most = sessions._spread(nets, stops)
    for session, size in zip(along(distribution, stops), most, strict=True):
        assert len(session.chances) <= size
    assert most[-1] < 90 * most[0]


def test_results_beyond_64_bits_stay_exact() -> None:
    chips = 3 * 10**17
    once, many = home_game(PAGAT, 20), home_game(PAGAT, 20, bets=Bets(chips))
    assert many.values.tolist() == [chips * value for value in once.values.tolist()]
    fine = after(Distribution({Fraction(-1, 10**19): 1, 10**3: 1}), 2)
    assert fine.values.dtype == np.float64
    assert fine.values.tolist() == [-2e-19, 1e3, 2e3]


def test_what_are_no_stops_bands_or_bets_is_refused() -> None:
    night = along(ANTE, (10, 20))
    says(lambda: along(ANTE, 5), "rounds = 5: numbers that rise are asked for")  # type: ignore[arg-type]
    says(lambda: bands(5, (0.5,)), "night = 5: sessions are asked for")  # type: ignore[arg-type]
    says(lambda: bands([5], (0.5,)), "night = [5]: sessions")  # type: ignore[list-item]
    says(lambda: bands(night, 0.5), "levels = 0.5: chances are asked for")  # type: ignore[arg-type]
    says(lambda: home_game(PAGAT, 20, bets=0), "0")  # type: ignore[arg-type]

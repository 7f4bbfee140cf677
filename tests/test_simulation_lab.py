"""The simulation lab, driven through its own buttons and menus, with and without an event loop."""

from __future__ import annotations

import asyncio
import re
from fractions import Fraction
from html import unescape

import pytest

from tcp import Bets, load_rules
from tcp.exact import analyse
from tcp.languages import languages
from tcp.simulate import blocks, simulate
from tcp.widgets.simlab import EARLY, Sampled, SimulationLab, band_html, sampled

PAGAT, LIVE = load_rules("pagat"), load_rules("live")


def read(lab: SimulationLab) -> list[list[str]]:
    """The rows of the table, as they are read."""
    rows = re.findall(r"<tr>(.*?)</tr>", lab.table.value)
    return [[unescape(cell) for cell in re.findall(r">([^<>]*)</t[hd]>", row)] for row in rows]


def test_before_a_run_stands_the_exact_edge_alone() -> None:
    lab = SimulationLab()
    assert lab.text() == (
        "[Simulation lab] pagat, best play, Ante, 1,000,000 rounds. Not run yet. Ante: the exact "
        "house edge is 3.373 %."
    )
    assert lab.found is None
    assert lab.message == lab.error == ""
    assert [row[0] for row in read(lab)] == ["rounds", "exact"]
    assert (lab.run_button.disabled, lab.stop_button.disabled) == (False, True)


def test_without_an_event_loop_a_click_runs_to_the_end() -> None:
    lab = SimulationLab(rounds=200_000, seed=5)
    lab.run_button.click()
    assert not lab.running
    assert lab.found is not None
    assert lab.found.rounds == 200_000
    assert [row[0] for row in read(lab)[2:]] == ["100", "1,000", "10,000", "65,536", "200,000"]
    assert lab.message.startswith("Ante, after 200,000 rounds: house edge ")
    assert lab.message in lab.text()
    assert 'max="200000" value="200000"' in lab.progress.value


@pytest.mark.parametrize(
    ("bet", "bets"),
    [("ante", Bets(1)), ("pair_plus", Bets(1, 1)), ("six_card_bonus", Bets(1, 0, 1))],
)
@pytest.mark.parametrize("strategy", ["best", "always", "K-high"])
def test_every_line_says_what_the_same_cards_say(bet: str, bets: Bets, strategy: str) -> None:
    lab = SimulationLab("live", strategy, bet=bet, rounds=10_000, seed=9)
    assert lab.exact.house_edge == getattr(analyse(LIVE, strategy=strategy), bet).house_edge
    lab.run_button.click()
    seed = SimulationLab(seed=9)._rng.getrandbits(64)
    for line in (*lab.lines, lab.found):
        assert line is not None
        run = simulate(LIVE, line.rounds, seed=seed, strategy=strategy, bets=bets)
        if bet == "ante":
            assert [line.edge, line.error] == pytest.approx([float(-run.mean), run.standard_error])
            low, high = run.interval()
            assert [line.low, line.high] == pytest.approx([-high, -low])
        place = ("ante", "pair_plus", "six_card_bonus").index(bet)
        gained = sum(nets[place] * many for nets, many in run.joint.items())
        assert Fraction(-gained, line.rounds) == pytest.approx(line.edge)
    assert [line.rounds for line in lab.lines] == [100, 1_000]


def test_the_standard_error_is_that_of_the_mean() -> None:
    rounds = [0, 0]
    for seed in range(300):
        found = sampled(simulate(PAGAT, 2_000, seed=seed), "ante")
        rounds[found.holds(float(analyse(PAGAT).ante.house_edge))] += 1
    assert 0.91 < rounds[True] / 300 < 0.98


def test_a_run_can_be_stopped_and_keeps_what_was_dealt() -> None:
    async def scene() -> SimulationLab:
        lab = SimulationLab(rounds=100_000_000, seed=2)
        lab.run_button.click()
        assert lab.running
        assert lab.run_button.disabled
        assert lab.rules.disabled
        assert not lab.stop_button.disabled
        await asyncio.sleep(0.3)
        lab.run_button.click()  # a second click changes nothing
        lab.stop_button.click()
        await asyncio.wait_for(lab._task, 20)
        return lab

    lab = asyncio.run(scene())
    assert lab.found is not None
    assert 0 < lab.found.rounds < 100_000_000
    assert not lab.running
    assert not lab.run_button.disabled
    assert lab.stop_button.disabled
    assert lab.message.startswith("Stopped after ")
    assert " of 100,000,000 rounds; what was dealt counts." in lab.message
    seed = SimulationLab(seed=2)._rng.getrandbits(64)
    assert lab.found == sampled(simulate(PAGAT, lab.found.rounds, seed=seed), "ante")
    assert lab.finished == 0, "whoever stops when he likes the result counts no coverage"


def test_no_line_stands_twice_wherever_a_run_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tcp.widgets.simlab.REDRAW", -1)  # after every block
    lab = SimulationLab(rounds=10_000_000, seed=2)
    lab.running = True
    seen = 0
    for _ in zip(lab._steps(5), range(20), strict=False):
        rounds = [row[0] for row in read(lab)]
        assert len(set(rounds)) == len(rounds), rounds
        assert lab.found is not None
        assert rounds[-1] == f"{lab.found.rounds:,}"
        seen += 1
    assert seen == 20


def test_the_event_loop_has_its_turn_all_the_time() -> None:
    async def scene() -> int:
        lab = SimulationLab(rounds=1_000_000, seed=3)
        lab.run_button.click()
        turns = 0
        while lab.running:
            turns += 1
            await asyncio.sleep(0.001)
        return turns

    assert asyncio.run(scene()) > 10


def test_it_is_the_same_with_and_without_an_event_loop() -> None:
    async def scene() -> SimulationLab:
        lab = SimulationLab("live", bet="pair_plus", rounds=100_000, seed=4)
        lab.run_button.click()
        await lab._task
        return lab

    plain = SimulationLab("live", bet="pair_plus", rounds=100_000, seed=4)
    plain.run_button.click()
    assert asyncio.run(scene()).text() == plain.text()


def test_one_run_at_a_time_has_the_kernel() -> None:
    async def scene() -> tuple[SimulationLab, SimulationLab]:
        first, second = (SimulationLab(rounds=many, seed=1) for many in (100_000_000, 1_000))
        first.run_button.click()
        await asyncio.sleep(0.1)
        second.run_button.click()
        await asyncio.wait_for(asyncio.gather(first._task, second._task), 20)
        return first, second

    first, second = asyncio.run(scene())
    assert first.found is not None
    assert second.found is not None
    assert first.found.rounds < 100_000_000
    assert second.found.rounds == 1_000


def test_a_run_that_is_called_off_leaves_the_buttons_usable() -> None:
    async def scene() -> SimulationLab:
        lab = SimulationLab(rounds=100_000_000, seed=1)
        lab.run_button.click()
        await asyncio.sleep(0.1)
        lab._task.cancel()
        await asyncio.gather(lab._task, return_exceptions=True)
        return lab

    lab = asyncio.run(scene())
    assert not lab.running
    assert not lab.run_button.disabled


def test_finished_runs_are_counted_by_their_settings() -> None:
    lab = SimulationLab("live", bet="six_card_bonus", rounds=100, seed=6)
    held = 0
    for _ in range(40):
        lab.run_button.click()
        assert lab.found is not None
        held += lab.found.holds(float(lab.exact.house_edge))
    assert (lab.finished, lab.held) == (40, held)
    assert held < 40
    assert f"settings: 40. Intervals that held the exact edge: {held}." in lab.tally.value
    lab.rounds.value = 1_000
    assert (lab.finished, lab.held, lab.tally.value) == (0, 0, "")
    lab.rounds.value = 100
    assert (lab.finished, lab.held) == (40, held)


def test_other_settings_begin_with_an_empty_table() -> None:
    lab = SimulationLab("live", bet="six_card_bonus", rounds=1_000, seed=6)
    lab.run_button.click()
    lab.rules.value = PAGAT
    assert lab.error == ""
    assert lab.found is None
    assert lab.bet.value == "ante", "pagat has no 6 Card Bonus"
    assert [words for words, _ in lab.bet.options] == ["Ante", "Pair Plus"]
    assert lab.message == "Not run yet. Ante: the exact house edge is 3.373 %."
    lab.strategy.value = "always"
    assert "7.654 %" in lab.text()
    lab.bet.value = "pair_plus"
    assert "2.317 %" in lab.text()


def test_a_miss_is_called_a_miss() -> None:
    lab = SimulationLab(rounds=100, seed=1)
    while lab.finished == lab.held:
        lab.run_button.click()
    assert "misses the exact 3.373 %" in lab.message
    assert read(lab)[-1][-1] == "no"


def test_the_band_holds_the_middle_where_the_interval_holds_the_edge() -> None:
    holds, misses = Sampled(9, 0.02, 0.01, 0.0, 0.04), Sampled(9, 0.06, 0.01, 0.04, 0.08)
    assert "left:30.0%;width:26.7%" in band_html(holds, 0.03, 0.075)
    assert "left:56.7%" in band_html(misses, 0.03, 0.075)


def test_what_lies_beyond_the_picture_is_open_or_an_arrow() -> None:
    wide = band_html(Sampled(9, 0.0, 1.0, -2.0, 2.0), 0.03, 0.1)
    assert "left:0.0%;width:100.0%;border-left:0;border-right:0" in wide
    assert "tcp-tick" in wide
    right = band_html(Sampled(9, 0.2, 0.1, 0.0, 0.4), 0.03, 0.1)
    assert "border-right:0" in right
    assert "border-left" not in right
    assert "tcp-tick" not in right, "the mean lies beyond the end"
    assert "→" in band_html(Sampled(9, 0.3, 0.01, 0.28, 0.32), 0.03, 0.1)
    assert "←" in band_html(Sampled(9, -0.3, 0.01, -0.32, -0.28), 0.03, 0.1)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"rules": "nowhere"}, "nowhere"),
        ({"strategy": "often"}, "often"),
        ({"strategy": 3}, "'best', 'mimic', 'always', or the weakest hand"),
        ({"bet": "six_card_bonus"}, "these rules offer ante, pair_plus"),
        ({"bet": None}, "these rules offer"),
        ({"rounds": 0}, "a number of rounds is whole"),
        ({"rounds": 1.5}, "a number of rounds is whole"),
        ({"seed": "x"}, "no seed"),
        ({"language": "xx"}, "not a language"),
    ],
)
def test_bad_arguments_are_refused(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SimulationLab(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_it_speaks_every_language(code: str) -> None:
    labs = [SimulationLab("live", "K-high", rounds=1_000, seed=1, language=c) for c in ("en", code)]
    for lab in labs:
        lab.run_button.click()
    english, other = (
        {
            *(piece for row in read(lab)[:2] for piece in row if re.search("[^\\W\\d_]{3}", piece)),
            *(words for words, _ in lab.strategy.options),
            *(each.description for each in lab._menus[1:]),
            *re.split(r"[.,:;] ", lab.message),
            lab.label,
        }
        - {"", "Ante"}
        for lab in labs
    )
    assert not {word for word in english & other if re.search("[^\\W\\d_]{3}", word)}


def test_early_lines_are_the_first_rounds_of_the_same_run() -> None:
    first = next(blocks(PAGAT, 70_000, seed=8))
    again = simulate(PAGAT, max(EARLY), seed=8)
    assert again.rounds < first.rounds
    assert simulate(PAGAT, first.rounds, seed=8) == first


def test_one_round_has_no_standard_error() -> None:
    with pytest.raises(ValueError, match=r"rounds = 1: a standard error takes 2 rounds or more"):
        SimulationLab(rounds=1)
    lab = SimulationLab(rounds=2, seed=1)
    lab.run_button.click()
    assert lab.found is not None
    assert lab.found.rounds == 2

"""The lab of a night, driven through its own fields and buttons."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import pairwise
from typing import Any

import ipywidgets
import pytest

from tcp import Bets, load_rules
from tcp.exact import analyse
from tcp.languages import languages
from tcp.rules import PayTable
from tcp.sessions import after, ruin_by_round
from tcp.widgets.night import LEVELS, LIMITS, NightLab, dealt_night, night, ticks

PAGAT = load_rules("pagat")
NET = analyse(PAGAT).net(Bets(1))


@pytest.fixture
def lab() -> NightLab:
    return NightLab(seed=1)


def test_it_opens_with_the_night_of_the_notebook(lab: NightLab) -> None:
    assert lab.text().startswith(
        "[What a night brings] 240 rounds: ahead with chance 36.61 %, even 1.49 %, behind 61.91 %. "
        "The average is -8.10 chips; half of the nights end from -25 to +9, nine in ten from -50 "
        "to +34. With chance 19.19 % a bankroll of 40 chips doesn't last: at some time fewer than "
        "2 are left, too few for another round. Five nights by chance: "
    )
    assert lab.message == lab.error == ""


@pytest.mark.parametrize(
    ("rules", "bankroll", "ante", "pair_plus", "rounds"),
    [
        ("pagat", 40, 1, 0, 240),
        ("live", 30, 5, 5, 60),
        ("pagat", 2, 1, 0, 1),
        ("live", 100, 3, 0, 7),
        ("straight-pays-5", 1_000, 2, 2, 300),
    ],
)
def test_what_it_shows_is_what_the_sessions_say(
    rules: str, bankroll: int, ante: int, pair_plus: int, rounds: int
) -> None:
    lab = NightLab(rules, bankroll=bankroll, ante=ante, pair_plus=pair_plus, rounds=rounds, seed=2)
    net = analyse(load_rules(rules)).net(Bets(ante, pair_plus))
    risk = ruin_by_round(net, bankroll, rounds, 2 * ante + pair_plus)
    whole = after(net, rounds)
    for chance in (whole.ahead, whole.even, whole.behind, risk[-1]):
        assert f"{100 * chance:.2f} %" in lab.chances.value
        assert f"{100 * chance:.2f} %" in lab.text()
    assert f"{float(rounds * net.mean):+.2f} chips" in lab.text()
    rows = [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)]
        for row in lab.table.value.split("<tr>")[2:]
    ]
    assert int(rows[-1][0]) == rounds
    assert len(rows) == min(12, rounds)
    for row in rows:
        stop = after(net, int(row[0]))
        assert [int(cell) for cell in row[1:6]] == [stop.quantile(level) for level in LEVELS]
        assert row[6] == f"{100 * risk[stop.rounds]:.2f} %"


def test_the_buttons_deal_and_stretch_the_night(lab: NightLab) -> None:
    nights = lab.paths
    lab.again_button.click()
    assert lab.paths != nights
    assert lab.message.startswith("Five nights by chance: ")
    assert lab.message in unescape(lab.fan.value)
    lab.longer_button.click()
    assert (lab.rounds.value, lab.night.rounds) == ("480", 480)
    assert lab.message.startswith("480 rounds: ahead with chance ")
    lab.longer_button.click()
    assert lab.error == "A night here has 1 to 500 rounds."
    assert lab.night.rounds == 480
    for _ in range(8):
        lab.shorter_button.click()
    assert (lab.night.rounds, lab.error) == (1, "")
    assert "1 round: ahead with chance 44.91 %" in lab.text()
    lab.shorter_button.click()
    assert lab.error == "A night here has 1 to 500 rounds."


def test_another_house_and_pair_plus_change_the_night(lab: NightLab) -> None:
    before = lab.text()
    lab.pair_plus.value = True
    assert lab.night.net == analyse(PAGAT).net(Bets(1, 1))
    assert "fewer than 3 are left" in lab.message
    lab.house.value = "live"
    assert lab.night.net == analyse(load_rules("live")).net(Bets(1, 1))
    lab.pair_plus.value, lab.house.value = False, "pagat"
    assert lab.text().split("Five")[0] == before.split("Five")[0]


@pytest.mark.parametrize(
    ("name", "typed", "says"),
    [
        ("bankroll", "much", "Bankroll, in chips: much does not belong here; write a whole number"),
        ("bankroll", "1", "from 2 to 100000"),
        ("bankroll", "", "write a whole number from 2"),
        ("ante", "-1", "Ante, in chips: -1 does not belong here"),
        ("ante", "²", "write a whole number from 1 to 1000"),
        ("ante", "21", "A bankroll of 40 is too small: one round may need 42 chips."),
        ("rounds", "501", "Rounds: 501 does not belong here; write a whole number from 1 to 500."),
        ("rounds", "9" * 50, "99999 does not belong here"),
    ],
)
def test_refused_input_is_told_and_changes_nothing(
    lab: NightLab, name: str, typed: str, says: str
) -> None:
    shown, found = lab.table.value, lab.night
    getattr(lab, name).value = typed
    assert says in lab.error
    assert lab.error == lab.message
    assert (lab.table.value, lab.night) == (shown, found)
    getattr(lab, name).value = str(40 if name == "bankroll" else 2)
    assert lab.error == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"bankroll": 1},
        {"bankroll": 39, "ante": 20},
        {"ante": 0},
        {"ante": True},
        {"pair_plus": 2},
        {"pair_plus": True},
        {"rounds": 501},
        {"rounds": "60"},
        {"rules": replace(PAGAT, pair_plus=None), "pair_plus": 1},
        {"rules": "nowhere"},
        {"language": "xx"},
        {"seed": 1.5},
    ],
    ids=str,
)
def test_bad_arguments_leave_nothing_open(wrong: Any) -> None:
    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        NightLab(**wrong)
    assert set(ipywidgets.widgets.widget._instances) == before


def test_a_table_that_pays_fractions_has_its_night_too() -> None:
    own = replace(PAGAT, name="mine", ante_bonus=PayTable({"straight": Fraction(3, 2)}))
    lab = NightLab(own, rounds=20, bankroll=9, seed=4)
    whole = after(analyse(own).net(Bets(1)), 20)
    assert f"ahead with chance {100 * whole.ahead:.2f} %" in lab.text()
    assert lab.house.value == "mine"


def test_a_button_does_not_hide_that_another_field_is_refused(lab: NightLab) -> None:
    lab.bankroll.value = "much"
    lab.longer_button.click()
    assert "much does not belong here" in lab.error
    assert lab.night.rounds == 240


def test_a_house_without_pair_plus_says_so_in_every_language() -> None:
    own = replace(PAGAT, name="mine", pair_plus=None)
    for code in languages():
        lab = NightLab(own, rounds=5, language=code)
        lab.pair_plus.value = True
        assert "mine" in lab.error
        assert ("offer" in lab.error) == (code == "en")


def test_numbers_are_written_as_the_language_does() -> None:
    lab = NightLab(bankroll=10_000, ante=3, rounds=12, language="de")
    assert "10.000 Jetons" in lab.text()
    assert f"{float(12 * 3 * NET.mean):.2f}".replace(".", ",") in lab.text()


def test_a_refused_length_leaves_the_field_with_the_night(lab: NightLab) -> None:
    lab.rounds.value = "60"
    lab.bankroll.value = "abc"
    lab.longer_button.click()
    assert "abc does not belong here" in lab.error
    assert (lab.rounds.value, lab.night.rounds) == ("60", 60)
    lab.bankroll.value = "40"
    assert (lab.error, lab.rounds.value, lab.night.rounds) == ("", "60", 60)


def test_a_table_too_fine_for_a_night_says_so_and_the_lab_stays_usable() -> None:
    own = replace(PAGAT, name="fine", ante_bonus=PayTable({"pair": Fraction(1, 100)}))
    lab = NightLab(own, rounds=4, seed=1)
    lab.rounds.value = "500"
    assert "more than the limit of 2,000,000,000" in lab.error
    assert lab.night.rounds == 4
    lab.house.value = "pagat"
    assert (lab.error, lab.night.rounds) == ("", 500)
    with pytest.raises(ValueError, match=r"more than the limit of 2,000,000,000"):
        NightLab(own, rounds=500)


# --- nights by chance and pictures ---------------------------------------------------------------


def test_a_dealt_night_ends_where_its_chips_do() -> None:
    found, rng = night(PAGAT, 6, 1, 0, 60), random.Random(5)
    nights = [dealt_night(found, rng) for _ in range(4_000)]
    for path in nights:
        assert path[0] == 0
        assert all(b - a in NET for a, b in pairwise(path))
        assert all(6 + net >= 2 for net in path[:-1])
        assert len(path) == 61 or 6 + path[-1] < 2
    over = sum(6 + path[-1] < 2 for path in nights) / len(nights)
    risk = found.ruined[-1]
    assert abs(over - risk) < 3 * (risk * (1 - risk) / len(nights)) ** 0.5


def test_nights_repeat_with_their_seed_and_differ_without() -> None:
    assert NightLab(rounds=20, seed=7).paths == NightLab(rounds=20, seed=7).paths
    assert NightLab(rounds=60).paths != NightLab(rounds=60).paths


def points(svg: str, kind: str) -> list[tuple[float, float]]:
    (found,) = re.findall(rf'class="{kind}" points="([^"]*)"', svg)
    return [tuple(map(float, each.split(","))) for each in found.split(" ")]  # type: ignore[misc]


def test_the_fan_draws_the_quantiles_and_the_nights(lab: NightLab) -> None:
    svg = lab.fan.value
    left, right = 46.0, 630.0
    assert "aria-label=" in svg
    middle = points(svg, "tcp-middle")
    assert (middle[0][0], middle[-1][0], len(middle)) == (left, right, 13)
    outer, inner = points(svg, "tcp-outer"), points(svg, "tcp-inner")
    assert len(outer) == len(inner) == 26
    # Heights are linear in chips: 0 at the beginning, the 5 % and 95 % quantiles at the end.
    zero, low, high = middle[0][1], outer[12][1], outer[13][1]
    assert (low - zero) / (zero - high) == pytest.approx(50 / 34, rel=0.01)
    assert (middle[-1][1] - zero) / (low - zero) == pytest.approx(8 / 50, rel=0.05)
    assert (inner[12][1] - zero) / (low - zero) == pytest.approx(25 / 50, rel=0.02)
    for place, path in enumerate(lab.paths, start=1):
        line = points(svg, f"tcp-line-{place}")
        assert len(line) == len(path)
        assert (line[-1][1] - zero) / (low - zero) == pytest.approx(-path[-1] / 50, abs=0.01)
    ends = sum(len(path) <= 240 for path in lab.paths)
    assert svg.count("<circle") == ends
    # Words are centred at their height: a label clear of its line, a number beside its own.
    (limit,) = re.findall(r'class="tcp-limit".* y1="([\d.]*)"', svg)
    (label,) = re.findall(r'y="([\d.]*)" [^>]*>below this line the chips don&#x27;t last', svg)
    assert 8 < float(limit) - float(label) < 14
    beside = r'class="tcp-grid"[^>]* y1="([\d.]*)"[^>]*/><text [^>]*y="([\d.]*)"'
    places = re.findall(beside, svg)
    assert len(places) > 3
    assert all(grid == number for grid, number in places)


def test_without_a_chance_of_ruin_no_line_is_drawn_for_it() -> None:
    lab = NightLab(bankroll=100_000, rounds=5, seed=1)
    assert "tcp-limit" not in lab.fan.value
    assert "With chance 0.00 % a bankroll of 100,000 chips" in lab.text()
    assert points(lab.ruin.value, "tcp-middle")[-1][1] == points(lab.ruin.value, "tcp-middle")[0][1]


def test_the_curve_of_ruin_rises_to_its_chance(lab: NightLab) -> None:
    heights = [y for _, y in points(lab.ruin.value, "tcp-middle")]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1]
    assert "grows to 19.19 % within 240 rounds" in lab.ruin.value


def test_ticks_are_round_and_not_many() -> None:
    rng = random.Random(3)
    for _ in range(300):
        low = rng.uniform(-1_000, 10)
        high = low + 10 ** rng.uniform(-3, 4)
        marks = ticks(low, high)
        assert 2 <= len(marks) <= 7
        assert low <= marks[0] < marks[-1] <= high


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_no_word_stays_english(code: str) -> None:
    lab, english = NightLab(seed=1, rounds=60, language=code), NightLab(seed=1, rounds=60)
    same = {"pagat", "live", "Ante", "chance", "Pair Plus"}

    def words(panel: NightLab) -> set[str]:
        parts = [panel.fan.value, panel.ruin.value, panel.table.value, panel.chances.value]
        texts = [text for part in parts for text in re.findall(r">([^<]+)<", part)]
        texts += re.findall(r'aria-label="([^"]*)"', " ".join(parts))
        texts += [panel.text(), panel.label, panel.pair_plus.description]
        for control in (panel.bankroll, panel.ante, panel.rounds, panel.again_button):
            texts.append(control.description)
        texts += [panel.longer_button.description, panel.shorter_button.description]
        return {text for text in texts if re.search(r"[^\W\d_]{3,}", text)}

    assert not words(lab) & words(english) - same
    assert lab.night == english.night or lab.text() != english.text()
    lab.rounds.value = "0"
    assert re.search(r"1 \w+ 500", lab.error)
    assert lab.error not in ("", "Rounds: 0 does not belong here")
    lab.bankroll.value = lab.rounds.value = "2"
    lab.ante.value = "2"
    assert "4" in lab.error
    assert "too small" not in lab.error


def test_fields_tell_their_limits() -> None:
    assert set(LIMITS) == {"night_bankroll", "night_ante", "night_rounds"}

"""Notebook 08: its exercises, the pay-table lab, the picture's numbers, published figures."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tcp import RULE_NAMES, Decision, Distribution, PayTable, Rules, load_rules
from tcp.checks import check
from tcp.checks.notebook_08 import covariance
from tcp.exact import analyse
from tcp.languages import told
from tcp.quoting import quoted
from tcp.rules import TABLE_KEYS, parse_rules, to_toml
from tcp.view import per_cent
from tcp.widgets.lab import BETS, LabWidget, chances, in_words, worth

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "08_house_edge.ipynb"
FIGURES = tomllib.loads((ROOT / "tests" / "figures.toml").read_text("utf-8"))
PAGAT, LIVE = load_rules("pagat"), load_rules("live")
WILD = {
    "pair": 1,
    "flush": 4,
    "straight": 5,
    "three_of_a_kind": 30,
    "straight_flush": 40,
    "mini_royal": 220,
}


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"08.{number}", ...) for number in (1, 2, 3, 4)),
        ("08.1", (..., ...)),
        ("08.2", lambda net, play: ...),
        ("08.3", dict.fromkeys(WILD, ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


def right_risk(net: Distribution[Any], play: Fraction) -> Fraction:
    staked = sum(weight * (1 + play) for weight in net.values())
    return -sum((gain * weight for gain, weight in net.items()), Fraction(0)) / staked


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("08.1", (45.93, 36.57)),
        ("08.1", [Fraction(4597, 100), Fraction("36.55")]),
        ("08.2", right_risk),
        ("08.2", lambda net, play: float(right_risk(net, play))),
        ("08.3", WILD),
        ("08.3", PayTable(WILD)),
        ("08.4", 0.22933751569367516),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).state == "right"


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("08.1", (36.57, 36.57), "same_hand: the two bets share a hand"),
        ("08.1", (2.69 + 4 * 8.47 + 2 * 2.34, 36.57), "it counts twice"),
        ("08.1", (2.69 + 4 * 8.47 + 8 * 2.34, 36.57), "does not become four times"),
        ("08.1", (2.69 + 2 * 8.47 + 2 * 2.34, 36.57), "the variance four times"),
        ("08.1", (15.84, 36.57), "one chip of Pair Plus"),
        ("08.1", (45.93, 45.93), "other_table: another deck knows nothing"),
        ("08.1", (45.93, 2.69 + 2 * 8.47), "the variance four times"),
        ("08.1", (45.93, 11.16), "one chip of Pair Plus"),
        ("08.1", (6.78, 6.05), "write the variance of A + 2P as a sum"),
        ("08.1", 45.93, "2 numbers are asked for"),
        ("08.2", lambda net, play: -net.mean, "the edge per Ante"),
        ("08.2", lambda net, play: net.mean, "the expectation per Ante"),
        ("08.2", lambda net, play: net.mean / (1 + play), "The sign is turned"),
        ("08.2", lambda net, play: -net.mean / play, "always stakes the Ante"),
        ("08.2", lambda net, play: -net.mean / 2, "Folded hands stake one chip"),
        ("08.2", lambda net, play: -net.mean * (1 + play), "Divide by the average wager"),
        ("08.2", lambda net, play: -100 * net.mean / (1 + play), "in per cent"),
        ("08.2", lambda net, play: Fraction("0.0201"), "is right"),
        ("08.2", lambda net, play: None, "returns nothing"),
        ("08.2", lambda net, play: "2 %", "A number is asked for"),
        ("08.2", 0.0201, "A function is asked for"),
        ("08.3", PAGAT.pair_plus, "1.00 times that of the first. More must go to the rarest"),
        ("08.3", WILD | {"straight": 4, "mini_royal": 400}, "Less must go to the rarest"),
        ("08.3", WILD | {"mini_royal": 200}, "keeps 592 and the first keeps 512"),
        ("08.3", WILD | {"pair": 0.5}, "pay whole chips"),
        ("08.3", {"royal": 3}, "no Pair Plus table: 'royal' is not known"),
        ("08.3", 220, "A table of hands and pays"),
        ("08.3", WILD | {"pair": ...}, "Still missing: pair."),
        ("08.4", 0.24370001355697762, "the old rule's decisions"),
        ("08.4", -0.22933751569367516, "an edge is positive"),
        ("08.4", Fraction(13_733_780, 407_170_400), "the rule as it was"),
        ("08.4", 22.933751569367516, "in per cent"),
        ("08.4", 0.1, "hand by hand"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_playing_every_hand_in_the_house_that_pushes_is_told_apart() -> None:
    table = analyse(PAGAT).table
    edge = -Fraction(int((table.play_value - table.not_qualified).sum()), 407_170_400)
    assert "Some hands are better folded" in check("08.4", edge).reason


def test_the_covariance_is_that_of_its_definition() -> None:
    joint = analyse(PAGAT).joint
    means = [sum(Fraction(n[bet] * w) for n, w in joint.items()) / joint.total for bet in (0, 1)]
    products = ((n[0] - means[0]) * (n[1] - means[1]) * w for n, w in joint.items())
    assert covariance(joint, 0, 1) == sum(products) / joint.total > 2


# --- the text and its figures --------------------------------------------------------------------


def code() -> str:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    cells = ("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")
    return "\n".join(cells)


def test_the_notebook_compares_every_published_table() -> None:
    text = code()
    claims = FIGURES["ante"]["bonus_tables"]
    for table, (edge, risk) in claims.items():
        assert f'"{table}": ("{edge:.2f} %", "{risk:.2f} %")' in text
    for table, edge in FIGURES["pair_plus"].items():
        assert f'"{table}": "{edge:.2f} %"' in text
    for rtp in (96.63, 95.51, FIGURES["six_card_bonus"]["7-10-15-20-100-200-1000"]):
        assert f'"{rtp:.2f} %"' in text


def test_the_picture_shows_the_chance_of_each_net() -> None:
    shares = chances(analyse(PAGAT).ante.distribution)
    assert list(shares) == [-2, -1, 0, 1, 2, 3, 5, 6, 7]
    assert sum(shares.values()) == 1
    assert shares[-1] == Fraction(132_923_304, 407_170_400)


# --- the lab -------------------------------------------------------------------------------------


def lab_with(**fields: str) -> LabWidget:
    lab = LabWidget()
    for name, value in fields.items():
        getattr(lab, name).value = value
    return lab


@pytest.mark.parametrize("name", RULE_NAMES)
def test_it_shows_each_house(name: str) -> None:
    lab = LabWidget(name)
    assert lab.rules == load_rules(name)
    for table in TABLE_KEYS:
        shown = {hand: f.value for hand, f in lab.ratios[table].items() if f.value}
        assert shown == {hand: str(pay) for hand, pay in (getattr(lab.rules, table) or {}).items()}
    assert parse_rules(lab.toml.value) == lab.rules
    assert lab.text().startswith(f"[Pay-table lab] {name}: Of 100 chips the house keeps 3.37")


def edge_of(lab: LabWidget, bet: str) -> str:
    return per_cent(getattr(lab.analysis, bet).house_edge)


@pytest.mark.parametrize(
    ("change", "bet", "edge"),
    [
        (lambda lab: set_value(lab.qualifies, "J-high"), "ante", "-3.33 %"),
        (lambda lab: set_value(lab.switches["bonus_needs_win"], True), "ante", "3.44 %"),
        (lambda lab: set_value(lab.ratios["ante_bonus"]["three_of_a_kind"], "3"), "ante", "3.61 %"),
        (lambda lab: set_value(lab.ratios["ante_bonus"]["straight"], ""), "ante", "6.63 %"),
        (
            lambda lab: set_value(lab.ratios["pair_plus"]["mini_royal"], "100"),
            "pair_plus",
            "1.23 %",
        ),
        (lambda lab: set_value(lab.ratios["pair_plus"]["flush"], "7/2"), "pair_plus", "4.80 %"),
        (lambda lab: set_value(lab.ratios["pair_plus"]["flush"], "3.5"), "pair_plus", "4.80 %"),
        (lambda lab: set_value(lab.preset, "live"), "six_card_bonus", "8.56 %"),
    ],
)
def test_every_control_counts(change: Callable[[LabWidget], None], bet: str, edge: str) -> None:
    lab = LabWidget()
    change(lab)
    assert (lab.error, edge_of(lab, bet)) == ("", edge)
    assert lab.message == f"{lab.rules.name}: {in_words(lab.analysis)}"
    assert edge in lab.facts.value
    assert parse_rules(lab.toml.value) == lab.rules
    if lab.preset.value == "pagat":
        assert (lab.rules.name, lab.rules.source) == ("my house", "")


def set_value(control: Any, value: Any) -> None:
    control.value = value


def test_a_fold_can_lose_the_side_bets() -> None:
    lab = LabWidget("live")
    lab.switches["six_card_survives_fold"].value = False
    lab.switches["pair_plus_survives_fold"].value = False
    assert [edge_of(lab, bet) for bet in BETS] == ["3.37 %", "4.49 %", "28.27 %"]
    assert (lab.rules.pair_plus_survives_fold, lab.rules.six_card_survives_fold) == (False, False)


def test_a_bet_without_any_pay_is_not_offered() -> None:
    lab = LabWidget()
    for entry in lab.ratios["pair_plus"].values():
        entry.value = ""
    assert lab.rules.pair_plus is None
    assert "not offered" in lab.facts.value
    lab.show.value = "pair_plus"
    assert lab.error == ""
    for entry in lab.ratios["ante_bonus"].values():
        entry.value = ""
    assert edge_of(lab, "ante") == "8.66 %"


@pytest.mark.parametrize(
    ("control", "value", "sentence"),
    [
        ("flush", "four", "Pair Plus, flush: 'four' is no ratio; write a number such as 4, 12.5"),
        ("flush", "-1", "Pair Plus, flush: '-1' is no ratio"),
        ("flush", "2000000", "Pair Plus, flush: ratio = 2000000: a ratio is from 0 to 1,000,000"),
        ("qualifies", "<b>high", "Dealer needs: '<b>high' is not a threshold"),
        ("name", " ", "Name: ' ': rules need a name"),
        ("toml", "[ante_bonus", "Text: not a TOML file"),
        ("toml", "", "Text: the table [ante_bonus] is missing"),
        ("toml", "[ante_bonus]\npair = -1", "Text: ante_bonus: pair = -1: a ratio is"),
    ],
)
def test_refused_input_shows_its_sentence_and_changes_nothing(
    control: str, value: str, sentence: str
) -> None:
    lab = LabWidget()
    entry = lab.ratios["pair_plus"]["flush"] if control == "flush" else getattr(lab, control)
    shown = (lab.facts.value, lab.bars.value)
    entry.value = value
    assert sentence in lab.error
    assert lab.message == lab.error
    assert "<b>" not in lab.error_line.value
    assert "tcp-refused" in entry._dom_classes
    assert lab.rules == PAGAT
    assert (lab.facts.value, lab.bars.value) == shown
    lab.reset_button.click()
    assert (lab.error, lab.error_line.value) == ("", "")
    assert parse_rules(lab.toml.value) == PAGAT


def test_text_is_read_as_rules() -> None:
    lab = LabWidget()
    house = replace(LIVE, name="Småland", dealer_qualifies="K-high", max_boxes=2)
    lab.toml.value = to_toml(house)
    assert (lab.error, lab.rules) == ("", house)
    assert lab.name.value == "Småland"
    assert lab.ratios["six_card_bonus"]["royal_flush"].value == "1000"
    lab.qualifies.value = "Q-high"  # fields without a control are kept
    assert lab.rules == replace(house, dealer_qualifies="Q-high")


def test_a_third_is_shown_and_read_again() -> None:
    thirds = replace(PAGAT, name="thirds", pair_plus=PayTable({"pair": Fraction(4, 3)}))
    lab = LabWidget(thirds)
    assert lab.ratios["pair_plus"]["pair"].value == "4/3"
    lab.qualifies.value = "K-high"
    assert lab.rules == replace(thirds, dealer_qualifies="K-high")


def test_two_houses_side_by_side() -> None:
    lab = LabWidget(compare="live")
    assert "Compared with live" in lab.text()
    assert ">8.56 %<" in lab.facts.value
    lab.qualifies.value = "J-high"
    lab.keep_button.click()
    assert lab.message.startswith("Kept my house")
    lab.reset_button.click()
    assert "Compared with kept: Of 100 chips the house loses 3.33" in lab.text()
    assert ">-3.33 %<" in lab.facts.value
    assert ">3.37 %<" in lab.facts.value
    assert "tcp-second" in lab.bars.value
    lab.qualifies.value = "K-high"
    lab.keep_button.click()  # the kept house is another one now
    assert "Compared with kept: Of 100 chips the house keeps 2.40" in lab.text()
    lab.compare.value = "flush-pays-3"
    assert lab.message.startswith("flush-pays-3: Of 100 chips")
    lab.compare.value = ""
    assert lab.message == "Nothing to compare."
    assert "tcp-second" not in lab.bars.value
    assert lab.voice.shortcuts == {"k": "tcp-keep", "r": "tcp-reset"}


def test_the_chart_shows_both_houses_nets() -> None:
    lab = LabWidget(compare="live")
    lab.show.value = "pair_plus"
    assert "What a unit on Pair Plus brings" in lab.bars.value
    assert "+100" in lab.bars.value
    lab.show.value = "six_card_bonus"
    assert "+1,000" in lab.bars.value


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_a_house_is_saved_and_loaded(here: Path) -> None:
    lab = lab_with(qualifies="K-high", name="Småland", file="home.toml")
    lab.save_button.click()
    assert lab.message == "Saved Småland as home.toml."
    assert lab.message in lab.filed.value
    assert load_rules(here / "home.toml") == lab.rules
    other = lab_with(file="home.toml")
    other.load_button.click()
    assert other.rules == lab.rules
    assert "Loaded Småland from " in other.filed.value
    other.qualifies.value = "J-high"
    other.save_button.click()  # what was loaded may be written over
    assert load_rules(here / "home.toml").dealer_qualifies == "J-high"
    other.qualifies.value = "A-high"
    other.save_button.click()  # and what was written
    assert load_rules(here / "home.toml").dealer_qualifies == "A-high"


def test_a_file_of_somebody_else_is_replaced_on_the_second_press(here: Path) -> None:
    (here / "home.toml").write_text(to_toml(LIVE), encoding="utf-8")
    lab = lab_with(file="home.toml")
    lab.save_button.click()
    assert lab.error == told("lab_file_exists", file="home.toml")
    assert lab.error in lab.filed.value
    assert load_rules(here / "home.toml") == LIVE
    lab.save_button.click()
    assert (lab.error, load_rules(here / "home.toml")) == ("", PAGAT)


def test_nothing_but_rules_is_written_over(here: Path) -> None:
    note = here / "note.toml"
    note.write_text("shopping = 3", encoding="utf-8")
    lab = lab_with(file="note.toml")
    for _ in range(3):
        lab.save_button.click()
        assert "'shopping' is not known in a rules file" in lab.error
    assert note.read_text("utf-8") == "shopping = 3"
    for name in ("home.txt", "", "../x.toml", "sub/x.toml", "..\\x.toml", "C:x.toml", str(note)):
        lab.file.value = name
        lab.save_button.click()
        assert lab.error == told("lab_file_name", typed=quoted(name))
    lab.load_button.click()
    assert "'shopping' is not known" in lab.error
    lab.file.value = "nowhere.toml"
    lab.load_button.click()
    assert "neither known rules" in lab.error
    assert "neither known rules" in lab.filed.value  # beside the button, and not above alone
    (here / "folder.toml").mkdir()
    lab.file.value = "folder.toml"
    lab.save_button.click()
    assert "'folder.toml' is neither known rules" in lab.error
    assert {path.name for path in here.parent.rglob("*")} == {"here", "folder.toml", "note.toml"}


@pytest.mark.parametrize(
    ("entry", "wrong", "right", "named"),
    [
        (lambda lab: lab.ratios["pair_plus"]["pair"], "two", "2", "Pair Plus, pair: 'two'"),
        (lambda lab: lab.qualifies, "A", "A-high", "Dealer needs: 'A'"),
        (lambda lab: lab.name, " ", "home", "Name: ' '"),
        (lambda lab: lab.toml, "nothing", to_toml(LIVE), "Text: "),
    ],
)
def test_what_stands_refused_is_neither_saved_nor_kept(
    entry: Callable[[LabWidget], Any], wrong: str, right: str, named: str, here: Path
) -> None:
    lab = LabWidget()
    entry(lab).value = wrong
    refusal = lab.error
    assert refusal.startswith(named)
    lab.show.value = "pair_plus"  # a control that answers leaves the sentence where it is
    assert lab.error == refusal
    for pressed in (lab.save_button, lab.keep_button):
        pressed.click()
        assert lab.error == lab.message == refusal
    assert refusal in unescape(lab.filed.value)
    assert list(here.iterdir()) == []
    assert "kept" not in dict(lab.compare.options)
    entry(lab).value = right
    lab.keep_button.click()
    assert lab.message.startswith("Kept ")
    lab.save_button.click()
    assert (lab.error, len(list(here.iterdir()))) == ("", 1)
    assert "tcp-refused" not in entry(lab)._dom_classes


def test_of_two_wrong_fields_the_named_one_is_marked() -> None:
    lab = LabWidget()
    pair, needs = lab.ratios["pair_plus"]["pair"], lab.qualifies
    pair.value, needs.value = "two", "A"
    assert lab.error.startswith("Pair Plus, pair: ")
    assert [refused(each) for each in (pair, needs)] == [True, False]
    pair.value = "2"
    assert lab.error.startswith("Dealer needs: ")
    assert [refused(each) for each in (pair, needs)] == [False, True]
    lab.reset_button.click()  # which writes over both
    assert [refused(each) for each in (pair, needs)] == [False, False]
    assert (lab.error, lab.rules) == ("", PAGAT)


def refused(entry: Any) -> bool:
    return "tcp-refused" in entry._dom_classes


def test_rules_of_ones_own_join_the_list() -> None:
    house = Rules("at home", ante_bonus=PayTable({}), dealer_qualifies="2-2-3")
    lab = LabWidget(house)
    assert lab.preset.options == (*RULE_NAMES, "at home")
    assert "Best: play every hand." in lab.text()
    lab.preset.value = "pagat"
    assert lab.rules == PAGAT


@pytest.mark.parametrize("wrong", [{"rules": "nowhere"}, {"compare": "nowhere"}])
def test_unknown_houses_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"nowhere.*straight-pays-5"):
        LabWidget(**wrong)


def test_the_border_is_named() -> None:
    assert worth(analyse(PAGAT))["weakest hand played"] == "Q-6-4"
    pairs = analyse(PAGAT, strategy="2-2-3")
    assert worth(pairs)["weakest hand played"] == "pair of twos with three (2-2-3)"


def test_a_strategy_without_a_border_is_told() -> None:
    odd = analyse(PAGAT, strategy=lambda hand: list(Decision)[sum(c.rank for c in hand) % 2])
    assert worth(odd)["weakest hand played"] == "no single border"
    assert "of the hands, with no single border" in in_words(odd)

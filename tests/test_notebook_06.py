"""Notebook 06: its exercises, and the pay table with sliders."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.embed import dependency_state

from tcp import DECK, RULE_NAMES, Category, Distribution, PayTable, load_rules, rank_hand
from tcp.checks import check
from tcp.payouts import pair_plus_lines, pair_plus_net
from tcp.rules import TABLE_KEYS
from tcp.widgets.paytable import (
    MOST,
    PayTableWidget,
    in_short,
    in_words,
    parse_table,
    shares_of,
    signed_share,
)
from tests.learner import Learner, code_cells
from tests.refresh_notebooks import ROOT

HANDS = {"pair": 3744, "flush": 1096, "straight": 720, "three_of_a_kind": 52, "straight_flush": 48}
FAIR = {"pair": 1, "flush": 4, "straight": 6, "three_of_a_kind": 26, "straight_flush": 55}


def pay_table(name: str) -> PayTable:
    table = load_rules(name).pair_plus
    assert table is not None
    return table


# --- the notebook --------------------------------------------------------------------------------


@pytest.mark.parametrize("house", RULE_NAMES)
def test_the_kinds_of_hand_add_up_by_the_rules_of_every_house(house: str) -> None:
    """A mini royal, which one house pays apart, is part of the straight flushes."""
    learner = Learner()
    for cell in code_cells(ROOT / "notebooks" / "06_pair_plus.ipynb"):
        learner.run(cell.source.replace('load_rules("pagat")', f'load_rules("{house}")'))
        if "swing" in learner.names:
            break
    net = pair_plus_net(pay_table(house))
    assert learner.names["pagat"] == load_rules(house)
    assert sum(learner.names["brings"].values()) == learner.names["together"] == net.mean
    assert sum(learner.names["swing"].values()) == net.variance


# --- exercises -----------------------------------------------------------------------------------

ONCE = Fraction(22_052, 22_100)
NONE = ONCE**460


def hands_paid(pays: PayTable, *, royal: bool = True) -> dict[str, int]:
    """How many hands each pay of a table is for, a mini royal apart where the table names it."""
    apart = {"straight_flush": 44, "mini_royal": 4} if royal and "mini_royal" in pays else {}
    return HANDS | apart


def fair(
    pays: PayTable, hand: str, *, royal: bool = True, unpaid: int = -1, share: bool = False
) -> Fraction:
    """The fair pay by adding up chips, with wrong variants on request."""
    hands = hands_paid(pays, royal=royal)
    others = sum(Fraction(n) * pays.get(key, unpaid) for key, n in hands.items() if key != hand)
    return Fraction(16_440 - others, 22_100 if share else hands[hand])


def without_twos(*, low_straight: bool = False) -> Fraction:
    """The expectation in a deck without twos; `low_straight` takes A-3-4 for one."""
    pays = pay_table("pagat")

    def net(hand: Any) -> Any:
        kind = rank_hand(hand).category
        if low_straight and {card.rank for card in hand} == {14, 3, 4}:
            kind = Category.STRAIGHT_FLUSH if kind == Category.FLUSH else Category.STRAIGHT
        return pays.get(kind.name.lower(), -1)

    deck = [card for card in DECK if card.rank > 2]
    return Distribution.count(map(net, combinations(deck, 3))).mean


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("06.1", (...,) * 3),
        ("06.2", lambda pays, hand: ...),
        ("06.3", dict.fromkeys(FAIR, ...)),
        ("06.4", ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


RIGHT: list[tuple[str, Callable[[], Any]]] = [
    ("06.1", lambda: (ONCE, NONE, NONE)),
    ("06.1", lambda: [22_052 / 22_100, (22_052 / 22_100) ** 460, float(NONE)]),
    ("06.2", lambda: fair),
    ("06.2", lambda: lambda pays, hand: float(fair(pays, hand))),
    ("06.3", lambda: FAIR),
    ("06.3", lambda: PayTable(FAIR)),
    ("06.3", lambda: FAIR | {"three_of_a_kind": 38, "straight_flush": 42}),
    ("06.3", lambda: FAIR | {"straight_flush": 54, "mini_royal": 66}),
    ("06.4", without_twos),
    ("06.4", lambda: float(without_twos())),
]


@pytest.mark.parametrize(("exercise", "answer"), RIGHT)
def test_right_answers(exercise: str, answer: Callable[[], Any]) -> None:
    verdict = check(exercise, answer())
    assert verdict.state == "right", verdict


def royals_apart(pays: PayTable, hand: str) -> bool:
    return hand == "straight_flush" and "mini_royal" in pays


def royals_within(pays: PayTable, hand: str) -> bool:
    return hand == "straight_flush" and "mini_royal" not in pays


WRONG: dict[str, tuple[str, Callable[[], Any], str]] = {
    "one chance": ("06.1", lambda: NONE, "Three chances"),
    "words": ("06.1", lambda: ("rare", NONE, NONE), "A number is asked for as missed_once"),
    "a hit": ("06.1", lambda: (1 - ONCE, NONE, NONE), "you want a miss"),
    "1 in 460": ("06.1", lambda: (Fraction(459, 460), NONE, NONE), "460 is rounded"),
    "another miss": ("06.1", lambda: (Fraction(1, 2), NONE, NONE), "are no straight flush"),
    "the published figure": ("06.1", lambda: (ONCE, 0.368, 0.368), "not as a rounded figure"),
    "at least one": ("06.1", lambda: (ONCE, 1 - NONE, NONE), "chance of at least one"),
    "added misses": ("06.1", lambda: (ONCE, 460 * ONCE, NONE), "the chances multiply"),
    "added hits": ("06.1", lambda: (ONCE, 1 - 460 * (1 - ONCE), NONE), "do not add"),
    "all 920": ("06.1", lambda: (ONCE, NONE, NONE**2), "460 of them are over"),
    "due": ("06.1", lambda: (ONCE, NONE, 0), "nothing is due"),
    "at least one next": ("06.1", lambda: (ONCE, NONE, 1 - NONE), "in the next 460"),
    "two blanks": ("06.1", lambda: (ONCE, ..., ...), "Still missing: missed_460; next_460."),
    "a blank beside an error": ("06.1", lambda: (..., NONE, 0), "nothing is due"),
    "a pay still open": ("06.3", lambda: FAIR | {"flush": ...}, "Still missing: flush."),
    "an open pay beside an error": ("06.3", lambda: FAIR | {"flush": ..., "pair": 0}, "at least 1"),
    "an open pay between": ("06.3", lambda: FAIR | {"flush": ..., "pair": 99}, "rarer than a pair"),
    "half": ("06.1", lambda: (ONCE, NONE, 0.5), "fresh deck know"),
    "a constant": ("06.2", lambda: lambda pays, hand: Fraction(152, 3), "is right."),
    "the rise": ("06.2", lambda: lambda p, h: fair(p, h) - p.get(h, -1), "how much the pay must"),
    "an unpaid hand taken for a push": (
        "06.2",
        lambda: lambda p, h: fair(p, h) + (h not in p),
        "begin at -1",
    ),
    "the sign": ("06.2", lambda: lambda p, h: -fair(p, h), "The sign is turned"),
    "with the stake": ("06.2", lambda: lambda p, h: fair(p, h) + 1, "coming back is no gain"),
    "of all hands": ("06.2", lambda: lambda p, h: fair(p, h, share=True), "not by all 22,100"),
    "unpaid hands push": ("06.2", lambda: lambda p, h: fair(p, h, unpaid=0), "lose the stake"),
    "mini royal forgotten": (
        "06.2",
        lambda: lambda p, h: fair(p, h, royal=h == "mini_royal"),
        "pays the mini royal apart",
    ),
    "48 straight flushes": (
        "06.2",
        lambda: lambda p, h: fair(p, h) * (Fraction(11, 12) if royals_apart(p, h) else 1),
        "44 straight flushes are left",
    ),
    "44 straight flushes": (
        "06.2",
        lambda: lambda p, h: fair(p, h) * (Fraction(12, 11) if royals_within(p, h) else 1),
        "its 4 hands are straight flushes too",
    ),
    "whole chips": ("06.2", lambda: lambda p, h: round(fair(p, h)), "That is rounded, or cut"),
    "cut chips": ("06.2", lambda: lambda p, h: int(fair(p, h)), "That is rounded, or cut"),
    "two decimals": ("06.2", lambda: lambda p, h: round(float(fair(p, h)), 2), "rounded, or cut"),
    "a hand without a key": (
        "06.2",
        lambda: lambda p, h: fair(p | {key: p[key] for key in HANDS}, h),
        "A hand that the table does not pay has no key: it loses the stake.",
    ),
    "no return": ("06.2", lambda: lambda pays, hand: None, "returns nothing"),
    "a text": ("06.2", lambda: lambda pays, hand: "50", "A number of chips"),
    "no function": ("06.2", lambda: 50, "A function is asked for"),
    "a number for a table": ("06.3", lambda: 0, "A table of hands and pays"),
    "all push": ("06.3", lambda: dict.fromkeys(FAIR, 0), "at least 1 to 1"),
    "the page's table": ("06.3", lambda: pay_table("pagat"), "the house keeps 512"),
    "too generous": ("06.3", lambda: FAIR | {"straight_flush": 56}, "the player gains 48"),
    "half chips": ("06.3", lambda: FAIR | {"pair": Fraction(3, 2)}, "chips are whole"),
    "a text for a pay": ("06.3", lambda: FAIR | {"pair": "1"}, "pair = '1': a pay is a number."),
    "floats": ("06.3", lambda: FAIR | {"pair": 1.0}, "chips are whole"),
    "a hand too few": ("06.3", lambda: {"pair": 4, "flush": 5}, "each of these hands"),
    "a hand too many": ("06.3", lambda: FAIR | {"high_card": 1}, "each of these hands"),
    "falling pays": ("06.3", lambda: FAIR | {"flush": 7, "straight": 6}, "is rarer than a flush"),
    "level pays": ("06.3", lambda: FAIR | {"mini_royal": 55}, "A mini royal is rarer"),
    "a fair table with falling pays": (
        "06.3",
        lambda: FAIR | {"three_of_a_kind": 50, "straight_flush": 29},
        "A straight flush is rarer",
    ),
    "a million and more": ("06.3", lambda: FAIR | {"straight_flush": 2_000_000}, "no pay table"),
    "52 cards": ("06.4", lambda: Fraction(-512, 22_100), "deck of 52"),
    "the edge": ("06.4", lambda: -without_twos(), "the sign says who gains"),
    "per cent": ("06.4", lambda: without_twos() * 100, "of one chip"),
    "all chips": ("06.4", lambda: 568, "divide by their number"),
    "all chips of 22,100": ("06.4", lambda: Fraction(568, 22_100), "fewer hands than 22,100"),
    "A-3-4": ("06.4", lambda: without_twos(low_straight=True), "A-3-4"),
    "far off": ("06.4", lambda: 1, "take the mean"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer())
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_a_key_that_the_table_has_was_looked_for_elsewhere() -> None:
    verdict = check("06.2", lambda pays, hand: {"straight": 720}[hand])
    assert verdict.reason.endswith("it raised KeyError: 'straight_flush'.")


def test_the_long_wait_asks_for_each_chance_by_its_name() -> None:
    cells = json.loads((ROOT / "notebooks" / "06_pair_plus.ipynb").read_text("utf-8"))["cells"]
    (asked,) = [text for cell in cells if "**06.1**" in (text := "".join(cell["source"]))]
    assert all(f"(`{name}`" in asked for name in ("missed_once", "missed_460", "next_460"))


def test_a_fair_table_with_falling_pays_is_fair_all_the_same() -> None:
    """So the order of the pays is refused for itself, not for the expectation."""
    assert pair_plus_net(PayTable(FAIR | {"three_of_a_kind": 50, "straight_flush": 29})).mean == 0


# --- the chart -----------------------------------------------------------------------------------


def test_the_bars_are_chips_of_a_hundred() -> None:
    shares = shares_of(pair_plus_lines(pay_table("live")))
    assert {hand: signed_share(chips) for hand, chips in shares.items()} == {
        "high card": "-74.39",
        "pair": "+16.94",
        "flush": "+19.84",
        "straight": "+16.29",
        "three of a kind": "+7.06",
        "straight flush": "+7.96",
        "mini royal": "+1.81",
        "all together": "-4.49",
    }
    assert signed_share(Fraction(0)) == "0"


def test_an_edge_in_words() -> None:
    assert in_words(Fraction(512, 22_100)).startswith("House edge 2.32 %: of 100 chips")
    assert (
        in_words(Fraction(-3, 100))
        == "Your edge 3.00 %: for 100 chips staked you gain 3.00 on average."
    )
    assert "exactly" in in_words(Fraction(0))


@pytest.mark.parametrize("text", ["1-4-6-30-40", " 1 4 6 30 40 ", "1, 4, 6, 30, 40", "1–4–6–30–40"])
def test_a_typed_table(text: str) -> None:
    assert parse_table(text) == pay_table("pagat")
    assert in_short(parse_table(text)) == "1-4-6-30-40"


def test_six_numbers_pay_the_mini_royal_apart() -> None:
    assert parse_table("1-4-5-30-40-100") == pay_table("live")


@pytest.mark.parametrize(
    "text",
    ["", "x", "1-4-6-30", "1-4-6-30-40-100-7", "1-4-6-30-x", "1.5-4-6-30-40", "-1-4-6-30-40"],
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no pay table; write five whole numbers"):
        parse_table(text)


def test_a_typed_pay_has_a_limit() -> None:
    with pytest.raises(ValueError, match="straight flush = 201: its slider takes whole numbers"):
        parse_table("1-4-6-30-201")


# --- the widget ----------------------------------------------------------------------------------


@pytest.fixture
def widget() -> PayTableWidget:
    return PayTableWidget()


def test_it_opens_with_a_table_in_words(widget: PayTableWidget) -> None:
    assert widget.table == pay_table("pagat")
    assert widget.edge == Fraction(512, 22_100)
    assert widget.text() == (
        "[Pair Plus pay table] 1-4-6-30-40: House edge 2.32 %: of 100 chips staked the house keeps "
        "2.32 on average. It wins 25.61 % of hands; standard deviation 2.91 chips."
    )
    assert widget.message == ""
    assert [slider.value for slider in widget.sliders.values()] == [1, 4, 6, 30, 40, 40]
    assert widget.sliders["mini_royal"].disabled


@pytest.mark.parametrize(("hand", "most"), MOST.items())
def test_each_slider_changes_its_own_pay(hand: str, most: int) -> None:
    widget = PayTableWidget("live")
    widget.sliders[hand].value = most
    assert widget.table == pay_table("live") | {hand: most}
    assert widget.edge == -pair_plus_net(widget.table).mean
    assert widget.message.startswith(f"{in_short(widget.table)}: Your edge")
    assert widget.typed.value == in_short(widget.table)


def test_a_slider_shows_its_result(widget: PayTableWidget) -> None:
    widget.sliders["pair"].value = 2
    assert widget.message == (
        "2-4-6-30-40: Your edge 14.62 %: for 100 chips staked you gain 14.62 on average."
    )
    assert "Your edge 14.62 %" in widget.result.value
    assert "-14.62 %" in widget.facts.value
    assert "+33.88" in widget.bars.value


def test_a_pay_of_nothing_is_no_hit(widget: PayTableWidget) -> None:
    widget.sliders["pair"].value = 0
    assert "8.67 %" in widget.facts.value


def test_the_mini_royal_is_paid_apart_on_request(widget: PayTableWidget) -> None:
    widget.sliders["straight_flush"].value = 50
    assert widget.sliders["mini_royal"].value == 50  # as the straight flush that it is
    widget.apart.value = True
    assert not widget.sliders["mini_royal"].disabled
    widget.sliders["mini_royal"].value = 100
    assert widget.table == pay_table("pagat") | {"straight_flush": 50, "mini_royal": 100}
    widget.apart.value = False
    assert widget.table == pay_table("pagat") | {"straight_flush": 50}
    assert widget.sliders["mini_royal"].value == 50


def test_a_preset_is_chosen_and_gone_back_to(widget: PayTableWidget) -> None:
    widget.preset.value = "flush-pays-3"
    assert widget.message.startswith("1-3-6-30-40: House edge 7.28 %")
    widget.sliders["flush"].value = 5
    widget.reset_button.click()
    assert widget.table == pay_table("flush-pays-3")
    assert widget.sliders["flush"].value == 3
    assert widget.message.startswith("1-3-6-30-40: House edge 7.28 %")


def test_one_change_of_all_sliders_is_said_once(widget: PayTableWidget) -> None:
    said: list[str] = []
    widget.voice.observe(lambda change: said.append(change["new"]), names="message")
    widget.preset.value = "live"
    assert said == [widget.message]


def test_tables_are_compared(widget: PayTableWidget) -> None:
    assert "tcp-second" not in widget.bars.value
    widget.compare.value = "live"
    assert widget.message == (
        "Compared with live, 1-4-5-30-40-100: House edge 4.49 %: of 100 chips staked the house "
        "keeps 4.49 on average."
    )
    assert widget.bars.value.count("tcp-second") == 8
    assert "+1.81" in widget.bars.value
    assert "4.49 %" in widget.facts.value
    assert widget.table == pay_table("pagat")
    widget.compare.value = ""
    assert widget.message == "Compared with nothing."
    assert "4.49 %" not in widget.facts.value


def test_a_table_is_typed(widget: PayTableWidget) -> None:
    widget.typed.value = "1 4 6 26 55"
    assert widget.edge == 0
    assert widget.message == "1-4-6-26-55: A fair table: on average nobody gains, exactly."
    assert widget.typed.value == "1-4-6-26-55"
    assert widget.sliders["straight_flush"].value == 55


def test_a_typed_table_that_is_none_is_refused_with_its_sentence(widget: PayTableWidget) -> None:
    widget.typed.value = "<b>"
    assert "'<b>' is no pay table; write five whole numbers" in widget.error
    assert "<b>" not in widget.error_line.value
    assert widget.message == widget.error
    assert widget.table == pay_table("pagat")
    widget.reset_button.click()
    assert (widget.error, widget.error_line.value) == ("", "")
    assert widget.typed.value == "1-4-6-30-40"


def test_a_table_of_your_own() -> None:
    widget = PayTableWidget(FAIR)
    assert widget.edge == 0
    assert "A fair table" in widget.text()
    assert widget.preset.options[0] == ("your table: 1-4-6-26-55", "your table")
    widget.preset.value = "pagat"
    widget.preset.value = "your table"
    assert widget.table == FAIR


def test_rules_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    pays = "\n".join(f"{hand} = {FAIR[hand]}" for hand in FAIR)
    file.write_text(f"[ante_bonus]\n[pair_plus]\n{pays}\n", "utf-8")
    assert PayTableWidget(str(file)).edge == 0
    file.write_text("[ante_bonus]\n", "utf-8")
    with pytest.raises(ValueError, match="don't offer Pair Plus"):
        PayTableWidget(str(file))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("poker",), "neither known rules"),
        (("pagat", "poker"), "no rules to compare; known are pagat, live"),
        ((FAIR | {"pair": Fraction(3, 2)},), "pair = 3/2: its slider takes whole numbers"),
        ((FAIR | {"flush": 16},), "flush = 16: its slider takes whole numbers from 0 to 15"),
        (({"pair": 1},), "flush: every hand from the pair up needs a pay"),
        ((FAIR | {"flash": 1},), "'flash' is not known"),
    ],
)
def test_what_the_sliders_cannot_show_is_refused(arguments: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        PayTableWidget(*arguments)


def test_every_control_has_its_label_and_r_its_button(widget: PayTableWidget) -> None:
    assert list(widget.sliders) == list(TABLE_KEYS["pair_plus"])
    state = repr(dependency_state([widget.root]))
    labels = ["Start from", "Compare with", "Type a table", "pay the mini royal apart"]
    for label in [*labels, *(hand.replace("_", " ") for hand in MOST)]:
        assert f"'description': '{label}'" in state
    assert widget.voice.shortcuts == {"r": "tcp-reset"}
    assert "tcp-reset" in widget.reset_button._dom_classes
    assert "(R)" in widget.reset_button.description

"""The folded sheet beside the table: how a round goes, and what each bet pays."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from tcp import RULE_NAMES, PayTable, Rules, load_rules
from tcp.languages import languages, told
from tcp.widgets.paysheet import pay_sheet
from tcp.widgets.table import TableWidget


def rows(sheet: str) -> list[list[str]]:
    """The lines of the tables, as they are read."""
    lines = re.findall(r"<tr>(.*?)</tr>", sheet)
    return [[unescape(cell) for cell in re.findall(r">([^<>]*)</t[hd]>", line)] for line in lines]


def test_every_pay_of_the_rules_stands_there() -> None:
    assert rows(pay_sheet(load_rules("live"))) == [
        ["hand", "Ante bonus", "Pair Plus"],
        ["mini royal", "5:1", "100:1"],
        ["straight flush", "5:1", "40:1"],
        ["three of a kind", "4:1", "30:1"],
        ["straight", "1:1", "5:1"],
        ["flush", "–", "4:1"],
        ["pair", "–", "1:1"],
        ["hand", "6 Card Bonus"],
        ["royal flush", "1000:1"],
        ["straight flush", "200:1"],
        ["four of a kind", "100:1"],
        ["full house", "20:1"],
        ["flush", "15:1"],
        ["straight", "10:1"],
        ["three of a kind", "7:1"],
    ]


def test_a_mini_royal_that_is_not_named_is_paid_as_a_straight_flush() -> None:
    sheet = rows(pay_sheet(load_rules("pagat")))
    assert sheet[1] == ["mini royal", "5:1", "40:1"]
    assert len([line for line in sheet if line[0] == "hand"]) == 1


def test_a_house_of_ones_own() -> None:
    bare = Rules("bare", ante_bonus=None, pair_plus=None, dealer_qualifies="J-9-2")
    assert rows(pay_sheet(bare)) == []
    assert "The dealer plays with J-9-2 or better." in pay_sheet(bare)
    assert "Pair Plus" not in pay_sheet(bare)
    strict = replace(load_rules("pagat"), bonus_needs_win=True)
    assert "even where the dealer wins" in pay_sheet(load_rules("pagat"))
    assert "even where the dealer wins" not in pay_sheet(strict)
    half = replace(bare, pair_plus=PayTable({"pair": Fraction(1, 2)}))
    assert rows(pay_sheet(half)) == [["hand", "Pair Plus"], ["pair", "0.5:1"]]
    assert rows(pay_sheet(half, "nb"))[1][1] == "0,5:1"


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", RULE_NAMES)
def test_in_every_language(name: str, code: str) -> None:
    sheet = pay_sheet(load_rules(name), code)
    assert "{" not in sheet
    english = re.findall(r">([^<>]{12,})<", pay_sheet(load_rules(name)))
    if code != "en":
        shared = {"straight flush", "three of a kind", "6 Card Bonus"}
        assert not {text for text in english if f">{text}<" in sheet} - shared


def test_the_sheet_of_the_table_follows_rules_and_language() -> None:
    table = TableWidget(seed=1)
    assert table.sheet.value == pay_sheet(load_rules("pagat"), "en", told("table_help", "en"))
    table.rules_menu.value = "live"
    table.language_menu.value = "de"
    assert table.sheet.value == pay_sheet(load_rules("live"), "de", told("table_help", "de"))

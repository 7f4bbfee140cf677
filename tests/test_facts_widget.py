"""The fact check as a widget, driven through its own menus and buttons."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import tcp.widgets
from tcp.claims import VERDICTS, pages, rulings
from tcp.languages import label, languages
from tcp.widgets.facts import ALL, FEW, OFF, FactsWidget


@pytest.fixture
def facts() -> FactsWidget:
    return FactsWidget()


def test_it_opens_with_all_claims(facts: FactsWidget) -> None:
    assert facts.shown == rulings()
    assert facts.text() == (
        "[Fact check] 365 of 365 claims: 348 right, 1 rough, 1 incomplete, 11 wrong, 4 not stated."
    )
    assert facts.message == facts.error == ""
    assert facts.table.value.count("<tr>") == 1 + 365


def test_it_is_found_by_its_name() -> None:
    assert tcp.widgets.FactsWidget is FactsWidget


@pytest.mark.parametrize("page", pages())
def test_each_page_has_its_claims(facts: FactsWidget, page: str) -> None:
    facts.page_menu.value = page
    assert facts.shown == tuple(each for each in rulings() if each.claim.page == page)
    assert facts.message.startswith(f"{len(facts.shown)} of 365 claims: ")


def test_menus_work_together(facts: FactsWidget) -> None:
    for page in [ALL, *pages()]:
        facts.page_menu.value = page
        for _, sort in facts.sort_menu.options:
            facts.sort_menu.value = sort
            wanted = [
                each
                for each in rulings()
                if page in (ALL, each.claim.page) and sort in (ALL, each.claim.sort)
            ]
            assert list(facts.shown) == wanted
            assert facts.table.value.count("<tr>") == 1 + len(wanted)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_each_verdict_has_its_claims(facts: FactsWidget, verdict: str) -> None:
    facts.verdict_menu.value = verdict
    assert facts.shown
    assert {each.verdict for each in facts.shown} == {verdict}
    assert facts.message.endswith(f"claims: {len(facts.shown)} {verdict}.")


def test_what_is_off_is_listed_in_words() -> None:
    facts = FactsWidget(verdict=OFF)
    assert {each.verdict for each in facts.shown} == set(VERDICTS) - {"right"}
    assert len(facts.shown) <= FEW
    lines = facts.text().splitlines()
    assert len(lines) == 1 + 1 + len(facts.shown)
    (misprint,) = (line for line in lines if "54 192" in line)
    assert "monday-club 67" in misprint
    assert "54,912" in misprint
    assert "changed places" in misprint
    assert "54,912" in facts.table.value


def test_no_claim_may_be_like_that(facts: FactsWidget) -> None:
    facts.page_menu.value = "pagat"
    facts.verdict_menu.value = "wrong"
    assert facts.shown == ()
    assert facts.message == "0 of 365 claims are like this."
    assert facts.text() == "[Fact check] 0 of 365 claims are like this."


def test_verdicts_hide_until_they_are_shown_again(facts: FactsWidget) -> None:
    facts.page_menu.value = "straight-pays-5"
    facts.sort_menu.value = "chance"
    facts.verdict_menu.value = "wrong"
    facts.hide_button.click()
    assert facts.hidden
    assert facts.message == (
        "All verdicts are listed again, as a chosen one would give the answer away. "
        "6 of 365 claims, their verdicts hidden: judge them first."
    )
    assert (facts.verdict_menu.value, facts.verdict_menu.disabled) == (ALL, True)
    for told in (facts.text(), facts.table.value, facts.result.value):
        assert "wrong" not in told
        assert "459.42" not in told
        assert "0.22" not in told
    assert "1 к 454" in facts.table.value
    assert facts.hide_button.description == "Show verdicts (H)"
    facts.hide_button.click()
    assert not facts.verdict_menu.disabled
    assert "459.42" in facts.table.value
    assert facts.message == "6 of 365 claims: 3 right, 3 wrong."


def test_hidden_verdicts_cannot_be_chosen(facts: FactsWidget) -> None:
    facts.hide_button.click()
    assert facts.message == "365 of 365 claims, their verdicts hidden: judge them first."
    facts.verdict_menu.value = "wrong"  # as a page might
    assert (facts.verdict_menu.value, facts.shown) == (ALL, rulings())
    assert facts.table.value.count("<tr>") == 1 + 365
    assert facts.message.startswith("All verdicts are listed again")
    facts.page_menu.value = "live"
    assert facts.message.endswith("claims, their verdicts hidden: judge them first.")
    assert "listed again" not in facts.message


def test_verdicts_are_shown_one_by_one(facts: FactsWidget) -> None:
    facts.page_menu.value = "straight-pays-5"
    facts.sort_menu.value = "chance"
    assert facts.next_button.disabled
    facts.hide_button.click()
    verdicts = [ruling.verdict for ruling in facts.shown]
    for number, ruling in enumerate(facts.shown, start=1):
        assert not facts.next_button.disabled
        facts.next_button.click()
        assert facts.message.startswith(f"straight-pays-5 {ruling.claim.line}: {ruling.verdict}")
        assert (f"exact is {ruling.value}." in facts.message) == (ruling.verdict != "right")
        cells = re.findall(r"<td[^>]*>(right|wrong)</td>", facts.table.value)
        assert cells == verdicts[:number]
        assert facts.hidden
    assert facts.next_button.disabled
    facts.next_button.click()  # as a page might
    assert facts.message == "All verdicts in the list are shown."
    facts.hide_button.click()
    facts.hide_button.click()
    assert "wrong" not in facts.table.value, "hidden again, all of them"


def test_all_claims_come_back(facts: FactsWidget) -> None:
    facts.page_menu.value = "live"
    facts.hide_button.click()
    facts.reset_button.click()
    assert facts.shown == rulings()
    assert not facts.hidden
    assert [menu.value for menu in (facts.page_menu, facts.sort_menu, facts.verdict_menu)] == [
        ALL, ALL, ALL,
    ]  # fmt: skip


def test_units_stand_beside_numbers_only() -> None:
    facts = FactsWidget(page="live")
    assert "best return of the Ante (%)" in facts.table.value
    assert "of a high card only the highest card matters</td>" in facts.table.value


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: FactsWidget(page="nowhere"), "'nowhere' is no page; known are all, pagat"),
        (lambda: FactsWidget(sort="nonsense"), "'nonsense' is no sort; known are all, "),
        (
            lambda: FactsWidget(verdict="guilty"),
            "'guilty' is no verdict; known are all, off, right",
        ),
        (lambda: FactsWidget(page=None), "None is no page"),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


def test_keys_press_buttons_that_are_there(facts: FactsWidget) -> None:
    names = {
        name
        for each in (facts.hide_button, facts.next_button, facts.reset_button)
        for name in each._dom_classes
    }
    assert set(facts.voice.shortcuts) == {"h", "v", "r"}
    assert set(facts.voice.shortcuts.values()) <= names


@pytest.mark.parametrize("code", languages())
def test_its_words_are_there_in_each_language(code: str) -> None:
    words = {label(f"facts_{verdict.replace(' ', '_')}", code) for verdict in VERDICTS}
    assert len(words) == len(VERDICTS)

"""Clumsy use: what could be read two ways is refused, and what is refused says why."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ipywidgets
import pytest

from tcp import (
    DECK,
    Card,
    Distribution,
    PayTable,
    Rules,
    dealer_ranks,
    load_rules,
    outcomes,
    parse_cards,
    parse_pattern,
    parse_threshold,
    qualifies,
    rank_hand,
)
from tcp.exact import analyse
from tcp.rules import LARGEST_FILE, LONGEST_LINE, parse_ratio, parse_rules
from tcp.showdown import play_net, play_value, qualifying_chance, qualifying_counts
from tcp.widgets.predict import Predict

HAND, PAGAT = parse_cards("Qh 6d 4c"), load_rules("pagat")
KINGS = parse_cards("Kh Kd")

# What asks about the dealer, given known cards.
ASKED: dict[str, Callable[..., Any]] = {
    "outcomes": lambda **known: outcomes(HAND, PAGAT, **known),
    "dealer_ranks": lambda **known: dealer_ranks(HAND, **known),
    "play_net": lambda **known: play_net(HAND, PAGAT, **known),
    "play_value": lambda **known: play_value(HAND, PAGAT, **known),
    "qualifying_chance": lambda **known: qualifying_chance(PAGAT, HAND, **known),
    "analyse": lambda **known: analyse(PAGAT, **known).hands_played,
}


@pytest.mark.parametrize("name", ASKED)
def test_known_cards_may_come_in_any_collection(name: str) -> None:
    ask = ASKED[name]
    assert ask(dead=KINGS) != ask()
    for dead in (list(KINGS), set(KINGS), iter(KINGS), (card for card in KINGS)):
        assert ask(dead=dead) == ask(dead=KINGS)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("dead", [None, DECK[0], 5, "Kh", [1], ["Kh"]])
def test_what_are_no_known_cards_is_refused(name: str, dead: Any) -> None:
    with pytest.raises(ValueError, match=r"^dead.*a tuple of cards is asked for"):
        ASKED[name](dead=dead)


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: outcomes(HAND, rules),
        lambda rules: qualifies(HAND, rules),
        lambda rules: play_value(HAND, rules),
        lambda rules: qualifying_chance(rules),
        lambda rules: qualifying_counts(rules),
        lambda rules: analyse(rules),
    ],
)
@pytest.mark.parametrize("rules", ["pagat", None, {}])
def test_the_name_of_rules_is_not_the_rules(ask: Callable[[Any], Any], rules: Any) -> None:
    with pytest.raises(ValueError, match=r"are no rules; load_rules gives them"):
        ask(rules)


@pytest.mark.parametrize("text", ["As Kd", "8d-7d-6d", "Qd6", "Kd", "kd4", "10d 9d 8d"])
def test_cards_are_not_read_as_a_pattern(text: str) -> None:
    with pytest.raises(ValueError, match=r"these are cards with suits"):
        parse_pattern(text)
    with pytest.raises(ValueError, match=r"is not a threshold"):
        parse_threshold(text)
    with pytest.raises(ValueError, match=r"dealer_qualifies"):
        Rules("house", dealer_qualifies=text)


def test_patterns_of_the_rule_pages_are_still_read() -> None:
    for text, ranks in {"D-K-A": (12, 13, 14), "d-k-a": (12, 13, 14), "KD4": (13, 12, 4)}.items():
        assert parse_pattern(text) == ranks
    assert parse_pattern("8–8–dame") == (8, 8, 12)
    assert parse_pattern("es") == (14,)


@pytest.mark.parametrize("text", ["Тh 5h 9c", "Тh", "5♥ Тd 9♠", "Т♠ 2h"])
def test_a_cyrillic_letter_beside_a_latin_suit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"could be ten or ace"):
        parse_cards(text)


def test_a_cyrillic_letter_among_its_own_is_read() -> None:
    assert parse_cards("Т♠ К♣ 5♥") == parse_cards("As Kc 5h")
    assert parse_cards("Th 5h") == parse_cards("10h 5h")


@pytest.mark.parametrize("rank", [True, 12.0, "Q", None])
def test_a_card_is_made_of_whole_numbers(rank: Any) -> None:
    with pytest.raises(ValueError, match=r"a card has a rank from 2 to 14"):
        Card(rank, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"a card has a rank from 2 to 14"):
        Card(12, rank)  # type: ignore[arg-type]


def test_a_card_has_no_order_with_other_things() -> None:
    with pytest.raises(TypeError):
        _ = DECK[0] < 5  # type: ignore[operator]


def test_a_refusal_stays_short() -> None:
    for make in (
        lambda: rank_hand(DECK * 100),
        lambda: parse_cards("2h" * 900),
        lambda: PayTable({"x" * 10**6: 1}),
    ):
        with pytest.raises(ValueError, match=r".") as caught:
            make()
        assert len(str(caught.value)) < 500


@pytest.mark.parametrize("ratios", [None, 5, [], {"pair"}])
def test_what_is_no_pay_table_is_refused(ratios: Any) -> None:
    with pytest.raises(ValueError, match=r"is no pay table; write one as \{'pair': 1"):
        PayTable(ratios)


def test_a_ratio_that_is_no_text_is_read_as_its_text() -> None:
    assert parse_ratio(5) == 5  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["a." * LONGEST_LINE + "b = 1", "# a\n" * LARGEST_FILE, "[" + "a." * 900 + "b]"]
)
def test_a_long_rules_text_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"too long for rules, which have 10,000 characters"):
        parse_rules(text)


@pytest.mark.parametrize("values", ["ab", [None], [float("nan")], [float("inf")], [HAND]])
def test_only_numbers_have_a_mean(values: Any) -> None:
    with pytest.raises(ValueError, match=r"is no number; only numbers have a mean"):
        _ = Distribution.count(values).mean


def test_copies_have_a_limit() -> None:
    with pytest.raises(ValueError, match=r"a whole number from 1 to 10,000"):
        Distribution({0: 1, 1: 1}).repeat(10**9)


# --- guesses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "guess", ["2,5", "25,3", "1,2,3", "1/0", "1/00", "1/٠", "٢", ",5", "1,000,"]
)
def test_a_guess_that_could_be_another_number_is_refused(guess: str) -> None:
    asked = Predict("share", unit="%")
    asked.entry.value = guess
    asked.lock_button.click()
    assert asked.value is None
    assert "is not a number" in asked.error
    with pytest.raises(ValueError, match=r"is not a number"):
        Predict("share", guess=guess)


@pytest.mark.parametrize(
    ("guess", "value"),
    [("22,100", 22100), ("1,234,567.5", Fraction(2469135, 2)), (1 / 3, Fraction(1, 3)), (0.3, 0.3)],
)
def test_a_guess_is_read_as_meant(guess: Any, value: Any) -> None:
    asked = Predict("share", guess=guess)
    assert asked.value == pytest.approx(value, abs=1e-9)


def test_a_guess_is_locked_once() -> None:
    asked = Predict("share")
    asked.entry.value = "25"
    asked.lock_button.click()
    asked.entry.value = "26"
    asked.lock_button.click()
    assert asked.value == 25
    assert "locked in already" in asked.error


def test_a_locked_guess_survives_running_its_cell_again() -> None:
    asked = Predict("share", unit="%")
    asked.entry.value = "25"
    asked.lock_button.click()
    again = Predict("share", unit="%")
    assert again.value == 25
    assert again.entry.disabled
    assert "25 %" in again.status.value
    assert Predict("share").value is None
    assert Predict("share", unit="%", guess=30).value == 30
    chosen = Predict("Which?", options=("flush", "straight"))
    chosen.entry.value = "flush"
    chosen.lock_button.click()
    assert Predict("Which?", options=("flush", "straight")).entry.value == "flush"


@pytest.mark.parametrize("answer", [None, float("inf"), float("nan"), [1]])
def test_what_is_no_answer_is_refused(answer: Any) -> None:
    with pytest.raises(ValueError, match=r"is no answer to a guess"):
        Predict("share").compare(answer)


def test_a_unit_and_options_are_shown_as_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    asked = Predict(hostile, unit=hostile, guess=1)
    html = [child.value for child in asked.root.children if isinstance(child, ipywidgets.HTML)]
    assert all("<img" not in value for value in html)
    assert Predict("Which?", options=(1, 2)).text() == "Guess first: Which? (1, 2)"  # type: ignore[arg-type]


def test_a_refused_guess_leaves_no_widget_behind() -> None:
    alive = ipywidgets.widgets.widget._instances
    Predict("share")
    before = len(alive)
    assert before > 0
    with pytest.raises(ValueError, match=r"is not a number"):
        Predict("share", guess="x")
    assert len(alive) == before

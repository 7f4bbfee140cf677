"""The six-card explorer, driven through its own buttons and fields."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets.embed import dependency_state

from tcp import FiveCategory, PayTable, best_five, load_rules, rank_five
from tcp.counting import SIX_CARD_RECIPES
from tcp.view import card_html
from tcp.widgets.sixcards import PAID, SixCardExplorer, in_short, parse_pays


@pytest.fixture
def explorer() -> SixCardExplorer:
    return SixCardExplorer(seed=1)


def test_it_opens_with_a_flush_over_both_hands(explorer: SixCardExplorer) -> None:
    assert explorer.text() == (
        "[Six-card explorer] Flush: paid 15 to 1. 10♥ 9♥ 6♥ 8♥ 2♥ count, 7♣ is left out. 1.01 % of "
        "all hands are of this kind, 1 in 98.93. This table returns 91.44 % of what is staked, "
        "wins with 7.28 % of hands, and has a standard deviation of 5.45 chips."
    )
    assert explorer.message == explorer.error == ""
    assert explorer.rules.value == "live"
    assert explorer.kind.label == "any hand"  # a list whose value is None looks empty


def test_exactly_the_best_five_are_framed(explorer: SixCardExplorer) -> None:
    for card in explorer.cards:
        assert (card_html(card, decides=True) in explorer.drawn.value) == (card in explorer.best)
    assert explorer.drawn.value.count("tcp-decides") == 5
    assert "Left out: 7♣." in explorer.result.value
    mine, theirs = explorer.drawn.value.split("your three cards")
    assert mine.count("tcp-card ") == theirs.count("tcp-card ") == 3


def test_every_kind_can_be_reached_and_is_dealt(explorer: SixCardExplorer) -> None:
    seen = []
    explorer.kind.value = FiveCategory.HIGH_CARD
    while not explorer.error:
        assert explorer.category is not None
        seen.append(explorer.category)
        assert rank_five(explorer.cards).category == explorer.category
        assert explorer.best == best_five(explorer.cards)
        assert explorer.kind.value == explorer.category
        assert explorer.message.startswith(str(explorer.category).capitalize())
        assert f"▸ {explorer.category}" in explorer.counts.value
        assert explorer.counts.value.count("▸") == 1
        explorer.higher_button.click()
    assert seen == list(FiveCategory)
    assert explorer.message == explorer.error == "Nothing is higher than a royal flush."
    explorer.lower_button.click()
    assert explorer.category is FiveCategory.STRAIGHT_FLUSH
    explorer.kind.value = FiveCategory.HIGH_CARD
    explorer.lower_button.click()
    assert explorer.error == "Nothing is lower than a high card."


def test_steps_start_from_the_hand_shown(explorer: SixCardExplorer) -> None:
    explorer.higher_button.click()
    assert explorer.category is FiveCategory.FULL_HOUSE


def test_any_hand_is_dealt_as_the_deck_gives_it(explorer: SixCardExplorer) -> None:
    kinds = set()
    for _ in range(30):
        explorer.deal_button.click()
        assert len(set(explorer.cards)) == 6
        kinds.add(explorer.category)
    assert FiveCategory.PAIR in kinds
    assert FiveCategory.TWO_PAIR in kinds
    assert explorer.hand_field.value == " ".join(map(str, explorer.cards[:3]))
    assert explorer.dealer_field.value == " ".join(map(str, explorer.cards[3:]))


def test_a_seed_repeats_its_hands() -> None:
    explorers = [SixCardExplorer(seed=seed) for seed in (1, 1, 2)]
    for each in explorers:
        each.kind.value = FiveCategory.PAIR
    first, second, other = (each.cards for each in explorers)
    assert first == second != other


def test_the_counts_stand_with_share_and_pay(explorer: SixCardExplorer) -> None:
    for recipe in SIX_CARD_RECIPES.values():
        assert f"<td>{recipe.hands:,}</td>" in explorer.counts.value
    row = "<td>188</td><td>0.00092 %</td><td>108,290</td><td>1,000 to 1</td>"
    assert row in explorer.counts.value
    assert "<td>9,730,740</td><td>47.80 %</td><td>2.09</td><td>lost</td>" in explorer.counts.value


def test_a_typed_hand_is_read_in_any_language(explorer: SixCardExplorer) -> None:
    explorer.hand_field.value = "E♠ K♠ D♠"
    assert explorer.error == ""
    explorer.dealer_field.value = "Kn♠ 10♠ 2♥"
    assert (explorer.category, explorer.net) == (FiveCategory.ROYAL_FLUSH, 1000)
    assert explorer.message.startswith("Royal flush: paid 1,000 to 1. A♠ K♠ Q♠ J♠ 10♠ count")


@pytest.mark.parametrize(
    ("place", "text", "sentence"),
    [
        ("hand_field", "Zx 2c 3c", "your cards: 'Zx"),
        ("hand_field", "10♥ 9♥", "your cards: "),
        ("dealer_field", "", "the dealer's cards: "),
        ("dealer_field", "10♥ 2♥ 3♥", "10♥ is in both hands"),
        ("hand_field", "<b>", "your cards: '<b>'"),
    ],
)
def test_what_no_deck_deals_is_refused_and_no_cards_stay(
    explorer: SixCardExplorer, place: str, text: str, sentence: str
) -> None:
    getattr(explorer, place).value = text
    assert explorer.error.startswith(sentence)
    assert explorer.message == explorer.error
    assert "<b>" not in explorer.error_line.value
    assert explorer.cards == explorer.best == ()
    assert explorer.net is explorer.category is None
    assert explorer.drawn.value == explorer.result.value == ""
    assert "▸" not in explorer.counts.value
    assert "No six cards." in explorer.text()
    explorer.higher_button.click()
    assert explorer.error == "There are no six cards yet: type them, or deal."
    explorer.pays_field.value = "1-1-1-1-1-1-1"  # still shows what the table is worth
    assert explorer.message.startswith("This table returns")
    explorer.deal_button.click()
    assert explorer.error == ""
    assert len(explorer.cards) == 6


def test_another_table_pays_at_once(explorer: SixCardExplorer) -> None:
    explorer.pays_field.value = "8 10 20 20 100 200 1000"
    assert explorer.net == 20
    assert explorer.rules.value == "the table typed"
    assert explorer.pays_field.value == "8-10-20-20-100-200-1000"
    assert explorer.message == (
        "Flush: paid 20 to 1. This table returns 100.09 % of what is staked, wins with 7.28 % of "
        "hands, and has a standard deviation of 5.66 chips."
    )
    assert "20 to 1" in explorer.counts.value
    explorer.rules.value = "live"
    assert explorer.net == 15
    assert explorer.pays_field.value == "7-10-15-20-100-200-1000"
    explorer.rules.value = "the table typed"
    assert explorer.message == "Type the pays in the field beside."
    assert explorer.net == 15


def test_a_pay_of_nothing_gives_the_chip_back(explorer: SixCardExplorer) -> None:
    explorer.pays_field.value = "7-10-0-20-100-200-1000"
    assert explorer.message.startswith("Flush: the chip comes back.")
    explorer.kind.value = FiveCategory.PAIR
    assert explorer.message.startswith("Pair: the chip is lost.")


@pytest.mark.parametrize("text", ["", "7-10", "a-b-c-d-e-f-g", "1-2-3-4-5-6-7-8", "-1" * 6])
def test_a_table_that_is_none_is_refused(explorer: SixCardExplorer, text: str) -> None:
    before = explorer.table
    explorer.pays_field.value = text
    assert "is no pay table; write seven whole numbers" in explorer.error
    assert explorer.table == before


def test_a_table_over_the_limit_is_refused_and_the_largest_one_is_not() -> None:
    assert parse_pays("-".join(["999999"] * 7))["royal_flush"] == 999_999
    with pytest.raises(ValueError, match="seven whole numbers"):
        parse_pays("-".join(["1000001"] * 7))


def test_a_table_of_ones_own_is_shown_or_refused() -> None:
    table = PayTable(dict.fromkeys(PAID, 5))
    explorer = SixCardExplorer(table=table)
    assert explorer.net == 5
    assert explorer.pays_field.value == in_short(table) == "5-5-5-5-5-5-5"
    assert explorer.rules.value == "the table typed"
    live: Any = load_rules("live").six_card_bonus
    for wrong in (live | {"two_pair": 1}, PayTable({"flush": 2})):
        with pytest.raises(ValueError, match="takes a whole number for each of three_of_a_kind"):
            SixCardExplorer(table=wrong)


@pytest.mark.parametrize("seed", [1.5, "1", True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, or None"):
        SixCardExplorer(seed=seed)


def test_hands_that_no_deck_deals_make_no_explorer() -> None:
    with pytest.raises(ValueError, match="is in both hands"):
        SixCardExplorer("A♠ K♠ Q♠", "A♠ 2♠ 3♠")


def test_keys_press_buttons_that_are_there(explorer: SixCardExplorer) -> None:
    buttons = {
        "d": explorer.deal_button,
        "h": explorer.higher_button,
        "l": explorer.lower_button,
    }
    assert set(explorer.voice.shortcuts) == set(buttons)
    for key, pressed in buttons.items():
        assert explorer.voice.shortcuts[key] in pressed._dom_classes
        assert f"({key.upper()})" in pressed.description
    assert "Kind to deal" in repr(dependency_state([explorer.root]))

"""The explorer of known cards, driven through its own buttons and fields."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import Any

import ipywidgets
import pytest

from tcp import Decision, load_rules, outcomes, parse_cards
from tcp.exact import analyse
from tcp.languages import languages
from tcp.showdown import play_value
from tcp.view import card_html
from tcp.widgets.glimpse import OTHERS, GlimpseExplorer

PAGAT = load_rules("pagat")


@pytest.fixture
def glimpse() -> GlimpseExplorer:
    return GlimpseExplorer(seed=1)


def test_it_opens_with_a_fold_that_a_seen_seven_turns(glimpse: GlimpseExplorer) -> None:
    assert glimpse.text() == (
        "[What a known card tells] J♥ 8♦ 5♣ is a Play: it brings -0.8989 Antes on average, a fold "
        "-1. With no other card known a Play would bring -1.1370. The decision changes, and that "
        "is worth 0.1011 Antes with this hand. If you play: the dealer doesn't qualify 36.70 %, "
        "you win 0.00 %, a tie 0.00 %, you lose 63.30 %. Before you look at your own hand, best "
        "play brings +4.52 % of the Ante; with no card known -3.37 %. Play every hand."
    )
    assert glimpse.message == glimpse.error == ""


@pytest.mark.parametrize(
    ("hand", "seen", "others"),
    [
        ("K♥ 8♦ 7♣", "K♠", ""),
        ("Q♥ 6♦ 3♣", "", "A♠ A♦ 9♣"),
        ("Q♥ 6♦ 4♣", "2♠ 3♠", "K♠ K♦ 9♣ Q♠ Q♦ 4♠"),
        ("7♥ 7♦ 4♣", "A♠ K♠ Q♠", "2♠"),
        ("A♥ 9♦ 2♣", "", ""),
    ],
)
def test_what_it_says_is_what_the_visit_counts(hand: str, seen: str, others: str) -> None:
    glimpse = GlimpseExplorer(hand, seen, others)
    cards, known = parse_cards(hand), {"dealer_shows": parse_cards(seen)}
    known["dead"] = parse_cards(others)
    assert glimpse.outcomes == outcomes(cards, PAGAT, **known)
    value, before = play_value(cards, PAGAT, **known), play_value(cards, PAGAT)
    assert (glimpse.value, glimpse.value_before) == (value, before)
    plays = value > -1
    assert (glimpse.decision is Decision.PLAY) == plays
    changed = plays != (before > -1)
    assert glimpse.worth == (abs(value + 1) if changed else 0)
    assert glimpse.edge == analyse(PAGAT, **known).ante.expected  # type: ignore[arg-type]
    for share in glimpse.outcomes:
        assert f"{100 * share / glimpse.outcomes.total:.2f} %" in glimpse.bars.value


def test_where_the_decision_stays_knowing_is_worth_nothing() -> None:
    glimpse = GlimpseExplorer("A♥ K♦ 9♣", "2♠")
    assert glimpse.value != glimpse.value_before
    assert glimpse.worth == 0
    assert "for this hand knowing them is worth nothing" in glimpse.text()
    glimpse.none_button.click()
    assert "worth" not in glimpse.message
    assert glimpse.text().count("known") == 2


def test_the_seen_card_walks_through_the_ranks(glimpse: GlimpseExplorer) -> None:
    borders = {}
    glimpse.seen_field.value = "2♠"
    while not glimpse.error:
        borders[glimpse.seen_field.value] = glimpse.game.value
        glimpse.higher_button.click()
    assert glimpse.error == glimpse.message == "There is no higher card to be seen."
    assert " ".join(borders) == "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠"
    assert all("Play every hand." in text for text in list(borders.values())[:10])
    for letter in "QKA":
        assert f"({letter}-9-2) up" in borders[f"{letter}♠"]
    glimpse.lower_button.click()
    assert (glimpse.error, glimpse.seen_field.value) == ("", "K♠")
    glimpse.seen_field.value = "2♠"
    glimpse.lower_button.click()
    assert glimpse.error == "There is no lower card to be seen."
    assert glimpse.seen == parse_cards("2♠")


def test_a_step_passes_over_cards_that_lie_elsewhere() -> None:
    glimpse = GlimpseExplorer("8♠ 8♥ 8♦", "7♠ 2♣", "9♠ 9♥ 9♦ 9♣ 10♠")
    glimpse.higher_button.click()
    assert glimpse.seen == parse_cards("8♣ 2♣")
    glimpse.higher_button.click()
    assert glimpse.seen == parse_cards("10♣ 2♣")
    glimpse.lower_button.click()
    assert glimpse.seen == parse_cards("8♣ 2♣")


def test_boxes_add_their_cards_up_to_a_full_table(glimpse: GlimpseExplorer) -> None:
    for boxes in range(1, 6):
        glimpse.box_button.click()
        assert len(glimpse.others) == 3 * boxes
        assert len({*glimpse.hand, *glimpse.seen, *glimpse.others}) == 4 + 3 * boxes
        assert glimpse.others_field.value == " ".join(map(str, glimpse.others))
    shown = glimpse.others
    glimpse.box_button.click()
    assert glimpse.error == f"A table has six boxes, so at most {OTHERS} other cards are known."
    assert glimpse.others == shown
    glimpse.none_button.click()
    assert (glimpse.seen, glimpse.others, glimpse.error) == ((), (), "")
    assert glimpse.edge == glimpse.edge_before
    glimpse.higher_button.click()
    assert glimpse.error == "No card of the dealer's is seen: type one, or deal."


def test_a_deal_shows_one_card_and_backs(glimpse: GlimpseExplorer) -> None:
    glimpse.others_field.value = "2♣"
    glimpse.deal_button.click()
    assert (len(glimpse.hand), len(glimpse.seen), glimpse.others) == (3, 1, ())
    assert glimpse.cards.value.count("tcp-back") == 2
    for card in (*glimpse.hand, *glimpse.seen):
        assert card_html(card) in glimpse.cards.value
    assert glimpse.message.startswith(" ".join(map(str, glimpse.hand)))


def test_a_seed_repeats_its_deals() -> None:
    explorers = [GlimpseExplorer(seed=seed) for seed in (1, 1, 2)]
    for each in explorers:
        each.deal_button.click()
        each.box_button.click()
    first, second, other = (each.text() for each in explorers)
    assert first == second != other


REFUSED = {
    ("hand_field", "Qh 6d"): "Your hand: 2 cards (Q♥ 6♦); a hand here has 3",
    ("hand_field", "<b>"): "Your hand: '<b>' is not a card",
    ("seen_field", "Z♥"): "Dealer's cards seen: 'Z",
    ("seen_field", "2♣ 3♣ 4♣ 5♣"): "Of the dealer's three cards 4 can't be seen.",
    ("seen_field", "J♥"): "J♥ is known twice; a deck holds each card once.",
    ("others_field", "7♠"): "7♠ is known twice; a deck holds each card once.",
    ("others_field", "2♣ 2♣"): "Other cards known: 2♣ ",
    ("others_field", " ".join(f"{rank}♣" for rank in "234679TJQKA") + " 2♦ 3♦ 4♦ 5♦ 6♦"): (
        "A table has six boxes, so at most 15 other cards are known."
    ),
}


@pytest.mark.parametrize(("entry", "sentence"), REFUSED.items())
def test_what_is_refused_changes_nothing(
    glimpse: GlimpseExplorer, entry: tuple[str, str], sentence: str
) -> None:
    place, text = entry
    before = glimpse.text()
    getattr(glimpse, place).value = text
    assert glimpse.error.startswith(sentence)
    assert glimpse.message == glimpse.error
    assert "<b>" not in glimpse.error_line.value
    assert glimpse.text() == before
    glimpse.deal_button.click()
    assert glimpse.error == ""


@pytest.mark.parametrize(
    "arguments",
    [
        {"hand": "Qh"},
        {"seen": "J♥"},
        {"rules": "nobody's"},
        {"seed": "7"},
        {"language": "xx"},
    ],
)
def test_a_refused_explorer_leaves_no_widget_behind(arguments: dict[str, Any]) -> None:
    alive = len(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=r"Your hand|known twice|nobody's|seed|language"):
        GlimpseExplorer(**arguments)
    assert len(ipywidgets.widgets.widget._instances) == alive


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_it_speaks_every_language(code: str) -> None:
    glimpse, english = (GlimpseExplorer(language=each, seed=1) for each in (code, "en"))
    said = []
    for each in (glimpse, english):
        each.box_button.click()
        texts = [each.text(), each.message, each.box_button.description, each.bars.value]
        each.seen_field.value = "zz"
        texts.append(each.error)
        each.seen_field.value = str(each.hand[0])
        texts.append(each.error)
        each.none_button.click()
        each.lower_button.click()
        said.append([*texts, each.error])
    for mine, theirs in zip(*said, strict=True):
        assert mine != theirs
        assert not {"the", "you", "cards", "card", "is"} & set(re.findall(r"\w+", unescape(mine)))


def test_other_rules_have_other_borders() -> None:
    live = GlimpseExplorer("J♥ 8♦ 5♣", "7♠", rules="live")
    assert live.edge == Fraction(analyse(load_rules("live"), dealer_shows=live.seen).ante.expected)

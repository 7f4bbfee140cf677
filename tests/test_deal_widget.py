"""The deal: rounds through its buttons, results in words, and nothing of the dealer too early."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tcp import Bets, Card, Decision, PayTable, describe, load_rules, parse_cards, settle
from tcp.view import card_html, chips, true_minus
from tcp.widgets import deal as module
from tcp.widgets.deal import DealWidget
from tests.wire import Wire, bundle, state

Stack = Callable[[str, str], None]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to what widgets send from now on."""
    return Wire().listen(monkeypatch)


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Decide which cards the next rounds deal."""

    def stacked(player: str, dealer: str) -> None:
        hands = parse_cards(player), parse_cards(dealer)
        monkeypatch.setattr(module, "deal", lambda rng, *sizes: hands)

    return stacked


def tokens(card: Card) -> tuple[str, ...]:
    """The ways in which a card could be written on the wire."""
    return str(card), card.name(), card_html(card), f'data-index="{card.rank}&#10;{card.suit}'


# --- what stays hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_no_dealer_card_is_anywhere_before_the_decision(seed: int, wire: Wire) -> None:
    table = DealWidget(seed=seed)
    table.deal_button.click()
    player, dealer = table._player, table._dealer
    everywhere: tuple[Callable[[], str], ...] = (
        wire.text,
        lambda: state(table),
        lambda: bundle(table),
        table.text,
    )
    for place in everywhere[:2]:
        assert all(card.name() in place() for card in player), "the spy must see what is shown"
    for place in everywhere:
        shown = place()
        assert not [token for card in dealer for token in tokens(card) if token in shown]
    table.play_button.click()
    for place in everywhere[:2]:
        assert all(card.name() in place() for card in dealer)


def test_the_front_end_cannot_tell_two_dealers_apart(wire: Wire, stack: Stack) -> None:
    # Whatever way of writing a card nobody thought of: with another dealer the very same is sent.
    seen = []
    for dealer in ("2♦ 3♦ 5♣", "A♠ A♣ A♦"):
        stack("Q♥ 6♦ 4♣", dealer)
        before = len(wire)
        table = DealWidget(seed=1)
        table.deal_button.click()
        seen.append((wire.text(before), table.text(), len(state(table))))
        table.fold_button.click()
        assert parse_cards(dealer)[0].name() in wire.text()
    assert seen[0] == seen[1]


def test_the_next_deal_hides_the_dealer_again(wire: Wire) -> None:
    table = DealWidget(seed=3)
    for _ in range(2):
        table.deal_button.click()
        before = state(table)
        assert not [card for card in table._dealer if card.name() in before]
        table.fold_button.click()


# --- rounds --------------------------------------------------------------------------------------

ROUNDS = {
    "won": ("Q♥ 6♦ 4♣", "Q♠ 6♣ 3♣", "You win: Q♥ 6♦ 4♣ beats Q♠ 6♣ 3♣:", 2),
    "lost": ("Q♥ 6♦ 3♣", "Q♠ 6♣ 4♣", "The dealer wins: Q♠ 6♣ 4♣ beats Q♥ 6♦ 3♣:", -2),
    "tied": ("Q♥ 6♦ 4♣", "Q♠ 6♣ 4♦", "tie: queen high (Q-6-4)", 0),
    "not qualified": ("9♥ 6♦ 4♣", "J♠ 8♣ 3♣", "The dealer does not qualify", 1),
    "a bonus though beaten": ("4♥ 3♦ 2♣", "5♥ 4♦ 3♣", "Your hand earns the Ante bonus.", -1),
    "a straight won": ("9♥ 8♦ 7♣", "4♥ 3♦ 2♣", "Your hand earns the Ante bonus.", 3),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_is_told_and_paid(name: str, stack: Stack) -> None:
    player, dealer, told, net = ROUNDS[name]
    stack(player, dealer)
    table = DealWidget()
    table.deal_button.click()
    assert describe(parse_cards(player)) in table.message
    table.play_button.click()
    hands = parse_cards(player), parse_cards(dealer)
    assert table.settlement == settle(load_rules("pagat"), Bets(1), *hands, Decision.PLAY)
    assert table.nets == [net]
    assert told in table.message
    assert told in table.text()
    plain = re.sub(r"<[^>]+>", " ", table.ledger.value)
    assert told in plain
    assert "Play" in plain
    assert f"Net {true_minus(chips(net))}." in plain
    assert describe(hands[1]) in table.cards.value


def test_a_fold_loses_the_ante_and_shows_the_dealer(stack: Stack) -> None:
    stack("Q♥ 6♦ 4♣", "2♠ 3♣ 5♣")
    table = DealWidget()
    table.deal_button.click()
    table.fold_button.click()
    assert table.balance == -1
    assert "You fold: the Ante is lost. Net -1 chip." in table.message
    assert "five of clubs" in table.cards.value
    assert ">Play<" not in table.ledger.value


def test_the_tally_counts_rounds_and_chips(stack: Stack) -> None:
    table = DealWidget()
    for name in ("won", "lost", "tied", "not qualified"):
        stack(*ROUNDS[name][:2])
        table.deal_button.click()
        table.play_button.click()
        if table.rounds == 1:
            assert table.message.endswith("1 round: 1 won, 0 lost. Balance +2 chips.")
    assert table.message.endswith("4 rounds: 2 won, 1 lost, 1 even. Balance +1 chip.")
    assert (table.rounds, table.balance, table.nets) == (4, 1, [2, -2, 0, 1])


def test_buttons_are_on_when_they_may_be_pressed() -> None:
    table = DealWidget(seed=1)

    def on() -> list[bool]:
        buttons = (table.deal_button, table.play_button, table.fold_button)
        return [not each.disabled for each in buttons]

    assert on() == [True, False, False]
    table.deal_button.click()
    assert on() == [False, True, True]
    table.play_button.click()
    assert on() == [True, False, False]
    assert table.voice.shortcuts == {"d": "tcp-deal", "p": "tcp-play", "f": "tcp-fold"}
    for key, name in table.voice.shortcuts.items():
        pressed = [
            b
            for b in (table.deal_button, table.play_button, table.fold_button)
            if name in b._dom_classes
        ]
        assert [f"({key.upper()})" in each.description for each in pressed] == [True]


def test_a_click_from_the_browser_is_a_click() -> None:
    table = DealWidget(seed=1)
    content = {"data": {"method": "custom", "content": {"event": "click"}}}
    table.deal_button._handle_msg({"content": content, "buffers": []})
    assert "You have" in table.message


def test_a_seed_repeats_and_no_seed_does_not() -> None:
    def first_cards(seed: int | None) -> list[tuple[Card, ...]]:
        table = DealWidget(seed=seed)
        shown = []
        for _ in range(4):
            table.deal_button.click()
            shown.append(table._player + table._dealer)
            table.fold_button.click()
        return shown

    assert first_cards(7) == first_cards(7) != first_cards(8)
    assert first_cards(None) != first_cards(None)


# --- refusals ------------------------------------------------------------------------------------


def test_a_click_at_the_wrong_moment_is_refused_in_a_sentence() -> None:
    table = DealWidget(seed=1)
    for pressed in (table.play_button, table.fold_button):
        pressed.click()
        assert table.error == "No cards are on the table: deal first."
        assert table.error in table.error_line.value
        assert table.message == table.error
    table.deal_button.click()
    assert table.error == table.error_line.value == ""
    held = table._player, table._dealer
    table.deal_button.click()
    assert table.error == "This round is not decided yet: play or fold first."
    assert (table._player, table._dealer) == held
    table.fold_button.click()
    table.fold_button.click()
    assert table.rounds == 1, "a second click decides nothing"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"rules": "nope"}, "neither known rules"),
        ({"seed": "1"}, "'1' is no seed"),
        ({"seed": True}, "True is no seed"),
        ({"seed": 1.5}, "1.5 is no seed"),
        ({"language": "xx"}, "'xx' is not a language"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        DealWidget(**arguments)


# --- rules and languages -------------------------------------------------------------------------


def test_the_rules_are_those_given(stack: Stack) -> None:
    stack("9♥ 8♦ 7♣", "4♥ 3♦ 2♣")
    bonus = PayTable({"straight": Fraction(3, 2)})
    table = DealWidget(replace(load_rules("pagat"), ante_bonus=bonus))
    table.deal_button.click()
    table.play_button.click()
    assert table.nets == [Fraction(7, 2)]
    assert "Net +7/2 chips." in table.message
    assert "+3/2" in table.ledger.value
    assert DealWidget("live").rules.name == "live"


def test_cards_and_hands_have_names_in_other_languages(
    stack: Stack,
) -> None:
    stack("Q♥ Q♦ 4♣", "K♠ 6♣ 3♣")
    table = DealWidget(language="nb")
    table.deal_button.click()
    assert "hjerter dame" in table.message.lower()
    assert 'data-index="D&#10;♥' in table.cards.value
    table.play_button.click()
    assert "D♥ D♦ 4♣" in table.message
    assert describe(parse_cards("Q♥ Q♦ 4♣"), "nb") in table.cards.value


# --- words ---------------------------------------------------------------------------------------


def test_text_says_what_is_shown() -> None:
    table = DealWidget(seed=1)
    assert table.text() == (
        "Three Card Poker, one box. Your Ante is one chip. Deal when you are ready."
    )
    table.deal_button.click()
    assert "Play for one more chip, or fold?" in table.text()
    assert all(card.name() in table.text() for card in table._player)
    table.fold_button.click()
    assert describe(table._dealer) in table.text()


def test_chips_in_words() -> None:
    assert [chips(n) for n in (2, 1, 0, -1)] == ["+2 chips", "+1 chip", "0 chips", "-1 chip"]
    assert chips(Fraction(3, 2)) == "+3/2 chips"

"""The table, by its own controls: rounds to their ledgers, chips, languages, and what is hidden."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import unescape
from typing import Any

import ipywidgets
import pytest

import tcp.table as core
from tcp import Bets, Card, Decision, PayTable, Rules, describe, load_rules, parse_cards, settle
from tcp.cards import DECK
from tcp.languages import language, languages, told
from tcp.rules import RULE_NAMES
from tcp.scoring import Score, advise
from tcp.table import Round, Stage
from tcp.view import number, true_minus
from tcp.widgets import felt
from tcp.widgets import table as module
from tcp.widgets.ledger import bet_name, headers, ledger_rows
from tcp.widgets.panel import Panel
from tcp.widgets.table import TableWidget
from tests.test_widget_languages import LOANWORDS, NAMES, said_in, seen_and_heard
from tests.wire import Wire, bundle, state

PAGAT, LIVE, OPEN = (load_rules(name) for name in ("pagat", "live", "straight-pays-5"))
OTHERS = tuple(code for code in languages() if code != "en")
Stack = Callable[[str], None]
EVIL = "<img onerror=x>\"'&"


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Decide which cards lie on top of the next decks: three for each box, then the dealer's."""

    def stacked(top: str) -> None:
        cards = parse_cards(top)
        deck = (*cards, *(card for card in DECK if card not in cards))
        monkeypatch.setattr(core, "deal", lambda rng, size: (deck,))

    return stacked


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to what widgets send from now on."""
    return Wire().listen(monkeypatch)


def put(table: TableWidget, box: int, bet: str, chip: int) -> None:
    """Choose a chip, 0 to take all off, and click a circle."""
    table.chip_choice.value = chip
    table.places[box].spots[bet].click()


def join(table: TableWidget, player: str) -> None:
    table.name_entry.value = player
    table.add_button.click()


def stakes(table: TableWidget) -> dict[int, tuple[str, Bets]]:
    return {box: (taken.player, taken.bets) for box, taken in table.round.boxes.items()}


def standing(table: TableWidget) -> tuple[Any, ...]:
    """What a refused click must not change."""
    return (
        stakes(table),
        table.table.chips,
        table.round.stage,
        dict(table.round.decisions),
        table.round.commitment,
        table.rules,
        {player: list(nets) for player, nets in table.balances.items()},
        repr(table.scores),
        [box.layout.display for box in table.boxes.children],
    )


def refused(table: TableWidget, click: Callable[[], object], sentence: str) -> None:
    """This click is answered with this sentence, seen and heard, and changes nothing."""
    before = standing(table)
    click()
    assert table.error == sentence
    assert sentence in unescape(table.error_line.value)
    assert table.message == sentence
    assert standing(table) == before


def seen_cards(table: TableWidget, box: int) -> str:
    """What is read aloud of the cards in a box."""
    return ", ".join(re.findall(r'aria-label="([^"]*)"', table.places[box].shown.value))


def in_words(cards: tuple[Card, ...] | None, code: str = "en") -> str:
    return ", ".join(
        [language(code).face_down] * 3 if cards is None else [card.name(code) for card in cards]
    )


def ledgers(table: TableWidget) -> list[tuple[str, list[list[str]]]]:
    """The caption and the cells of each ledger."""
    found = []
    for html in re.findall(r"<table>.*?</table>", table.ledgers.value):
        caption = unescape(re.findall(r"<caption>(.*?)</caption>", html)[0])
        rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in html.split("<tr>")[1:]]
        found.append((caption, [[unescape(cell) for cell in row] for row in rows]))
    return found


def finished(table: TableWidget) -> list[Round]:
    return [each for each in table.table.rounds if each.over]


def play(table: TableWidget, decisions: str) -> None:
    """Deal, and decide the boxes in turn: P or F for each."""
    table.deal_button.click()
    for decision in decisions:
        (table.play_button if decision == "P" else table.fold_button).click()


# --- a round to its ledger -----------------------------------------------------------------------


def test_one_box_from_the_first_stake_to_the_ledger(stack: Stack) -> None:
    stack("9♥ 8♦ 7♣  Q♠ 6♣ 3♣")
    table = TableWidget("live")
    assert table.message == told("table_start", "en")
    put(table, 1, "ante", 25)
    assert table.message == "Box 1: Ante 30"
    put(table, 1, "pair_plus", 5)
    put(table, 1, "six_card_bonus", 1)
    assert stakes(table) == {1: ("you", Bets(30, 5, 1))}
    assert table.table.chips == {"you": 64}
    assert "You: 64 chips in hand, 36 chips on the table." in table.purses.value
    table.deal_button.click()
    hand, dealer = parse_cards("9♥ 8♦ 7♣"), parse_cards("Q♠ 6♣ 3♣")
    assert f"You have {in_words(hand)}: {describe(hand)}." in table.message
    assert table.message.endswith("Play for 30 chips more, or fold?")
    assert seen_cards(table, 1) == in_words(hand)
    assert table.dealer.value.count(language("en").face_down) >= 3
    assert "tcp-result" in table.message_line.value
    table.play_button.click()
    settled = settle(LIVE, Bets(30, 5, 1), hand, dealer, Decision.PLAY)
    assert table.balances == {"you": [settled.net]}
    assert table.table.chips["you"] + 36 == 100 + settled.net
    assert f"The dealer has {describe(dealer)}." in table.message
    assert f"Net +{settled.net} chips." in table.message
    ((caption, rows),) = ledgers(table)
    assert caption == "Box 1 · You"
    expected = ledger_rows(LIVE, Bets(30, 5, 1), hand, dealer, Decision.PLAY)
    shown = [[true_minus(number(cell)) for cell in row] for row in expected]
    assert rows == [list(headers()), *shown]
    assert all(card.name() in table.dealer.value for card in dealer)
    assert f"+{settled.net}" in table.places[1].shown.value
    assert settled.net == 30 + 30 + 30 + 5 * 5 - 1


def test_several_boxes_decide_in_turn_and_each_has_its_ledger(stack: Stack) -> None:
    stack("A♠ K♦ 9♣  2♥ 3♣ 7♦  4♥ 4♣ 9♠  Q♦ J♠ 2♠")
    table = TableWidget()
    put(table, 1, "pair_plus", 5)
    for _ in range(2):
        table.add_button.click()
    put(table, 3, "ante", 1)
    assert stakes(table) == {1: ("you", Bets(5, 5)), 2: ("you", Bets(5, 5)), 3: ("you", Bets(6, 5))}
    table.deal_button.click()
    hands = [parse_cards(text) for text in ("A♠ K♦ 9♣", "2♥ 3♣ 7♦", "4♥ 4♣ 9♠")]
    for box, (hand, decision) in enumerate(zip(hands, "PFP", strict=True), start=1):
        assert table.round.turn == box
        assert table.message.startswith(f"Box {box} · You: You have {in_words(hand)}")
        assert [seen_cards(table, each) for each in (1, 2, 3)] == [in_words(one) for one in hands]
        (table.play_button if decision == "P" else table.fold_button).click()
    dealer = parse_cards("Q♦ J♠ 2♠")
    nets = [
        settle(PAGAT, Bets(ante, 5), hand, dealer, decision).net
        for ante, hand, decision in zip(
            (5, 5, 6), hands, (Decision.PLAY, Decision.FOLD, Decision.PLAY), strict=True
        )
    ]
    assert nets == [10 - 5, -5 - 5, 12 + 5]
    assert [rows[-1][3] for _, rows in ledgers(table)] == ["+5", "−10", "+17"]
    assert [caption for caption, _ in ledgers(table)] == [f"Box {box} · You" for box in (1, 2, 3)]
    assert table.balances == {"you": [sum(nets)]}
    assert table.message.count("Box ") == 3
    assert "You win: " in table.message
    assert unescape(table.message_line.value).endswith(
        "The dealer has queen high (Q-J-2). Box 1 · You: Net +5 chips. "
        "Box 2 · You: Net −10 chips. Box 3 · You: Net +17 chips.</p>"
    ), "on screen the ledgers tell the rest"
    assert stakes(table)[3] == ("you", Bets(6, 5)), "the stakes lie there again"


@pytest.mark.parametrize("rules", ["pagat", "straight-pays-5"])
def test_two_players_see_what_the_rules_let_them_see(rules: str, stack: Stack) -> None:
    stack("A♠ K♦ 9♣  2♥ 3♣ 7♦  Q♦ J♠ 2♠")
    mine, hers = parse_cards("A♠ K♦ 9♣"), parse_cards("2♥ 3♣ 7♦")
    table, is_open = TableWidget(rules), load_rules(rules).players_cards_open
    join(table, "Kari")
    table.deal_button.click()
    assert seen_cards(table, 1) == in_words(mine)
    assert seen_cards(table, 2) == in_words(hers if is_open else None)
    assert "Box 1 · You" in table.message
    assert " ?" in table.places[1].shown.value
    assert "waits" in table.places[2].shown.value
    table.play_button.click()
    assert seen_cards(table, 1) == in_words(mine if is_open else None)
    assert seen_cards(table, 2) == in_words(hers)
    assert "Box 2 · Kari" in table.message
    assert "plays" in table.places[1].shown.value
    table.fold_button.click()
    assert [seen_cards(table, box) for box in (1, 2)] == [in_words(mine), in_words(hers)]
    assert table.balances == {"you": [10], "Kari": [-5]}
    assert table.table.chips == {"you": 110 - 5, "Kari": 95 - 5}
    assert "You +10, Kari −5" in table.curve.value


# --- chips and boxes -----------------------------------------------------------------------------


def test_chips_are_put_on_circles_and_taken_off() -> None:
    table = TableWidget("live")
    for bet, chip, ante, pair, six in (
        ("ante", 5, 10, 0, 0),
        ("pair_plus", 25, 10, 25, 0),
        ("six_card_bonus", 1, 10, 25, 1),
        ("six_card_bonus", 1, 10, 25, 2),
        ("pair_plus", 0, 10, 0, 2),
        ("six_card_bonus", 0, 10, 0, 0),
        ("ante", 0, 1, 0, 0),
    ):
        put(table, 1, bet, chip)
        assert stakes(table) == {1: ("you", Bets(ante, pair, six))}
        assert table.table.chips == {"you": 100 - ante - pair - six}
        told_ = {"ante": ante, "pair_plus": pair, "six_card_bonus": six}[bet]
        assert table.message == f"Box 1: {bet_name(bet)} {told_}"
        assert table.places[1].spots[bet].description == f"{bet_name(bet)} {told_}"
    put(table, 1, "ante", 0)
    assert table.error == table.message == "A box needs an Ante of one chip at least."
    assert stakes(table) == {1: ("you", Bets(1))}


def test_more_than_the_purse_is_refused() -> None:
    table = TableWidget(chips=20)
    put(table, 1, "ante", 5)
    for bet in ("ante", "pair_plus"):
        sentence = "This takes 25 chips, and you have 10 left."
        refused(table, partial(put, table, 1, bet, 25), sentence)
    put(table, 1, "pair_plus", 5)
    assert table.error == table.error_line.value == ""
    join(table, "Kari")
    table.chip_choice.value = 100
    circle = table.places[2].spots["ante"]
    refused(table, circle.click, "This takes 100 chips, and Kari has 10 left.")


def test_a_stake_that_leaves_too_little_for_the_play_says_so() -> None:
    table = TableWidget(chips=20)
    put(table, 1, "ante", 5)
    assert table.message == "Box 1: Ante 10"
    put(table, 1, "pair_plus", 1)
    assert table.message == "Box 1: Pair Plus 1. You couldn't Play with what is left in hand."


@pytest.mark.parametrize("control", ["language_menu", "agreed_menu", "rules_menu", "chip_choice"])
def test_a_page_that_chooses_nothing_can_neither_void_a_round_nor_take_stakes(control: str) -> None:
    for deal in (False, True):
        table = TableWidget(seed=1)
        if deal:
            table.deal_button.click()
        before = (stakes(table), table.round.stage, table.table.chips)
        getattr(table, control).set_state({"index": None})
        table.hint_button.click()
        assert (stakes(table), table.round.stage, table.table.chips) == before
        assert getattr(table, control).value is not None
    table.fold_button.click()
    assert table.played == 1


def test_a_circle_that_a_page_enables_by_itself_takes_no_chips() -> None:
    table = TableWidget(seed=1)
    table.add_button.click()
    table.deal_button.click()
    table.fold_button.click()
    table.fold_button.click()
    table.places[2].remove.click()
    for bet, spot in table.places[2].spots.items():
        spot.disabled = False
        refused(table, spot.click, told("table_closed", "en", bet=bet_name(bet)))


def test_a_play_that_the_chips_dont_cover_is_refused_and_a_fold_is_not() -> None:
    table = TableWidget(chips=20, seed=1)
    put(table, 1, "ante", 5)
    put(table, 1, "ante", 5)
    table.deal_button.click()
    refused(table, table.play_button.click, "This takes 15 chips, and you have 5 left.")
    table.fold_button.click()
    assert table.table.chips["you"] + table.round.felt(1) == 5
    assert stakes(table) == {1: ("you", Bets(2))}, "what lies there again can be played"


def test_what_lies_there_again_can_be_played_in_every_box() -> None:
    table = TableWidget(chips=59, seed=3)
    for _ in range(5):
        table.add_button.click()
    antes = [bets.ante for _, bets in stakes(table).values()]
    assert antes == [5, 5, 5, 5, 5, 4], "an added box leaves enough for all Plays"
    for _ in range(12):
        play(table, "F" * len(table.round.boxes))
        antes = [bets.ante for _, bets in stakes(table).values()]
        held = table.table.chips["you"] + sum(antes)
        assert sum(antes) * 2 <= held or held == 1 == sum(antes)
    assert sum(antes) <= 1


def test_boxes_are_added_up_to_six_and_removed() -> None:
    table = TableWidget()
    for box in range(2, 7):
        table.add_button.click()
        assert list(table.round.boxes) == list(range(1, box + 1))
        assert len(table.boxes.children) == box
    refused(table, table.add_button.click, "All 6 boxes of this table are taken.")
    table.places[3].remove.click()
    assert list(table.round.boxes) == [1, 2, 4, 5, 6]
    assert "You: 75 chips in hand, 25 chips on the table." in table.message
    table.add_button.click()
    assert list(table.round.boxes) == [1, 2, 3, 4, 5, 6]
    for box in (1, 2, 3, 4, 5):
        assert table.places[box].remove.layout.display is None
        table.places[box].remove.click()
    assert list(table.round.boxes) == [6]
    assert table.places[6].remove.layout.display == "none", "the last box stays"
    table.places[6].remove.click()
    assert list(table.round.boxes) == [6]
    play(table, "F")
    assert table.balances == {"you": [-5]}


def test_several_boxes_are_only_for_one_who_is_alone() -> None:
    table = TableWidget()
    join(table, "Kari")
    sentence = "a second one is only for a player who is alone at the table."
    refused(table, table.add_button.click, f"Kari has a box already; {sentence}")
    table.name_entry.value = ""
    refused(table, table.add_button.click, f"You have a box already; {sentence}")
    table.places[2].remove.click()
    table.add_button.click()
    assert [player for player, _ in stakes(table).values()] == ["you", "you"]
    expected = "You play several boxes, so nobody else can join; remove all but one first."
    refused(table, lambda: join(table, "Ola"), expected)
    assert "Ola" not in table.players, "who finds no box has no chips either"
    refused(table, lambda: join(table, "Kari"), expected)


def test_who_finds_no_box_or_has_no_name_gets_no_chips() -> None:
    table = TableWidget()
    for player in ("Kari", "Ola", "Per", "Ida", "Eva"):
        join(table, player)
    refused(table, lambda: join(table, "Tor"), "All 6 boxes of this table are taken.")
    assert table.players == ["you", "Kari", "Ola", "Per", "Ida", "Eva"]
    other = TableWidget()
    sentence = f"'{'K' * 41} is no name; a player's name has 1 to 40 visible characters."
    refused(other, lambda: join(other, "K" * 41), sentence)
    assert other.players == ["you"]


def test_nobody_else_can_be_called_you() -> None:
    table = TableWidget()
    for name in (" ", "You", "you", "du", "Вы"):
        join(table, name)
    assert table.players == ["you"]
    assert len(table.round.boxes) == 6


def test_another_players_box_shows_no_cards_of_who_sat_there_before() -> None:
    table = TableWidget(seed=1)
    join(table, "Kari")
    play(table, "FF")
    shown = seen_cards(table, 2)
    assert shown
    table.places[2].remove.click()
    assert seen_cards(table, 2) == shown, "the last round still lies there"
    join(table, "Ola")
    assert "Ola" in table.places[2].shown.value
    assert seen_cards(table, 2) == ""
    assert "<b></b>" in table.places[2].shown.value, "nor what came of them"


def test_chips_are_bought_for_who_sits_there() -> None:
    table = TableWidget(chips=50)
    assert table.buy_button.description == "Buy 50 chips"
    table.buy_button.click()
    assert table.table.chips == {"you": 95}
    join(table, "Kari")
    table.name_entry.value = "Kari"
    table.buy_button.click()
    assert table.table.chips == {"you": 95, "Kari": 95}
    table.name_entry.value = "Ola"
    sentence = "Ola is not at this table; add a box under this name first."
    refused(table, table.buy_button.click, sentence)


def test_who_is_broke_is_told_and_buys_or_begins_anew() -> None:
    table = TableWidget(chips=5, seed=1)
    put(table, 1, "ante", 1)
    put(table, 1, "ante", 1)
    put(table, 1, "ante", 1)
    assert stakes(table) == {1: ("you", Bets(5))}
    play(table, "F")
    assert table.message.endswith("You have no chips for an Ante: buy some, or start a new game.")
    assert (table.table.chips, table.round.boxes) == ({"you": 0}, {})
    assert table.deal_button.disabled
    refused(table, table.deal_button.click, "No box has an Ante: place stakes first, then deal.")
    refused(table, table.add_button.click, "This takes 5 chips, and you have 0 left.")
    refused(table, lambda: put(table, 1, "ante", 1), "Ante: no chips can be placed here now.")
    table.buy_button.click()
    assert stakes(table) == {1: ("you", Bets(2))}
    assert not table.deal_button.disabled
    play(table, "F")
    assert table.balances == {"you": [-5, -7]}
    table.new_button.click()
    assert table.table.chips == {"you": 3}
    assert table.balances == {"you": []}
    assert table.message == told("table_start")


def test_one_of_two_who_is_broke_is_told_so() -> None:
    table = TableWidget(chips=5, seed=1)
    join(table, "Kari")
    put(table, 2, "ante", 1)
    put(table, 2, "ante", 1)
    put(table, 2, "ante", 1)
    play(table, "FF")
    assert [player for player, _ in stakes(table).values()] == ["you"]
    sentence = "Kari has no chips for an Ante: buy some, or start a new game."
    assert table.message.endswith(sentence)
    play(table, "F")
    assert sentence not in table.message
    assert table.balances == {"you": [-2, -3], "Kari": [-5, -5]}


def test_the_curve_names_its_highest_and_its_lowest_level() -> None:
    table = TableWidget(seed=1)
    for _ in range(6):
        table.deal_button.click()
        table.fold_button.click()
    assert re.findall(r"<text[^>]*>([^<]*)</text>", table.curve.value) == ["0", "−30"]


def test_a_curve_of_nothing_won_or_lost_lies_in_the_middle() -> None:
    curve = felt.curve_html({"You": [0, 0]}, "en")
    assert re.findall(r"<text[^>]*>([^<]*)</text>", curve) == ["+1", "−1", "0"]
    assert 'points="0.0,55.0 150.0,55.0 300.0,55.0"' in curve


def test_who_joins_later_begins_the_curve_later() -> None:
    table = TableWidget(seed=1)
    for _ in range(3):
        play(table, "F")
    join(table, "Kari")
    play(table, "FF")
    assert table.balances == {"you": [-5, -10, -15, -20], "Kari": [-5]}
    lines = re.findall(r'points="([^"]*)"', table.curve.value)
    across = [[float(point.split(",")[0]) for point in line.split()] for line in lines]
    assert across == [[0, 75, 150, 225, 300], [225, 300]]


# --- rules, agreed rounds, hints, scores ---------------------------------------------------------


def test_rules_change_between_rounds() -> None:
    few = replace(PAGAT, name="few boxes", max_boxes=2, pair_plus=None)
    table = TableWidget(few)
    circles = table.places[1].spots
    assert [circle.layout.display for circle in circles.values()] == [None, "none", "none"]
    table.rules_menu.value = "live"
    assert [circle.layout.display for circle in circles.values()] == [None, None, None]
    put(table, 1, "pair_plus", 5)
    put(table, 1, "six_card_bonus", 1)
    for _ in range(3):
        table.add_button.click()
    assert stakes(table) == {box: ("you", Bets(5, 5, 1)) for box in (1, 2, 3, 4)}
    sealed = table.round.commitment
    table.rules_menu.value = "pagat"
    assert stakes(table) == {box: ("you", Bets(5, 5)) for box in (1, 2, 3, 4)}
    assert table.table.chips == {"you": 60}
    assert table.round.commitment != sealed, "other rules, another deck"
    assert [circle.layout.display for circle in circles.values()] == [None, None, "none"]
    table.rules_menu.value = "few boxes"
    assert stakes(table) == {1: ("you", Bets(5)), 2: ("you", Bets(5))}
    assert table.table.chips == {"you": 90}
    assert len(table.boxes.children) == 2
    refused(table, table.add_button.click, "All 2 boxes of this table are taken.")
    table.deal_button.click()
    undecided = "This round is not decided yet: play or fold first."
    refused(table, lambda: setattr(table.rules_menu, "value", "live"), undecided)
    assert table.rules_menu.value == "few boxes"
    table.fold_button.click()
    table.fold_button.click()
    assert finished(table)[0].rules == few


@pytest.mark.parametrize("code", languages())
def test_the_folded_sheet_ends_its_words_with_the_controls_and_their_keys(code: str) -> None:
    table = TableWidget(language=code)
    (*_, last) = re.findall(r"<p>(.*?)</p>", table.sheet.value)
    assert unescape(last) == told("table_help", code)
    assert all(re.search(rf"\b{key.upper()}\b", last) for key in table.voice.shortcuts)


@pytest.mark.parametrize("code", languages())
def test_the_scores_say_which_bets_they_leave_out(code: str) -> None:
    table = TableWidget(language=code, seed=1)
    play(table, "F")
    note = unescape(re.findall(r'<p class="tcp-label">(.*?)</p>', table.score_table.value)[0])
    without = note.partition(".")[0].rpartition(",")[2]
    assert all(bet_name(bet, code) in without for bet in ("pair_plus", "six_card_bonus"))


def test_own_rules_are_called_so_in_every_language() -> None:
    table = TableWidget(replace(LIVE, name="pagat"))
    for code in (*OTHERS, "en"):
        table.language_menu.value = code
        assert table.rules_menu.value == told("own_rules", code, rules="pagat")
        assert table.rules.six_card_bonus
    table.rules_menu.value = "pagat"
    table.language_menu.value = "nb"
    assert (table.rules_menu.value, table.rules) == ("pagat", PAGAT)


def test_chosen_rules_name_themselves_and_their_bets() -> None:
    table = TableWidget(chips=100, seed=1)
    purse = "You: 95 chips in hand, 5 chips on the table."
    table.rules_menu.value = "live"
    assert table.message == f"live: Ante, Pair Plus, 6 Card Bonus. {purse}"
    table.rules_menu.value = "pagat"
    assert table.message == f"pagat: Ante, Pair Plus. {purse}"


def test_the_balance_after_a_round_is_heard_and_drawn_but_not_written_twice() -> None:
    table = TableWidget(chips=100, seed=1)
    join(table, "Kari")
    play(table, "FF")
    play(table, "FF")
    assert table.message.endswith(" Balance: You -10 chips, Kari -10 chips.")
    assert "Balance" not in table.message_line.value
    table.language_menu.value = "de"
    assert table.message.endswith(" Stand: Du -10 Jetons, Kari -10 Jetons.")


@pytest.mark.parametrize("code", ["nb", "da", "de", "ru"])
def test_where_keys_are_not_the_first_letters_the_question_names_them(code: str) -> None:
    asked = told("play_or_fold", code, stake="7")
    assert asked.index("(P)") < asked.index("(F)")


def test_an_agreed_number_of_rounds_ends_with_its_result() -> None:
    table = TableWidget(seed=2)
    join(table, "Kari")
    table.agreed_menu.value = 5
    assert table.message.startswith("Round 1 of 5.")
    for _ in range(5):
        assert "The game is over" not in table.message
        play(table, "PF")
    mine = table.balances["you"][-1]
    ends = [f"You {felt_chips(mine)}", "Kari -25 chips"]
    ends = ends if mine >= -25 else ends[::-1]
    result = f"The game is over after 5 rounds. Result: {', '.join(ends)}."
    assert table.message.endswith(result)
    assert "Round 5 of 5." in table.purses.value
    assert table.deal_button.disabled
    refused(table, table.deal_button.click, result)
    table.agreed_menu.value = 0
    assert not table.deal_button.disabled
    assert table.message.startswith("Round 5.")
    play(table, "FF")
    table.agreed_menu.value = 5
    assert table.message.startswith("The game is over after 6 rounds."), "agreed too late"
    assert "Round 6. " in table.purses.value
    table.new_button.click()
    assert table.players == ["you", "Kari"]
    assert table.agreed_menu.value == 5
    assert table.message == told("table_start")
    assert "Round 1 of 5." in table.purses.value
    table.deal_button.click()
    table.agreed_menu.value = 10
    assert "or fold?" in table.message, "the question stays"
    assert "Round 1 of 10." in table.purses.value


def test_the_result_of_a_game_names_the_best_first(stack: Stack) -> None:
    stack("2♥ 3♣ 7♦  A♠ K♦ 9♣  Q♦ J♠ 2♠")
    table = TableWidget()
    join(table, "Kari")
    table.agreed_menu.value = 5
    for _ in range(5):
        play(table, "FP")
    result = "The game is over after 5 rounds. Result: Kari +50 chips, You -25 chips."
    assert table.message.endswith(result)
    assert result.replace("-", "−") in unescape(table.message_line.value)


def felt_chips(net: int | Fraction) -> str:
    return f"{net:+} chip" + ("s" if abs(net) != 1 else "")


def test_a_new_game_has_to_wait_for_the_decision() -> None:
    table = TableWidget(seed=1)
    table.deal_button.click()
    undecided = "This round is not decided yet: play or fold first."
    for control in (table.new_button, table.add_button, table.buy_button, table.deal_button):
        refused(table, control.click, undecided)
    refused(table, lambda: put(table, 1, "ante", 1), undecided)
    refused(table, table.places[1].remove.click, undecided)
    table.fold_button.click()
    too_early = "No cards are on the table: deal first."
    for control in (table.play_button, table.fold_button, table.hint_button):
        refused(table, control.click, too_early)


@pytest.mark.parametrize(
    ("rules", "player", "known"),
    [("pagat", "", True), ("pagat", "Kari", False), ("straight-pays-5", "Kari", True)],
)
def test_a_hint_counts_with_the_cards_that_are_seen(
    rules: str, player: str, known: bool, stack: Stack
) -> None:
    # Beside three queens the dealer has fewer hands that qualify.
    stack("Q♥ 6♦ 3♣  Q♠ Q♦ Q♣  K♦ J♠ 2♠")
    table = TableWidget(rules)
    join(table, player)
    put(table, 1, "ante", 1)
    table.deal_button.click()
    table.hint_button.click()
    hand, other = parse_cards("Q♥ 6♦ 3♣"), parse_cards("Q♠ Q♦ Q♣")
    advice = advise(hand, load_rules(rules), dead=other if known else ())
    blind = advise(hand, load_rules(rules))
    assert (advice.best, blind.best) == ((Decision.PLAY if known else Decision.FOLD), Decision.FOLD)
    brings = felt.amount(6 * advice.play, "en")
    verdict = f"Play: that brings {brings} on average, a fold −6.00."
    verdict = verdict if known else f"Fold: a Play brings {brings} on average, a fold −6.00."
    name = player or "You"
    assert table.message.startswith(f"Box 1 · You: {verdict}"), name
    assert ("other boxes" in table.message) is known
    assert table.round.turn == 1, "a hint decides nothing"
    table.play_button.click()
    table.fold_button.click()
    mine = [0] if player else [0, 1]  # to fold three queens is a mistake whatever is known
    assert table.scores["you"].mistakes == (mine[-1] if known else 1)


def scored(rounds: list[Round]) -> dict[str, Score]:
    """The scores of these rounds, worked out again."""
    scores: dict[str, Score] = {}
    for played in rounds:
        for box, taken in played.boxes.items():
            hands = played.sees(box)
            seen = {
                other
                for other, sitting in played.boxes.items()
                if other != box
                and (played.rules.players_cards_open or sitting.player == taken.player)
            }
            dead = tuple(card for other in seen for card in hands[other])
            advice = advise(hands[box], played.rules, dead=dead)
            settled = settle(
                played.rules,
                Bets(taken.bets.ante),
                hands[box],
                played.dealer,
                played.decisions[box],
            )
            score = scores.setdefault(taken.player, Score())
            score.add(advice, played.decisions[box], taken.bets.ante, settled.net)
    return scores


@pytest.mark.parametrize("rules", ["live", "straight-pays-5"])
@pytest.mark.parametrize("player", ["", "Kari"])
def test_the_scores_are_those_of_the_decisions(rules: str, player: str) -> None:
    table = TableWidget(rules, seed=7, chips=500)
    put(table, 1, "pair_plus", 5)
    join(table, player)
    for decisions in ("PP", "FP", "PF", "FF", "PP"):
        play(table, decisions)
    expected = scored(finished(table))
    assert table.scores == expected
    assert sum(score.mistakes for score in expected.values()) > 0
    rows = re.findall(r"<tr>(.*?)</tr>", table.score_table.value)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    names = {"you": "You"}
    assert [list(column) for column in zip(*cells, strict=True)][1:] == [
        [
            names.get(name, name),
            str(score.decisions),
            str(score.mistakes),
            *(
                felt.amount(value, "en")
                for value in (score.best, -score.lost, score.luck, score.got)
            ),
        ]
        for name, score in expected.items()
    ]


# --- any clicks at all ---------------------------------------------------------------------------


def controls(table: TableWidget) -> list[Any]:
    """Every button that can be seen."""
    found, left = [], [table.root]
    while left:
        widget = left.pop()
        if widget.layout.display == "none":
            continue
        left += getattr(widget, "children", ())
        if isinstance(widget, ipywidgets.Button):
            found.append(widget)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_clicked_chips_are_conserved(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought: dict[int, int] = {}
    sit = core.Table.sit

    def counted(table: core.Table, player: str, chips: int) -> None:
        sit(table, player, chips)
        brought[id(table)] = brought.get(id(table), 0) + chips

    monkeypatch.setattr(core.Table, "sit", counted)
    rng = random.Random(seed)
    table = TableWidget("live", seed=seed, chips=rng.choice((7, 40, 300)))
    kept: list[core.Table] = []  # so that no two have the same id
    refusals = games = decided = 0
    for _ in range(260):
        if table.table not in kept:
            kept.append(table.table)
            games += 1
        control = rng.choice(
            [*controls(table), *[table.play_button, table.fold_button, table.deal_button] * 2, None]
        )
        before = standing(table)
        if control is None:
            table.chip_choice.value = rng.choice((0, 1, 5, 25, 100))
            table.name_entry.value = rng.choice(("", "", "Kari", "Ola"))
            table.agreed_menu.value = rng.choice((0, 5, 50))
            table.language_menu.value = rng.choice((*languages(),))
            if rng.random() < 0.3:
                table.rules_menu.value = rng.choice(RULE_NAMES)
        else:
            forbidden = control.disabled
            control.click()
            assert not forbidden or table.error, f"{control.description} was off, and worked"
        if table.error and control is not None:
            refusals += 1
            assert table.error[0] == table.error[0].upper()
            assert table.error.endswith(".")
            assert standing(table) == before
        now = table.table
        lying = sum(table.round.felt(box) for box in table.round.boxes)
        assert sum(now.chips.values()) + lying + now.bank == brought[id(now)]
        assert all(held >= 0 for held in now.chips.values())
        settled = [each for each in finished(table) if each.stage is Stage.SETTLED]
        for player, balance in table.balances.items():
            nets = [
                sum(each.net(box) for box, taken in each.boxes.items() if taken.player == player)
                for each in settled
            ]
            sums = [sum(nets[: place + 1]) for place in range(len(nets))]
            assert balance == sums[len(sums) - len(balance) :]
            assert sum(nets[: len(sums) - len(balance)]) == 0
        decided = max(decided, len(settled))
    assert refusals > 10
    assert games + decided > 6


def test_any_rounds_give_the_scores_and_balances_of_their_records() -> None:
    rng = random.Random(5)
    table = TableWidget("straight-pays-5", seed=5, chips=2000)
    for _ in range(30):
        if rng.random() < 0.4 and len(table.round.boxes) < 6:
            table.add_button.click()
        put(table, 1, rng.choice(("ante", "pair_plus")), rng.choice((0, 1, 5)))
        if not table.round.boxes:
            break
        play(table, "".join(rng.choice("PF") for _ in table.round.boxes))
        assert table.error == ""
    rounds = [Round.replay(each.record()) for each in finished(table)]
    assert table.scores == scored(rounds)
    assert table.balances["you"][-1] == sum(each.net(box) for each in rounds for box in each.boxes)


# --- records and seals ---------------------------------------------------------------------------


def test_each_round_is_sealed_before_and_opened_after_and_its_record_replays() -> None:
    table = TableWidget("live", seed=11)
    put(table, 1, "pair_plus", 1)
    table.add_button.click()
    for place in range(1, 6):
        (sealed,) = re.findall(r"<code>([0-9a-f]{64})</code>", table.seal.value)[:1]
        play(table, "PF")
        over = table.last
        assert over is finished(table)[-1]
        digest, opened = re.findall(r"<code>(.*?)</code>", table.seal.value)[1:]
        assert digest == sealed == hashlib.sha256(opened.encode()).hexdigest()
        assert sorted(parse_cards(opened.split(" ", 1)[1])) == list(DECK)
        record = over.record()
        name, data = re.findall(
            r'download="([^"]*)" href="data:application/json;base64,([^"]*)"', table.seal.value
        )[0]
        assert name == f"round-{place}.json"
        assert base64.b64decode(data).decode() == record
        shown = unescape(re.findall(r"<pre[^>]*>(.*?)</pre>", table.seal.value, re.DOTALL)[0])
        assert json.loads(shown) == json.loads(record)
        again = Round.replay(record)
        assert again.settlements == over.settlements
        assert (again.boxes, again.decisions, again.dealer, again.record()) == (
            over.boxes,
            over.decisions,
            over.dealer,
            record,
        )


# --- malfunctions --------------------------------------------------------------------------------


class Jam(Exception):
    """No error that anybody expects."""


@pytest.mark.parametrize("fault", [Jam("jam"), ValueError("jam"), KeyError("jam"), StopIteration()])
@pytest.mark.parametrize(
    ("place", "name", "clicks"),
    [
        (core, "settle", "DPP"),
        (module, "advise", "DP"),
        (module, "advise", "DH"),
        (module, "describe", "D"),
        (Round, "decide", "DPP"),
    ],
)
def test_a_malfunction_voids_the_round_and_returns_the_stakes(
    place: Any, name: str, clicks: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = TableWidget(seed=1)
    table.add_button.click()
    buttons = {
        "D": table.deal_button,
        "P": table.play_button,
        "H": table.hint_button,
    }

    def broken(*args: Any, **keys: Any) -> Any:
        raise fault

    for click in clicks[:-1]:
        buttons[click].click()
    before = table.round
    monkeypatch.setattr(place, name, broken)
    buttons[clicks[-1]].click()
    monkeypatch.undo()
    assert (before.stage, before.fault) == (Stage.VOID, type(fault).__name__)
    assert table.message == told("table_void") == table._told
    assert table.error == ""
    assert told("table_void") in table.message_line.value
    assert sum(table.table.chips.values()) + sum(map(table.round.felt, table.round.boxes)) == 100
    assert table.table.bank == 0
    assert table.balances == {"you": []}
    assert (table.played, table.ledgers.value) == (0, "")
    assert table.dealer.value.count("tcp-place") == 3, "no dealer's cards after a fault"
    assert stakes(table) == {box: ("you", Bets(5)) for box in (1, 2)}
    assert Round.replay(before.record()).record() == before.record()
    play(table, "FF")
    assert table.balances == {"you": [-10]}, "the next round is played as if nothing had been"


def test_a_fault_before_the_cards_is_no_malfunction(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TableWidget(seed=1)
    before = standing(table)

    def broken(*args: Any) -> Any:
        raise ValueError("jam")

    monkeypatch.setattr(Round, "restake", broken)
    put(table, 1, "ante", 1)
    assert table.error == "Jam."
    assert standing(table) == before


# --- what stays hidden ---------------------------------------------------------------------------


def ways(cards: tuple[Card, ...]) -> set[str]:
    """The ways in which one of these cards, or all of them, could be written."""
    found = set()
    for code in languages():
        for card in cards:
            letter, suit = card.rank.letter(code), card.suit.symbol
            found |= {card.name(code), f"{letter}{suit}", f"{letter}&#10;{suit}"}
            found |= {f"{letter}<i>{suit}", f"{letter}\\n{suit}", f"{letter}{card.suit.name[0]}."}
    plain = [card.rank.letter() + card.suit.name[0].lower() for card in cards]
    indices = [card.index for card in cards]
    return found | {
        " ".join(plain),
        ", ".join(plain),
        str(indices),
        str(indices)[1:-1],
        repr(cards),
    }


def everywhere(table: TableWidget, wire: Wire) -> str:
    """All that has been sent so far, all that is kept in the front end, all that is stored."""
    return "\n".join(("\n".join(wire), state(table), bundle(table), table.text()))


def leaks(cards: tuple[Card, ...], text: str) -> list[str]:
    return sorted(way for way in ways(cards) if way in text)


@pytest.mark.parametrize("seed", [*range(6), None])
@pytest.mark.parametrize(
    ("rules", "players"),
    [("live", ["You"]), ("pagat", ["You"] * 4), ("pagat", ["You", "Kari", "Ola"])],
)
def test_no_secret_reaches_the_front_end_before_the_last_decision(
    rules: str, players: list[str], seed: int | None, wire: Wire
) -> None:
    table = TableWidget(rules, seed=seed)
    for player in players[1:]:
        join(table, player)
    for rounds in range(2):
        table.language_menu.value = "nb"
        table.language_menu.value = "en"
        wire.clear()
        table.deal_button.click()
        snapshots: list[str] = []
        for decision in "PFPP"[: len(players)]:
            table.hint_button.click()
            snapshots.append(everywhere(table, wire))
            (table.play_button if decision == "P" else table.fold_button).click()
        over = finished(table)[rounds]
        record = json.loads(over.record())
        salt, _, deck = over.opened().partition(" ")
        secrets = [record["seed"], f"{int(record['seed']):x}", salt, deck]
        secrets += [base64.b64encode(bytes.fromhex(salt)).decode()]
        undealt = parse_cards(" ".join(deck.split()[3 * len(players) + 3 :]))
        for turn, text in enumerate(snapshots, start=1):
            assert leaks(over.dealer, text) == []
            assert leaks(undealt, text) == []
            assert [secret for secret in secrets if secret in text] == []
            assert over.commitment in text
            for box, hand in over.sees(turn).items():
                hidden = box > turn and over.boxes[box].player != over.boxes[turn].player
                if hidden:
                    assert leaks(hand, text) == [], f"box {box} while box {turn} decides"
                else:
                    assert leaks(hand, text) != [], "else nothing is looked at"
        after = everywhere(table, wire)
        assert all(card.name() in after for card in over.dealer)
        assert record["seed"] in after


def test_cards_of_who_has_decided_leave_the_screen_again(stack: Stack) -> None:
    stack("A♠ K♦ 9♣  2♥ 3♣ 7♦  Q♦ J♠ 2♠")
    table = TableWidget()
    join(table, "Kari")
    table.deal_button.click()
    table.play_button.click()
    assert leaks(parse_cards("A♠ K♦ 9♣"), state(table) + table.text()) == []


@pytest.mark.parametrize("player", ["", "Kari"])
def test_the_front_end_cannot_tell_two_dealers_apart(player: str, wire: Wire, stack: Stack) -> None:
    # Whatever way of writing a card nobody thought of: with another dealer the very same is sent.
    sent = []
    for dealer in ("2♦ 3♦ 5♣", "A♠ A♣ A♦"):
        stack(f"Q♥ 6♦ 4♣  K♥ J♣ 2♣  {dealer}")
        wire.clear()
        table = TableWidget("live", seed=1)
        put(table, 1, "six_card_bonus", 1)
        join(table, player)
        table.deal_button.click()
        table.hint_button.click()
        table.play_button.click()
        table.hint_button.click()
        sent.append((wire.text(), table.text(), len(state(table))))
        table.fold_button.click()
        assert parse_cards(dealer)[0].name() in wire.text()
    assert sent[0] == sent[1]


def test_text_tells_nothing_of_the_dealer_before_the_decision(stack: Stack) -> None:
    stack("Q♥ 6♦ 4♣  A♠ A♣ A♦")
    table = TableWidget()
    assert table.text() == f"Three Card Poker table. {told('table_start')}"
    table.deal_button.click()
    assert leaks(parse_cards("A♠ A♣ A♦"), table.text()) == []
    assert "three" not in table.text().replace("Three Card Poker", "")
    assert describe(parse_cards("Q♥ 6♦ 4♣")) in table.text()
    table.play_button.click()
    assert "The dealer has three aces." in table.text()


# --- words ---------------------------------------------------------------------------------------

SAME = {word.casefold() for word in LOANWORDS - {"Dealer"} | NAMES} | {
    "kari",
    "ola",
    "per",
    "ida",
    "eva",
}


def pieces(panel: Panel) -> set[str]:
    """The sentences and names that are seen and heard, without numbers, signs, seals, records."""
    found = set()
    for text in seen_and_heard(panel):
        for piece in re.split(r"[.:;?!,()·]", text):
            bare = piece.strip()
            if bare not in NAMES:
                bare = " ".join(re.sub(r"[^\w\s-]|\b\d+\b(?! Card)|(?<!\w)-", " ", bare).split())
            if re.search(r"[^\W\d_]{3,}", bare):
                found.add(bare)
    return found


def stages(table: TableWidget) -> Iterator[str]:
    """Through all that can be said at a table."""
    yield "start"
    table.play_button.click()
    yield "refused: too early"
    put(table, 1, "pair_plus", 5)
    yield "a stake"
    put(table, 1, "ante", 100)
    yield "refused: the purse"
    join(table, "")
    yield "two boxes"
    join(table, "Kari")
    yield "refused: several boxes"
    table.name_entry.value = "Kari"
    table.buy_button.click()
    yield "refused: not at the table"
    join(table, "K" * 41)
    yield "refused: no name"
    table.name_entry.value = ""
    table.deal_button.click()
    yield "first decision"
    table.hint_button.click()
    yield "hint"
    table.deal_button.click()
    yield "refused: undecided"
    table.play_button.click()
    yield "second decision"
    table.fold_button.click()
    yield "result of two boxes"
    table.places[2].remove.click()
    yield "removed"
    join(table, "Kari")
    yield "joined"
    join(table, "Kari")
    yield "refused: not alone"
    join(table, "")
    yield "refused: not alone myself"
    table.rules_menu.value = "live"
    yield "other rules"
    play(table, "PP")
    yield "result of two players"
    for player in ("Ola", "Per", "Ida", "Eva", "Tor"):
        join(table, player)
    yield "refused: six boxes"
    for box in (3, 4, 5, 6):
        table.places[box].remove.click()
    for bet, chip in (("ante", 25), ("pair_plus", 25), ("pair_plus", 25)):
        put(table, 2, bet, chip)
    play(table, "F")
    table.play_button.click()
    yield "refused or settled"
    table.fold_button.click()
    table.agreed_menu.value = 5
    yield "agreed"
    for _ in range(5):
        play(table, "FF")
    yield "the end"
    table.deal_button.click()
    yield "refused: the end"
    table.agreed_menu.value = 0
    yield "no end"
    table.new_button.click()
    yield "a new game"
    put(table, 1, "pair_plus", 25)
    put(table, 1, "pair_plus", 25)
    put(table, 1, "ante", 25)
    for _ in range(4):
        put(table, 1, "ante", 1)
        put(table, 1, "pair_plus", 1)
    play(table, "FF")
    yield "all staked"
    for _ in range(20):
        if "you" not in {taken.player for taken in table.round.boxes.values()}:
            break
        play(table, "F" * len(table.round.boxes))
    yield "broke"
    for box in list(table.round.boxes):
        put(table, box, "ante", 1)
    put(table, 1, "ante", 1)
    yield "refused: no box there"
    table.buy_button.click()
    yield "bought"
    table.deal_button.click()
    table.round.malfunction("jam")
    table._end()
    yield "void"


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_at_the_table_stays_english(code: str) -> None:
    german = {"Hand", "Name", "House"}  # as in Full House
    foreign = said_in("en") - said_in(code) - LOANWORDS - german
    only_english = re.compile(rf"\b({'|'.join(map(re.escape, foreign))})\b")
    english, other = TableWidget(seed=5), TableWidget(seed=5, language=code)
    for stage, again in zip(stages(english), stages(other), strict=True):
        assert stage == again
        assert stage.startswith("refused:") <= bool(english.error), stage
        first, second = pieces(english), pieces(other)
        left = {piece for piece in first & second if piece.casefold() not in SAME}
        assert left == set(), stage
        assert not [piece for piece in second if only_english.search(piece)], stage
        assert len(second) > len(first) / 2, "as much is said"
        assert (english.voice.language, other.voice.language) == ("en", code)
        assert english.table.chips == other.table.chips


@pytest.mark.parametrize("code", OTHERS)
def test_another_language_in_the_middle_is_the_whole_tables(code: str) -> None:
    switched, fresh = TableWidget(seed=5), TableWidget(seed=5, language=code)
    for stage, _ in zip(stages(switched), stages(fresh), strict=True):
        had_error = bool(switched.error)
        switched.language_menu.value = code
        assert switched.error == switched.error_line.value == ""
        assert switched.label == fresh.label
        assert switched.message == switched.text().removeprefix(f"{switched.label}. ")
        if not had_error:
            assert switched.message == fresh.message, stage
        assert pieces(switched) >= pieces(fresh) - pieces_of(fresh.error), stage
        if not had_error:
            assert pieces(switched) == pieces(fresh), stage
        before = standing(switched)
        switched.language_menu.value = "en"
        assert standing(switched) == before


def pieces_of(text: str) -> set[str]:
    panel = Panel("", [])
    panel.error = text
    return pieces(panel)


# --- what somebody types -------------------------------------------------------------------------


def test_a_name_is_text_everywhere() -> None:
    name = EVIL
    table = TableWidget(replace(PAGAT, name=f"<b>{EVIL}</b>"), seed=3)
    join(table, name)
    refused(
        table,
        table.add_button.click,
        f"{name} has a box already; a second one is only for a player who is alone at the table.",
    )
    shown = [table.error_line.value]
    table.deal_button.click()
    shown.append(table.message_line.value)
    table.play_button.click()
    shown.append(table.message_line.value)
    table.fold_button.click()
    for html in (
        *shown,
        *(each.value for each in (table.message_line, table.purses, table.ledgers, table.curve)),
        *(each.value for each in (table.score_table, table.seal, table.places[2].shown)),
    ):
        assert "<img" not in html
        assert "<b><img" not in html
    for html in (
        shown[0],
        shown[2],
        table.ledgers.value,
        table.curve.value,
        table.score_table.value,
        table.places[2].shown.value,
        table.purses.value,
    ):
        assert name in unescape(html)
    (said,) = re.findall(r'aria-label="([^"]*)"', table.curve.value)
    assert name in unescape(said)
    record = unescape(re.findall(r"<pre[^>]*>(.*?)</pre>", table.seal.value, re.DOTALL)[0])
    assert [box["player"] for box in json.loads(record)["boxes"]] == ["you", name]


# --- arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"rules": "nope"}, "neither known rules"),
        ({"rules": None}, "rules"),
        ({"seed": "1"}, "'1' is no seed"),
        ({"seed": True}, "True is no seed"),
        ({"language": "xx"}, "'xx' is not a language"),
        *(
            ({"chips": chips}, f"chips = {chips!r}: each player brings 1 to 1,000,000 chips")
            for chips in (0, -1, 1.5, True, None, "5", 1_000_001)
        ),
        ({"ante": 0}, "ante = 0: it is 1 to 1,000,000 chips"),
        ({"ante": 0.5}, "ante = 0.5: it is 1 to 1,000,000 chips"),
    ],
)
def test_bad_arguments_are_refused_and_leave_nothing_open(
    arguments: dict[str, Any], sentence: str
) -> None:
    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        TableWidget(**arguments)
    assert set(ipywidgets.widgets.widget._instances) == before


def test_another_ante_lies_on_every_new_box() -> None:
    table = TableWidget(seed=1, ante=1)
    table.add_button.click()
    assert [box.bets for box in table.round.boxes.values()] == [Bets(1), Bets(1)]
    table.deal_button.click()
    table.fold_button.click()
    table.fold_button.click()
    table.new_button.click()
    assert [box.bets for box in table.round.boxes.values()] == [Bets(1)]
    broke = TableWidget(seed=1, ante=50, chips=10)
    assert [box.bets for box in broke.round.boxes.values()] == [Bets(5)]


def test_a_seed_repeats_the_cards_and_never_the_seal() -> None:
    def cards(seed: int | None) -> tuple[list[str], set[str]]:
        table = TableWidget(seed=seed)
        for _ in range(3):
            play(table, "F")
        rounds = finished(table)
        return [each.opened().partition(" ")[2] for each in rounds], {
            each.commitment for each in rounds
        }

    first, again, fresh, other = cards(7), cards(7), cards(None), cards(None)
    assert first[0] == again[0] != fresh[0] != other[0]
    assert len(first[1] | again[1] | fresh[1] | other[1]) == 12


def test_keys_press_the_buttons_that_name_them() -> None:
    for code in languages():
        table = TableWidget(language=code)
        for key, name in table.voice.shortcuts.items():
            (pressed,) = [each for each in controls(table) if name in each._dom_classes]
            assert f"({key.upper()})" in pressed.description
        assert set(table.voice.shortcuts) == set("dpfh")
        assert all(each.description for each in controls(table))


def test_rules_without_side_bets_and_with_fractions() -> None:
    odd = Rules("odd", ante_bonus=PayTable({"straight": Fraction(1, 2)}))
    table = TableWidget(odd, seed=1)
    assert [circle.layout.display for circle in table.places[1].spots.values()].count("none") == 2
    for _ in range(60):
        play(table, "P")
        if not table.round.boxes:
            table.buy_button.click()
    assert table.error == ""
    assert table.balances["you"][-1] == sum(each.net(1) for each in finished(table))
    assert any(each.net(1) % 1 for each in finished(table)), "else no fraction was paid"

"""The game's widgets in every language: nothing of what is seen or heard stays English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from random import Random

import ipywidgets
import pytest

from tcp import Bets, Decision, describe, load_rules, parse_cards, settle
from tcp.cards import Card, deal
from tcp.club.bicycle import Form
from tcp.club.steps import Action
from tcp.languages import language, languages
from tcp.ranking import write_threshold
from tcp.rules import RULE_NAMES
from tcp.showdown import FOLD_VALUE, play_value
from tcp.view import number
from tcp.widgets import ClubWidget
from tcp.widgets.compare import CompareWidget
from tcp.widgets.deal import DealWidget
from tcp.widgets.ledger import HEADERS, headers, in_order, ledger_rows, result, show_ledger
from tcp.widgets.panel import Panel, panel_style
from tcp.widgets.settlement import SettlementWidget
from tcp.widgets.setup import SetupWidget
from tcp.widgets.trainer import TrainerWidget

OTHERS = tuple(code for code in languages() if code != "en")
LIVE = load_rules("live")

# What casinos write in the same way everywhere, and what is no word.
LOANWORDS = {
    "Ante",
    "Play",
    "Pair Plus",
    "6 Card Bonus",
    "Dealer",
    "Three Card Poker",
    "flush",
    "straight",
    "straight flush",
    "mini royal",
    "House",  # of a German Full House
    "Sykkel",
    "Memphis",
    "Stud",
    "royal flush",
}


def rounds(many: int = 300) -> list[tuple[Bets, tuple[Card, ...], tuple[Card, ...], Decision]]:
    """Rounds of every kind, the first few stacked."""
    rng = Random(11)
    stacked = [("A♠ K♠ Q♠", "A♥ K♥ Q♥"), ("9♥ 8♣ 7♠", "4♥ 3♦ 2♣"), ("Q♥ 6♦ 4♣", "Q♠ 6♣ 4♦")]
    hands = [(parse_cards(mine), parse_cards(theirs)) for mine, theirs in stacked]
    hands += [deal(rng, 3, 3) for _ in range(many)]  # type: ignore[misc]
    return [
        (Bets(1000, 2, 1), *dealt, decision)
        for dealt, decision in zip(hands, [Decision.PLAY, *Decision] * many, strict=False)
    ]


# --- the ledger ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_no_cell_of_a_ledger_stays_english(code: str) -> None:
    assert not set(headers(code)) & set(HEADERS)
    for played in rounds():
        english, other = ledger_rows(LIVE, *played), ledger_rows(LIVE, *played, code)
        for row, translated in zip(english, other, strict=True):
            assert translated[1] == row[1], "chips are the same everywhere"
            for cell, word in zip((row[0], row[2], row[4]), translated[0::2], strict=True):
                assert word != cell or word in LOANWORDS | {""}
        assert not set(in_order(LIVE, *played[1:])) & set(in_order(LIVE, *played[1:], code))
        settled = settle(LIVE, *played)
        told = result(settled, LIVE, *played[1:], code)
        assert told != result(settled, LIVE, *played[1:])
        assert language(code).told["net"].split("{")[0] in told
        assert show_ledger(LIVE, *played, language=code).text.splitlines()[1].split() == [
            word for header in headers(code) for word in header.split()
        ]


@pytest.mark.parametrize("code", languages())
def test_a_ledger_names_hands_and_numbers_as_its_language_does(code: str) -> None:
    hands = parse_cards("4♥ 4♣ 9♠"), parse_cards("J♥ 8♣ 3♠")
    rows = ledger_rows(LIVE, Bets(1000), *hands, Decision.PLAY, code)
    assert describe(hands[1], code) in str(rows[0][4])
    assert rows[0][3] == f"+{number(1000, code)}"
    assert number(2000, code) in show_ledger(LIVE, Bets(1000), *hands, Decision.PLAY, "", code).text
    qualification = in_order(LIVE, *hands, Decision.PLAY, code)[0]
    assert write_threshold("Q-high", code) in qualification


def test_a_threshold_is_written_with_the_letters_of_the_language() -> None:
    assert [write_threshold("Q-6-4", code) for code in ("en", "nb", "ru")] == [
        "Q-6-4",
        "D-6-4",
        "Д-6-4",
    ]
    assert write_threshold(" j-HIGH ", "de") == "B hoch"
    with pytest.raises(ValueError, match="is not a threshold"):
        write_threshold("often", "nb")


def test_english_ledgers_use_plain_minus_signs_and_so_do_the_others() -> None:
    for code in languages():
        rows = ledger_rows(LIVE, Bets(2), *rounds()[1][1:3], Decision.FOLD, code)
        assert re.fullmatch("-2", str(rows[0][3]))


# --- the widgets ---------------------------------------------------------------------------------

NAMES = {entry.name for entry in languages().values()} | set(RULE_NAMES)


def seen_and_heard(panel: Panel) -> Iterator[str]:
    """Every piece of text that a panel shows, and every accessible name in it."""
    yield from (panel.label, panel.voice.label, panel.message, panel.error, panel.text())
    left = [panel.root]
    while left:
        widget = left.pop()
        left += getattr(widget, "children", ())
        for name in ("description", "tooltip", "placeholder"):
            yield getattr(widget, name, "") or ""
        if isinstance(widget, (ipywidgets.Dropdown, ipywidgets.RadioButtons)):
            yield from widget._options_labels
        if isinstance(widget, ipywidgets.HTML) and widget.value != panel_style():
            # A seal and a record are code, the same in every language.
            html = re.sub(r"<(code|pre)\b.*?</\1>", " ", widget.value, flags=re.DOTALL)
            yield from re.findall(r'aria-label="([^"]*)"', html)
            yield from map(unescape, re.split(r"<[^>]*>", html))


def words(panel: Panel) -> set[str]:
    """The pieces that have a word in them, as they are read."""
    pieces = {" ".join(piece.split()) for piece in seen_and_heard(panel)}
    # A flush is a flush in most languages, and its ranks may have the same letters.
    pieces = {re.sub(r" \((\w{1,2}-){4}\w{1,2}\)", "", piece) for piece in pieces}
    return {piece for piece in pieces if re.search(r"[^\W\d_]{3,}", piece)}


def said_in(code: str) -> set[str]:
    """What a language says between the placeholders of its sentences, and on its controls."""
    entry = language(code)
    texts = [*entry.labels.values(), *entry.told.values(), *entry.hands.values()]
    texts += [text for each in entry.explain.values() for text in each]
    texts += [f" {form}" for forms in entry.counts.values() for form in forms]
    found = {part.strip(" .,:;?()") for text in texts for part in re.split(r"\{\w+\}", text)}
    return {part for part in found if re.search(r"[^\W\d_]{3,}", part)}


def play_rounds(code: str) -> Iterator[Panel]:
    table = DealWidget(seed=5, language=code)
    yield table
    table.play_button.click()  # too early
    yield table
    for number_ in range(12):
        table.deal_button.click()
        yield table
        table.deal_button.click()  # too early
        yield table
        (table.play_button if number_ % 4 else table.fold_button).click()
        yield table


def compare_hands(code: str) -> Iterator[Panel]:
    contest = CompareWidget(language=code, seed=3)
    yield contest
    for _ in range(12):
        contest.first_button.click()
        yield contest
        contest.second_button.click()  # decided already
        yield contest
        contest.deal_button.click()
        yield contest
    for wrong in ("K♠ 9♦", contest.fields[1].value):
        contest.fields[0].value = wrong
        yield contest


def settle_rounds(code: str) -> Iterator[Panel]:
    explorer = SettlementWidget(pair_plus=1, seed=2, language=code)
    yield explorer
    explorer.rules.value = LIVE
    explorer.stakes["six_card_bonus"].value = "1000"
    for number_ in range(12):
        explorer.random_button.click()
        yield explorer
        (explorer.play_button if number_ % 3 else explorer.fold_button).click()
        yield explorer
    explorer.player_field.value = "A♠ K♠ Q♠"
    yield explorer
    for control, wrong in (
        (explorer.dealer_field, "A♠ 9♦ 8♦"),
        (explorer.dealer_field, "K♠ 9♦"),
        (explorer.stakes["ante"], "0.5"),
        (explorer.rules, load_rules("pagat")),
    ):
        before = control.value
        control.value = wrong
        assert explorer.error
        yield explorer
        control.value = before
    same_name = replace(LIVE, name="pagat", bonus_needs_win=True)
    yield SettlementWidget(rules=same_name, language=code)


def train(code: str) -> Iterator[Panel]:
    trainer = TrainerWidget(seed=1, language=code)
    yield trainer
    trainer.next_button.click()  # too early
    yield trainer
    for right in (True, False, True, False, False, True, False):
        plays = play_value(trainer.hand, trainer.rules) > FOLD_VALUE
        (trainer.play_button if plays == right else trainer.fold_button).click()
        yield trainer
        trainer.fold_button.click() if trainer.mistake else None  # decided already
        yield trainer
        if trainer.mistake:
            trainer.next_button.click()
    trainer.reset_button.click()
    yield trainer


def check_setup(code: str) -> Iterator[Panel]:
    trial = SetupWidget(language=code)
    yield trial
    trial.try_button.click()
    yield trial


def play_at_the_club(code: str) -> Iterator[Panel]:
    rng = Random(4)
    for form in Form:
        club = ClubWidget(form.value, 5, 12, code, jackpot=form in (Form.DRAW, Form.STUD))
        yield club
        club.controls.next.click()  # too early
        yield club
        for _ in range(40):
            open_ = [action for action, each in club.buttons.items() if not each.disabled]
            if open_:
                for each in club.controls.cards:
                    each.value = not each.disabled and rng.random() < 0.5
                club.buttons[rng.choice(open_)].click()
            else:
                club.controls.next.click()
            yield club
        club.buttons[Action.BET_UNSEEN].click()  # in most cases it isn't open
        yield club


DRIVEN: tuple[Callable[[str], Iterator[Panel]], ...] = (
    play_rounds,
    compare_hands,
    settle_rounds,
    train,
    check_setup,
    play_at_the_club,
)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("drive", DRIVEN)
def test_nothing_of_a_widget_stays_english(
    drive: Callable[[str], Iterator[Panel]], code: str
) -> None:
    foreign = said_in("en") - said_in(code) - LOANWORDS
    only_english = re.compile(rf"\b({'|'.join(map(re.escape, foreign))})\b")
    for english, other in zip(drive("en"), drive(code), strict=True):
        first, second = words(english), words(other)
        assert not (first & second) - LOANWORDS - NAMES
        assert (english.voice.language, other.voice.language) == ("en", code)
        assert other.voice.label == other.label
        assert not [piece for piece in second if only_english.search(piece)]
        assert len(second) > len(first) / 2, "as much is said"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("guessed", [False, True])
def test_a_list_changes_the_language_of_the_whole_comparison(code: str, guessed: bool) -> None:
    switched, fresh = CompareWidget(), CompareWidget(language=code)
    for contest in (switched, fresh):
        if guessed:
            contest.first_button.click()
    switched.language.value = code
    assert words(switched) - {switched.message} == words(fresh) - {fresh.message}
    assert switched.message in fresh.message  # its verdict on the guess is not said again

"""The game's widgets in every language: nothing of what is seen or heard stays English."""

from __future__ import annotations

import re
from random import Random

import pytest

from tcp import Bets, Decision, describe, load_rules, parse_cards, settle
from tcp.cards import Card, deal
from tcp.languages import language, languages
from tcp.ranking import write_threshold
from tcp.view import number
from tcp.widgets.ledger import HEADERS, headers, in_order, ledger_rows, result, show_ledger

OTHERS = tuple(code for code in languages() if code != "en")
LIVE = load_rules("live")

# What casinos write in the same way everywhere, and what is no word.
LOANWORDS = {
    "Ante",
    "Play",
    "Pair Plus",
    "6 Card Bonus",
    "Three Card Poker",
    "flush",
    "straight",
    "straight flush",
    "mini royal",
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

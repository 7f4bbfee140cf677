"""The bug board, driven through its own buttons and menus."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from typing import Any

import ipywidgets
import pytest

import tcp.widgets
from tcp.bugs import BUGS
from tcp.bugs.measured import TEST_NAMES, measured
from tcp.languages import languages
from tcp.view import card_html
from tcp.widgets.bugboard import SIZES, TESTS, BugBoard


@pytest.fixture
def board() -> BugBoard:
    return BugBoard()


def test_it_opens_with_a_question_and_gives_nothing_away(board: BugBoard) -> None:
    assert board.text() == (
        "[Bug board] pairs compared by their highest card first: Compares two pairs by their "
        "highest card first, as if nothing were paired. Choose a wrong version and a test. Will "
        "the test see the fault?"
    )
    assert board.message == board.error == ""
    assert board.cards.value == board.table.value == board.figures.value == ""
    assert BUGS["top_card_first"].sentence in unescape(board.story.value)
    assert "flush-pays-3" in board.story.value


def test_a_guess_runs_the_test_and_is_counted(board: BugBoard) -> None:
    board.sees_button.click()
    assert board.message == (
        "You guessed otherwise. House edge: it passes, and does not see the fault."
    )
    assert (board.right, board.guesses) == (0, 1)
    assert board.cards.value == ""
    board.test_button.click()
    assert board.test == ("pairwise order", 0)
    assert "Will the test see the fault?" in board.message
    board.sees_button.click()
    example = measured()["top_card_first"].examples["pairwise order"]
    assert example
    assert board.message == (
        "You guessed right. Pairwise order: it sees the fault. The program says: "
        "2♣ 2♦ 4♣ beats 2♥ 3♣ 3♦. In truth: 2♣ 2♦ 4♣ loses to 2♥ 3♣ 3♦."
    )
    assert all(card_html(card) in board.cards.value for hand in example.hands for card in hand)
    assert board.score() == "Right guesses: 1 of 2."
    assert board.score() in board.table.value
    assert list(board.run) == [("house edge", 0), ("pairwise order", 0)]


def test_a_test_is_guessed_once_for_each_version(board: BugBoard) -> None:
    board.passes_button.click()
    assert board.sees_button.disabled
    board.sees_button.click()  # as a front end might still say
    assert board.error == board.message
    assert "has been run on this version already" in board.error
    assert (board.right, board.guesses) == (1, 1)
    board.next_button.click()
    assert not board.sees_button.disabled
    assert board.run == {}
    board.bug_menu.value = "top_card_first"
    assert board.sees_button.disabled
    assert "passes" in board.result.value


@pytest.mark.parametrize("key", BUGS)
def test_every_version_and_test_shows_what_was_measured(key: str) -> None:
    board, found = BugBoard(key), measured()[key]
    for test in TESTS:
        board.test_menu.value = test
        sees = found.seen(test[0], test[1] or 1) is not None
        (board.sees_button if sees else board.passes_button).click()
        assert board.message.startswith("You guessed right.")
        example = board.run[test]
        assert (example is not None) == sees
        if example:
            assert example.text() in unescape(board.table.value)
            cards = [card for hand in example.hands for card in hand]
            assert board.cards.value.count('role="img"') == len(cards)
    assert (board.right, board.guesses) == (len(TESTS), len(TESTS))
    edge = found.house_edge
    shown = "can't be counted" if edge is None else f"{float(100 * edge):.4f} %"
    assert shown in unescape(board.figures.value)


def test_simulations_grow_until_they_see() -> None:
    board = BugBoard("tie_loses")
    for rounds, sees in zip(SIZES, (False, False, True), strict=True):
        board.test_menu.value = ("simulation", rounds)
        (board.sees_button if sees else board.passes_button).click()
        assert f"Simulation of {rounds:,} rounds: it" in board.message
        assert ("14,004,860 rounds put the mean" in board.message) == sees
    assert board.right == 3


def test_all_tests_at_once_count_no_guess(board: BugBoard) -> None:
    board.passes_button.click()
    board.all_button.click()
    assert len(board.run) == len(TESTS)
    assert board.guesses == 1
    assert board.message == (
        "All tests have been run on this version. Those that see it: pairwise order; settlement."
    )
    assert "6.473" not in board.figures.value
    assert "0.6473 %" in board.figures.value
    assert "no number is enough" in board.figures.value
    assert board.all_button.disabled
    board.next_button.click()
    assert board.figures.value == ""


def test_next_goes_round() -> None:
    last = list(BUGS)[-1]
    board = BugBoard(last, test="simulation")
    assert board.test == ("simulation", 1_000_000)
    board.next_button.click()
    assert board.bug == next(iter(BUGS))
    board.test_menu.value = TESTS[-1]
    board.test_button.click()
    assert board.test == TESTS[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"bug": "nothing"}, "'nothing' is no bug; take top_card_first"),
        ({"bug": None}, "None is no bug"),
        ({"test": "luck"}, "'luck' is no test; take census"),
        ({"language": "xx"}, "xx"),
    ],
)
def test_bad_arguments_leave_no_widget_behind(arguments: dict[str, Any], said: str) -> None:
    alive = len(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=re.escape(said)):
        BugBoard(**arguments)
    assert len(ipywidgets.widgets.widget._instances) == alive


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
@pytest.mark.parametrize("key", ["flush_asked_first", "tie_loses", "stops_early"])
def test_it_speaks_every_language_but_for_titles_and_stories(code: str, key: str) -> None:
    english_words = {"the", "sees", "guessed", "passes", "instead", "rounds", "hands"}
    other, english = (BugBoard(key, language=each) for each in (code, "en"))
    for test in TESTS:
        heard = []
        for board in (other, english):
            board.test_menu.value = test
            heard += [board.message]
            board.sees_button.click()
            heard += [board.message, board.result.value, board.sees_button.description]
        for mine, theirs in zip(heard[:4], heard[4:], strict=True):
            assert mine != theirs
            said = unescape(mine).replace(BUGS[key].title, "")
            assert not english_words & set(re.findall(r"\w+", said))
    for part in (other.table.value, other.figures.value):
        assert not english_words & set(re.findall(r"\w+", unescape(part)))
    # What stays English says so, for a voice that reads it.
    said = f'<p lang="en"><b>{BUGS[key].title}</b>: {BUGS[key].story}</p>'
    assert said in unescape(other.story.value)


def test_it_needs_no_numpy_and_is_exported_lazily() -> None:
    assert tcp.widgets.BugBoard is BugBoard
    assert {name for name, _ in TESTS} == set(TEST_NAMES)
    program = (
        "import sys, tcp.widgets; early = 'tcp.bugs' in sys.modules; tcp.widgets.BugBoard();"
        "sys.exit(early or 'numpy' in sys.modules or 'matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_its_tests_are_called_as_in_the_notebook() -> None:
    """English labels are the names of `tcp.bugs.measured.TEST_NAMES`, which notebook 13 lists."""
    shown = [name for name, (_, rounds) in BugBoard().test_menu.options if not rounds]
    assert shown == [name for name in TEST_NAMES if name != "simulation"]

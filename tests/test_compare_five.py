"""Two hands of five compared: driven through the widget's own buttons and fields."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from ipywidgets.embed import dependency_state

from tcp.cards import DECK, parse_cards
from tcp.club.ranking import house_rank
from tcp.fivecard import FiveCategory, rank_five
from tcp.languages import label, languages, told
from tcp.ranking import decided_at
from tcp.widgets.comparefive import RANKINGS, CompareFiveWidget, called, close_five

KINGS, QUEENS, NINES = "9♠ K♦ K♥ 4♣ 2♠", "9♦ Q♦ Q♥ A♣ 3♠", "9♥ 9♣"


@pytest.fixture
def memphis() -> CompareFiveWidget:
    return CompareFiveWidget(KINGS, QUEENS, NINES, seed=2)


def state(contest: CompareFiveWidget) -> str:
    return repr(dependency_state([contest.root]))


def test_it_asks_before_it_tells(memphis: CompareFiveWidget) -> None:
    assert memphis.text() == (
        "[Compare two hands of five, card by card] On the table: 9♥ 9♣. "
        "9♠ K♦ K♥ 4♣ 2♠ against 9♦ Q♦ Q♥ A♣ 3♠. Which hand wins?"
    )
    for word in ("full house (", "equal to the end", 'tcp-decides"'):
        assert word not in state(memphis)
    memphis.tie_button.click()
    assert memphis.message == (
        "Right. A tie: full house (9-9-9-K-K) and full house (9-9-9-Q-Q) are worth the same here."
    )
    assert "equal to the end: a tie" in memphis.result.value


def test_the_usual_rule_looks_at_the_pair(memphis: CompareFiveWidget) -> None:
    memphis.rule_menu.value = "usual"
    assert not memphis.shown
    memphis.tie_button.click()
    assert memphis.message == "Not this time. The first hand wins: the pair, king over queen."
    marked = memphis.cards.value.count("tcp-decides")
    assert marked == 4
    memphis.rule_menu.value = "house"  # another question, so it is asked anew
    assert not memphis.shown
    assert (memphis.right, memphis.guesses) == (0, 1)


def test_the_table_counts_and_can_be_emptied(memphis: CompareFiveWidget) -> None:
    memphis.table_field.value = ""
    assert memphis.table == ()
    memphis.first_button.click()
    assert memphis.message == "Right. The first hand wins: the pair, king over queen."
    assert "On the table" not in memphis.cards.value
    memphis.table_field.value = "9h"
    assert memphis.table == parse_cards("9♥")
    memphis.show_button.click()
    assert memphis.message == "The first hand wins: the higher pair, king over queen."


def test_a_shared_card_may_be_among_those_that_decide() -> None:
    contest = CompareFiveWidget("K♥ 9♣ 7♦ 5♥ 3♠", "Q♥ Q♣ 8♦ 6♥ 4♠", "K♠ 2♦")
    contest.first_button.click()
    assert "Marked, because they decide: K♥ K♠ Q♥ Q♣" in contest.result.value
    shared = contest.cards.value.split("</figure>")[0]
    assert shared.count("tcp-decides") == 1
    assert contest.cards.value.count("tcp-decides") == 4


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("2♥ 7♥ 9♥ J♥ 3♥", "A♠ K♥ Q♠ J♠ 10♠", "first hand wins: category, flush over straight"),
        ("A♥ 2♣ 3♠ 4♦ 5♦", "6♥ 2♦ 3♦ 4♠ 5♠", "second hand wins: highest card of the run, six over"),
        ("8♥ 8♣ 5♠ 5♦ A♦", "8♦ 8♠ 5♥ 5♣ K♣", "first hand wins: the fifth card, ace over king"),
        ("8♥ 8♣ 6♠ 6♦ A♦", "8♦ 8♠ 5♥ 5♣ K♣", "first hand wins: the lower pair, six over five"),
        ("8♥ 8♣ Q♠ 7♦ 3♦", "8♦ 8♠ Q♥ 7♣ 4♣", "second hand wins: lowest of the other cards, four"),
        ("8♥ 8♣ Q♠ 7♦ 3♦", "8♦ 8♠ Q♥ 9♣ 4♣", "second hand wins: next of the other cards, nine"),
        ("A♥ J♥ 8♥ 5♥ 3♥", "A♦ J♦ 8♦ 4♦ 3♦", "first hand wins: fourth card, five over four"),
        ("9♥ 9♣ 9♠ 9♦ 2♥", "8♥ 8♣ 8♠ 8♦ A♥", "first hand wins: the four alike, nine over eight"),
        ("K♥ K♣ K♠ 2♥ 3♥", "Q♥ Q♣ Q♠ A♥ 4♥", "first hand wins: the three alike, king over"),
        ("A♥ K♥ Q♥ J♥ 10♥", "A♦ K♦ Q♦ J♦ 10♦", "tie: royal flush (A-K-Q-J-10) and royal"),
        ("A♥ K♥ 8♦ 5♥ 3♥", "A♦ K♦ 8♣ 5♦ 3♦", "A tie: high card (A-K-8-5-3) and high card"),
    ],
)
def test_each_kind_says_what_decides(first: str, second: str, sentence: str) -> None:
    contest = CompareFiveWidget(first, second)
    contest.show_button.click()
    assert sentence in contest.message
    mine, theirs = map(house_rank, map(parse_cards, (first, second)))
    winner = (mine > theirs) - (mine < theirs)
    contest = CompareFiveWidget(first, second)
    {1: contest.first_button, -1: contest.second_button, 0: contest.tie_button}[winner].click()
    assert contest.message.startswith("Right.")


def test_dealt_hands_come_from_one_deck_and_repeat_with_the_seed() -> None:
    contest, again = CompareFiveWidget(seed=7), CompareFiveWidget(seed=7)
    shared, ties = 0, 0
    for _ in range(40):
        contest.deal_button.click()
        again.deal_button.click()
        assert (contest.hands, contest.table) == (again.hands, again.table)
        cards = (*contest.hands[0], *contest.hands[1], *contest.table)
        assert len(set(cards)) == 10 + len(contest.table)
        assert not contest.shown
        shared += bool(contest.table)
        contest.show_button.click()
        ties += contest.message.startswith("A tie")
    assert 5 < shared < 35
    assert ties


@pytest.mark.parametrize("wanted", [0, 1, 2, 3, None])
def test_close_contests_are_as_wanted(wanted: int | None) -> None:
    rng = random.Random(2)
    for _ in range(10):
        hands, shared = close_five(rng, wanted)
        assert decided_at(*(house_rank((*hand, *shared)) for hand in hands)) == wanted


@pytest.mark.parametrize(
    ("where", "text", "sentence"),
    [
        ("first", "8♣ 8♦", "The first hand: 2 cards (8♣ 8♦); a hand here has 5"),
        ("second", "8♣ 8♦ A♥ J♠ X♣", "The second hand: 'X♣', card 5"),
        ("second", "9♠ Q♦ Q♥ A♣ 3♠", "9♠ comes twice on the hands and the table"),
        ("table", "9♥ 9♣ 2♦", "On the table: 3 cards"),
        ("table", "9♠", "9♠ comes twice on the hands and the table"),
        ("table", "<b>", "On the table: '<b>'"),
    ],
)
def test_bad_input_shows_its_sentence(
    memphis: CompareFiveWidget, where: str, text: str, sentence: str
) -> None:
    fields = dict(zip(("first", "second"), memphis.fields, strict=True))
    fields["table"] = memphis.table_field
    fields[where].value = text
    assert sentence in memphis.error == memphis.message
    assert "<b>" not in memphis.error_line.value
    assert memphis.cards.value == memphis.result.value == ""
    memphis.first_button.click()
    assert memphis.guesses == 0
    assert memphis.text() == f"[Compare two hands of five, card by card] {memphis.error}"
    memphis.deal_button.click()
    assert memphis.error == ""
    assert "Which hand wins?" in memphis.message


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: CompareFiveWidget("9♠"), "a hand here has 5"),
        (lambda: CompareFiveWidget(KINGS, KINGS), "comes twice"),
        (lambda: CompareFiveWidget(KINGS, QUEENS, "9♠"), "comes twice"),
        (lambda: CompareFiveWidget(rule="mine"), "'mine' is no rule; known are house, usual"),
        (lambda: CompareFiveWidget(language="xx"), "'xx' is not a language"),
        (lambda: CompareFiveWidget(seed=1.5), "1.5 is no seed"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_compared_is_refused_at_once(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize("code", languages())
def test_it_speaks_each_language(memphis: CompareFiveWidget, code: str) -> None:
    memphis.language.value = code
    assert memphis.label == label("five_panel", code)
    assert memphis.table_field.description == label("five_table", code)
    assert [words for words, _ in memphis.rule_menu.options] == [
        label("five_house", code),
        label("five_usual", code),
    ]
    assert memphis.rule_menu.value == "house"
    for entry, hand in zip(memphis.fields, memphis.hands, strict=True):
        assert parse_cards(entry.value) == hand
    memphis.tie_button.click()
    house = FiveCategory.FULL_HOUSE.text(code)
    assert memphis.message.startswith(told("guess_right", code))
    assert memphis.message.count(house) == 2
    memphis.rule_menu.value = "usual"
    memphis.first_button.click()
    assert label("step_pair", code) in memphis.message
    memphis.fields[0].value = "8♣"
    assert memphis.error == memphis.message
    if code != "en":
        assert parse_cards("Q♥")[0].text(code) in memphis.error


def test_hands_are_called_by_their_best_five() -> None:
    assert called(parse_cards("A♠ K♠ Q♠ J♠ 10♠ 9♠ 2♥")) == "royal flush (A-K-Q-J-10)"
    assert called(parse_cards("5♠ 5♥ 4♦ 4♣ A♠")) == "two pair (5-5-4-4-A)"
    assert called(parse_cards("5♥ 4♥ 3♥ 2♥ A♥")) == "straight flush (5-4-3-2-A)"
    assert called(parse_cards("A♠ J♥ 4♦ 4♣ 2♠"), "da") == "par (4-4-E-Kn-2)"


def test_it_has_no_ranking_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RANKINGS, "house", lambda cards: rank_five(DECK[:5]))
    contest = CompareFiveWidget()
    contest.tie_button.click()
    assert contest.message.startswith("Right.")


def test_every_step_has_a_name() -> None:
    """Any two different hands of a kind are decided at a step that the widget can name."""
    rng = random.Random(5)
    for _ in range(30):
        hands = [tuple(rng.sample(DECK[:28], 5)) for _ in range(8)]
        for first, second in combinations(hands, 2):
            if set(first).isdisjoint(second):
                contest = CompareFiveWidget(first, second, rule="usual")
                contest.show_button.click()
                assert contest.message.endswith(".")
                break

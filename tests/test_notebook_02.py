"""Notebook 02: its exercises, its figure's data, the wrong rankings, and the comparing widget."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest
from ipywidgets.embed import dependency_state

from tcp import (
    DECK,
    Card,
    Category,
    Distribution,
    HandRank,
    bugs,
    compare,
    parse_cards,
    plots,
    rank_hand,
)
from tcp.checks import check
from tcp.languages import languages, told
from tcp.ranking import decided_at, explain
from tcp.widgets import compare as module
from tcp.widgets.compare import CompareWidget, close_contest, decision_steps

Hand = tuple[Card, ...]

HANDS: list[Hand] = list(combinations(DECK, 3))
RANKED: dict[Hand, HandRank] = {hand: rank_hand(hand) for hand in HANDS}


# --- exercises -----------------------------------------------------------------------------------


def sign(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


def pair_first(ranks: tuple[int, ...]) -> tuple[int, int]:
    pair = next(rank for rank in ranks if ranks.count(rank) == 2)
    return pair, next(rank for rank in ranks if rank != pair)


def ties(hand: Hand) -> int:
    rest = [card for card in DECK if card not in hand]
    return sum(RANKED[other] == RANKED[tuple(sorted(hand))] for other in combinations(rest, 3))


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("02.1", ...),
        ("02.2", lambda hand, other: ...),
        ("02.3", lambda hand: ...),
        ("02.4", ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("02.1", 3),
        ("02.2", lambda hand, other: sign(pair_first(hand), pair_first(other))),
        ("02.3", ties),
        ("02.4", 1_313_472),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("02.1", 24, "three of these cards are in your hand"),
        ("02.1", 23, "every hand that shares a card"),
        ("02.1", 4, "One of the four queens is yours"),
        ("02.1", 18, "the two that you do not hold"),
        ("02.1", 1, "any queen"),
        ("02.1", 5, "Which eights are left"),
        (
            "02.2",
            lambda hand, other: sign(sorted(hand, reverse=True), sorted(other, reverse=True)),
            "highest card first",
        ),
        (
            "02.2",
            lambda hand, other: sign(sorted(hand)[1], sorted(other)[1]),
            "the third card decides",
        ),
        ("02.2", sign, "as they lie"),
        (
            "02.2",
            lambda hand, other: -sign(pair_first(hand), pair_first(other)),
            "The wrong hand wins",
        ),
        ("02.2", lambda hand, other: pair_first(hand) > pair_first(other), "three values"),
        ("02.2", lambda hand, other: pair_first(hand)[0] - pair_first(other)[0], "by how much"),
        ("02.2", lambda hand, other: print(end=""), "returns nothing"),
        ("02.2", lambda hand, other: 1, "Find the rank that comes twice"),
        ("02.2", lambda hand, other: -1, "Find the rank that comes twice"),
        ("02.2", lambda hand, other: hand.suit, "raised AttributeError"),
        ("02.3", lambda hand: list(RANKED.values()).count(rank_hand(hand)), "the whole deck"),
        (
            "02.3",
            lambda hand: list(RANKED.values()).count(rank_hand(hand)) - 1,
            "every hand that shares a card",
        ),
        ("02.3", lambda hand: ties(hand) / 18_424, "not their share"),
        ("02.3", lambda hand: 27, "of the 49 other cards"),
        ("02.4", 656_736, "the other way round"),
        ("02.4", 1_578_240, "cannot both come from one deck"),
        ("02.4", 789_120, "both ways round"),
        ("02.4", 0, "the winner changes"),
        ("02.4", 450_528, "Only a flush against a straight"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_no_list_of_one_number_for_each_category_counts_the_ties() -> None:
    alike: dict[HandRank, list[frozenset[Card]]] = {}
    for hand in HANDS:
        alike.setdefault(RANKED[hand], []).append(frozenset(hand))
    numbers: list[set[int]] = [set() for _ in Category]
    for rank, group in alike.items():
        numbers[rank.category] |= {sum(map(hand.isdisjoint, group)) for hand in group}
    assert numbers == [{25, 26}, {3}, {3}, {25, 26}, {0}, {3}]
    for constants in product(*numbers):
        verdict = check("02.3", lambda hand, list_=constants: list_[rank_hand(hand).category])
        assert verdict.state == "not yet"
        assert "that is not right" in verdict.reason  # and the right number isn't said


def test_flush_over_straight_by_another_route() -> None:
    """From each card's and each two cards' share in flushes and in straights."""
    kinds = [[h for h in HANDS if RANKED[h].category == kind] for kind in (2, 3)]

    def common(size: int) -> int:
        flushes, straights = (
            Counter(part for hand in hands for part in combinations(hand, size)) for hands in kinds
        )
        return sum(many * straights[part] for part, many in flushes.items())

    apart = common(0) - common(1) + common(2) - common(3)
    assert check("02.4", 2 * apart).state == "right"


# --- wrong rankings ------------------------------------------------------------------------------


def changed(wrong: Callable[[Hand], Any]) -> list[Hand]:
    return [hand for hand in HANDS if wrong(hand) != RANKED[hand]]


def test_each_wrong_ranking_has_its_one_fault() -> None:
    corner = changed(bugs.around_the_corner)
    assert {frozenset(map(int, (c.rank for c in hand))) for hand in corner} == {
        frozenset((2, 13, 14))
    }
    assert len(corner) == 64
    assert {bugs.around_the_corner(hand).category for hand in corner} == {3, 5}
    lowest = min(rank for rank in RANKED.values() if rank.category == Category.STRAIGHT)
    assert min(map(bugs.around_the_corner, corner)) < lowest

    for wrong in (bugs.top_card_first, bugs.kicker_ignored):
        assert {RANKED[hand].category for hand in changed(wrong)} == {Category.PAIR}
    assert len({bugs.kicker_ignored(hand) for hand in HANDS}) == 741 - 156 + 13
    assert len({bugs.suits_break_ties(hand) for hand in HANDS}) == len(HANDS)
    assert [bugs.suits_break_ties(hand)[0] for hand in HANDS] == list(RANKED.values())


def test_top_card_first_lets_twos_beat_queens() -> None:
    twos, queens = parse_cards("K♠ 2♥ 2♣"), parse_cards("Q♥ Q♣ 9♦")
    assert bugs.top_card_first(twos) > bugs.top_card_first(queens)
    assert compare(twos, queens) == -1


# --- the figure ----------------------------------------------------------------------------------


def test_the_ladder_is_drawn_from_the_census() -> None:
    strengths = Distribution.count(RANKED.values())
    blocks = plots.strength_blocks(strengths)
    assert [tuple(block) for block in blocks] == [
        (Category.HIGH_CARD, 0, 274, 60),
        (Category.PAIR, 274, 156, 24),
        (Category.FLUSH, 430, 274, 4),
        (Category.STRAIGHT, 704, 12, 60),
        (Category.THREE_OF_A_KIND, 716, 13, 4),
        (Category.STRAIGHT_FLUSH, 729, 12, 4),
    ]
    assert sum(block.steps * block.each for block in blocks) == 22_100

    with plots.figure("t", "x", "y") as (drawn, axes):
        plots.draw_blocks(axes, blocks)
    bars: list[Any] = drawn.axes[0].patches  # type: ignore[assignment]
    assert [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in bars] == [
        (block.first, block.steps, block.each) for block in blocks
    ]
    labels = [text.get_text() for text in drawn.axes[0].texts]
    assert labels == [f"{block.category}: {block.steps} × {block.each}" for block in blocks]


def test_strengths_shared_by_other_numbers_start_a_new_block() -> None:
    blocks = plots.strength_blocks({RANKED[HANDS[0]]: 4, rank_hand(parse_cards("8♥ 8♣ Q♠")): 24})
    assert [(block.first, block.steps) for block in blocks] == [(0, 1), (1, 1)]


# --- the steps of a comparison -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "other", "steps"),
    [
        ("9♥ 7♥ 2♥", "9♠ 8♥ 7♣", [["category", "flush", "straight", "the second hand wins"]]),
        (
            "A♥ 2♣ 3♠",
            "4♥ 3♦ 2♠",
            [
                ["category", "straight", "straight", "equal"],
                ["highest card of the run", "three", "four", "the second hand wins"],
            ],
        ),
        (
            "K♥ K♦ K♣",
            "Q♥ Q♦ Q♣",
            [
                ["category", "three of a kind", "three of a kind", "equal"],
                ["the three alike", "king", "queen", "the first hand wins"],
            ],
        ),
        (
            "A♠ K♦ 9♣",
            "A♥ K♣ 9♦",
            [
                ["category", "high card", "high card", "equal"],
                ["highest card", "ace", "ace", "equal"],
                ["middle card", "king", "king", "equal"],
                ["lowest card", "nine", "nine", "equal to the end: a tie"],
            ],
        ),
    ],
)
def test_the_steps_stop_where_the_hands_differ(
    hand: str, other: str, steps: list[list[str]]
) -> None:
    assert decision_steps(parse_cards(hand), parse_cards(other)) == steps


@pytest.mark.parametrize("wanted", [0, 1, 2, 3, None])
def test_close_contests_are_as_wanted(wanted: int | None) -> None:
    rng = random.Random(2)
    winners = set()
    for _ in range(20):
        hands = close_contest(rng, wanted)
        assert decided_at(*map(rank_hand, hands)) == wanted
        assert len(set(hands[0] + hands[1])) == 6
        winners.add(compare(*hands))
    assert winners == ({0} if wanted is None else {1, -1})


# --- the widget ----------------------------------------------------------------------------------

PAIRS = ("8♥ 8♣ Q♠", "8♦ 8♠ 10♠")


def enter(contest: CompareWidget, first: str | None = None, second: str | None = None) -> None:
    for entry, text in zip(contest.fields, (first, second), strict=True):
        if text is not None:
            entry.value = text


def state(contest: CompareWidget) -> str:
    return repr(dependency_state([contest.root]))


def test_it_asks_before_it_tells() -> None:
    contest = CompareWidget(*PAIRS)
    assert contest.text().endswith("8♥ 8♣ Q♠ against 8♦ 8♠ 10♠. Which hand wins?")
    for word in ("third card decides", "the first hand wins", 'tcp-decides"', "queen over"):
        assert word not in state(contest)
    contest.first_button.click()
    assert contest.message == "Right. " + explain(*contest.hands)
    assert contest.text().endswith("queen over ten.")
    assert contest.cards.value.count("tcp-decides") == 2
    assert "Marked, because they decide: Q♠ 10♠" in contest.result.value
    assert "the third card" in contest.result.value
    assert "Guessed right: 1 of 1." in contest.score.value


def test_a_wrong_guess_counts_and_a_second_one_is_refused() -> None:
    contest = CompareWidget(*PAIRS)
    contest.tie_button.click()
    assert contest.message.startswith("Not this time. 8♥ 8♣ Q♠ beats")
    assert (contest.right, contest.guesses) == (0, 1)
    buttons = (contest.first_button, contest.second_button, contest.tie_button)
    assert all(button.disabled for button in buttons)
    contest.first_button.click()
    assert "deal or type two other hands" in contest.error
    assert (contest.right, contest.guesses) == (0, 1)


@pytest.mark.parametrize(
    ("hands", "press"),
    [
        (PAIRS, "first_button"),
        (PAIRS[::-1], "second_button"),
        (("A♠ K♦ 9♣", "A♥ K♣ 9♦"), "tie_button"),
    ],
)
def test_each_button_means_what_it_says(hands: tuple[str, str], press: str) -> None:
    contest = CompareWidget(*hands)
    getattr(contest, press).click()
    assert contest.message.startswith("Right.")


def test_dealt_hands_are_asked_and_repeat_with_the_seed() -> None:
    contest, again = CompareWidget(seed=7), CompareWidget(seed=7)
    seen = []
    for _ in range(30):
        contest.deal_button.click()
        again.deal_button.click()
        assert contest.hands == again.hands
        assert not contest.shown
        seen.append(decided_at(*map(rank_hand, contest.hands)))
        for entry, hand in zip(contest.fields, contest.hands, strict=True):
            assert parse_cards(entry.value) == hand
    assert set(seen) == {0, 1, 2, 3, None}
    assert CompareWidget().hands == CompareWidget().hands
    fresh, other = CompareWidget(), CompareWidget()
    fresh.deal_button.click()
    other.deal_button.click()
    assert fresh.hands != other.hands


def test_the_decision_can_be_shown_without_a_guess() -> None:
    contest = CompareWidget(*PAIRS)
    contest.show_button.click()
    assert contest.message == explain(*contest.hands)
    contest.guess_first.value = False
    contest.deal_button.click()
    assert contest.message == explain(*contest.hands)
    assert contest.first_button.disabled
    contest.guess_first.value = True
    contest.deal_button.click()
    assert contest.message.endswith("Which hand wins?")
    contest.guess_first.value = False
    assert contest.message == explain(*contest.hands)
    assert contest.guesses == 0


def test_hands_are_typed_in_any_of_the_languages() -> None:
    contest = CompareWidget()
    enter(contest, "Д♠ Д♦ В♣", "D♥ D♣ 9♦")
    assert contest.error == ""
    assert contest.hands == (parse_cards("Q♠ Q♦ J♣"), parse_cards("Q♥ Q♣ 9♦"))
    assert not contest.shown
    contest.first_button.click()
    assert contest.message.startswith("Right. Q♠ Q♦ J♣ beats Q♥ Q♣ 9♦")
    enter(contest, "E♠ Kn♠ 10h")
    assert contest.hands[0] == parse_cards("A♠ J♠ 10♥")


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("K♠ 9♦ X♣", None, "The first hand: 'X♣', card 3 of 'K♠ 9♦ X♣', is not a card"),
        (None, "8–8–dame", "The second hand: '8–8–dame' is not a card"),
        (None, "Q♥ 8♥", "The second hand: 2 cards (Q♥ 8♥); a hand here has 3"),
        ("", None, "The first hand: 0 cards (nothing)"),
        ("K♠ K♠ 5♣", None, "The first hand: K♠ comes twice"),
        (None, "K♠ 8♥ 3♠", "K♠ is in both hands; a deck holds each card once"),
        (None, "T♥ Д♥ 3♠", "could be ten or ace"),
        ("<b>9♦</b>", None, "is not a card"),
    ],
)
def test_bad_input_shows_its_sentence_and_closes_the_guess(
    first: str | None, second: str | None, sentence: str
) -> None:
    contest = CompareWidget()
    before = [entry.value for entry in contest.fields]
    shown = contest.hands, contest.cards.value, contest.result.value
    guesses = (contest.first_button, contest.second_button, contest.tie_button)
    enter(contest, first, second)
    assert sentence in contest.error
    assert contest.message == contest.error
    assert "<b>" not in contest.error_line.value
    for pressed in (contest.show_button, *guesses):
        pressed.click()
        assert sentence in contest.error
        assert (contest.cards.value, contest.result.value) == ("", "")
    assert all(button.disabled for button in guesses)
    assert (contest.guesses, contest.text()) == (0, f"[{contest.label}] {contest.error}")
    enter(contest, *before)
    assert contest.error == ""
    assert (contest.hands, contest.cards.value, contest.result.value) == shown
    assert not any(button.disabled for button in guesses)
    enter(contest, first, second)
    contest.deal_button.click()
    assert contest.error == ""
    assert not contest.first_button.disabled


def test_a_guess_is_about_the_hands_that_were_asked_about() -> None:
    contest = CompareWidget(*PAIRS)
    contest._filling = True  # as where the fields' news come after the click
    contest.fields[1].value = "9♦ 9♠ 2♠"
    contest._filling = False
    contest.first_button.click()
    assert contest.guesses == 0
    assert contest.message.endswith("Which hand wins?")
    assert contest.hands[1] == parse_cards("9♦ 9♠ 2♠")
    contest.second_button.click()
    assert (contest.guesses, contest.right) == (1, 1)


@pytest.mark.parametrize("code", languages())
def test_every_language_explains_and_reads_its_own_cards(code: str) -> None:
    contest = CompareWidget(*PAIRS, seed=3)
    contest.language.value = code
    assert not contest.shown
    for entry, hand in zip(contest.fields, contest.hands, strict=True):
        assert entry.value == " ".join(card.text(code) for card in hand)
    contest.first_button.click()
    assert contest.message == f"{told('guess_right', code)} {explain(*contest.hands, code)}"
    assert contest.voice.language == code
    for _ in range(40):
        contest.deal_button.click()
        for entry, hand in zip(contest.fields, contest.hands, strict=True):
            assert parse_cards(entry.value) == hand
    contest.show_button.click()
    contest.language.value = "nb" if code == "en" else "en"
    assert contest.message == explain(*contest.hands, contest.code)
    assert contest.error == ""


def test_what_cannot_be_compared_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="is in both hands"):
        CompareWidget("K♠ 9♦ 5♣", "K♠ 8♥ 3♠")
    with pytest.raises(ValueError, match="'xx' is not a language"):
        CompareWidget(language="xx")


def test_keys_press_buttons_that_are_there() -> None:
    contest = CompareWidget()
    buttons = {
        name
        for each in (
            contest.deal_button,
            contest.show_button,
            contest.first_button,
            contest.second_button,
            contest.tie_button,
        )
        for name in each._dom_classes
    }
    assert set(contest.voice.shortcuts.values()) <= buttons
    assert set(contest.voice.shortcuts) == set("ds12t")
    assert contest.fields[0].description == "First hand"


def test_the_widget_has_no_ranking_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "compare", lambda hand, other: 0)
    contest = CompareWidget(*PAIRS)
    contest.tie_button.click()
    assert contest.message.startswith("Right.")

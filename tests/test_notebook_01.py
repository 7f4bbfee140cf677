"""Notebook 01: its exercises, its picture's data, and the running tally."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, erfc, exp, factorial, pi, sqrt
from typing import Any

import ipywidgets
import pytest

from tcp import DECK, Card, Category, rank_hand
from tcp.bugs import coin_sort, coin_sort_chances
from tcp.checks import check
from tcp.checks.notebook_01 import EVENTS, SUSPECTS
from tcp.fairness import all_landings, chi_square, fair_shuffle, landings
from tcp.widgets.tally import (
    FIRST,
    HANDS,
    PLACES,
    RARELY_ABOVE,
    STEPS,
    TallyWidget,
    category_weights,
    place_weights,
)

BY_SUITS, BY_ACES = (1144, 12168, 8788), (17296, 4512, 288, 4)

# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("01.1", ((..., ..., ...), (..., ..., ..., ...))),
        ("01.2", lambda event, deck: ...),
        ("01.3", ...),
        ("01.4", ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


def chance_of(event: Callable[[Sequence[Card]], bool], deck: Sequence[Card]) -> Fraction:
    hands = list(combinations(deck, 3))
    return Fraction(sum(event(hand) for hand in hands), len(hands))


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("01.1", (BY_SUITS, BY_ACES)),
        ("01.1", [list(BY_SUITS), list(BY_ACES)]),
        ("01.2", chance_of),
        ("01.2", lambda event, deck: float(chance_of(event, deck))),
        ("01.3", Fraction(109, 357)),
        ("01.3", 2180 / 7140),
        ("01.4", ("B", "2♣", 0)),
        ("01.4", ("B", DECK[1], 1)),
        ("01.4", ["B", "2d", 1]),
    ],
)
def test_right_answers_are_accepted(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict.reason
    assert verdict.reason


def by_suits(*row: Any) -> Any:
    return (row, BY_ACES)


def by_aces(*row: Any) -> Any:
    return (BY_SUITS, row)


WRONG: list[tuple[str, Any, str]] = [
    ("01.1", 22100, "Two rows of counts"),
    ("01.1", (BY_SUITS, BY_ACES, ()), "Two rows of counts"),
    ("01.1", by_suits(286, 12168, 8788), "Each of the four suits has that many"),
    ("01.1", by_suits(1144, 6084, 8788), "say which one has two cards"),
    ("01.1", by_suits(1144, 1014, 8788), "Choose the suit of two cards"),
    ("01.1", by_suits(1144, 12168, 2197), "Choose which three of the four suits"),
    ("01.1", by_suits(1144, 12168, 52728), "That counts orders"),
    ("01.1", by_suits(1144, 12168, 8787), "three: 8787 is not right. Your row adds up to 22099"),
    ("01.1", by_suits(1144, 12168, "8788"), "Give whole numbers"),
    ("01.1", by_suits(1144, ..., 8788), "Right so far. Still missing: by_suits, two."),
    ("01.1", by_aces(17296, ..., 288, ...), "Still missing: by_aces, 1; by_aces, 3."),
    ("01.1", by_suits(286, ..., ...), "Each of the four suits has that many"),
    ("01.1", by_suits(..., 99, 8788), "by_suits, two: 99 is not right."),
    ("01.1", by_suits(1144, 20956), "by_suits has 2 counts; it should have 3"),
    ("01.1", by_aces(103776, 4512, 288, 4), "That counts orders"),
    ("01.1", by_aces(17296, 1128, 288, 4), "Choose which of the four aces it is"),
    ("01.1", by_aces(17296, 9024, 288, 4), "The two other cards have no order"),
    ("01.1", by_aces(17296, 5100, 288, 4), "The two other cards must not be aces"),
    ("01.1", by_aces(17296, 4512, 576, 4), "Two aces have no order"),
    ("01.1", by_aces(17296, 4512, 300, 4), "The third card must not be an ace"),
    ("01.2", lambda event, deck: Fraction(1201, 5525), "it gives Fraction(1201, 5525)"),
    ("01.2", lambda event, deck: chance_of(event, DECK), "the chance with all 52 cards"),
    (
        "01.2",
        lambda event, deck: sum(map(event, combinations(deck, 3))),
        "divide by how many there are in all",
    ),
    (
        "01.2",
        lambda event, deck: Fraction(sum(map(event, combinations(deck, 3))), 22100),
        "hands, not 22,100",
    ),
    ("01.2", lambda event, deck: 1 - chance_of(event, deck), "does not happen"),
    ("01.2", lambda event, deck: deck.chance(event), "raised AttributeError"),
    ("01.2", Fraction(1201, 5525), "A function is asked for"),
    ("01.3", Fraction(4960, 7140), "no ace at all"),
    ("01.3", 2180, "the chance is their share"),
    ("01.3", Fraction(2180, 22100), "36 cards make fewer hands"),
    ("01.3", Fraction(1201, 5525), "with all 52 cards"),
    ("01.3", Fraction(1, 3), "counted twice"),
    ("01.3", Fraction(1984, 7140), "exactly one ace"),
    ("01.3", 0.305, "is rounded"),
    ("01.3", 30.5, "rounded and in per cent"),
    ("01.3", 0.25, "Count the hands without an ace first"),
    ("01.4", "B", "Give three things"),
    ("01.4", ("D", "2♣", 0), "none of the shuffles"),
    ("01.4", ("B", "1♣", 0), "'1♣' is not a card"),
    ("01.4", ("B", "2♣", 52), "they run from 0, the top, to 51"),
    ("01.4", ("A", "2♣", 0), "Shuffle A is fair"),
    ("01.4", ("C", "A♠", 51), "Shuffle C is fair"),
    ("01.4", ("B", "2♣", 1), "2♣ is not too often there"),
    ("01.4", ("B", "A♠", 0), "it treats A♠ fairly"),
]


@pytest.mark.parametrize(("exercise", "answer", "hint"), WRONG)
def test_typical_mistakes_are_named(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_a_function_that_knows_one_event_or_one_deck_is_refused() -> None:
    for event in EVENTS:
        assert check("01.2", lambda _, deck, event=event: chance_of(event, deck)).state != "right"
    assert check("01.2", lambda event, deck: chance_of(event, deck[:5])).state != "right"


def test_only_the_third_suspect_is_unfair_and_only_to_two_cards() -> None:
    expected = dict.fromkeys(range(52), 100)
    for name, shuffle in SUSPECTS.items():
        seen = all_landings(shuffle, 5_200, random.Random(11))
        odd = [card for card in DECK if chi_square(seen[card], expected) > 120]
        assert odd == ([DECK[0], DECK[1]] if name == "B" else [])


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_shows_the_coin_sort_close_to_its_exact_chances() -> None:
    many = landings(coin_sort, DECK[0], 5_200, random.Random(4))
    exact = {place: 5_200 * chance for place, chance in enumerate(coin_sort_chances(0))}
    assert sum(many.values()) == sum(exact.values()) == 5_200
    assert chi_square(many, exact) < 100
    assert chi_square(many, dict.fromkeys(range(52), 100)) > 500


# --- the running tally ---------------------------------------------------------------------------


def test_the_tally_expects_what_a_fair_deck_holds() -> None:
    counts = category_weights()
    ranked = [rank_hand(hand).category for hand in combinations(DECK, 3)]
    for category in Category:
        assert counts[category.name.lower().replace("_", " ")] == ranked.count(category)
    assert sum(counts.values()) == comb(52, 3)
    assert list(place_weights().items())[:2] == [("0–3", 4), ("4–7", 4)]
    assert sum(place_weights().values()) == 52


def test_each_button_deals_what_it_says_and_one_deal_fills_each_tally_once() -> None:
    tally = TallyWidget(seed=1)
    dealt = 0
    for many in STEPS.values():
        tally.buttons[many].click()
        dealt += many
        assert tally.dealt == dealt
        for show in (FIRST, HANDS, PLACES):
            tally.show.value = show
            assert sum(tally.observed.values()) == dealt
            assert sum(tally.expected.values()) == dealt


def test_the_tally_is_that_of_the_cards_dealt() -> None:
    tally = TallyWidget(card="A♠", seed=5)
    tally.buttons[100].click()
    rng = random.Random(5)
    decks = [fair_shuffle(rng) for _ in range(100)]
    assert tally.observed["A"] == sum(deck[0].rank.letter() == "A" for deck in decks)
    tally.show.value = HANDS
    pairs = sum(rank_hand(deck[:3]).category is Category.PAIR for deck in decks)
    assert tally.observed["pair"] == pairs
    tally.show.value = PLACES
    assert tally.observed["48–51"] == sum(deck.index(DECK[51]) >= 48 for deck in decks)
    for card in decks[-1][:3]:
        assert f'aria-label="{card.name()}"' in tally.hand.value


def test_the_tally_judges_in_words() -> None:
    tally = TallyWidget(seed=1)
    assert tally.result() == "Nothing dealt yet."
    tally.buttons[1].click()
    assert tally.result() == tally.message == "1 hand dealt, too few for chi-square."
    assert "takes 65 hands" in tally.explanation()
    tally.buttons[1000].click()
    assert "1,001 hands dealt. Chi-square is " in tally.message
    assert tally.message.endswith("which is usual for a fair shuffle.")
    assert "With 13 rows, fair shuffles average 12 and stay below 21.0" in tally.table.value
    tally.show.value = HANDS
    assert tally.message == "1,001 hands dealt, too few for chi-square."
    assert "takes 2,303 hands" in tally.explanation()
    tally.buttons[1000].click()
    tally.buttons[1000].click()
    assert "With 6 rows, fair shuffles average 5 and stay below 11.1" in tally.explanation()
    found = float(chi_square(tally.observed, tally.expected))
    assert f"Chi-square is {found:.1f}" in tally.table.value


def test_the_tally_finds_the_coin_sort_and_needs_the_right_card_for_the_other() -> None:
    tally = TallyWidget(seed=1)
    tally.choice.value = "coin sort"
    tally.buttons[1000].click()
    assert tally.message.endswith("which a fair shuffle seldom reaches.")
    tally.choice.value = "swap with any"
    tally.show.value = PLACES
    for card, verdict in (("2♣", "is usual for a fair shuffle"), ("A♠", "seldom reaches")):
        tally.card_entry.value = card
        for _ in range(3):
            tally.buttons[1000].click()
        assert verdict in tally.message


def test_the_marks_leave_5_of_100_above_by_the_formula_for_the_tail() -> None:
    even, odd = float(RARELY_ABOVE[12]) / 2, float(RARELY_ABOVE[5])
    tail = {
        12: exp(-even) * sum(even**k / factorial(k) for k in range(6)),
        5: erfc(sqrt(odd / 2)) + sqrt(2 * odd / pi) * exp(-odd / 2) * (1 + odd / 3),
    }
    for chance in tail.values():
        assert abs(chance - 0.05) < 0.001


@pytest.mark.parametrize(("show", "hands"), [(FIRST, 65), (HANDS, 2_303)])
def test_95_of_100_fair_tallies_stay_below_the_mark_once_there_is_enough(
    show: str, hands: int
) -> None:
    weights = TallyWidget()._weights[show]
    expected = {row: Fraction(hands * w, sum(weights.values())) for row, w in weights.items()}
    assert min(expected.values()) >= 5
    rng, above, tries = random.Random(1), 0, 600
    for _ in range(tries):
        drawn = Counter(rng.choices(list(weights), list(weights.values()), k=hands))
        above += chi_square(drawn, expected) >= RARELY_ABOVE[len(weights) - 1]
    assert abs(above / tries - 0.05) < 4 * (0.05 * 0.95 / tries) ** 0.5


def test_a_new_start_forgets_and_repeats() -> None:
    tally = TallyWidget(seed=3)
    tally.buttons[100].click()
    first = tally.table.value
    tally.buttons[1].click()
    for start in (
        tally.reset_button.click,
        lambda: setattr(tally.choice, "value", "coin sort"),
        lambda: setattr(tally.choice, "value", "fair"),
        lambda: setattr(tally.card_entry, "value", "D♥"),
    ):
        start()
        assert tally.dealt == 0
        assert tally.table.value == ""
        assert tally.message == "Nothing dealt yet."
    assert tally.card == Card.parse("Q♥")
    tally.buttons[100].click()
    assert tally.table.value == first
    assert TallyWidget()._rng.random() != TallyWidget()._rng.random()


def test_a_deal_follows_the_card_that_stands_in_the_field() -> None:
    tally = TallyWidget(seed=3)
    tally.buttons[10].click()
    tally.card_entry.value = "X"
    for act in (
        tally.buttons[1].click,
        tally.reset_button.click,
        lambda: setattr(tally.show, "value", PLACES),
        lambda: setattr(tally.choice, "value", "coin sort"),
    ):
        act()
        assert "'X' is not a card" in tally.error
        assert (tally.dealt, tally.card) == (10, Card.parse("2♣"))
    with tally.card_entry.hold_trait_notifications():  # a card that Python has not heard of yet
        tally.card_entry.value = "A♠"
        tally.buttons[1].click()
        assert (tally.dealt, tally.card) == (1, Card.parse("A♠"))
    tally.buttons[1].click()
    tally.card_entry.value = " as "
    assert (tally.dealt, tally.error) == (2, ""), "the same card, typed in another way"


def test_a_refused_card_shows_its_sentence_and_keeps_the_tally() -> None:
    tally = TallyWidget(seed=3)
    tally.buttons[10].click()
    tally.card_entry.value = "<b>"
    assert "'<b>' is not a card" in tally.error
    assert "&lt;b&gt;" in tally.error_line.value
    assert tally.message == tally.error
    assert (tally.dealt, str(tally.card)) == (10, "2♣")
    tally.card_entry.value = "К♣"
    assert tally.error == ""
    assert str(tally.card) == "K♣"


def test_a_shuffle_of_ones_own_may_fail_and_says_so() -> None:
    def loses(rng: random.Random) -> Sequence[Card]:
        return DECK[1:] if rng.random() < 0.5 else DECK

    def breaks(rng: random.Random) -> Sequence[Card]:
        return DECK[52 + rng.randrange(2) :][0]  # type: ignore[return-value]

    tally = TallyWidget({"loses": loses, "breaks": breaks}, seed=1)
    tally.buttons[100].click()
    assert "loses did not give back the 52 cards" in tally.error
    assert tally.dealt == 0
    assert set(tally.observed.values()) == {0}
    tally.choice.value = "breaks"
    tally.buttons[1].click()
    assert "the shuffle 'breaks' failed with IndexError" in tally.error


def test_a_wrong_setting_is_refused() -> None:
    with pytest.raises(ValueError, match="no shuffle to choose from"):
        TallyWidget({})
    with pytest.raises(ValueError, match="'Z♣' is not a card"):
        TallyWidget(card="Z♣")
    with pytest.raises(ValueError, match="'1' is no seed"):
        TallyWidget(seed="1")  # type: ignore[arg-type]


def test_the_tally_reads_as_text() -> None:
    tally = TallyWidget(seed=1)
    assert tally.text() == (
        "[Running tally of shuffles: run this cell to deal 1, 10, 100 or 1,000 hands with the "
        "shuffles fair, coin sort, swap with any]"
    )
    tally.buttons[100].click()
    lines = tally.text().splitlines()
    assert lines[0].startswith("Shuffle: fair. 100 hands dealt. Chi-square is ")
    assert lines[1].split() == ["first", "card", "seen", "expected"]
    assert len(lines) == 2 + 13
    assert lines[2].split()[-1] == "7.7"
    tally.show.value = PLACES
    assert "place of 2♣, 0 = top" in tally.text()


def test_every_control_has_a_label_and_a_key_presses_its_button() -> None:
    tally = TallyWidget()
    assert [c.description for c in (tally.choice, tally.show, tally.card_entry)] == [
        "Shuffle",
        "Count",
        "Card to follow",
    ]
    pressed = {"tcp-reset": tally.reset_button}
    pressed |= {f"tcp-deal-{many}": made for many, made in tally.buttons.items()}
    assert set(tally.voice.shortcuts.values()) == set(pressed)
    for key, name in tally.voice.shortcuts.items():
        assert name in pressed[name]._dom_classes
        assert f"({key.upper()})" in pressed[name].description
    error = tally.root.children.index(tally.error_line)
    assert error < tally.root.children.index(tally.table)
    assert isinstance(tally.root.children[-1], ipywidgets.DOMWidget)

"""Notebook 04: its exercises, its figure's data, and the widget that conditions on your hand."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from ipywidgets.embed import dependency_state

from tcp import DECK, Card, Category, Rank, load_rules, outcomes, parse_cards, plots, rank_hand
from tcp.checks import check
from tcp.showdown import qualifying_chance, qualifying_counts
from tcp.widgets.condition import ConditionWidget, card_changes

Hand = tuple[Card, ...]

RULES = load_rules("pagat")
HANDS: list[Hand] = list(combinations(DECK, 3))
PAIRED = [set(hand) for hand in HANDS if rank_hand(hand).category >= Category.PAIR]


# --- exercises -----------------------------------------------------------------------------------


def left(hands: list[set[Card]], hand: Hand) -> int:
    return sum(other.isdisjoint(hand) for other in hands)


def paired(hand: Hand) -> Fraction:
    return Fraction(left(PAIRED, hand), 18_424)


def exactly_paired(hand: Hand) -> Fraction:
    pairs = [set(other) for other in HANDS if rank_hand(other).category == Category.PAIR]
    return Fraction(left(pairs, hand), 18_424)


def qualified(hand: Hand) -> Fraction:
    return qualifying_chance(RULES, hand)


BIG = (Fraction(14_820, 14_900), Fraction(480, 7_200), Fraction(9, 13))
BARS = (17_480, 13_804, 15_019, 5_660, 4_688, 4_864)


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("04.1", (..., ..., ...)),
        ("04.2", (..., ..., ...)),
        ("04.3", lambda hand: ...),
        ("04.4", (...,) * 6),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("04.1", (3825, 150, 1)),
        ("04.1", [3825.0, 150, 1]),
        ("04.2", BIG),
        ("04.2", tuple(map(float, BIG))),
        ("04.3", paired),
        ("04.3", lambda hand: float(paired(hand))),
        ("04.4", BARS),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict


def but(right: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*right[:place], value, *right[place + 1 :])


TERMS = (3825, 150, 1)

WRONG: dict[str, tuple[str, Any, str]] = {
    "one number": ("04.1", 18_424, "3 numbers are asked for"),
    "one card only": ("04.1", but(TERMS, 0, 1275), "for one card; you hold three"),
    "two of 52": ("04.1", but(TERMS, 0, 3978), "51 cards, not from 52"),
    "ordered": ("04.1", but(TERMS, 0, 7650), "no order"),
    "exactly one of yours": ("04.1", but(TERMS, 0, 3528), "no other of yours"),
    "with its sign": ("04.1", but(TERMS, 0, -3825), "without a sign"),
    "one pair only": ("04.1", but(TERMS, 1, 50), "three ways to choose the two"),
    "exactly two of yours": ("04.1", but(TERMS, 1, 147), "your own third card"),
    "pairs without a third card": ("04.1", but(TERMS, 1, 3), "a third card to choose"),
    "no hand with all three": ("04.1", but(TERMS, 2, 0), "your own"),
    "orders of your hand": ("04.1", but(TERMS, 2, 6), "no order"),
    "two blanks": ("04.1", (3825, ..., ...), "Still missing: b, for each two; c, for all three."),
    "a blank beside an error": ("04.1", (..., 150, 6), "no order"),
    "an average in per cent": ("04.2", but(BIG, 1, 6.67), "rounded and in per cent"),
    "one digit": ("04.2", but(BIG, 1, 0.07), "0.07 is rounded"),
    "something else": ("04.1", but(TERMS, 1, 151), "b, for each two: How many"),
    "big cards, not hands": ("04.2", but(BIG, 0, 14_820), "divide by the hands"),
    "of all hands": ("04.2", but(BIG, 0, Fraction(14_820, 22_100)), "not by all 22,100"),
    "hands with a big card": ("04.2", but(BIG, 0, Fraction(11_740, 14_900)), "counts twice"),
    "per card": ("04.2", but(BIG, 1, Fraction(480, 21_600)), "a hand has three"),
    "no queen folds": ("04.2", but(BIG, 1, 0), "below Q-6-4"),
    "a pair per card": ("04.2", but(BIG, 2, Fraction(3, 13)), "a hand has three"),
    "a pair without its third card": ("04.2", but(BIG, 2, Fraction(6, 13)), "third card"),
    "rounded": ("04.2", but(BIG, 0, 0.99), "0.99 is rounded"),
    "words": ("04.2", but(BIG, 2, "less"), "pairs: A number is asked for"),
    "a constant": ("04.3", lambda hand: Fraction(5_660, 22_100), "cannot hold your cards"),
    "how many": ("04.3", lambda hand: left(PAIRED, hand), "divide by all"),
    "of all 22,100": ("04.3", lambda h: Fraction(left(PAIRED, h), 22_100), "hands that are left"),
    "a pair exactly": ("04.3", exactly_paired, ">=, not =="),
    "to qualify": ("04.3", qualified, "a high card is no pair"),
    "the other chance": ("04.3", lambda hand: 1 - paired(hand), "nothing better"),
    "in per cent": ("04.3", lambda hand: 100 * paired(hand), "per cent"),
    "no return": ("04.3", lambda hand: None, "returns nothing"),
    "a text": ("04.3", lambda hand: "26 %", "number from 0 to 1"),
    "the first hand's": ("04.3", lambda hand: Fraction(4_864, 18_424), "and "),
    "the old rule": ("04.4", but(BARS, 0, 15_380), "as it was"),
    "fewer than before": ("04.4", but(BARS, 0, 13_280), "not fewer"),
    "without flushes": ("04.4", but(BARS, 0, 17_172), "flushes"),
    "the old least": ("04.4", but(BARS, 1, 11_704), "as it was"),
    "pairs only": ("04.4", but(BARS, 3, 3_744), "better than a pair"),
    "the complement": ("04.4", but(BARS, 3, 16_440), "do not qualify"),
    "swapped": ("04.4", (*BARS[:4], BARS[5], BARS[4]), "changed places"),
    "three numbers": ("04.4", BARS[:3], "6 numbers are asked for"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_hints_to_terms_and_averages_name_no_right_answer() -> None:
    for name, (exercise, answer, _) in WRONG.items():
        reason = check(exercise, answer).reason.replace(",", "")
        right = {"04.1": ("3825", "150"), "04.2": ("741", "1/15", "9/13")}.get(exercise, ())
        assert not [number for number in right if re.search(rf"\b{number}\b", reason)], name


def test_what_the_verdicts_say_is_so() -> None:
    plays = rank_hand(parse_cards("Q♥ 6♦ 4♣"))
    for cases, held in (
        ([hand for hand in HANDS if rank_hand(hand) >= plays], BIG[0]),
        ([hand for hand in HANDS if rank_hand(hand) < plays], BIG[1]),
        ([hand for hand in HANDS if rank_hand(hand).category == Category.PAIR], BIG[2]),
    ):
        big = sum(card.rank >= Rank.QUEEN for hand in cases for card in hand)
        assert Fraction(big, len(cases)) == held
    verdict = check("04.2", BIG).reason
    assert [f"{float(x):.2f}" for x in BIG] == re.findall(r"0\.\d\d", verdict)
    lowest, highest = (f"{100 * bar / 18_424:.2f} %" for bar in BARS[4:])
    assert f"between {lowest} and {highest}" in check("04.3", paired).reason


def test_other_bars_are_counted_again() -> None:
    found: list[int] = []
    for bar in ("J-high", "2-2-3"):
        rules = replace(RULES, dealer_qualifies=bar)
        counts = qualifying_counts(rules).values()
        found += [sum(rank_hand(hand) >= rules.qualifying_rank for hand in HANDS)]
        found += [min(counts), max(counts)]
    assert tuple(found) == BARS


# --- the figure's data ---------------------------------------------------------------------------


def test_the_clusters_of_the_figure_do_not_overlap() -> None:
    """What the picture says: with more big cards every hand leaves the dealer less."""
    counts = qualifying_counts(RULES)
    groups: dict[int, dict[Fraction, int]] = {}
    for hand, count in counts.items():
        held = groups.setdefault(sum(card.rank >= Rank.QUEEN for card in hand), {})
        chance = Fraction(100 * count, 18_424)
        held[chance] = held.get(chance, 0) + 1
    bins = {held: plots.binned(chances, Fraction(1, 10)) for held, chances in groups.items()}
    assert {held: sum(of.values()) for held, of in bins.items()} == {
        0: 9_880,
        1: 9_360,
        2: 2_640,
        3: 220,
    }
    for more in (1, 2, 3):
        assert max(bins[more]) + 1 < min(bins[more - 1])
    assert bins[3] == {Fraction(635, 10): 220}
    without = Fraction(100 * 15_380, 22_100)
    assert max(bins[1]) + Fraction(1, 10) < without < min(bins[0])
    averages = [
        Fraction(sum(n * x for x, n in groups[k].items()), bins_)
        for k, bins_ in ((0, 9_880), (1, 9_360), (2, 2_640), (3, 220))
    ]
    assert all(2 < fewer - more < 3 for fewer, more in pairwise(averages))


# --- the widget ----------------------------------------------------------------------------------


@pytest.fixture
def glance() -> ConditionWidget:
    return ConditionWidget(seed=4)


def test_it_opens_with_a_hand_in_words(glance: ConditionWidget) -> None:
    assert glance.text() == (
        "[What your cards tell about the dealer] Given Q♥ 6♦ 4♣, the dealer qualifies in 12,666 of "
        "18,424 hands: 68.75 %, 0.85 percentage points less than without looking (69.59 %). After "
        "a Play: does not qualify 5,758, you win 305, tie 26, you lose 12,335."
    )
    assert glance.message == ""
    assert 'aria-label="queen of hearts"' in glance.cards.value
    for shown in ("Q♥ alone: 67.73 %", "-1.86", "6♦ alone: 70.11 %", "+0.52", "tie: 26", "66.95 %"):
        assert shown in glance.bars.value


def test_a_typed_hand_is_answered_at_once(glance: ConditionWidget) -> None:
    glance.hand_field.value = "A♠ Kd qc"
    assert glance.hand == parse_cards("A♠ K♦ Q♣")
    assert glance.chance == Fraction(11_704, 18_424)
    assert glance.message.startswith(
        "Given A♠ K♦ Q♣, the dealer qualifies in 11,704 of 18,424 hands: 63.53 %, 6.07 percentage"
    )
    assert glance.error == ""
    glance.hand_field.value = "2♠ 2♦ 2♣"
    assert "13,279 of 18,424 hands: 72.07 %, 2.48 percentage points more than" in glance.message


def test_dead_cards_count_like_your_own(glance: ConditionWidget) -> None:
    glance.dead_field.value = "Д♠ Д♦"
    assert glance.dead == parse_cards("Q♠ Q♦")
    assert glance.outcomes == outcomes(glance.hand, RULES, dead=glance.dead)
    assert "Given Q♥ 6♦ 4♣ and 2 dead cards, the dealer qualifies in" in glance.message
    assert "the dead cards: " in glance.bars.value
    assert "out of the deck: 2 dead cards" in glance.cards.value
    glance.none_button.click()
    assert (glance.dead, glance.dead_field.value) == ((), "")
    assert "dead" not in glance.cards.value + glance.bars.value + glance.message


def test_dealt_cards_repeat_with_the_seed_and_fill_the_fields(glance: ConditionWidget) -> None:
    again, fresh = ConditionWidget(seed=4), ConditionWidget()
    seen = set()
    for _ in range(4):
        for widget in (glance, again, fresh):
            widget.deal_button.click()
            widget.add_button.click()
        assert (glance.hand, glance.dead) == (again.hand, again.dead)
        assert parse_cards(glance.hand_field.value) == glance.hand
        assert parse_cards(glance.dead_field.value) == glance.dead
        assert len({*glance.hand, *glance.dead}) == 4
        seen.add((fresh.hand, glance.hand))
    assert any(one != other for one, other in seen)
    assert "and 1 dead card," in glance.message


def test_the_deck_runs_out_with_a_sentence() -> None:
    glance = ConditionWidget("2♣ 2♦ 2♥", seed=1)
    glance.dead_field.value = " ".join(map(str, DECK[3:48]))
    glance.add_button.click()
    assert glance.outcomes.total == 1
    assert glance.chance in (0, 1)
    glance.add_button.click()
    assert glance.error == (
        "47 dead cards leave too few for the dealer; at most 46 can be dead here"
    )
    assert parse_cards(glance.dead_field.value) == glance.dead
    assert len(glance.dead) == 46


@pytest.mark.parametrize(
    ("hand", "dead", "sentence"),
    [
        ("K-10-4", None, "Your hand: 'K-10-4' is not a card"),
        ("Q♥ 6♦", None, "Your hand: 2 cards (Q♥ 6♦); a hand here has 3"),
        ("", None, "Your hand: 0 cards (nothing)"),
        ("Q♥ Q♥ 4♣", None, "Your hand: Q♥ comes twice"),
        (None, "Q♥", "Q♥ comes twice"),
        (None, "8♣ 8♣", "Dead cards: 8♣ comes twice"),
        (None, "<b>8</b>", "Dead cards: '<b>8</b>' is not a card"),
        (None, " ".join(map(str, DECK[:2] + DECK[3:8] + DECK[9:17] + DECK[18:52])), "comes twice"),
    ],
)
def test_bad_input_shows_its_sentence_and_changes_nothing(
    glance: ConditionWidget, hand: str | None, dead: str | None, sentence: str
) -> None:
    before = glance.hand, glance.dead, glance.outcomes, glance.cards.value, glance.bars.value
    if hand is not None:
        glance.hand_field.value = hand
    if dead is not None:
        glance.dead_field.value = dead
    assert sentence in glance.error
    assert glance.message == glance.error
    assert "<b>8" not in glance.error_line.value
    assert before == (
        glance.hand,
        glance.dead,
        glance.outcomes,
        glance.cards.value,
        glance.bars.value,
    )
    glance.deal_button.click()
    assert glance.error == glance.error_line.value == ""


def test_the_error_stands_between_controls_and_results(glance: ConditionWidget) -> None:
    children = list(glance.root.children)
    at = children.index(glance.error_line)
    assert glance.cards in children[at:]
    assert glance.bars in children[at:]
    assert len(children[:at]) == 3  # the stylesheet and two lines of controls


def test_other_rules_have_another_bar() -> None:
    strict = ConditionWidget("K♠ K♥ K♦", rules=replace(RULES, dealer_qualifies="K-high"))
    assert strict.before == Fraction(12_740, 22_100)
    assert strict.chance == Fraction(9_064, 18_424)
    with pytest.raises(ValueError, match="pagat"):
        ConditionWidget(rules="nobody's")
    with pytest.raises(ValueError, match="a hand here has 3"):
        ConditionWidget("Q♥ 6♦")
    with pytest.raises(ValueError, match="a seed is a whole number"):
        ConditionWidget(seed=True)


def test_each_change_is_what_a_visit_finds() -> None:
    rng = random.Random(4)
    hand, dead = tuple(rng.sample(DECK, 3)), tuple(rng.sample(DECK, 3))
    dead = tuple(card for card in dead if card not in hand)
    changes = card_changes(hand, dead, RULES)
    known: list[Hand] = [*((card,) for card in hand), hand, dead, (*hand, *dead)]
    assert len(changes) == len(known)
    least = rank_hand(parse_cards("Q♣ 3♦ 2♥"))
    qualifying = [set(other) for other in HANDS if rank_hand(other) >= least]
    everything = [set(other) for other in HANDS]
    for change, cards in zip(changes.values(), known, strict=True):
        chance = Fraction(left(qualifying, cards), left(everything, cards))
        assert change == chance - Fraction(15_380, 22_100)


def test_keys_press_buttons_that_are_there(glance: ConditionWidget) -> None:
    buttons: dict[str, Any] = {
        "d": glance.deal_button,
        "a": glance.add_button,
        "n": glance.none_button,
    }
    assert set(glance.voice.shortcuts) == set(buttons)
    for key, pressed in buttons.items():
        assert glance.voice.shortcuts[key] in pressed._dom_classes
        assert f"({key.upper()})" in pressed.description
    labels = (glance.hand_field.description, glance.dead_field.description)
    assert labels == ("Your hand", "Dead cards")
    state: Any = dependency_state([glance.root])
    assert "Given Q♥ 6♦ 4♣" in repr(state)


def test_knowing_nothing_new_is_said_in_words() -> None:
    always = ConditionWidget(rules=replace(RULES, dealer_qualifies="2-high"))
    assert "100.00 %, just as much as without looking (100.00 %)" in always.text()

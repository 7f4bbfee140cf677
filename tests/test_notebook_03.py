"""Notebook 03: its exercises, and the category explorer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from ipywidgets.embed import dependency_state

from tcp import DECK, Category, Distribution, FiveCategory, rank_five, rank_hand
from tcp.checks import check
from tcp.checks.notebook_03 import flushes, straights
from tcp.widgets.categories import CategoryExplorer

TWENTY = (12, 20, 180, 28, 480, 420)


def counted(least: int) -> list[tuple[Category, int]]:
    deck = [card for card in DECK if card.rank >= least]
    counts = Distribution.count(rank_hand(hand).category for hand in combinations(deck, 3))
    return sorted(counts.items(), key=lambda pair: pair[1])


def turning(ranks: int, *, first: int = 3, places: int = 1, row: int = 0) -> int:
    """The hand size at which the order turns, with wrong variants on request."""
    size = first
    while True:
        runs = (row or ranks + places + 1) - size
        if 4 * (comb(ranks, size) - runs) < runs * (4**size - 4):
            return size
        size += 1


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        ("03.1", lambda against, on: ...),
        ("03.2", (...,) * 6),
        ("03.3", ...),
        ("03.4", lambda ranks: ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


RIGHT: list[tuple[str, Callable[[], Any]]] = [
    ("03.1", lambda: lambda against, on: Fraction(on, against + on)),
    ("03.1", lambda: lambda against, on: on / (against + on)),
    ("03.2", lambda: TWENTY),
    ("03.2", lambda: list(TWENTY)),
    ("03.3", lambda: counted(6)),
    ("03.3", lambda: dict(counted(6))),
    ("03.4", lambda: turning),
]


@pytest.mark.parametrize(("exercise", "answer"), RIGHT)
def test_right_answers(exercise: str, answer: Callable[[], Any]) -> None:
    verdict = check(exercise, answer())
    assert verdict.state == "right", verdict


def twenty(place: int, value: Any) -> tuple[Any, ...]:
    return (*TWENTY[:place], value, *TWENTY[place + 1 :])


def without_pair() -> list[tuple[Category, int]]:
    return [pair for pair in counted(6) if pair[0] is not Category.PAIR]


def swapped() -> list[tuple[Category, int]]:
    """The counts of 36 cards, each given to the wrong one of two kinds."""
    counts = dict(counted(6))
    straight, flush = counts[Category.STRAIGHT], counts[Category.FLUSH]
    return list((counts | {Category.STRAIGHT: flush, Category.FLUSH: straight}).items())


def low_ace() -> list[tuple[Category, int]]:
    """The counts of 36 cards if A-6-7 were a straight."""
    counts = dict(counted(6))
    moved = {
        Category.STRAIGHT: counts[Category.STRAIGHT] + 60,
        Category.HIGH_CARD: counts[Category.HIGH_CARD] - 60,
        Category.STRAIGHT_FLUSH: counts[Category.STRAIGHT_FLUSH] + 4,
        Category.FLUSH: counts[Category.FLUSH] - 4,
    }
    return sorted((counts | moved).items(), key=lambda pair: pair[1])


WRONG: dict[str, tuple[str, Callable[[], Any], str]] = {
    "odds read as 1 in n": ("03.1", lambda: lambda a, b: Fraction(b, a), "reads n to 1 as 1 in n"),
    "the chance to lose": ("03.1", lambda: lambda a, b: a / (a + b), "does not happen"),
    "odds as a number": ("03.1", lambda: lambda a, b: Fraction(a, b), "odds as one number"),
    "the n of 1 in n": ("03.1", lambda: lambda a, b: Fraction(a + b, b), "the n of 1 in n"),
    "odds to one only": ("03.1", lambda: lambda a, b: Fraction(1, a + 1), "second number"),
    "per cent": ("03.1", lambda: lambda a, b: Fraction(100 * b, a + b), "per cent"),
    "a constant": ("03.1", lambda: lambda a, b: Fraction(1, 20), "For 7, 2 it gives"),
    "a text": ("03.1", lambda: lambda a, b: "1/20", "number from 0 to 1"),
    "one number": ("03.2", lambda: 1140, "Six numbers"),
    "words": ("03.2", lambda: twenty(4, "many"), "A number is asked for as pair"),
    "the counts of 52 cards": ("03.2", lambda: (48, 52, 720, 1096, 3744, 16440), "add up to"),
    "straights with straight flushes": ("03.2", lambda: twenty(2, 192), "take them out"),
    "flushes with straight flushes": ("03.2", lambda: twenty(3, 40), "take them out"),
    "an ace low as well": ("03.2", lambda: twenty(2, 240), "three runs"),
    "a third card of the same rank": ("03.2", lambda: twenty(4, 540), "pair's own rank"),
    "a third card without suit": ("03.2", lambda: twenty(4, 120), "has a suit as well"),
    "an ordered pair": ("03.2", lambda: twenty(4, 960), "no order"),
    "high cards with flushes": ("03.2", lambda: twenty(5, 448), "take them out"),
    "one in suits only": ("03.2", lambda: twenty(1, 5), "three of the four suits"),
    "two of six": (
        "03.2",
        lambda: (*TWENTY[:2], ..., ..., ..., ...),
        "Right so far. Still missing: straight; flush; pair; high card.",
    ),
    "a blank beside an error": ("03.2", lambda: (..., *twenty(2, 192)[1:]), "take them out"),
    "a blank beside another": ("03.2", lambda: (..., *twenty(2, 99)[1:]), "straight: 99 is not"),
    "a blank beside words": ("03.2", lambda: (..., *twenty(4, "many")[1:]), "asked for as pair"),
    "some other number": ("03.2", lambda: twenty(0, 13), "add up to 1,141"),
    "two errors that cancel": ("03.2", lambda: (13, 19, *TWENTY[2:]), "The sum is right"),
    "no number at all": ("03.2", lambda: twenty(0, float("nan")), "add up to"),
    "52 cards": ("03.3", lambda: counted(2), "hands of 52 cards"),
    "an ace low in 36 cards": ("03.3", low_ace, "A-6-7"),
    "35 of 36 cards": ("03.3", lambda: counted(7), "add up to"),
    "commonest first": ("03.3", lambda: counted(6)[::-1], "rarest first"),
    "straight and flush swapped": ("03.3", swapped, "not every count"),
    "five kinds": ("03.3", without_pair, "six kinds"),
    "names only": ("03.3", lambda: list(Category), "list of pairs"),
    "numbers for kinds": ("03.3", lambda: [(n, n) for n in range(6)], "is a category"),
    "a number": ("03.3", lambda: 308, "list of pairs"),
    "the published size": ("03.4", lambda: lambda ranks: 5, "Five is right for 13 ranks"),
    "from two cards": ("03.4", lambda: lambda ranks: turning(ranks, first=2), "three cards"),
    "the size before": ("03.4", lambda: lambda ranks: turning(ranks) - 1, "One too early"),
    "the size after": ("03.4", lambda: lambda ranks: turning(ranks) + 1, "One too late"),
    "runs of 13 ranks": ("03.4", lambda: lambda ranks: turning(ranks, row=15), "put `ranks + 2`"),
    "an ace only high": ("03.4", lambda: lambda ranks: turning(ranks, places=0), "both ends"),
    "no return": ("03.4", lambda: lambda ranks: None, "returns nothing"),
    "far off": ("03.4", lambda: lambda ranks: ranks, "14 places"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_get_their_hint(name: str) -> None:
    exercise, answer, hint = WRONG[name]
    verdict = check(exercise, answer())
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def test_hints_give_nothing_away() -> None:
    """A hint to the six counts names none of the right ones, unless it is the learner's own."""
    for name, (exercise, answer, _) in WRONG.items():
        if exercise == "03.2":
            reason = check(exercise, answer()).reason
            assert not {"180", "28", "480", "420"} & set(reason.replace(".", "").split()), name


def in_a_row(ranks: frozenset[int], number: int) -> bool:
    """Whether these are neighbours in the row 1 … number, 1, whose ends are the ace."""
    places = [*range(1, number + 1), 1]
    size = len(ranks)
    return any(ranks == {*places[i : i + size]} for i in range(len(places) - size + 1))


@pytest.mark.parametrize(("ranks", "size"), [(6, 3), (9, 3), (8, 4), (7, 5), (13, 3)])
def test_formulas_for_any_deck_agree_with_a_visit(ranks: int, size: int) -> None:
    deck = list(product(range(1, ranks + 1), range(4)))
    straight = flush = 0
    for hand in combinations(deck, size):
        held = frozenset(rank for rank, _ in hand)
        row = len(held) == size and in_a_row(held, ranks)
        suit = len({suit for _, suit in hand}) == 1
        straight += row and not suit
        flush += suit and not row
    assert (straights(size, ranks), flushes(size, ranks)) == (straight, flush)


# --- the explorer --------------------------------------------------------------------------------


@pytest.fixture
def explorer() -> CategoryExplorer:
    return CategoryExplorer(seed=1)


def test_it_opens_with_the_rarest_kind_in_words(explorer: CategoryExplorer) -> None:
    assert explorer.category is Category.STRAIGHT_FLUSH
    assert explorer.text() == (
        "Category explorer, straight flush, three cards: 48 of 22,100 hands. By formula 12 × 4, "
        "by visiting each of the 22,100 hands 48. Chance 0.22 %, 1 in 460.42 hands, odds against "
        "459.42 to 1."
    )
    assert explorer.message == ""


def test_the_buttons_walk_through_all_kinds(explorer: CategoryExplorer) -> None:
    seen = [explorer.category]
    while not explorer.error:
        explorer.commoner_button.click()
        seen.append(explorer.category)
    assert seen[:6] == sorted(Category, reverse=True)
    assert explorer.error == "Of three cards, nothing is commoner than a high card."
    assert explorer.error in explorer.error_line.value
    explorer.rarer_button.click()
    assert explorer.error == ""
    assert explorer.category is Category.PAIR
    assert explorer.choice.value == "pair"


def test_nothing_is_rarer_than_the_rarest(explorer: CategoryExplorer) -> None:
    explorer.rarer_button.click()
    assert explorer.message == "Of three cards, nothing is rarer than a straight flush."
    assert explorer.category is Category.STRAIGHT_FLUSH


def test_a_kind_is_chosen_from_the_list(explorer: CategoryExplorer) -> None:
    explorer.choice.value = "flush"
    assert explorer.category is Category.FLUSH
    assert explorer.message.startswith("flush, three cards: 1,096 of 22,100 hands.")
    for words in ("4 × (C(13,3) − 12) = 1,096", "4.96 %", "1 in 20.16 hands", "19.16 to 1"):
        assert words in explorer.facts.value
    assert "▸ flush" in explorer.bars.value
    assert explorer.bars.value.count("▸") == 1
    assert "16,440" in explorer.bars.value


def test_five_cards_show_the_same_kind(explorer: CategoryExplorer) -> None:
    explorer.choice.value = "straight"
    explorer.five_button.click()
    assert (explorer.size, explorer.category) == (5, FiveCategory.STRAIGHT)
    assert "10,200 of 2,598,960 hands" in explorer.message
    assert len(explorer.choice.options) == 10
    explorer.choice.value = None  # as a front end may send when a list is emptied
    assert (explorer.choice.value, explorer.error) == (str(explorer.category), "")
    assert "1,302,540" in explorer.bars.value
    explorer.choice.value = "royal flush"
    assert "0.00015 %, 1 in 649,740 hands, odds against 649,739 to 1" in explorer.message
    explorer.three_button.click()  # which has no royal flush
    assert (explorer.size, explorer.category) == (3, Category.STRAIGHT_FLUSH)
    assert explorer.choice.value == "straight flush"
    assert len(explorer.choice.options) == 6
    explorer.three_button.click()
    assert explorer.error == ""
    assert explorer.size == 3


@pytest.mark.parametrize("size", [3, 5])
def test_examples_are_of_the_kind_shown(size: int) -> None:
    explorer = CategoryExplorer(size, seed=2)
    rank: Callable[..., Any] = rank_hand if size == 3 else rank_five
    while not explorer.error:
        for _ in range(5):
            explorer.deal_button.click()
            assert rank(explorer.example).category == explorer.category
            assert all(f'aria-label="{c.name()}"' in explorer.cards.value for c in explorer.example)
            names = ", ".join(card.name() for card in explorer.example)
            assert explorer.message == f"{explorer.category}: {names}."
        explorer.commoner_button.click()


def test_an_example_goes_with_its_kind(explorer: CategoryExplorer) -> None:
    explorer.deal_button.click()
    explorer.commoner_button.click()
    assert explorer.example == ()
    assert explorer.cards.value == ""


def test_a_seed_repeats_its_examples() -> None:
    first, second, other = (CategoryExplorer(seed=seed) for seed in (1, 1, 2))
    for explorer in (first, second, other):
        explorer.choice.value = "high card"
        explorer.deal_button.click()
    assert first.example == second.example != other.example


def test_keys_press_buttons_that_are_there(explorer: CategoryExplorer) -> None:
    buttons = {
        "3": explorer.three_button,
        "5": explorer.five_button,
        "r": explorer.rarer_button,
        "c": explorer.commoner_button,
        "d": explorer.deal_button,
    }
    assert set(explorer.voice.shortcuts) == set(buttons)
    for key, pressed in buttons.items():
        assert explorer.voice.shortcuts[key] in pressed._dom_classes
        assert f"({key.upper()})" in pressed.description
    state: Any = dependency_state([explorer.root])
    assert "Kind of hand:" in repr(state)


@pytest.mark.parametrize("size", [4, 0, "3", None])
def test_another_size_is_refused(size: Any) -> None:
    with pytest.raises(ValueError, match="the explorer knows hands of 3 and of 5"):
        CategoryExplorer(size)


@pytest.mark.parametrize("seed", [1.5, "1", True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, or None"):
        CategoryExplorer(seed=seed)

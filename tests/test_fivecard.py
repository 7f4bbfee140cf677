"""The order of five-card hands, against phevaluator and the published counts."""

from __future__ import annotations

import platform
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb, prod
from pathlib import Path

import pytest

from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.fivecard import FiveCategory, FiveRank, best_five, rank_five
from tcp.languages import languages

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text(encoding="utf-8"))

# The platforms for which phevaluator has wheels, as pyproject.toml names them. There it must be
# installed: an import that fails is an error, not a test left out.
WHEELS = {("linux", "x86_64"), ("win32", "AMD64"), ("darwin", "arm64")}
HAS_PHEVALUATOR = (sys.platform, platform.machine()) in WHEELS
needs_phevaluator = pytest.mark.skipif(
    not HAS_PHEVALUATOR, reason="phevaluator has no wheel for this platform"
)


@cache
def phevaluator() -> Callable[..., int]:
    from phevaluator import evaluate_cards

    evaluate: Callable[..., int] = evaluate_cards
    return evaluate


def their_strength(cards: Sequence[Card]) -> int:
    """From -7462 for the weakest hand to -1 for the strongest."""
    letters = "23456789TJQKA"
    return -phevaluator()(*(letters[card.rank - 2] + "cdhs"[card.suit] for card in cards))


def test_the_platforms_are_those_of_the_dependency() -> None:
    project = Path(__file__).parents[1] / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (needed,) = (line for line in extras["test"] if "phevaluator" in line)
    marker = r'sys_platform == "(\w+)" and platform_machine == "(\w+)"'
    assert set(re.findall(marker, needed)) == WHEELS


# --- every kind of hand, and how many there are of it ------------------------------------------


def rank_patterns(size: int) -> Iterator[Counter[Rank]]:
    """All ways to take ranks for so many cards, none more than four times."""
    for ranks in combinations_with_replacement(Rank, size):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            yield counts


def without_flush(counts: Counter[Rank]) -> list[Card]:
    """Cards of these ranks with no more than four of any suit.

    Suits go round from card to card, so each of them is used by two of seven cards at most.
    """
    ranks = list(counts.elements())
    return [Card(rank, place % 4) for place, rank in enumerate(ranks)]  # type: ignore[arg-type]


def kinds_of_five() -> Iterator[tuple[int, list[Card]]]:
    """One hand for each pattern of ranks, suited or not, and how many hands it stands for."""
    for counts in rank_patterns(5):
        hands = prod(comb(4, many) for many in counts.values())
        if len(counts) == 5:
            yield 4, [Card(rank, 2) for rank in counts]  # type: ignore[arg-type]
            hands -= 4
        yield hands, without_flush(counts)


def kinds_of_six() -> Iterator[tuple[int, list[Card]]]:
    """The same for six cards, where five or six of them may be of one suit."""
    for counts in rank_patterns(6):
        hands = prod(comb(4, many) for many in counts.values())
        if len(counts) == 6:
            yield 4, [Card(rank, 2) for rank in counts]  # type: ignore[arg-type]
            hands -= 4
            for odd in counts:  # four suits for the five, three others for the odd card
                yield 12, [Card(rank, 3 if rank == odd else 2) for rank in counts]  # type: ignore[arg-type]
                hands -= 12
        elif (
            len(counts) == 5
        ):  # a pair: one of it belongs to the flush, the other is of another suit
            (pair,) = (rank for rank, many in counts.items() if many == 2)
            yield 12, [*(Card(rank, 2) for rank in counts), Card(pair, 3)]  # type: ignore[arg-type]
            hands -= 12
        yield hands, without_flush(counts)


KINDS = list(kinds_of_five())
RANKED = [rank_five(cards) for _, cards in KINDS]


def test_the_kinds_are_all_the_hands() -> None:
    assert len(KINDS) == 7462
    assert sum(many for many, _ in KINDS) == comb(52, 5) == 2_598_960


def census(kinds: Iterator[tuple[int, list[Card]]]) -> dict[str, int]:
    seen: Counter[str] = Counter()
    for many, cards in kinds:
        seen[rank_five(cards).category.name.lower()] += many
    return dict(seen)


def test_census_of_all_five_card_hands() -> None:
    assert census(kinds_of_five()) == FIGURES["counts"]["five_cards"]


def test_census_of_the_best_five_of_six() -> None:
    figures = FIGURES["counts"]["best_five_of_six"]
    assert sum(figures.values()) == comb(52, 6) == 20_358_520
    assert census(kinds_of_six()) == figures


def test_the_stronger_a_category_the_rarer() -> None:
    """With five cards a flush is rarer than a straight; with three it is not."""
    figures = FIGURES["counts"]["five_cards"]
    counts = [figures[category.name.lower()] for category in FiveCategory]
    assert counts == sorted(counts, reverse=True)
    assert FiveCategory.FLUSH > FiveCategory.STRAIGHT


# --- the order ---------------------------------------------------------------------------------


def test_every_kind_is_worth_something_else() -> None:
    assert len(set(RANKED)) == 7462


@needs_phevaluator
def test_the_order_of_all_kinds_against_phevaluator() -> None:
    """It numbers the kinds from 1 for the royal flush to 7462; so the whole order is compared."""
    by_us = sorted(range(7462), key=lambda i: RANKED[i])
    assert [their_strength(KINDS[i][1]) for i in by_us] == list(range(-7462, 0))


@needs_phevaluator
@pytest.mark.parametrize(("size", "hands"), [(5, 8000), (6, 4000), (7, 2500)])
def test_random_hands_against_phevaluator(size: int, hands: int) -> None:
    value = dict(zip(sorted(RANKED), range(-7462, 0), strict=True))
    rng = random.Random(size)
    for _ in range(hands):
        cards = rng.sample(DECK, size)
        assert value[rank_five(cards)] == their_strength(cards), cards


@needs_phevaluator
@pytest.mark.parametrize("size", [6, 7])
def test_near_straights_and_flushes_against_phevaluator(size: int) -> None:
    """From a deck of two suits, so that flushes and straights are common."""
    value = dict(zip(sorted(RANKED), range(-7462, 0), strict=True))
    rng = random.Random(size)
    short = [card for card in DECK if card.suit < 2]
    for _ in range(2000):
        cards = rng.sample(short, size)
        assert value[rank_five(cards)] == their_strength(cards), cards


def test_suits_and_places_change_nothing() -> None:
    rng = random.Random(5)
    swaps = list(permutations(range(4)))
    for (_, cards), rank in zip(KINDS, RANKED, strict=True):
        suits = rng.choice(swaps)
        swapped = [DECK[4 * (card.rank - 2) + suits[card.suit]] for card in cards]
        rng.shuffle(swapped)
        assert rank_five(swapped) == rank


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A♠ K♠ Q♠ J♠ 10♠", "K♥ Q♥ J♥ 10♥ 9♥"),
        ("5♠ 4♠ 3♠ 2♠ A♠", "A♥ A♦ A♣ A♠ K♥"),
        ("6♠ 5♥ 4♠ 3♠ 2♠", "5♠ 4♥ 3♥ 2♥ A♥"),  # the ace is low in the lowest straight
        ("5♠ 4♥ 3♥ 2♥ A♥", "A♠ A♥ A♦ K♠ Q♥"),
        ("2♥ 7♥ 9♥ J♥ 3♥", "A♠ K♥ Q♠ J♠ 10♠"),  # flush over straight
        ("3♠ 3♥ 3♦ 2♠ 2♥", "2♠ 2♥ 2♦ A♠ A♥"),  # the three decide between full houses
        ("7♠ 7♥ 7♦ 3♠ 3♥", "7♠ 7♥ 7♦ 2♠ 2♥"),
        ("A♠ A♥ 3♦ 3♠ 2♥", "K♠ K♥ Q♦ Q♠ J♥"),
        ("A♠ A♥ 3♦ 3♠ 4♥", "A♦ A♣ 3♥ 3♣ 2♥"),
        ("2♠ 2♥ 3♦ 4♠ 5♥", "A♠ K♥ Q♦ J♠ 9♥"),
        ("2♠ 2♥ 3♦ 4♠ 6♥", "2♦ 2♣ 3♥ 4♥ 5♠"),
    ],
)
def test_who_wins(better: str, worse: str) -> None:
    assert rank_five(parse_cards(better)) > rank_five(parse_cards(worse))


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("A♠ K♠ Q♠ J♠ 10♠", FiveCategory.ROYAL_FLUSH, (14,)),
        ("A♠ 5♠ 4♠ 3♠ 2♠", FiveCategory.STRAIGHT_FLUSH, (5,)),
        ("9♠ 9♥ K♦ 9♦ 9♣", FiveCategory.FOUR_OF_A_KIND, (9, 13)),
        ("6♠ 6♥ K♦ K♥ K♣", FiveCategory.FULL_HOUSE, (13, 6)),
        ("A♠ 5♥ 4♠ 3♠ 2♠", FiveCategory.STRAIGHT, (5,)),
        ("K♠ A♥ 4♠ 3♠ 2♠", FiveCategory.HIGH_CARD, (14, 13, 4, 3, 2)),
        ("Q♠ Q♥ 7♦ 7♥ 2♣", FiveCategory.TWO_PAIR, (12, 7, 2)),
        ("4♠ 4♥ 7♦ K♥ 2♣", FiveCategory.PAIR, (4, 13, 7, 2)),
        # of six and seven
        ("A♠ K♠ Q♠ J♠ 10♠ 9♠", FiveCategory.ROYAL_FLUSH, (14,)),
        ("2♠ 3♥ 4♦ 5♠ 6♥ A♣", FiveCategory.STRAIGHT, (6,)),
        ("7♠ 7♥ 7♦ 8♠ 8♥ 8♣", FiveCategory.FULL_HOUSE, (8, 7)),
        ("Q♠ Q♥ 7♦ 7♥ 2♣ 2♠ 3♠", FiveCategory.TWO_PAIR, (12, 7, 3)),
        ("9♠ 9♥ 9♦ 9♣ K♥ K♦ K♣", FiveCategory.FOUR_OF_A_KIND, (9, 13)),
    ],
)
def test_what_a_hand_is_worth(text: str, category: FiveCategory, ranks: tuple[int, ...]) -> None:
    assert rank_five(parse_cards(text)) == FiveRank(category, ranks)  # type: ignore[arg-type]


def test_the_best_five_are_five_of_the_cards_and_none_are_better() -> None:
    rng = random.Random(6)
    for size in (5, 6, 7):
        for _ in range(100):
            cards = tuple(rng.sample(DECK, size))
            best = best_five(cards)
            assert best in list(combinations(cards, 5))  # and in the order they came
            assert all(rank_five(best) >= rank_five(five) for five in combinations(cards, 5))


@pytest.mark.parametrize("code", tuple(languages()))
def test_every_category_has_a_name(code: str) -> None:
    names = {category.text(code) for category in FiveCategory}
    assert len(names) == 10
    assert all(names)


@needs_phevaluator
def test_wrong_orders_are_seen() -> None:
    """Straight over flush, as with three cards; full houses by the pair; 5-4-3-2-A the best."""

    def straight_over_flush(rank: FiveRank) -> tuple[int, tuple[Rank, ...]]:
        straight, flush = FiveCategory.STRAIGHT, FiveCategory.FLUSH
        order = {straight: flush, flush: straight}
        return order.get(rank.category, rank.category), rank.ranks

    def full_house_by_its_pair(rank: FiveRank) -> tuple[int, tuple[Rank, ...]]:
        house = rank.category == FiveCategory.FULL_HOUSE
        return rank.category, rank.ranks[::-1] if house else rank.ranks

    def wheel_is_ace_high(rank: FiveRank) -> tuple[int, tuple[Rank, ...]]:
        wheel = rank.category == FiveCategory.STRAIGHT and rank.ranks == (Rank.FIVE,)
        return rank.category, (Rank.ACE,) if wheel else rank.ranks

    theirs = [their_strength(cards) for _, cards in KINDS]
    in_order = sorted(range(7462), key=lambda i: theirs[i])
    for wrong in (straight_over_flush, full_house_by_its_pair, wheel_is_ace_high):
        keys = [wrong(rank) for rank in RANKED]
        assert any(keys[weaker] >= keys[stronger] for weaker, stronger in pairwise(in_order))


@pytest.mark.parametrize(
    ("name", "kept", "thrown"),
    [
        ("pair_draw_three", "8♣ 8♦", "A♥ J♠ 3♣"),
        ("three_of_a_kind_draw_two", "8♣ 8♦ 8♥", "J♠ 3♣"),
    ],
)
def test_draws_improve_as_often_as_published(name: str, kept: str, thrown: str) -> None:
    """Every draw from the 47 unseen cards, ranked one by one."""
    published = dict(FIGURES["draw"][name])
    hand, discard = parse_cards(kept), parse_cards(thrown)
    unseen = [card for card in DECK if card not in hand and card not in discard]
    drawn = Counter(rank_five((*hand, *new)).category for new in combinations(unseen, len(discard)))
    assert drawn.total() == published.pop("draws")
    before = rank_five((*hand, *discard)).category
    better = {kind.name.lower(): draws for kind, draws in drawn.items() if kind > before}
    assert better == published

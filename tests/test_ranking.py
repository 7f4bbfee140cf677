"""The order of all three-card hands, against two others made without the package's code."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import RhodeIslandHoldemHand

from tcp import ranking as module
from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.languages import language, languages
from tcp.ranking import (
    Category,
    HandRank,
    compare,
    decided_at,
    deciding_cards,
    deciding_position,
    describe,
    explain,
    is_mini_royal,
    pairs_alike,
    parse_threshold,
    rank_hand,
    ranks_in_order,
    straight_top,
)

Hand = tuple[Card, ...]

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text(encoding="utf-8"))
CODES = tuple(languages())
HANDS: list[Hand] = list(combinations(DECK, 3))
RANKED: dict[Hand, HandRank] = {hand: rank_hand(hand) for hand in HANDS}

# --- an order written down on its own: letters only, from the weakest hand to the strongest ------

LETTERS = "23456789TJQKA"
STRAIGHTS = ["32A", *(LETTERS[i : i + 3][::-1] for i in range(11))]
RUNS = {frozenset(straight) for straight in STRAIGHTS}


def by_highest_first(text: str) -> list[int]:
    return [LETTERS.index(letter) for letter in text]


UNPAIRED = sorted(
    ("".join(three)[::-1] for three in combinations(LETTERS, 3) if frozenset(three) not in RUNS),
    key=by_highest_first,
)
PAIRS = [pair + pair + third for pair in LETTERS for third in LETTERS if third != pair]
SAME, MIXED = True, False
ORDER: list[tuple[str, bool]] = [
    *((text, MIXED) for text in UNPAIRED),
    *((text, MIXED) for text in PAIRS),
    *((text, SAME) for text in UNPAIRED),
    *((text, MIXED) for text in STRAIGHTS),
    *((letter * 3, MIXED) for letter in LETTERS),
    *((text, SAME) for text in STRAIGHTS),
]
PLACE = {(frozenset(Counter(text).items()), same): i for i, (text, same) in enumerate(ORDER)}


def place(hand: Sequence[Card]) -> int:
    """Where a hand stands in ORDER, 0 to 740."""
    letters = Counter(LETTERS[card.rank - 2] for card in hand)
    return PLACE[frozenset(letters.items()), len({card.suit for card in hand}) == 1]


def hand_of(text: str, same: bool) -> Hand:
    return parse_cards(
        " ".join(f"{a}{s}" for a, s in zip(text, "hhh" if same else "hds", strict=True))
    )


CLASSES: list[Hand] = [hand_of(text, same) for text, same in ORDER]
"""One hand of each of the 741 kinds, the weakest first."""


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def disagreements(key: Callable[[Hand], Any]) -> int:
    """How many of the 741 x 741 pairs a ranking puts otherwise than ORDER."""
    keys = [key(hand) for hand in CLASSES]
    return sum(
        (mine > theirs) - (mine < theirs) != sign(i - j)
        for i, mine in enumerate(keys)
        for j, theirs in enumerate(keys)
    )


# --- counts ------------------------------------------------------------------------------------


def test_census_of_all_hands() -> None:
    figures = FIGURES["counts"]["three_cards"]
    seen = Counter(rank.category for rank in RANKED.values())
    assert len(HANDS) == 22100
    assert {category.name.lower(): count for category, count in seen.items()} == {
        category.name.lower(): figures[category.name.lower()] for category in Category
    }
    assert sum(is_mini_royal(hand) for hand in HANDS) == figures["mini_royal"]
    assert len(set(RANKED.values())) == figures["distinct_ranks"]
    queen_high = parse_threshold("Q-high")
    assert sum(r >= queen_high for r in RANKED.values()) == figures["dealer_qualifies"]


def test_the_mini_royals_are_the_suited_aces_kings_and_queens() -> None:
    assert [hand for hand in HANDS if is_mini_royal(hand)] == [
        parse_cards(f"Q{suit} K{suit} A{suit}") for suit in "cdhs"
    ]


def test_the_stronger_a_category_the_rarer() -> None:
    """Why a straight beats a flush here: there are fewer. Only three of a kind is out of line."""
    seen = Counter(rank.category for rank in RANKED.values())
    assert seen[Category.STRAIGHT] < seen[Category.FLUSH]
    counts = [seen[category] for category in Category]
    assert counts == sorted(counts, reverse=True)


# --- the order ---------------------------------------------------------------------------------


def test_the_written_order_holds_every_kind_of_hand_once() -> None:
    assert len(ORDER) == len(PLACE) == 741
    assert {place(hand) for hand in HANDS} == set(range(741))
    assert [place(hand) for hand in CLASSES] == list(range(741))


def test_all_hands_against_the_written_order() -> None:
    """Two hands are worth the same exactly where they stand at the same place."""
    value = {rank: i for i, rank in enumerate(sorted(set(RANKED.values())))}
    assert [value[RANKED[hand]] for hand in HANDS] == [place(hand) for hand in HANDS]


def test_all_classes_in_pairs_against_the_written_order() -> None:
    assert disagreements(rank_hand) == 0


def test_compare_on_all_classes_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Antisymmetric and transitive too, since it is the order of places.

    Ranks are kept once found, to save time; compare itself is as it stands.
    """
    monkeypatch.setattr(module, "rank_hand", cache(rank_hand))
    for i, hand in enumerate(CLASSES):
        assert [compare(hand, other) for other in CLASSES] == [sign(i - j) for j in range(741)]


def test_all_hands_against_pokerkit() -> None:
    """Rhode Island hold'em ranks three cards as here: straight over flush, 3-2-A a straight."""
    lookup = RhodeIslandHoldemHand.lookup
    names = {
        "High card": Category.HIGH_CARD,
        "One pair": Category.PAIR,
        "Flush": Category.FLUSH,
        "Straight": Category.STRAIGHT,
        "Three of a kind": Category.THREE_OF_A_KIND,
        "Straight flush": Category.STRAIGHT_FLUSH,
    }
    value = {rank: i for i, rank in enumerate(sorted(set(RANKED.values())))}
    for hand, rank in RANKED.items():
        text = "".join(LETTERS[card.rank - 2] + "cdhs"[card.suit] for card in hand)
        entry = lookup.get_entry(text)
        assert names[entry.label.value] == rank.category, text
        assert entry.index == value[rank], text


def test_all_classes_in_pairs_against_pokerkit() -> None:
    texts = ["".join(LETTERS[c.rank - 2] + "cdhs"[c.suit] for c in hand) for hand in CLASSES]
    theirs = [RhodeIslandHoldemHand.lookup.get_entry(text) for text in texts]
    ours = [rank_hand(hand) for hand in CLASSES]
    for mine, his in zip(ours, theirs, strict=True):
        assert [mine < other for other in ours] == [his < other for other in theirs]


any_hand = st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True).map(tuple)


@given(any_hand, any_hand, any_hand)
def test_compare_is_an_order(a: Hand, b: Hand, c: Hand) -> None:
    assert compare(a, b) == -compare(b, a)
    assert compare(a, a) == 0
    worst, middle, best = sorted((a, b, c), key=rank_hand)
    assert compare(worst, middle) <= 0
    assert compare(middle, best) <= 0
    assert compare(worst, best) <= min(compare(worst, middle), compare(middle, best))


def test_suits_are_never_better_than_others() -> None:
    """Any swap of suits, all hands; these two together make all 24 of them."""
    for suits in ((1, 0, 2, 3), (1, 2, 3, 0)):
        swapped = {card: DECK[4 * (card.rank - 2) + suits[card.suit]] for card in DECK}
        assert all(
            RANKED[tuple(sorted(swapped[card] for card in hand))] == rank
            for hand, rank in RANKED.items()
        )


def test_the_order_of_the_cards_in_the_hand_is_nothing() -> None:
    for suits_and_ranks in CLASSES:
        a, b, c = suits_and_ranks
        rank = rank_hand(suits_and_ranks)
        others = [(a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]
        assert all(rank_hand(hand) == rank for hand in others)
        assert rank_hand([a, b, c]) == rank


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # the examples of the rule pages, and what programs get wrong
        ("A♥ K♣ Q♠", "K♥ Q♦ J♠"),
        ("4♥ 3♣ 2♠", "3♥ 2♦ A♠"),
        ("3♥ 2♦ A♠", "A♣ K♣ 9♣"),  # the lowest straight, above the highest flush but two
        ("9♥ 8♦ 7♠", "K♠ 9♠ 4♠"),  # straight over flush
        ("9♥ 8♥ 7♥", "K♥ K♦ K♠"),
        ("K♥ K♦ K♠", "Q♥ Q♦ Q♠"),
        ("2♥ 2♦ 2♠", "A♥ K♦ Q♠"),
        ("Q♥ J♥ 9♥", "A♥ A♦ K♠"),
        ("8♥ 8♦ Q♠", "8♣ 8♠ 10♦"),  # the third card
        ("Q♥ Q♦ 9♠", "2♥ 2♦ K♠"),  # the pair before the highest card
        ("K♥ K♦ 4♠", "2♥ 2♦ A♠"),
        ("2♥ 2♦ 3♠", "A♥ K♦ J♠"),
        ("A♥ K♦ 2♠", "K♥ Q♦ 10♠"),  # K-A-2 is high card ace
        ("K♠ 9♦ 5♣", "D♥ 8♥ 3♠"),
        ("Q♥ 6♦ 4♠", "Q♣ 6♠ 3♦"),
        ("D♥ Kn♥ 9♥", "10♥ 8♥ 7♥"),
    ],
)
def test_who_wins(better: str, worse: str) -> None:
    hand, other = parse_cards(better), parse_cards(worse)
    assert compare(hand, other) == 1
    assert compare(other, hand) == -1
    assert place(hand) > place(other)


@pytest.mark.parametrize("text", ["K♥ A♦ 2♠", "A♥ Q♦ J♠", "2♥ A♦ 4♠", "K♥ 2♦ 3♠"])
def test_no_straight(text: str) -> None:
    assert rank_hand(parse_cards(text)).category == Category.HIGH_CARD


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("3♥ 2♣ A♠", Category.STRAIGHT, (3,)),
        ("3♥ 2♥ A♥", Category.STRAIGHT_FLUSH, (3,)),
        ("A♠ K♦ Q♥", Category.STRAIGHT, (14,)),
        ("Q♣ 8♥ 8♠", Category.PAIR, (8, 12)),
        ("8♥ 2♣ 8♠", Category.PAIR, (8, 2)),
        ("4♥ 9♥ K♥", Category.FLUSH, (13, 9, 4)),
        ("K♠ 10♥ 4♥", Category.HIGH_CARD, (13, 10, 4)),
        ("7♠ 7♥ 7♣", Category.THREE_OF_A_KIND, (7,)),
    ],
)
def test_what_a_hand_is_worth(text: str, category: Category, ranks: tuple[int, ...]) -> None:
    rank = rank_hand(parse_cards(text))
    assert rank == (category, ranks)
    assert isinstance(rank.category, Category)
    assert all(isinstance(each, Rank) for each in rank.ranks)


def test_straight_tops() -> None:
    """All twelve straights by the letters, and none besides."""
    for high, middle, low in combinations(sorted(Rank, reverse=True), 3):
        letters = "".join(LETTERS[rank - 2] for rank in (high, middle, low))
        runs = [text for text in STRAIGHTS if set(text) == set(letters)]
        top = straight_top(high, middle, low)
        assert (top is None) == (not runs)
        if runs:
            assert top == LETTERS.index(runs[0][0]) + 2


# --- wrong rankings, each seen in a public program: the pairwise test must see them ---------------


def shape_of(hand: Hand) -> tuple[list[int], bool, bool]:
    """Ranks from the highest, whether of one suit, whether a straight."""
    ranks = sorted((int(card.rank) for card in hand), reverse=True)
    same = len({card.suit for card in hand}) == 1
    return ranks, same, ranks[0] - 1 == ranks[1] == ranks[2] + 1 or ranks == [14, 3, 2]


def right(hand: Hand) -> tuple[int, list[int]]:
    """A third ranking, to make wrong ones of."""
    ranks, same, straight = shape_of(hand)
    if straight:
        return (5 if same else 3), [3] if ranks == [14, 3, 2] else ranks[:1]
    if len(set(ranks)) == 1:
        return 4, ranks
    if len(set(ranks)) == 2:
        return 1, [ranks[1], ranks[0] + ranks[2] - ranks[1]]
    return (2 if same else 0), ranks


def ace_never_low(hand: Hand) -> tuple[int, list[int]]:
    ranks, same, _ = shape_of(hand)
    return ((2 if same else 0), ranks) if ranks == [14, 3, 2] else right(hand)


def ace_low_straight_is_the_best(hand: Hand) -> tuple[int, list[int]]:
    ranks, same, _ = shape_of(hand)
    return ((5 if same else 3), [14]) if ranks == [14, 3, 2] else right(hand)


def ace_high_straight_counts_as_three_high(hand: Hand) -> tuple[int, list[int]]:
    ranks, same, _ = shape_of(hand)
    return ((5 if same else 3), [3]) if ranks == [14, 13, 12] else right(hand)


def ace_high_straight_counts_as_king_high(hand: Hand) -> tuple[int, list[int]]:
    ranks, same, _ = shape_of(hand)
    return ((5 if same else 3), [13]) if ranks == [14, 13, 12] else right(hand)


def round_the_corner(hand: Hand) -> tuple[int, list[int]]:
    ranks, same, _ = shape_of(hand)
    return ((5 if same else 3), [2]) if ranks == [14, 13, 2] else right(hand)


def pairs_by_highest_card_first(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return category, sorted(shape_of(hand)[0], reverse=True) if category == 1 else ranks


def third_card_ignored(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return category, ranks[:1] if category == 1 else ranks


def flush_over_straight(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return {2: 3, 3: 2}.get(category, category), ranks


def only_the_top_card(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return category, ranks[:1]


def pair_of_aces_with_any_ace(hand: Hand) -> tuple[int, list[int]]:
    """2-2-A beats K-K-4: an ace counts for the pair."""
    category, ranks = right(hand)
    return category, [14, *ranks] if category == 1 and 14 in ranks else ranks


def three_of_a_kind_over_straight_flush(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return {4: 5, 5: 4}.get(category, category), ranks


def lowest_card_first(hand: Hand) -> tuple[int, list[int]]:
    category, ranks = right(hand)
    return category, ranks[::-1]


def suits_decide(hand: Hand) -> tuple[int, list[int], int]:
    category, ranks = right(hand)
    return category, ranks, max(hand).suit


WRONG = [
    ace_never_low,
    ace_low_straight_is_the_best,
    ace_high_straight_counts_as_three_high,
    ace_high_straight_counts_as_king_high,
    round_the_corner,
    pairs_by_highest_card_first,
    third_card_ignored,
    flush_over_straight,
    only_the_top_card,
    pair_of_aces_with_any_ace,
    three_of_a_kind_over_straight_flush,
    lowest_card_first,
]


def test_the_third_ranking_is_right() -> None:
    assert disagreements(right) == 0


@pytest.mark.parametrize("wrong", WRONG)
def test_the_order_sees_wrong_rankings(wrong: Callable[[Hand], Any]) -> None:
    assert disagreements(wrong) > 0


def test_suits_that_decide_are_seen_among_hands_of_one_place() -> None:
    def spread(key: Callable[[Hand], Any]) -> int:
        """How many kinds of hand a ranking splits in two or more."""
        found: dict[int, set[str]] = {}
        for hand in HANDS:
            found.setdefault(place(hand), set()).add(repr(key(hand)))
        return sum(len(values) > 1 for values in found.values())

    assert spread(rank_hand) == 0
    assert spread(suits_decide) > 600


def test_a_right_census_does_not_prove_the_order() -> None:
    """Most wrong rankings still count every category right, so the counts alone see nothing."""
    figures = FIGURES["counts"]["three_cards"]
    names = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]
    blind = []
    for wrong in WRONG:
        seen = Counter(wrong(hand)[0] for hand in HANDS)
        if [seen[i] for i in range(6)] == [figures[name] for name in names]:
            blind.append(wrong)
    assert pairs_by_highest_card_first in blind
    assert len(blind) == 8


# --- names and sentences -----------------------------------------------------------------------

KINDS = list(Category)


def hands_that_differ_at(category: Category, position: int) -> list[tuple[Hand, Hand]]:
    """Better and worse hands of one category whose first difference is here.

    One couple for each two ranks that can meet at this position.
    """
    found: dict[tuple[int, int], tuple[Hand, Hand]] = {}
    same = [hand for hand in CLASSES if RANKED[tuple(sorted(hand))].category == category]
    for worse, better in combinations(same, 2):
        low, high = rank_hand_kept(worse).ranks, rank_hand_kept(better).ranks
        if low[:position] == high[:position] and low[position] != high[position]:
            found.setdefault((high[position], low[position]), (better, worse))
    return list(found.values())


rank_hand_kept = cache(rank_hand)
POSITIONS = {
    Category.HIGH_CARD: 3, Category.PAIR: 2, Category.FLUSH: 3, Category.STRAIGHT: 1,
    Category.THREE_OF_A_KIND: 1, Category.STRAIGHT_FLUSH: 1,
}  # fmt: skip
DECIDING = [(category, at) for category, many in POSITIONS.items() for at in range(many)]


def told_by_the_letters(text: str, category: Category) -> list[str]:
    """What decides, the most telling first, from the letters of ORDER alone."""
    if category == Category.PAIR:
        return [text[0], text[2]]
    return list(text) if category in (Category.HIGH_CARD, Category.FLUSH) else [text[0]]


@pytest.mark.parametrize(("category", "at"), DECIDING, ids=lambda value: str(value))
def test_the_sentence_names_the_card_that_decides(category: Category, at: int) -> None:
    """In every language, for every two ranks that can decide there; whoever is asked first."""
    couples = hands_that_differ_at(category, at)
    assert len(couples) > (30 if at < 2 else 10)
    for better, worse in couples:
        best = told_by_the_letters(ORDER[place(better)][0], category)
        least = told_by_the_letters(ORDER[place(worse)][0], category)
        first = next(i for i, (a, b) in enumerate(zip(best, least, strict=True)) if a != b)
        assert first == at == deciding_position(rank_hand(better), rank_hand(worse))
        for code in CODES:
            words = language(code)
            sentence = explain(better, worse, code)
            assert sentence == explain(worse, better, code)
            assert "{" not in sentence
            assert sentence.startswith(" ".join(card.text(code) for card in better))
            assert " ".join(card.text(code) for card in worse) in sentence
            higher = words.ranks[LETTERS.index(best[at]) + 2].name
            lower = words.ranks[LETTERS.index(least[at]) + 2].name
            template = words.explain[category.name.lower()][at]
            many = words.ranks[rank_of(better)].many
            assert sentence.endswith(f"{template.format(a=higher, b=lower, many=many)}.")
            assert template.index("{a}") < template.index("{b}")


def rank_of(hand: Hand) -> int:
    """The rank held twice, or the highest."""
    counts = Counter(card.rank for card in hand)
    return max(counts, key=lambda rank: (counts[rank], rank))


@pytest.mark.parametrize("code", CODES)
def test_each_position_has_a_sentence_of_its_own(code: str) -> None:
    sentences = [language(code).explain[c.name.lower()][at] for c, at in DECIDING]
    assert len(set(sentences)) == len(sentences) == 11
    for category, many in POSITIONS.items():
        assert len(language(code).explain[category.name.lower()]) == many


@pytest.mark.parametrize("code", CODES)
def test_across_categories_the_sentence_names_both(code: str) -> None:
    one_of_each = {rank_hand(hand).category: hand for hand in CLASSES[::-1]}
    for better, worse in product(Category, Category):
        if better <= worse:
            continue
        sentence = explain(one_of_each[worse], one_of_each[better], code)
        cards = " ".join(card.text(code) for card in one_of_each[better])
        assert sentence.startswith(cards)
        reason = sentence.split(": ", 1)[1]
        assert reason.index(better.text(code)) < len(reason)
        assert reason.rindex(worse.text(code)) > reason.index(better.text(code)) or (
            worse.text(code) in better.text(code)  # "flush" stands in "straight flush"
        )
        assert "{" not in sentence


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("category", Category)
def test_equal_hands_tie_and_suits_are_said_not_to_count(category: Category, code: str) -> None:
    hand = next(hand for hand in CLASSES if rank_hand(hand).category == category)
    twin = tuple(DECK[4 * (card.rank - 2) + (card.suit + 1) % 4] for card in hand)
    assert rank_hand(twin) == rank_hand(hand)
    assert deciding_position(rank_hand(hand), rank_hand(twin)) is None
    sentence = explain(hand, twin, code)
    verb = language(code).explain["tie"][0].split("{loser}")[1].split("{reason}")[0]
    assert verb in sentence
    assert describe(hand, code) in sentence
    assert "{" not in sentence


def test_sentences_as_they_are_read() -> None:
    a, b = parse_cards("8♥ 8♣ Q♠"), parse_cards("8♦ 8♠ 10♠")
    assert explain(b, a) == (
        "8♥ 8♣ Q♠ beats 8♦ 8♠ 10♠: both are pairs of eights; the third card decides, "
        "queen over ten."
    )
    assert explain(a, b, "nb") == (
        "8♥ 8♣ D♠ slår 8♦ 8♠ 10♠: begge har par i åttere; det tredje kortet avgjør, dame over tier."
    )
    assert explain(parse_cards("9♥ 8♦ 7♠"), parse_cards("K♠ 9♠ 4♠")) == (
        "9♥ 8♦ 7♠ beats K♠ 9♠ 4♠: straight ranks above flush."
    )
    assert explain(parse_cards("9♥ 8♦ 7♠"), parse_cards("9♠ 8♣ 7♦")) == (
        "9♥ 8♦ 7♠ and 9♠ 8♣ 7♦ tie: nine-high straight (9-8-7), card for card, "
        "and suits never decide."
    )
    assert explain(parse_cards("3♥ 2♦ A♠"), parse_cards("4♥ 3♦ 2♠")).endswith(
        "the highest card decides, four over three."
    )


@pytest.mark.parametrize("code", CODES)
def test_every_kind_of_hand_has_a_description_of_its_own(code: str) -> None:
    texts = [describe(hand, code) for hand in CLASSES]
    assert len(set(texts)) == 741
    assert not any("{" in text or "  " in text or not text for text in texts)


def test_descriptions_as_they_are_read() -> None:
    for text, name in {
        "K♠ 10♥ 4♥": "king high (K-10-4)",
        "Q♣ 8♥ 8♠": "pair of eights with queen (8-8-Q)",
        "4♥ 9♥ K♥": "king-high flush (K-9-4)",
        "A♠ Q♦ K♥": "ace-high straight (A-K-Q)",
        "A♠ 2♦ 3♥": "three-high straight (3-2-A)",
        "6♠ 6♦ 6♥": "three sixes",
        "A♠ 2♠ 3♠": "three-high straight flush (3-2-A)",
    }.items():
        assert describe(parse_cards(text)) == name
    assert describe(parse_cards("K♠ D♥ Kn♥"), "da") == "straight med konge høj (K-D-Kn)"


def test_a_hand_is_read_aloud_from_its_most_telling_card() -> None:
    for (text, _), hand in zip(ORDER, CLASSES, strict=True):
        for cards in (hand, hand[::-1], (hand[1], hand[2], hand[0])):
            assert "".join(LETTERS[rank - 2] for rank in ranks_in_order(cards)) == text


# --- where the decision falls ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "other", "at", "cards"),
    [
        ("8♥ Q♠ 8♣", "A♠ K♥ 9♦", 0, ""),
        ("9♥ 7♥ 2♥", "9♠ 8♥ 7♣", 0, ""),
        ("K♠ 9♦ 5♣", "Q♥ 8♥ 3♠", 1, "K♠ Q♥"),
        ("5♣ K♠ 9♦", "8♥ 3♠ K♥", 2, "9♦ 8♥"),
        ("K♠ 9♦ 5♣", "K♥ 9♥ 3♠", 3, "5♣ 3♠"),
        ("K♠ 2♥ 2♣", "Q♥ Q♣ 9♦", 1, "2♥ 2♣ Q♥ Q♣"),
        ("8♥ Q♠ 8♣", "8♦ 8♠ 10♠", 2, "Q♠ 10♠"),
        ("A♥ 2♣ 3♠", "4♥ 3♦ 2♠", 1, "3♠ 4♥"),
        ("K♥ K♦ K♣", "Q♥ Q♦ Q♣", 1, "K♥ K♦ K♣ Q♥ Q♦ Q♣"),
        ("A♥ K♣ 9♠", "9♥ A♦ K♠", None, ""),
    ],
)
def test_where_two_hands_differ_and_which_cards_say_so(
    hand: str, other: str, at: int | None, cards: str
) -> None:
    mine, theirs = parse_cards(hand), parse_cards(other)
    assert decided_at(rank_hand(mine), rank_hand(theirs)) == at
    assert deciding_cards(mine, theirs) == parse_cards(cards)


def test_pairs_alike_are_those_that_a_visit_finds() -> None:
    groups: dict[HandRank, list[frozenset[Card]]] = {}
    for hand, worth in RANKED.items():
        groups.setdefault(worth, []).append(frozenset(hand))
    visited = sum(a.isdisjoint(b) for same in groups.values() for a in same for b in same)
    assert pairs_alike(RANKED.__getitem__) == visited
    assert pairs_alike(lambda hand: hand) == 0
    assert pairs_alike(lambda hand: None) == len(HANDS) * 18_424


# --- thresholds --------------------------------------------------------------------------------


def test_queen_high_is_above_every_jack_high_and_below_every_queen_high_hand() -> None:
    threshold = parse_threshold("Q-high")
    weakest = min(rank for rank in RANKED.values() if rank >= threshold)
    strongest = max(rank for rank in RANKED.values() if rank < threshold)
    assert weakest == rank_hand(parse_cards("Q♥ 3♦ 2♠"))
    assert strongest == rank_hand(parse_cards("J♥ 10♦ 8♠"))


@pytest.mark.parametrize(
    "text", ["Q-high", "q-high", " Q-high ", "Q–high", "Q high", "queen-high", "D-high", "Q-HIGH"]
)
def test_ways_to_write_queen_high(text: str) -> None:
    assert parse_threshold(text) == (Category.HIGH_CARD, (12,))


def test_every_hand_without_suits_is_a_threshold() -> None:
    for text, same in ORDER:
        if not same:
            assert parse_threshold("-".join(text)) == rank_hand(hand_of(text, same))


def test_a_threshold_is_never_a_flush() -> None:
    assert all(
        parse_threshold("-".join(text)).category not in (Category.FLUSH, Category.STRAIGHT_FLUSH)
        for text, _ in ORDER
    )

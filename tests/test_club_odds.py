"""What a draw brings, against a plain visit of every draw; and the figures that the page prints."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.club.odds import (
    Drawn,
    all_discards,
    best_first,
    dealt_five,
    expected,
    improvements,
)
from tcp.club.printed import (
    PrintedOdds,
    odds_against,
    printed_kinds,
    printed_odds,
    printed_sum,
    rounds_to,
)
from tcp.counting import five_card_counts, five_card_patterns
from tcp.exact import five_ranks
from tcp.fivecard import FiveCategory, FiveRank, rank_five
from tests.test_fivecard import needs_phevaluator, phevaluator

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text(encoding="utf-8"))
PAIR = parse_cards("8♣ 8♦ K♥ J♠ 3♣")
HANDS = [tuple(random.Random(seed).sample(DECK, 5)) for seed in range(4)]


def visited(
    hand: Sequence[Card], discard: Iterable[Card], dead: Iterable[Card] = ()
) -> Counter[FiveRank]:
    """Every draw, one by one, with the readable ranking."""
    left = set(DECK) - set(hand) - set(dead)
    stay = tuple(set(hand) - set(discard))
    return Counter(rank_five((*new, *stay)) for new in combinations(left, 5 - len(stay)))


# --- every draw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [*HANDS, PAIR, parse_cards("5♥ 6♥ 7♥ 8♥ K♣")], ids=str)
def test_all_draws_of_up_to_two_cards(hand: tuple[Card, ...]) -> None:
    found = all_discards(hand)
    for size in range(3):
        for thrown in combinations(hand, size):
            assert dict(found[thrown]) == visited(hand, thrown) == dict(improvements(hand, thrown))


def test_draws_of_three_cards() -> None:
    hand, thrown = HANDS[0], HANDS[0][1:4]
    assert dict(improvements(hand, thrown)) == visited(hand, thrown)


def test_all_32_discards_of_a_short_deck() -> None:
    """Most cards are known to be dead, so that even draws of five can be visited."""
    dead = random.Random(8).sample([card for card in DECK if card not in PAIR], 33)
    found = all_discards(PAIR, dead=dead)
    assert len(found) == 32
    for thrown, drawn in found.items():
        assert dict(drawn) == visited(PAIR, thrown, dead)
        assert drawn.total == comb(14, len(thrown))


def test_drawing_five_new_cards_is_what_is_left_of_all_hands() -> None:
    """All discards find it by subtraction, one discard by its 1,533,939 draws."""
    for hand in (PAIR, HANDS[2]):
        found = all_discards(hand)
        assert found[hand] == improvements(hand, hand)
        assert found[hand].total == 1_533_939
        assert sum(drawn.total for drawn in found.values()) == 2_598_960


@needs_phevaluator
def test_all_32_discards_as_another_program_has_them() -> None:
    """Draw by draw, without any ranking of ours; together they are all hands, each once."""
    evaluate = phevaluator()
    order = five_ranks()  # its 1 is the best of them and 7,462 the weakest
    rest = [card.index for card in DECK if card not in PAIR]
    together: Counter[FiveRank] = Counter()
    for thrown, drawn in all_discards(PAIR).items():
        kept = [card.index for card in PAIR if card not in thrown]
        theirs = Counter(evaluate(*kept, *new) for new in combinations(rest, len(thrown)))
        assert dict(drawn) == {order[-place]: draws for place, draws in theirs.items()}
        together.update(drawn)
    assert together == dict(dealt_five())


def test_discards_come_in_order_and_each_once() -> None:
    found = list(all_discards(PAIR))
    assert found == [thrown for size in range(6) for thrown in combinations(PAIR, size)]
    assert all_discards(list(PAIR)).keys() == set(found)


def test_the_order_of_hand_discard_and_dead_cards_does_not_matter() -> None:
    dead = parse_cards("2♣ 8♥")
    usual = improvements(PAIR, PAIR[2:], dead=dead)
    assert usual == improvements(PAIR[::-1], reversed(PAIR[2:]), dead=iter(dead[::-1]))
    assert usual.total == comb(45, 3)


def test_standing_pat_changes_nothing() -> None:
    assert dict(improvements(PAIR, ())) == {rank_five(PAIR): 1}


def test_folded_cards_that_nobody_saw_change_nothing() -> None:
    """Over all cards that somebody may have folded, the chance is what it is without them."""
    unseen = [card for card in DECK if card not in PAIR]

    def better(drawn: Drawn) -> Fraction:
        return drawn.p(lambda rank: rank.category > FiveCategory.PAIR)

    plain = better(improvements(PAIR, PAIR[2:]))
    each = [better(improvements(PAIR, PAIR[2:], dead=(card,))) for card in unseen]
    assert sum(each) / 47 == plain
    assert len(set(each)) > 1


def test_all_hands_from_a_full_deck() -> None:
    dealt = dealt_five()
    assert dealt.map(lambda rank: rank.category) == five_card_counts()
    by_rank: Counter[FiveRank] = Counter()
    for pattern in five_card_patterns():
        suits = [0] * 5 if pattern.one_suit else [0, 1, 2, 3, 0]
        hand = [Card(*pair) for pair in zip(pattern.ranks, suits, strict=True)]  # type: ignore[arg-type]
        by_rank[rank_five(hand)] += pattern.hands
    assert dict(dealt) == by_rank


# --- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hand", "thrown"),
    [
        ("pair_draw_three", "8♣ 8♦ K♥ J♠ 3♣", "K♥ J♠ 3♣"),
        ("three_of_a_kind_draw_two", "8♣ 8♦ 8♥ J♠ 3♣", "J♠ 3♣"),
    ],
)
def test_the_published_draws(name: str, hand: str, thrown: str) -> None:
    published = dict(FIGURES["draw"][name])
    drawn = improvements(parse_cards(hand), parse_cards(thrown))
    assert drawn.total == published.pop("draws")
    kinds = drawn.map(lambda rank: rank.category)
    for kind, draws in published.items():
        assert kinds[FiveCategory[kind.upper()]] == draws


def test_two_pair_with_aces_is_a_question_of_one_line() -> None:
    drawn = improvements(parse_cards("8♣ 8♦ A♥ J♠ 3♣"), parse_cards("J♠ 3♣"))
    aces_up = drawn.p(
        lambda rank: rank.category == FiveCategory.TWO_PAIR and rank.ranks[0] == Rank.ACE
    )
    assert aces_up == Fraction(126, 1081)


def test_the_expectation_of_a_score() -> None:
    drawn = improvements(PAIR, PAIR[2:])
    pays: dict[FiveCategory, int | Fraction] = {
        FiveCategory.TWO_PAIR: 2,
        FiveCategory.THREE_OF_A_KIND: Fraction(7, 2),
    }
    by_hand = Fraction(2 * 2592, 16215) + Fraction(7, 2) * Fraction(1854, 16215)
    assert expected(drawn, pays) == by_hand
    assert expected(drawn, lambda rank: pays.get(rank.category, 0)) == by_hand
    assert expected(drawn, lambda rank: rank.category > FiveCategory.PAIR) == Fraction(4656, 16215)
    assert expected(drawn, {}) == 0
    of_numpy = np.arange(10) - 3
    below = expected(drawn, lambda rank: of_numpy[rank.category])
    assert below == expected(drawn, lambda rank: rank.category - 3)
    assert type(below.numerator) is int


def test_the_best_discard_under_a_score() -> None:
    found = best_first(all_discards(PAIR), lambda rank: rank.category > FiveCategory.PAIR)
    assert found[0] == (PAIR[2:], Fraction(4656, 16215))
    assert len(found) == 32
    worths = [worth for _, worth in found]
    assert worths == sorted(worths, reverse=True)
    assert [thrown for thrown, worth in best_first(all_discards(PAIR), {})][:3] == [
        (),
        (PAIR[0],),
        (PAIR[1],),
    ]


# --- what is refused -----------------------------------------------------------------------------


def anything(value: Any) -> Any:
    """A value whose type isn't looked at before it runs."""
    return value


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: improvements(PAIR[:4], ()), "4 cards (8♣ 8♦ K♥ J♠); a hand here has 5"),
        (lambda: improvements(anything("8♣ 8♦"), ()), "'8' is not a Card"),
        (lambda: improvements((*PAIR[:4], PAIR[0]), ()), "8♣ comes twice"),
        (
            lambda: improvements(PAIR, parse_cards("A♠")),
            "A♠ is not in the hand 8♣ 8♦ K♥ J♠ 3♣",
        ),
        (lambda: improvements(PAIR, PAIR[:1] * 2), "8♣ is thrown away twice"),
        (lambda: improvements(PAIR, anything(3)), "discard = 3: a tuple of cards is asked for"),
        (lambda: improvements(PAIR, anything([2])), "discard: 2 is not a Card"),
        (lambda: improvements(PAIR, (), dead=PAIR[:1]), "8♣ is in the hand and dead"),
        (lambda: improvements(PAIR, (), dead=DECK[:1] * 2), "2♣ is dead twice"),
        (lambda: all_discards(PAIR, dead=anything(5)), "dead = 5: a tuple of cards is asked for"),
        (
            lambda: improvements(PAIR, PAIR[:2], dead=set(DECK[1:]) - set(PAIR)),
            "2 cards to draw, and only 1 are left in the deck",
        ),
        (
            lambda: all_discards(PAIR, dead=set(DECK[1:]) - set(PAIR)),
            "5 cards to draw, and only 1 are left in the deck",
        ),
        (
            lambda: expected(improvements(PAIR, ()), anything({"pair": 1})),
            "'pair' is no FiveCategory",
        ),
        (
            lambda: expected(improvements(PAIR, ()), anything(3)),
            "3 is no score; give a table by category",
        ),
        (lambda: odds_against(Fraction(0)), "odds are taken against a chance above 0"),
        (lambda: odds_against(Fraction(3, 2)), "odds are taken against a chance above 0"),
    ],
)
def test_what_is_refused(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole text is looked at
        call()
    assert sentence in str(refused.value)


def test_against_what_is_sure_the_odds_are_nothing() -> None:
    assert odds_against(Fraction(1)) == 0


# --- the page's figures --------------------------------------------------------------------------


def test_every_row_of_the_statistics() -> None:
    """The exact figures, and which of the printed ones they contradict."""
    kinds = dealt_five().map(lambda rank: rank.category)
    published = FIGURES["counts"]["five_cards"]
    assert {kind.name.lower(): many for kind, many in kinds.items()} == published
    rows = printed_kinds()
    assert [row.kind for row in rows] == sorted(FiveCategory, reverse=True)
    wrong = {row.kind: row.hands for row in rows if row.hands != kinds[row.kind]}
    assert wrong == {FiveCategory.THREE_OF_A_KIND: 54_192}
    assert printed_sum() == kinds.total == sum(row.hands for row in rows) + 720
    unlike = [row.kind for row in rows if not rounds_to(1 / kinds.p(row.kind), row.one_in)]
    assert unlike == [FiveCategory.PAIR]


# Draws that succeed, of all draws; and whether the printed odds are these, rounded. None: the page
# states no odds.
EXACT = {
    ("a pair", "improvement"): (4656, 16215, True),
    ("a pair", "two_pair"): (2592, 16215, True),
    ("a pair", "three_of_a_kind"): (1854, 16215, True),
    ("a pair", "full_house"): (165, 16215, True),
    ("a pair", "four_of_a_kind"): (45, 16215, True),
    ("a pair and an ace", "improvement"): (280, 1081, True),
    ("a pair and an ace", "two_pair_with_aces"): (126, 1081, False),
    ("a pair and an ace", "three_of_a_kind"): (84, 1081, True),
    ("a pair and an ace", "two_pair_without_aces"): (60, 1081, True),
    ("a pair and an ace", "full_house"): (9, 1081, True),
    ("a pair and an ace", "four_of_a_kind"): (1, 1081, True),
    ("two pair", "full_house"): (4, 47, True),
    ("three of a kind, one card kept", "full_house"): (3, 47, False),
    ("three of a kind, one card kept", "four_of_a_kind"): (1, 47, True),
    ("an open straight", "straight"): (8, 47, True),
    ("an open straight", "pair"): (12, 47, None),
    ("a straight with one gap", "straight"): (4, 47, True),
    ("a straight with one gap", "pair"): (12, 47, None),
    ("four cards of a flush", "flush"): (9, 47, False),
    ("four cards of a flush", "pair"): (12, 47, None),
    ("an open straight flush", "straight_flush"): (2, 47, True),
    ("an open straight flush", "pair"): (12, 47, None),
    ("four cards of a royal flush", "royal_flush"): (1, 47, True),
    ("a straight flush with one gap", "straight_flush"): (1, 47, True),
}


def test_every_row_of_the_improvements_by_a_plain_visit() -> None:
    rows = printed_odds()
    assert [(row.situation, row.result) for row in rows] == list(EXACT)
    seen: dict[tuple[Card, ...], Counter[FiveRank]] = {}
    for row in rows:
        draws, total, right = EXACT[row.situation, row.result]
        drawn = improvements(row.hand, row.discard)
        assert drawn.p(row.happens) == Fraction(draws, total)
        if row.hand not in seen:
            seen[row.hand] = visited(row.hand, row.discard)
        plain = seen[row.hand]
        assert (sum(n for rank, n in plain.items() if row.happens(rank)), plain.total()) == (
            draws,
            total,
        )
        against = odds_against(Fraction(draws, total))
        assert (rounds_to(against, row.odds) if row.odds else None) == right


def kept_cards(situation: str, rng: random.Random) -> tuple[Card, ...]:
    """What another hand in the same situation keeps."""
    one, other = rng.sample(list(Rank)[:-1], 2)  # no aces
    runs = [[Rank((low + step - 2) % 13 + 2) for step in range(5)] for low in range(1, 11)]
    apart = rng.sample(list(Rank), 4)
    while any(set(apart) < set(run) for run in runs):
        apart = rng.sample(list(Rank), 4)
    with_gap = list(rng.choice(runs[:-1]))
    with_gap.pop(rng.randint(1, 3))
    all_ranks: dict[str, list[Rank]] = {
        "a pair": [one] * 2,
        "a pair and an ace": [one] * 2 + [Rank.ACE],
        "two pair": [one] * 2 + [other] * 2,
        "three of a kind, one card kept": [one] * 3 + [other],
        "an open straight": rng.choice(runs[1:])[:4],
        "a straight with one gap": with_gap,
        "four cards of a flush": apart,
        "an open straight flush": rng.choice(runs[1:-1])[:4],
        "four cards of a royal flush": rng.sample(runs[-1], 4),
        "a straight flush with one gap": with_gap,
    }
    ranks, suited = all_ranks[situation], "flush" in situation
    while True:
        cards = tuple(rng.sample([card for card in DECK if card.rank in ranks], len(ranks)))
        as_wanted = Counter(card.rank for card in cards) == Counter(ranks)
        if as_wanted and (len({card.suit for card in cards}) == 1) == suited:
            return cards


@pytest.mark.parametrize("row", printed_odds(), ids=lambda row: f"{row.situation}, {row.result}")
def test_the_example_of_a_row_is_as_good_as_any_other(row: PrintedOdds) -> None:
    """Other hands in the same situation have the same odds, if what they throw adds nothing."""
    rng = random.Random(15)
    draws, total, _ = EXACT[row.situation, row.result]
    tried = 0
    while tried < 12:
        kept = kept_cards(row.situation, rng)
        thrown = tuple(rng.sample([card for card in DECK if card not in kept], 5 - len(kept)))
        if rank_five((*kept, *thrown)).category == rank_five(row.hand).category:
            like = row._replace(hand=(*kept, *thrown), discard=thrown)
            assert improvements(*like[1:3]).p(like.happens) == Fraction(draws, total), like
            tried += 1


def test_rounding_looks_at_the_printed_digits() -> None:
    for half_way in ("2", "3"):
        assert rounds_to(Fraction(5, 2), half_way)
    assert rounds_to(Fraction(246, 100), "2.5")
    assert not rounds_to(Fraction(244, 100), "2.5")
    assert rounds_to(Fraction(244, 100), "2")

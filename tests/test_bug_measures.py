"""What the wrong versions do to the game: counted figures against plain ones."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from tcp.bugs import BUGS, KINDS, Bug, bugs_of, worth_of
from tcp.bugs import measures as found
from tcp.cards import DECK, Card, deal
from tcp.exact import analyse
from tcp.payouts import Decision, settle
from tcp.ranking import Category, pairs_alike, rank_hand
from tcp.rules import RULE_NAMES, load_rules

HANDS = list(combinations(DECK, 3))
LIVE = load_rules("live")
COUNTED = bugs_of("ranking", "qualification", "settlement")
RIGHT_EDGE = Fraction(13_733_780, 407_170_400)

UNSEEN = {
    "top_card_first",
    "third_card_first",
    "kicker_ignored",
    "suits_break_ties",
    "flush_by_top_card",
    "low_straight_on_top",
    "ace_ends_low",
    "akq_as_king_high",
    "flush_over_straight",
    "three_over_straight_flush",
}
"""Wrong rankings that leave the edge alone."""


def test_there_are_enough_and_each_says_what_it_is() -> None:
    assert len(BUGS) >= 40
    assert {bug.kind for bug in BUGS.values()} == set(KINDS)
    assert len({bug.title for bug in BUGS.values()}) == len(BUGS)
    for key, bug in BUGS.items():
        assert key == bug.key == bug.wrong.__name__
        assert bug.story.endswith("."), key
        assert "\n" not in bug.story
        assert bool(bug.page) == bool(bug.sentence)
        assert bug.page in ("", *RULE_NAMES)
    assert {bug.page for bug in BUGS.values()} == {"", *RULE_NAMES}


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'rules' is no kind of bug; take ranking"):
        bugs_of("rules")


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_right_version_in_the_same_clothes_has_the_exact_edges(name: str) -> None:
    rules = load_rules(name)
    exact = analyse(rules)
    assert exact.pair_plus
    assert found.house_edge(found.RIGHT, rules) == exact.ante.house_edge
    assert found.house_edge(found.RIGHT, rules, "pair_plus") == exact.pair_plus.house_edge


@pytest.mark.parametrize("bug", COUNTED, ids=lambda bug: bug.key)
def test_the_counts_and_nets_are_those_of_a_plain_visit(bug: Bug) -> None:
    rng = random.Random(bug.key)
    view, nets = found._view(bug, LIVE), found._nets(bug, LIVE)
    judged = [bug.ranking(hand) for hand in HANDS]
    rows, _, results = found._counted(bug, LIVE)
    for at in rng.sample(range(len(rows)), 2):
        mine = int(rows[at])
        plain: Counter[tuple[int, int]] = Counter()
        for theirs, other in enumerate(HANDS):
            if not set(other) & set(HANDS[mine]):
                result = 1 + (judged[theirs] > judged[mine]) - (judged[theirs] < judged[mine])
                plain[int(view.status[theirs]), result] += 1
        for (status, result), many in np.ndenumerate(results[:, :, at]):
            assert plain[status, result] == many
    place: dict[tuple[Card, ...], int] = {hand: number for number, hand in enumerate(HANDS)}
    for _ in range(150):
        player, dealer = [tuple(sorted(hand)) for hand in deal(rng, 3, 3)]
        group, status = view.group[place[player]], view.status[place[dealer]]
        assert bool(status) == bug.qualifies(dealer, LIVE)
        result = 1 - bug.compare(player, dealer)
        for decision, expected in (
            (Decision.PLAY, nets.play[:, group, status, result]),
            (Decision.FOLD, nets.fold[:, group, status]),
        ):
            assert found._of_bets(bug, LIVE, player, dealer, decision) == list(expected)


def test_hands_that_no_exchange_of_suits_tells_apart_stand_for_each_other() -> None:
    bug = BUGS["straight_needs_three_suits"]
    rows, sizes, results = found._counted(bug, LIVE)
    assert (len(rows), sizes.sum()) == (1755, 22_100)
    assert (results.sum(axis=(0, 1)) == 18_424).all()
    assert len(found._counted(BUGS["suits_break_ties"], LIVE)[0]) == 22_100


def test_these_wrong_rankings_leave_the_edge_alone_and_only_these() -> None:
    for bug in bugs_of("ranking"):
        assert (found.house_edge(bug) == RIGHT_EDGE) == (bug.key in UNSEEN), bug.key
    assert len(UNSEEN) >= 5


@pytest.mark.parametrize("key", sorted(UNSEEN - {"suits_break_ties"}))
def test_the_symmetry_says_why(key: str) -> None:
    symmetry = found.symmetry(BUGS[key])
    assert symmetry.holds
    assert symmetry.deals > 0


@pytest.mark.parametrize("key", ["only_top_card", "akq_missed", "ace_worth_one"])
def test_the_symmetry_fails_where_the_edge_sees_the_fault(key: str) -> None:
    assert not found.symmetry(BUGS[key]).holds


def test_the_symmetry_is_one_of_rankings() -> None:
    with pytest.raises(ValueError, match="tie_wins is a wrong settlement"):
        found.symmetry(BUGS["tie_wins"])


def test_shares_of_wrong_showdowns_by_a_formula_of_their_own() -> None:
    # Two pairs of one rank: 6 ways to share the four cards, two third cards of different ranks.
    deals = 13 * 6 * (12 * 11) * 16
    assert found.wrong_showdowns(BUGS["kicker_ignored"]) == Fraction(deals, found.DEALS)
    # A straight and a flush from one deck, either way round.
    both = sum(
        _flushes_beside(straight, suit)
        for straight in HANDS
        if rank_hand(straight).category == Category.STRAIGHT
        for suit in range(4)
    )
    assert found.wrong_showdowns(BUGS["flush_over_straight"]) == Fraction(2 * both, found.DEALS)
    assert found.wrong_showdowns(BUGS["tie_wins"]) == 0


@cache
def _flushes(left: tuple[Card, ...]) -> int:
    return sum(rank_hand(hand).category == Category.FLUSH for hand in combinations(left, 3))


def _flushes_beside(cards: tuple[Card, ...], suit: int) -> int:
    return _flushes(tuple(card for card in DECK if card.suit == suit and card not in cards))


def test_suits_decide_wrongly_wherever_hands_tie() -> None:
    deals = pairs_alike(rank_hand)
    assert found.wrong_showdowns(BUGS["suits_break_ties"]) == Fraction(deals, found.DEALS)


def test_shares_of_wrong_rounds_by_sampling_and_exactly() -> None:
    bug, rng = BUGS["needs_a_high_card"], random.Random(5)
    wrong = 0
    for _ in range(4_000):
        player, dealer = deal(rng, 3, 3)
        plays = rank_hand(player) >= found.ADVICE
        decision = Decision.PLAY if plays else Decision.FOLD
        nets = [found._of_bets(each, LIVE, player, dealer, decision) for each in (bug, found.RIGHT)]
        wrong += nets[0] != nets[1]
    share = float(found.wrong_rounds(bug))
    assert abs(wrong / 4_000 - share) < 4 * (share * (1 - share) / 4_000) ** 0.5
    # Every tie that is played against a dealer who qualifies.
    ties = sum(
        int(found._counted(found.RIGHT, LIVE)[2][1:, 1, row].sum()) * int(size)
        for row, size in enumerate(found._counted(found.RIGHT, LIVE)[1])
        if found._plays()[found._counted(found.RIGHT, LIVE)[0][row]]
    )
    assert found.wrong_rounds(BUGS["tie_wins"]) == Fraction(ties, found.DEALS)


def test_how_many_hands_are_taken_for_others() -> None:
    misclassed = {bug.key: found.misclassed(bug) for bug in bugs_of("ranking")}
    assert {key: many for key, many in misclassed.items() if many} == {
        "around_the_corner": 64,
        "low_straight_missed": 64,
        "akq_missed": 64,
        "straight_needs_three_suits": 12 * 36,
        "flush_asked_first": 48,
        "straight_asked_first": 48,
        "categories_swapped": 1096 + 720,
        "only_pairs_seen": 1096 + 720 + 48,
    }
    assert found.misqualified(BUGS["always_qualifies"]) == 22_100 - 15_380
    plain = sum(
        worth_of(hand) >= LIVE.qualifying_rank and max(card.rank for card in cards) < 12
        for cards in HANDS
        for hand in [rank_hand(cards)]
    )
    assert found.misqualified(BUGS["needs_a_high_card"]) == plain


# --- what the tests see --------------------------------------------------------------------------


def test_every_wrong_version_but_a_deal_is_seen_by_order_or_settlement_and_right_by_none() -> None:
    for bug in COUNTED:
        order, settlement = found.pairwise_order(bug), found.settlement(bug)
        assert order.found or settlement.found, bug.key
        assert order.found == (bug.kind == "ranking"), bug.key
        assert bool(order.example) == order.found
        assert bool(settlement.example) == settlement.found
    assert not any(seen.found for seen in found.seen_by(found.RIGHT).values())


def test_a_census_does_not_see_hands_that_change_places() -> None:
    swapped, flushes = BUGS["categories_swapped"], BUGS["flush_over_straight"]
    assert found.census(swapped).example == "flush: 720 hands instead of 1,096"
    assert not found.census(flushes).found
    assert not found.every_hand(flushes).found
    assert (
        found.every_hand(BUGS["akq_missed"]).example == "Q♣ K♣ A♣: flush instead of straight flush"
    )


def test_the_smallest_failing_pair_is_the_first_in_the_order_of_the_deck() -> None:
    bug = BUGS["kicker_ignored"]
    example = found.pairwise_order(bug).example
    assert example == "2♣ 2♦ 3♣ ties 2♥ 2♠ 4♣, and loses to it in truth"
    low = next(
        (hand, other)
        for hand in HANDS
        for other in HANDS
        if not set(hand) & set(other)
        and bug.compare(hand, other)
        != (rank_hand(hand) > rank_hand(other)) - (rank_hand(hand) < rank_hand(other))
    )
    assert example.startswith(" ".join(map(str, low[0])))
    assert " ".join(map(str, low[1])) in example


def test_rounds_to_see_a_fault() -> None:
    assert found.rounds_to_see(BUGS["kicker_ignored"]) is None
    needed = found.rounds_to_see(BUGS["needs_a_high_card"])
    assert needed is not None
    assert needed < 1_000
    assert not found.simulation(BUGS["needs_a_high_card"], rounds=needed - 1).found
    assert found.simulation(BUGS["needs_a_high_card"], rounds=needed).found


def test_simulated_rounds_agree_with_the_exact_edge() -> None:
    for key in ("tie_loses", "ante_pushed"):
        played = found.simulated(BUGS[key], 6_000, seed=3)
        edge = found.house_edge(BUGS[key])
        assert edge is not None
        assert abs(played.mean + float(edge)) < 3.5 * played.standard_error
    with pytest.raises(ValueError, match="rounds = 1"):
        found.simulated(BUGS["tie_loses"], 1, seed=3)


# --- deals ---------------------------------------------------------------------------------------


def test_a_second_deck_changes_the_edge_and_can_be_counted() -> None:
    edge = found.house_edge(BUGS["from_two_decks"])
    assert edge is not None
    assert edge != RIGHT_EDGE
    assert (22_100**2) % edge.denominator == 0
    assert found.house_edge(BUGS["coin_sort"]) is None


def test_wrong_deals_have_the_fault_of_their_story() -> None:
    def rounds(key: str, many: int) -> list[tuple[tuple[object, ...], tuple[object, ...]]]:
        dealt = BUGS[key].rounds(random.Random(1))
        return [next(dealt) for _ in range(many)]

    for key in ("coin_sort", "swap_with_any", "stops_early"):
        assert all(len({*one, *two}) == 6 for one, two in rounds(key, 50))
    two_decks = rounds("from_two_decks", 200)
    assert all(len(set(hand)) == 3 for both in two_decks for hand in both)
    assert any(set(one) & set(two) for one, two in two_decks)
    assert any(len(set(one)) < 3 for one, _ in rounds("one_card_at_a_time", 200))
    same = rounds("never_shuffled_again", 24)
    assert same[:8] == same[8:16] == same[16:]
    assert len({card for both in same[:8] for hand in both for card in hand}) == 48


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="'play' is no bet measured here"):
        found.house_edge(found.RIGHT, LIVE, "play")


def test_the_settlements_of_a_wrong_ranking_are_the_right_ones_word_for_word() -> None:
    assert BUGS["kicker_ignored"].settle is not settle
    again = BUGS["kicker_ignored"].settle
    assert again.__code__ is settle.__code__

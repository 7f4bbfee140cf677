"""What the wrong versions do to the game: counted figures against plain ones."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tcp.bugs import BUGS, KINDS, RIGHT, Bug, bugs_of, counted, trials, worth_of
from tcp.bugs import measures as found
from tcp.bugs.__main__ import line, main
from tcp.bugs.examples import DEALT, Example
from tcp.bugs.measured import FILE, TEST_NAMES, measured
from tcp.bugs.symmetry import symmetry
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
    assert found.house_edge(RIGHT, rules) == exact.ante.house_edge
    assert found.house_edge(RIGHT, rules, "pair_plus") == exact.pair_plus.house_edge


@pytest.mark.parametrize("bug", COUNTED, ids=lambda bug: bug.key)
def test_the_counts_and_nets_are_those_of_a_plain_visit(bug: Bug) -> None:
    rng = random.Random(bug.key)
    view, nets = counted.seen_as(bug, LIVE), counted.nets_of(bug, LIVE)
    judged = [bug.ranking(hand) for hand in HANDS]
    rows, _, results = counted.counted(bug, LIVE)
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
            assert counted.paid_in(bug, LIVE, player, dealer, decision) == list(expected)


def test_hands_that_no_exchange_of_suits_tells_apart_stand_for_each_other() -> None:
    bug = BUGS["straight_needs_three_suits"]
    rows, sizes, results = counted.counted(bug, LIVE)
    assert len(rows) == 1755
    assert sizes.sum() == 22_100
    assert (results.sum(axis=(0, 1)) == 18_424).all()
    assert len(counted.counted(BUGS["suits_break_ties"], LIVE)[0]) == 22_100


def test_these_wrong_rankings_leave_the_edge_alone_and_only_these() -> None:
    for bug in bugs_of("ranking"):
        assert (found.house_edge(bug) == RIGHT_EDGE) == (bug.key in UNSEEN), bug.key
    assert len(UNSEEN) >= 5


@pytest.mark.parametrize("key", sorted(UNSEEN - {"suits_break_ties"}))
def test_the_symmetry_says_why(key: str) -> None:
    twins = symmetry(BUGS[key])
    assert twins.holds
    assert twins.deals > 0


@pytest.mark.parametrize("key", ["only_top_card", "akq_missed", "ace_worth_one"])
def test_the_symmetry_fails_where_the_edge_sees_the_fault(key: str) -> None:
    assert not symmetry(BUGS[key]).holds


def test_the_symmetry_is_one_of_rankings() -> None:
    with pytest.raises(ValueError, match="tie_wins is a wrong settlement"):
        symmetry(BUGS["tie_wins"])


def test_shares_of_wrong_showdowns_by_a_formula_of_their_own() -> None:
    # Two pairs of one rank: 6 ways to share the four cards, two third cards of different ranks.
    deals = 13 * 6 * (12 * 11) * 16
    assert found.wrong_showdowns(BUGS["kicker_ignored"]) == Fraction(deals, counted.DEALS)
    # A straight and a flush from one deck, either way round.
    both = sum(
        _flushes_beside(straight, suit)
        for straight in HANDS
        if rank_hand(straight).category == Category.STRAIGHT
        for suit in range(4)
    )
    assert found.wrong_showdowns(BUGS["flush_over_straight"]) == Fraction(2 * both, counted.DEALS)
    assert found.wrong_showdowns(BUGS["tie_wins"]) == 0


@cache
def _flushes(left: tuple[Card, ...]) -> int:
    return sum(rank_hand(hand).category == Category.FLUSH for hand in combinations(left, 3))


def _flushes_beside(cards: tuple[Card, ...], suit: int) -> int:
    return _flushes(tuple(card for card in DECK if card.suit == suit and card not in cards))


def test_suits_decide_wrongly_wherever_hands_tie() -> None:
    deals = pairs_alike(rank_hand)
    assert found.wrong_showdowns(BUGS["suits_break_ties"]) == Fraction(deals, counted.DEALS)


def test_shares_of_wrong_rounds_by_sampling_and_exactly() -> None:
    bug, rng = BUGS["needs_a_high_card"], random.Random(5)
    wrong = 0
    for _ in range(4_000):
        player, dealer = deal(rng, 3, 3)
        plays = rank_hand(player) >= counted.ADVICE
        decision = Decision.PLAY if plays else Decision.FOLD
        nets = [counted.paid_in(each, LIVE, player, dealer, decision) for each in (bug, RIGHT)]
        wrong += nets[0] != nets[1]
    share = float(found.wrong_rounds(bug))
    assert abs(wrong / 4_000 - share) < 4 * (share * (1 - share) / 4_000) ** 0.5
    # Every tie that is played against a dealer who qualifies.
    ties = sum(
        int(counted.counted(RIGHT, LIVE)[2][1:, 1, row].sum()) * int(size)
        for row, size in enumerate(counted.counted(RIGHT, LIVE)[1])
        if counted.advised()[counted.counted(RIGHT, LIVE)[0][row]]
    )
    assert found.wrong_rounds(BUGS["tie_wins"]) == Fraction(ties, counted.DEALS)


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


def test_every_wrong_version_is_seen_by_order_settlement_or_deal_and_right_by_none() -> None:
    for bug in BUGS.values():  # as stored, which is tested below
        seen = {name for name, example in measured()[bug.key].examples.items() if example}
        assert seen & {"pairwise order", "settlement", "deals"}, bug.key
        assert ("pairwise order" in seen) == (bug.kind == "ranking"), bug.key
        assert ("deals" in seen) == (bug.kind == "deal"), bug.key
    assert not any(measured()["right"].examples.values())


def text(example: Example | None) -> str:
    return example.text() if example else "nothing"


def test_a_census_does_not_see_hands_that_change_places() -> None:
    swapped, flushes = BUGS["categories_swapped"], BUGS["flush_over_straight"]
    assert text(trials.census(swapped)) == "flush: 720 hands instead of 1,096."
    assert trials.census(flushes) is trials.every_hand(flushes) is None
    said = text(trials.every_hand(BUGS["akq_missed"]))
    assert said == "Q♣ K♣ A♣: flush instead of straight flush."


def test_the_smallest_failing_pair_is_the_first_in_the_order_of_the_deck() -> None:
    bug = BUGS["kicker_ignored"]
    example = trials.pairwise_order(bug)
    assert example
    assert text(example) == (
        "The program says: 2♣ 2♦ 3♣ ties 2♥ 2♠ 4♣. In truth: 2♣ 2♦ 3♣ loses to 2♥ 2♠ 4♣."
    )
    low = next(
        (hand, other)
        for hand in HANDS
        for other in HANDS
        if not set(hand) & set(other)
        and bug.compare(hand, other)
        != (rank_hand(hand) > rank_hand(other)) - (rank_hand(hand) < rank_hand(other))
    )
    assert example.hands == low


def test_rounds_to_see_a_fault() -> None:
    assert found.rounds_to_see(BUGS["kicker_ignored"]) is None
    needed = found.rounds_to_see(BUGS["needs_a_high_card"])
    assert needed is not None
    assert needed < 1_000
    assert not trials.simulation(BUGS["needs_a_high_card"], rounds=needed - 1)
    assert trials.simulation(BUGS["needs_a_high_card"], rounds=needed)


def test_simulated_rounds_agree_with_the_exact_edge() -> None:
    for key in ("tie_loses", "ante_pushed"):
        played = trials.simulated(BUGS[key], 6_000, seed=3)
        edge = found.house_edge(BUGS[key])
        assert edge is not None
        assert abs(played.mean + float(edge)) < 3.5 * played.standard_error
    with pytest.raises(ValueError, match="rounds = 1"):
        trials.simulated(BUGS["tie_loses"], 1, seed=3)


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
        found.house_edge(RIGHT, LIVE, "play")


def test_the_settlements_of_a_wrong_ranking_are_the_right_ones_word_for_word() -> None:
    assert BUGS["kicker_ignored"].settle is not settle
    again = BUGS["kicker_ignored"].settle
    assert again.__code__ is settle.__code__


def test_each_wrong_deal_is_seen_by_its_own_kind_of_example() -> None:
    kinds = {bug.key: trials.deals(bug) for bug in bugs_of("deal")}
    assert {key: example and example.of for key, example in kinds.items()} == {
        "coin_sort": "place",
        "swap_with_any": "place",
        "stops_early": "place",
        "from_two_decks": "twice",
        "one_card_at_a_time": "twice",
        "never_shuffled_again": "again",
    }
    again, twice = kinds["never_shuffled_again"], kinds["from_two_decks"]
    assert again
    assert (again.wrong, again.right) == (9, 1)
    assert text(again).startswith("Round 9 is round 1 again: ")
    assert twice
    assert set(twice.hands[0]) & set(twice.hands[1])
    assert text(twice).endswith(": a card lies there twice.")
    # A card that stays on top with twice the chance of another, in 4,000 rounds.
    top = kinds["stops_early"]
    assert top
    assert abs(int(top.wrong) - DEALT / 26) < 4 * (DEALT / 26) ** 0.5
    assert "was card number" in text(top)


# --- what is stored ------------------------------------------------------------------------------

STORED = (resources.files("tcp.bugs") / FILE).read_text("utf-8").strip("[\n]").split(",\n")
MEASURED = {bug.key: bug for bug in (RIGHT, *BUGS.values())}


def test_all_are_stored_in_order_and_read_back() -> None:
    assert list(measured()) == list(MEASURED)
    assert tuple(trials.TESTS) == TEST_NAMES
    for key, found_ in measured().items():
        for name, example in found_.examples.items():
            assert example is None or (example.test == name and example.text()), key


@pytest.mark.parametrize("place", range(len(MEASURED)), ids=list(MEASURED))
def test_the_stored_figures_are_what_the_command_measures(place: int) -> None:
    assert line(list(MEASURED.values())[place]) == STORED[place]


def test_stored_simulations_may_have_any_length() -> None:
    tie = measured()["tie_loses"]
    assert tie.rounds_to_see
    assert tie.seen("simulation", tie.rounds_to_see - 1) is None
    enough = tie.seen("simulation", tie.rounds_to_see)
    assert text(enough) == ("14,004,860 rounds put the mean three standard errors off, as a rule.")
    assert measured()["kicker_ignored"].seen("simulation", 10**12) is None
    assert tie.seen("census") is None
    assert tie.seen("settlement") == tie.examples["settlement"]


def test_reading_the_figures_needs_no_numpy() -> None:
    program = "import sys, tcp.bugs.measured as m; m.measured(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--help"], 0, "usage: python -m tcp.bugs [-h] FILE"),
        ([], 2, "required: FILE"),
        (["--output"], 2, "required: FILE"),
        (["no/such/folder.json"], 2, "nothing can be written to no"),
    ],
)
def test_the_command_says_what_it_does_and_writes_nothing_unasked(
    words: list[str], code: int, said: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tcp.bugs", *words],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=30,  # measuring takes longer
    )
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_command_writes_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tcp.bugs.__main__.line", lambda bug: json.dumps({"key": bug.key}))
    path = tmp_path / "mine.json"
    main([str(path)])
    assert json.loads(path.read_text("utf-8")) == [{"key": key} for key in MEASURED]

"""What analyse says of published tables, and of any rules against a visit of every deal."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from tcp import (
    DECK,
    RULE_NAMES,
    Bets,
    Card,
    Category,
    Decision,
    HandRank,
    PayTable,
    Rank,
    Rules,
    load_rules,
    parse_cards,
    parse_threshold,
    rank_hand,
)
from tcp.exact import analyse, hole_card_edge, six_card_counts
from tests.visits import HANDS, net, ranks, visit

FIGURES = tomllib.loads((Path(__file__).parent / "figures.toml").read_text("utf-8"))
PAGAT, LIVE = load_rules("pagat"), load_rules("live")
ANTE_KEYS = ("straight", "three_of_a_kind", "straight_flush")
PAIR_KEYS = ("pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal")
SIX_KEYS = (
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)


def table(keys: tuple[str, ...], ratios: str) -> PayTable:
    return PayTable(dict(zip(keys, map(int, ratios.split("-")), strict=False)))


def per_cent(number: Fraction) -> float:
    return round(float(100 * number), 2)


# --- published figures ----------------------------------------------------------------------------


def test_the_ante_at_best_play() -> None:
    found, figures = analyse(PAGAT), FIGURES["ante"]
    assert found.ante.distribution.total == found.hands * found.dealer_hands == figures["deals"]
    assert found.ante.expected * figures["deals"] == figures["total"] == -13_733_780
    assert per_cent(found.ante.house_edge) == figures["house_edge"]
    assert per_cent(found.ante.element_of_risk) == figures["element_of_risk"]
    assert round(found.ante.sd, 2) == figures["standard_deviation"]
    assert found.hands_played == figures["hands_played"] == 14_900


def test_every_hand_from_queen_six_four_up_plays_and_no_other() -> None:
    found = analyse(PAGAT)
    border = HandRank(Category.HIGH_CARD, (Rank.QUEEN, Rank.SIX, Rank.FOUR))
    assert found.border == border
    assert found.table.plays.tolist() == [rank >= border for rank in ranks()]
    for hand in random.Random(1).sample(HANDS, 50):
        assert (found.best(hand) is Decision.PLAY) == (rank_hand(hand) >= border)


def test_the_values_of_each_rank_span_its_hands() -> None:
    found = analyse(LIVE)
    by_rank: dict[HandRank, list[Fraction]] = {}
    for hand, rank in zip(HANDS, ranks(), strict=True):
        by_rank.setdefault(rank, []).append(found.play_ev(hand))
    spans = {rank: (min(values), max(values)) for rank, values in by_rank.items()}
    assert found.play_values == spans
    assert list(found.play_values) == sorted(spans)


@pytest.mark.parametrize(
    ("strategy", "figure"), [("mimic", "mimic_the_dealer"), ("always", "always_play")]
)
def test_published_strategies(strategy: str, figure: str) -> None:
    edge = analyse(PAGAT, strategy=strategy).ante.house_edge
    assert per_cent(edge) == FIGURES["ante"]["strategies"][figure]


@pytest.mark.parametrize(("ratios", "figures"), FIGURES["ante"]["bonus_tables"].items())
def test_published_bonus_tables(ratios: str, figures: list[float]) -> None:
    ante = analyse(replace(PAGAT, ante_bonus=table(ANTE_KEYS, ratios))).ante
    assert [per_cent(ante.house_edge), per_cent(ante.element_of_risk)] == figures


@pytest.mark.parametrize(("ratios", "figure"), FIGURES["pair_plus"].items())
def test_published_pair_plus_tables(ratios: str, figure: float) -> None:
    report = analyse(replace(PAGAT, pair_plus=table(PAIR_KEYS, ratios))).pair_plus
    assert report is not None
    assert per_cent(report.house_edge) == figure
    assert report.distribution.total == 22_100


@pytest.mark.parametrize(("ratios", "figure"), FIGURES["six_card_bonus"].items())
def test_the_published_six_card_table(ratios: str, figure: float) -> None:
    report = analyse(replace(PAGAT, six_card_bonus=table(SIX_KEYS, ratios))).six_card_bonus
    assert report is not None
    assert per_cent(report.rtp) == figure
    assert report.distribution.total == 20_358_520


def test_the_returns_that_the_live_table_publishes() -> None:
    found = analyse(LIVE)
    assert found.pair_plus is not None
    assert found.six_card_bonus is not None
    reports = (found.ante, found.pair_plus, found.six_card_bonus)
    assert [per_cent(report.rtp) for report in reports] == [96.63, 95.51, 91.44]


def test_six_card_counts() -> None:
    counted = {category.name.lower(): n for category, n in six_card_counts().items()}
    assert counted == FIGURES["counts"]["best_five_of_six"]


def test_one_dealer_card_seen() -> None:
    edge = hole_card_edge(PAGAT)
    assert per_cent(edge) == FIGURES["information"]["one_dealer_card_seen"]
    assert isinstance(edge, Fraction)
    assert list(edge.by_card) == list(DECK)
    assert edge == sum(edge.by_card.values()) / 52
    for card in random.Random(2).sample(DECK, 6):  # suits are alike: counted for this very card
        assert edge.by_card[card] == analyse(PAGAT, dealer_shows=[card]).ante.expected


# --- strategies -----------------------------------------------------------------------------------


def test_a_pattern_plays_that_hand_and_better_ones() -> None:
    assert analyse(PAGAT, strategy="Q-6-4").ante == analyse(PAGAT).ante
    for pattern in ("Q-high", "K-high", "2-2-3", "A-K-J"):
        found = analyse(PAGAT, strategy=pattern)
        threshold = parse_threshold(pattern)
        assert found.table.plays.tolist() == [rank >= threshold for rank in ranks()]
        assert found.ante.expected < analyse(PAGAT).ante.expected
    assert analyse(PAGAT, strategy="Q-high").ante == analyse(PAGAT, strategy="mimic").ante
    assert analyse(PAGAT, strategy="2-high").ante == analyse(PAGAT, strategy="always").ante


def test_a_function_may_look_at_suits() -> None:
    def hearts(hand: tuple[Card, ...]) -> Decision:
        seen.append(hand)
        return Decision.PLAY if any(card.suit.symbol == "♥" for card in hand) else Decision.FOLD

    seen: list[tuple[Card, ...]] = []
    found = analyse(PAGAT, strategy=hearts)
    assert seen == list(HANDS)
    with_hearts = [any(card.suit == 2 for card in hand) for hand in HANDS]
    assert found.hands_played == sum(with_hearts) == 22_100 - 9_139
    assert found.table.plays.tolist() == with_hearts
    assert found.border is None
    everything = analyse(PAGAT)
    expected = sum(
        everything.play_ev(hand) if plays else -1
        for hand, plays in zip(HANDS[:500], with_hearts, strict=False)
    )
    table = found.table
    values = [
        int(v) if p else -table.unit for v, p in zip(table.play_value, table.plays, strict=True)
    ]
    assert Fraction(sum(values), table.unit * 22_100) == found.ante.expected
    assert Fraction(sum(values[:500]), table.unit) == expected


def test_mistakes_cost_the_difference() -> None:
    best, always = analyse(PAGAT), analyse(PAGAT, strategy="always")
    cost = sum(best.mistake(hand) for hand in HANDS if best.best(hand) is Decision.FOLD)
    assert cost / 22_100 == always.ante.house_edge - best.ante.house_edge


def test_strategies_that_are_refused() -> None:
    for nonsense in ("", "bold", "Q-6", "Q♥ 6♦ 4♣", None, 4):
        with pytest.raises(ValueError, match="take best, always, mimic, a function of a hand, or"):
            analyse(PAGAT, strategy=nonsense)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"the strategy answered True to 2♣ 2♦ 2♥; it is to"):
        analyse(PAGAT, strategy=lambda hand: True)  # type: ignore[arg-type, return-value]
    with pytest.raises(ValueError, match="'pagat' are no rules; load_rules gives them"):
        analyse("pagat")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 cards"):
        analyse(PAGAT).play_ev(parse_cards("Qh 6d"))


# --- any rules ------------------------------------------------------------------------------------


def rules_with(rules: Rules = PAGAT, **changes: Any) -> Rules:
    return replace(rules, **changes)


HUGE = Fraction(10**18 + 1, 10**12 + 39)  # nearly a million, and no small denominator
VARIED = {
    "plain": PAGAT,
    "name and source": rules_with(name="other", source="elsewhere"),
    "ante_bonus": rules_with(
        ante_bonus={"pair": 1, "flush": Fraction(5, 2), "straight": 0, "straight_flush": 50}
    ),
    "no ante_bonus": rules_with(ante_bonus={}),
    "huge ratios": rules_with(
        ante_bonus={"pair": HUGE, "flush": 1_000_000, "straight": Fraction(1, 10**12)},
        pair_plus={"pair": HUGE, "mini_royal": 1_000_000},
    ),
    "pair_plus": rules_with(pair_plus={"pair": 0, "flush": Fraction(25, 2), "mini_royal": 200}),
    "no pair_plus": rules_with(pair_plus=None),
    "king qualifies": rules_with(dealer_qualifies="K-high"),
    "every hand qualifies": rules_with(dealer_qualifies="2-high"),
    "only three aces or better": rules_with(dealer_qualifies="A-A-A"),
    "bonus_needs_win": rules_with(bonus_needs_win=True),
    "bonus_needs_win, much paid": rules_with(
        bonus_needs_win=True, ante_bonus={"pair": 3, "flush": HUGE}, dealer_qualifies="9-9-2"
    ),
    "pair_plus_survives_fold": rules_with(pair_plus_survives_fold=False),
    "players_cards_open": rules_with(players_cards_open=True),
    "max_boxes": rules_with(max_boxes=1),
    "six_card_bonus": LIVE,
    "six_card_survives_fold": rules_with(
        LIVE,
        six_card_survives_fold=False,
        pair_plus_survives_fold=False,
        dealer_qualifies="J-high",
        bonus_needs_win=True,
        six_card_bonus={"three_of_a_kind": Fraction(13, 2), "flush": 0, "straight_flush": 9},
    ),
}


def test_every_field_is_varied() -> None:
    changed = {
        field.name
        for field in fields(Rules)
        if any(
            getattr(rules, field.name) != getattr(PAGAT, field.name) for rules in VARIED.values()
        )
    }
    assert changed == {field.name for field in fields(Rules)}


@pytest.mark.parametrize("name", VARIED)
def test_other_rules_against_settling_every_deal(name: str) -> None:
    rules = VARIED[name]
    visited, hands_played = visit(rules)
    found = analyse(rules)
    assert found.hands_played == hands_played
    assert dict(found.joint) == visited
    reports = (found.ante, found.pair_plus, found.six_card_bonus)
    for place, (report, offered) in enumerate(
        zip(reports, (True, rules.pair_plus, rules.six_card_bonus), strict=True)
    ):
        if offered is None:
            assert report is None
            continue
        assert report is not None
        net = found.joint.map(itemgetter(place))
        assert {value: report.distribution.p(value) for value in net} == {
            value: net.p(value) for value in net
        }
        assert report.expected == net.mean == report.distribution.mean
        assert report.rtp == 1 + net.mean == 1 - report.house_edge
        assert report.variance == net.variance
        assert report.sd == pytest.approx(float(net.variance) ** 0.5)
        assert report.hit_frequency == net.p(lambda value: value > 0)
    assert found.ante.average_wager == 1 + Fraction(hands_played, 22_100)
    assert found.ante.element_of_risk == found.ante.house_edge / found.ante.average_wager


@pytest.mark.parametrize("name", ["six_card_survives_fold", "pair_plus", "no pair_plus"])
def test_the_net_of_a_round_with_any_stakes(name: str) -> None:
    rules = VARIED[name]
    stakes = (3, 5 * (rules.pair_plus is not None), 7 * (rules.six_card_bonus is not None))
    visited, _ = visit(rules)
    together: Counter[Fraction] = Counter()
    without_six: Counter[Fraction] = Counter()
    for (ante, pair_plus, six), deals in visited.items():
        together[Fraction(3 * ante + stakes[1] * pair_plus + stakes[2] * six)] += deals
        without_six[Fraction(3 * ante + stakes[1] * pair_plus)] += deals
    assert dict(analyse(rules).net(Bets(*stakes))) == together
    assert dict(analyse(rules).net(Bets(*stakes[:2]))) == without_six


def test_the_net_with_known_cards_or_a_bet_that_is_not_offered() -> None:
    dead = parse_cards("A♠ K♠ Q♠")
    found = analyse(LIVE, dead=dead)
    assert found.net(Bets(1)).mean == found.ante.expected
    with pytest.raises(ValueError, match=r"counted.*analyse rules with six_card_bonus = None"):
        found.net(Bets(1, six_card_bonus=1))
    with pytest.raises(ValueError, match="'pagat' don't offer this bet"):
        analyse(PAGAT).net(Bets(1, six_card_bonus=1))


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        ("six_card_survives_fold", "always"),
        ("six_card_survives_fold", "K-9-2"),
        ("pair_plus_survives_fold", "A-A-2"),
        ("king qualifies", "mimic"),
    ],
)
def test_side_bets_with_other_strategies(name: str, strategy: str) -> None:
    rules = VARIED[name]

    border = {"always": parse_threshold("2-high"), "mimic": rules.qualifying_rank}.get(strategy)
    least = border or parse_threshold(strategy)

    def decide(hand: tuple[Card, ...]) -> Decision:
        return Decision.PLAY if rank_hand(hand) >= least else Decision.FOLD

    visited, hands_played = visit(rules, decide)
    for each in (analyse(rules, strategy=strategy), analyse(rules, strategy=decide)):
        assert each.hands_played == hands_played
        assert dict(each.joint) == visited
        assert each.ante.distribution == each.joint.map(lambda nets: nets[0])


def test_the_visit_settles_random_deals_alike() -> None:
    """The visits above put nets together; here whole deals are settled, one by one."""
    rng = random.Random(6)
    for rules in (LIVE, VARIED["six_card_survives_fold"]):
        found = analyse(rules)
        possible = set(found.joint)
        for _ in range(300):
            cards = rng.sample(DECK, 6)
            hand, dealer = tuple(cards[:3]), tuple(cards[3:])
            assert net(rules, hand, dealer, found.best(hand)) in possible


@pytest.mark.parametrize("name", RULE_NAMES)
def test_a_forfeited_pair_plus_changes_nothing_at_best_play(name: str) -> None:
    """Every pair plays, so what a fold forfeits was lost already."""
    rules = load_rules(name)
    found = analyse(replace(rules, pair_plus_survives_fold=False))
    assert found.pair_plus == analyse(rules).pair_plus
    assert analyse(replace(rules, pair_plus_survives_fold=False), strategy="A-A-2").pair_plus != (
        found.pair_plus
    )


def test_results_stay_as_they_were_when_other_rules_come_between() -> None:
    first = analyse(PAGAT).ante.distribution
    for name in ("king qualifies", "six_card_survives_fold"):
        assert analyse(VARIED[name]).joint.total == first.total
    assert analyse(PAGAT).ante.distribution == first


def test_an_analysis_says_what_it_is_of() -> None:
    dead, shown = parse_cards("2c"), parse_cards("Kh")
    assert repr(analyse(PAGAT)) == "<Analysis of 'pagat', strategy='best'>"
    known = analyse(PAGAT, dead=dead, dealer_shows=shown)
    assert repr(known) == "<Analysis of 'pagat', strategy='best', dead=(2♣,), dealer_shows=(K♥,)>"
    assert repr(analyse(PAGAT, dead=dead)).endswith(", dead=(2♣,)>")
    assert repr(analyse(PAGAT, dealer_shows=shown)).endswith("'best', dealer_shows=(K♥,)>")

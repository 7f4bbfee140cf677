"""Junk for every argument of every public function: an answer or a ValueError, nothing else.

The table below calls each function once as it is meant to be called. Then each argument in turn is
replaced by each piece of junk. A piece that happens to be accepted is fine.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

import tcp
from tcp import (
    Bets,
    Decision,
    Distribution,
    cards,
    exact,
    fairness,
    fivecard,
    languages,
    load_rules,
    parse_cards,
    payouts,
    ranking,
    rules,
    scoring,
    sessions,
    showdown,
    simulate,
    table,
)
from tcp.bugs import RIGHT, measured, measures
from tcp.claims import book
from tcp.claims.digits import digits, first_digit, last_place
from tcp.club import (
    bicycle,
    calling,
    contest,
    evening,
    hand,
    jackpot,
    odds,
    opponents,
    played,
    printed,
    record,
    sampled,
    setting,
    sight,
    steps,
    unseen,
)
from tcp.club import openers as club_openers
from tcp.club import ranking as club_ranking
from tcp.exact.patterns import best_five_counts

HAND, DEALER = parse_cards("Qh 6d 4c"), parse_cards("Kh 9d 2c")
FIVE = parse_cards("8c 8d Kh Js 3c")
PAGAT, LIVE = load_rules("pagat"), load_rules("live")
COIN = Distribution({1: 9, -1: 11})


def rng() -> random.Random:
    return random.Random(1)


class Odd:
    """Something that is none of the things asked for."""

    def __repr__(self) -> str:
        return "something odd"


JUNK: dict[str, Any] = {
    "None": None,
    "minus one": -1,
    "five": 5,
    "a huge number": 10**30,
    "a number too long to write": 10**5_000,
    "a number too low to write": -(10**5_000),
    "a fraction too long to write": Fraction(1, 10**5_000),
    "a long text": "x" * 5_000,
    "half a character": "\ud800",
    "half": 0.5,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "a fraction": Fraction(1, 3),
    "True": True,
    "nothing written": "",
    "a word": "x",
    "bytes": b"x",
    "an empty list": [],
    "a list": [1],
    "a dict": {},
    "a dict with a word": {"x": "y"},
    "a card": HAND[0],
    "an object": Odd(),
}


def round_with(rules: Any, seed: Any, chips: Any) -> None:
    """Open a round, and bet in it: whoever sits down without chips finds out then."""
    table.Round(rules, seed, chips=chips).bet("Kari", Bets(1))


def dealt() -> table.Round:
    opened = table.Round(PAGAT, 3)
    opened.bet("Kari", Bets(5))
    opened.deal()
    return opened


def finished() -> table.Round:
    opened = dealt()
    opened.decide(1, Decision.PLAY)
    return opened


def staked() -> table.Round:
    opened = table.Round(PAGAT, 3)
    opened.bet("Kari", Bets(5))
    return opened


def club_over() -> hand.Hand:
    played = club_hand()
    opponents.play_on(played, [opponents.CAREFUL, opponents.BOLD], rng())
    return played


def club_hand() -> hand.Hand:
    return hand.Hand(setting.Setting(["Kari", "Ola"], [20, 20], seed=4))


ADVICE = scoring.advise(HAND, PAGAT)
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Card": (tcp.Card, {"rank": tcp.Rank.ACE, "suit": tcp.Suit.CLUBS}),
    "Card.parse": (tcp.Card.parse, {"text": "Qh", "language": "en"}),
    "Card.text": (HAND[0].text, {"code": "de"}),
    "Card.name": (HAND[0].name, {"code": "de"}),
    "Rank.letter": (tcp.Rank.ACE.letter, {"code": "de"}),
    "parse_cards": (cards.parse_cards, {"text": "Qh 6d", "language": "en"}),
    "parse_pattern": (cards.parse_pattern, {"text": "Q-6-4", "language": "en"}),
    "deal": (lambda rng, size: cards.deal(rng, size), {"rng": rng(), "size": 3}),
    "Distribution": (Distribution, {"weights": {1: 2}}),
    "Distribution.count": (Distribution.count, {"values": [1, 1]}),
    "Distribution.p": (COIN.p, {"event": 1}),
    "Distribution.given": (COIN.given, {"event": lambda net: net > 0}),
    "Distribution.map": (COIN.map, {"function": lambda net: 2 * net}),
    "Distribution.repeat": (COIN.repeat, {"times": 2}),
    "rank_hand": (ranking.rank_hand, {"cards": HAND}),
    "is_mini_royal": (ranking.is_mini_royal, {"cards": HAND}),
    "compare": (ranking.compare, {"hand": HAND, "other": DEALER}),
    "explain": (ranking.explain, {"hand": HAND, "other": DEALER, "code": "en"}),
    "describe": (ranking.describe, {"cards": HAND, "code": "en"}),
    "deciding_cards": (ranking.deciding_cards, {"hand": HAND, "other": DEALER}),
    "pairs_alike": (ranking.pairs_alike, {"key": len}),
    "ranks_in_order": (ranking.ranks_in_order, {"cards": HAND}),
    "parse_threshold": (ranking.parse_threshold, {"text": "Q-6-4"}),
    "write_threshold": (ranking.write_threshold, {"text": "Q-6-4", "code": "en"}),
    "rank_five": (fivecard.rank_five, {"cards": FIVE}),
    "best_five": (fivecard.best_five, {"cards": FIVE}),
    "shuffled": (fairness.shuffled, {"shuffle": fairness.fair_shuffle, "rng": rng()}),
    "landings": (
        fairness.landings,
        {"shuffle": fairness.fair_shuffle, "card": HAND[0], "times": 2, "rng": rng()},
    ),
    "all_landings": (
        fairness.all_landings,
        {"shuffle": fairness.fair_shuffle, "times": 2, "rng": rng()},
    ),
    "chi_square": (fairness.chi_square, {"observed": {1: 2}, "expected": {1: 2}}),
    "PayTable": (tcp.PayTable, {"ratios": {"pair": 1}}),
    "load_rules": (rules.load_rules, {"name_or_path": "pagat"}),
    "parse_rules": (rules.parse_rules, {"text": rules.to_toml(PAGAT), "name": "mine"}),
    "to_toml": (rules.to_toml, {"rules": PAGAT}),
    "parse_ratio": (rules.parse_ratio, {"text": "3"}),
    "Bets": (Bets, {"ante": 1, "pair_plus": 1, "six_card_bonus": 1}),
    "qualifies": (payouts.qualifies, {"cards": HAND, "rules": PAGAT}),
    "settle": (
        payouts.settle,
        {
            "rules": LIVE,
            "bets": Bets(1, 1, 1),
            "player": HAND,
            "dealer": DEALER,
            "decision": Decision.PLAY,
        },
    ),
    "ante_bonus_ratio": (payouts.ante_bonus_ratio, {"player": HAND, "rules": PAGAT}),
    "pair_plus_ratio": (payouts.pair_plus_ratio, {"player": HAND, "rules": PAGAT}),
    "pair_plus_lines": (payouts.pair_plus_lines, {"table": PAGAT.pair_plus}),
    "pair_plus_net": (payouts.pair_plus_net, {"table": PAGAT.pair_plus}),
    "six_card_ratio": (
        payouts.six_card_ratio,
        {"player": HAND, "dealer": DEALER, "rules": LIVE},
    ),
    "six_card_lines": (payouts.six_card_lines, {"table": LIVE.six_card_bonus}),
    "six_card_net": (payouts.six_card_net, {"table": LIVE.six_card_bonus}),
    "dealer_ranks": (showdown.dealer_ranks, {"dead": HAND, "dealer_shows": DEALER}),
    "outcomes": (
        showdown.outcomes,
        {"hand": HAND, "rules": PAGAT, "dead": (), "dealer_shows": DEALER},
    ),
    "play_net": (
        showdown.play_net,
        {"hand": HAND, "rules": PAGAT, "dead": (), "dealer_shows": DEALER},
    ),
    "play_value": (
        showdown.play_value,
        {"hand": HAND, "rules": PAGAT, "dead": (), "dealer_shows": DEALER},
    ),
    "weakest_worth_playing": (showdown.weakest_worth_playing, {"rules": PAGAT}),
    "qualifying_chance": (showdown.qualifying_chance, {"rules": PAGAT, "hand": HAND}),
    "Round": (round_with, {"rules": PAGAT, "seed": 1, "chips": {"Kari": 20}}),
    "Round.bet": (
        lambda player, bets, box: table.Round(PAGAT, 1).bet(player, bets, box),
        {"player": "Kari", "bets": Bets(1), "box": 1},
    ),
    "Round.take_back": (lambda box: staked().take_back(box), {"box": 1}),
    "Round.restake": (lambda box, bets: staked().restake(box, bets), {"box": 1, "bets": Bets(1)}),
    "Round.sees": (lambda box: dealt().sees(box), {"box": 1}),
    "Round.dead": (lambda box: dealt().dead(box), {"box": 1}),
    "Round.decide": (
        lambda box, decision: dealt().decide(box, decision),
        {"box": 1, "decision": Decision.PLAY},
    ),
    "Round.malfunction": (lambda fault: dealt().malfunction(fault), {"fault": "a card fell"}),
    "Round.net": (lambda box: finished().net(box), {"box": 1}),
    "Round.felt": (lambda box: dealt().felt(box), {"box": 1}),
    "Round.replay": (table.Round.replay, {"record": finished().record()}),
    "commit": (table.commit, {"deck": tcp.DECK, "salt": bytes(16)}),
    "Table": (table.Table, {"chips": {"Kari": 20}}),
    "Table.sit": (table.Table({"Kari": 20}).sit, {"player": "Ola", "chips": 5}),
    "Table.open_round": (
        lambda rules, seed: table.Table({"Kari": 20}).open_round(rules, seed),
        {"rules": PAGAT, "seed": 1},
    ),
    "advise": (scoring.advise, {"hand": HAND, "rules": PAGAT, "dead": ()}),
    "Advice.value": (ADVICE.value, {"decision": Decision.PLAY}),
    "Advice.cost": (ADVICE.cost, {"decision": Decision.PLAY}),
    "Score.add": (
        lambda **given: scoring.Score().add(**given),
        {"advice": ADVICE, "decision": Decision.PLAY, "ante": 2, "got": 1},
    ),
    "after": (sessions.after, {"distribution": COIN, "rounds": 10}),
    "Session.quantile": (sessions.after(COIN, 4).quantile, {"q": 0.5}),
    "Session.at_most": (sessions.after(COIN, 4).at_most, {"net": 1}),
    "risk_of_ruin": (
        sessions.risk_of_ruin,
        {"distribution": COIN, "bankroll": 5, "rounds": 4, "reserve": 2},
    ),
    "doubling": (sessions.doubling, {"distribution": COIN, "rounds": 4, "steps": 2}),
    "loss_per_hour": (
        sessions.loss_per_hour,
        {"edge": Fraction(1, 30), "rounds_per_hour": 60, "stake": 5},
    ),
    "along": (sessions.along, {"distribution": COIN, "rounds": (1, 2)}),
    "analyse": (
        exact.analyse,
        {"rules": PAGAT, "strategy": "best", "dead": (), "dealer_shows": ()},
    ),
    "Analysis.play_ev": (exact.analyse(PAGAT).play_ev, {"hand": HAND}),
    "Analysis.best": (exact.analyse(PAGAT).best, {"hand": HAND}),
    "Analysis.net": (exact.analyse(PAGAT).net, {"bets": Bets(1)}),
    "hole_card_edge": (exact.hole_card_edge, {"rules": PAGAT}),
    "card_signal_edge": (exact.card_signal_edge, {"rules": PAGAT, "signal": lambda card: card}),
    "hand_signal_edge": (exact.hand_signal_edge, {"rules": PAGAT, "signal": lambda rank: rank}),
    "rank_three": (exact.rank_three, {"cards": np.array([[0], [5], [10]], np.uint8)}),
    "rank_best": (exact.rank_best, {"cards": np.array([[0], [5], [10], [20], [30]], np.uint8)}),
    "simulate": (
        simulate.simulate,
        {
            "rules": PAGAT,
            "rounds": 10,
            "seed": 1,
            "strategy": "best",
            "bets": Bets(1),
            "boxes": 1,
            "executor": None,
        },
    ),
    "sample_paths": (
        simulate.sample_paths,
        {"rules": PAGAT, "rounds": 10, "paths": 2, "seed": 1},
    ),
    "House": (steps.House, {"ante": 1, "limit": 5, "fine": 5}),
    "Step": (steps.Step, {"action": steps.Action.BET, "amount": 2, "cards": ()}),
    "Step.parse": (steps.Step.parse, {"text": "bet 1"}),
    "Setting": (
        setting.Setting,
        {
            "players": ["Kari", "Ola"],
            "chips": [20, 20],
            "dealer": 0,
            "form": bicycle.Form.DRAW,
            "house": steps.House(),
            "pot": 0,
            "rung": None,
            "seed": 1,
        },
    ),
    "Hand": (hand.Hand, {"setting": club_hand().setting}),
    "Hand.take": (
        lambda seat, step: club_hand().take(seat, step),
        {"seat": 1, "step": steps.Step.parse("cut 20")},
    ),
    "sees": (sight.sees, {"hand": club_hand(), "seat": 0}),
    "record": (record.record, {"hand": club_over()}),
    "replay": (record.replay, {"text": record.record(club_over())}),
    "Evening": (evening.Evening, {"chips": {"Kari": 20, "Ola": 20}, "house": None, "seed": 1}),
    "Evening.open_hand": (
        lambda seed: evening.Evening({"Kari": 20, "Ola": 20}).open_hand(seed),
        {"seed": 1},
    ),
    "required": (jackpot.required, {"rung": 2}),
    "may_open": (jackpot.may_open, {"cards": FIVE, "rung": 2}),
    "openers": (jackpot.openers, {"cards": FIVE, "rung": 2}),
    "is_full_hand": (bicycle.is_full_hand, {"rank": tcp.rank_five(FIVE)}),
    "next_form": (bicycle.next_form, {"form": bicycle.Form.DRAW, "bicycle": True}),
    "house_rank": (club_ranking.house_rank, {"cards": FIVE}),
    "part_rank": (club_ranking.part_rank, {"cards": HAND}),
    "showdown": (club_ranking.showdown, {"hands": [FIVE, None], "pot": 10}),
    "split_pot": (club_ranking.split_pot, {"pot": 10, "winners": 2}),
    "improvements": (odds.improvements, {"hand": FIVE, "discard": FIVE[2:], "dead": ()}),
    "expected": (odds.expected, {"drawn": odds.dealt_five(), "score": {tcp.FiveCategory.PAIR: 1}}),
    "best_first": (
        odds.best_first,
        {"discards": {(): odds.dealt_five()}, "score": {tcp.FiveCategory.PAIR: 1}},
    ),
    "contest": (
        contest.contest,
        {"first": opponents.CAREFUL, "second": opponents.CHANCE, "hands": 60, "seed": 1},
    ),
    "odds_against": (printed.odds_against, {"chance": Fraction(1, 5)}),
    "rounds_to": (printed.rounds_to, {"exact": Fraction(1, 5), "printed": "0.2"}),
    "all_deals": (club_openers.all_deals, {"players": 2, "lowest": tcp.Rank.TWO}),
    "look_first": (unseen.look_first, {"pot": 4, "large": (1, 13)}),
    "bet_unseen": (unseen.bet_unseen, {"pot": 4, "raising": (1, 13)}),
    "best_cards": (unseen.best_cards, {"plan": unseen.look_first, "pot": 4}),
    "sample_openers": (sampled.sample_openers, {"deals": 3, "seed": 1, "players": 2}),
    "called_down": (
        calling.called_down,
        {"form": bicycle.Form.MEMPHIS, "players": ["Kari", "Ola"], "seed": 1, "laid": [10, 10]},
    ),
    "deals_until_opened": (played.deals_until_opened, {"players": 2, "rng": rng()}),
    "open_falsely": (played.open_falsely, {"seed": 1}),
    "best_five_counts": (best_five_counts, {"cards": 5}),
    "digits": (digits, {"printed": "4.9", "exact": Fraction(49, 10)}),
    "last_place": (last_place, {"printed": "4.9"}),
    "first_digit": (first_digit, {"exact": 47}),
    "read_figure": (book.read_figure, {"printed": "2,5 mot 1", "language": "nb"}),
    "house_edge": (measures.house_edge, {"bug": RIGHT, "rules": LIVE, "bet": "ante"}),
    "misclassed": (measures.misclassed, {"bug": RIGHT}),
    "misqualified": (measures.misqualified, {"bug": RIGHT, "rules": LIVE}),
    "Measured.seen": (
        measured.measured()["kicker_ignored"].seen,
        {"test": "simulation", "rounds": 10},
    ),
    "language": (languages.language, {"code": "en"}),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_call_that_is_meant_works(name: str) -> None:
    function, arguments = CALLS[name]
    function(**arguments)


@pytest.mark.parametrize("name", CALLS)
def test_junk_is_answered_or_refused_with_a_sentence(name: str) -> None:
    function, arguments = CALLS[name]
    for place in arguments:
        for what, junk in JUNK.items():
            said = answered(partial(function, **{**arguments, place: junk}))
            if said is not None:
                assert 15 < len(said) < 700, f"{what} for {place}: {said[:700]}"
                assert "Exceeds the limit" not in said, f"{what} for {place}: {said}"
                assert said.encode(), "a sentence that can't be shown"


def answered(call: Callable[[], Any]) -> str | None:
    """What a call refuses with; None where it answers. Any other fault is the test's."""
    try:
        call()
    except ValueError as refusal:
        return str(refusal)
    return None

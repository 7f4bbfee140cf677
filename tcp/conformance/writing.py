"""Makes the stored files, each line from the one definition of the rules."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tcp.bugs import bugs_of, worth_of
from tcp.bugs.cases import Case, hands_by_rank, settlement_cases, showdown_pairs
from tcp.bugs.payments import PAYMENTS
from tcp.cards import parse_cards
from tcp.conformance.questions import FAULTS, FILES, in_code
from tcp.exact import analyse
from tcp.payouts import Bets, Decision, settle
from tcp.ranking import compare, rank_hand
from tcp.rules import RULE_NAMES, load_rules

Line = dict[str, Any]


def _hands() -> Iterator[Line]:
    for order, (rank, hands) in enumerate(hands_by_rank().items()):
        category = rank.category.name.lower()
        yield {"order": order, "category": category, "hands": " ".join(map(in_code, hands))}


def _showdowns() -> Iterator[Line]:
    for hand, other in showdown_pairs():
        yield {"hand": in_code(hand), "other": in_code(other), "result": compare(hand, other)}


@cache
def cases_under(name: str) -> tuple[Case, ...]:
    """The rounds asked under one house's rules: all under "live", which has every bet.

    Houses differ only in what they pay, so every third round does for the others. In the last round
    A-K-Q meets K-Q-J: who pays the mini royal too little need not take it for king-high.
    """
    rules = load_rules(name)
    cases = settlement_cases(rules)
    hands = parse_cards("Ac Kd Qh"), parse_cards("Kc Qd Jh")
    last = Case(rules, Bets(1), *hands, Decision.PLAY)
    return (*cases, last) if name == "live" else cases[::3]


def _settlements() -> Iterator[Line]:
    for name in RULE_NAMES:
        for case in cases_under(name):
            bets, net = case.bets, settle(*case).net
            yield {
                "rules": name,
                "bets": [bets.ante, bets.pair_plus, bets.six_card_bonus],
                "decision": case.decision.value,
                "player": in_code(case.player),
                "dealer": in_code(case.dealer),
                "net": net if isinstance(net, int) else str(net),
            }


def _edges() -> Iterator[Line]:
    for name in RULE_NAMES:
        found = analyse(load_rules(name))
        for bet in ("ante", "pair_plus", "six_card_bonus"):
            report = getattr(found, bet)
            if report is not None:
                yield {"rules": name, "bet": bet, "house_edge": str(report.house_edge)}


def _faults() -> Iterator[Line]:
    """For each wrong answer: the places, from 0, of the questions it is given to."""
    hands = [hand for same in hands_by_rank().values() for hand in same]
    pairs = showdown_pairs()
    cases = [case for name in RULE_NAMES for case in cases_under(name)]
    for bug in (*bugs_of("ranking", "qualification", "settlement"), *PAYMENTS.values()):
        rank, compared, settled = (defaultdict[str, list[Any]](list) for _ in range(3))
        if bug.kind == "ranking":
            for hand in hands:
                category = worth_of(bug.ranking(hand)).category
                if category != rank_hand(hand).category:
                    rank[category.name.lower()].append(in_code(hand))
            for place, pair in enumerate(pairs):
                if (result := bug.compare(*pair)) != compare(*pair):
                    compared[str(result)].append(place)
        for place, case in enumerate(cases):
            if (net := bug.settle(*case).net) != settle(*case).net:
                settled[str(net)].append(place)
        yield {
            "key": bug.key,
            "title": bug.title,
            "rank": {category: " ".join(codes) for category, codes in rank.items()},
            "compare": compared,
            "settle": settled,
        }


MAKERS = {"rank": _hands, "compare": _showdowns, "settle": _settlements, "edge": _edges}
ALL_FILES = {**{file: MAKERS[kind] for kind, file in FILES.items()}, FAULTS: _faults}


def write(folder: Path) -> list[Path]:
    """Write all files into a folder, which is made if it isn't there.

    Returns:
        What was written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file, made in ALL_FILES.items():
        lines = (json.dumps(line, separators=(",", ":")) + "\n" for line in made())
        path = folder / file
        path.write_text("".join(lines), "utf-8", newline="\n")
        written.append(path)
    return written

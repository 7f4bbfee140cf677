"""A program to be asked by the conformance suite: it answers as one wrong version does.

Started with the key of a bug (or "right"), and perhaps with the kinds of question to skip.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tcp.bugs import BUGS, RIGHT, Bug, worth_of
from tcp.bugs.payments import PAYMENTS
from tcp.cards import Card
from tcp.conformance.questions import CARD_CODES
from tcp.payouts import Bets, Decision
from tcp.rules import load_rules

VERSIONS = {"right": RIGHT, **BUGS, **PAYMENTS}


def answer(bug: Bug, line: str) -> str:
    """The answer to one question."""
    kind, *words = line.split()
    if kind == "edge":
        return "skip"
    if kind == "settle":
        rules, ante, pair_plus, six, decision = words[:5]
        cards = _cards(words[5:])
        bets = Bets(int(ante), int(pair_plus), int(six))
        chosen = Decision(decision)
        return str(bug.settle(load_rules(rules), bets, cards[:3], cards[3:], chosen).net)
    cards = _cards(words)
    if kind == "rank":
        return worth_of(bug.ranking(cards)).category.name.lower()
    return str(bug.compare(cards[:3], cards[3:]))


def _cards(words: list[str]) -> tuple[Card, ...]:
    return tuple(CARD_CODES[word] for word in words)


def main(key: str, *skipped: str) -> None:
    """Answer every line of the standard input."""
    for line in sys.stdin:
        print("skip" if line.split()[0] in skipped else answer(VERSIONS[key], line))


if __name__ == "__main__":
    main(*sys.argv[1:])

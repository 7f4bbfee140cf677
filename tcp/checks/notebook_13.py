"""The exercises of notebook 13: twins, five questions, a sentence read literally, a new rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from tcp.bugs import BUGS, RIGHT, Bug
from tcp.bugs.measured import measured
from tcp.bugs.measures import house_edge
from tcp.cards import Card, parse_cards
from tcp.checks import Mistake, NotAttempted, call, expect_numbers, is_number, missing, short
from tcp.payouts import Bets, Decision
from tcp.ranking import rank_hand
from tcp.rules import load_rules

LIVE = load_rules("live")

# --- 13.1: two deals and their twins -------------------------------------------------------------

TWINS = {
    "8-8-8 and 6-5-4": ("8♠ 8♥ 8♦", "6♣ 5♣ 4♣", "three_over_straight_flush"),
    "Q-9-2 and Q-5-4": ("Q♠ 9♦ 2♣", "Q♥ 5♦ 4♣", "only_top_card"),
}


def twin_sum(one: str, other: str, bug: Bug) -> int | Fraction:
    """What a deal and its twin bring together: Ante 1, Q-6-4 and up played."""
    hands, total = (parse_cards(one), parse_cards(other)), Fraction(0)
    for player, dealer in (hands, hands[::-1]):
        plays = rank_hand(player) >= rank_hand(parse_cards("Q♥ 6♦ 4♣"))
        decision = Decision.PLAY if plays else Decision.FOLD
        total += bug.settle(LIVE, Bets(1), player, dealer, decision).net
    return total


def _sums(answer: Any) -> str:
    right = {
        f"{name}, {version}": twin_sum(one, other, bug)
        for name, (one, other, key) in TWINS.items()
        for version, bug in (("right", RIGHT), ("wrong", BUGS[key]))
    }
    bonus = "both hands earn an Ante bonus, whoever wins: three of a kind 4, a straight flush 5."
    fold = "with Q-5-4 in your hand you fold, and that costs the Ante, whatever the dealer has."
    expect_numbers(
        answer,
        right,
        {
            **{
                (f"8-8-8 and 6-5-4, {version}", wrong): bonus
                for version in ("right", "wrong")
                for wrong in (0, 4, 5)
            },
            ("8-8-8 and 6-5-4, right", 2): "this is the first deal alone; add its twin.",
            ("8-8-8 and 6-5-4, wrong", 6): "this is the first deal alone; add its twin.",
            ("Q-9-2 and Q-5-4, right", 0): fold,
            ("Q-9-2 and Q-5-4, right", 2): "this is the first deal alone; add its twin.",
            ("Q-9-2 and Q-5-4, wrong", 0): fold,
            ("Q-9-2 and Q-5-4, wrong", 1): "compared by one card only, two queens tie.",
            ("Q-9-2 and Q-5-4, wrong", -3): "two queens tie here: both stakes come back.",
        },
        "Ante 1 and Play 1 bring +2, 0 or -2, a fold -1. Settle the deal, then swap the hands, "
        "settle again, and add.",
    )
    return (
        "9 and 9: who wins between two hands that play and qualify is no matter to the sum. "
        "1 and -1: Q-5-4 only ever meets Q-9-2 from the dealer's side, so nothing makes up for it."
    )


# --- 13.2: a test of five questions --------------------------------------------------------------

CAUGHT = (
    "top_card_first",
    "third_card_first",
    "kicker_ignored",
    "low_straight_on_top",
    "flush_over_straight",
    "flush_by_top_card",
)
"""The wrong versions that the test must catch, all of them hidden from the house edge."""

MOST_QUESTIONS = 5
RIGHT_AMONG_THEM = 3
"""So often the right program comes again, so that counting calls tells nothing."""

_MISSED = {
    "top_card_first": "Let two pairs meet where the higher pair has the lower third card.",
    "third_card_first": "Let two pairs meet where the higher pair has the lower third card.",
    "kicker_ignored": "Let the same pair meet twice, with two third cards.",
    "low_straight_on_top": "Let 3-2-A meet a straight that beats it.",
    "flush_over_straight": "Let a flush meet a straight.",
    "flush_by_top_card": "Let two flushes meet that have their highest card in common.",
}

Comparing = Callable[[Sequence[Card], Sequence[Card]], int]


class _Asked:
    """A version of `compare` that counts how often it is asked."""

    def __init__(self, bug: Bug) -> None:
        self.times, self.bug = 0, bug

    def compare(self, hand: Sequence[Card], other: Sequence[Card]) -> int:
        self.times += 1
        rank_hand(hand), rank_hand(other)  # refuses what is no hand
        return self.bug.compare(hand, other)


def _passes(answer: Any, bug: Bug) -> bool:
    """What the test says of this version."""
    asked = _Asked(bug)

    def compare(hand: Sequence[Card], other: Sequence[Card]) -> int:
        return asked.compare(hand, other)

    try:
        got = call(answer, (compare,))
    except Mistake as mistake:
        raise Mistake(f"Given a version of compare, {mistake}") from None
    if got is ...:
        raise NotAttempted
    if got is not True and got is not False:
        raise Mistake(
            f"It returns {short(got)}; return True where the program passes your test, False "
            "where it fails."
        )
    if asked.times > MOST_QUESTIONS:
        raise Mistake(
            f"It compares {asked.times:,} times; {MOST_QUESTIONS} are enough. One pair of hands "
            "may catch two of these versions."
        )
    return bool(got)


def _caught(answer: Any) -> str:
    if not callable(answer):
        raise Mistake(f"A function is asked for, and this is {short(answer)}.")
    if not _passes(answer, RIGHT):
        raise Mistake(
            "It fails the right program. Ask compare of tcp what is right for each of your pairs; "
            "it is 1, 0 or -1."
        )
    asked = [*[BUGS[key] for key in CAUGHT], *[RIGHT] * RIGHT_AMONG_THEM]
    for bug in random.Random(132).sample(asked, len(asked)):
        passes = _passes(answer, bug)
        if passes and bug is not RIGHT:
            raise Mistake(f"This one gets through: {bug.title}. {_MISSED[bug.key]}")
        if bug is RIGHT and not passes:
            raise Mistake(
                "It fails the right program when that comes again. What it says may depend on "
                "the answers of compare only, not on what was tested before."
            )
    return "Five comparisons tell all six from the right program. The house edge told none."


# --- 13.3: a sentence read literally -------------------------------------------------------------

MYSTERIES = (
    ("straight_needs_three_suits", "every hand"),
    ("needs_a_high_card", "settlement"),
    ("bonus_only_when_won", "settlement"),
)
"""Wrong versions by key, each with the test whose example is shown."""


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence of a rule page that leads to a wrong version, in our words, by alphabet."""
    return tuple(sorted({bug.sentence for bug in BUGS.values() if bug.sentence}))


def mysteries() -> list[str]:
    """What three wrong programs do, each by its smallest failing example."""
    found = []
    for key, test in MYSTERIES:
        example = measured()[key].examples[test]
        assert example is not None
        found.append(example.text())
    return found


def _traced(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != len(MYSTERIES):
        raise Mistake("Three numbers are asked for, in brackets: a sentence for each program.")
    blanks = missing(dict(zip(("first", "second", "third"), answer, strict=True)))
    for which, got, (key, _) in zip(("first", "second", "third"), answer, MYSTERIES, strict=True):
        if got is ...:
            continue
        if not is_number(got) or got not in range(1, len(sentences()) + 1):
            raise Mistake(f"{which}: the sentences have numbers from 1 to {len(sentences())}.")
        number = int(got)
        if (said := sentences()[number - 1]) != BUGS[key].sentence:
            does = next(bug.title for bug in BUGS.values() if bug.sentence == said)
            raise Mistake(
                f"{which}: read literally, sentence {number} leads to another fault: {does}."
            )
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return "Each is fine for a reader who knows what is meant; a program takes it at its word."


# --- 13.4: a dealer who needs a pair -------------------------------------------------------------

PAIR_RULES = replace(LIVE, dealer_qualifies="2-2-3")


@cache
def pair_edges(*keys: str) -> tuple[Fraction, ...]:
    """The house edge of these versions where the dealer needs a pair; "right" is one."""
    found = []
    for key in keys:
        edge = house_edge(RIGHT if key == "right" else BUGS[key], PAIR_RULES)
        assert edge is not None
        found.append(edge)
    return tuple(found)


def _pairs(answer: Any) -> str:
    right, top, kicker = pair_edges("right", "only_top_card", "kicker_ignored")
    old = {name: measured()[name].house_edge for name in ("right", "only_top_card")}
    same = "here the two differ. Ask this program whether 2♣ 2♦ 9♥ qualifies."
    mistakes: dict[tuple[str, Fraction | int], str] = {
        ("kicker ignored", right): same,
        ("one card only", kicker): "this is the version that ignores the third card of a pair.",
    }
    for name, edge in (("right", right), ("one card only", top), ("kicker ignored", kicker)):
        mistakes[name, -edge] = "the size is right. The house edge is what the player loses."
        for was in old.values():
            if was is not None:
                mistakes[name, was] = (
                    "these are the rules as they were, with a dealer from queens up."
                )
    expect_numbers(
        answer,
        {"right": right, "one card only": top, "kicker ignored": kicker},
        mistakes,
        'Give house_edge the changed rules: replace(live, dealer_qualifies="2-2-3").',
    )
    return (
        f"{float(100 * right):.2f} % twice, and {float(100 * kicker):.2f} %: no high cards meet "
        "any more, so one fault went into hiding; the other came out of it, since a pair "
        "of twos without a third card no longer counts as 2-2-3."
    )


EXERCISES = {"13.1": _sums, "13.2": _caught, "13.3": _traced, "13.4": _pairs}

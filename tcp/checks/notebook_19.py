"""The exercises of notebook 19: a fresh deck, what a decision costs, open cards, fifty rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tcp.cards import Card, deal, parse_cards
from tcp.checks import Mistake, NotAttempted, expect_function, expect_number, short
from tcp.payouts import Decision
from tcp.rules import load_rules
from tcp.scoring import Score, advise
from tcp.showdown import hand_near, qualifying_chance, weakest_worth_playing

PAGAT = load_rules("pagat")

# --- 19.1: a deck has no memory ------------------------------------------------------------------


def _sixth(answer: Any) -> str:
    right = qualifying_chance(PAGAT)
    expect_number(
        answer,
        right,
        {
            right**6: "this is the chance of six times in a row, asked before the first of them.",
            1 - right**6: "this is the chance that it fails at least once in six rounds, asked "
            "before the first of them.",
            1 - right: "this is the chance that the dealer does not qualify.",
            Fraction(1, 2): "two outcomes need not be equally likely: count the hands.",
        },
        "The deck is shuffled anew. How many of the 22,100 hands qualify?",
    )
    return "Five rounds are over, and the deck of the sixth has not heard of them."


# --- 19.2: what a decision costs -----------------------------------------------------------------


def cost(hand: tuple[Card, ...], decision: Decision) -> Fraction:
    """What this decision gives away against the better one, in Antes."""
    return advise(hand, PAGAT).cost(decision)


def _decided(rng: random.Random) -> Iterator[tuple[tuple[Card, ...], Decision]]:
    border = weakest_worth_playing(PAGAT)
    for telling in ("K♠ 9♥ 5♦", "5♠ 3♥ 2♦", "9♥ 8♣ 7♠"):
        for decision in Decision:
            yield parse_cards(telling), decision
    for _ in range(12):
        hand = hand_near(border, rng) if rng.random() < 0.5 else deal(rng, 3)[0]
        yield hand, rng.choice(list(Decision))


def _cost_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    hand, decision = arguments
    advice = advise(hand, PAGAT)
    if got == advice.value(decision):
        return "This is what the decision brings. How much more would the better one bring?"
    if got == -wanted:
        return "The size is right. What a decision gives away is not negative."
    if got in (advice.play - advice.fold, advice.fold - advice.play):
        return "This is the difference of the two, whichever was taken; the better one costs 0."
    bonus = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}
    from_bonus = {Fraction(wanted) - pay for pay in bonus.values()}
    if got in from_bonus:
        return "A Play with this hand also earns its Ante bonus, whatever the dealer holds."
    return "Of a Play: 1 where the dealer doesn't qualify, 2 for a win, 0 for a tie, -2 for a loss."


def _cost(answer: Any) -> str:
    expect_function(answer, cost, _decided(random.Random(192)), _cost_hint)
    return "It prices decisions, and what came of them does not enter."


# --- 19.3: open cards ----------------------------------------------------------------------------

HELD = parse_cards("Q♥ 6♦ 3♣")


def _open_cards(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or not all(isinstance(c, Card) for c in answer):
        raise Mistake(f"Six cards are asked for, as parse_cards gives them, not {short(answer)}.")
    if len(answer) != 6 or len(set(answer)) != 6:
        raise Mistake("Two boxes hold six different cards.")
    mine = [card for card in answer if card in HELD]
    if mine:
        raise Mistake(f"{mine[0]} is in your own hand.")
    rules = load_rules("straight-pays-5")
    play = advise(HELD, rules, dead=answer).play
    before = advise(HELD, rules).play
    if play <= before:
        raise Mistake(
            f"With these a Play is worth {float(play):.4f}, no more than the {float(before):.4f} "
            "without: low cards that are gone make the dealer's hands higher. Which should be gone?"
        )
    if play <= -1:
        raise Mistake(f"With these a Play is worth {float(play):.4f}: still a fold.")
    return (
        f"With these a Play is worth {float(play):.4f} Antes, more than a fold: the cards that the "
        "dealer would need to qualify lie on other boxes."
    )


# --- 19.4: fifty rounds --------------------------------------------------------------------------

ROUNDS = 50


def _fifty(answer: Any) -> str:
    scores = getattr(answer, "scores", None)
    balances = getattr(answer, "balances", None)
    if not isinstance(scores, dict) or not isinstance(balances, dict) or not scores:
        raise Mistake(f"The table itself is asked for, not {short(answer)}.")
    for name, each in scores.items():
        if not isinstance(each, Score) or not isinstance(balances.get(name), list):
            raise Mistake(f"The table itself is asked for, not {short(answer)}.")
    player = max(scores, key=lambda name: scores[name].decisions)
    score: Score = scores[player]
    if not score.decisions:
        raise NotAttempted
    rounds = len(balances[player])
    if rounds < ROUNDS:
        raise Mistake(f"{rounds} of {ROUNDS} rounds so far. Go on, and run this cell again.")
    told = "mistake" if score.mistakes == 1 else "mistakes"
    return (
        f"{rounds} rounds, {score.decisions} decisions, {score.mistakes} {told}, which cost "
        f"{float(score.lost):.2f} chips on average. Luck made {float(score.luck):+.2f}: that is "
        "how far a night can be from how it was played."
    )


EXERCISES = {"19.1": _sixth, "19.2": _cost, "19.3": _open_cards, "19.4": _fifty}

"""The exercises of notebook 07: a margin by hand, a decision, two prices, two other borders."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from tcp.cards import Card, deal, parse_cards
from tcp.checks import STEPS, Mistake, expect_function, expect_numbers, missing
from tcp.payouts import Decision
from tcp.ranking import HandRank, parse_threshold
from tcp.rules import Rules, load_rules
from tcp.showdown import FOLD_VALUE, hand_near, outcomes, play_value, weakest_worth_playing

PAGAT = load_rules("pagat")

# --- 07.1: the margin of Q-6-3 -------------------------------------------------------------------

_NETS: dict[str, int | Fraction] = {"not qualified": 1, "win": 2, "tie": 0, "lose": -2}


def _margin(answer: Any) -> str:
    gains = {case: net - FOLD_VALUE for case, net in _NETS.items()}
    counts = dict(zip(_NETS, outcomes(parse_cards("Q♥ 6♦ 3♣"), PAGAT), strict=True))
    nets = sum(_NETS[case] * hands for case, hands in counts.items())
    margin = sum(gains[case] * hands for case, hands in counts.items())
    hint = "this is the net of the Play. A fold loses 1, so playing gains one more."
    expect_numbers(
        answer,
        {**gains, "together": margin},
        {
            **dict.fromkeys(_NETS.items(), hint),
            ("lose", 1): "a lost Play costs two Antes, a fold one. Which way is the difference?",
            ("together", nets): "this adds the nets. Add what playing gains over a fold.",
            ("together", -margin): "the size is right. Is playing better here, or worse?",
            ("together", Fraction(margin, 18_424)): "this is the mean; the sum is asked for.",
        },
        {
            **dict.fromkeys(
                _NETS, "Take what playing brings in this case, and subtract the -1 of a fold."
            ),
            "together": "weigh each of the four differences by its hands, and add up.",
        },
    )
    return (
        "So a hand is worth a Play exactly if 2 x not qualified + 3 x win + tie is more than lose. "
        "Here it misses by 47 of 18,424, which is 1/392 of an Ante."
    )


# --- 07.2: decide under any rules ----------------------------------------------------------------


def best_decision(hand: tuple[Card, ...], rules: Rules) -> Decision:
    """Play where that is worth more than a fold."""
    return Decision.PLAY if play_value(hand, rules) > FOLD_VALUE else Decision.FOLD


def _qualifying_with(weakest: str) -> Rules:
    return replace(PAGAT, name=f"the dealer needs {weakest}", dealer_qualifies=weakest)


def _decisions(rng: random.Random) -> Iterator[tuple[tuple[Card, ...], Rules]]:
    """The usual rules first, with hands that betray a wrong bar; then others, near their border."""
    for telling in ("K♠ Q♦ 9♣", "K♠ 9♦ 5♣", "9♣ 7♣ 4♥", "4♥ 4♣ 9♠"):
        yield parse_cards(telling), PAGAT
    for weakest in ("Q-high", "5-3-2", "9-high", "K-high", "Q-9-2"):
        rules = _qualifying_with(weakest)
        border = weakest_worth_playing(rules)
        for _ in range(8):
            hand = hand_near(border, rng) if rng.random() < 0.75 else deal(rng, 3)[0]
            if play_value(hand, rules) != FOLD_VALUE:
                yield hand, rules


def _decide(answer: Any) -> str:
    cases = _decisions(random.Random(72))  # one after the other: a wrong answer needs few of them
    expect_function(answer, best_decision, islice(cases, 1), _decision_hint, steps=5 * STEPS)
    expect_function(answer, best_decision, cases, _decision_hint, steps=None)
    return "It compares two expectations, so it finds the border under any rules."


def _decision_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    hand, rules = arguments
    value, counts = play_value(hand, rules), outcomes(hand, rules)
    if got is None:
        return "The function returns nothing yet."
    if not isinstance(got, Decision):
        return "Answer Decision.PLAY or Decision.FOLD."
    if rules.dealer_qualifies != PAGAT.dealer_qualifies:
        return (
            "Other rules have another border. From outcomes(hand, rules) a win brings 2, a dealer "
            "who does not qualify 1, a defeat -2; play if the mean is over -1."
        )
    if wanted is Decision.FOLD:
        return f"Playing brings {float(value):.4f} Antes on average, a fold -1."
    if value > 0:
        return "Playing even gains on average here."
    if 2 * counts.lose <= counts.total:
        return "Playing loses on average, but less than the Ante that a fold costs: the bar is -1."
    return "Losing is likelier here, and still playing costs less than an Ante on average."


# --- 07.3: two readings of "play any queen" ------------------------------------------------------

BEST_EDGE = Fraction(13_733_780, 407_170_400)
QUEEN_HIGH_EDGE = Fraction(14_043_800, 407_170_400)
HOLDS_QUEEN_EDGE = Fraction(126_547_976, 407_170_400)
BARE_QUEEN_EDGE = Fraction(327_788_864, 407_170_400)  # of what holds a queen, nothing else


def _any_queen(answer: Any) -> str:
    first, second = QUEEN_HIGH_EDGE - BEST_EDGE, HOLDS_QUEEN_EDGE - BEST_EDGE
    whole = "this is the whole house edge; subtract that of the best play."
    expect_numbers(
        answer,
        {"queen high or better": first, "holds a queen": second},
        {
            ("queen high or better", QUEEN_HIGH_EDGE): whole,
            ("holds a queen", HOLDS_QUEEN_EDGE): whole,
            ("queen high or better", -first): "a cost is asked for, so the number is positive.",
            ("holds a queen", -second): "a cost is asked for, so the number is positive.",
            ("queen high or better", second): "this is the other reading.",
            ("holds a queen", first): "this plays kings and aces without a queen too.",
            ("holds a queen", BARE_QUEEN_EDGE - BEST_EDGE): "play a pair or better, too.",
        },
        "Take house_edge of analyse(pagat, strategy=…).ante, less that of the best play.",
    )
    return (
        f"One reading costs {float(10_000 * first):.1f} Antes in 10,000 rounds, the other "
        f"{float(10_000 * second):,.0f}: advice is worth what the reader makes of it."
    )


# --- 07.4: the border under changed rules --------------------------------------------------------


def changed_borders() -> tuple[HandRank, HandRank]:
    """The weakest hand worth a Play if the dealer always qualifies, and if no bonus is paid."""
    always = weakest_worth_playing(replace(PAGAT, dealer_qualifies="5-3-2"))
    return always, weakest_worth_playing(replace(PAGAT, ante_bonus=None))


def _borders(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Mistake('Two hands are asked for, in brackets, written as "Q-9-2".')
    named = dict(zip(("always qualifies", "no bonus"), answer, strict=True))
    if blanks := missing(named):
        raise Mistake(blanks)
    found = []
    for name, hand in named.items():
        try:
            found.append(hand if isinstance(hand, HandRank) else parse_threshold(hand))
        except ValueError:
            raise Mistake(
                f'{name}: write the hand as "Q-9-2", or give the border itself.'
            ) from None
    always, plain = found
    right_always, right_plain = changed_borders()
    if always == right_plain:
        raise Mistake("always qualifies: this is still the border of a dealer who needs a queen.")
    if always == parse_threshold("5-3-2"):
        raise Mistake("always qualifies: this is the dealer's weakest hand. Which is yours?")
    if always > right_plain:
        raise Mistake(
            "always qualifies: now a weak hand can win two Antes against a weaker one. Does that "
            "make you play more hands, or fewer?"
        )
    if always != right_always:
        way = "weaker" if always > right_always else "stronger"
        raise Mistake(
            f"always qualifies: not yet, the border is a {way} hand. "
            "analyse(rules).border finds it."
        )
    if plain != right_plain:
        raise Mistake("no bonus: which hands lose their bonus? Are they anywhere near the border?")
    return (
        "If weak dealers must play too, the game turns in your favour, by 18.57 % of the Ante. "
        "Without the bonus it costs 8.66 %, and no decision changes: the bonus comes with hands "
        "that play anyway."
    )


EXERCISES = {"07.1": _margin, "07.2": _decide, "07.3": _any_queen, "07.4": _borders}

"""The exercises of notebook 12: a border by hand, Bayes' rule, a signal, an open card."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from tcp.cards import DECK, Card, Rank, parse_cards
from tcp.checks import agree, expect_function, expect_number, expect_numbers
from tcp.exact import analyse, card_signal_edge, hole_card_edge
from tcp.rules import load_rules
from tcp.showdown import Outcomes, outcomes

PAGAT = load_rules("pagat")

# --- 12.1: the border with a seen king -----------------------------------------------------------


def with_a_king(hand: str) -> Outcomes:
    """How a Play with this hand ends while the dealer shows K♠."""
    return outcomes(parse_cards(hand), PAGAT, dealer_shows=parse_cards("K♠"))


def _margin(counts: Outcomes) -> int:
    return 3 * counts.win + counts.tie - counts.lose


def _king(answer: Any) -> str:
    right: dict[str, Fraction | int] = {}
    mistakes: dict[tuple[str, Fraction | int], str] = {}
    # Beside each hand: how many pairs of ranks it beats.
    otherwise: dict[str, str] = {}
    for name, hand, pairs in (("K-8-7", "K♥ 8♦ 7♣", 20), ("K-9-2", "K♥ 9♦ 2♣", 21)):
        counts = with_a_king(hand)
        wins, margin = f"{name} wins", f"{name} margin"
        right |= {wins: counts.win, margin: _margin(counts)}
        mistakes |= {
            (wins, pairs): "these are pairs of ranks; how many cards make each?",
            (wins, 16 * pairs): "some cards of these ranks are yours, and two spades are a flush.",
            (wins, 15 * pairs): "cards that you hold yourself can't be the dealer's.",
            (wins, counts.win + pairs): "two spades beside the king are a flush, which beats you.",
            (wins, counts.win + counts.tie): "the ties are in this; count them apart.",
            (margin, -_margin(counts)): "the size is right. Is a Play better than a fold here?",
            (margin, 2 * counts.win - 2 * counts.lose): (
                "these are the nets of a Play. A fold loses 1, so each result gains one more."
            ),
            (margin, 3 * counts.win - counts.lose): "a tie gains 1 over a fold: add the ties.",
        }
        otherwise |= {
            wins: "The dealer's two hidden cards must both be lower than a king, of two ranks and "
            "not both spades. First choose their ranks so that you win, then count the suits that "
            "are left.",
            margin: "weigh what each result gains over a fold by its hands, and add up: all "
            "1,128, wins, ties and losses.",
        }
    expect_numbers(answer, right, mistakes, otherwise)
    return (
        "So K-8-7 misses the bar by 72 of 1,128 dealer hands, and K-9-2, the next rank up, clears "
        "it by 52: that is the border."
    )


# --- 12.2: Bayes' rule ---------------------------------------------------------------------------

Chances = Mapping[str, Fraction]


def posterior(prior: Chances, likelihood: Chances) -> dict[str, Fraction]:
    """The chance of each case, once what was seen is known."""
    joint = {case: prior[case] * likelihood[case] for case in prior}
    evidence = sum(joint.values())
    return {case: both / evidence for case, both in joint.items()}


def _beliefs(rng: random.Random) -> Iterator[tuple[Chances, Chances]]:
    half = Fraction(1, 2)
    yield {"fair": half, "two heads": half}, {"fair": half, "two heads": Fraction(1)}
    for cases in (2, 3, 3, 4, 5):
        names = [f"case {number}" for number in range(1, cases + 1)]
        weights = [rng.randint(1, 9) for _ in names]
        prior = {
            name: Fraction(weight, sum(weights))
            for name, weight in zip(names, weights, strict=True)
        }
        likelihood = {name: Fraction(rng.randint(1, 9), 10) for name in names}
        likelihood[names[0]] *= rng.randint(0, 1)
        yield prior, likelihood


def _bayes_hint(arguments: tuple[Any, ...], got: Any, _: Any) -> str:
    prior, likelihood = arguments
    if got is None:
        return "The function returns nothing yet."
    if not isinstance(got, dict) or set(got) != set(prior):
        return "Return a dictionary with a chance for each case of the prior."
    total = sum(likelihood.values())
    if agree(got, likelihood):
        return "This is the likelihood: the chance of what was seen given the case, not the other."
    if agree(got, {case: chance / total for case, chance in likelihood.items()}):
        return "This forgets the prior: it treats all cases as equally likely before the look."
    if agree(got, {case: prior[case] * likelihood[case] for case in prior}):
        return "These don't add up to 1 yet: divide by their sum, the chance of what was seen."
    if agree(got, prior):
        return "This is the prior: what was seen has not changed it."
    return "Multiply prior and likelihood of each case, then divide by the sum of the products."


def _bayes(answer: Any) -> str:
    expect_function(answer, posterior, _beliefs(random.Random(122)), _bayes_hint, tell=False)
    return "Prior times likelihood, then scaled so that the chances add up to 1."


# --- 12.3: the ace a face ------------------------------------------------------------------------


def is_face(card: Card) -> bool:
    """Whether the card is a jack, queen or king."""
    return Rank.JACK <= card.rank <= Rank.KING


@cache
def face_edges() -> tuple[Fraction, Fraction, Fraction]:
    """What the Ante brings without a look, with "face or not", and with the ace as a face."""
    ace_too = card_signal_edge(PAGAT, lambda card: card.rank >= Rank.JACK)
    blind = analyse(PAGAT).ante.expected
    return blind, Fraction(card_signal_edge(PAGAT, is_face)), Fraction(ace_too)


def _face(answer: Any) -> str:
    blind, three, four = face_edges()
    expect_number(
        answer,
        four - blind,
        {
            four: "This is what the Ante brings with the signal. Its value is what it adds.",
            three - blind: "This is the value where the ace is no face.",
            three: "This is what the Ante brings where the ace is no face.",
            blind - four: "The size is right. Does knowing more cost you anything?",
            four - three: "This compares the two signals. Compare with no signal at all.",
        },
        "Take card_signal_edge with a signal that is true for aces too, less what the Ante brings "
        "without a look.",
    )
    return (
        f"{float(100 * (four - blind)):.2f} points instead of {float(100 * (three - blind)):.2f}: "
        "now the low cards, where every hand plays, stand alone behind the answer 'no face'."
    )


# --- 12.4: a house that shows a card and pays no bonus -------------------------------------------


@cache
def open_house() -> tuple[Fraction, int]:
    """What a house keeps that shows a card and pays no bonus, and how many borders move."""
    plain = replace(PAGAT, ante_bonus=None)
    moved = 0
    for rank in Rank:
        card = (DECK[4 * (rank - 2)],)
        borders = [analyse(rules, dealer_shows=card).border for rules in (PAGAT, plain)]
        moved += borders[0] != borders[1]
    return -Fraction(hole_card_edge(plain)), moved


def _open(answer: Any) -> str:
    edge, moved = open_house()
    hidden = analyse(replace(PAGAT, ante_bonus=None)).ante.house_edge
    expect_numbers(
        answer,
        {"house edge": edge, "borders moved": moved},
        {
            ("house edge", -edge): "the size is right. The house edge is what the player loses.",
            ("house edge", hidden): "this house shows no card.",
            ("house edge", Fraction(hole_card_edge(PAGAT))): "this house still pays its bonus.",
            ("house edge", -Fraction(hole_card_edge(PAGAT))): "this house still pays its bonus.",
            ("borders moved", 13): "compare each border with the one where the bonus is paid.",
        },
        {
            "house edge": "Analyse the changed rules: replace(pagat, ante_bonus=None), with a card "
            "shown.",
            "borders moved": "compare, for each rank shown, `analyse(…).border` of the two houses.",
        },
    )
    return (
        f"It keeps {float(100 * edge):.2f} %: 3.37 from before, 5.29 for the bonus that is gone, "
        "less 6.86 for the card. No border moves, since every hand with a bonus plays anyway."
    )


EXERCISES = {"12.1": _king, "12.2": _bayes, "12.3": _face, "12.4": _open}

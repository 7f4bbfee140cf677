"""Other programs that rank poker hands, each given its own cards beforehand."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp import DECK

Hands = NDArray[np.uint8]
Prepared = tuple[Callable[[Any], object], list[Any]]
"""A function that ranks one hand, and hands in the form that it takes."""

TEXTS = [f"{card.rank.letter().replace('10', 'T')}{'cdhs'[card.suit]}" for card in DECK]


def _made_of(cards: list[Any], hands: Hands) -> list[list[Any]]:
    return [[cards[index] for index in hand] for hand in hands.T.tolist()]


def treys(hands: Hands) -> Prepared:
    """Two cards of one's own and five on the table."""
    module: Any = import_module("treys")
    evaluate = module.Evaluator().evaluate
    return lambda hand: evaluate(hand[:2], hand[2:]), _made_of(
        [module.Card.new(text) for text in TEXTS], hands
    )


def eval7(hands: Hands) -> Prepared:
    """A list of its cards."""
    module: Any = import_module("eval7")
    return module.evaluate, _made_of([module.Card(text) for text in TEXTS], hands)


def phevaluator(hands: Hands) -> Prepared:
    """Card numbers, which are the same as ours."""
    evaluate = import_module("phevaluator").evaluate_cards
    return lambda hand: evaluate(*hand), hands.T.tolist()


def pokerkit_seven(hands: Hands) -> Prepared:
    """It tries all 21 fives, so a few hands are enough."""
    module: Any = import_module("pokerkit")
    cards = [next(iter(module.Card.parse(text))) for text in TEXTS]
    return module.StandardHighHand.from_game, _made_of(cards, hands[:, :300])


def pokerkit_three(hands: Hands) -> Prepared:
    """The three-card ranking of Rhode Island hold'em, which is that of our game."""
    module: Any = import_module("pokerkit")
    cards = [next(iter(module.Card.parse(text))) for text in TEXTS]
    return module.RhodeIslandHoldemHand, _made_of(cards, hands)


PROGRAMS = (
    ("eval7", "best of seven", eval7),
    ("phevaluator", "best of seven", phevaluator),
    ("treys", "best of seven", treys),
    ("pokerkit", "best of seven", pokerkit_seven),
    ("pokerkit", "three cards", pokerkit_three),
)


def prepared(package: str, prepare: Callable[[Hands], Prepared], hands: Hands) -> Prepared | str:
    """The program ready to run, or why there is none."""
    try:
        return prepare(hands)
    except ImportError:
        return f"{package} isn't installed here; `pip install -e .[bench]` brings it"

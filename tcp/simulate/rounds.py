"""Simulated rounds one by one: their cards, what each of them gains, and running results."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.exact import Strategy
from tcp.exact.nets import whole
from tcp.exact.strengths import Cards, check_deals
from tcp.payouts import Bets
from tcp.rules import Rules
from tcp.simulate.dealing import BLOCK, deal_block
from tcp.simulate.runs import ONE_CHIP, checked, in_blocks
from tcp.simulate.settling import CODES, game
from tcp.simulate.work import check_seed, check_whole

MOST_HANDS = 20_000_000
"""How many hands are held at once."""


def dealt(rounds: int, *, seed: int, boxes: int = 1) -> Cards:
    """The cards that `simulate` deals with this seed.

    >>> dealt(2, seed=1).shape
    (2, 3, 2)

    The dealer's hand and those of the first boxes are the same with more boxes, and the first
    rounds are the same with more rounds.

    Returns:
        Shape (boxes + 1, 3, rounds): the dealer's hand, then each box's, as indices in `DECK`, the
        cards of a hand ascending.

    Raises:
        ValueError: for no seed, another number of boxes than 1 to 6, or so many rounds that there
            are more than 20,000,000 hands.
    """
    check_whole("boxes", boxes, 1, 6, "a table has a whole number of boxes")
    check_whole(
        "rounds", rounds, 1, MOST_HANDS // (boxes + 1), "a number of rounds held at once is whole"
    )
    check_seed(seed)
    cards = np.empty((boxes + 1, 3, rounds), np.uint8)
    for block, many in in_blocks(0, rounds):
        start = block * BLOCK
        cards[:, :, start : start + many] = deal_block(seed, block, many, boxes)
    return cards


def nets(
    rules: Rules, cards: Cards, *, strategy: Strategy = "best", bets: Bets = ONE_CHIP
) -> NDArray[Any]:
    """What each box gains in each round with these cards, in chips.

    >>> from tcp.rules import load_rules
    >>> nets(load_rules("pagat"), dealt(5, seed=1)).shape
    (1, 5)

    Args:
        rules: as in `simulate`.
        cards: as `dealt` gives them, or from a shuffle of your own; the cards of a hand may come
            in any order.
        strategy: as in `simulate`.
        bets: as in `simulate`.

    Returns:
        Shape (boxes, rounds): whole numbers, or where tables need them fractions, as objects; so
        are whole numbers whose sum might not fit into 64 bits.

    Raises:
        ValueError: for another shape or type, a number above 51, or a card twice in a round.
    """
    check_deals(cards)
    tables = game(rules, strategy, bets, len(cards) - 1).tables()
    codes = tables.codes(np.sort(cards, axis=1))
    numbers, unit = tables.scaled
    if unit == 1:
        return numbers[codes].astype(whole((), tables.largest * codes.shape[1]).dtype, copy=False)
    found = np.zeros(CODES, object)
    for code, net in tables.net_of_code.items():
        found[code] = net
    return found[codes]


def sample_paths(
    rules: Rules,
    rounds: int,
    paths: int,
    *,
    seed: int,
    strategy: Strategy = "best",
    bets: Bets = ONE_CHIP,
    boxes: int = 1,
) -> NDArray[Any]:
    """Running results of so many sessions of so many rounds each, for pictures.

    >>> from tcp.rules import load_rules
    >>> sample_paths(load_rules("pagat"), 4, 2, seed=1)[:, 0]
    array([0, 0])

    Returns:
        Shape (paths, rounds + 1): chips gained after each number of rounds, from none up. Whole
        numbers, as objects where they might not fit into 64 bits; where tables pay fractions, the
        floats nearest to the exact sums.

    Raises:
        ValueError: as `simulate`, or for more than 10,000,000 rounds in all.
    """
    most = MOST_HANDS // 2
    check_whole("paths", paths, 1, most, "a number of paths is whole")
    what = f"with {paths:,} paths a number of rounds is whole"
    check_whole("rounds", rounds, 1, most // paths, what)
    played = checked(rules, rounds * paths, seed, strategy, bets, boxes)
    tables = played.tables()
    numbers, unit = tables.scaled
    # A path adds up so many rounds; an int64 becomes the nearest float only below 2**53.
    largest = tables.largest * rounds * (1 if unit == 1 else 2**9)
    gains = np.empty(rounds * paths, whole((), largest).dtype)
    for block, many in in_blocks(0, rounds * paths):
        start = block * BLOCK
        codes = tables.codes(deal_block(seed, block, many, boxes))
        gains[start : start + many] = numbers[codes].sum(axis=0)
    running = np.zeros((paths, rounds + 1), gains.dtype)
    gains.reshape(paths, rounds).cumsum(axis=1, out=running[:, 1:])
    return running if unit == 1 else (running / unit).astype(np.float64)

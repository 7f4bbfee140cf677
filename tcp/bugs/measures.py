"""What each wrong version does to the game: exact figures, over every deal.

Which comparisons or rounds differ from the right ones is found by visiting all pairs of hands, a
row of them at a time. Tests, and what each sees, are in `tcp.bugs.trials`, the reason why the
edge can't see some in `tcp.bugs.symmetry`; `tcp.bugs.measured` has all of it stored.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.bugs.catalogue import RIGHT, Bug
from tcp.bugs.counted import (
    DEALS,
    Array,
    Nets,
    advised,
    card_bits,
    gains_of,
    nets_of,
    rules_of,
    seen_as,
    standing_for,
    version,
)
from tcp.rules import Rules


def house_edge(bug: Bug, rules: Rules | None = None, bet: str = "ante") -> Fraction | None:
    """What the house keeps of each Ante, or Pair Plus, in the game as the wrong program plays it.

    >>> from tcp.bugs import BUGS
    >>> house_edge(BUGS["top_card_first"]) == Fraction(13_733_780, 407_170_400)
    True

    The player plays Q-6-4 and up, by the right ranking.

    Args:
        bug: the wrong version.
        rules: those named "live" unless given.
        bet: "ante", with Play and bonus, or "pair_plus".

    Returns:
        None for a wrong shuffle, whose deals can't be counted; see `simulated`.

    Raises:
        ValueError: for another bet, or one that the rules don't offer.
    """
    gains = gains_of(version(bug), rules_of(rules), bet)
    if gains is None:
        return None
    return -Fraction(sum(net * many for net, many in gains.items()), sum(gains.values()))


def misclassed(bug: Bug) -> int:
    """How many of the 22,100 hands the wrong version calls by another category.

    >>> from tcp.bugs import BUGS
    >>> misclassed(BUGS["around_the_corner"])
    64
    """
    found = rules_of(None)
    wrong, right = seen_as(version(bug), found).group, seen_as(RIGHT, found).group
    return int((np.minimum(wrong, 5) != np.minimum(right, 5)).sum())


def misqualified(bug: Bug, rules: Rules | None = None) -> int:
    """How many of the 22,100 hands the wrong version lets qualify wrongly, or refuses wrongly.

    >>> from tcp.bugs import BUGS
    >>> misqualified(BUGS["always_qualifies"])
    6720
    """
    found = rules_of(rules)
    wrong, right = seen_as(version(bug), found).status, seen_as(RIGHT, found).status
    return int(((wrong > 0) != (right > 0)).sum())


@lru_cache(maxsize=128)
def _differences(bug: Bug, rules: Rules) -> tuple[int, int]:
    """In how many deals the comparison differs, and in how many what is paid does."""
    wrong, right = seen_as(bug, rules), seen_as(RIGHT, rules)
    nets = nets_of(bug, rules), nets_of(RIGHT, rules)
    paid = [_numbered(each, nets) for each in nets]
    rows, sizes = standing_for(wrong.order, wrong.group, wrong.status)
    bits, plays = card_bits(), advised()
    showdowns = rounds = 0
    short = [view.order.astype(np.int16) for view in (wrong, right)]
    for row, size in zip(rows.tolist(), sizes.tolist(), strict=True):
        apart = (bits & bits[row]) == 0
        signs = [np.sign(order[row] - order) for order in short]
        showdowns += size * int((apart & (signs[0] != signs[1])).sum())
        found = []
        for view, sign, (play, fold) in zip((wrong, right), signs, paid, strict=True):
            group = view.group[row]
            by_status = play[group].ravel()[view.status * 3 + (1 - sign)]
            found.append(by_status if plays[row] else fold[group][view.status])
        rounds += size * int((apart & (found[0] != found[1])).sum())
    return showdowns, rounds


def _numbered(nets: Nets, both: Sequence[Nets]) -> tuple[Array, Array]:
    """The nets as one number for each pair of Ante and Pair Plus, the same in both versions."""
    pairs = {
        pair
        for each in both
        for table in each
        for pair in zip(table[0].ravel().tolist(), table[1].ravel().tolist(), strict=True)
    }
    number = {pair: place for place, pair in enumerate(sorted(pairs))}

    def numbers(table: NDArray[Any]) -> Array:
        flat = zip(table[0].ravel().tolist(), table[1].ravel().tolist(), strict=True)
        return np.array([number[pair] for pair in flat]).reshape(table.shape[1:])

    return numbers(nets.play), numbers(nets.fold)


def wrong_showdowns(bug: Bug) -> Fraction:
    """In what share of all deals two hands are compared wrongly: another winner, or a false tie.

    >>> from tcp.bugs import BUGS
    >>> f"{float(wrong_showdowns(BUGS['top_card_first'])):.4%}"
    '0.6473%'
    """
    return Fraction(_differences(version(bug), rules_of(None))[0], DEALS)


def wrong_rounds(bug: Bug, rules: Rules | None = None) -> Fraction:
    """In what share of all rounds Ante or Pair Plus are paid wrongly, with Q-6-4 and up played."""
    return Fraction(_differences(version(bug), rules_of(rules))[1], DEALS)


def rounds_to_see(bug: Bug, rules: Rules | None = None) -> int | None:
    """How many rounds a simulation needs until its mean is off by three standard errors.

    n = (3 sd / difference)², with the exact standard deviation of the wrong game.

    >>> from tcp.bugs import BUGS
    >>> print(rounds_to_see(BUGS["top_card_first"]))
    None

    Returns:
        None where no number is enough, or where the edge can't be counted.
    """
    found = rules_of(rules)
    gains, right = gains_of(version(bug), found, "ante"), house_edge(RIGHT, found)
    wrong = house_edge(bug, found)
    if gains is None or wrong is None or right is None or wrong == right:
        return None
    deals = sum(gains.values())
    variance = Fraction(sum(net * net * many for net, many in gains.items()), deals) - wrong**2
    return math.ceil(9 * variance / (wrong - right) ** 2)

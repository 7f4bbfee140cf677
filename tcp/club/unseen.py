"""A small model of betting unseen (*sette usett*), solved exactly.

Two players have one card each of the 13 of a suit; the higher wins. You lead, with a pot on the
table: you bet 1 unseen, and may raise to 5 once the other has called; or you look first, and bet 1
or 5. The other calls or folds, knows the own card and your plan, and answers as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from tcp.quoting import quoted

CARDS = range(1, 14)
BET, RAISE = 1, 5

Plan = Callable[[int, Collection[int]], Fraction]


def look_first(pot: int, large: Collection[int]) -> Fraction:
    """What you get on average if you look, and bet 5 with these cards and 1 with the others.

    >>> look_first(4, ()) == bet_unseen(4, ())
    True

    Raises:
        ValueError: for a pot below 0, or what are no cards from 1 to 13.
    """
    total, large = 0, _checked(pot, large)
    for theirs in CARDS:
        small, big = _parts(large, theirs)
        total += _answered(small, theirs, BET, pot, fold=pot)
        total += _answered(big, theirs, RAISE, pot, fold=pot)
    return Fraction(total, len(CARDS) * (len(CARDS) - 1))


def bet_unseen(pot: int, raising: Collection[int]) -> Fraction:
    """What you get on average if you bet 1 unseen, and raise to 5 with these cards when called.

    >>> bet_unseen(4, ()), bet_unseen(4, {1, 11, 12, 13})
    (Fraction(49, 26), Fraction(27, 13))

    Raises:
        ValueError: for a pot below 0, or what are no cards from 1 to 13.
    """
    total, raising = 0, _checked(pot, raising)
    for theirs in CARDS:
        small, big = _parts(raising, theirs)
        called = sum(_shown(mine, theirs, BET, pot) for mine in small)
        called += _answered(big, theirs, RAISE, pot, fold=pot + BET)
        total += min(called, pot * (len(CARDS) - 1))
    return Fraction(total, len(CARDS) * (len(CARDS) - 1))


def best_cards(plan: Plan, pot: int) -> tuple[int, ...]:
    """The cards with which to raise, or to bet 5: some of the lowest and some of the highest.

    >>> best_cards(look_first, 4)
    (1, 12, 13)

    Raises:
        ValueError: for what is no plan, or a pot below 0.
    """
    if plan not in (look_first, bet_unseen):
        raise ValueError(f"{quoted(plan)} is no plan; they are look_first and bet_unseen")
    choices = [
        (*range(1, low + 1), *range(high, len(CARDS) + 1))
        for high in range(1, len(CARDS) + 2)
        for low in range(high)
    ]
    return max(choices, key=lambda cards: plan(pot, cards))


def _checked(pot: int, large: Collection[int]) -> frozenset[int]:
    if not isinstance(pot, int) or isinstance(pot, bool) or pot < 0:
        raise ValueError(f"pot = {quoted(pot)}: a whole number from 0 up is asked for")
    if not isinstance(large, Collection) or not all(
        isinstance(card, int) and card in CARDS for card in large
    ):
        raise ValueError(
            f"{quoted(large)}: cards are asked for, whole numbers from 1 to {max(CARDS)}"
        )
    return frozenset(large)


def _parts(large: Collection[int], theirs: int) -> tuple[list[int], list[int]]:
    """The cards you may have, those with the small stake and those with the large one."""
    mine = [card for card in CARDS if card != theirs]
    return [card for card in mine if card not in large], [card for card in mine if card in large]


def _shown(mine: int, theirs: int, stake: int, pot: int) -> int:
    """What you get where both have put in so much and show."""
    return pot + stake if mine > theirs else -stake


def _answered(mine: list[int], theirs: int, stake: int, pot: int, *, fold: int) -> int:
    """What you get from these cards together where the other calls, or folds to all of them."""
    called = sum(_shown(card, theirs, stake, pot) for card in mine)
    return min(called, fold * len(mine))

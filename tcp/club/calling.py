"""Hands in which everybody stays: nobody draws, folds or raises, so that only the cards decide."""

from __future__ import annotations

from collections.abc import Sequence

from tcp.club.bicycle import TABLE_CARDS, Form
from tcp.club.hand import Hand
from tcp.club.setting import Setting
from tcp.club.steps import Action, Step
from tcp.quoting import quoted

_PURSE = 100
_CUT = 26


def called_down(
    form: Form, players: Sequence[str], seed: int, laid: Sequence[int] | None = None
) -> Hand:
    """Play one hand to its showdown; in each betting round one chip is bet, and all call.

    >>> hand = called_down(Form.MEMPHIS, ("Kari", "Ola"), seed=50_539)
    >>> hand.table, hand.result.shares
    ([K♦, K♥], (2, 2))

    Args:
        form: what is played.
        players: the names, the dealer first.
        seed: makes the same deck again; half of it is cut off.
        laid: of memphis, after how many cards each of the two table cards is laid; by default
            after all others.

    Raises:
        ValueError: for what is no hand, or moments that don't come, or not one after the other,
            or in a form without table cards.
    """
    if not isinstance(players, Sequence):
        raise ValueError(f"players = {quoted(players)}: a list of names is asked for")
    if laid is not None and (form is not Form.MEMPHIS or not isinstance(laid, Sequence)):
        raise ValueError(f"laid = {quoted(laid)}: two moments, and in memphis only")
    hand = Hand(Setting(players, [_PURSE] * len(players), form=form, seed=seed))
    moments = [5 * len(players)] * TABLE_CARDS if laid is None else list(laid)
    if form is Form.MEMPHIS and len(moments) != TABLE_CARDS:
        raise ValueError(
            f"laid = {quoted(laid)}: a moment for each of the {TABLE_CARDS} table cards"
        )
    while not hand.over:
        hand.take(hand.turn, _step(hand, moments))  # type: ignore[arg-type]
    return hand


def _step(hand: Hand, moments: list[int]) -> Step:
    options = hand.options()
    if Action.CUT in options:
        return Step(Action.CUT, _CUT)
    if Action.LAY in options:
        return Step(Action.LAY, moments.pop(0))
    if Action.BET in options:
        return Step(Action.BET, 1)
    return Step(next(a for a in (Action.CALL, Action.DRAW, Action.ORDINARY) if a in options))

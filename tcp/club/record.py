"""The record of a hand: players, seed and steps as text, from which it is played again."""

from __future__ import annotations

import re
from typing import Any

from tcp.club.bicycle import Form
from tcp.club.hand import Hand
from tcp.club.setting import Setting
from tcp.club.steps import House, Step
from tcp.quoting import quoted
from tcp.table import NOT_REPLAYED, not_replayed, read_record, read_seed, write_record

LARGEST_RECORD = 1_000_000  # characters; a hand of seven players has about two thousand
_FORMAT = "monday-club hand 1"


def record(hand: Hand) -> str:
    """A hand as JSON: who sat where with which chips, the seed, every step, and the result.

    Raises:
        ValueError: before the hand is over, since the seed tells all cards.
    """
    if not isinstance(hand, Hand):
        raise ValueError(f"{quoted(hand)} is no Hand; write Hand(Setting(players, chips))")
    if not hand.over:
        raise ValueError("a hand is recorded when it is over: its seed tells the cards")
    setting = hand.setting
    entry: dict[str, Any] = {
        "format": _FORMAT,
        "players": list(setting.players),
        "chips": list(setting.chips),
        "dealer": setting.dealer,
        "form": setting.form.value,
        "ante": setting.house.ante,
        "limit": setting.house.limit,
        "fine": setting.house.fine,
        "pot": setting.pot,
        "rung": setting.rung,
        "seed": str(setting.seed),
        "steps": [f"{seat} {step.text()}" for seat, step in hand.steps],
        "result": _told(hand),
    }
    return write_record(entry)


def _told(hand: Hand) -> dict[str, Any]:
    assert hand.result is not None
    return {
        "ending": hand.result.ending.value,
        "chips": list(hand.held),
        "left": hand.result.left,
        "rung": hand.result.rung,
        "bicycle": hand.bicycle,
        "hands": [" ".join(map(str, hand.cards(seat))) for seat in range(len(hand.players))],
    }


def replay(text: str) -> Hand:
    """The hand that this record tells, played again step by step.

    Raises:
        ValueError: for a text that is no whole record, that was changed, or whose result isn't
            that of its own cards.
    """
    data = read_record(text, _FORMAT, LARGEST_RECORD, "a hand")
    try:
        hand = Hand(
            Setting(
                data["players"],
                data["chips"],
                data["dealer"],
                Form(data["form"]),
                House(data["ante"], data["limit"], data["fine"]),
                data["pot"],
                data["rung"],
                read_seed(data["seed"]),
            )
        )
        for line in data["steps"]:
            seat, _, step = line.partition(" ")
            if not re.fullmatch("[0-9]", seat):
                raise ValueError(f"{quoted(line)} doesn't begin with a seat")
            hand.take(int(seat), Step.parse(step))
        if not hand.over:
            raise ValueError("it ends before the hand does")
        if _told(hand) != data["result"]:
            raise ValueError(f"its cards lead to {_told(hand)}")
    except NOT_REPLAYED as error:
        raise ValueError(not_replayed(error)) from None
    return hand

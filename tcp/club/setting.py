"""What a hand begins with: players, chips, dealer, form, pot and seed; and how it goes on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tcp.club.bicycle import Form
from tcp.club.jackpot import required
from tcp.club.steps import MOST_PLAYERS, House
from tcp.quoting import quoted
from tcp.table import LARGEST_SEED, check_name

LARGEST_PURSE = 10**12


@dataclass(frozen=True, slots=True)
class Setting:
    """The start of a hand, before the cut.

    >>> Setting(("Kari", "Ola"), (20, 20), seed=4).form
    <Form.DRAW: 'draw'>

    Raises:
        ValueError: for what can't be a hand, or a player who can't pay the ante.
    """

    players: Sequence[str]
    """The names of two to seven players, to the left."""
    chips: Sequence[int]
    """What each has before the ante."""
    dealer: int = 0
    """The seat that deals; seats are numbered from 0 to the left."""
    form: Form = Form.DRAW
    house: House = field(default_factory=House)
    pot: int = 0
    """The chips left from the hand before."""
    rung: int | None = None
    """The step of the ladder, 0 for jacks, where this is a jackpot (*jekkerunde*)."""
    seed: int | None = field(default=None, repr=False)
    """Makes the same deck again; without one it becomes a fresh number of 128 bits."""

    def __post_init__(self) -> None:
        """Refuse what can't be a hand, with a sentence."""
        for name in ("players", "chips"):
            found: Any = getattr(self, name)
            if isinstance(found, str) or not isinstance(found, Sequence):
                raise ValueError(f"{name} = {quoted(found)}: an entry for each player is asked for")
            object.__setattr__(self, name, tuple(found))
        players, chips, house = self.players, self.chips, self.house
        for name in players:
            check_name(name)
        if not 2 <= len(players) <= MOST_PLAYERS or len(set(players)) < len(players):
            raise ValueError(f"{len(players)} players: 2 to {MOST_PLAYERS} of different names play")
        if not isinstance(house, House):
            raise ValueError(f"{quoted(house)} is no House; write House(ante=1, limit=5)")
        if not isinstance(self.form, Form):
            raise ValueError(f"{quoted(self.form)} is no Form; write Form.DRAW")
        if len(chips) != len(players):
            raise ValueError(f"chips of {len(chips)} and {len(players)} players: one number each")
        for name, number in zip((*players, "the pot"), (*chips, self.pot), strict=True):
            if not _is_whole(number, LARGEST_PURSE):
                raise ValueError(f"{name}: {quoted(number)} is no whole number of chips, 0 or more")
        for name, number in zip(players, chips, strict=True):
            if number < house.ante:
                raise ValueError(f"{name} has {number} of {house.ante} chips for the ante")
        if not _is_whole(self.dealer, len(players) - 1):
            raise ValueError(f"dealer {quoted(self.dealer)}: the seats are 0 to {len(players) - 1}")
        if self.rung is not None:
            required(self.rung)
        if self.seed is None:
            object.__setattr__(self, "seed", secrets.randbits(128))
        elif not _is_whole(self.seed, LARGEST_SEED):
            raise ValueError("a seed is a whole number from 0 to 2**128 - 1, or None")


def _is_whole(number: object, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= most

"""An evening at the club: hand after hand, with the deal going round and the pot that stays."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tcp.club.bicycle import Form, next_form
from tcp.club.hand import Hand
from tcp.club.setting import Setting
from tcp.club.steps import House
from tcp.languages import Refusal
from tcp.quoting import quoted


class Evening:
    """Players with their chips, and one hand after the other.

    Chips only move: what the players hold and what lies in the pot add up to what was brought.
    Who can't pay the ante sits out. The deal goes to the left with each hand, whatever its form.

    >>> evening = Evening({"Kari": 20, "Ola": 20, "Siv": 20}, seed=1)
    >>> hand = evening.open_hand()
    >>> hand.players, hand.dealer, hand.form
    (('Kari', 'Ola', 'Siv'), 0, <Form.DRAW: 'draw'>)

    Args:
        chips: what each player brings, in the order of the seats, to the left.
        house: ante, limit and fine.
        seed: makes the same evening again; without one each hand has a fresh seed.
        form: is played in every hand; the ordinary draw goes on to bicycle rounds.
        pot: the chips that a hand before has left for the first one.
        rung: the step of the ladder, 0 for jacks, where the first hand is a jackpot.

    Attributes:
        hands: those played so far.
        house: what the players have agreed on.
    """

    def __init__(
        self,
        chips: Mapping[str, int],
        *,
        house: House | None = None,
        seed: int | None = None,
        form: Form = Form.DRAW,
        pot: int = 0,
        rung: int | None = None,
    ) -> None:
        if not isinstance(chips, Mapping):
            raise ValueError(f"{quoted(chips)}: the players' chips are written as {{'Kari': 100}}")
        self.house = House() if house is None else house
        # The first hand's own setting refuses for us.
        Setting(tuple(chips), tuple(chips.values()), 0, form, self.house, pot, rung, seed=0)
        self.form, self._left, self._rung = form, pot, rung
        self.hands: list[Hand] = []
        self._brought = dict(chips)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise ValueError(f"seed = {quoted(seed)}: a whole number is asked for, or None")
        self._rng = None if seed is None else random.Random(seed)
        self._dealer = next(iter(chips))

    @property
    def chips(self) -> dict[str, int]:
        """What each player holds now."""
        held = dict(self._brought)
        for hand in self.hands[-1:]:
            held.update(zip(hand.players, hand.held, strict=True))
        return held

    @property
    def pot(self) -> int:
        """What lies in the pot now, or is left for the next hand."""
        return self.hands[-1].pot if self.hands else self._left

    def open_hand(self, seed: int | None = None) -> Hand:
        """The next hand, which begins with its cut.

        Raises:
            ValueError: while a hand is under way, or where fewer than two can pay the ante.
        """
        last = self.hands[-1] if self.hands else None
        if last is not None and not last.over:
            raise Refusal("club_under_way")
        held = self.chips
        ring = list(held)
        if last is not None:
            place = ring.index(self._dealer) + 1
            ring = ring[place:] + ring[:place]
        able = [name for name in ring if held[name] >= self.house.ante]
        if len(able) < 2:
            raise Refusal("club_players", ante=self.house.ante)
        players = [name for name in held if name in able]
        if seed is None and self._rng is not None:
            seed = self._rng.getrandbits(64)
        form, rung = self.form, self._rung
        if last is not None and last.result is not None:
            rung = last.result.rung
            if form is Form.DRAW:
                form = next_form(last.form, bicycle=last.bicycle)
        chips = [held[name] for name in players]
        dealer = players.index(able[0])
        hand = Hand(Setting(players, chips, dealer, form, self.house, self.pot, rung, seed))
        self._brought, self._dealer = held, able[0]
        self.hands.append(hand)
        return hand

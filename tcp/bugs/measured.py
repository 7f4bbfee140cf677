"""All the figures, stored: reading them needs no NumPy and no waiting.

`python -m tcp.bugs tcp/bugs/measured.json` works them out again, in a minute or two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tcp.bugs.examples import Example, from_data
from tcp.quoting import quoted

FILE = "measured.json"
TEST_NAMES = (
    "census", "every hand", "house edge", "pairwise order", "settlement", "simulation", "deals",
)  # fmt: skip
"""The tests by name, as in `tcp.bugs.trials.TESTS`."""


class Twins(NamedTuple):
    """Why a wrong order leaves the edge alone, or not, as `tcp.bugs.symmetry` finds it.

    In every deal the two hands could have been dealt the other way round. Where both are hands
    that are played and that qualify, the one deal brings what the other takes, in any order that
    only swaps the verdict; so such deals add up to 0, and to the bonus, whoever wins.

    Attributes:
        deals: in how many deals the player plays, the dealer qualifies, and the comparison differs
            from the right one.
        within: in how many of these both hands are such as are played and qualify.
        better, worse: how many of those turn out better, and worse, for the player.
        shift: by how many steps together, from a loss to a tie or from a tie to a win.
        same_pay: whether every hand still qualifies, and is paid its bonus, as it should.
    """

    deals: int
    within: int
    better: int
    worse: int
    shift: int
    same_pay: bool

    @property
    def holds(self) -> bool:
        """Whether the edge must be the right one."""
        return self.deals == self.within and self.shift == 0 and self.same_pay


class Measured(NamedTuple):
    """What a wrong version does to the game, under the rules "live".

    Attributes:
        house_edge: of an Ante, with Play and bonus; None where the deals can't be counted.
        pair_plus_edge: of a Pair Plus.
        misclassed: how many of the 22,100 hands it calls by another category.
        misqualified: how many it lets qualify wrongly, or refuses wrongly.
        wrong_showdowns: the share of deals in which it compares two hands wrongly.
        wrong_rounds: the share of rounds in which Ante or Pair Plus are paid wrongly.
        rounds_to_see: how many rounds put a simulated mean three standard errors off; None where
            none do, or the edge isn't known.
        twins: for a ranking, why the edge may not see it.
        examples: by test, the smallest example on which it fails; None where it passes.
    """

    house_edge: Fraction | None
    pair_plus_edge: Fraction | None
    misclassed: int
    misqualified: int
    wrong_showdowns: Fraction
    wrong_rounds: Fraction
    rounds_to_see: int | None
    twins: Twins | None
    examples: Mapping[str, Example | None]

    def seen(self, test: str, rounds: int = 1_000_000) -> Example | None:
        """What this test fails on, or None; a simulation may have another number of rounds.

        Raises:
            ValueError: for another test, or what is no number of rounds.
        """
        if not isinstance(test, str) or test not in TEST_NAMES:
            raise ValueError(f"{quoted(test)} is no test; there are {', '.join(TEST_NAMES)}")
        if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 0:
            raise ValueError(f"{quoted(rounds)} rounds: a whole number from 0 up is asked for")
        if test != "simulation":
            return self.examples[test]
        if self.rounds_to_see is None or self.rounds_to_see > rounds:
            return None
        return Example("simulation", self.rounds_to_see, 0)


@cache
def measured() -> Mapping[str, Measured]:
    """The stored figures by the key of the bug; that of the right version is "right".

    >>> found = measured()["top_card_first"]
    >>> found.house_edge == measured()["right"].house_edge, found.misclassed
    (True, 0)
    >>> print(found.examples["pairwise order"].text())
    The program says: 2♣ 2♦ 4♣ beats 2♥ 3♣ 3♦. In truth: 2♣ 2♦ 4♣ loses to 2♥ 3♣ 3♦.
    """
    text = resources.files("tcp.bugs").joinpath(FILE).read_text("utf-8")
    return {line["key"]: _read(line) for line in json.loads(text)}


def _read(line: Mapping[str, Any]) -> Measured:
    found = line["examples"]
    return Measured(
        _fraction(line["house_edge"]),
        _fraction(line["pair_plus_edge"]),
        line["misclassed"],
        line["misqualified"],
        Fraction(line["wrong_showdowns"]),
        Fraction(line["wrong_rounds"]),
        line["rounds_to_see"],
        Twins(*line["twins"]) if line["twins"] else None,
        {name: from_data(name, found[name]) if name in found else None for name in TEST_NAMES},
    )


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)

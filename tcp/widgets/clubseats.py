"""Who else sits at the club's table: their names, what chance they get, and how they may fail."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from tcp.club.opponents import OPPONENTS, Opponent
from tcp.club.sight import Sight
from tcp.club.steps import Action, Step
from tcp.quoting import quoted
from tcp.table import check_name

LONGEST_FAULT = 200


class Other(NamedTuple):
    """An opponent, and its name as it was when it sat down."""

    name: str
    opponent: Opponent


def stream(seed: int | None, use: str) -> random.Random:
    """A source of chance for one use alone; fresh without a seed.

    What is drawn from it tells nothing of another use's: a generator's state leads back to what it
    was seeded with, which is a hash here.

    >>> stream(7, "this").random() == stream(7, "that").random()
    False
    """
    if seed is None:
        return random.Random(secrets.token_bytes(32))
    return random.Random(hashlib.sha256(f"{seed} {use}".encode()).digest())


def checked(opponents: Sequence[Opponent] | None) -> tuple[Other, ...]:
    """Who sits in the other places, in turn; without any the four that `tcp.club` has.

    Raises:
        ValueError: for what is no list of opponents.
    """
    given: Any = OPPONENTS if opponents is None else opponents
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise ValueError(f"opponents = {quoted(given)}: a list of at least one is asked for")
    return tuple(map(_checked_one, given))


def _checked_one(opponent: Any) -> Other:
    kind = type(opponent).__name__
    try:
        name, decide = getattr(opponent, "name", None), getattr(opponent, "decide", None)
    except Exception as error:  # a learner's own program, in which a property may fail
        found = fault_of(error)
        raise ValueError(f"{kind} is no opponent: its name can't be read, {found}") from error
    if not isinstance(name, str) or not callable(decide):
        raise ValueError(f"{kind} is no opponent: it needs a name and a method decide")
    check_name(name)
    return Other(name, opponent)


def free_name(name: str, taken: Sequence[str]) -> str:
    """This name, with a number where somebody has it already.

    >>> free_name("Bold", ["You", "Bold"])
    'Bold 2'
    """
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found


def decided(opponent: Opponent, sight: Sight, rng: random.Random, *, first: bool) -> Step:
    """What an opponent does; in the first hand of an evening the built-in ones propose no jackpot.

    They bet the least in its place, so that a newcomer isn't out before anything was asked. Their
    own way of deciding is as it was.
    """
    step = opponent.decide(sight, rng)
    built_in = any(opponent is each for each in OPPONENTS)
    if first and built_in and step.action is Action.JACK and Action.BET in sight.options:
        return Step(Action.BET, sight.options[Action.BET][0])
    return step


def fault_of(error: BaseException) -> str:
    """What went wrong, in one short line, whatever the error says of itself.

    >>> fault_of(KeyError("nothing"))
    "KeyError: 'nothing'"
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # an error that can't even be told
        text = ""
    line = ": ".join(filter(None, [type(error).__name__, text]))
    return line if len(line) <= LONGEST_FAULT else f"{line[: LONGEST_FAULT - 1]}…"

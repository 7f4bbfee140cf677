"""What the suite said of published evaluators on a day: versions change, and so may this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

FILE = "published.json"


class Examined(NamedTuple):
    """One call of a package, asked for all 22,100 hands and for showdowns.

    Attributes:
        name: the package, and which of its calls.
        package, source, version: what was installed, from where.
        made: whether its documentation offers this call for the three-card ranking of our game.
        day: when, as 2026-11-30.
        passed: whether every answer was right.
        asked, wrong: by kind of question, how many answers there were, and how many wrong ones.
        faults: the titles of the kinds of fault named.
        unexplained: how many wrong answers no known kind explains.
        first: the first of these, in words.
    """

    name: str
    package: str
    source: str
    made: bool
    version: str
    day: str
    passed: bool
    asked: Mapping[str, int]
    wrong: Mapping[str, int]
    faults: tuple[str, ...]
    unexplained: int
    first: str


@cache
def published() -> tuple[Examined, ...]:
    """What `python -m benchmarks.evaluators` found, in its order; `made` for our game first.

    >>> [each.name for each in published() if each.passed][:2]
    ['pokerkit, Rhode Island lookup', 'clubs, three cards']
    """
    text = resources.files("tcp.conformance").joinpath(FILE).read_text("utf-8")
    return tuple(map(_read, json.loads(text)))


def _read(line: Mapping[str, Any]) -> Examined:
    titles = tuple(fault["title"] for fault in line["faults"])
    same = {name: line[name] for name in Examined._fields if name != "faults"}
    return Examined(**same, faults=titles)

"""What the conformance suite says of evaluators from the package indexes, dated and with versions.

In an environment of its own: `pip install pokerkit clubs eval7`, in a folder of its own: `npm
install pokersolver poker-evaluator latest-poker-evaluator`, and then

    PYTHONPATH=. /that/environment/python -m benchmarks.evaluators /that/folder/node_modules

writes `tcp/conformance/published.json`. Each package is asked through the call that takes three
cards, whether it is made for this game or not; `made` says which.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NamedTuple

import tcp.conformance
from tcp.conformance import Limits, ask, judge, questions

FILE = Path(tcp.conformance.__file__).with_name("published.json")
SCRIPT = Path(__file__).with_suffix(".js")
ASKED = ("rank", "compare")

Rank = Callable[[Sequence[str]], tuple[str, int]]
"""The category of three cards, and a number that is larger for a better hand."""


class Published(NamedTuple):
    """A program to ask: its name, its package, where that comes from, what it is made for."""

    name: str
    package: str
    source: str
    made: bool
    """Whether its documentation offers this call for ranking three cards as this game does."""


PROGRAMS = (
    Published("pokerkit, Rhode Island lookup", "pokerkit", "PyPI", True),
    Published("clubs, three cards", "clubs", "PyPI", True),
    Published("pokersolver threecard", "pokersolver", "npm", True),
    Published("eval7", "eval7", "PyPI", False),
    Published("pokersolver standard", "pokersolver", "npm", False),
    Published("poker-evaluator", "poker-evaluator", "npm", False),
    Published("latest-poker-evaluator", "latest-poker-evaluator", "npm", False),
)


def _snake(name: str) -> str:
    return name.lower().replace("one pair", "pair").replace(" ", "_")


def pokerkit() -> Rank:
    """The three-card ranking of Rhode Island hold'em."""
    lookup: Any = import_module("pokerkit").RhodeIslandHoldemHand.lookup

    def rank(cards: Sequence[str]) -> tuple[str, int]:
        entry = lookup.get_entry("".join(cards))
        return _snake(entry.label.value), entry.index

    return rank


def clubs() -> Rank:
    """An evaluator for hands of three cards; it orders categories by how rare they are."""
    poker: Any = import_module("clubs").poker
    evaluator = poker.Evaluator(suits=4, ranks=13, cards_for_hand=3)

    def rank(cards: Sequence[str]) -> tuple[str, int]:
        value = evaluator.evaluate([], [poker.Card(card) for card in cards])
        return _snake(evaluator.get_rank_class(value)), -value

    return rank


def eval7() -> Rank:
    """An evaluator of five to seven cards."""
    module: Any = import_module("eval7")

    def rank(cards: Sequence[str]) -> tuple[str, int]:
        value = module.evaluate([module.Card(card) for card in cards])
        name = _snake(module.handtype(value))
        return {"trips": "three_of_a_kind"}.get(name, name), value

    return rank


RANKS = {"pokerkit": pokerkit, "clubs": clubs, "eval7": eval7}


def answer(package: str) -> None:
    """Answer the suite's questions on the standard input with this package."""
    rank = RANKS[package]()
    for line in sys.stdin:
        kind, *cards = line.split()
        if kind == "rank":
            print(*rank(cards))
        elif kind == "compare":
            (_, mine), (_, theirs) = rank(cards[:3]), rank(cards[3:])
            print((mine > theirs) - (mine < theirs))
        else:
            print("skip")


def _version(program: Published, modules: Path) -> str:
    if program.source == "PyPI":
        return metadata.version(program.package)
    found: str = json.loads((modules / program.package / "package.json").read_text("utf-8"))[
        "version"
    ]
    return found


def _command(program: Published) -> str:
    if program.source == "PyPI":
        words = [sys.executable, "-m", "benchmarks.evaluators", "--answer", program.package]
    else:
        words = ["node", str(SCRIPT), program.name]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def examined(program: Published, modules: Path, day: str) -> dict[str, Any]:
    """What the suite says of one program."""
    asked = questions(*ASKED)
    verdict = judge(asked, ask(_command(program), asked, Limits(seconds=300)))
    return {
        **program._asdict(),
        "version": _version(program, modules),
        "day": day,
        "passed": verdict.passed,
        "asked": verdict.asked,
        "wrong": verdict.wrong,
        "faults": [
            {
                "keys": list(fault.keys),
                "title": fault.title,
                "answers": fault.answers,
                "example": fault.example,
            }
            for fault in verdict.faults
        ],
        "unexplained": verdict.unexplained,
        "first": verdict.first,
        "scores": verdict.scores,
    }


def main(words: Sequence[str]) -> None:
    """Answer as one package, or ask all of them and write the file."""
    if words[0] == "--answer":
        return answer(words[1])
    modules = Path(words[0]).resolve()
    os.environ["NODE_PATH"] = str(modules)
    day = datetime.now(UTC).date().isoformat()
    found = [examined(program, modules, day) for program in PROGRAMS]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8", newline="\n")
    for each in found:
        print(each["name"], each["version"], "passed" if each["passed"] else each["wrong"])
    return None


if __name__ == "__main__":
    main(sys.argv[1:])

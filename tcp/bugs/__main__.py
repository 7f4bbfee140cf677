"""`python -m tcp.bugs FILE` measures every wrong version and stores what it finds."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tcp.bugs.catalogue import BUGS, RIGHT, Bug
from tcp.bugs.examples import to_data
from tcp.bugs.measures import (
    house_edge,
    misclassed,
    misqualified,
    rounds_to_see,
    wrong_rounds,
    wrong_showdowns,
)
from tcp.bugs.symmetry import symmetry
from tcp.bugs.trials import seen_by


def figures(bug: Bug) -> dict[str, Any]:
    """All about one wrong version, as JSON can hold it."""
    counted = bug.kind != "deal"
    return {
        "key": bug.key,
        "house_edge": _written(house_edge(bug)),
        "pair_plus_edge": _written(house_edge(bug, bet="pair_plus")),
        "misclassed": misclassed(bug),
        "misqualified": misqualified(bug),
        "wrong_showdowns": str(wrong_showdowns(bug)) if counted else "0",
        "wrong_rounds": str(wrong_rounds(bug)) if counted else "0",
        "rounds_to_see": rounds_to_see(bug),
        "twins": list(symmetry(bug)) if bug.kind == "ranking" else None,
        "examples": {name: to_data(example) for name, example in seen_by(bug).items() if example},
    }


def _written(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def line(bug: Bug) -> str:
    """The same as a line of the file."""
    return json.dumps(figures(bug), separators=(",", ":"))


def main(words: Sequence[str] | None = None) -> None:
    """Measure the right version and every wrong one, and store it."""
    parser = argparse.ArgumentParser(
        prog="python -m tcp.bugs",
        description="Measures every wrong version, in a minute or two, and stores what it finds.",
    )
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="where to; the course reads tcp/bugs/measured.json"
    )
    path: Path = parser.parse_args(words).file
    try:
        path.open("a").close()  # before the work, not after it
    except OSError as error:
        parser.error(f"nothing can be written to {path}: {error.strerror}")
    lines = [line(bug) for bug in (RIGHT, *BUGS.values())]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()

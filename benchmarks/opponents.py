"""What the simple opponents of the Monday club win from each other.

Each pair plays so many hands of the whole game, jackpots and bicycle rounds included; the standard
error is that of independent evenings. Writes `OPPONENTS.md` beside this file; the same seed gives
the same results.

    python -m benchmarks.opponents 100000
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from tcp.club.contest import Contest, contest
from tcp.club.opponents import OPPONENTS, Opponent

SEED = 8
HANDS = 100_000
Z = 1.6448536269514722  # a normal variable is below it with probability 0.95


def results(hands: int) -> Iterator[tuple[Opponent, Opponent, Contest]]:
    """Each pair's contest."""
    for first, second in combinations(OPPONENTS, 2):
        yield first, second, contest(first, second, hands, seed=SEED)


def until_ahead(found: Contest) -> float:
    """About how many hands the better one needs to be ahead with probability 0.95.

    By the central limit theorem: where the mean of so many hands is Z of its deviations above 0.
    """
    if not found.mean:
        return math.inf
    spread = found.standard_error * math.sqrt(found.hands)
    return float((Z * spread / found.mean) ** 2)


def main(hands: int) -> str:
    """The results as a table."""
    lines = [
        "# What the club's opponents win from each other",
        "",
        f"`python -m benchmarks.opponents {hands}`, seed {SEED}, the whole game with ante 1 and",
        "limit 5: chips a hand that the first wins from the second, and about how many hands the",
        "better one needs to be ahead with probability 0.95.",
        "",
        "| first | second | hands | chips a hand | standard error | hands until ahead |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for first, second, found in results(hands):
        sure = abs(found.mean) > 3 * found.standard_error
        ahead = f"{until_ahead(found):,.0f}" if sure else "not told apart"
        lines.append(
            f"| {first.name} | {second.name} | {found.hands:,} | {found.mean:+.4f} "
            f"| {found.standard_error:.4f} | {ahead} |"
        )
        print(lines[-1], flush=True)
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    text = main(asked)
    Path(__file__).with_name("OPPONENTS.md").write_text(text, encoding="utf-8")

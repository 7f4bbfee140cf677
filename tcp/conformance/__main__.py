"""The command: `python -m tcp.conformance --exec "COMMAND"`, or `--write FOLDER`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from tcp.conformance import KINDS_ASKED, Limits, NoVerdict, ask, judge, questions

RIGHT, WRONG, NO_VERDICT = 0, 1, 2


def main(words: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns:
        0 where all answers are right, 1 where some are wrong, 2 where there is no verdict.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tcp.conformance",
        description="Asks a program about Three Card Poker and says what it gets wrong. The "
        "program reads a question a line, such as `rank 4c 6d Qh`, and writes an answer a line, "
        f"such as `high_card`. All of them: {Path(__file__).with_name('README.md')}",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--exec", metavar="COMMAND", help="the program to ask")
    what.add_argument("--write", metavar="FOLDER", type=Path, help="write the files of the suite")
    parser.add_argument(
        "--only",
        metavar="KIND",
        nargs="+",
        choices=KINDS_ASKED,
        default=KINDS_ASKED,
        help=f"ask only some kinds of question: {', '.join(KINDS_ASKED)}",
    )
    parser.add_argument(
        "--seconds", type=float, default=Limits.seconds, help="the time limit (%(default)s)"
    )
    parser.add_argument(
        "--output",
        type=int,
        default=Limits.output,
        help="the most it may write, in bytes (%(default)s)",
    )
    given = parser.parse_args(words)
    if given.write:
        # What makes the files needs NumPy; asking a program does not.
        try:
            written = import_module("tcp.conformance.writing").write(given.write)
        except OSError as error:
            print(f"nothing can be written to {given.write}: {error.strerror}", file=sys.stderr)
            return NO_VERDICT
        print("\n".join(map(str, written)))
        return RIGHT
    try:
        limits = Limits(given.seconds, given.output)
    except ValueError as reason:
        parser.error(str(reason))
    asked = questions(*dict.fromkeys(given.only))
    try:
        answers = ask(given.exec, asked, limits)
    except NoVerdict as reason:
        print(f"no verdict: {reason}")
        return NO_VERDICT
    verdict = judge(asked, answers)
    print(verdict.text())
    if not verdict.asked:
        return NO_VERDICT
    return RIGHT if verdict.passed else WRONG


if __name__ == "__main__":
    sys.exit(main())

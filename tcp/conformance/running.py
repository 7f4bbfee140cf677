"""Runs a program with the questions on its standard input, within limits."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from tcp.conformance.questions import ACCEPTED, Question, asked_questions, understood
from tcp.quoting import quoted


class NoVerdict(ValueError):
    """The program can't be judged; the text says what it did and what is asked of it."""


LAST_LINES = 8  # of what a program said before it failed
LONGEST_COMMAND = 30_000  # characters; Windows takes no more
LONGEST = 86_400
"""The most seconds that a program may be given: a day."""


@dataclass(frozen=True)
class Limits:
    """How long a program may take, in seconds, and how much it may write, in bytes.

    Raises:
        ValueError: for a time that isn't above 0, or has no end, and for less than a byte.
    """

    seconds: float = 60
    output: int = 4_000_000

    def __post_init__(self) -> None:
        """Check both."""
        seconds, output = self.seconds, self.output
        if not isinstance(seconds, (int, float)) or not 0 < seconds <= LONGEST:
            raise ValueError(
                f"{quoted(seconds)} seconds: a number above 0 is asked for, up to {LONGEST:,}"
            )
        if not isinstance(output, int) or output < 1:
            raise ValueError(
                f"{quoted(output)} bytes of output: a whole number from 1 up is asked for"
            )


def arguments(command: str) -> str | list[str]:
    """The command in the form in which this system starts programs, without a shell.

    Elsewhere it is cut into words as a shell does; Windows does that itself.

    >>> arguments("python3 'my program.py'") if os.name != "nt" else ['python3', 'my program.py']
    ['python3', 'my program.py']

    Raises:
        NoVerdict: where it is empty or a quotation mark isn't closed.
        ValueError: for what is no text.
    """
    if not isinstance(command, str):
        raise ValueError(f"{quoted(command)} is no command; it is text, such as 'python3 mine.py'")
    if len(command) > LONGEST_COMMAND:
        raise NoVerdict(f"{len(command):,} characters are too many for a command")
    try:
        words = shlex.split(command)
    except ValueError as error:
        if os.name != "nt":
            raise NoVerdict(f"{quoted(command)} can't be read as a command: {error}") from None
        words = [command]
    if not words:
        raise NoVerdict('the command is empty; give one such as --exec "python3 mine.py"')
    return command if os.name == "nt" else words


class _Output(threading.Thread):
    """Collects what a program writes, up to a limit."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        super().__init__(daemon=True)
        self.stream, self.limit, self.full = stream, limit, threading.Event()
        self.data = bytearray()
        self.start()

    def run(self) -> None:
        """Read until the end; what is over the limit is read and forgotten."""
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(self.stream.fileno(), 65_536):
                self.data += piece[: self.limit + 1 - len(self.data)]
                if len(self.data) > self.limit:
                    self.full.set()


def _feed(stream: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        stream.write(data)
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _stop(program: subprocess.Popen[bytes]) -> None:
    """End the program and what it started."""
    if sys.platform == "win32":
        program.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(program.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(5)


def ask(command: str, asked: Sequence[Question], limits: Limits | None = None) -> list[str]:
    """Start the program, give it all questions, a line each, and take its answers.

    Returns:
        An answer for each question, each one understood.

    Raises:
        NoVerdict: where the program can't be started, hangs, crashes, or writes too little, too
            much, no UTF-8, or what is no answer.
        ValueError: for a command that is no text, and for what are no questions or no limits.
    """
    limits = Limits() if limits is None else limits
    if not isinstance(limits, Limits):
        raise ValueError(f"{quoted(limits)} are no limits; they are made as Limits(seconds=60)")
    lines = "".join(f"{question.words}\n" for question in asked_questions(asked)).encode()
    started = arguments(command)
    try:
        program = subprocess.Popen(
            started,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it has a sign that no command has"
        raise NoVerdict(f"{quoted(command)} can't be started: {why}") from None
    assert program.stdin
    assert program.stdout
    assert program.stderr
    try:
        feeding = threading.Thread(target=_feed, args=(program.stdin, lines), daemon=True)
        feeding.start()
        output = _Output(program.stdout, limits.output)
        errors = _Output(program.stderr, 10_000)
        _wait(program, output, limits)
        output.join(1)
        errors.join(1)
    finally:
        _stop(program)
        output.join(1)
        feeding.join(1)
        for stream in (program.stdout, program.stderr):
            stream.close()
    data = bytes(output.data)
    if len(data) > limits.output:
        raise NoVerdict(
            f"the program wrote more than {limits.output:,} bytes and was stopped; "
            "it is to write one line for each question"
        )
    return _answers(data, asked, program.returncode, bytes(errors.data))


def _wait(program: subprocess.Popen[bytes], output: _Output, limits: Limits) -> None:
    """Until the program ends or has written too much; too long a time is no verdict."""
    end = time.monotonic() + limits.seconds
    while not output.full.is_set():
        try:
            program.wait(0.05)
            return
        except subprocess.TimeoutExpired:
            if time.monotonic() < end:
                continue
        answered = output.data.count(b"\n")
        raise NoVerdict(
            f"the program was still running after {limits.seconds:g} seconds, with "
            f"{answered:,} lines written, and was stopped; it is to end when its input ends"
        )


def _plain(said: str) -> str:
    """What a program said, without the signs by which it could command the terminal."""
    return "".join(filter(str.isprintable, said[:200]))


def _answers(data: bytes, asked: Sequence[Question], code: int | None, errors: bytes) -> list[str]:
    said = errors.decode("utf-8", "replace").strip().splitlines()
    last = "".join(f"\n  {_plain(line)}" for line in said[-LAST_LINES:] if line.strip())
    last = f"; the last it said on standard error:{last}" if last else ""
    raw = data.split(b"\n")
    if raw and not raw[-1].strip():
        raw.pop()
    if code:
        raise NoVerdict(
            f"the program ended with exit code {code} after {len(raw):,} of {len(asked):,} answers"
            + (f", before {asked[len(raw)].words!r}" if len(raw) < len(asked) else "")
            + last
        )
    answers = []
    for place, (question, line) in enumerate(zip(asked, raw, strict=False), 1):
        where = f"line {place:,}, the answer to {quoted(question.words)},"
        try:
            answer = line.decode("utf-8").strip()
        except UnicodeDecodeError:
            raise NoVerdict(f"{where} is not UTF-8: {line[:60]!r}") from None
        if understood(question, answer) is None:
            raise NoVerdict(
                f"{where} is {quoted(answer)}; what is understood is "
                f"{ACCEPTED[question.kind]}, or skip"
            )
        answers.append(answer)
    if len(raw) != len(asked):
        much = "few" if len(raw) < len(asked) else "many"
        raise NoVerdict(
            f"the program wrote {len(raw):,} lines for {len(asked):,} questions, too {much}; "
            f"it is to write one for each{last}"
        )
    return answers

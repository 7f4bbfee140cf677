"""Counts the steps of a learner's function, and ends it once there are too many."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FrameType
from typing import Any

OTHERS = {"tcp", *sys.stdlib_module_names}
"""Modules whose lines aren't counted."""


class TooLongError(BaseException):
    """Ends a call; no Exception, so that an answer which catches those does not catch it."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted

    def __del__(self) -> None:
        """Whoever caught it and went on is stopped again."""
        self.counted.resume()


class Counted:
    """Counts all calls, and the lines outside of this package and Python's own.

    Attributes:
        left: how many steps are left; each one too many raises a `TooLongError`.
        outside: the frame that called the function, while it counts.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.outside: FrameType | None = None

    def run(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """What a function returns.

        Raises:
            TooLongError: once there are too many steps, also where the function has caught that.
        """
        self.outside = sys._getframe()
        try:
            sys.settrace(self.trace)
            returned = function(*arguments)
        finally:
            sys.settrace(None)
            self.outside = None
        if self.left < 0:
            raise TooLongError(self)
        return returned

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a call, and see whether its lines count."""
        self.step(frame, event, _)
        if not _is_counted(frame):
            return None
        if _turns_on_the_spot(frame.f_code):
            frame.f_trace_opcodes = True
        return self.step

    def step(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count one step."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError(self)
        return self.step

    def resume(self) -> None:
        """Count on: Python ends a trace that raises."""
        if self.outside is None:
            return
        frame: FrameType | None = sys._getframe()
        while frame is not None and frame is not self.outside:
            if _is_counted(frame):
                frame.f_trace = self.step
            frame = frame.f_back
        sys.settrace(self.trace)


def _is_counted(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).partition(".")[0] not in OTHERS


@cache
def _turns_on_the_spot(code: CodeType) -> bool:
    """Whether a jump leads to itself, as in `while True: pass`: Python counts no line there."""
    return any(
        step.opcode in dis.hasjrel and step.argval == step.offset
        for step in dis.get_instructions(code)
    )

"""A learner alone with a notebook: runs its cells in any order, in one Python, as a kernel does.

It is faster than a kernel, and what a cell shows can be held against what the notebook stores.
"""

from __future__ import annotations

import _thread
import ast
import contextlib
import io
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import nbformat
from IPython.core.formatters import DisplayFormatter

Cell = Any
CELL = "<cell>"
"""The file that a cell's code says it is from."""
WIDGET = "application/vnd.jupyter.widget-view+json"
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/=]+")


class Shown(NamedTuple):
    """What a cell printed, what its last line showed as text and as HTML, and how it failed."""

    printed: str = ""
    text: str = ""
    html: str = ""
    error: BaseException | None = None


class Code(NamedTuple):
    """A cell, ready to run: its statements, and its last line if that has a value."""

    statements: CodeType
    value: CodeType | None


def code_cells(path: Path) -> list[Cell]:
    """The cells of a notebook that hold code, from the top."""
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


@cache
def compiled(source: str) -> Code:
    """The code of a cell, as a kernel runs it."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return Code(compile(tree, CELL, "exec"), None)
    tree.body.pop()
    value = compile(ast.Expression(last.value), CELL, "eval")
    return Code(compile(tree, CELL, "exec"), value)


def stored(cell: Cell) -> Shown:
    """What the notebook stores for a cell; an error isn't compared."""
    printed = "".join(each.text for each in cell.outputs if each.output_type == "stream")
    data: dict[str, str] = {}
    for each in cell.outputs:
        data |= each.get("data", {})
    return _shown(printed, data)


def _shown(printed: str, data: dict[str, Any]) -> Shown:
    html = "" if WIDGET in data else PICTURE.sub("picture", data.get("text/html", ""))
    return Shown(printed, data.get("text/plain", ""), html)


def _displayed(value: object) -> dict[str, Any]:
    if value is None:
        return {}
    data: dict[str, Any] = DisplayFormatter().format(value)[0]  # type: ignore[no-untyped-call]
    return data


@dataclass
class Learner:
    """One Python with a learner before it; `names` is what the cells have made so far."""

    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    seconds: float = 0.0
    """How long the last cell took."""
    value: Any = None
    """What its last line was."""

    def run(self, source: str, stop_after: float = 0) -> Shown:
        """Run a cell, and interrupt it after so many seconds; whatever it raises is kept."""
        code, printed, self.value = compiled(source), io.StringIO(), None
        start = time.perf_counter()
        try:
            with contextlib.redirect_stdout(printed), interrupted(stop_after):
                exec(code.statements, self.names)
                self.value = eval(code.value, self.names) if code.value else None
                data = _displayed(self.value)
        except BaseException as error:
            return Shown(printed.getvalue(), error=error)
        finally:
            self.seconds = time.perf_counter() - start
        return _shown(printed.getvalue(), data)


@contextlib.contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Raise KeyboardInterrupt in a cell after so many seconds, as an interrupted kernel does.

    Zero seconds never come. What would come when the cell is over does not come at all: here it
    would keep the learner from tidying up. Where Python can't let an error through, as in a
    callback of its garbage collector, the learner interrupts once more.
    """
    timers: list[threading.Timer] = []

    def interrupt_after(seconds: float) -> None:
        timers.append(threading.Timer(seconds, _thread.interrupt_main))
        timers[-1].start()

    def stop(_: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_filename != CELL:
            frame = frame.f_back
        if frame is not None:
            raise KeyboardInterrupt

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            interrupt_after(0.01)
        else:
            hook(unraisable)

    before, hook = signal.signal(signal.SIGINT, stop), sys.unraisablehook
    sys.unraisablehook = lost
    try:
        if seconds:
            interrupt_after(seconds)
        yield
    finally:
        for timer in timers:
            timer.cancel()
            timer.join()
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook

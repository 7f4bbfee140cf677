"""Work in pieces: here or on any executor, with progress, and kept when it is stopped."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol, Self, TypeVar

from tcp.quoting import quoted

WAITING = 256
"""Pieces handed to an executor at a time: enough for many machines, few enough to call back."""


class Sum(Protocol):
    """What can be added up, such as a `Simulation`."""

    def __add__(self, other: Self) -> Self:
        """Both together."""


Task = TypeVar("Task")
Part = TypeVar("Part", bound=Sum)


@dataclass(frozen=True)
class How:
    """How work is done.

    Args:
        executor: where, or None for here, one piece after the other.
        progress: shows a bar of tqdm, which is loaded only then, and must be installed.
        stop: is asked after each piece; True ends the work.

    Raises:
        ValueError: for what can't do these things.
    """

    executor: Executor | None = None
    progress: bool = False
    stop: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        """Refuse it before any work is done."""
        known = not isinstance(self.executor, type)  # ProcessPoolExecutor without its brackets
        submits = known and callable(getattr(self.executor, "submit", None))
        if self.executor is not None and not submits:
            raise ValueError(
                f"executor = {quoted(self.executor)}: one of concurrent.futures is asked for, "
                "such as ProcessPoolExecutor(), or one that works alike, such as Dask's "
                "client.get_executor()"
            )
        if not isinstance(self.progress, bool):
            raise ValueError(f"progress = {quoted(self.progress)}: True or False is asked for")
        if self.progress and find_spec("tqdm") is None:
            raise ValueError(
                "progress = True: the bar is drawn by tqdm, which isn't here; pip install tqdm, "
                "or go without"
            )
        if self.stop is not None and not callable(self.stop):
            raise ValueError(
                f"stop = {quoted(self.stop)}: a function without arguments is asked for"
            )

    def add_up(
        self,
        start: Part,
        work: Callable[[Task], Part],
        tasks: Iterable[Task],
        *,
        size: Callable[[Task], int],
        total: int,
        unit: str,
    ) -> Part:
        """The sum of what the work gives for all tasks, or for those done until it was stopped.

        An interrupt (Ctrl-C, a notebook's stop button) stops it like `stop`: what is done is kept,
        what waits for its turn is called back. Where nothing is done yet it is an interrupt.

        Args:
            start: what the parts are added to.
            work: a function of a module, so that another process can find it.
            tasks: what it is called with.
            size: what a task counts in the progress.
            total: what all tasks count.
            unit: what is counted.
        """
        parts = _here(work, tasks) if self.executor is None else _there(work, tasks, self.executor)
        done = False
        with contextlib.closing(parts), self._bar(total, unit) as advance:
            try:
                for task, part in parts:
                    start, done = start + part, True
                    advance(size(task))
                    if self.stop is not None and self.stop():
                        break
            except KeyboardInterrupt:
                if not done:
                    raise
        return start

    @contextlib.contextmanager
    def _bar(self, total: int, unit: str) -> Iterator[Callable[[int], Any]]:
        if not self.progress:
            yield lambda _: None
            return
        from tqdm.auto import tqdm  # loaded only by those who want to see it

        with tqdm(total=total, unit=f" {unit}", unit_scale=True) as bar:
            yield bar.update


Parts = Generator[tuple[Task, Part], None, None]


def _here(work: Callable[[Task], Part], tasks: Iterable[Task]) -> Parts[Task, Part]:
    for task in tasks:
        yield task, work(task)


def _there(
    work: Callable[[Task], Part], tasks: Iterable[Task], executor: Executor
) -> Parts[Task, Part]:
    left = iter(tasks)
    waiting: dict[Future[Part], Task] = {}
    try:
        while True:
            for task in islice(left, WAITING - len(waiting)):
                waiting[executor.submit(work, task)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


def check_whole(name: str, value: object, least: int, most: int, what: str) -> None:
    """Refuse what is no whole number between these two."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} = {quoted(value)}: {what}, from {least:,} to {most:,}")


def check_seed(seed: object) -> None:
    """Refuse what is no seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ValueError(f"seed = {quoted(seed)}: a seed is a whole number, 0 or more")

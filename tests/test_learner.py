"""Alone with a notebook: its cells in any order, twice, and stopped on the way.

A cell that needs an earlier one may say so, in Python's own sentence. Nothing else may go wrong,
and whatever a cell shows is what the notebook stores. With LEARNER_ORDERS=20 each notebook is run
in so many orders; the suite has one.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from tcp.widgets.club import ClubWidget
from tcp.widgets.deal import DealWidget
from tcp.widgets.table import TableWidget
from tcp.widgets.trainer import TrainerWidget
from tests.forget import forget
from tests.learner import Cell, Learner, Shown, code_cells, interrupted, stored
from tests.refresh_notebooks import ROOT, all_notebooks

ORDERS = int(os.environ.get("LEARNER_ORDERS", "1"))
SHORT = 0.1
"""A cell that takes no more seconds is run twice in a row."""

LONGEST = 1 if ORDERS == 1 else 3
"""So many of a notebook's cells are interrupted, at these parts of the time they take."""
PARTS = (0.5,) if ORDERS == 1 else (0.1, 0.3, 0.5, 0.7, 0.9)

SCORED = (DealWidget, TableWidget, TrainerWidget, ClubWidget)
"""What keeps a score: a cell that shows it mustn't make it, or the next run would lose it."""

each_notebook = pytest.mark.parametrize(
    "path", all_notebooks(), ids=lambda path: path.relative_to(ROOT).as_posix()
)


PAGAT = 'load_rules("pagat")'
OTHER_HOUSES = ("live", "straight-pays-5")

LECTURES = [  # what the guide changes before a room, and what is shown then
    ("00", "Random(1)\nsample", "Random(2)\nsample", "Answer: 1.34 percentage points"),
    ("01", "any(card.rank == Rank.ACE for card in hand)", "Card.parse('2♣') in hand", "5.77 %"),
    ("02", '("K♣ A♦ 2♥")', '("3♣ 2♦ A♥")', "Answer: 3-2-A itself"),
    ("03", "none = miss**460", "none = miss**1_378", "Answer: 5.00 %"),
    ("04", '"A♠ K♥ Q♣"', '"2♠ 2♥ 2♣"', "Answer: more often than before"),
    ("07", '"A-high", "2-2-3")', '"A-high", "Q-6-4")', "Answer: Q-6-4"),
    (
        "08",
        "changes = {",
        'changes = {"pairs play": replace(pagat, dealer_qualifies="2-2-3"),',
        "-41.64 %",
    ),
    ("11", "loss_per_hour(edge, 60, 5)", "loss_per_hour(edge, 60, 25)", "Answer: 50.59"),
    ("12", "signals = {", 'signals = {"odd": lambda card: card.rank % 2,', "odd "),
]


def lesson(number: str) -> Path:
    """The file of a notebook."""
    return next(path for path in all_notebooks() if path.name.startswith(number))


CHANGES = [
    *(
        (path, PAGAT, PAGAT.replace("pagat", house), "")
        for path in all_notebooks()
        if any(PAGAT in cell.source for cell in code_cells(path))
        for house in OTHER_HOUSES
    ),
    *((lesson(number), old, new, told) for number, old, new, told in LECTURES),
]


def hold(cell: Cell, shown: Shown, where: str) -> None:
    """Whether a cell has run, and shows what is stored."""
    wanted = stored(cell)
    place = f"cell {cell.execution_count}, {where}"
    assert shown.error is None, f"{place}: {shown.error!r}"
    assert shown == wanted, place


@each_notebook
def test_a_second_run_shows_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    forget()
    cells, learner, seconds, trace = code_cells(path), Learner(), {}, sys.gettrace()
    for cell in cells:
        hold(cell, learner.run(cell.source), "from the top")
        seconds[cell.execution_count] = learner.seconds
        shown = learner.value
        if learner.seconds < SHORT or isinstance(shown, SCORED):
            hold(cell, learner.run(cell.source), "run twice")
            assert not isinstance(shown, SCORED) or learner.value is shown
    for cell in sorted(cells, key=lambda cell: -seconds[cell.execution_count])[:LONGEST]:
        for part in PARTS:
            forget()
            stopped = learner.run(cell.source, stop_after=part * seconds[cell.execution_count])
            # A simulation keeps what was done; what the cell then asserts of all of it may fail.
            wanted = (KeyboardInterrupt, AssertionError)
            assert stopped.error is None or isinstance(stopped.error, wanted), repr(stopped.error)
            assert sys.gettrace() is trace
        # Who stops a cell runs it again: until then others find what was done, and may say so.
        hold(cell, learner.run(cell.source), "after a stop")
    for cell in reversed(cells):
        hold(cell, learner.run(cell.source), "again, from the bottom")


@each_notebook
@pytest.mark.parametrize("seed", range(ORDERS))
def test_any_order_shows_the_same(path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one Python, each cell as soon as it can be run, in an order of chance."""
    monkeypatch.chdir(path.parent)
    first, *waiting = code_cells(path)
    learner, rng = Learner(), random.Random(seed)
    hold(first, learner.run(first.source), "at first")
    while waiting:
        rng.shuffle(waiting)
        waiting, tried = [], waiting
        for cell in tried:
            shown = learner.run(cell.source)
            if isinstance(shown.error, NameError):
                assert shown.error.name not in learner.names
                waiting.append(cell)
            else:
                hold(cell, shown, f"in the order {seed}")
        assert len(waiting) < len(tried), "no cell can be run any more"


@pytest.mark.parametrize(
    ("path", "old", "new", "told"),
    CHANGES,
    ids=[f"{path.relative_to(ROOT).as_posix()}: {new}" for path, _, new, _ in CHANGES],
)
def test_what_is_changed_fails_at_asserts_that_show_nothing(
    path: Path, old: str, new: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays by other rules, or types another hand, sees all that the cells count of it.

    Asserts say where the text no longer fits: after what is shown, in place of nothing.
    """
    monkeypatch.chdir(path.parent)
    learner, found, news = Learner(), False, []
    for cell in code_cells(path):
        found |= old in cell.source
        shown = learner.run(cell.source.replace(old, new))
        place = f"cell {cell.execution_count}: {shown.error!r}"
        assert shown.error is None or isinstance(shown.error, AssertionError), place
        assert shown.error is None or not cell.outputs or shown.printed, place
        if shown != stored(cell):
            news.append(shown.printed + shown.text)
    assert found, f"no cell says {old}"
    assert not told or any(told in text for text in news), news


def test_a_cell_without_an_end_is_interrupted() -> None:
    shown = Learner().run("while True:\n    pass", stop_after=0.05)
    assert isinstance(shown.error, KeyboardInterrupt)


DEAF = """
import time
import weakref

class Card:
    pass

def wait(_):
    while not time.sleep(0.01):
        pass

card = Card()
seen = weakref.ref(card, wait)
del card
while True:
    pass
"""


def test_an_interrupt_that_python_loses_comes_again() -> None:
    """A callback can't pass an error on: the first interrupt ends it, the second the cell."""
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    shown = Learner().run(DEAF, stop_after=0.05)
    assert isinstance(shown.error, KeyboardInterrupt)
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == (before, hook)


def test_an_interrupt_that_comes_when_a_cell_is_over_is_dropped() -> None:
    """It would leave its handler behind, and no later interrupt would be heard."""
    before = signal.getsignal(signal.SIGINT)
    with interrupted(0.001):
        time.sleep(0.05)  # the test's own line, and no cell's
    assert signal.getsignal(signal.SIGINT) == before


ENDLESS = """
import time
from tcp.checks import check

def straight_after(seed):
    print("here", flush=True)
    while True:
        time.sleep(0.01)

check("00.3", straight_after)
"""
AFTER = 'import sys\nprint(sys.gettrace(), check("00.3", lambda seed: seed))'


def test_a_kernel_stops_in_the_midst_of_a_check() -> None:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        # Else what is asked right after an error would be dropped, not run.
        asked = client.execute(ENDLESS, stop_on_error=False)
        while client.get_iopub_msg(timeout=60)["msg_type"] != "stream":
            pass  # until the learner's function runs
        manager.interrupt_kernel()
        reply = client.get_shell_msg(timeout=60)
        while reply["parent_header"]["msg_id"] != asked:
            reply = client.get_shell_msg(timeout=60)
        assert reply["content"]["ename"] == "KeyboardInterrupt"
        told: list[str] = []  # in as many pieces as the kernel makes of it
        client.execute_interactive(
            AFTER, output_hook=lambda message: told.append(message["content"].get("text", ""))
        )
        assert "None Exercise 00.3: not yet." in "".join(told), told
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)

"""The notebooks of the 90-minute workshop run without NumPy and Matplotlib.

A page on the site starts at once only without them.
"""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.notebook_rules import code_cells

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("00_start_here", "03_why_straight_beats_flush", "06_pair_plus", "19_at_the_table")


@pytest.mark.parametrize("name", NAMES)
def test_it_runs_without_numpy_and_matplotlib(name: str) -> None:
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    # As on the site, where a page's Python has neither; a block stands for their absence.
    lines = ["import sys", "sys.modules.update(numpy=None, matplotlib=None)"]
    lines += [cell.source for cell in code_cells(notebook)]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "\n".join(lines)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr

"""The notebooks of the 90-minute workshop run without NumPy and Matplotlib, and as it jumps.

A page on the site starts at once only without them.
"""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest

from tests.notebook_rules import code_cells

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("00_start_here", "03_why_straight_beats_flush", "06_pair_plus", "19_at_the_table")


WORKSHOP = (ROOT / "docs" / "guide" / "workshop.md").read_text("utf-8")
# Widgets that the plan jumps to, with nothing run before them but the first cell of code.
ALONE = {
    "03_why_straight_beats_flush": "CategoryExplorer()",
    "06_pair_plus": 'PayTableWidget(compare="live")',
    "07_play_or_fold": "trainer",
}


def run(lines: list[str], blocked: bool = True) -> None:
    """Run these in a new Python, which finds neither NumPy nor Matplotlib where they are blocked.

    So it is on the site: a page's Python has neither.
    """
    if blocked:
        lines = ["import sys", "sys.modules.update(numpy=None, matplotlib=None)", *lines]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "\n".join(lines)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def read(name: str) -> nbformat.NotebookNode:
    found: nbformat.NotebookNode = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    return found


@pytest.mark.parametrize("name", [*NAMES, *(f"solutions/{name}" for name in NAMES[1:3])])
def test_it_runs_without_numpy_and_matplotlib(name: str) -> None:
    run([cell.source for cell in code_cells(read(name))])


@pytest.mark.parametrize("name", NAMES)
def test_it_runs_when_only_the_sections_of_the_plan_are_run(name: str) -> None:
    plan = WORKSHOP.partition("## A second block")[0]
    sections = [unquote(found) for found in re.findall(rf"{name}\.ipynb#([^)]+)\)", plan)]
    assert sections
    lines, here, skipped = [], True, 0  # the first cell of code stands above all sections
    for cell in read(name).cells:
        headings = re.findall(r"(?m)^## (.+)$", cell.source)
        if cell.cell_type == "markdown" and headings:
            here = headings[-1].replace(" ", "-") in sections
        elif cell.cell_type == "code":
            skipped += not here
            lines += [cell.source] if here else []
    assert skipped
    run(lines)


# From which heading on (none: from the top) so many taps on ▶ end at a cell with these words.
TAPS = [
    ("0:02", "00_start_here", "", "table"),
    ("0:06", "00_start_here", "Exact, or sampled?", "show_bars("),
    ("0:14", "19_at_the_table", "", "table"),
    ("0:24", "03_why_straight_beats_flush", "", "one suit: 4 ways"),
    ("0:32", "03_why_straight_beats_flush", "At which hand size", "guess_four.compare("),
    ("0:42", "06_pair_plus", "", "guess_most.compare("),
]
NUMBERS = {"four": 4, "six": 6, "seven": 7, "thirteen": 13, "fourteen": 14, "twenty": 20}


@pytest.mark.parametrize(("clock", "name", "heading", "words"), TAPS)
def test_so_many_taps_lead_where_the_plan_says(
    clock: str, name: str, heading: str, words: str
) -> None:
    (row,) = (line for line in WORKSHOP.splitlines() if line.startswith(f"| {clock} |"))
    (times,) = re.findall(r"▶ (\w+)(?: times)?", row)
    sources = [cell.source for cell in read(name).cells]
    start = next(i for i, source in enumerate(sources) if f"## {heading}" in source or not heading)
    tapped = sources[start : start + NUMBERS[times]]
    assert words in tapped[-1]
    guesses = sum("Predict(" in source and "import" not in source for source in tapped)
    told = re.search(r"(one|two) guess", row, flags=re.IGNORECASE)
    assert guesses == ({"one": 1, "two": 2}[told[1].lower()] if told else "with a guess" in row)


def test_the_sliders_stand_two_cells_above_the_heading_that_the_plan_names() -> None:
    sources = [cell.source for cell in read("06_pair_plus").cells]
    (heading,) = (i for i, source in enumerate(sources) if source.startswith("## Do two boxes"))
    assert sources[heading - 2] == ALONE["06_pair_plus"]


@pytest.mark.parametrize("name", ALONE)
def test_a_widget_that_the_plan_jumps_to_needs_only_the_first_cell(name: str) -> None:
    cells = [cell.source for cell in code_cells(read(name))]
    assert ALONE[name] in cells
    run([cells[0], ALONE[name]], blocked=name in NAMES)


def test_nothing_near_the_trainer_gives_the_border_away() -> None:
    """Who jumps to the heading below it sees the trainer's cell and what follows on one screen."""
    sources = [cell.source for cell in read("07_play_or_fold").cells]
    (trainer,) = (place for place, source in enumerate(sources) if source == "trainer")
    assert sources[trainer + 1].startswith("## Common mistakes")
    seen = "\n".join(sources[trainer - 2 : trainer + 6])
    assert not re.search(r"Q-6-4|queen, six, four", seen)
    first = next(place for place, source in enumerate(sources) if "\n## " in f"\n{source}")
    assert not re.search(r"Q-\d", "\n".join(sources[: first + 6]))


def test_the_trainer_for_another_house_runs_as_it_stands() -> None:
    (lines,) = re.findall(r"```\n(from dataclasses.*?)```", WORKSHOP, flags=re.DOTALL)
    run([lines])

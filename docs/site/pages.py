"""What lies on the site: the notebooks' copies, one notebook of its own, and the start page."""

import json
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import course
from docs.site.imports import needs, notebook_needs
from docs.site.kernel.course_site import NAMES

HERE = Path(__file__).resolve().parent
KERNEL = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
TAG = "site"  # a cell that only the site's copy has

# The workshop of 90 minutes: which notebook, and what one does there.
WORKSHOP = {
    "00_start_here.ipynb": "Play a first round, and guess before you look.",
    "19_at_the_table.ipynb": "Sit down at the table, and find out whether you played well.",
    "03_why_straight_beats_flush.ipynb": "Count all 22,100 hands.",
    "06_pair_plus.ipynb": "Work out what a side bet is worth.",
    "workshop_trainer.ipynb": "Train Play or fold: what does each mistake cost?",
}
TRAINER = "workshop_trainer.ipynb"
TRAINER_CELLS = (
    (
        "markdown",
        "# Play or fold?\n\n"
        "- **You will** decide hand after hand, and see what each mistake costs.\n"
        "- **You should know** how a round goes, from notebook 00.\n"
        "- **Time:** 20 minutes.",
    ),
    (
        "markdown",
        "A fold costs your Ante, 1 chip. To play is right where it costs less than that on "
        "average. Guess first: which is the weakest hand you would still play?\n\n"
        "Run the cell below: click it, then press Shift and Enter. Decide with the buttons, or "
        "click the frame and press **P** to play and **F** to fold. A right decision brings the "
        "next hand in silence; a mistake is answered with its price, and **D** deals on.",
    ),
    ("code", "from tcp.widgets.trainer import TrainerWidget\n\nTrainerWidget()"),
    (
        "markdown",
        "How long a streak can you reach? Where lies the border, to the card?\n\n"
        "On: [07, When is a second bet worth it?](07_play_or_fold.ipynb) finds the border, and "
        "proves it on every hand. It needs NumPy. Or choose from "
        "[the map](00_start_here.ipynb).",
    ),
)

# What a page can't do, as code or prose of a notebook names it.
ONE_PROCESS = re.compile(
    r"ProcessPoolExecutor|ThreadPoolExecutor|\bdask\b|\bsubprocess\b|--exec|multiprocessing",
    flags=re.IGNORECASE,
)


@dataclass(frozen=True)
class Entry:
    """A notebook as the start page lists it."""

    name: str
    title: str
    minutes: str
    packages: tuple[str, ...]  # of the heavy ones, those it needs
    here: bool  # whether this copy of the site can run it

    @property
    def number(self) -> str:
        """The number in front of its name."""
        return self.name.partition("_")[0]


def text_of(cell: dict[str, Any]) -> str:
    """What stands in a cell."""
    return "".join(cell["source"])


def entry(path: Path, package: dict[str, list[str]], with_numpy: bool) -> Entry:
    """What the start page says of a notebook."""
    top = text_of(json.loads(path.read_text("utf-8"))["cells"][0])
    title = re.search(r"^# (.+)$", top, flags=re.MULTILINE)
    minutes = re.search(r"\*\*Time:\*\* (.+?)\.?$", top, flags=re.MULTILINE)
    packages = tuple(notebook_needs(path, package))
    return Entry(
        path.name,
        title[1] if title else path.stem,
        minutes[1] if minutes else "",
        packages,
        with_numpy or not packages,
    )


def entries(root: Path, with_numpy: bool) -> list[Entry]:
    """All notebooks in order, without their solutions."""
    package = needs(root)
    paths = sorted((root / "notebooks").glob("*.ipynb"))
    return [entry(path, package, with_numpy) for path in paths]


# --- the notebooks -------------------------------------------------------------------------------


def markdown(source: str, name: str) -> dict[str, Any]:
    """A cell of words that only the site's copy has."""
    return {
        "cell_type": "markdown",
        "id": name,
        "metadata": {"tags": [TAG]},
        "source": source,
    }


def remarks(notebook: dict[str, Any], packages: list[str], with_numpy: bool) -> list[str]:
    """What a notebook can't do in a page, and what to do instead."""
    said = []
    names = " and ".join(NAMES[name] for name in packages)
    if packages and with_numpy:
        said.append(
            f"**In this page:** the first code cell fetches {names}, some megabytes. "
            "That needs a network, and a little patience."
        )
    elif packages:
        said.append(
            f"**Not in this copy of the site:** this notebook needs {names}, which this copy was "
            "made without. Read it here, and run it on the course's page in the internet or on "
            "your own machine."
        )
    if any(ONE_PROCESS.search(text_of(cell)) for cell in notebook["cells"]):
        said.append(
            "**In this page:** Python runs as a single process here. What starts another program, "
            "several processes or Dask doesn't work: leave it out and go on, or run the notebook "
            "on your own machine with `python3 course.py lab`."
        )
    return said


def site_copy(text: str, packages: list[str], with_numpy: bool) -> str:
    """A notebook as the site has it: no outputs, its own kernel, and what can't be done there."""
    notebook: dict[str, Any] = json.loads(course.without_outputs(text))
    notebook["metadata"]["kernelspec"] = KERNEL
    said = remarks(notebook, packages, with_numpy)
    notebook["cells"][1:1] = [markdown(one, f"site-{n}") for n, one in enumerate(said)]
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def trainer() -> str:
    """The trainer of notebook 07 by itself, which needs no NumPy."""
    cells = [
        markdown(source, f"trainer-{n}")
        if kind == "markdown"
        else {
            "cell_type": "code",
            "execution_count": None,
            "id": f"trainer-{n}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for n, (kind, source) in enumerate(TRAINER_CELLS)
    ]
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def write_notebooks(root: Path, folder: Path, with_numpy: bool) -> None:
    """Write the site's copies of all notebooks and solutions."""
    package = needs(root)
    home = root / "notebooks"
    for path in [*home.glob("*.ipynb"), *(home / "solutions").glob("*.ipynb")]:
        target = folder / path.relative_to(home)
        packages = notebook_needs(path, package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(site_copy(path.read_text("utf-8"), packages, with_numpy), "utf-8")
    (folder / TRAINER).write_text(trainer(), "utf-8")


# --- the start page ------------------------------------------------------------------------------

BOOK = '    <a class="go second" href="book/index.html">Read it as a book</a>'


def link(name: str) -> str:
    """The address of a notebook, shown alone, which suits a phone."""
    return f"notebooks/index.html?path={quote(name)}"


def step(name: str, what: str, listed: dict[str, Entry]) -> str:
    """One line of the workshop."""
    number = listed[name].number if name in listed else "07"
    return f'<li><a href="{link(name)}"><b>{number}</b><span>{escape(what)}</span></a></li>'


def row(one: Entry) -> str:
    """One line of the list of notebooks."""
    needed = " and ".join(NAMES[name] for name in one.packages)
    if not one.here:
        note = f"not in this copy of the site: needs {needed}"
        return (
            f'<li class="off"><span class="row"><b>{one.number}</b><span>{escape(one.title)}'
            f"<small>{note}</small></span></span></li>"
        )
    note = f"{one.minutes}; fetches {needed}" if needed else one.minutes
    return (
        f'<li><a class="row" href="{link(one.name)}"><b>{one.number}</b><span>{escape(one.title)}'
        f"<small>{escape(note)}</small></span></a></li>"
    )


def start_page(listed: list[Entry], pyodide: str, book: bool = False) -> str:
    """The page at the site's address.

    `pyodide` says where Python comes from; `book` whether the book lies on the site, too.
    """
    by_name = {one.name: one for one in listed}
    parts = {
        "WORKSHOP": "\n".join(step(*one, by_name) for one in WORKSHOP.items()),
        "NOTEBOOKS": "\n".join(map(row, listed)),
        "PYODIDE": pyodide,
        "BOOK": BOOK if book else "",
    }
    page = (HERE / "index.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], page)

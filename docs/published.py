"""Notebooks for readers: what the book and the slides show of one, where no Python runs.

The stored outputs stay. Each brings the course's stylesheet along, which a page needs only once;
and a live widget, which isn't stored, is shown by what it says in words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parents[1]
WIDGET = "application/vnd.jupyter.widget-view+json"
GUESS = "Guess first: "
NOBODY_GUESSED = "No guess locked in. "  # true of every stored notebook, and no news to a reader


def repository() -> str:
    """Where the course's files can be read, from CITATION.cff."""
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    found = re.search(r"^repository-code: *(\S+)$", text, flags=re.MULTILINE)
    if found is None:
        raise ValueError("CITATION.cff has no line repository-code: with an address")
    return found[1]


@dataclass(frozen=True)
class Addresses:
    """Where a notebook can be opened live, and where its file lies."""

    name: str
    """The path below `notebooks/`."""

    @property
    def site(self) -> str:
        """In the browser alone, on the course's own pages."""
        owner, name = repository().removesuffix("/").split("/")[-2:]
        return f"https://{owner}.github.io/{name}/notebooks/index.html?path={self.name}"

    @property
    def binder(self) -> str:
        """On Binder, which starts a machine for it."""
        slug = repository().partition("github.com/")[2]
        return f"https://mybinder.org/v2/gh/{slug}/HEAD?urlpath=lab/tree/notebooks/{self.name}"

    @property
    def source(self) -> str:
        """The file in the repository."""
        return f"{repository()}/blob/main/notebooks/{self.name}"


def notebooks() -> list[Path]:
    """The notebooks, without their solutions, in order."""
    return sorted((ROOT / "notebooks").glob("*.ipynb"))


def published(path: Path) -> Any:
    """A notebook with outputs that any page can show."""
    notebook = nbformat.read(path, as_version=4)
    live = Addresses(path.relative_to(ROOT / "notebooks").as_posix()).binder
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data = readable(output.data, live)
    return notebook


def readable(data: Any, live: str) -> Any:
    """One output: no stylesheet, no live widget."""
    words = data.get("text/plain", "")
    if WIDGET in data:
        return {"text/html": said(words, live), "text/plain": words}
    if "text/html" in data:
        html = re.sub(r"<style>.*?</style>", "", data["text/html"], flags=re.DOTALL)
        return {"text/html": html, "text/plain": words}
    if words.startswith(NOBODY_GUESSED):
        answer = words.removeprefix(NOBODY_GUESSED)
        return {"text/html": f'<p class="course-answer">{escape(answer)}</p>', "text/plain": answer}
    return data


def said(words: str, live: str) -> str:
    """What a widget says, in a frame, with the way to the live one."""
    if words.startswith(GUESS):
        asked = re.fullmatch(r"(.*?)(?: \(([^()]*, [^()]*)\))?", words.removeprefix(GUESS))
        assert asked is not None  # the second part may be missing, the first takes anything
        question, options = (escape(part or "") for part in asked.groups())
        choice = f'<p class="course-options">{options}</p>' if options else ""
        return (
            f'<div class="course-guess"><p><strong>Guess first:</strong> {question}</p>'
            f"{choice}</div>"
        )
    return (
        '<div class="course-widget"><p class="course-widget-name">A widget stands here. '
        f'In words it says this; <a href="{escape(live)}">open it live</a> to use it.</p>'
        f"<pre>{escape(re.sub(' {2,}', ' · ', words))}</pre></div>"
    )


def headings(notebook: Any) -> Iterator[str]:
    """The text of its level-one headings."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield from re.findall(r"^# +(.+)$", cell.source, flags=re.MULTILINE)


def title(notebook: Any) -> str:
    """What a notebook is called: its level-one heading."""
    return next(headings(notebook))


def slug(heading: str) -> str:
    """The anchor of a heading, as JupyterLab makes it and links to it are written."""
    return heading.strip().replace(" ", "-").replace("%", "%25")

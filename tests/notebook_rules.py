"""What a stored notebook must be, so that comparing its outputs means something.

`findings(path)` reads one notebook and returns a sentence for each rule it breaks. The rules for
every notebook keep nbval from passing without comparing; the rules for a lesson (a notebook that
is no solution) are the part of the course's own rubric that a program can see.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import nbformat

from tests.cell_names import ambiguous

Notebook = Any
Cell = Any

# Tags and comments that keep nbval from comparing a cell: how often each notebook may have one.
ALLOWED_SKIPS: dict[str, int] = {}

WORDS = (800, 1_800)
CELL_LINES = 15
MEDIAN_LINES = 3
GUESSES = 3
FILE_BYTES = 600 * 1024
MAP = "00_start_here.ipynb"

# Looks harmless in a notebook, and makes its outputs differ from run to run.
UNSTABLE = {
    r"^\s*%{1,2}time": "times itself",
    r"\binteract(ive_output|ive)?\(": "uses interact",
    r"\bclear_output\(": "clears outputs",
    r"\b(widgets\.)?Output\(": "captures outputs in a widget",
    r"\btqdm\(|\btrange\(": "shows a progress bar",
}
UNSTABLE_TEXT = {
    r"\b0x[0-9a-f]{6,}": "an object's address",
    r"<Figure size": "a bare figure",
    r"(?<![\w/.])/(home|root|Users|tmp|work|private|opt)/": "a path of one machine",
    r"[A-Z]:\\Users\\": "a path of one machine",
}


def findings(path: Path, notebooks: Path | None = None) -> list[str]:
    """All the rules that the notebook at `path` breaks; an empty list when it is fine.

    `notebooks` is the folder that holds the lessons, for the links between them; by default the
    one that `path` says.
    """
    notebook = nbformat.read(path, as_version=4)
    solution = path.parent.name == "solutions"
    folder = notebooks or (path.parent.parent if solution else path.parent)
    found = [*_strict(notebook, path.stem), *_stable(notebook), *_pictures(notebook)]
    found += [*_names(notebook), *_keys(notebook)]
    if not solution:
        found += [*_size(notebook, path), *_anatomy(notebook), *_exercises(notebook, path, folder)]
        found += [*_links(notebook, path, folder), *_quoted_numbers(notebook)]
        found += _guesses(notebook)
    return found


# --- every notebook ------------------------------------------------------------------------------


def code_cells(notebook: Notebook) -> list[Cell]:
    """The code cells that hold code."""
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def prose(notebook: Notebook) -> str:
    """All the text of the notebook."""
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def _strict(notebook: Notebook, stem: str) -> Iterator[str]:
    """Whether nbval compares every cell."""
    cells = code_cells(notebook)
    counts = [cell.execution_count for cell in cells]
    if counts != list(range(1, len(cells) + 1)):
        yield f"cells were not run once each from the top: execution counts {counts}"
    if len([cell for cell in cells if cell.outputs]) < 3:
        yield "fewer than three outputs are stored, so hardly anything is compared"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "the kernel isn't python3"
    if "widgets" in notebook.metadata:
        yield "widget state is stored"
    ids = [f"{stem}-{number:02}" for number in range(1, len(notebook.cells) + 1)]
    if [cell.id for cell in notebook.cells] != ids:
        yield f"its cells aren't called {ids[0]} and so on; refresh the notebook"
    skips = 0
    for number, cell in enumerate(notebook.cells, start=1):
        tags = cell.metadata.get("tags", [])
        comment = re.search(r"^#\s*(NBVAL_|PYTEST_VALIDATE_)", cell.source, re.MULTILINE)
        skips += any("nbval" in tag for tag in tags) or bool(comment)
        if "execution" in cell.metadata:
            yield f"cell {number} stores when it ran"
        if cell.cell_type != "code":
            continue
        if cell.source.rstrip().endswith(";"):
            yield f"cell {number} ends in a semicolon, which hides nothing here; write `_ = …`"
        failed = any(output.output_type == "error" for output in cell.outputs)
        if failed and "raises-exception" not in tags:
            yield f"cell {number} stores an error"
    if skips > ALLOWED_SKIPS.get(stem, 0):
        yield f"{skips} cells are kept from being compared"


def _stable(notebook: Notebook) -> Iterator[str]:
    """Whether a second run gives the same bytes."""
    for cell in code_cells(notebook):
        for pattern, what in UNSTABLE.items():
            if re.search(pattern, cell.source, re.MULTILINE):
                yield f"cell {cell.execution_count} {what}"
        text = "\n".join(output_texts(cell))
        for pattern, what in UNSTABLE_TEXT.items():
            if re.search(pattern, text):
                yield f"cell {cell.execution_count} shows {what}"
        pictures = {"image/png", "image/jpeg", "image/svg+xml"}
        if any(pictures & set(output.get("data", ())) for output in cell.outputs):
            yield f"cell {cell.execution_count} shows a picture that nothing compares or describes"


def _keys(notebook: Notebook) -> Iterator[str]:
    """Until a widget is clicked, JupyterLab takes the keys: D D deletes the cell that follows."""
    for paragraph in prose(notebook).split("\n"):
        keys = re.findall(r"\*\*[A-Z]\*\*", paragraph)
        if keys and not re.search(r"[Oo]nce you have clicked|From then on", paragraph):
            yield f"the key {keys[0]} is named, and not that the widget must be clicked first"


def _names(notebook: Notebook) -> Iterator[str]:
    """Whether each name that a cell reads comes from one cell, whatever was run last."""
    try:
        yield from ambiguous({c.execution_count: c.source for c in code_cells(notebook)})
    except SyntaxError as error:
        yield f"a cell is no plain Python: {error.text}"


def output_texts(cell: Cell) -> Iterator[str]:
    """The texts among a cell's outputs, pictures inside them left out."""
    for output in cell.outputs:
        texts = [output.get("text", ""), output.get("evalue", "")]
        texts += [output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/html")]
        for text in texts:
            yield re.sub(r"data:image/[^\"')\s]+", "", text)


class _Images(HTMLParser):
    """Collects the attributes of every `<img>`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.found.append(dict(attrs))


def _pictures(notebook: Notebook) -> Iterator[str]:
    """Whether each picture has a text beside it, and none is fetched from elsewhere."""
    parser = _Images()
    parser.feed(prose(notebook))
    for cell in code_cells(notebook):
        for output in cell.outputs:
            parser.feed(output.get("data", {}).get("text/html", ""))
    images = [(image.get("alt") or "", image.get("src") or "") for image in parser.found]
    images += re.findall(r"!\[(.*?)\]\(\s*(.*?)[\s)]", prose(notebook))
    for alt, source in images:
        name = source[:40]
        if not alt.strip():
            yield f"a picture has no text alternative: {name}"
        if re.match(r"\s*(https?:)?//", source):
            yield f"a picture comes from the network: {name}"


# --- lessons -------------------------------------------------------------------------------------


def headings(notebook: Notebook) -> list[tuple[int, str]]:
    """Level and text of every heading."""
    text = re.sub(r"^```.*?^```", "", prose(notebook), flags=re.MULTILINE | re.DOTALL)
    return [(len(m[1]), m[2].strip()) for m in re.finditer(r"^(#{1,6})\s+(.+)$", text, re.M)]


def _size(notebook: Notebook, path: Path) -> Iterator[str]:
    """Whether it is one sitting, in small steps."""
    words = len(prose(notebook).split())
    if not WORDS[0] <= words <= WORDS[1]:
        yield f"{words} words of text; a sitting has {WORDS[0]} to {WORDS[1]:,}"
    lines = [len([x for x in c.source.splitlines() if x.strip()]) for c in code_cells(notebook)]
    if lines and max(lines) > CELL_LINES:
        yield f"a code cell has {max(lines)} lines, more than {CELL_LINES}"
    if lines and median(lines) > MEDIAN_LINES:
        yield f"the median code cell has {median(lines)} lines, more than {MEDIAN_LINES}"
    if path.stat().st_size > FILE_BYTES:
        yield f"the file has {path.stat().st_size // 1024} KB, more than {FILE_BYTES // 1024}"


def _anatomy(notebook: Notebook) -> Iterator[str]:
    """Whether it opens with a question, keeps its headings in order, and closes with a recap."""
    found = headings(notebook)
    levels = [level for level, _ in found]
    if levels.count(1) != 1 or not notebook.cells[0].source.startswith("# "):
        yield "the first cell must start with the only H1"
    for (above, _), (below, title) in pairwise(found):
        if below > above + 1:
            yield f"the heading {title!r} skips a level"
    titles = " / ".join(title for _, title in found).lower()
    for section in ("common mistakes", "exercises", "explore", "recap"):
        if section not in titles:
            yield f"no section called {section}"
    if not re.search(r"\bminutes\b", notebook.cells[0].source):
        yield "the first cell doesn't say how many minutes it takes"
    if "predict" not in (prose(notebook) + "".join(c.source for c in notebook.cells)).lower():
        yield "nothing is predicted"


def exercise_numbers(notebook: Notebook) -> list[str]:
    """The exercises that a notebook checks."""
    source = "\n".join(cell.source for cell in code_cells(notebook))
    return re.findall(r"""\bcheck\(\s*["'](\d\d\.\d+)["']""", source)


def _exercises(notebook: Notebook, path: Path, folder: Path) -> Iterator[str]:
    """Whether there are three exercises, each with a solution."""
    numbers = exercise_numbers(notebook)
    if len(numbers) < 3:
        yield f"{len(numbers)} exercises, fewer than three"
    if foreign := [number for number in numbers if not number.startswith(path.stem[:2])]:
        yield f"exercises numbered for another notebook: {foreign}"
    solution = folder / "solutions" / path.name
    solved = exercise_numbers(nbformat.read(solution, as_version=4)) if solution.exists() else []
    if unsolved := sorted(set(numbers) - set(solved)):
        yield f"no solution for {', '.join(unsolved)}"


def link_targets(text: str) -> list[str]:
    """Where the links of a Markdown text lead, pictures included."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(\s*<?([^\s)>]+)", text) + re.findall(r'(?:href|src)="([^"]+)"', text)
    return [target for target in targets if not target.startswith("data:")]


def _links(notebook: Notebook, path: Path, folder: Path) -> Iterator[str]:
    """Whether it leads on, back and to the map."""
    targets = {target.split("#")[0] for target in link_targets(prose(notebook))}
    here = int(path.name[:2])
    wanted = [("the solutions", f"solutions/{path.name}")]
    wanted += [("the next one", p.name) for p in folder.glob(f"{here + 1:02}_*.ipynb")]
    wanted += [("the one before", p.name) for p in folder.glob(f"{here - 1:02}_*.ipynb")]
    if path.name != MAP:
        wanted += [("the map", MAP)]
    for what, target in wanted:
        if target not in targets:
            yield f"no link to {what}, {target}"


# --- numbers in the text -------------------------------------------------------------------------

_NUMBER = r"\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+\.\d+|\d+"


def _quoted_numbers(notebook: Notebook) -> Iterator[str]:
    """Whether a cell shows or asserts each number of the text, at the digits that are quoted.

    Small whole numbers (below 100) count as words, not as results.
    """
    text = re.sub(
        r"^```.*?^```|`[^`\n]*`|\]\([^)]*\)|<[^>]+>", " ", prose(notebook), flags=re.M | re.S
    )
    text = re.sub(r"\b\d\d\.\d\b(?!\s*%)|\b\d\d_\w+", " ", text)  # exercises, names of notebooks
    known = set(_values(notebook))
    for match in re.finditer(rf"(?<![\w.,/])({_NUMBER})(?:\s*(%|per cent))?(?![\w])", text):
        digits, percent = match[1].replace(",", "").replace("_", ""), bool(match[2])
        places = len(digits.partition(".")[2])
        quoted = Fraction(digits)
        if not places and not percent and quoted < 100:
            continue
        close = Fraction(1, 2 * 10**places) if places or percent else Fraction(0)
        scales = (1, 100) if percent else (1,)
        if not any(abs(value * scale - quoted) <= close for value in known for scale in scales):
            yield f"no cell shows or asserts the quoted number {match[0].strip()}"


def _values(notebook: Notebook) -> Iterator[Fraction]:
    """Every number, and every fraction of two, in asserts, expected values and outputs."""
    for cell in code_cells(notebook):
        markup = (re.sub(r"<[^>]+>", " ", text) for text in output_texts(cell))
        for text in (cell.source, *markup):
            for match in re.finditer(rf"(?<![\w.])({_NUMBER})", text):
                yield Fraction(match[1].replace(",", "").replace("_", ""))
            pairs = rf"(?<![\w.])({_NUMBER})(?:\s*/\s*|,\s+)({_NUMBER})(?![\w.])"
            for match in re.finditer(pairs, text):
                upper, lower = (Fraction(re.sub("[,_]", "", part)) for part in match.groups())
                if lower:
                    yield upper / lower


def _guesses(notebook: Notebook) -> Iterator[str]:
    """Whether guesses are asked for, and no answer stands above its question.

    Small whole numbers stand everywhere and mean other things; they are let pass.
    """
    cells = [(place, cell) for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    asked = {
        name: place
        for place, cell in cells
        for name in re.findall(r"^(\w+) = Predict\(", cell.source, re.M)
    }
    compared: set[str] = set()
    for place, cell in cells:
        for name in re.findall(r"\b(\w+)\.compare\(", cell.source):
            if name not in asked:
                continue
            compared.add(name)
            if asked[name] >= place:
                yield f"{name} is compared with an answer before it is asked for"
            said = re.search(rf"Answer: ({_NUMBER})", " ".join(output_texts(cell)))
            if "options=" in notebook.cells[asked[name]].source:
                continue  # the answers to choose from are part of the question
            if said is None or ("." not in said[1] and Fraction(said[1].replace(",", "")) < 100):
                continue
            if _says(said[1], " ".join(_read_above(notebook, asked[name]))):
                yield f"the answer {said[1]} stands above the question of {name}"
            # A learner's copy has no outputs, but all of the text and the code.
            below = (cell.source for cell in notebook.cells[asked[name] : place + 1])
            if _says(said[1], " ".join(below)):
                yield f"the answer {said[1]} can be read before {name} is compared with it"
    if len(compared) < GUESSES:
        yield f"{len(compared)} guesses are compared with their answers, fewer than {GUESSES}"
    exercises = [
        place
        for place, cell in enumerate(notebook.cells)
        if cell.cell_type == "markdown" and re.search(r"^## Exercises", cell.source, re.M)
    ]
    for name in sorted(set(asked) - compared):
        if exercises and asked[name] > exercises[0]:
            continue  # the reader's own work finds the answer
        yield f"the guess {name} is never compared with an answer"


def _says(number: str, text: str) -> bool:
    """Whether the number stands in the text, however its thousands are set apart."""
    written = "|".join(re.escape(number.replace(",", mark)) for mark in ",_") + "|"
    written += re.escape(number.replace(",", ""))
    return bool(re.search(rf"(?<![\d.,])({written})(?!\d|[.,]\d)", text))


def _read_above(notebook: Notebook, place: int) -> Iterator[str]:
    """What a reader has seen before the cell at `place`: the text, the code and its outputs."""
    for cell in notebook.cells[:place]:
        yield cell.source
        if cell.cell_type == "code":
            yield from output_texts(cell)

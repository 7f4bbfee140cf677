"""Run the notebooks and store their outputs, so that a second run changes no byte.

`python3 course.py notebooks` (or `make notebooks`) runs all notebooks and solutions;
`python3 course.py notebooks notebooks/01_cards.ipynb` only the ones named. A notebook in which a
cell fails is left as it was. The map in 00 gets a link to every notebook that is there.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("notebooks", "notebooks/solutions")
MAP = "00_start_here.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"

# The same on every supported Python: no version numbers.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# What an author may say about a cell; the rest is left by programs.
CELL_METADATA = ("editable", "jupyter", "slideshow", "tags")


def all_notebooks(root: Path = ROOT) -> list[Path]:
    """Every notebook and every solution of the course."""
    return [path for folder in FOLDERS for path in sorted((root / folder).glob("*.ipynb"))]


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Run all cells in a fresh kernel whose folder is the notebook's; returns the same object."""
    NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    return notebook


def normalise(notebook: NotebookNode, stem: str) -> NotebookNode:
    """Take out whatever differs from run to run or from machine to machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"{stem}-{number:02}"
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in CELL_METADATA if key in cell.metadata}
        )
        if cell.cell_type == "code":
            cell.outputs = merged(cell.outputs)
    name_widgets(notebook)
    return notebook


def merged(outputs: Sequence[NotebookNode]) -> list[NotebookNode]:
    """Join printed text that arrived in pieces; keep of a traceback the line that counts."""
    joined: list[NotebookNode] = []
    for output in outputs:
        if output.output_type == "error":  # the rest of a traceback holds this machine's paths
            output.traceback = [f"{output.ename}: {output.evalue}"]
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def name_widgets(notebook: NotebookNode) -> None:
    """Number the widgets shown: a kernel gives them random names."""
    numbers: dict[str, str] = {}
    for view in widget_views(notebook):
        view["model_id"] = numbers.setdefault(view["model_id"], f"{len(numbers) + 1:032x}")


def widget_views(notebook: NotebookNode) -> Iterator[Any]:
    """The references to widgets in a notebook's outputs, in order."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if WIDGET in output.get("data", {}):
                yield output.data[WIDGET]


def link_map(notebook: NotebookNode, folder: Path) -> None:
    """In the map's table, link the notebooks that lie in the folder, and call the others coming.

    A row is `| 01 | [question](01_cards.ipynb) |`, or `| 01 | question (coming) |`.
    """

    def row(found: re.Match[str]) -> str:
        number, question = found[1], found[2] or found[3]
        there = sorted(folder.glob(f"{number}_*.ipynb"))
        told = f"[{question}]({there[0].name})" if there else f"{question} (coming)"
        return f"| {number} | {told} |"

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            pattern = r"^\| (\d\d) \| (?:\[(.+)\]\(\S+\)|(.+) \(coming\)) \|$"
            cell.source = re.sub(pattern, row, cell.source, flags=re.MULTILINE)


def refresh(path: Path) -> str | None:
    """Run one notebook and store it; returns what went wrong, if anything did."""
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook, path.parent)
    except (CellExecutionError, TimeoutError, RuntimeError) as error:  # a slow cell, a dead kernel
        return f"{path.name}: {error}"
    if path.name == MAP:
        link_map(notebook, path.parent)
    text = nbformat.writes(normalise(notebook, path.stem)) + "\n"
    path.write_bytes(text.encode("utf-8"))
    return None


def main(names: Sequence[str]) -> int:
    """Format and run the notebooks named, or all of them."""
    paths = [Path(name).resolve() for name in names] or all_notebooks()
    if missing := [str(path) for path in paths if not path.is_file()]:
        print(f"No such notebook: {', '.join(missing)}", file=sys.stderr)
        return 2
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--quiet", "--select=I", "--fix", *paths], check=True)
    subprocess.run([*ruff, "format", "--quiet", *paths], check=True)
    with ProcessPoolExecutor() as pool:
        failures = [failure for failure in pool.map(refresh, paths) if failure]
    print("\n".join([*failures, f"{len(paths) - len(failures)} of {len(paths)} notebooks stored."]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What a page's own Python does first, so that the notebooks need no line for the browser.

The build puts this into a small wheel beside the course's. Pyodide loads it with the other
packages, and IPython runs `course_site_startup.py` before the first cell.
"""

import ast
import contextlib
import json
import sys
from importlib import util
from pathlib import Path
from typing import Any, NoReturn

REFUSE = "__import__('course_site').refuse({!r})\n"
NAMES = {"numpy": "NumPy", "matplotlib": "Matplotlib"}


class NotHere(ImportError):
    """A package that this page can't get; a cell shows the sentence alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def imported(source: str) -> set[str]:
    """Every module that a piece of code may import: of `from a import b`, both a and a.b."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def plain(lines: list[str]) -> str:
    """A cell without what only IPython reads; it must not be refused for that."""
    return "".join("\n" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines)


def wanted(source: str, needs: dict[str, list[str]]) -> list[str]:
    """The heavy packages that this code needs and that aren't here yet.

    `needs` says for each module of the course which of them it imports, itself or through others.
    """
    try:
        modules = imported(source)
    except SyntaxError:
        return []  # Python will say so
    tops = {module.split(".")[0] for module in modules}
    names = tops.union(*(needs.get(module, ()) for module in modules)) & NAMES.keys()
    return absent([name for name in NAMES if name in names])


async def fetch(names: list[str]) -> None:
    """Let Pyodide fetch packages; what it can't get stays away."""
    from pyodide_js import loadPackage  # there is no such module outside a page

    print(f"Fetching {said(names)}: some megabytes, once for each notebook you open.", flush=True)
    with contextlib.suppress(Exception):  # what JavaScript throws where the name isn't listed
        await loadPackage(names)


def absent(names: list[str]) -> list[str]:
    """Those of these packages that aren't here."""
    return [name for name in names if util.find_spec(name) is None]


def said(names: list[str]) -> str:
    """The packages in words."""
    return " and ".join(NAMES[name] for name in names)


def refuse(names: list[str]) -> NoReturn:
    """Say what to do without these packages, in place of the cell that needs them."""
    raise NotHere(
        f"This cell needs {said(names)}, which this page can't get: there is no network, or this "
        "copy of the site was made without. The start page says which notebooks do without. "
        "Installed on your own machine, the course runs all of them."
    )


def start(shell: Any) -> None:
    """Prepare the Python of a page, given its IPython."""
    if "" in sys.path:  # the learner's folder is asked last: each question to it takes a while
        sys.path.remove("")
        sys.path.append("")

    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its watcher would be a thread, and a page has none

    needs = json.loads(Path(__file__).with_name("course_site_needs.json").read_text("utf-8"))

    async def before(lines: list[str]) -> list[str]:
        names = wanted(plain(lines), needs)
        if names:
            await fetch(names)
        return [REFUSE.format(names)] if absent(names) else lines

    shell.kernel.lite_transform_manager.line_transforms.append(before)

"""Which modules of the course, and so which notebooks, need NumPy or Matplotlib."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from docs.site.kernel.course_site import NAMES, imported


def modules(root: Path) -> dict[str, Path]:
    """Every module of the package: its name, and its file."""
    found = {}
    for path in sorted((root / "tcp").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def needs(root: Path) -> dict[str, list[str]]:
    """For each module that needs them, the heavy packages it imports, itself or through others.

    An import inside a function counts as well: who takes such a module will call it.
    """
    direct = {name: imported(path.read_text("utf-8")) for name, path in modules(root).items()}
    found = {name: heavy([name], direct) for name in direct}
    return {name: packages for name, packages in found.items() if packages}


def heavy(names: Iterable[str], direct: Mapping[str, set[str]]) -> list[str]:
    """The heavy packages behind these modules."""
    todo, seen = list(names), set()
    while todo:
        parts = todo.pop().split(".")
        for many in range(1, len(parts) + 1):  # a.b.c imports a and a.b on its way
            name = ".".join(parts[:many])
            if name not in seen:
                seen.add(name)
                todo += direct.get(name, ())
    return [name for name in NAMES if name in seen]


def code(notebook: Mapping[str, Any]) -> str:
    """The Python of a notebook's cells, without lines that only IPython reads."""
    cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    return re.sub(r"^\s*[%!?].*$", "", "\n".join(cells), flags=re.MULTILINE)


def notebook_needs(path: Path, package: Mapping[str, list[str]]) -> list[str]:
    """The heavy packages that a notebook needs, of those that the modules of the package need."""
    names = imported(code(json.loads(path.read_text("utf-8"))))
    return [one for one in NAMES if one in names or any(one in package.get(n, ()) for n in names)]

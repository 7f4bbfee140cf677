"""The reference of the package: a page for each module, from its docstrings."""

import ast
import importlib
import pkgutil
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import tcp

ROOT = Path(__file__).resolve().parents[2]
# The checks know the answers; the wrong versions are to be found by the reader.
LEFT_OUT = ("tcp.checks.", "tcp.bugs.", "tcp.conformance.__main__")

LEVELS: Mapping[str, tuple[str, ...]] = {
    "The game": (*("cards", "ranking", "fivecard", "rules", "payouts", "showdown", "table"),),
    "Chances, exactly": ("probability", "counting", "exact", "scoring", "fairness"),
    "Chances, simulated, and whole nights": ("simulate", "sessions"),
    "The Monday club": ("club",),
    "For notebooks": ("view", "plots", "checks", "claims", "bugs", "conformance"),
    "Words": ("languages", "quoting"),
    "Widgets": ("widgets",),
}


TABLE = """.. list-table::
   :header-rows: 1
   :widths: 30 70

   * - module
     - what it is
"""


def modules() -> list[str]:
    """Every module with a page: a package that names what is public stands for its parts."""
    whole = [
        name
        for name in names()
        if "__all__" in vars(importlib.import_module(name)) and name != "tcp"
    ]
    return [
        name
        for name in names()
        if not name.startswith((*LEFT_OUT, *(f"{package}." for package in whole)))
    ]


def names() -> list[str]:
    """Every public module of the package."""
    found = pkgutil.walk_packages(tcp.__path__, "tcp.")
    return sorted(
        one.name
        for one in found
        if not any(part.startswith("_") for part in one.name.split("."))
        and not one.name.startswith(LEFT_OUT)
    )


def first_line(module: ModuleType) -> str:
    """What a module says of itself."""
    return (module.__doc__ or "").strip().splitlines()[0]


def group(name: str) -> str:
    """The heading under which a module stands."""
    part = name.split(".")[1]
    return next((level for level, parts in LEVELS.items() if part in parts), "More")


def pages() -> dict[str, str]:
    """The pages by their paths: one for each module, one for what `tcp` itself brings, a list."""
    listed = modules()
    made = {f"reference/{name}.rst": page(name) for name in listed}
    made["reference/tcp.rst"] = names_of_tcp()
    made["reference/index.rst"] = contents(listed)
    return made


def underlined(text: str, line: str) -> str:
    """A heading."""
    return f"{text}\n{line * len(text)}\n"


def page(name: str) -> str:
    """A page that Sphinx fills with what the module says."""
    return (
        f"{underlined(name, '=')}\n.. automodule:: {name}\n   :members:\n   :undoc-members:\n"
        "   :member-order: bysource\n"
    )


def names_of_tcp() -> str:
    """What `from tcp import …` brings, each with a link to where it is described."""
    rows = []
    for name in tcp.__all__:
        home = defined_in(name)
        rows.append(f"   * - :py:obj:`{name} <{home}.{name}>`\n     - :doc:`{home}`\n")
    table = ".. list-table::\n   :header-rows: 1\n\n   * - name\n     - module\n" + "".join(rows)
    return f"{underlined('tcp', '=')}\n{(tcp.__doc__ or '').strip()}\n\n{table}"


def defined_in(name: str) -> str:
    """The module from which `tcp` takes a name."""
    tree = ast.parse(Path(tcp.__file__).read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            return str(node.module)
    raise ValueError(f"tcp/__init__.py imports no {name}")


def contents(listed: list[str]) -> str:
    """The list of all modules in groups, each with what it says of itself."""
    parts = [
        underlined("The package", "="),
        "Everything that counts in this course is the package ``tcp``: short functions with exact"
        " results.\nEach page below is made from what the code says of itself.\n",
        ".. toctree::\n   :hidden:\n\n   tcp\n" + "".join(f"   {name}\n" for name in listed),
        "What the notebooks use by name stands in :doc:`tcp`.\n",
    ]
    for level in [*LEVELS, "More"]:
        inside = [name for name in listed if group(name) == level]
        if not inside:
            continue
        rows = [
            f"   * - :doc:`{name}`\n     - {first_line(importlib.import_module(name))}\n"
            for name in inside
        ]
        parts += [underlined(level, "-"), TABLE + "".join(rows)]
    return "\n".join(parts)

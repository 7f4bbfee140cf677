"""Whether this Python has what the course needs, in versions that fit together.

Most widgets that don't show fail for one reason: the part in Python and the part in JupyterLab
come from different releases. Nothing is imported here to find that out, so the check also runs
where a part is missing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """A package the course needs: its least version, the first too new one, what it is for."""

    least: tuple[int, ...]
    too_new: tuple[int, ...] | None
    use: str


WIDGETS = {
    "ipywidgets": Part((8, 1, 5), (9,), "makes the buttons"),
    "anywidget": Part((0, 9), None, "makes the keys work"),
}
LAB = {
    "jupyterlab": Part((4, 6), (5,), "shows the notebooks"),
    "jupyterlab_widgets": Part((3,), (4,), "shows the buttons in JupyterLab"),
}
ONLY_07 = "of the workshop's notebooks only 07 needs it"
PICTURES = {
    "numpy": Part((2,), None, f"counts by the million; {ONLY_07}"),
    "matplotlib": Part((3, 10, 7), None, f"draws; {ONLY_07}"),
}
MANAGER = "@jupyter-widgets/jupyterlab-manager"
MANAGER_VERSION = 5  # what ipywidgets 8 speaks with

ALL_IS_WELL = "All is well: what the course needs is here, and the versions fit together."
REMEDY = (
    "What helps: stop JupyterLab and start it in the course's folder with\n"
    "    python3 course.py lab        (Windows: py course.py lab)\n"
    "which installs versions that fit. In a Python of your own:\n"
    "    {install}\n"
    "Then restart Jupyter and reload the page in the browser."
)


@dataclass(frozen=True)
class SetUp:
    """What was found: a sentence for each thing that is wrong, none where all is well."""

    findings: tuple[str, ...]

    def __repr__(self) -> str:
        """The findings and what to do about them; no version where all is well."""
        if not self.findings:
            return ALL_IS_WELL
        parts = {**WIDGETS, **LAB, **PICTURES}
        wanted = " ".join(f'"{name}{_span(part)}"' for name, part in parts.items())
        install = f"python -m pip install --upgrade {wanted}"
        return "\n".join([*self.findings, REMEDY.format(install=install)])


def installed(package: str) -> str | None:
    """The version of a package, without importing it; None where it isn't installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def lab_extensions(names: tuple[str, ...] = (MANAGER, "anywidget")) -> dict[str, tuple[str, str]]:
    """For each extension, the version that JupyterLab would load, and the folder it lies in."""
    try:
        from jupyter_core.paths import jupyter_path
    except ImportError:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for name in names:
        for folder in jupyter_path("labextensions"):
            try:
                text = Path(folder, name, "package.json").read_text(encoding="utf-8")
                found[name] = (str(json.loads(text)["version"]), str(Path(folder, name)))
                break  # JupyterLab takes the first one, whatever lies behind it
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                continue
    return found


def check_setup(
    version: Callable[[str], str | None] = installed,
    extensions: Callable[[], Mapping[str, tuple[str, str]]] = lab_extensions,
    platform: str = sys.platform,
) -> SetUp:
    """Look for what keeps the course from working here.

    Without JupyterLab in this Python, the page that shows the notebook brings its own part, and in
    a browser's Python the site does: only what must be here is looked at then.
    """
    findings: list[str] = []
    parts = dict(WIDGETS)
    lab_here = platform != "emscripten" and version("jupyterlab") is not None
    if lab_here:
        parts |= LAB
    if platform != "emscripten":
        parts |= PICTURES
    for name, part in parts.items():
        findings += _judge(name, part, version(name))
    if lab_here:
        findings += _judge_extensions(extensions(), version("anywidget"))
    return SetUp(tuple(findings))


def _judge(name: str, part: Part, version: str | None) -> Iterator[str]:
    if version is None:
        yield f"{name} is missing; it {part.use}."
        return
    numbers = _numbers(version)
    if numbers < part.least or (part.too_new and numbers >= part.too_new):
        yield f"{name} {version} does not fit: the course needs {name}{_span(part)}."


def _judge_extensions(found: Mapping[str, tuple[str, str]], anywidget: str | None) -> Iterator[str]:
    wanted: dict[str, tuple[int, ...]] = {MANAGER: (MANAGER_VERSION,)}
    if anywidget:
        wanted["anywidget"] = _numbers(anywidget)[:2]  # one package carries both of its parts
    for name, numbers in wanted.items():
        if name not in found:
            yield f"JupyterLab does not find its extension {name}, so it shows no widgets."
            continue
        version, folder = found[name]
        if _numbers(version)[: len(numbers)] != numbers:
            yield (
                f"JupyterLab loads {name} {version} from {folder}, and Python needs "
                f"{_dotted(numbers)}. It is another Jupyter's copy: rename that folder."
            )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"[0-9]{1,9}", version)[:3])


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def _span(part: Part) -> str:
    below = f",<{_dotted(part.too_new)}" if part.too_new else ""
    return f">={_dotted(part.least)}{below}"

"""What nothing in the course may do: run text as code, or read objects from strangers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("tcp", "docs", "benchmarks", "binder")
SOURCES = [
    ROOT / "course.py",
    *(p for name in FOLDERS for p in sorted((ROOT / name).rglob("*.py"))),
]

# Names that run text as code or build objects from bytes, whatever module they come from.
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "getoutput", "getstatusoutput"}
MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}


def faults(source: str) -> Iterator[str]:
    """What in a source may run a stranger's text, with its line."""
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            plain = isinstance(called, ast.Name) or name not in {"compile", "exec", "eval"}
            plain &= not (name == "__import__" and isinstance(node.args[0], ast.Constant))
            if name in CALLS and plain:  # re.compile is another compile
                yield f"line {line} calls {name}"
            if name == "load" and not any(word.arg == "Loader" for word in node.keywords):
                yield from (
                    "yaml.load" for part in ast.walk(called) if getattr(part, "id", "") == "yaml"
                )
            for word in node.keywords:
                shell = word.arg == "shell" and getattr(word.value, "value", True) is not False
                pickled = word.arg == "allow_pickle" and getattr(word.value, "value", True)
                if shell or pickled:
                    yield f"line {line} has {word.arg}"
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.partition(".")[0] in MODULES:
                yield f"line {line} imports {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_runs_text_as_code(path: Path) -> None:
    assert list(faults(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "eval(text)",
        "exec(text)",
        "import os\nos.system(text)",
        "import pickle",
        "from pickle import loads",
        "import subprocess\nsubprocess.run(text, shell=True)",
        "import numpy\nnumpy.load(path, allow_pickle=True)",
        "import yaml\nyaml.load(text)",
        "__import__(name)",
    ],
)
def test_the_test_sees_it(source: str) -> None:
    assert list(faults(source))
    assert not list(faults("import re\nre.compile(text)\njson.loads(text)"))

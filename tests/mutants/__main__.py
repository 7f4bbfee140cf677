"""Break the code a little, hundreds of times, and see that a test notices: `make mutants`.

    python tests/mutants               the modules of the game, every mutant
    python tests/mutants cards rules   only these two
    python tests/mutants exact club    a sample of the mutants of tcp/exact and of tcp/club

mutmut makes the mutants and tries those inside plain functions. What it leaves out, tables,
constants, defaults of classes and decorated functions, is changed here with mutmut's own
operators, each mutant tried in a process that imports the package anew. `suites.toml` says which
modules are mutated and which tests are asked, `survivors.toml` which mutants no test can tell
from the code, and why. The command fails on a survivor that isn't listed, and on a listed one
that is none.

Everything happens in a copy under build/mutants. mutmut needs a system with fork: Linux or macOS.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper
from mutmut.configuration import reset_config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import MutationVisitor, mutate_file_contents
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines
from mutmut.utils.format_utils import (
    get_mutant_name,
    mangled_name_from_mutant_name,
    orig_function_and_class_names_from_key,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "mutants"
PYTEST = (
    *("-p", "no:cacheprovider", "-p", "tests.forget", "--assert=plain"),
    *("-o", "addopts=--import-mode=importlib --strict-markers"),
    # mutmut collects the tests twice in one process, and pytest would escape a name twice.
    *("-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true"),
)
SECONDS = 60
"""A mutant that runs longer has been noticed: the suite takes a few seconds."""

# Imported once, before the processes that try a mutant split off; never the package itself.
HEAVY = ("hypothesis", "ipywidgets", "matplotlib.pyplot", "numpy", "pokerkit", "pytest", "yaml")


class Mutant(NamedTuple):
    """One change: the module's file, the function or "module", the lines without and with it."""

    file: str
    place: str
    change: tuple[str, ...]

    def __str__(self) -> str:
        """As it is written in survivors.toml."""
        return "\n".join((f"{self.file} {self.place}", *self.change))


class Suite(NamedTuple):
    """What is mutated, what is asked, and how many mutants are drawn, or None for all."""

    name: str
    files: tuple[str, ...]
    selection: tuple[str, ...]
    sample: int | None


def changed_lines(diff: Iterable[str]) -> tuple[str, ...]:
    """The lines that differ, with - and +, without their indentation."""
    lines = list(diff)[2:]
    return tuple(f"{line[0]} {line[1:].strip()}".strip() for line in lines if line[0] in "+-")


def spelling(change: tuple[str, ...]) -> bool:
    """Whether only the letters of a sentence change: its case, or XX at its ends.

    A test should see what a sentence tells, not have the same words in it once more.
    """
    if len(change) != 2:
        return False
    before, after = (line[2:] for line in change)
    marked = re.search(r"""(["'])XX(.*)XX\1""", after)
    if marked and before == after.replace(marked[0], marked[1] + marked[2] + marked[1]):
        return len(marked[2].split()) >= 4
    if before.casefold() != after.casefold():
        return False
    places = [place for place, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    return len(before[places[0] : places[-1] + 1].split()) >= 4


# --- what mutmut tries ---


def copy_for(suite: Suite) -> Path:
    """A fresh copy of what the tests need, with mutmut's settings."""
    folder = BUILD / suite.name
    shutil.rmtree(folder, ignore_errors=True)
    skipped = shutil.ignore_patterns("__pycache__", "browser")
    for part in ("tcp", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=skipped)
    settings = {
        "source_paths": ["tcp"],
        "only_mutate": list(suite.files),
        "pytest_add_cli_args": [*PYTEST],
        "pytest_add_cli_args_test_selection": list(suite.selection),
        "use_git_change_detection": False,
    }
    lines = [f"{key} = {value!r}".replace("False", "false") for key, value in settings.items()]
    plain = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    text = "\n".join((plain, "[tool.mutmut]", *lines, ""))
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    os.chdir(folder)  # mutmut reads its settings and finds its files where it stands
    reset_config()
    return folder


def within_functions(file: str, code: str) -> dict[str, Mutant]:
    """The mutants that mutmut makes of this file, by the names that it gives them."""
    made = mutate_file_contents(file, code)
    lines = made.code.splitlines()

    def text(name: str) -> list[str]:
        span = made.line_span_by_function_name[name]
        return "\n".join(lines[span.start - 1 : span.end]).replace(name, "").splitlines()

    found = {}
    for name in made.mutant_names:
        before = text(f"{mangled_name_from_mutant_name(name)}__mutmut_orig")
        change = changed_lines(unified_diff(before, text(name), lineterm="", n=0))
        method, owner = orig_function_and_class_names_from_key(name)
        place = f"{owner}.{method}" if owner else method
        if not spelling(change):
            found[get_mutant_name(Path(file), name)] = Mutant(file, place, change)
    return found


def results_of_mutmut(folder: Path, suite: Suite, workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant that mutmut tries, all of them or a sample, and whether it survived."""
    found: dict[str, Mutant] = {}
    for file in suite.files:
        found |= within_functions(file, (folder / file).read_text(encoding="utf-8"))
    names = random.Random(1).sample(list(found), suite.sample) if suite.sample else list(found)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(workers)]
    subprocess.run([*command, *names], cwd=folder, check=True)
    codes: dict[str, int | None] = {}
    for file in suite.files:
        data = SourceFileMutationData(path=file)
        data.load()
        codes |= data.exit_code_by_key
    for name in names:  # all tests passed, or none reaches the function
        yield found[name], codes[name] in (0, 5, 33)


# --- what mutmut leaves out ---


def decorated(node: Any) -> bool:
    """Whether mutmut leaves this function out, which has a decorator."""
    if not isinstance(node, cst.FunctionDef) or not node.decorators:
        return False
    names = [getattr(each.decorator, "value", None) for each in node.decorators]
    return names not in (["staticmethod"], ["classmethod"])


class Everywhere(MutationVisitor):
    """mutmut's visitor, which goes into decorated functions too."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        return not decorated(node) and super()._skip_node_and_children(node)


def left_out(file: str, code: str) -> list[tuple[Mutant, str]]:
    """What mutmut doesn't try here, each with the file's text as it changes it."""
    wrapper = MetadataWrapper(cst.parse_module(code))
    visitor = Everywhere(mutation_operators, get_ignored_lines(file, code, wrapper))
    module = wrapper.visit(visitor)
    found = []
    for made in visitor.mutations:
        within: Any = made.contained_by_top_level_function
        if isinstance(within, cst.FunctionDef) and not decorated(within):
            continue  # mutmut tries it
        place = within.name.value if isinstance(within, cst.FunctionDef) else "module"
        changed = module.deep_replace(made.original_node, made.mutated_node).code
        diff = unified_diff(code.splitlines(), changed.splitlines(), lineterm="", n=0)
        mutant = Mutant(file, place, changed_lines(diff))
        if not spelling(mutant.change):
            found.append((mutant, changed))
    return found


def prepare(folder: Path, suite: Suite) -> None:
    """Run the tests once, which stores them compiled, and import what is heavy in them."""
    settings = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-m", "pytest", "-q", *PYTEST, *suite.selection]
    subprocess.run(command, cwd=folder, env=settings, check=True)
    for module in HEAVY:
        import_module(module)
    if not survives(folder, suite.selection):
        sys.exit("The tests fail where nothing is changed.")


def survives(folder: Path, selection: Sequence[str]) -> bool:
    """Whether the tests pass in this folder, asked in a process that has no part of it loaded."""
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.alarm(SECONDS)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True  # two mutants of one second and one size would be mixed up
        code = 1
        try:
            code = import_module("pytest").main(["-x", "-q", *PYTEST, *selection])
        finally:
            os._exit(int(code))
    _, status = os.waitpid(child, 0)
    return status == 0


def results_left_out(folder: Path, suite: Suite, file: str) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant of tables, constants and decorated functions, and whether it survived."""
    path = folder / file
    code = path.read_text(encoding="utf-8")
    try:
        for mutant, changed in left_out(file, code):
            path.write_text(changed, encoding="utf-8")
            yield mutant, survives(folder, suite.selection)
    finally:
        path.write_text(code, encoding="utf-8")


# --- all of it ---


def try_all(suite: Suite, workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Every mutant of the suite, or its sample, and whether it survived."""
    folder = copy_for(suite)
    yield from results_of_mutmut(folder, suite, workers)
    if suite.sample:
        return
    prepare(folder, suite)
    for file in suite.files:
        yield from results_left_out(folder, suite, file)


def explained(name: str) -> dict[str, str]:
    """The survivors that are listed for a suite, each with the reason."""
    with (HERE / "survivors.toml").open("rb") as handle:
        groups = tomllib.load(handle).get(name, [])
    return {
        "\n".join(line.strip() for line in mutant.strip().splitlines()): group["why"]
        for group in groups
        for mutant in group["mutants"].strip().split("\n\n")
    }


def report(suite: Suite, workers: int) -> bool:
    """Try a suite and print the figures of its files; whether every survivor is explained."""
    began = time.monotonic()
    tried, survivors = Counter[str](), list[Mutant]()
    for mutant, lives in try_all(suite, workers):
        tried[mutant.file] += 1
        survivors += [mutant] * lives
    print(f"\n{suite.name}, {(time.monotonic() - began) / 60:.0f} minutes")
    for file, many in tried.items():
        killed = many - sum(mutant.file == file for mutant in survivors)
        print(f"{file:<24}{many:>6} mutants {killed:>6} killed {killed / many:>7.1%}")
    known, found = explained(suite.name), {str(mutant) for mutant in survivors}
    news, gone = sorted(found - {*known}), sorted({*known} - found)
    for title, mutants in (("A new survivor", news), ("Listed, but killed", gone)):
        for each in mutants:
            print(f"\n{title}: {each}")
    return not news and (not gone or bool(suite.sample))


def suites() -> dict[str, Suite]:
    """What suites.toml describes, by name."""
    with (HERE / "suites.toml").open("rb") as handle:
        data = tomllib.load(handle)
    left = ("-k", f"not ({' or '.join(data['slow'])})")
    found = {}
    for name, each in data["suites"].items():
        paths = [path for pattern in each["modules"] for path in sorted(ROOT.glob(pattern))]
        files = tuple(path.relative_to(ROOT).as_posix() for path in paths)
        sample = each.get("sample")
        tests = each["tests"] if sample else [*data["shared"], *each["tests"]]
        found[name] = Suite(name, files, (*tests, *left), sample)
    return found


def main() -> int:
    """Try the suites asked for."""
    known = suites()
    every = [name for name, suite in known.items() if not suite.sample]
    parser = argparse.ArgumentParser(prog="tests/mutants")
    parser.add_argument("suites", nargs="*", default=every, help=", ".join(known), metavar="suite")
    parser.add_argument("--workers", type=int, default=1, help="processes of mutmut at once")
    options = parser.parse_args()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes its time
    well = [report(known[name], options.workers) for name in options.suites]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())

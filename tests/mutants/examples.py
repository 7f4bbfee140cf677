"""The examples of the game's docstrings as tests of their own, which mutmut can choose from."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

MODULES = ("cards", "ranking", "fivecard", "rules", "payouts", "showdown", "table")


def examples() -> Iterator[Any]:
    """Each docstring with examples, once; a mutated module has a copy for each mutant."""
    finder = doctest.DocTestFinder()
    for module in MODULES:
        for found in finder.find(import_module(f"tcp.{module}")):
            if found.examples and "mutmut" not in found.name:
                yield pytest.param(found, id=found.name)


@pytest.mark.parametrize("example", list(examples()))
def test_example(example: doctest.DocTest) -> None:
    """It shows what it says."""
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(example, clear_globs=False).failed == 0  # mutmut runs it again and again

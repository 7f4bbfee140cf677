"""Forget what was counted before, as a Python that has just been started.

As a plugin, `pytest -p tests.forget`, it does so before the first test: mutmut tries each mutant in
a process that has run all tests, in which tables that are counted once would stay as they were.
"""

from __future__ import annotations

import sys

import pytest


def forget() -> None:
    """Empty what the package keeps of earlier results: a fresh kernel has none."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "tcp":
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def _fresh() -> None:
    forget()

"""The suite's own tests, run against each wrong version: every one of them must fail some."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tcp.bugs import BUGS

ROOT = Path(__file__).resolve().parents[1]
TESTS = {
    "ranking": "tests/test_ranking.py",
    "qualification": "tests/test_payouts.py",
    "settlement": "tests/test_payouts.py",
    "deal": "tests/test_cards.py",
}
"""By the kind of wrong version: the tests of what it stands in for."""


def run(key: str, tests: str) -> tuple[int, str]:
    """The exit code and the last line of pytest, with a wrong version in place of the right one."""
    # Without other plugins it starts in half the time.
    env = {
        **os.environ,
        "TCP_BUG": key,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_ADDOPTS": "",
    }
    words = [
        "-q",
        "-x",
        "--noconftest",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.with_bug",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, tests],
        cwd=ROOT,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, (done.stdout.strip().splitlines() or [done.stderr])[-1]


@pytest.mark.parametrize("key", BUGS)
def test_the_suite_fails_with_each_wrong_version(key: str) -> None:
    code, last = run(key, TESTS[BUGS[key].kind])
    assert code == 1, last  # 1: tests failed; anything else is no answer
    assert re.match(r"1 failed", last), last


def test_the_suite_passes_with_the_right_version_in_the_same_clothes() -> None:
    code, last = run("right", TESTS["ranking"])
    assert (code, "failed" in last) == (0, False), last

"""One browser and one JupyterLab for all browser tests, a fresh page for each."""

from __future__ import annotations

import contextlib
import os
import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import course
from tests.browser.driver import SECONDS, Clicks, Lab, Watch, running_lab

# Nothing of the browser's own calls home while a test watches the network.
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
expect.set_options(timeout=20 * SECONDS)  # the machine may be busy
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser_options() -> dict[str, Any]:
    """The browser that is installed: Debian's Chromium, or Chrome where it usually lies."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    flags = list(FLAGS)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium's sandbox refuses root
    return {"args": flags, **({"executable_path": found} if found else {"channel": "chrome"})}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(**browser_options())
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on a learner's fresh copy of the notebooks."""
    folder = tmp_path_factory.mktemp("workbook")
    for name, content in course.Workbook().originals().items():
        path: Path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with running_lab(folder) as running:
        yield running


@contextlib.contextmanager
def fresh_page(browser: Browser, watch: Watch, **options: Any) -> Iterator[Page]:
    """A page with a history of its own, closed at the end; options as for `new_context`."""
    context = browser.new_context(**{"viewport": {"width": 1300, "height": 1100}, **options})
    context.set_default_timeout(30 * SECONDS)
    fresh = context.new_page()
    watch.follow(fresh)
    yield fresh
    context.close()


@pytest.fixture
def watch() -> Watch:
    """Errors and requests of the test's page."""
    return Watch()


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A page with a history of its own, watched from its first moment."""
    with fresh_page(browser, watch) as fresh:
        yield fresh


@pytest.fixture
def clicks(request: pytest.FixtureRequest) -> Clicks:
    """Where a test notes how long a click took; the run's summary tells."""
    taken = Clicks()
    request.node.user_properties.append((CLICKS, taken.taken))
    return taken


@pytest.fixture
def notes(request: pytest.FixtureRequest) -> list[str]:
    """What a test measured, in words; the run's summary tells."""
    written: list[str] = []
    request.node.user_properties.append((NOTES, written))
    return written


NOTES = "measured, on a machine that may be busy"
CLICKS = "from a click to what it changes, in the browser"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how long clicks took. Nothing is asserted: the machine may be busy."""
    taken: dict[str, list[float]] = {}
    written: list[str] = []
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call":
            written += dict(report.user_properties).get(NOTES, [])
            for measured in dict(report.user_properties).get(CLICKS, {}).items():
                taken.setdefault(measured[0], []).extend(measured[1])
    if taken:
        terminalreporter.section(CLICKS)
    for what, times in sorted(taken.items()):
        middle, longest = statistics.median(times), max(times)
        terminalreporter.write_line(
            f"{what}: middle {middle:.0f} ms, longest {longest:.0f} ms of {len(times)}"
        )
    if written:
        terminalreporter.section(NOTES)
    for line in written:
        terminalreporter.write_line(line)

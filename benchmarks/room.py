"""A room full of browsers at one laptop: `python -m benchmarks.room [folder] [--browsers 20]`.

Serves a built site (`course.py site --small`) and lets browsers open notebook 00 at the same
moment, each with a cache of its own, until everyone has cards. Then the same files are asked for
once more without browsers, which tells the server's part from theirs: here all browsers share this
machine's processors, in a room each brings its own.
"""

import argparse
import asyncio
import re
import statistics
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from docs.site import serve
from tests.browser.conftest import browser_options

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 1_800_000  # milliseconds
READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === "idle";
}"""
RUN_CELL = "() => window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')"


async def first_deal(browser: Browser, url: str) -> tuple[float, float, set[str]]:
    """Seconds until Python has started and until cards lie on the table, and what was loaded."""
    began = time.monotonic()
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    loaded: set[str] = set()
    context.on("response", lambda answer: loaded.add(answer.url) if answer.ok else None)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{url}notebooks/index.html?path=00_start_here.ipynb", timeout=PATIENCE)
    await page.wait_for_function(READY, timeout=PATIENCE, polling=500)
    started = time.monotonic() - began
    for _ in range(4):
        await page.evaluate(RUN_CELL)
    table = page.get_by_role("group", name="Three Card Poker, one box")
    await table.get_by_role("button", name="Deal (D)").click()
    await table.get_by_role("img", name="face-down card").nth(2).wait_for()
    return started, time.monotonic() - began, loaded


async def room(url: str, browsers: int) -> list[tuple[float, float, set[str]]]:
    """What each browser of a room took, all of them starting at once."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**browser_options())
        found = await asyncio.gather(*(first_deal(browser, url) for _ in range(browsers)))
        await browser.close()
    return list(found)


def fetch(addresses: list[str]) -> int:
    """Ask for files one after the other as a browser would; returns the bytes that came."""
    total = 0
    for address in addresses:
        request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            body = answer.read()
        total += len(body)
    return total


def served(address: str, url: str) -> bool:
    """Whether an address is a file of the server; some a page answers to itself."""
    path = address.removeprefix(url)
    return address.startswith(url) and not re.match(r"api/(drive|service-worker|stdin)", path)


def described(times: list[float]) -> str:
    """The fastest, the middle and the slowest."""
    return f"{min(times):.1f} / {statistics.median(times):.1f} / {max(times):.1f} s"


def measure(folder: Path, browsers: int) -> list[tuple[str, Any]]:
    """What a room takes, in words and figures."""
    with serve.server(folder, "127.0.0.1", 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{running.server_port}/"
        found = asyncio.run(room(url, browsers))
        files = sorted(one for one in found[0][2] if served(one, url))
        began = time.monotonic()
        with ThreadPoolExecutor(browsers) as pool:
            sizes = list(pool.map(fetch, [files] * browsers))
        alone = time.monotonic() - began
        running.shutdown()
    return [
        ("browsers at once, on this machine", browsers),
        ("fastest / middle / slowest until Python has started", described([f[0] for f in found])),
        ("fastest / middle / slowest until the first deal", described([f[1] for f in found])),
        ("loaded by each", f"{len(files)} files, {sizes[0] / 1e6:.1f} MB"),
        ("the same files to as many, without browsers", f"{alone:.1f} s"),
    ]


def main() -> int:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site")
    parser.add_argument("--browsers", type=int, default=20)
    options = parser.parse_args()
    if not (options.folder / "index.html").is_file():
        print(f"There is no site in {options.folder}. Build one: course.py site --small")
        return 1
    rows = measure(options.folder, options.browsers)
    print("| measured | |\n|---|---|", *(f"| {what} | {value} |" for what, value in rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

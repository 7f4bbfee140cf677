"""Start JupyterLab or the table's page, open it in a real browser, and look at what came of it.

Lab is driven through its own commands, not its menus: those are still being built for a moment
after the page has loaded.
"""

import contextlib
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocket

import course

SECONDS = 1000  # Playwright counts in milliseconds

# Lab's settings for these tests: no pop-up over the page, and every cell in it, seen or not.
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}

OPEN = """async (path) => {
    const app = window.jupyterapp;
    await app.restored;
    const panel = await app.commands.execute("docmanager:open", {path, factory: "Notebook"});
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.revealed;
    app.shell.activateById(panel.id);
}"""
# A command that waits for an answer in a dialog would never end.
IN_TIME = """async ([action, argument, seconds]) => {
    const text = `not done after ${seconds} s: ${action}`;
    const late = new Promise((_, fail) =>
        setTimeout(() => fail(new Error(text)), 1000 * seconds));
    return await Promise.race([eval(action)(argument), late]);
}"""
# Pictures and widgets still move what stands below them: a click may miss what moves.
SETTLED = """async () => {
    const panel = window.jupyterapp.shell.currentWidget.node;
    const height = () => panel.querySelector(".jp-WindowedPanel-outer")?.scrollHeight;
    let last = height();
    let since = performance.now();
    while (performance.now() - since < 500) {
        await new Promise((after) => setTimeout(after, 50));
        if (height() !== last) { last = height(); since = performance.now(); }
    }
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
THEME = "(theme) => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
# The tools that build the site bring Lab an extension which works on the site alone.
SITE_ONLY = "Shared module @jupyterlite/services doesn't exist"
# From a click to the first frame that can show a part of the page that has come or changed.
WATCH = """(element, selector) => {
    const shown = () => element.querySelector(selector)?.textContent;
    const before = shown();
    let began = 0;
    addEventListener("click", () => { began = performance.now(); }, {capture: true, once: true});
    const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            if (!began || shown() === undefined || shown() === before) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - began));
        });
        observer.observe(element, {subtree: true, childList: true, characterData: true});
    });
    return {changed};
}"""
MODEL = "() => window.jupyterapp.shell.currentWidget.context.model.toJSON()"


# --- the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, its token, and the folder it shows."""

    url: str
    token: str
    folder: Path


@contextlib.contextmanager
def running_lab(folder: Path) -> Iterator[Lab]:
    """JupyterLab on loopback with a configuration of its own, stopped at the end."""
    with tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        for setting, value in SETTINGS.items():
            path = home / "settings" / f"{setting}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(value), "utf-8")
        lab = Lab(f"http://127.0.0.1:{free_port()}/", secrets.token_hex(16), folder)
        ready = f"{lab.url}api/status?token={lab.token}"
        with running(lab_command(lab), isolated(home), ready, home / "log"):
            yield lab


@contextlib.contextmanager
def running_table(notebook: Path, *words: str, idle_seconds: int = 1800) -> Iterator[str]:
    """The page that `course.py table` serves of a notebook, with more of its options: its address.

    Tables that nobody moves are cleared after `idle_seconds`.
    """
    with tempfile.TemporaryDirectory(prefix="table-", ignore_cleanup_errors=True) as name:
        home, port = Path(name), free_port()
        page = home / "page" / notebook.name
        course.write_whole(page, course.page_of(notebook).encode("utf-8"))
        given = ["table", "--no-browser", f"--port={port}", *words]
        options, rest = course.parser().parse_known_args(given)
        options.rest = rest
        command = course.table_command(Path(sys.executable), page, options)
        server = course.Environment()
        env = {**isolated(home), "TABLE_IDLE_SECONDS": str(idle_seconds)}
        for variable in ("JUPYTER_PATH", "TABLE_SEATS"):
            if found := course.table_variables(server, options).get(variable):
                env[variable] = found
        url = f"http://127.0.0.1:{port}/"
        with running(command, env, f"{url}voila/static/voila.js", home / "log"):
            yield url


@contextlib.contextmanager
def running(command: list[str], env: dict[str, str], ready: str, log: Path) -> Iterator[None]:
    """A server that is started, awaited at the address `ready`, and stopped at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_until_it_answers(ready, process, log)
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def lab_command(lab: Lab) -> list[str]:
    """The command line for one server, with its page open to the tests."""
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={urlsplit(lab.url).port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={lab.folder}",
        f"--IdentityProvider.token={lab.token}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def isolated(home: Path) -> dict[str, str]:
    """Environment variables that keep somebody's own settings out."""
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    own = {name: str(home / folder) for name, folder in folders.items()}
    return {**os.environ, **own, "JUPYTER_PREFER_ENV_PATH": "1"}


def wait_until_it_answers(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return as soon as the server answers; raise with its log when it doesn't."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"The server didn't start:\n{log.read_text('utf-8', 'replace')}")


# --- the page ------------------------------------------------------------------------------------


@dataclass
class Watch:
    """What went wrong in a page, or left this machine, since it was opened."""

    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    homes: set[str] = field(default_factory=set)
    """Other names of this machine."""

    def follow(self, page: Page) -> None:
        """Listen to a page from now on."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.context.on("request", lambda request: self._request(request.url))  # workers', too

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and SITE_ONLY not in message.text:
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        here = {"127.0.0.1", *self.homes}
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in here:
            self.outside.append(url)


@dataclass
class Frames:
    """Everything that a page was sent through websockets, as text, since it was opened."""

    received: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        """Listen to a page from now on."""
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._keep)

    def _keep(self, data: str | bytes) -> None:
        self.received.append(data if isinstance(data, str) else data.decode("utf-8", "replace"))

    def text(self) -> str:
        """All frames in one, with the letters that JSON writes as numbers."""
        return re.sub(
            r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), "".join(self.received)
        )


@dataclass
class Clicks:
    """How long it took from a press to what it changed on the page, in milliseconds."""

    taken: dict[str, list[float]] = field(default_factory=dict)

    def time(self, what: str, press: Locator, panel: Locator, part: str) -> None:
        """Press a button and wait until the panel has the part, a CSS selector, or another one."""
        watching = panel.evaluate_handle(WATCH, part)
        press.click()
        taken = float(watching.evaluate("(watched) => watched.changed"))
        self.taken.setdefault(what, []).append(taken)


def evaluate(page: Page, action: str, argument: object = None, seconds: int = 60) -> Any:
    """Run a JavaScript function in the page; an error when it takes longer."""
    return page.evaluate(IN_TIME, [action, argument, seconds])


def open_notebook(page: Page, lab: Lab, name: str) -> Locator:
    """Open a notebook of the server's folder; returns its panel."""
    page.goto(f"{lab.url}lab?reset&token={lab.token}")
    page.wait_for_function("() => window.jupyterapp !== undefined", timeout=60 * SECONDS)
    evaluate(page, OPEN, name)
    return page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")


def run_all(page: Page) -> None:
    """Run all cells of the open notebook; returns when the last one is done and nothing moves."""
    evaluate(page, RUN_ALL)
    evaluate(page, SETTLED)


def use_theme(page: Page, theme: Literal["Light", "Dark"]) -> None:
    """Switch Lab to its light or dark theme."""
    evaluate(page, THEME, f"JupyterLab {theme}")
    wanted = "true" if theme == "Light" else "false"
    # Lab's body has no height of its own, so it never counts as visible.
    page.wait_for_selector(f'body[data-jp-theme-light="{wanted}"]', state="attached")


def outputs(page: Page) -> list[dict[str, Any]]:
    """The outputs of the open notebook as Lab holds them, with the cell's tags beside each."""
    cells = evaluate(page, MODEL)["cells"]
    return [
        {**output, "tags": cell["metadata"].get("tags", [])}
        for cell in cells
        for output in cell.get("outputs", [])
    ]

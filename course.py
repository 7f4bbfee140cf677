"""Set the course up and start it, with nothing but Python 3.11 or newer.

    python3 course.py lab             open the course in JupyterLab
    python3 course.py table           open the table as a page of its own, without code
    python3 course.py pages           the same with the labs of the notebooks beside it
    python3 course.py test            run every test a learner's machine can run
    python3 course.py notebooks       run the notebooks again and store their outputs
    python3 course.py browser-test    try the widgets in a real browser
    python3 course.py bench           measure how fast the counting is
    python3 course.py mutants         break the code and see that the tests notice
    python3 course.py fuzz            look for texts that break a reader
    python3 course.py site            build the course as pages that need no server
    python3 course.py serve-site      serve those to this machine, or to a room
    python3 course.py book            build the course as a book to read
    python3 course.py slides          build a talk from each notebook

On Windows write `py course.py …`. Everything that is installed goes into the folder `.venv`
beside this file; delete that folder to be rid of it. `python3 course.py lab --help` lists the
options of a command.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (so this file keeps to what Python 3.6 can read)
    sys.exit(
        f"The course needs Python 3.11 or newer. This is Python {sys.version.split()[0]}:\n"
        f"{sys.executable}\n"
        "Get a newer one from python.org or your system's packages, and start course.py with it. "
        "The course's own pages and Binder (README.md has the links) need no Python here."
    )

import argparse
import contextlib
import hashlib
import html
import importlib.util
import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import webbrowser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parent
START = "00_start_here.ipynb"
TABLE_NOTEBOOK = "19_at_the_table.ipynb"
PAGE_TAG = "page"  # the cells of that notebook that make the page
PAGE = ROOT / "docs" / "page"  # Voilà's settings, and the template

# What each command needs of pyproject.toml's extras.
LAB = ("lab",)
TABLE = ("lab", "page")
TEST = ("lab", "test", "scale")
BROWSER = ("lab", "test", "browser", "page", "site")
BENCH = ("lab", "test", "bench")
MUTANTS = ("lab", "test", "mutants")
FUZZ = ("lab", "test", "fuzz")
SITE = ("lab", "site")
SITE_TOOLS = ROOT / "docs" / "site"
SITE_FOLDER = ROOT / "build" / "site"

NBVAL = (
    "--nbval",
    "--nbval-current-env",
    "--nbval-cell-timeout=60",
    "--nbval-sanitize-with=tests/sanitize.cfg",
)

# The parts of `test` that run what learners run; the others judge its source.
RUNS_THE_COURSE = ("unit tests", "notebooks")

# What to do about a file or a folder; the end of a sentence that names it.
MAKE_ROOM = "Rename or delete what is there, and start again."
MAY_READ = "Make sure that you may read it, or rename or delete it, and start again."
MAY_WRITE = "Make sure that you may write there and that the disk isn't full, and start again."
BRING_BACK = "Bring it back from git or from a new download of the course, and start again."


class SetupError(Exception):
    """Something the person at the keyboard can mend; the text says how."""


@contextlib.contextmanager
def mendable(path: Path, what: str, advice: str) -> Iterator[None]:
    """Turn trouble with a file into a sentence: which file, what failed, why, and what to do."""
    try:
        yield
    except OSError as error:
        raise SetupError(f"{path} can't be {what} ({error.strerror or error}). {advice}") from error


# --- running other programs ----------------------------------------------------------------------


def run(argv: Sequence[str], env: Mapping[str, str], cwd: Path = ROOT) -> int:
    """Run a program in the foreground and return its exit status.

    Ctrl-C reaches the program as well, which ends in its own way: wait for that, then stop too.
    """
    stopped = False
    with subprocess.Popen(argv, env=dict(env), cwd=cwd) as process:
        with contextlib.suppress(ValueError):  # a container's stop; only the main thread may ask
            signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            try:
                status = process.wait()
                break
            except KeyboardInterrupt:
                stopped = True
    if stopped:
        raise KeyboardInterrupt
    return status


# --- the environment -----------------------------------------------------------------------------


class Environment:
    """The virtual environment `.venv`: made when missing, filled when out of date."""

    def __init__(self, root: Path = ROOT, path: Path | None = None) -> None:
        self.root = root
        self.path = path or root / ".venv"
        self.bin = self.path / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        self.stamp = self.path / "course.json"

    def variables(self) -> dict[str, str]:
        """Environment variables for a program of this environment."""
        env = dict(os.environ)
        for name in ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__"):
            env.pop(name, None)  # they would lead to another Python's packages
        env["VIRTUAL_ENV"] = str(self.path)
        env["PATH"] = os.pathsep.join([str(self.bin), env.get("PATH", os.defpath)])
        env["PYTHONUTF8"] = "1"  # suit signs and Cyrillic letters, whatever the console's code page
        env["JUPYTER_PREFER_ENV_PATH"] = "1"  # or somebody's older kernel called python3 is taken
        env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        env["PIP_USER"] = "0"
        return env

    def fingerprint(self, newest: bool) -> str:
        """What the installed packages depend on; when it changes, install again."""
        digest = hashlib.sha256(f"{self.root}|{newest}".encode())
        for name in ("constraints.txt", "pyproject.toml"):
            digest.update((self.root / name).read_bytes())
        return digest.hexdigest()

    def installed(self, newest: bool) -> set[str]:
        """The extras that are installed and up to date."""
        try:
            stamp = json.loads(self.stamp.read_text("utf-8"))
            up_to_date = stamp["fingerprint"] == self.fingerprint(newest)
            return set(stamp["extras"]) if up_to_date and self.python.exists() else set()
        except (OSError, ValueError, KeyError, TypeError):
            return set()

    def ensure(self, extras: Sequence[str], newest: bool = False) -> None:
        """Make sure that the course and these extras are installed."""
        if set(extras) <= self.installed(newest):
            return
        if self.path.exists() and not self.works():
            print(f"Removing {self.path}: it was left half made, or its Python is gone.")
            self.remove()
        if not self.path.exists():
            self.create()
        self.install(extras, newest)

    def works(self) -> bool:
        """Whether its Python starts, is new enough and has pip."""
        probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
        try:
            done = subprocess.run([str(self.python), "-c", probe], capture_output=True, check=False)
        except OSError:
            return False
        return done.returncode == 0

    def create(self) -> None:
        """Make the virtual environment, or say what is missing and leave nothing behind."""
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            raise SetupError(missing_venv())
        print(f"Making a virtual environment in {self.path}", flush=True)
        command = [sys.executable, "-m", "venv", str(self.path)]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except BaseException:
            self.remove()
            raise
        if done.returncode != 0:
            self.remove()
            said = (done.stdout + done.stderr).strip()
            if "ensurepip" in said:
                raise SetupError(missing_venv())
            raise SetupError(f"{self.path} can't be made. Python said:\n{said}\n{MAY_WRITE}")

    def remove(self) -> None:
        """Delete the virtual environment."""
        try:
            shutil.rmtree(self.path)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise SetupError(
                f"{self.path} can't be removed ({error.strerror}). Close what still runs from it, "
                "delete the folder, and start again."
            ) from error

    def install(self, extras: Sequence[str], newest: bool) -> None:
        """Install the course with these extras, and remember that."""
        print(
            f"Installing {', '.join(extras)}: a few hundred megabytes, a minute or two, only once.",
            flush=True,
        )
        versions = ["--upgrade", "--upgrade-strategy=eager"]
        if not newest:
            versions = ["--constraint", str(self.root / "constraints.txt")]
        quiet = [] if sys.stdout.isatty() else ["--quiet", "--quiet"]  # only errors in a log
        course = ["--editable", f"{self.root}[{','.join(extras)}]"]
        pip = [str(self.python), "-m", "pip", "install", *quiet, *versions, *course]
        with mendable(self.stamp, "replaced", MAY_WRITE):
            self.stamp.unlink(missing_ok=True)
        if run(pip, self.variables()) != 0:
            raise SetupError(
                "The packages could not be installed; pip's message above says why. "
                "Without a network, or behind a proxy, pip can't fetch them. "
                "Then start the same command again: it goes on where it stopped."
            )
        with mendable(self.path, "written to", MAY_WRITE):
            switch_news_off(self.path)
            stamp = {"fingerprint": self.fingerprint(newest), "extras": sorted(extras)}
            self.stamp.write_text(json.dumps(stamp), "utf-8")


def switch_news_off(prefix: Path) -> None:
    """Let JupyterLab start without its question about news, in the environment at `prefix` only."""
    settings = prefix / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    overrides = {"@jupyterlab/apputils-extension:notification": quiet}
    (settings / "overrides.json").write_text(json.dumps(overrides, indent=2), "utf-8")


def missing_venv() -> str:
    """What to do when Python can't make virtual environments."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    return (
        "This Python can't make virtual environments, because a part of it is missing.\n"
        "On Debian and Ubuntu install python3-venv:\n"
        f"    sudo apt install python3-venv        (or {package})\n"
        "Elsewhere install Python from python.org. Then start the same command again."
    )


# --- the learner's own copies --------------------------------------------------------------------


def without_outputs(text: str) -> str:
    """A notebook's text without its outputs, so that no answer is on the screen too early."""
    notebook: dict[str, Any] = json.loads(text)
    if not isinstance(notebook["cells"], list):
        raise TypeError("its cells are no list")
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
            cell["execution_count"] = None
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


@contextlib.contextmanager
def whole_notebook(path: Path) -> Iterator[None]:
    """Turn a notebook that can't be read as one into a sentence."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        why = f"{type(error).__name__}: {error}"
        raise SetupError(f"{path} is no whole notebook ({why}). {BRING_BACK}") from error


def content_of(path: Path) -> bytes | None:
    """What the file holds, or None where nothing is."""
    with mendable(path, "read", MAY_READ):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            if not path.is_symlink():
                return None
            raise SetupError(f"{path} is a link that leads nowhere. {MAKE_ROOM}") from None
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "something else"
            raise SetupError(f"{path} must be a file, but is {kind}. {MAKE_ROOM}")
        return path.read_bytes()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is never there in part: beside its place first, then moved into it.

    A link in its place is replaced, not followed.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    with mendable(path, "written", MAY_WRITE):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


class Workbook:
    """The folder `workbook/`: the learner's own copies, which no update overwrites."""

    def __init__(self, root: Path = ROOT) -> None:
        self.source = root / "notebooks"
        self.path = root / "workbook"
        self.record = self.path / ".course.json"

    def originals(self) -> dict[str, bytes]:
        """What the course brings: path below `workbook/` -> content."""
        files = {}
        with mendable(self.source, "read", BRING_BACK):
            paths = sorted(self.source.rglob("*"))
        for path in paths:
            inside = path.relative_to(self.source)
            if any(part.startswith((".", "__pycache__")) for part in inside.parts):
                continue
            with mendable(path, "read", BRING_BACK):
                if path.is_dir():
                    continue
                content = path.read_bytes()
            if path.suffix == ".ipynb":
                with whole_notebook(path):
                    content = without_outputs(content.decode("utf-8")).encode("utf-8")
            files[inside.as_posix()] = content
        if START not in files:
            raise SetupError(f"{self.source / START} is missing. {BRING_BACK}")
        return files

    def changed(self) -> list[str]:
        """The learner's files that differ from what the course brings now."""
        originals = self.originals()
        self._check_folders(originals)
        return [
            name
            for name, content in originals.items()
            if content_of(self.path / name) not in (None, content)
        ]

    def update(self, overwrite: bool = False) -> list[str]:
        """Copy what is missing; return sentences about what was kept.

        A file is replaced only when the learner never changed it (its bytes are the ones written
        here before), or when `overwrite` says so.
        """
        originals = self.originals()
        self._check_folders(originals)
        written = self._read_record()
        kept, outdated = [], []
        try:
            for name, content in originals.items():
                target, new = self.path / name, hashlib.sha256(content).hexdigest()
                before = written.get(name, {})
                there = content_of(target)
                if there is not None and not overwrite:
                    now = hashlib.sha256(there).hexdigest()
                    if now == new:
                        written[name] = {"source": new, "copy": new}
                        continue
                    if now != before.get("copy"):
                        kept.append(name)
                        if before.get("source") != new:
                            outdated.append(name)
                        continue
                write_whole(target, content)
                written[name] = {"source": new, "copy": new}
        except BaseException:  # remember what was written; what went wrong first is what is told
            with contextlib.suppress(SetupError):
                self._write_record(written)
            raise
        self._write_record(written)
        return self._sentences(kept, outdated)

    def _check_folders(self, names: Iterable[str]) -> None:
        """Refuse what is no folder where one must be, and a link that leads out of this one.

        `workbook/` itself may be a link, to wherever the learner keeps it.
        """
        for inside in sorted({folder for name in names for folder in PurePosixPath(name).parents}):
            folder = self.path / inside
            with mendable(folder, "read", MAY_READ):
                linked, whole = folder.is_symlink(), folder.is_dir()
                if linked and not whole:
                    found = "is a link that leads to none"
                elif linked and folder != self.path:
                    found = f"is a link that leads out of {self.path.name}/"
                elif folder.exists() and not whole:
                    found = "is a file"
                else:
                    continue
            raise SetupError(f"{folder} must be a folder, but {found}. {MAKE_ROOM}")

    def _read_record(self) -> dict[str, dict[str, str]]:
        try:
            record = json.loads(content_of(self.record) or b"{}")
        except (ValueError, RecursionError):
            return {}
        entries = record.items() if isinstance(record, dict) else ()
        return {name: entry for name, entry in entries if isinstance(entry, dict)}

    def _write_record(self, record: Mapping[str, Mapping[str, str]]) -> None:
        write_whole(self.record, json.dumps(record, indent=1).encode("utf-8"))

    def _sentences(self, kept: Sequence[str], outdated: Sequence[str]) -> list[str]:
        sentences = []
        if kept:
            sentences.append(f"Kept, with your work in them: {', '.join(kept)}.")
        if outdated:
            sentences.append(
                f"The course has a newer version of: {', '.join(outdated)}. To get it, rename or "
                f"delete your copy in {self.path.name}/ and start again, or start with --fresh "
                "to replace every copy."
            )
        return sentences


def ask_to_replace(workbook: Workbook, agreed: bool) -> bool:
    """Whether the learner wants every copy replaced; asks unless they have agreed already."""
    changed = workbook.changed()
    if not changed or agreed:
        return True
    print(f"This replaces your work in {workbook.path.name}/: {', '.join(changed)}.")
    try:
        return input("Type yes to replace it: ").strip().lower() in {"y", "yes"}
    except EOFError:
        print("Nobody answered. Say --yes beside --fresh to replace it without a question.")
        return False


# --- the commands --------------------------------------------------------------------------------


def has_browser() -> bool:
    """Whether a browser window can be opened from here."""
    screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if os.name == "posix" and sys.platform != "darwin" and not screen:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def lab_command(python: Path, folder: Path, options: argparse.Namespace) -> list[str]:
    """The command line that starts JupyterLab at the first notebook."""
    command = [
        str(python),
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{START}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if options.ip:
        command.append(f"--ServerApp.ip={options.ip}")
    if options.port:
        command.append(f"--ServerApp.port={options.port}")
    if options.no_browser or not has_browser():
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command + list(options.rest)


def lab(options: argparse.Namespace) -> int:
    """Open the course in JupyterLab."""
    workbook = Workbook()
    if options.fresh and not ask_to_replace(workbook, options.yes):
        print("Nothing was replaced.")
        return 1
    environment = Environment()
    environment.ensure(LAB)
    for sentence in workbook.update(overwrite=options.fresh):
        print(sentence)
    command = lab_command(environment.python, workbook.path, options)
    if "--no-browser" in command:
        print("Starting JupyterLab. Open the address that it prints below in a browser.")
    else:
        print("Starting JupyterLab in your browser. If none opens, use the address printed below.")
    print(f"Your copies of the notebooks are in {workbook.path}. Ctrl-C ends it.", flush=True)
    try:
        return run(command, environment.variables())
    except KeyboardInterrupt:  # how a learner is meant to end it
        return 0


def page_of(path: Path) -> str:
    """The page that a notebook makes: its cells tagged `page`, without outputs, and its title."""
    with mendable(path, "read", BRING_BACK):
        content = path.read_bytes()
    with whole_notebook(path):
        notebook: dict[str, Any] = json.loads(without_outputs(content.decode("utf-8")))
        cells = [c for c in notebook["cells"] if PAGE_TAG in c["metadata"].get("tags", [])]
        lines = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    if not cells:
        raise SetupError(f"{path} has no cell tagged {PAGE_TAG}, so there is no page to show.")
    headings = [line[2:].strip() for line in lines.splitlines() if line.startswith("# ")]
    if not headings:  # the file's name without its number, until the widget has it in its language
        headings = [path.stem.lstrip("0123456789_").replace("_", " ").capitalize()]
        first = {"cell_type": "markdown", "id": "heading", "metadata": {}}
        heading = f'<h1 class="tcp-title">{html.escape(headings[0])}</h1>'
        cells.insert(0, {**first, "source": heading})
    notebook["cells"] = cells
    notebook["metadata"]["title"] = headings[0]
    return json.dumps(notebook, ensure_ascii=False)


def table_command(python: Path, page: Path, options: argparse.Namespace) -> list[str]:
    """The command line that serves a page; what isn't here stands in docs/page/voila.py."""
    command = [str(python), "-m", "voila", str(page), f"--Voila.config_file_paths={PAGE}"]
    if options.ip:
        command.append(f"--Voila.ip={options.ip}")
    if options.port:
        command.append(f"--Voila.port={options.port}")
    if options.no_browser or not has_browser():
        command.append("--no-browser")
    return command + list(options.rest)


def table_variables(environment: Environment, options: argparse.Namespace) -> dict[str, str]:
    """Environment variables for the server of the page, where its template is found."""
    env = environment.variables()
    env["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(PAGE), env.get("JUPYTER_PATH")]))
    if options.seats is not None:
        env["TABLE_SEATS"] = str(options.seats)
    return env


def check_seats(options: argparse.Namespace) -> None:
    """Refuse a number of seats at which nobody can sit."""
    if options.seats is not None and options.seats < 1:
        raise SetupError(f"--seats {options.seats} leaves nobody a seat; say 1 or more.")


def table(options: argparse.Namespace) -> int:
    """Serve the table as a page of its own."""
    check_seats(options)
    page = page_of(ROOT / "notebooks" / TABLE_NOTEBOOK)
    environment = Environment()
    environment.ensure(TABLE)
    with tempfile.TemporaryDirectory(prefix="table-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, Path(TABLE_NOTEBOOK).name)
        write_whole(path, page.encode("utf-8"))
        command = table_command(environment.python, path, options)
        if "--no-browser" in command:
            print("Starting the table. Open the address that it prints below in a browser.")
        else:
            print("Starting the table in your browser. If none opens, use the address below.")
        print("Every page that is opened is a table of its own. Ctrl-C ends them all.", flush=True)
        try:
            return run(command, table_variables(environment, options))
        except KeyboardInterrupt:  # how it is meant to end
            return 0


def pages(options: argparse.Namespace) -> int:
    """Serve the table and the labs as pages of their own, with one that lists them."""
    check_seats(options)
    environment = Environment()
    environment.ensure(TABLE)
    with tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True) as name:
        env = {**table_variables(environment, options), "PAGES_START": f"{name}/start.html"}
        if run([str(environment.python), str(PAGE / "pages.py"), name], env) != 0:
            return 1
        print("Starting the pages. The address to open is printed below.")
        print("Every page that is opened is its visitor's own. Ctrl-C ends them all.", flush=True)
        try:
            return run(table_command(environment.python, Path(name, "pages"), options), env)
        except KeyboardInterrupt:  # how it is meant to end
            return 0


@contextlib.contextmanager
def test_variables(environment: Environment) -> Iterator[dict[str, str]]:
    """Variables for a run that somebody's own Jupyter and IPython settings can't influence."""
    env = environment.variables()
    with tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as folder:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
            env[name] = str(Path(folder, name.lower()))
        yield env


def notebook_files() -> list[str]:
    """Every notebook and every solution, as paths from here."""
    folders = (ROOT / "notebooks", ROOT / "notebooks" / "solutions")
    found = [path for folder in folders for path in sorted(folder.glob("*.ipynb"))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def test_parts(environment: Environment) -> dict[str, list[str]]:
    """What `test` runs: a name for each part, and its command line."""
    module = [str(environment.python), "-m"]
    parallel = ["-n", "logical", "--maxprocesses=8"]
    files = ["--dist=loadscope", *notebook_files()]
    return {
        "ruff check": [*module, "ruff", "check", "."],
        "ruff format": [*module, "ruff", "format", "--check", "."],
        "mypy": [*module, "mypy"],
        "import-linter": [str(environment.bin / "lint-imports")],
        "unit tests": [*module, "pytest", "-q", *parallel],
        "notebooks": [*module, "pytest", "-q", *NBVAL, *parallel, *files],
    }


def test(options: argparse.Namespace) -> int:
    """Run all tests, or with further arguments those that pytest is given."""
    environment = Environment()
    environment.ensure(TEST, newest=options.newest)
    with test_variables(environment) as env:
        if options.rest:
            nbval = NBVAL if any(".ipynb" in part for part in options.rest) else ()
            return run([str(environment.python), "-m", "pytest", *nbval, *options.rest], env)
        results: dict[str, tuple[int, float]] = {}
        for name, command in test_parts(environment).items():
            print(f"\n=== {name} ===", flush=True)
            began = time.monotonic()
            status = run(command, env)
            results[name] = (status, time.monotonic() - began)
    return report(results)


def report(results: Mapping[str, tuple[int, float]]) -> int:
    """Print which parts failed, and return the exit status for all of them."""
    print("\n=== summary ===")
    for name, (status, seconds) in results.items():
        print(f"{'passed' if status == 0 else 'FAILED'}  {name} ({seconds:.0f} s)")
    failed = [name for name, (status, _) in results.items() if status != 0]
    print(f"Failed: {', '.join(failed)}." if failed else "Everything passed.", flush=True)
    return 1 if failed else 0


def notebooks(options: argparse.Namespace) -> int:
    """Run the notebooks again and store what they show."""
    environment = Environment()
    environment.ensure(TEST)
    with test_variables(environment) as env:
        return run([str(environment.python), "tests/refresh_notebooks.py", *options.rest], env)


def browser_test(options: argparse.Namespace) -> int:
    """Try the notebooks and their widgets in a real browser."""
    environment = Environment()
    environment.ensure(BROWSER)
    with test_variables(environment) as env:
        # Two browsers at once; tests of one file share pages and servers, so they stay together.
        arguments = options.rest or ["-v", "-n", "2", "--dist=loadscope"]
        return run([str(environment.python), "-m", "pytest", *arguments, "tests/browser"], env)


def bench(options: argparse.Namespace) -> int:
    """Measure how fast the counting is, beside other ways to do it."""
    environment = Environment()
    environment.ensure(BENCH)
    with test_variables(environment) as env:
        return run([str(environment.python), "-m", "benchmarks.run", *options.rest], env)


def mutants(options: argparse.Namespace) -> int:
    """Break the code a little, again and again, and see that a test notices."""
    environment = Environment()
    environment.ensure(MUTANTS)
    with test_variables(environment) as env:
        return run([str(environment.python), "tests/mutants", *options.rest], env)


def fuzz(options: argparse.Namespace) -> int:
    """Give everything that reads text such texts as nobody meant."""
    environment = Environment()
    environment.ensure(FUZZ)
    with test_variables(environment) as env:
        return run([str(environment.python), "-m", "tests.fuzz", *options.rest], env)


def site_command(python: Path, options: argparse.Namespace) -> list[str]:
    """The command line that builds the site; paths count from where the person is."""
    command = [str(python), str(SITE_TOOLS / "build.py"), str(SITE_FOLDER)]
    if options.small:
        command.append("--small")
    for name in ("pyodide", "book"):
        folder: Path | None = getattr(options, name)
        if folder is not None:
            command.append(f"--{name}={folder.resolve()}")
    return command + list(options.rest)


def site(options: argparse.Namespace) -> int:
    """Build the course as pages that need no server."""
    environment = Environment()
    environment.ensure(SITE)
    print("Building the site: a minute or so.", flush=True)
    return run(site_command(environment.python, options), environment.variables())


def serve_command(options: argparse.Namespace) -> list[str]:
    """The command line that serves the site; this Python will do."""
    command = [sys.executable, str(SITE_TOOLS / "serve.py"), str(SITE_FOLDER)]
    if options.ip:
        command.append(f"--ip={options.ip}")
    if options.port is not None:
        command.append(f"--port={options.port}")
    return command + list(options.rest)


def serve_site(options: argparse.Namespace) -> int:
    """Serve the site that was built."""
    try:
        return run(serve_command(options), os.environ)
    except KeyboardInterrupt:  # how it is meant to end
        return 0


def reading_command(python: Path, what: str, folder: Path | None) -> list[str]:
    """The command line that builds the book or the slides, in build/ or in the folder named."""
    target = (folder or ROOT / "build" / what).resolve()
    return [str(python), str(ROOT / "docs" / what / "build.py"), str(target)]


def book(options: argparse.Namespace) -> int:
    """Build the course as a book."""
    environment = Environment()
    environment.ensure(SITE)
    print("Building the book: a minute or so.", flush=True)
    command = reading_command(environment.python, "book", options.folder)
    return run([*command, *options.rest], environment.variables())


def slides(options: argparse.Namespace) -> int:
    """Build a talk from each notebook."""
    environment = Environment()
    environment.ensure(LAB)
    command = reading_command(environment.python, "slides", options.folder)
    return run([*command, *options.rest], environment.variables())


def sheet(options: argparse.Namespace) -> int:
    """Write exercises and exam questions to hand out."""
    environment = Environment()
    environment.ensure(LAB)
    tool, target = ROOT / "docs" / "guide" / "sheet.py", ROOT / "build" / "sheet.html"
    command = [str(environment.python), str(tool), str(target), *options.numbers]
    return run([*command, *options.rest], environment.variables())


def parser() -> argparse.ArgumentParser:
    """The command line of this file."""
    top = argparse.ArgumentParser(
        prog="course.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="course.py {lab,table,pages,test,notebooks,browser-test,bench,mutants,fuzz,"
        "site,serve-site,book,slides,sheet} [options]",
    )
    commands = top.add_subparsers(dest="command", metavar="command", required=True)

    one = commands.add_parser("lab", help="open the course in JupyterLab", allow_abbrev=False)
    one.add_argument("--fresh", action="store_true", help="replace your copies of the notebooks")
    one.add_argument("--yes", action="store_true", help="don't ask before replacing them")
    one.add_argument("--ip", help="address to listen on; 0.0.0.0 in a container")
    one.add_argument("--port", type=int, help="port to listen on")
    one.add_argument("--no-browser", action="store_true", help="only print the address")
    one.epilog = "Any other option goes to JupyterLab."
    one.set_defaults(action=lab)

    for name, text, action in (
        ("table", "open the table as a page", table),
        ("pages", "open the table and the labs as pages", pages),
    ):
        page = commands.add_parser(name, help=text, allow_abbrev=False)
        page.add_argument("--ip", help="address to listen on; 0.0.0.0 for everybody in the network")
        page.add_argument("--port", type=int, help="port to listen on")
        page.add_argument("--seats", type=int, help="how many visitors at once (60)")
        page.add_argument("--no-browser", action="store_true", help="only print the address")
        page.epilog = "Any other option goes to Voilà. docs/table.md says what visitors can do."
        page.set_defaults(action=action)

    two = commands.add_parser("test", help="run all tests", allow_abbrev=False)
    two.add_argument("--newest", action="store_true", help="with the newest packages there are")
    two.epilog = "Other arguments go to pytest, which then runs alone: test tests/test_cards.py -x"
    two.set_defaults(action=test)

    three = commands.add_parser(
        "notebooks", help="store the notebooks' outputs anew", allow_abbrev=False
    )
    three.epilog = "Name notebooks to run only those."
    three.set_defaults(action=notebooks)

    four = commands.add_parser("browser-test", help="try it in a browser", allow_abbrev=False)
    four.epilog = "Other arguments go to pytest."
    four.set_defaults(action=browser_test)

    five = commands.add_parser("bench", help="measure the speed", allow_abbrev=False)
    five.epilog = "A few minutes; it writes benchmarks/RESULTS.md."
    five.set_defaults(action=bench)

    nine = commands.add_parser("mutants", help="break the code on purpose", allow_abbrev=False)
    nine.epilog = "Half an hour, on Linux or macOS. CONTRIBUTING.md says what can be named."
    nine.set_defaults(action=mutants)

    ten = commands.add_parser("fuzz", help="look for texts that break it", allow_abbrev=False)
    ten.epilog = "How many seconds for each reader, and which: fuzz 300 rules rounds."
    ten.set_defaults(action=fuzz)

    six = commands.add_parser("site", help="build the pages without a server", allow_abbrev=False)
    source = six.add_mutually_exclusive_group()
    source.add_argument("--pyodide", type=Path, metavar="FOLDER", help="a copy of Pyodide to use")
    source.add_argument("--small", action="store_true", help="for a room without a network")
    six.add_argument("--book", type=Path, metavar="FOLDER", help="the book, to lie beside it")
    six.epilog = "It is built in build/site. docs/site.md says what is on it and how to publish it."
    six.set_defaults(action=site)

    seven = commands.add_parser("serve-site", help="serve those pages", allow_abbrev=False)
    seven.add_argument("--ip", help="address to listen on; 0.0.0.0 for everybody in the network")
    seven.add_argument("--port", type=int, help="port to listen on (8000)")
    seven.set_defaults(action=serve_site)

    for name, text, action in (("book", "a book", book), ("slides", "talks", slides)):
        eight = commands.add_parser(name, help=f"build {text}", allow_abbrev=False)
        eight.add_argument("folder", nargs="?", type=Path, help=f"where; else build/{name}")
        eight.epilog = "docs/reading.md says what is in it and how to publish it."
        eight.set_defaults(action=action)

    eleven = commands.add_parser("sheet", help="write a sheet to hand out", allow_abbrev=False)
    eleven.add_argument("numbers", nargs="*", help="the notebooks, as 04 06; else all")
    eleven.epilog = "It is written to build/sheet.html, for a browser to print."
    eleven.set_defaults(action=sheet)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says."""
    options, rest = parser().parse_known_args(arguments)
    options.rest = rest
    try:
        status: int = options.action(options)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return status


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main())

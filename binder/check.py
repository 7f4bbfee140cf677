"""Try what Binder makes of this repository, as far as a machine without containers can.

    python3 binder/check.py

Binder hands the repository to repo2docker, which plans an image; builds it; and starts a notebook
server in it. Here the plan is made and read, then a seat is set up as the plan says, but with
packages from PyPI in the versions of constraints.txt, in a folder of its own that is deleted at the
end: only the packages that environment.yml names, then postBuild, then the server, at the address
that the badge opens. What this can't see is conda-forge's builds of the packages.
"""

import ast
import contextlib
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLANNER = "jupyter-repo2docker==2026.4.0"
ENVIRONMENT = "binder/environment.yml"
POST_BUILD = "binder/postBuild"
PIP_NAMES = {"matplotlib-base": "matplotlib"}
WORKSHOP = ("00", "19", "03", "06", "07")
SECONDS = 60  # until the server answers


# --- what the files say --------------------------------------------------------------------------


def requirements(environment: str) -> list[str]:
    """The packages that an environment.yml names, as pip writes them; Python and pip are there."""
    listed = re.findall(
        r"(?m)^  - ([a-z0-9-]+)([<>=][^\s#]*)?", environment.split("dependencies:")[1]
    )
    return [
        PIP_NAMES.get(name, name) + versions
        for name, versions in listed
        if name not in {"python", "pip"}
    ]


def badge(readme: str) -> str:
    """The part of the badge's address that says what opens, such as `lab/tree/first.ipynb`."""
    found = re.search(r"https://mybinder\.org/v2/gh/\S+/HEAD\?urlpath=(\S+)", readme)
    return found[1] if found else ""


def faults(plan: str) -> list[str]:
    """What is wrong with repo2docker's plan: a sentence each."""
    found = []
    if "Building conda environment for python=3.12\n" not in plan:
        found.append("the plan isn't for Python 3.12")
    files = re.findall(r'env update [^\n]*--file "([^"]+)"', plan)
    if files != [ENVIRONMENT]:
        found.append(f"packages are taken from {files}, not from {ENVIRONMENT} alone")
    if f"\nRUN ./{POST_BUILD}\n" not in plan:
        found.append(f"{POST_BUILD} isn't run")
    if re.search(r"(?m)^RUN [^\n]*pip3? install|requirements\.txt", plan):
        found.append("pip installs something that nobody asked for")
    if '\nCMD ["jupyter", "notebook",' not in plan:
        found.append("the image doesn't start a notebook server as it used to")
    return found


def answers_left(folder: Path) -> list[str]:
    """The notebooks in a folder that still hold outputs."""
    left = []
    for path in sorted(folder.rglob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        if any(cell.get("outputs") or cell.get("execution_count") for cell in cells):
            left.append(path.relative_to(folder).as_posix())
    return left


def modules(folder: Path) -> list[str]:
    """All modules that the notebooks in a folder import."""
    names: set[str] = set()
    for path in sorted(folder.rglob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                if isinstance(node, ast.Import):
                    names |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    names.add(node.module)
    return sorted(names)


# --- trying it -----------------------------------------------------------------------------------


class Failure(Exception):
    """What went wrong, for whoever reads the log."""


def run(
    argv: Sequence[object], cwd: Path, env: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end, or say what it said."""
    done = subprocess.run(
        [str(part) for part in argv],
        cwd=cwd,
        env=None if env is None else dict(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, argv))[:200]} failed:\n{done.stdout[-3000:]}")
    return done


def copy(target: Path) -> None:
    """What git would give to Binder if all that lies here now were committed."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = run(listing, ROOT).stdout
    for name in filter(None, set(listed.split("\0"))):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def new_environment(home: Path, packages: Sequence[str]) -> Path:
    """A virtual environment with these packages; its folder of programs."""
    venv.create(home, with_pip=True)
    programs = home / "bin"
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, *packages], ROOT)
    return programs


def check_plan(home: Path, repository: Path) -> list[str]:
    """Let repo2docker plan the image, and read the plan."""
    programs = new_environment(home, [PLANNER])
    planner = [programs / "jupyter-repo2docker", "--no-build", "--debug", "."]
    return faults(run(planner, repository).stdout)


def check_seat(home: Path, repository: Path) -> list[str]:
    """Set a seat up as the image would be, and use it."""
    packages = requirements((ROOT / ENVIRONMENT).read_text("utf-8"))
    programs = new_environment(home, ["--constraint", str(ROOT / "constraints.txt"), *packages])
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PATH": f"{programs}{os.pathsep}{env['PATH']}", "VIRTUAL_ENV": str(home)}
    for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        env[name] = str(home / "person")  # nobody's own settings
    run([f"./{POST_BUILD}"], repository, env)

    notebooks = repository / "notebooks"
    found = [f"{name} still shows its answers" for name in answers_left(notebooks)]
    if not list((home / "share/jupyter/lab/settings").glob("overrides.json")):
        found.append("JupyterLab will ask about news")
    where = run([programs / "python", "-c", "import tcp; print(tcp.__file__)"], home, env).stdout
    if not Path(where.strip()).is_relative_to(repository):
        found.append(f"the package lies in {where.strip()}, not in the repository")
    imports = "\n".join(f"import {module}" for module in modules(notebooks))
    run([programs / "python", "-c", imports], home, env)
    chosen = [path for n in WORKSHOP for path in sorted(notebooks.glob(f"{n}_*.ipynb"))]
    convert = ["-m", "jupyter", "nbconvert", "--execute", "--to", "notebook"]
    run([programs / "python", *convert, "--output-dir", home / "run", *chosen], home, env)
    return found + check_address(programs, repository, env)


@contextlib.contextmanager
def running(argv: Sequence[object], cwd: Path, env: Mapping[str, str], log: Path) -> Iterator[Any]:
    """A server, stopped at the end."""
    with log.open("wb") as output:
        server = subprocess.Popen(
            [str(part) for part in argv], cwd=cwd, env=env, stdout=output, stderr=output
        )
    try:
        yield server
    finally:
        server.terminate()
        server.wait(timeout=30)


def check_address(programs: Path, repository: Path, env: Mapping[str, str]) -> list[str]:
    """Start the server as the image does, and open what the badge opens."""
    opened = badge((ROOT / "README.md").read_text("utf-8"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    server = [programs / "jupyter", "notebook", "--ip=127.0.0.1", f"--port={port}"]
    server += ["--no-browser", "--allow-root", f"--IdentityProvider.token={token}"]
    log = programs.parent / "server.log"
    with running(server, repository, env, log) as process:
        page = wait_for(f"http://127.0.0.1:{port}/{opened}?token={token}", process, log)
    config = re.search(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    said = json.loads(config[1]) if config else {}
    if said.get("appName") != "JupyterLab":
        return [f"{opened} opens {said.get('appName', 'something else')}, not JupyterLab"]
    if said.get("treePath") != opened.removeprefix("lab/tree/"):
        return [f"{opened} opens {said.get('treePath')!r}"]
    return []


def wait_for(address: str, server: Any, log: Path) -> str:
    """The page at an address, once somebody answers there."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=SECONDS) as answer:
                page: str = answer.read().decode("utf-8")
                return page
        except urllib.error.HTTPError as error:
            raise Failure(f"{address.split('?')[0]} is answered with {error.code}") from error
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
    raise Failure(f"the server didn't answer:\n{log.read_text('utf-8', 'replace')[-3000:]}")


def main() -> int:
    """Make the plan and the seat, and say what is wrong with them."""
    if os.name == "nt":
        print("Binder's images are Linux; try this on Linux or macOS.", file=sys.stderr)
        return 1
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="binder-") as folder:
        home = Path(folder).resolve()
        repository = home / "repository"
        copy(repository)
        for name, check in (("plan", check_plan), ("seat", check_seat)):
            began = time.monotonic()
            try:
                wrong = check(home / name, repository)
            except Failure as error:
                wrong = [str(error)]
            took = time.monotonic() - began
            print(f"{'FAILED' if wrong else 'passed'}  Binder's {name} ({took:.0f} s)", flush=True)
            found += wrong
    for sentence in found:
        print(f"  {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

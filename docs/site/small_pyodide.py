"""Fetch a small Pyodide: Python for a page, without NumPy, from npm and PyPI.

    python docs/site/small_pyodide.py FOLDER

It is for a room without a network and for the tests. The packages that a page's Python starts with
come from PyPI in the versions that Pyodide names; their digests are written into its list, and what
isn't here is struck out of it, so that nothing is asked of another machine.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from docs.folders import FolderError, cleared

VERSION = "314.0.6"
INTEGRITY = (
    "BKDTJyIqFxC4BExLqeRS3f5xvXZIjOt8C3zGLN/Cc7tFxSwvKVhVkchQQ2AGLOtR4YrVOIFxbV8poyDOOmWwxQ=="
)
CORE = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json", "package.json"),
)
LIST = "pyodide-lock.json"

# What the page's Python starts with, of what Pyodide brings; each with all it depends on.
PACKAGES = ("ipython", "jedi", "micropip", "packaging", "six", "tqdm", "typing-extensions")


class FetchError(Exception):
    """Something that can't be fetched; the text says what to do."""


def canonical(name: str) -> str:
    """A package's name as Pyodide's list spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def with_dependencies(packages: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    """These packages and all they depend on, as the list of a Pyodide says.

    Raises:
        KeyError: for one that isn't in the list.
    """
    todo, found = [canonical(name) for name in names], set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += map(canonical, packages[name]["depends"])
    return sorted(found)


def run(command: list[str], what: str) -> None:
    """Run a program that fetches something."""
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode != 0:
        raise FetchError(f"{what} can't be fetched:\n{(done.stderr or done.stdout)[-2000:]}")


def fetch_core(folder: Path) -> None:
    """Python itself, from npm's package of Pyodide, whose content is checked."""
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError("Pyodide comes from npm, which isn't here. Install Node.js with npm.")
    with tempfile.TemporaryDirectory(prefix="pyodide-") as name:
        pack = [npm, "pack", f"pyodide@{VERSION}", "--silent", f"--pack-destination={name}"]
        run(pack, f"Pyodide {VERSION}")
        archive = Path(name, f"pyodide-{VERSION}.tgz")
        digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if digest != INTEGRITY:
            raise FetchError(f"Pyodide {VERSION} from npm isn't what was pinned: {digest}")
        with tarfile.open(archive) as tar:
            for name in CORE:
                member = tar.extractfile(f"package/{name}")
                assert member is not None
                (folder / name).write_bytes(member.read())


def fetch_packages(folder: Path) -> None:
    """The packages, from PyPI; then the list says what is here, and nothing else."""
    listed = json.loads((folder / LIST).read_text("utf-8"))
    packages = listed["packages"]
    names = with_dependencies(packages, PACKAGES)
    exact = [f"{name}=={packages[name]['version']}" for name in names]
    pure = ["--no-deps", "--only-binary=:all:", "--implementation=py", "--abi=none"]
    pure += ["--platform=any", f"--python-version={listed['info']['python'].rpartition('.')[0]}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", *pure, f"--dest={folder}", *exact]
    run(pip, "The packages of a page's Python")
    for name in names:
        content = (folder / packages[name]["file_name"]).read_bytes()
        packages[name]["sha256"] = hashlib.sha256(content).hexdigest()
    listed["packages"] = {name: packages[name] for name in names}
    (folder / LIST).write_text(json.dumps(listed), "utf-8")


def small_pyodide(folder: Path) -> Path:
    """A folder with a small Pyodide, fetched unless it is there; returns the folder."""
    done = folder / f"complete-{VERSION}"
    if not done.exists():
        try:
            cleared(folder, "small Pyodide")
        except FolderError as error:
            raise FetchError(str(error)) from None
        fetch_core(folder)
        fetch_packages(folder)
        done.touch()
    return folder


if __name__ == "__main__":
    try:
        print(small_pyodide(Path(sys.argv[1])))
    except IndexError:
        sys.exit(__doc__)
    except FetchError as error:
        sys.exit(str(error))

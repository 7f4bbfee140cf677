"""Build the site: all notebooks in JupyterLite, wholly in the visitor's browser.

    python docs/site/build.py [folder] [--pyodide FOLDER | --small]

It is written to `build/site` or the folder named, which may hold an older site and nothing else.
Python for the page comes from Pyodide's public network, from a copy of it, or from a small one
without NumPy. `course.py site` installs what this needs and calls it.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.folders import FolderError, cleared, refuse_others  # noqa: E402
from docs.site import small_pyodide  # noqa: E402
from docs.site.imports import needs  # noqa: E402
from docs.site.pages import entries, start_page, write_notebooks  # noqa: E402

KERNEL = Path(__file__).resolve().parent / "kernel"
PLUGIN = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "anywidget", "jupyterlab_pygments", PLUGIN)
APPS = ("lab", "notebooks", "tree")
WIDGETS = ("anywidget", "comm", "ipywidgets", "psygnal")  # Pyodide doesn't bring these

# The page's worker fetches a wheel beside itself, so this leads from there to the site's top.
TO_THE_TOP = "../" * 4
BUNDLED = ("ipykernel-", "pyodide_kernel-", "widgetsnbextension-4")  # wheels the plugin brings

LITE = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}


class BuildError(Exception):
    """What keeps the site from being built; the text says what to do."""


def run(command: list[str], what: str, folder: Path = ROOT) -> None:
    """Run a program; what it said is shown only when it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(f"{what} failed:\n{done.stdout[-4000:]}")


# --- what the page's Python gets -----------------------------------------------------------------


def kernel_wheel(folder: Path) -> None:
    """A wheel with what runs before the first cell, and which modules need NumPy."""
    name = "course_site-1"
    files = {path.name: path.read_text("utf-8") for path in sorted(KERNEL.glob("*.py"))}
    files["course_site_needs.json"] = json.dumps(needs(ROOT), sort_keys=True)
    about = "Metadata-Version: 2.1\nName: course-site\nVersion: 1\n"
    wheel = "Wheel-Version: 1.0\nGenerator: course\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files |= {f"{name}.dist-info/METADATA": about, f"{name}.dist-info/WHEEL": wheel}
    record = f"{name}.dist-info/RECORD"
    files[record] = "".join(f"{path},,\n" for path in [*files, record])
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path), text)  # no date: the same again is the same


def wheels(folder: Path) -> list[str]:
    """Put the wheels into a folder named after what is in them; returns paths from the site's top.

    The widgets come in the versions that are installed here, whose other half the page shows.
    """
    folder.mkdir(parents=True)
    exact = [f"{name}=={metadata.version(name)}" for name in WIDGETS]
    pip = [sys.executable, "-m", "pip"]
    pure = ["--no-deps", "--only-binary=:all:", "--implementation=py", "--abi=none"]
    pure += ["--platform=any", "--python-version=3.14"]
    run([*pip, "download", *pure, f"--dest={folder}", *exact], "Fetching the widgets' packages")
    run([*pip, "wheel", "--no-deps", f"--wheel-dir={folder}", str(ROOT)], "Packing the course")
    kernel_wheel(folder)
    found = sorted(folder.glob("*.whl"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in found)).hexdigest()[:16]
    named = folder / digest  # so that a browser keeps it, and never an older one
    named.mkdir()
    for path in found:
        path.rename(named / path.name)
    return [f"static/{folder.name}/{digest}/{path.name}" for path in found]


def settings(wheels: list[str]) -> dict[str, Any]:
    """What the site's page is told: which packages to load, and what to run before the first cell.

    With these loaded together at the start, no notebook needs a line that installs something.
    """
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION

    bundled = [f"./pypi/{name}" for name in plugin_wheels() if name.startswith(BUNDLED)]
    ours = [f"{TO_THE_TOP}{path}" for path in wheels]
    startup = f"/lib/python{PYODIDE_PYTHON_VERSION}/site-packages/course_site_startup.py"
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*small_pyodide.PACKAGES, *bundled, *ours],
            "env": {"PYTHONSTARTUP": startup},
        },
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Three Card Poker",
            "exposeAppInBrowser": True,
            "litePluginSettings": {f"{PLUGIN}:kernel": kernel},
        },
    }


def extensions() -> Path:
    """The folder with the extensions of the JupyterLab installed here."""
    return Path(sys.prefix, "share", "jupyter", "labextensions")


def plugin_wheels() -> list[str]:
    """The wheels that come with the page's Python."""
    return sorted(path.name for path in (extensions() / PLUGIN / "static/pypi").glob("*.whl"))


# --- Pyodide -------------------------------------------------------------------------------------


def check_pyodide(folder: Path) -> bool:
    """Whether a copy of Pyodide has NumPy and Matplotlib.

    Raises:
        BuildError: when it isn't a whole Pyodide of the version that fits.
    """
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    missing = [name for name in small_pyodide.CORE if not (folder / name).is_file()]
    if missing:
        raise BuildError(f"{folder} is no whole Pyodide: {', '.join(missing)} is missing.")
    version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    if version != PYODIDE_VERSION:
        raise BuildError(f"{folder} holds Pyodide {version}; this site needs {PYODIDE_VERSION}.")
    packages = json.loads((folder / small_pyodide.LIST).read_text("utf-8"))["packages"]

    def lacking(names: tuple[str, ...]) -> list[str]:
        try:
            found = small_pyodide.with_dependencies(packages, names)
        except KeyError as error:
            return [str(error.args[0])]
        return [n for n in found if not (folder / packages[n]["file_name"]).is_file()]

    if gone := lacking(small_pyodide.PACKAGES):
        raise BuildError(f"{folder} lacks packages that a page starts with: {', '.join(gone)}.")
    return not lacking(("numpy", "matplotlib"))


def source_of_python(pyodide: Path | None) -> str:
    """What the start page says about where its Python comes from."""
    name = '<a href="https://pyodide.org">Pyodide</a>'
    if pyodide is None:
        return f"Python for this page is {name}, fetched from its public network (jsDelivr)."
    return f"Python for this page is {name}. Nothing here is fetched from another address."


# --- putting it together -------------------------------------------------------------------------


def lite(folder: Path, output: Path, page: dict[str, Any]) -> None:
    """Let JupyterLite lay out its pages, in a folder that holds nothing of an earlier build.

    Building on top of one would lose where Pyodide is.
    """
    (folder / "jupyter-lite.json").write_text(json.dumps(page), "utf-8")
    (folder / "overrides.json").write_text(json.dumps(LITE), "utf-8")
    build = {
        "apps": APPS,
        "contents": ["content"],
        "federated_extensions": [str(extensions() / name) for name in EXTENSIONS],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "output_dir": str(output),
    }
    (folder / "jupyter_lite_config.json").write_text(
        json.dumps({"LiteBuildConfig": build}), "utf-8"
    )
    run([sys.executable, "-m", "jupyterlite_core", "build"], "JupyterLite", folder)


def build(target: Path, pyodide: Path | None = None, book: Path | None = None) -> None:
    """Build the site into a folder; a copy of Pyodide, and the book, lie on the site as well."""
    refuse_others(target, "site")
    if book is not None and not (book / "index.html").is_file():
        raise BuildError(f"There is no book in {book}. Build it first: python docs/book/build.py")
    with_numpy = True if pyodide is None else check_pyodide(pyodide)
    with tempfile.TemporaryDirectory(prefix="site-") as name:
        folder = Path(name, "lite")
        output = Path(name, "output")
        paths = wheels(Path(name, "wheels"))
        write_notebooks(ROOT, folder / "content", with_numpy)
        if pyodide is not None:
            shutil.copytree(pyodide, folder / "static" / "pyodide")
        lite(folder, output, settings(paths))
        shutil.copytree(Path(name, "wheels"), output / "static" / "wheels")
        if book is not None:
            shutil.copytree(book, output / "book")
        page = start_page(entries(ROOT, with_numpy), source_of_python(pyodide), book is not None)
        (output / "index.html").write_text(page, "utf-8")
        shutil.copy(output / "lab" / "favicon.ico", output)  # where browsers look for one
        (output / ".nojekyll").touch()  # GitHub's pages leave out some names otherwise
        cleared(target, "site")
        shutil.copytree(output, target, dirs_exist_ok=True)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, and build."""
    parser = argparse.ArgumentParser(prog="course.py site", description="Build the site.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pyodide", type=Path, metavar="FOLDER", help="a copy of Pyodide to use")
    which.add_argument(
        "--small", action="store_true", help="with a small Pyodide: no network, and no NumPy"
    )
    parser.add_argument("--book", type=Path, metavar="FOLDER", help="the book, to lie beside it")
    options = parser.parse_args(arguments)
    try:
        pyodide = options.pyodide
        if options.small:
            pyodide = small_pyodide.small_pyodide(ROOT / ".pyodide")
        build(options.folder.resolve(), pyodide and pyodide.resolve(), options.book)
    except (BuildError, FolderError, small_pyodide.FetchError) as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in options.folder.rglob("*") if path.is_file())
    print(f"The site is in {options.folder} ({size / 1e6:.0f} MB). See it: course.py serve-site")
    return 0


if __name__ == "__main__":
    sys.exit(main())

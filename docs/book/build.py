"""Build the book: the whole course as pages that need no server, with what the notebooks show.

    python docs/book/build.py [folder]

The pages are written to `build/book` or the folder named. They are made by Sphinx from copies of
the notebooks and of the pages in Markdown, arranged as in the repository so that links between
them hold. Nothing is run and nothing fetched; a warning is an error.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.book import reference, words  # noqa: E402
from docs.folders import cleared  # noqa: E402
from docs.published import Addresses, notebooks, published, repository  # noqa: E402

HERE = Path(__file__).resolve().parent
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/RESULTS.md", "tcp/conformance/README.md")


def pages() -> list[Path]:
    """The pages in Markdown that lie elsewhere in the repository, as paths from its top."""
    inside = [path for path in (ROOT / "docs").rglob("*.md") if HERE not in path.parents]
    return [path.relative_to(ROOT) for path in [ROOT / name for name in PAGES] + sorted(inside)]


def stage(source: Path) -> None:
    """Lay out what Sphinx reads, in an empty folder."""
    for path in [*HERE.glob("*.md"), HERE / "conf.py"]:
        shutil.copy(path, source)
    shutil.copytree(HERE / "static", source / "static")
    shutil.copytree(ROOT / "docs" / "images", source / "docs" / "images")
    for name in pages():
        write(source / name, linked((ROOT / name).read_text("utf-8"), name.as_posix()))
    for path in [*notebooks(), *sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))]:
        write(source / path.relative_to(ROOT), nbformat.writes(chapter(path)))
    for made, text in {**reference.pages(), **words.pages()}.items():
        write(source / made, text)
    stylesheet = (ROOT / "tcp" / "style.css").read_text("utf-8")
    write(source / "static" / "course.css", for_furo(stylesheet))


def write(path: Path, text: str) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def linked(text: str, name: str) -> str:
    """A page whose links to files that the book lacks lead to the repository."""

    def lead(found: re.Match[str]) -> str:
        target, hash_, anchor = found[1].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        path = PurePosixPath(os.path.normpath(PurePosixPath(name).parent / target))
        staged = path.suffix == ".ipynb" or path.parts[:2] == ("docs", "images")
        if Path(path) in pages() or (staged and (ROOT / path).exists()):
            return found[0]
        if path == PurePosixPath("README.md"):
            return f"]({os.path.relpath('index.md', PurePosixPath(name).parent)})"
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"]({repository()}/{kind}/main/{path}{hash_}{anchor})"

    return re.sub(r"\]\(([^()\s]+)\)", lead, text)


def chapter(path: Path) -> Any:
    """A notebook as a page: its number before its question, and below it where to open it."""
    notebook = published(path)
    first, number = notebook.cells[0], path.stem[:2]
    first.source = re.sub(r"^# (?:Solutions: )?", f"# {number} · ", first.source)
    first.source = first.source.rstrip() + "\n\n" + ways(path)
    return notebook


def ways(path: Path) -> str:
    """The links with which a notebook is opened, as a paragraph."""
    address = Addresses(path.relative_to(ROOT / "notebooks").as_posix())
    links = [
        f"[in your browser]({address.site})",
        f"[on Binder]({address.binder})",
        f"[read the file]({address.source})",
    ]
    solution = path.parent / "solutions" / path.name
    if solution.exists():
        links.append(f"[solutions](solutions/{path.name})")
    return f"**Run it yourself:** {' · '.join(links)}"


def for_furo(stylesheet: str) -> str:
    """The course's stylesheet, which knows the dark theme by JupyterLab's attribute.

    The theme of the book marks the dark page in another way: chosen, or as the system has it.
    """
    jupyter = '[data-jp-theme-light="false"]'
    dark = [line for line in stylesheet.splitlines() if jupyter in line]
    chosen = "\n".join(line.replace(jupyter, 'body[data-theme="dark"]') for line in dark)
    system = "\n".join(line.replace(jupyter, 'body:not([data-theme="light"])') for line in dark)
    return f"{stylesheet}\n{chosen}\n@media (prefers-color-scheme: dark) {{\n{system}\n}}\n"


def sphinx(source: Path, trees: Path, target: Path) -> int:
    """Make the pages; a warning fails, after all of them are told."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    command += ["-d", str(trees), str(source), str(target)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.run(command, env=env, check=False).returncode


def files(folder: Path) -> Iterator[Path]:
    """All files in it."""
    return (path for path in folder.rglob("*") if path.is_file())


def build(target: Path) -> int:
    """Build the book anew; returns the exit status of Sphinx."""
    began = time.monotonic()
    cleared(target, "book")
    with tempfile.TemporaryDirectory(prefix="book-") as name:
        source, trees = Path(name, "source"), Path(name, "trees")
        source.mkdir()
        stage(source)
        status = sphinx(source, trees, target)
    if status == 0:
        found = list(files(target))
        size = sum(path.stat().st_size for path in found) / 1e6
        seconds = time.monotonic() - began
        print(f"The book: {len(found)} files, {size:.0f} MB, {seconds:.0f} s. Open this file:")
        print(target / "index.html")
    return status


def main() -> int:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(prog="course.py book", description="Build the book.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "book")
    try:
        return build(parser.parse_args().folder.resolve())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

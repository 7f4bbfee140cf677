"""Build a talk from each notebook, to be shown in any browser without a network.

    python docs/slides/build.py [folder]

The talks are written to `build/slides` or the folder named, beside a page that lists them. What
stands on which slide is decided in arrange.py. reveal.js, which turns the pages, comes from npm
once, in one fixed version whose content is checked.
"""

import argparse
import base64
import hashlib
import html
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

from nbconvert.exporters import SlidesExporter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.folders import cleared, refuse_others  # noqa: E402
from docs.published import Addresses, notebooks, published, title  # noqa: E402
from docs.slides.arrange import talk  # noqa: E402

HERE = Path(__file__).resolve().parent
REVEAL = "5.2.1"
INTEGRITY = (
    "r7//6mIM5p34hFiDMvYfXgyjXqGRta+/psd9YtytsgRlrpRzFv4RbH76TXd2qD+7ZPZEbpBDhdRhJaFgfQ7zNQ=="
)
PARTS = ("dist/reveal.js", "dist/reveal.css", "dist/reset.css", "plugin/notes/notes.js", "LICENSE")


class BuildError(Exception):
    """What keeps the talks from being built; the text says what to do."""


def reveal(archive: Path) -> Path:
    """The archive of reveal.js, fetched where it is missing."""
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise BuildError(
                "reveal.js comes from npm, which isn't here. Install Node.js with npm (on Debian "
                "and Ubuntu: apt install npm), and start again."
            )
        archive.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="reveal-") as folder:
            pack = [npm, "pack", f"reveal.js@{REVEAL}", "--silent", f"--pack-destination={folder}"]
            done = subprocess.run(pack, capture_output=True, text=True, check=False)
            fetched = Path(folder, archive.name)
            if done.returncode != 0 or not fetched.exists():
                raise BuildError(f"npm can't fetch reveal.js {REVEAL}:\n{done.stderr}")
            shutil.copy(fetched, archive)
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        archive.unlink()
        raise BuildError(f"reveal.js {REVEAL} from npm isn't what was pinned: {digest}")
    return archive


def unpack(archive: Path, target: Path) -> None:
    """Write the few parts of reveal.js that a talk needs."""
    with tarfile.open(archive) as tar:
        for part in PARTS:
            member = tar.extractfile(f"package/{part}")
            if member is None:
                raise BuildError(f"{archive} lacks {part}; delete it and start again")
            path = target / part
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(member.read())


def page(path: Path) -> str:
    """The talk of a notebook, as HTML."""
    exporter: Any = SlidesExporter(  # type: ignore[no-untyped-call]
        template_name="talk",
        extra_template_basedirs=[str(HERE / "templates")],
        reveal_url_prefix="reveal.js",
    )
    notebook = published(path)
    resources: dict[str, Any] = {
        "metadata": {"name": title(notebook)},
        "live": Addresses(path.name).site,
        "number": path.stem[:2],
    }
    text, _ = exporter.from_notebook_node(talk(notebook), resources=resources)
    return str(text)


def contents() -> str:
    """The page that lists the talks."""
    rows = "\n".join(
        f'<li><span>{path.stem[:2]}</span> <a href="{path.stem}.html">'
        f"{html.escape(title(published(path)))}</a></li>"
        for path in notebooks()
    )
    return (HERE / "static" / "index.html").read_text("utf-8").replace("<!-- talks -->", rows)


def build(target: Path) -> None:
    """Build all talks anew."""
    began = time.monotonic()
    refuse_others(target, "set of slides")
    archive = reveal(ROOT / ".reveal" / f"reveal.js-{REVEAL}.tgz")
    cleared(target, "set of slides")
    unpack(archive, target / "reveal.js")
    for name in ("talk.css", "talk.js"):
        shutil.copy(HERE / "static" / name, target)
    shutil.copy(ROOT / "tcp" / "style.css", target / "course.css")
    (target / "index.html").write_text(contents(), "utf-8")
    for path in notebooks():
        (target / f"{path.stem}.html").write_text(page(path), "utf-8")
    found = [path for path in target.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in found) / 1e6
    seconds = time.monotonic() - began
    print(f"{len(notebooks())} talks, {size:.0f} MB, {seconds:.0f} s. Open this file in a browser:")
    print(target / "index.html")


def main() -> int:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(prog="course.py slides", description="Build the talks.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "slides")
    try:
        build(parser.parse_args().folder.resolve())
    except (BuildError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

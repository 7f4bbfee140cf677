"""The static site, as far as it can be seen without a browser and without building it."""

import asyncio
import importlib.machinery
import importlib.util
import json
import re
import subprocess
import sys
import types
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

import course
from docs.folders import FolderError
from docs.site import build, imports, pages, small_pyodide
from docs.site.kernel import course_site
from tests.notebook_rules import code_cells
from tests.test_workshop_path import NAMES as WORKSHOP

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PACKAGE = imports.needs(ROOT)


def run_without_numpy(source: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a Python that has neither NumPy nor Matplotlib, as on a small copy."""
    block = "import sys\nsys.modules.update(numpy=None, matplotlib=None)\n"
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", block + source],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


# --- what needs NumPy ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if path.stem not in WORKSHOP], ids=lambda path: path.stem
)
def test_it_is_known_which_notebooks_need_numpy(path: Path) -> None:
    cells = code_cells(nbformat.read(path, as_version=4))
    done = run_without_numpy("\n".join(cell.source for cell in cells))
    if imports.notebook_needs(path, PACKAGE):
        assert done.returncode != 0
        assert "import of numpy halted" in done.stderr or "import of matplotlib" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


def test_the_workshop_needs_none_of_it() -> None:
    for name in pages.WORKSHOP:
        if name != pages.TRAINER:
            assert imports.notebook_needs(ROOT / "notebooks" / name, PACKAGE) == []
    assert {f"{name}.ipynb" for name in WORKSHOP} | {pages.TRAINER} == set(pages.WORKSHOP)


def test_a_module_needs_what_its_imports_need() -> None:
    direct = {
        "tcp": set[str](),
        "tcp.a": {"tcp.b"},
        "tcp.b": {"tcp.c.d"},
        "tcp.c": {"numpy.typing"},
        "tcp.c.d": {"matplotlib.axes"},
        "tcp.loop": {"tcp.loop", "random"},
    }
    assert imports.heavy(["tcp.a"], direct) == ["numpy", "matplotlib"]
    assert imports.heavy(["tcp.c"], direct) == ["numpy"]
    assert imports.heavy(["tcp.loop"], direct) == []


def test_every_module_of_the_package_is_weighed() -> None:
    assert PACKAGE["tcp.exact"] == ["numpy"]
    assert PACKAGE["tcp.plots"] == ["numpy", "matplotlib"]
    assert PACKAGE["tcp.widgets.night"] == ["numpy"]  # imported when one is made
    assert not {"tcp", "tcp.cards", "tcp.table", "tcp.widgets", "tcp.widgets.table"} & set(PACKAGE)


# --- the page's own Python -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from tcp import DECK, plots", ["numpy", "matplotlib"]),
        ("import tcp.exact as e", ["numpy"]),
        ("def later():\n    from tcp.simulate import nets", ["numpy"]),
        ("import numpy as np", ["numpy"]),
        ("import matplotlib.pyplot as plt", ["matplotlib"]),
        ("%matplotlib inline\nfrom tcp.exact import analyse", ["numpy"]),
        ("from tcp import DECK, deal\nnumpy = 1", []),
        ("from .exact import analyse", []),
        ("1 +", []),
        ("", []),
    ],
)
def test_a_cell_tells_what_it_needs(
    source: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    plain = course_site.plain(source.splitlines(keepends=True))
    assert course_site.wanted(plain, PACKAGE) == names


def test_what_is_here_is_not_fetched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.machinery.ModuleSpec("numpy", None)
    monkeypatch.setattr(importlib.util, "find_spec", {"numpy": there, "matplotlib": None}.get)
    assert course_site.wanted("from tcp import plots", PACKAGE) == ["matplotlib"]


class Page:
    """Stands for Pyodide's page: what it can fetch, what was fetched, and IPython's part of it."""

    def __init__(self, *available: str, fails: bool = False) -> None:
        self.available, self.fails = available, fails
        self.fetched: list[str] = []
        self.transforms: list[Callable[[list[str]], Any]] = []
        manager = types.SimpleNamespace(line_transforms=self.transforms)
        self.kernel = types.SimpleNamespace(lite_transform_manager=manager)

    async def load(self, names: list[str]) -> None:
        if not set(names) <= set(self.available):
            raise RuntimeError("No known package")
        if not self.fails:  # with the network gone, Pyodide only writes to its log
            self.fetched += names

    def spec(self, name: str) -> object:
        return importlib.machinery.ModuleSpec(name, None) if name in self.fetched else None

    def cell(self, source: str) -> list[str]:
        """What IPython is given to run."""
        (before,) = self.transforms
        return list(asyncio.run(before(source.splitlines(keepends=True))))


@pytest.fixture
def page_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Page], Page]:
    """Starts the page's Python in a page."""

    def start(page: Page) -> Page:
        javascript = types.SimpleNamespace(loadPackage=page.load)
        monkeypatch.setitem(sys.modules, "pyodide_js", javascript)
        monkeypatch.setattr(importlib.util, "find_spec", page.spec)
        monkeypatch.setattr(course_site, "__file__", str(tmp_path / "course_site.py"))
        monkeypatch.setattr(sys, "path", ["", *sys.path])
        needs = json.dumps(PACKAGE)
        (tmp_path / "course_site_needs.json").write_text(needs, "utf-8")
        course_site.start(page)
        return page

    return start


def test_numpy_is_fetched_before_the_cell_that_needs_it(
    page_of: Callable[[Page], Page], capsys: pytest.CaptureFixture[str]
) -> None:
    page = page_of(Page("numpy", "matplotlib"))
    assert page.cell("from tcp import DECK") == ["from tcp import DECK"]
    assert (page.fetched, capsys.readouterr().out) == ([], "")
    assert page.cell("from tcp import plots\n1") == ["from tcp import plots\n", "1"]
    assert page.fetched == ["numpy", "matplotlib"]
    assert capsys.readouterr().out.startswith("Fetching NumPy and Matplotlib: ")
    page.cell("from tcp.exact import analyse")
    assert page.fetched == ["numpy", "matplotlib"]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("page", [Page(), Page("numpy", "matplotlib", fails=True)])
def test_a_cell_that_cannot_get_it_is_a_sentence(
    page_of: Callable[[Page], Page], page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line,) = page_of(page).cell("from tcp.exact import analyse\nanalyse()")
    monkeypatch.setitem(sys.modules, "course_site", course_site)
    with pytest.raises(course_site.NotHere, match="This cell needs NumPy, which") as caught:
        exec(line)
    assert caught.value._render_traceback_() == [str(caught.value)]  # a cell shows no more


def test_progress_needs_no_thread_and_imports_ask_the_drive_last(
    page_of: Callable[[Page], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tqdm import tqdm
    from tqdm.auto import tqdm as shown

    monkeypatch.setattr(tqdm, "monitor_interval", 10)
    page_of(Page())
    assert tqdm.monitor_interval == shown.monitor_interval == 0
    assert sys.path[-1] == ""
    assert sys.path[0] != ""


def test_the_wheel_of_it_holds_all_it_needs_and_is_the_same_again(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        build.kernel_wheel(folder)
    first, second = (folder / "course_site-1-py3-none-any.whl" for folder in folders)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        names = set(archive.namelist())
        record = archive.read("course_site-1.dist-info/RECORD").decode().splitlines()
        assert json.loads(archive.read("course_site_needs.json")) == PACKAGE
    assert {"course_site.py", "course_site_startup.py"} <= names
    assert {line.split(",")[0] for line in record} == names


# --- the pages -----------------------------------------------------------------------------------


def test_a_copy_has_no_outputs_and_the_pages_kernel() -> None:
    path = ROOT / "notebooks" / "00_start_here.ipynb"
    original = json.loads(path.read_text("utf-8"))
    copy = json.loads(pages.site_copy(path.read_text("utf-8"), [], with_numpy=True))
    assert [c["source"] for c in copy["cells"]] == [c["source"] for c in original["cells"]]
    assert not any(cell.get("outputs") for cell in copy["cells"])
    assert copy["metadata"]["kernelspec"]["name"] == "python"
    nbformat.validate(nbformat.from_dict(copy))


def notebook(code: str) -> str:
    cells = [nbformat.v4.new_markdown_cell("# Why?"), nbformat.v4.new_code_cell(code)]
    return str(nbformat.writes(nbformat.v4.new_notebook(cells=cells)))


@pytest.mark.parametrize(
    ("code", "packages", "with_numpy", "said"),
    [
        ("1", ["numpy"], True, ["the first code cell fetches NumPy"]),
        ("1", ["numpy"], False, ["Not in this copy of the site"]),
        ("from concurrent.futures import ProcessPoolExecutor", [], True, ["a single process"]),
        ("import subprocess", ["numpy"], True, ["fetches NumPy", "a single process"]),
        ("1  # python -m tcp.conformance --exec", [], True, ["a single process"]),
        ("1  # alone", [], True, []),
    ],
)
def test_a_copy_says_what_a_page_cannot_do(
    code: str, packages: list[str], with_numpy: bool, said: list[str]
) -> None:
    copy = json.loads(pages.site_copy(notebook(code), packages, with_numpy))
    top, *remarks, _ = copy["cells"]
    assert pages.text_of(top) == "# Why?"
    assert len(remarks) == len(said)
    for cell, words in zip(remarks, said, strict=True):
        assert words in pages.text_of(cell)
        assert cell["metadata"]["tags"] == [pages.TAG]
    nbformat.validate(nbformat.from_dict(copy))


def test_the_trainer_runs_without_numpy() -> None:
    made = nbformat.reads(pages.trainer(), as_version=4)
    nbformat.validate(made)
    done = run_without_numpy("\n".join(cell.source for cell in code_cells(made)))
    assert done.returncode == 0, done.stderr


def test_every_notebook_is_copied_with_its_solution(tmp_path: Path) -> None:
    pages.write_notebooks(ROOT, tmp_path, with_numpy=True)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.ipynb")}
    learners = {name for name in course.Workbook().originals() if name.endswith(".ipynb")}
    assert made == learners | {pages.TRAINER}


def test_the_start_page_lists_all_notebooks() -> None:
    page = pages.start_page(pages.entries(ROOT, with_numpy=True), "Python is here.")
    for path in NOTEBOOKS:
        assert f'href="notebooks/index.html?path={path.name}"' in page
    assert 'href="notebooks/index.html?path=workshop_trainer.ipynb"' in page
    assert "What is this game, and how does this course work?" in page
    assert "20 minutes, and 15 more with the exercises" in page
    assert "; fetches NumPy and Matplotlib" in page
    assert "Python is here." in page
    assert "{{" not in page
    assert "book/" not in page
    assert 'href="book/index.html"' in pages.start_page([], "", book=True)


def test_a_small_copy_links_only_what_runs_on_it() -> None:
    listed = pages.entries(ROOT, with_numpy=False)
    page = pages.start_page(listed, "")
    for one in listed:
        assert (f"path={one.name}" in page) == (not one.packages)
    assert "not in this copy of the site: needs NumPy" in page


# --- Pyodide -------------------------------------------------------------------------------------


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a whole Pyodide, in the version that is asked for."""
    plugin = types.SimpleNamespace(PYODIDE_VERSION="314.0.6")
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel", types.SimpleNamespace())
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel.constants", plugin)
    for name in small_pyodide.CORE:
        (tmp_path / name).touch()
    (tmp_path / "package.json").write_text('{"version": "314.0.6"}', "utf-8")
    names = [*small_pyodide.PACKAGES, "numpy", "matplotlib", "pillow"]
    packages = {name: {"depends": [], "file_name": f"{name}.whl"} for name in names}
    packages["matplotlib"]["depends"] = ["numpy", "Pillow"]
    (tmp_path / small_pyodide.LIST).write_text(json.dumps({"packages": packages}), "utf-8")
    for name in names:
        (tmp_path / f"{name}.whl").touch()
    return tmp_path


def test_a_whole_pyodide_has_numpy_and_a_small_one_has_not(pyodide: Path) -> None:
    assert build.check_pyodide(pyodide)
    (pyodide / "pillow.whl").unlink()  # Matplotlib doesn't go without
    assert not build.check_pyodide(pyodide)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyodide.mjs", None, "is no whole Pyodide: pyodide.mjs is missing"),
        ("ipython.whl", None, "lacks packages that a page starts with: ipython"),
        ("package.json", '{"version": "1.0"}', "holds Pyodide 1.0; this site needs 314.0.6"),
        (small_pyodide.LIST, '{"packages": {}}', "lacks packages that a page starts with"),
    ],
)
def test_another_folder_is_refused(pyodide: Path, name: str, text: str | None, said: str) -> None:
    if text is None:
        (pyodide / name).unlink()
    else:
        (pyodide / name).write_text(text, "utf-8")
    with pytest.raises(build.BuildError, match=said):
        build.check_pyodide(pyodide)


def test_no_folder_of_yours_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(FolderError, match="holds something else than a site"):
        build.build(tmp_path)
    with pytest.raises(small_pyodide.FetchError, match="holds something else than a small Pyodide"):
        small_pyodide.small_pyodide(tmp_path)
    assert (tmp_path / "thesis.tex").exists()


def test_a_book_that_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main([str(tmp_path / "site"), f"--book={tmp_path}"]) == 1
    assert "There is no book in" in capsys.readouterr().err


def test_the_page_about_the_site_names_what_runs_without_numpy() -> None:
    text = " ".join((ROOT / "docs" / "site.md").read_text("utf-8").split())
    named = re.search(r"These notebooks need neither: ([\d, and]+), and the trainer", text)
    assert named
    free = [path.name[:2] for path in NOTEBOOKS if not imports.notebook_needs(path, PACKAGE)]
    assert re.findall(r"\d\d", named[1]) == free

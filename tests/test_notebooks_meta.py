"""The stored notebooks are compared in earnest, and they keep to the course's rubric.

Each rule has a test of its own here: a sound notebook is damaged in one way, and the rule must say
so.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests import notebook_rules, refresh_notebooks

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = refresh_notebooks.all_notebooks()
LESSONS = [path for path in NOTEBOOKS if path.parent.name == "notebooks"]
SANITIZE = ROOT / "tests" / "sanitize.cfg"

Notebook = Any


# --- the course's notebooks ----------------------------------------------------------------------


def test_there_are_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS][:1] == [notebook_rules.MAP]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_notebook_keeps_the_rules(path: Path) -> None:
    assert notebook_rules.findings(path) == []


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_answer_is_written_out_where_its_guess_is_compared(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert ".compare(" in code
    assert re.findall(r"\.compare\([\"'][^\"'{]*[\"']\)", code) == []


def test_every_solution_belongs_to_a_notebook() -> None:
    lessons = {path.name for path in NOTEBOOKS if path.parent.name == "notebooks"}
    solutions = {path.name for path in NOTEBOOKS if path.parent.name == "solutions"}
    assert lessons == solutions


# --- a sound notebook, and what happens to a damaged one -----------------------------------------

FILLER = "You look at the numbers once more and say in plain words what you expect of them. "


PREDICT = """
class Predict:
    def __init__(self, question):
        self.question = question

    def compare(self, answer):
        return f"Answer: {answer:,}."
""".strip()


def lesson() -> Notebook:
    """A small lesson that keeps every rule, as its author would write it."""
    exercises = "\n".join(f'check("01.{k}", ...)' for k in (1, 2, 3))
    text = [
        "# What is a sixth of a die?\n\nYou will **predict**, count and compare. 20 minutes.",
        "def check(number, answer):\n    return 'not attempted yet'\n\n" + PREDICT,
        "## Count\n\nPredict first. A die shows 16.7 % of its faces each; 1,296 rolls of four.",
        "from fractions import Fraction\n\nshare = Fraction(1, 6)\nshare",
        "assert 6**4 == 1296\nprint(6**4)",
        "print(f'{float(share):.2%}')",
        "sixes = Predict('six dice')\nfives = Predict('five dice')\nfew = Predict('two dice')",
        "print(sixes.compare(6**6))\nfives.compare(6**5)\nfew.compare(6**2)",
        "## Common mistakes\n\n" + FILLER * 50,
        "## Exercises\n\n[The solutions](solutions/01_dice.ipynb).",
        exercises,
        "## Explore\n\nTry another die.",
        "## Recap\n\nIt was 16.7 %. [Back](00_start_here.ipynb), [on](02_coins.ipynb).",
    ]
    code = ("def ", "from ", "assert ", "print", "check(", "sixes")
    return new_notebook(
        cells=[new_code_cell(t) if t.startswith(code) else new_markdown_cell(t) for t in text]
    )


def write(notebook: Notebook, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run lesson, its solution, and neighbours to link to."""
    folder = tmp_path_factory.mktemp("course") / "notebooks"
    for name in ("01_dice.ipynb", "solutions/01_dice.ipynb"):
        write(lesson(), folder / name)
        assert refresh_notebooks.refresh(folder / name) is None
    for name in ("00_start_here.ipynb", "02_coins.ipynb"):
        write(new_notebook(), folder / name)
    return folder


@pytest.fixture
def stored(course: Path) -> Notebook:
    """The lesson as stored; a test may damage it."""
    return nbformat.read(course / "01_dice.ipynb", as_version=4)


def findings(notebook: Notebook, course: Path, tmp_path: Path) -> list[str]:
    write(notebook, tmp_path / "01_dice.ipynb")
    return notebook_rules.findings(tmp_path / "01_dice.ipynb", course)


def nbval(path: Path) -> "subprocess.CompletedProcess[str]":
    """Compare one notebook as the test command does."""
    options = ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={SANITIZE}"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, path.name]
    return subprocess.run(
        command, cwd=path.parent, capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def test_a_sound_lesson_breaks_no_rule(stored: Notebook, course: Path, tmp_path: Path) -> None:
    assert findings(stored, course, tmp_path) == []
    assert notebook_rules.findings(course / "solutions" / "01_dice.ipynb") == []


def change_source(number: int, old: str, new: str) -> Callable[[Notebook], None]:
    def damage(notebook: Notebook) -> None:
        cell = notebook.cells[number - 1]
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return damage


def strip(notebook: Notebook) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None


def set_count(notebook: Notebook) -> None:
    notebook.cells[-3].execution_count = 9


def drop_outputs(notebook: Notebook) -> None:
    for cell in notebook.cells[:6]:
        if cell.cell_type == "code":
            cell.outputs = []


def add_output(output: dict[str, Any]) -> Callable[[Notebook], None]:
    def damage(notebook: Notebook) -> None:
        notebook.cells[3].outputs.append(nbformat.from_dict(output))

    return damage


def show(**data: str) -> Callable[[Notebook], None]:
    """Add an output that is displayed; `image_png` stands for `image/png`."""
    return add_output(
        new_output("display_data", data={k.replace("_", "/"): v for k, v in data.items()})
    )


def set_metadata(key: str, value: object, cell: int | None = None) -> Callable[[Notebook], None]:
    def damage(notebook: Notebook) -> None:
        target = notebook if cell is None else notebook.cells[cell - 1]
        target.metadata[key] = nbformat.from_dict(value)

    return damage


PRINTED = new_output("stream", name="stdout", text="46,656")
ERROR = new_output("error", ename="ValueError", evalue="no", traceback=["ValueError: no"])

DAMAGES: dict[str, tuple[Callable[[Notebook], None], str]] = {
    "stripped": (strip, "not run once each"),
    "a cell was run again": (set_count, "not run once each"),
    "hardly an output": (drop_outputs, "fewer than three outputs"),
    "another kernel": (set_metadata("kernelspec", {"name": "conda"}), "kernel isn't python3"),
    "widget state": (set_metadata("widgets", {}), "widget state is stored"),
    "times": (set_metadata("execution", {"iopub.status.busy": "1"}, cell=4), "stores when it ran"),
    "a tag": (set_metadata("tags", ["nbval-ignore-output"], cell=4), "kept from being compared"),
    "a comment": (
        change_source(4, "share = ", "# NBVAL_IGNORE_OUTPUT\nshare = "),
        "kept from being compared",
    ),
    "a semicolon": (change_source(6, "print(f'{float(share):.2%}')", "share;"), "semicolon"),
    "an error": (add_output(ERROR), "stores an error"),
    "a bare picture": (show(image_png="AAAA"), "nothing compares or describes"),
    "a picture without a text": (show(text_html="<img src='data:,'>"), "no text alternative"),
    "a picture with an empty text": (
        change_source(3, "Predict", "![](one.png) Predict"),
        "no text alternative",
    ),
    "a picture from the network": (
        change_source(3, "Predict", "![a die](https://example.org/die.png) Predict"),
        "from the network",
    ),
    "an address": (show(text_plain="<object at 0x7f00deadbeef>"), "an object's address"),
    "a path": (show(text_plain="File '/home/ada/cards.py'"), "path of one machine"),
    "a timing": (change_source(4, "share = ", "%time share = "), "times itself"),
    "no Python": (change_source(4, "share = ", "%time share = "), "no plain Python"),
    "a name bound twice": (
        change_source(8, "few.compare", "share = few\nfew.compare"),
        "reads share, which cells 2 and 6 bind",
    ),
    "a name filled bit by bit": (
        change_source(4, "\nshare = ", "\nshare = 0\nshare += "),
        "reads share, which cell 2 fills bit by bit",
    ),
    "a name bound after an assert": (
        change_source(4, "\nshare = ", "\nassert 1\nshare = "),
        "reads share, which cell 2 binds only after an assert",
    ),
    "interact": (change_source(4, "share = ", "interact(f)\nshare = "), "uses interact"),
    "an output widget": (change_source(4, "share = ", "Output()\nshare = "), "captures outputs"),
    "a second H1": (change_source(9, "## Common", "# Common"), "only H1"),
    "a skipped level": (change_source(9, "## Common", "#### Common"), "skips a level"),
    "too short": (change_source(9, FILLER * 50, FILLER), "words of text"),
    "too long": (change_source(9, FILLER, FILLER * 3), "words of text"),
    "a long cell": (change_source(4, "\nshare = ", "\nx = 1" * 15 + "\nshare = "), "more than 15"),
    "no minutes": (change_source(1, "20 minutes", "Soon"), "how many minutes"),
    "no recap": (change_source(13, "Recap", "End"), "no section called recap"),
    "two exercises": (change_source(11, 'check("01.3", ...)', ""), "2 exercises, fewer"),
    "no solution": (change_source(11, '"01.3"', '"01.4"'), "no solution for 01.4"),
    "a foreign exercise": (change_source(11, '"01.3"', '"02.3"'), "another notebook"),
    "no link on": (change_source(13, "02_coins.ipynb", "other.ipynb"), "no link to the next"),
    "no link back": (change_source(13, "00_start_here", "other"), "no link to the one before"),
    "no link to the map": (change_source(13, "00_start_here", "other"), "no link to the map"),
    "a wrong number": (change_source(3, "1,296", "1,269"), "quoted number 1,269"),
    "an answer in the text": (
        change_source(3, "Predict first.", "It is 46,656."),
        "46,656 stands above the question of sixes",
    ),
    "an answer asserted too early": (
        change_source(7, "sixes = Predict(", "assert 6**6 == 46_656\nsixes = Predict("),
        "46,656 can be read before sixes is compared with it",
    ),
    "an answer in an output": (add_output(PRINTED), "46,656 stands above the question of sixes"),
    "a guess asked too late": (
        change_source(7, "sixes = Predict('six dice')", "sixes.compare(1)\nsixes = Predict('')"),
        "sixes is compared with an answer before it is asked for",
    ),
    "a guess without its answer": (
        change_source(8, "few.compare(6**2)", ""),
        "the guess few is never compared",
    ),
    "too few guesses": (change_source(8, "few.compare(6**2)", ""), "2 guesses are compared"),
    "a wrong percentage": (change_source(13, "16.7 %", "16.8 %"), "quoted number 16.8 %"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_each_rule_sees_its_damage(
    name: str, stored: Notebook, course: Path, tmp_path: Path
) -> None:
    damage, said = DAMAGES[name]
    damage(stored)
    found = findings(stored, course, tmp_path)
    assert [sentence for sentence in found if said in sentence], found


def test_the_median_cell_and_the_file_have_a_size(
    stored: Notebook, course: Path, tmp_path: Path
) -> None:
    for cell in stored.cells:
        if cell.cell_type == "code":
            cell.source += "\nx = 1" * 4
    show(text_plain="long " * 130_000)(stored)
    found = " ".join(findings(stored, course, tmp_path))
    assert "the median code cell" in found
    assert "KB, more than 600" in found


def test_cells_are_named_after_their_notebook(
    stored: Notebook, course: Path, tmp_path: Path
) -> None:
    stored.cells[2].id = "a1b2c3"
    (found,) = findings(stored, course, tmp_path)
    assert "aren't called 01_dice-01 and so on" in found


# --- nbval and the refresh -----------------------------------------------------------------------


def test_nbval_passes_the_sound_lesson_and_fails_a_changed_output(
    stored: Notebook, tmp_path: Path
) -> None:
    sound, tampered = tmp_path / "sound.ipynb", tmp_path / "tampered.ipynb"
    write(stored, sound)
    assert nbval(sound).returncode == 0

    assert stored.cells[4].outputs[0].text == "1296\n"
    stored.cells[4].outputs[0].text = "1297\n"
    write(stored, tampered)
    done = nbval(tampered)
    assert done.returncode == 1
    assert "1297" in done.stdout


def test_nbval_ignores_a_pictures_bytes_but_not_its_text(tmp_path: Path) -> None:
    html = "<img alt='six bars' src='data:image/png;base64,{}'>"
    source = f'from IPython.display import HTML\nHTML("{html.format("AAAA")}")'
    notebook = new_notebook(cells=[new_code_cell(source)])
    refresh_notebooks.execute(notebook, tmp_path)
    data = notebook.cells[0].outputs[0].data

    data["text/html"] = html.format("BBBB+/=")
    write(notebook, tmp_path / "bytes.ipynb")
    assert nbval(tmp_path / "bytes.ipynb").returncode == 0

    data["text/html"] = html.format("AAAA").replace("six", "seven")
    write(notebook, tmp_path / "text.ipynb")
    assert nbval(tmp_path / "text.ipynb").returncode == 1


def test_a_second_refresh_changes_no_byte(tmp_path: Path) -> None:
    path = tmp_path / "99_twice.ipynb"
    sources = [
        "import ipywidgets\n\nbutton = ipywidgets.Button(description='Deal')\nbutton",
        "import sys\n\nprint('one', flush=True)\nprint('two', flush=True)",
        "button",
        "1 / 0",
    ]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    notebook.cells[3].metadata["tags"] = ["raises-exception"]
    notebook.cells[0].metadata["collapsed"] = False
    write(notebook, path)

    assert refresh_notebooks.refresh(path) is None
    first = path.read_bytes()
    assert refresh_notebooks.refresh(path) is None
    assert path.read_bytes() == first

    assert first.endswith(b"}\n")
    assert b"\r" not in first
    assert str(ROOT).encode() not in first
    stored = json.loads(first)
    assert stored["metadata"] == refresh_notebooks.METADATA
    assert [cell["id"] for cell in stored["cells"]] == [f"99_twice-0{k}" for k in (1, 2, 3, 4)]
    views = [c["outputs"][0]["data"][refresh_notebooks.WIDGET] for c in stored["cells"][:3:2]]
    assert [view["model_id"] for view in views] == ["0" * 31 + "1"] * 2
    assert stored["cells"][0]["metadata"] == {}
    assert "".join(stored["cells"][1]["outputs"][0]["text"]) == "one\ntwo\n"
    assert stored["cells"][3]["outputs"][0]["traceback"] == ["ZeroDivisionError: division by zero"]


def test_a_notebook_that_fails_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "98_broken.ipynb"
    write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    before = path.read_bytes()
    said = refresh_notebooks.refresh(path)
    assert said is not None
    assert "ZeroDivisionError" in said
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_exercise_demands_a_kind_of_number_that_its_check_does_not(path: Path) -> None:
    """A check takes a float that is close enough, too; so what is asked for is what is exact."""
    cells = nbformat.read(path, as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert [text for text in texts if re.search(r"\b(as|[Aa]) `Fraction`", text)] == []

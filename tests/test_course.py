"""`course.py`: the environment it makes, the copies it keeps, the sentences it says."""

import argparse
import ast
import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import course

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that looks like the repository."""
    (tmp_path / "constraints.txt").write_text("numpy==2.4.6\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    write_notebook(tmp_path / "notebooks" / "00_start_here.ipynb", "deal")
    write_notebook(tmp_path / "notebooks" / "solutions" / "00_start_here.ipynb", "answer")
    return tmp_path


def write_notebook(path: Path, source: str) -> None:
    """A notebook of one cell that has been run."""
    cell = {
        "cell_type": "code",
        "execution_count": 1,
        "metadata": {},
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "Q♥"}],
        "source": source,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")


def recorder(commands: list[list[str]], status: int = 0) -> Callable[..., int]:
    """Stands for `course.run`: writes the command line down instead."""

    def run(argv: list[str], env: object) -> int:
        commands.append(argv)
        return status

    return run


# --- the version of Python -----------------------------------------------------------------------


def test_an_older_python_gets_a_sentence_not_a_syntax_error() -> None:
    source = (ROOT / "course.py").read_text("utf-8")
    ast.parse(source, feature_version=(3, 6))

    program = "import runpy, sys; sys.version_info = (3, 8, 1); runpy.run_path('course.py')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The course needs Python 3.11 or newer.")
    assert "Binder (README.md has the links) need no Python here" in done.stderr
    assert "Traceback" not in done.stderr


# --- the environment -----------------------------------------------------------------------------


class Recorder(course.Environment):
    """An environment that writes down what it would do."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.done: list[str] = []

    def create(self) -> None:
        self.done.append("create")
        self.bin.mkdir(parents=True)
        self.python.touch()

    def install(self, extras: Sequence[str], newest: bool) -> None:
        self.done.append(f"install {' '.join(extras)}")
        stamp = {"fingerprint": self.fingerprint(newest), "extras": list(extras)}
        self.stamp.write_text(json.dumps(stamp), "utf-8")

    def works(self) -> bool:
        return self.python.exists()


def test_a_second_start_installs_nothing(root: Path) -> None:
    Recorder(root).ensure(course.TEST)
    again = Recorder(root)
    again.ensure(course.TEST)
    again.ensure(course.LAB)  # part of what is there
    assert again.done == []


def test_more_extras_are_added_to_what_is_there(root: Path) -> None:
    environment = Recorder(root)
    environment.ensure(course.LAB)
    environment.ensure(course.BROWSER)
    assert environment.done == ["create", "install lab", "install lab test browser page site"]


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml"])
def test_other_versions_are_installed_again(root: Path, name: str) -> None:
    Recorder(root).ensure(course.LAB)
    (root / name).write_text("# changed\n", "utf-8")
    again = Recorder(root)
    again.ensure(course.LAB)
    assert again.done == ["install lab"]


def test_the_newest_versions_are_another_installation(root: Path) -> None:
    environment = Recorder(root)
    environment.ensure(course.TEST)
    environment.ensure(course.TEST, newest=True)
    environment.ensure(course.TEST)
    assert environment.done == ["create"] + ["install lab test scale"] * 3


@pytest.mark.parametrize("text", ["", "{", "[]", '{"extras": ["lab"]}', "null"])
def test_a_damaged_stamp_counts_as_none(root: Path, text: str) -> None:
    environment = Recorder(root)
    environment.create()
    environment.stamp.write_text(text, "utf-8")
    assert environment.installed(newest=False) == set()


def test_a_half_made_environment_is_removed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = Recorder(root)
    (environment.path / "half").mkdir(parents=True)
    environment.ensure(course.LAB)
    assert environment.done == ["create", "install lab"]
    assert not (environment.path / "half").exists()
    assert "half made" in capsys.readouterr().out


def test_works_tells_a_whole_environment_from_a_broken_one(root: Path) -> None:
    environment = course.Environment(root)
    assert not environment.works()
    environment.create()
    assert environment.works()
    environment.python.unlink()
    assert not environment.works()


def test_a_missing_part_of_python_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(course.SetupError, match="apt install python3-venv"):
        course.Environment(root).create()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ensurepip is not available", "apt install python3-venv"),
        ("disk full", "disk full"),
        (
            "Error: [Errno 13] Permission denied",
            r"\.venv can't be made.*\n.*13.*\nMake sure that you",
        ),
    ],
)
def test_a_failure_leaves_nothing_behind(
    root: Path, monkeypatch: pytest.MonkeyPatch, said: str, sentence: str
) -> None:
    environment = course.Environment(root)

    def fail(*_: object, **__: object) -> "subprocess.CompletedProcess[str]":
        environment.path.mkdir()
        return subprocess.CompletedProcess([], 1, stdout=said, stderr="")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(course.SetupError, match=sentence):
        environment.create()
    assert not environment.path.exists()


def test_a_failed_installation_is_tried_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = course.Environment(root)
    environment.bin.mkdir(parents=True)
    environment.python.touch()
    commands: list[list[str]] = []
    monkeypatch.setattr(course, "run", recorder(commands, status=1))
    with pytest.raises(course.SetupError, match="could not be installed"):
        environment.install(course.LAB, newest=False)
    assert environment.installed(newest=False) == set()
    assert str(root / "constraints.txt") in commands[0]
    assert commands[0][-1] == f"{root}[lab]"


def test_newest_means_without_constraints(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = course.Environment(root)
    environment.path.mkdir()
    commands: list[list[str]] = []
    monkeypatch.setattr(course, "run", recorder(commands))
    environment.install(course.TEST, newest=True)
    assert "--constraint" not in commands[0]
    assert "--upgrade" in commands[0]
    settings = environment.path / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    assert json.loads(settings.read_text("utf-8"))


def test_other_pythons_packages_are_kept_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    environment = course.Environment(root)
    variables = environment.variables()
    assert "PYTHONPATH" not in variables
    assert variables["PATH"].split(os.pathsep)[0] == str(environment.bin)
    assert variables["PYTHONUTF8"] == "1"


# --- the learner's copies ------------------------------------------------------------------------


def test_copies_have_no_outputs(root: Path) -> None:
    workbook = course.Workbook(root)
    assert workbook.update() == []
    for name in ("00_start_here.ipynb", "solutions/00_start_here.ipynb"):
        (cell,) = json.loads((workbook.path / name).read_text("utf-8"))["cells"]
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        assert cell["source"] in {"deal", "answer"}
    assert "Q♥" in (root / "notebooks" / "00_start_here.ipynb").read_text("utf-8")


def test_pictures_come_along_and_leftovers_stay(root: Path) -> None:
    for name in ("images/deck.png", ".ipynb_checkpoints/00.ipynb"):
        path = root / "notebooks" / name
        path.parent.mkdir()
        path.write_bytes(b"\x89")
    workbook = course.Workbook(root)
    workbook.update()
    assert (workbook.path / "images" / "deck.png").read_bytes() == b"\x89"
    assert not (workbook.path / ".ipynb_checkpoints").exists()


def test_a_learners_work_is_never_overwritten(root: Path) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    mine = workbook.path / "00_start_here.ipynb"
    mine.write_text("my work", "utf-8")

    (said,) = workbook.update()
    assert said == "Kept, with your work in them: 00_start_here.ipynb."
    assert mine.read_text("utf-8") == "my work"

    write_notebook(root / "notebooks" / "00_start_here.ipynb", "a newer deal")
    kept, newer = workbook.update()
    assert "Kept" in kept
    assert "newer version of: 00_start_here.ipynb." in newer
    assert "--fresh" in newer
    assert mine.read_text("utf-8") == "my work"


def test_a_copy_nobody_touched_follows_the_course(root: Path) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    write_notebook(root / "notebooks" / "00_start_here.ipynb", "a newer deal")
    assert workbook.update() == []
    assert "a newer deal" in (workbook.path / "00_start_here.ipynb").read_text("utf-8")


@pytest.mark.parametrize("record", ["", "{", "[]"])
def test_without_its_record_a_file_counts_as_the_learners(root: Path, record: str) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    workbook.record.write_text(record, "utf-8")
    mine = workbook.path / "00_start_here.ipynb"
    mine.write_text("my work", "utf-8")
    workbook.update()
    assert mine.read_text("utf-8") == "my work"


def test_fresh_replaces_every_copy_but_no_other_file(root: Path) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    (workbook.path / "00_start_here.ipynb").write_text("my work", "utf-8")
    (workbook.path / "notes.txt").write_text("my notes", "utf-8")
    assert workbook.changed() == ["00_start_here.ipynb"]
    assert workbook.update(overwrite=True) == []
    assert workbook.changed() == []
    assert (workbook.path / "notes.txt").read_text("utf-8") == "my notes"


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def break_writing(patch: pytest.MonkeyPatch, nth: int, failure: BaseException) -> None:
    """Let the `nth` file that is written, and all after it, end halfway."""
    whole = Path.write_bytes
    count = iter(range(1, 1000))

    def write_bytes(path: Path, data: bytes) -> int:
        if next(count) < nth:
            return whole(path, data)
        whole(path, data[: len(data) // 2])
        raise failure

    patch.setattr(Path, "write_bytes", write_bytes)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too, but not the record."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".course.json"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("failure", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("fresh", [False, True])
def test_writing_that_fails_halfway_is_made_good_by_the_next_start(
    root: Path, failure: BaseException, nth: int, fresh: bool
) -> None:
    workbook = course.Workbook(root)
    for source in ("a deal", "a newer deal"):  # a first start, then an update
        for name in ("00_start_here.ipynb", "solutions/00_start_here.ipynb"):
            write_notebook(root / "notebooks" / name, source)
        before, after = contents(workbook.path), workbook.originals()
        with pytest.MonkeyPatch.context() as patch:
            break_writing(patch, nth, failure)
            with pytest.raises((course.SetupError, KeyboardInterrupt)):
                workbook.update(overwrite=fresh)
        for name, content in contents(workbook.path).items():
            assert content in {before.get(name), after[name]}, name
        assert workbook.update() == []
        assert contents(workbook.path) == after


def test_what_was_written_before_a_failure_is_remembered(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbook = course.Workbook(root)
    whole = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        if path.parent.name == "solutions":
            raise FULL
        return whole(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write_bytes)
        with pytest.raises(course.SetupError):
            workbook.update()
    write_notebook(root / "notebooks" / "00_start_here.ipynb", "a newer deal")
    assert workbook.update() == []
    assert contents(workbook.path) == workbook.originals()


@pytest.mark.parametrize(("answer", "agreed"), [("yes", True), ("Y ", True), ("", False)])
def test_fresh_asks_first(
    root: Path, monkeypatch: pytest.MonkeyPatch, answer: str, agreed: bool
) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    (workbook.path / "00_start_here.ipynb").write_text("my work", "utf-8")
    monkeypatch.setattr("builtins.input", lambda _: answer)
    assert course.ask_to_replace(workbook, agreed=False) is agreed
    assert course.ask_to_replace(workbook, agreed=True)


def test_nobody_there_to_answer_means_no(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    assert course.ask_to_replace(workbook, agreed=False)  # nothing to lose, so no question
    (workbook.path / "00_start_here.ipynb").write_text("my work", "utf-8")

    def closed(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    assert not course.ask_to_replace(workbook, agreed=False)


# --- trouble with files --------------------------------------------------------------------------


Trouble = Callable[[Path], Path]  # makes it below a root and returns the path it is about


def made(name: str, make: Callable[[Path], object]) -> Trouble:
    """Trouble at a path, which is cleared first."""

    def trouble(root: Path) -> Path:
        path = root / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
        return path

    return trouble


def holding(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def linked(target: str) -> Callable[[Path], None]:
    """A link; to nowhere unless there is something under that name beside the workbook."""

    def make(path: Path) -> None:
        try:
            path.symlink_to(target)
        except OSError:  # Windows, without the right to make links
            pytest.skip("no links here")

    return make


def say_nothing(path: Path) -> None:
    """Leave the place empty."""


FIRST, SOLUTION = "00_start_here.ipynb", "solutions/00_start_here.ipynb"
TROUBLE = {
    "first is a folder": made(f"workbook/{FIRST}", Path.mkdir),
    "solution is a folder": made(f"workbook/{SOLUTION}", Path.mkdir),
    "first leads nowhere": made(f"workbook/{FIRST}", linked("nowhere")),
    "first leads to itself": made(f"workbook/{FIRST}", linked(FIRST)),
    "workbook is a file": made("workbook", Path.touch),
    "workbook leads nowhere": made("workbook", linked("nowhere")),
    "workbook leads to itself": made("workbook", linked("workbook")),
    "workbook leads to a file": made("workbook", linked("pyproject.toml")),
    "solutions is a file": made("workbook/solutions", Path.touch),
    "solutions leads nowhere": made("workbook/solutions", linked("nowhere")),
    "solutions leads out": made("workbook/solutions", linked("../notebooks/solutions")),
    "record is a folder": made("workbook/.course.json", Path.mkdir),
    "record leads to itself": made("workbook/.course.json", linked(".course.json")),
    "notebook leads nowhere": made("notebooks/01.ipynb", linked("nowhere")),
    "no first notebook": made(f"notebooks/{FIRST}", say_nothing),
    "notebooks is empty": made("notebooks", Path.mkdir),
    "notebooks is a file": made("notebooks", Path.touch),
} | {
    f"{name} holds {content!r:.30}": made(f"notebooks/{name}", holding(content))
    for name in (FIRST, SOLUTION)
    for content in (
        b"",
        b'{"cells": [',
        b"\xff\xfe",
        b"{}",
        b"[]",
        b"null",
        b"5",
        b'"cells"',
        b'{"cells": null}',
        b'{"cells": {}}',
        b'{"cells": [{}]}',
        b'{"cells": ["code"]}',
        b'{"cells": [], "name": "\\ud800"}',
        b"[" * 200_000,
    )
}


def lab_says(
    root: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> str:
    """What `course.py lab` says on failing in that root, before JupyterLab would start."""
    workbook, commands = course.Workbook(root), list[list[str]]()
    patch.setattr(course, "Workbook", lambda: workbook)
    patch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    patch.setattr(course, "run", recorder(commands))
    assert course.main(["lab", *words]) == 1
    assert commands == []
    return capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("--fresh", "--yes")], ids=["lab", "fresh"])
@pytest.mark.parametrize("trouble", TROUBLE.values(), ids=TROUBLE)
def test_trouble_with_files_is_a_sentence_that_names_the_path(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trouble: Trouble,
    words: tuple[str, ...],
) -> None:
    path = trouble(root)
    said = lab_says(root, monkeypatch, capsys, *words)
    assert said.startswith(str(path)), said
    assert said.endswith(", and start again.\n"), said


def test_a_missing_folder_of_notebooks_is_no_silent_start(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(root / "notebooks")
    said = lab_says(root, monkeypatch, capsys)
    assert said.startswith(f"{root / 'notebooks' / FIRST} is missing. Bring it back"), said
    assert not (root / "workbook").exists()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("method", ["stat", "read_bytes", "write_bytes", "replace", "mkdir"])
def test_what_the_system_refuses_is_a_sentence(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    method: str,
    number: int,
) -> None:
    if method == "read_bytes":  # there must be something to read
        course.Workbook(root).update()
    real = getattr(Path, method)

    def refuse(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.is_relative_to(root / "workbook"):
            raise OSError(number, os.strerror(number), str(path))
        return real(path, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, method, refuse)
        said = lab_says(root, patch, capsys)
    assert said.startswith(str(root / "workbook")), said
    assert f"({os.strerror(number)}). Make sure that you may" in said
    assert ".part" not in said
    assert not list(root.rglob("*.part"))


@pytest.mark.skipif(
    os.name == "nt" or getattr(os, "geteuid", int)() == 0, reason="nothing is refused here"
)
@pytest.mark.parametrize("mode", [0o000, 0o400, 0o500])
def test_a_workbook_that_is_not_writable_is_a_sentence(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    workbook = root / "workbook"
    workbook.mkdir()
    workbook.chmod(mode)
    try:
        said = lab_says(root, monkeypatch, capsys)
    finally:
        workbook.chmod(0o700)
    assert said.startswith(str(workbook)), said
    assert said.endswith(", and start again.\n"), said


@pytest.mark.parametrize("entry", ["null", "5", "[]", '"x"', "true", '{"copy": 5}', "{}"])
def test_a_record_of_anything_else_counts_as_none(root: Path, entry: str) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    (workbook.path / FIRST).write_text("my work", "utf-8")
    workbook.record.write_text(f'{{"{FIRST}": {entry}, "{SOLUTION}": {entry}}}', "utf-8")
    assert workbook.update()[0] == f"Kept, with your work in them: {FIRST}."
    assert (workbook.path / FIRST).read_text("utf-8") == "my work"


@pytest.mark.parametrize("record", [b"\xff", b"[" * 200_000, b"5", b'"x"'])
def test_a_damaged_record_counts_as_none(root: Path, record: bytes) -> None:
    workbook = course.Workbook(root)
    workbook.update()
    workbook.record.write_bytes(record)
    assert workbook.update() == []
    assert set(json.loads(workbook.record.read_bytes())) == {FIRST, SOLUTION}


@pytest.mark.parametrize("name", [FIRST, SOLUTION, ".course.json"])
def test_nothing_is_written_through_a_link(root: Path, name: str) -> None:
    outside, workbook = root / "outside", course.Workbook(root)
    outside.write_text("{}", "utf-8")
    made(f"workbook/{name}", linked(str(outside)))(root)
    if name == ".course.json":
        assert workbook.update() == []
    else:
        assert workbook.update()[0] == f"Kept, with your work in them: {name}."
        assert workbook.changed() == [name]
    assert workbook.update(overwrite=True) == []
    assert outside.read_text("utf-8") == "{}"
    assert not (workbook.path / name).is_symlink()
    assert contents(workbook.path) == workbook.originals()


def test_the_workbook_may_lie_elsewhere(root: Path) -> None:
    (root / "elsewhere").mkdir()
    made("workbook", linked("elsewhere"))(root)
    workbook = course.Workbook(root)
    assert workbook.update() == []
    assert workbook.update(overwrite=True) == []
    assert contents(root / "elsewhere") == workbook.originals()


def test_an_environment_that_cannot_be_written_to_is_a_sentence(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = course.Environment(root)
    monkeypatch.setattr(course, "run", recorder([]))
    environment.path.mkdir()
    (environment.path / "share").touch()
    with pytest.raises(course.SetupError, match=r"\.venv can't be written to"):
        environment.install(course.LAB, newest=False)
    environment.stamp.mkdir()
    with pytest.raises(course.SetupError, match=r"course\.json can't be replaced"):
        environment.install(course.LAB, newest=False)


# --- the commands --------------------------------------------------------------------------------


def options(*words: str) -> argparse.Namespace:
    parsed, rest = course.parser().parse_known_args(["lab", *words])
    parsed.rest = rest
    return parsed


def test_lab_opens_the_first_notebook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(course, "has_browser", lambda: True)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    command = course.lab_command(Path("python"), tmp_path, options())
    assert f"--ServerApp.root_dir={tmp_path}" in command
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in command
    assert not {"--no-browser", "--allow-root"} & set(command)


def test_lab_as_root_without_a_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(course, "has_browser", lambda: False)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    command = course.lab_command(Path("python"), tmp_path, options())
    assert {"--no-browser", "--allow-root"} <= set(command)


def test_lab_passes_options_on(tmp_path: Path) -> None:
    words = ["--ip", "0.0.0.0", "--port=9000", "--no-browser", "--ServerApp.token=x"]
    command = course.lab_command(Path("python"), tmp_path, options(*words))
    wanted = {"--ServerApp.ip=0.0.0.0", "--ServerApp.port=9000", "--ServerApp.token=x"}
    assert wanted <= set(command)


def test_learners_need_not_install_the_page() -> None:
    assert not {"page", "browser", "site"} & set(course.LAB)
    assert {*course.TABLE} == {"lab", "page"}


# --- the site ------------------------------------------------------------------------------------


def test_the_site_is_built_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a path counts from where the person is
    given = course.parser().parse_args(["site", "--pyodide", "copy", "--book=book"])
    given.rest = []
    python, script, folder, *words = course.site_command(Path("python"), given)
    assert (python, folder) == ("python", str(ROOT / "build" / "site"))
    assert Path(script).is_file()
    assert words == [f"--pyodide={tmp_path / 'copy'}", f"--book={tmp_path / 'book'}"]
    given = course.parser().parse_args(["site", "--small"])
    given.rest = []
    assert course.site_command(Path("python"), given)[3:] == ["--small"]
    with pytest.raises(SystemExit):
        course.parser().parse_args(["site", "--small", "--pyodide=copy"])


def test_the_site_is_served_by_any_python() -> None:
    given = course.parser().parse_args(["serve-site", "--ip=0.0.0.0", "--port=0"])
    given.rest = []
    python, script, folder, *words = course.serve_command(given)
    assert (python, folder) == (sys.executable, str(ROOT / "build" / "site"))
    assert Path(script).is_file()
    assert words == ["--ip=0.0.0.0", "--port=0"]


# --- the table as a page -------------------------------------------------------------------------


def cell(source: str | list[str], *tags: str, kind: str = "code") -> dict[str, Any]:
    """A cell with these tags, and with outputs if it is code."""
    shown = {"outputs": [{"output_type": "stream", "name": "stdout", "text": "Q♥"}]}
    more = {**shown, "execution_count": 1} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {"tags": list(tags)}, "source": source, **more}


def write_cells(path: Path, *cells: dict[str, Any]) -> Path:
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")
    return path


def test_a_page_is_made_of_the_tagged_cells_and_shows_no_outputs(tmp_path: Path) -> None:
    path = write_cells(
        tmp_path / "19.ipynb",
        cell(["# At the table\n", "Play.\n"], "page", kind="markdown"),
        cell("guess = Predict('edge')"),
        cell("from tcp import deal", "setup", "page"),
        cell("## The answer", kind="markdown"),
        {"cell_type": "code", "metadata": {}, "source": "never()", "outputs": []},
        cell("TableWidget()", "page"),
    )
    page = json.loads(course.page_of(path))
    sources = ["".join(one["source"]) for one in page["cells"]]
    assert sources == ["# At the table\nPlay.\n", "from tcp import deal", "TableWidget()"]
    assert [one.get("outputs") for one in page["cells"]] == [None, [], []]
    assert page["metadata"]["title"] == "At the table"


def test_a_page_without_a_heading_is_called_like_its_file(tmp_path: Path) -> None:
    code = cell("# no heading, a comment\nTableWidget()", "page")
    page = json.loads(course.page_of(write_cells(tmp_path / "19_at_the_table.ipynb", code)))
    assert page["metadata"]["title"] == "At the table"
    heading = '<h1 class="tcp-title">At the table</h1>'  # which the widget writes in its language
    assert [one["source"] for one in page["cells"]] == [heading, code["source"]]


def table_says(
    folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, list[list[str]]]:
    """Status, last words and commands of `course.py table` in that folder."""
    commands = list[list[str]]()
    patch.setattr(course, "ROOT", folder)
    patch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    patch.setattr(course, "run", recorder(commands))
    status = course.main(["table", *words])
    said = capsys.readouterr()
    return status, said.err or said.out, commands


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (say_nothing, "can't be read (No such file or directory). Bring it back"),
        (Path.mkdir, "can't be read ("),
        (holding(b"{}"), "is no whole notebook (KeyError: 'cells'). Bring it back"),
        (holding(b'{"cells": [{}]}'), "is no whole notebook ("),
        (holding(b'{"cells": [5]}'), "is no whole notebook ("),
        (holding(b"\xff"), "is no whole notebook ("),
        (lambda path: write_cells(path, cell("deal")), "has no cell tagged page"),
    ],
)
def test_trouble_with_the_tables_notebook_is_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trouble: Callable[[Path], object],
    sentence: str,
) -> None:
    path = made(f"notebooks/{course.TABLE_NOTEBOOK}", trouble)(tmp_path)
    status, said, commands = table_says(tmp_path, monkeypatch, capsys)
    assert status == 1
    assert said.startswith(f"{path} {sentence}"), said
    assert said.endswith(".\n")
    assert commands == []


@pytest.mark.parametrize("seats", ["0", "-3"])
def test_a_table_without_seats_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seats: str,
) -> None:
    write_cells(tmp_path / "notebooks" / course.TABLE_NOTEBOOK, cell("deal", "page"))
    status, said, commands = table_says(tmp_path, monkeypatch, capsys, f"--seats={seats}")
    assert (status, commands) == (1, [])
    assert said == f"--seats {seats} leaves nobody a seat; say 1 or more.\n"


def test_the_table_is_served_from_a_folder_that_holds_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_cells(tmp_path / "notebooks" / course.TABLE_NOTEBOOK, cell("deal", "page"))
    seen = []

    def run(argv: list[str], env: dict[str, str]) -> int:
        seen.append((sorted(Path(argv[3]).parent.iterdir()), json.loads(Path(argv[3]).read_text())))
        return 0

    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    monkeypatch.setattr(course, "has_browser", lambda: False)
    monkeypatch.setattr(course, "run", run)
    assert course.main(["table"]) == 0
    ((files, page),) = seen
    assert [path.name for path in files] == [course.TABLE_NOTEBOOK]
    assert [one["source"] for one in page["cells"]][1:] == ["deal"]
    assert not files[0].parent.exists()
    assert "Open the address that it prints below" in capsys.readouterr().out


def test_ctrl_c_is_how_the_table_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_cells(tmp_path / "notebooks" / course.TABLE_NOTEBOOK, cell("deal", "page"))

    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    monkeypatch.setattr(course, "run", stop)
    assert course.main(["table"]) == 0


def table_options(*words: str) -> argparse.Namespace:
    parsed, rest = course.parser().parse_known_args(["table", *words])
    parsed.rest = rest
    return parsed


def test_the_table_passes_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "has_browser", lambda: True)
    monkeypatch.setenv("JUPYTER_PATH", "mine")
    page = Path("page.ipynb")
    command = course.table_command(Path("python"), page, table_options())
    assert command[1:4] == ["-m", "voila", "page.ipynb"]
    assert not [word for word in command if "ip=" in word or "--no-browser" in word]

    words = ["--ip", "0.0.0.0", "--port=9000", "--no-browser", "--seats=30", "--Voila.token=x"]
    command = course.table_command(Path("python"), page, table_options(*words))
    wanted = {"--Voila.ip=0.0.0.0", "--Voila.port=9000", "--no-browser", "--Voila.token=x"}
    assert wanted <= set(command)
    variables = course.table_variables(course.Environment(), table_options(*words))
    assert variables["TABLE_SEATS"] == "30"
    assert variables["JUPYTER_PATH"].split(os.pathsep) == [str(course.PAGE), "mine"]


def test_the_settings_of_the_page_are_where_they_are_looked_for() -> None:
    settings = (course.PAGE / "voila.py").read_text("utf-8")
    assert 'c.Voila.ip = "127.0.0.1"' in settings
    assert 'c.VoilaConfiguration.template = "table"' in settings
    template = course.PAGE / "nbconvert" / "templates" / "table"
    names = {"conf.json", "error.html", "index.html.j2", "page.html"}
    assert {path.name for path in template.iterdir()} == names
    for path in template.iterdir():  # nothing from another machine
        assert "//" not in path.read_text("utf-8").replace(
            "http://www.w3.org/2000/svg", ""
        ).replace("  // ", "")


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="a screen is always there")
def test_no_screen_means_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not course.has_browser()


def test_arguments_after_test_go_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    monkeypatch.setattr(course, "run", recorder(commands))
    assert course.main(["test", "-k", "cards", "--newest"]) == 0
    assert course.main(["test", "notebooks/01_cards.ipynb"]) == 0
    assert commands[0][1:] == ["-m", "pytest", "-k", "cards"]
    assert commands[1][1:] == ["-m", "pytest", *course.NBVAL, "notebooks/01_cards.ipynb"]


def test_every_part_runs_and_the_summary_names_the_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []

    def fake(argv: list[str], env: object) -> int:
        ran.append(" ".join(argv))
        return int("mypy" in argv)

    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    monkeypatch.setattr(course, "run", fake)
    assert course.main(["test"]) == 1
    assert len(ran) == 6
    said = capsys.readouterr().out
    assert "FAILED  mypy" in said
    assert "passed  notebooks" in said
    assert said.rstrip().endswith("Failed: mypy.")


def test_what_can_be_mended_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise course.SetupError("Install python3-venv.")

    monkeypatch.setattr(course.Environment, "ensure", fail)
    assert course.main(["test"]) == 1
    assert capsys.readouterr().err == "Install python3-venv.\n"


def test_ctrl_c_stops_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(course.Environment, "ensure", stop)
    assert course.main(["test"]) == 130
    assert capsys.readouterr().err.strip() == "Stopped."

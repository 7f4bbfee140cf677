"""A release fits together: its number, its source distribution, the workflow that publishes it."""

import itertools
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.test_setup import tracked_files

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"

# From the source distribution: the package, its data, a notebook and its checks.
QUICK = ("test_cards.py", "test_rules.py", "test_notebook_05.py")


def loaded(path: Path) -> Any:
    """A script as a module."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = loaded(ROOT / ".ci" / "release.py")


# --- its number ----------------------------------------------------------------------------------


def test_every_file_states_the_same_version() -> None:
    number = release.version()
    assert release.value((ROOT / "CITATION.cff").read_text("utf-8"), "version") == number
    top, *earlier = release.headings((ROOT / "CHANGELOG.md").read_text("utf-8"))
    numbers = [heading.split(" ")[0] for heading in earlier]
    if top != release.UNRELEASED:
        assert top.split(" ")[0] == number
        numbers.insert(0, number)
    parsed = [tuple(map(int, one.split("."))) for one in numbers]
    assert all(newer > older for newer, older in itertools.pairwise(parsed))
    assert all(one <= tuple(map(int, number.split("."))) for one in parsed)


def test_the_licences_are_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["license"] == ["MIT", "CC-BY-4.0"]
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert "MIT" in text
    assert "CC BY 4.0" in text


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A folder whose files agree on a release."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n', "utf-8")
    citation = "cff-version: 1.2.0\nversion: 0.2.0\ndate-released: 2027-03-14\n"
    (tmp_path / "CITATION.cff").write_text(citation, "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0 (2027-03-14)\n", "utf-8")
    return tmp_path


def test_a_release_that_fits_may_be_published(ready: Path) -> None:
    assert release.faults("v0.2.0", ready) == []


def changed(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        text = (root / name).read_text("utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new), "utf-8")

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changed("pyproject.toml", "0.2.0", "0.3.0"), "the tag is v0.2.0"),
        (changed("CITATION.cff", "version: 0.2.0", "version: 0.1.0"), "CITATION.cff says 0.1.0"),
        (changed("CITATION.cff", "date-released: 2027-03-14\n", ""), "no line date-released:"),
        (changed("CHANGELOG.md", "0.2.0 (2027-03-14)", "Unreleased"), "begins with 'Unreleased'"),
        (changed("CHANGELOG.md", "2027-03-14", "2027-03-15"), "begins with '0.2.0 (2027-03-15)'"),
    ],
)
def test_what_does_not_fit_the_tag_is_named(
    ready: Path, change: Callable[[Path], None], said: str
) -> None:
    change(ready)
    assert [sentence for sentence in release.faults("v0.2.0", ready) if said in sentence]


def test_the_present_state_may_not_be_published_under_another_number() -> None:
    assert any("the tag is v9.9.9" in sentence for sentence in release.faults("v9.9.9"))


# --- its source distribution ---------------------------------------------------------------------


def build(kind: str, source: Path, folder: Path) -> Path:
    """Build a wheel or a source distribution of a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, freshly built and unpacked."""
    packed = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


def test_the_source_distribution_is_the_whole_repository(source: Path) -> None:
    packed = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    tracked = {path.relative_to(ROOT).as_posix() for path in tracked_files()}
    assert tracked - packed == set()
    left_behind = ("workbook/", ".venv/", ".git/", "build/", "dist/", ".hypothesis/")
    assert [name for name in packed if name.startswith(left_behind)] == []
    assert (source / "binder" / "postBuild").stat().st_mode & 0o111 or sys.platform == "win32"


def test_the_wheel_made_of_it_is_the_wheel(source: Path, tmp_path: Path) -> None:
    def content(wheel: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(wheel) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    direct = build("wheel", ROOT, tmp_path / "direct")
    through = build("wheel", source, tmp_path / "through")
    assert direct.name == through.name
    assert content(direct) == content(through)


def test_its_own_tests_pass_in_a_fresh_environment(source: Path, tmp_path: Path) -> None:
    """In an environment that has the packages it needs, but not this folder."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    paths = {"base": str(home), "platbase": str(home), "installed_base": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    # Borrow the other packages; a path in a .pth file isn't searched for further .pth files.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(python), *arguments],
            cwd=source,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    where = run("-c", "import tcp; print(tcp.__file__)").stdout.strip()
    assert Path(where).resolve().is_relative_to(source.resolve())
    chosen = [f"tests/{name}" for name in QUICK]
    done = run("-m", "pytest", "-q", "-n", "logical", "-p", "no:cacheprovider", *chosen)
    assert done.returncode == 0, done.stdout[-3000:]
    helped = run("course.py", "--help")
    assert helped.returncode == 0, helped.stderr
    assert "course.py lab" in helped.stdout


# --- the workflow that publishes it --------------------------------------------------------------


def steps(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", step.get("uses", "")) for step in job["steps"])


def test_a_tag_builds_tests_and_then_publishes_without_a_password() -> None:
    text = WORKFLOW.read_text("utf-8")
    workflow = yaml.safe_load(text)
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML reads a bare `on` as true
    jobs = workflow["jobs"]
    assert [(name, job.get("needs")) for name, job in jobs.items()] == [
        ("build", None),
        ("test", "build"),
        ("publish", "test"),
    ]
    assert 'python .ci/release.py "$GITHUB_REF_NAME"' in steps(jobs["build"])
    assert "python -m hatchling build" in steps(jobs["build"])
    assert "python course.py test" in steps(jobs["test"])
    assert "secrets." not in text
    assert "password" not in steps(jobs["publish"])
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in jobs["build"] | jobs["test"]


def test_every_file_that_the_workflows_name_exists() -> None:
    for path in WORKFLOW.parent.glob("*.yml"):
        for name in re.findall(
            r"(?<![\w/-])(?:\.ci|binder|tests)/[\w./-]+\.\w+|course\.py", path.read_text("utf-8")
        ):
            assert (ROOT / name).is_file(), f"{path.name} names {name}"

"""What surrounds the package fits together: environments, links, imports, the wheel."""

import ast
import importlib
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from shutil import copytree, ignore_patterns
from urllib.parse import unquote

import nbformat
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import tcp
from tests.notebook_rules import code_cells, link_targets, prose
from tests.refresh_notebooks import all_notebooks

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

# Where a package's name isn't what conda calls it, or what a program imports.
CONDA_NAMES = {"matplotlib-base": "matplotlib"}
IMPORT_NAMES = {  # brought by
    "IPython": "ipywidgets",
    "jupyter_core": "jupyterlab",
    "traitlets": "ipywidgets",
}

TOP_LEVEL = {
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff"),
    *(
        "course.py",
        "pyproject.toml",
        "constraints.txt",
        "environment.yml",
        "Makefile",
        "noxfile.py",
    ),
    *("notebooks", "tcp", "tests", "binder", "benchmarks", "docs", ".ci", ".github"),
    *(".gitignore", ".gitattributes", ".editorconfig"),
}


def tracked_files() -> list[Path]:
    """The files of the repository, or everything here where there is no repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
        files = [ROOT / name for name in listed.decode("utf-8").split("\0") if name]
    except (OSError, subprocess.CalledProcessError):  # unpacked from a source distribution
        lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
        ignored = ["PKG-INFO", *(line.strip("/") for line in lines if line[:1] not in {"", "#"})]
        files = [
            path
            for path in ROOT.rglob("*")
            for parts in [path.relative_to(ROOT).parts]
            if not any(fnmatch(part, pattern) for part in parts for pattern in ignored)
        ]
    return [path for path in files if path.is_file()]


def requirements(lines: list[str]) -> dict[str, str]:
    """Name and allowed versions of each requirement."""
    parsed = (Requirement(line) for line in lines)
    return {canonicalize_name(one.name): str(one.specifier) for one in parsed}


# --- environments --------------------------------------------------------------------------------


def conda_packages(path: str) -> dict[str, str]:
    listed = yaml.safe_load((ROOT / path).read_text("utf-8"))["dependencies"]
    lines = [line for line in listed if isinstance(line, str) and line != "pip"]
    found = requirements([re.sub(r"(?<=[a-z])=(?=\d)", "==", line) for line in lines])
    return {CONDA_NAMES.get(name, name): versions for name, versions in found.items()}


def test_conda_installs_what_pip_installs() -> None:
    declared = requirements(PROJECT["dependencies"] + EXTRAS["lab"])
    assert conda_packages("environment.yml") == {"python": "==3.12", **declared}


def test_binder_installs_the_same() -> None:
    # The server that Binder starts; its own one would not go with this JupyterLab.
    server = {"notebook": "<8,>=7"}
    assert conda_packages("binder/environment.yml") == conda_packages("environment.yml") | server
    assert not (ROOT / "binder" / "environment.yml").is_symlink()


def test_binder_runs_the_script_that_installs_the_course() -> None:
    script = ROOT / "binder" / "postBuild"
    text = script.read_text("utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    assert "pip install --no-deps --editable ." in text
    if sys.platform != "win32":  # Windows knows no run bit
        assert script.stat().st_mode & 0o111 == 0o111


def test_constraints_pin_every_package_that_is_installed() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[a-z0-9-]+==[a-z0-9.]+", line)] == []
    assert pins == sorted(pins)

    pinned = requirements(pins)
    extras = ("lab", "test", "scale", "browser", "page", "site")
    for line in PROJECT["dependencies"] + [line for name in extras for line in EXTRAS[name]]:
        requirement = Requirement(line)
        if requirement.name == PROJECT["name"]:
            continue  # one list that takes in another
        version = pinned[canonicalize_name(requirement.name)].removeprefix("==")
        assert requirement.specifier.contains(version), f"{line} doesn't allow {version}"


# --- imports -------------------------------------------------------------------------------------


def imported(source: str) -> set[str]:
    """The top-level packages that a piece of code imports from elsewhere."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.split(".")[0] for name in names} - sys.stdlib_module_names


def learner_packages() -> set[str]:
    """What a learner's installation lets one import."""
    return {*requirements(PROJECT["dependencies"] + EXTRAS["lab"]), "tcp"}


@pytest.mark.parametrize(
    "path", all_notebooks(), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_a_notebook_imports_only_what_is_declared(path: Path) -> None:
    cells = code_cells(nbformat.read(path, as_version=4))
    plain = [re.sub(r"^\s*[%!].*$", "", cell.source, flags=re.MULTILINE) for cell in cells]
    used = set().union(*(imported(source) for source in plain))
    assert {IMPORT_NAMES.get(name, name) for name in used} <= learner_packages()


def test_the_package_imports_only_what_is_declared() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "tcp").rglob("*.py")]
    used = set().union(*(imported(source) for source in sources))
    assert {IMPORT_NAMES.get(name, name) for name in used} <= learner_packages()


@pytest.mark.parametrize("module", ["tcp", "tcp.view", "tcp.checks", "tcp.widgets"])
def test_the_game_starts_without_numpy_and_matplotlib(module: str) -> None:
    program = f"import sys, {module}; print(sorted({{'numpy', 'matplotlib'}} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "[]"


# --- links and addresses -------------------------------------------------------------------------


def texts_with_links() -> list[tuple[Path, str]]:
    texts = []
    for path in tracked_files():
        if path.suffix == ".md":
            texts.append((path, path.read_text("utf-8")))
        elif path.suffix == ".ipynb":
            texts.append((path, prose(nbformat.read(path, as_version=4))))
    return texts


def test_relative_links_lead_somewhere() -> None:
    dead = []
    for path, text in texts_with_links():
        if path.is_relative_to(ROOT / "docs" / "book"):
            continue  # laid out elsewhere, by a build that refuses dead links
        for link in link_targets(text):
            target = unquote(link.split("#")[0])
            if not target or re.match(r"[a-z]+:", target):
                continue
            if not (path.parent / target).exists():
                dead.append(f"{path.relative_to(ROOT)}: {link}")
    assert dead == []


def test_links_of_notebooks_stay_among_the_notebooks() -> None:
    """A learner's copies lie in `workbook/`, without the rest of the repository beside them."""
    home = ROOT / "notebooks"
    astray = []
    for path, text in texts_with_links():
        for link in link_targets(text) if path.suffix == ".ipynb" else ():
            target = (path.parent / unquote(link.split("#")[0])).resolve()
            if not re.match(r"[a-z]+:", link) and not target.is_relative_to(home):
                astray.append(f"{path.name}: {link}")
    assert astray == []


def test_no_file_names_a_registry_or_a_machines_folders() -> None:
    hosts = ["python" + "hosted", "registry." + "npmjs", "pypi." + "org/simple", "deb." + "debian"]
    folders = [f"/{name}/" + r"\w" for name in ("work", "root", "tmp")]
    unwanted = re.compile(
        "|".join([*map(re.escape, hosts), *(rf"(?<![\w.*/-]){f}" for f in folders)])
    )
    found = []
    for path in tracked_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in unwanted.finditer(text)]
    assert found == []


def test_every_file_names_the_same_repository() -> None:
    pattern = r"(?:github\.com|mybinder\.org/v2/gh)/([\w-]+/[\w-]+)"
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "CITATION.cff")]
    assert len({slug for text in texts for slug in re.findall(pattern, text)}) == 1


def test_nothing_else_lies_at_the_top() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    assert tops - TOP_LEVEL == set()


# --- the wheel -----------------------------------------------------------------------------------

# In CI the installed copy runs all tests of the package. On a learner's machine, which has run
# them once already, it runs the doctests and the tests that read the package's data.
READ_DATA = ("test_languages.py", "test_panel.py", "test_rules.py", "test_view.py")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course's wheel, freshly built."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_the_data(wheel: Path) -> None:
    kinds = {".py", ".toml", ".js", ".css", ".typed"}
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in tracked_files()
        if path.is_relative_to(ROOT / "tcp") and (path.suffix in kinds or path.name == "py.typed")
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("tcp/")}
    assert expected <= packed
    assert {"tcp/py.typed", "tcp/rulebook/pagat.toml", "tcp/locale/ru.toml"} <= packed


def test_the_installed_wheel_passes_what_reads_its_data(wheel: Path, tmp_path: Path) -> None:
    """In an environment that has the wheel and the packages it needs, but not this folder."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = ["-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    subprocess.run([sys.executable, *install, "--quiet", str(wheel)], check=True)

    # Borrow the other packages of this environment; its own link to this folder isn't followed.
    paths = {"base": str(home), "platbase": str(home), "installed_base": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")

    # Not what is about this folder, or about the JupyterLab beside the packages.
    ours = ignore_patterns("browser", "test_setup*.py", "test_course.py", "test_notebook*.py")
    copytree(ROOT / "tests", tmp_path / "tests", ignore=ours)
    copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"), "utf-8")

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(python), *arguments],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    where = run("-c", "import tcp; print(tcp.__file__)").stdout.strip()
    assert Path(where).is_relative_to(home)
    chosen = [f"tests/{name}" for name in READ_DATA]
    pytest_quietly = ["-m", "pytest", "-q", "-n", "logical", "-p", "no:cacheprovider"]
    done = run(*pytest_quietly, *chosen, "--pyargs", "tcp")
    assert done.returncode == 0, done.stdout[-3000:]


def test_no_name_of_the_package_hides_a_module() -> None:
    """`import tcp.languages as module` gives the module, whatever was imported before."""
    for file in (ROOT / "tcp").glob("[!_]*.py"):
        module = importlib.import_module(f"tcp.{file.stem}")
        assert getattr(tcp, file.stem) is module, f"tcp.{file.stem} is hidden by another object"

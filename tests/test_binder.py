"""What Binder is given: its plan is read rightly, the badge leads to the start, imports resolve."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from binder import check
from tests.notebook_rules import code_cells
from tests.refresh_notebooks import all_notebooks
from tests.test_setup import IMPORT_NAMES, conda_packages, imported

ROOT = Path(__file__).resolve().parents[1]

# The lines of repo2docker's plan that say what is installed, run and started.
PLAN = """Building conda environment for python=3.12

FROM docker.io/library/buildpack-deps:24.04
RUN apt-get -qq update && \\
    apt-get -qq install --yes --no-install-recommends \\
       gettext-base
COPY --chown=0:0 src/binder/environment.yml ${REPO_DIR}/binder/environment.yml
USER ${NB_USER}
RUN TIMEFORMAT='time: %3R' \\
bash -c 'time ${MAMBA_EXE} env update -p ${NB_PYTHON_PREFIX} --file "binder/environment.yml" && \\
time ${MAMBA_EXE} clean --all -f -y'
COPY --chown=0:0 src/ ${REPO_DIR}/
RUN chmod +x binder/postBuild
RUN ./binder/postBuild

CMD ["jupyter", "notebook", "--ip", "0.0.0.0"]
"""

DAMAGES = {
    "another Python": ("python=3.12", "python=3.10", "isn't for Python 3.12"),
    "the other environment": (
        '"binder/environment.yml"',
        '"environment.yml"',
        "packages are taken from ['environment.yml']",
    ),
    "no environment": ("env update", "list", "packages are taken from []"),
    "nothing after the build": ("RUN ./binder/postBuild", "", "binder/postBuild isn't run"),
    "a file of requirements": (
        "RUN chmod",
        "RUN python3 -m pip install --no-cache-dir -r requirements.txt\nRUN chmod",
        "nobody asked for",
    ),
    "another server": ('"notebook", "--ip"', '"lab", "--ip"', "start a notebook server"),
}


def test_the_plan_that_is_right_has_no_fault() -> None:
    assert check.faults(PLAN) == []


@pytest.mark.parametrize("name", DAMAGES)
def test_each_fault_of_a_plan_is_named(name: str) -> None:
    old, new, said = DAMAGES[name]
    assert old in PLAN
    (fault,) = check.faults(PLAN.replace(old, new))
    assert said in fault


def test_the_badge_opens_the_first_notebook_in_jupyterlab() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    opened = check.badge(readme)
    assert opened == "lab/tree/notebooks/00_start_here.ipynb"
    assert (ROOT / opened.removeprefix("lab/tree/")).is_file()
    # The picture and every other mention lead to that one address.
    assert readme.startswith("# The Three Card Poker course\n\n[![Binder](")
    assert set(re.findall(r"https://mybinder\.org/v2/\S+", readme)) == {
        f"https://mybinder.org/v2/gh/three-card-poker-course/three-card-poker-course/HEAD?urlpath={opened}"
    }


def test_pip_is_asked_for_what_conda_would_install() -> None:
    text = (ROOT / "binder" / "environment.yml").read_text("utf-8")
    asked = {re.split("[<>=]", line)[0] for line in check.requirements(text)}
    assert asked == conda_packages("binder/environment.yml").keys() - {"python"}


def test_binder_brings_all_that_the_notebooks_import() -> None:
    brought = {*conda_packages("binder/environment.yml"), "tcp"}
    for path in all_notebooks():
        cells = code_cells(nbformat.read(path, as_version=4))
        used = set().union(*(imported(cell.source) for cell in cells))
        missing = {IMPORT_NAMES.get(name, name) for name in used} - brought
        assert missing == set(), f"{path.name} imports {sorted(missing)}"


def test_answers_that_are_left_are_seen_and_imports_are_found(tmp_path: Path) -> None:
    def write(name: str, **cell: object) -> None:
        code = {"cell_type": "code", "source": ["import math\n", "from tcp.view import number"]}
        notebook = {"cells": [{**code, "outputs": [], "execution_count": None, **cell}]}
        (tmp_path / name).write_text(json.dumps(notebook), "utf-8")

    write("clean.ipynb")
    write("answered.ipynb", outputs=[{"output_type": "stream"}])
    write("counted.ipynb", execution_count=3)
    assert check.answers_left(tmp_path) == ["answered.ipynb", "counted.ipynb"]
    assert check.modules(tmp_path) == ["math", "tcp.view"]

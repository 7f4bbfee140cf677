"""The check of notebook 00 that says what keeps the course from working, on faked machines."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from docs.site import imports
from tcp.checks import setup
from tcp.checks.setup import ALL_IS_WELL, LAB, MANAGER, PICTURES, WIDGETS, check_setup
from tcp.widgets.setup import SetupWidget

ROOT = Path(__file__).resolve().parents[1]
GOOD = {
    "ipywidgets": "8.1.9",
    "anywidget": "0.11.0",
    "jupyterlab": "4.6.6",
    "jupyterlab_widgets": "3.0.17",
    "numpy": "2.4.6",
    "matplotlib": "3.11.2",
}
FOLDER = "share/jupyter/labextensions"
EXTENSIONS = {MANAGER: ("5.0.16", FOLDER), "anywidget": ("0.11.0", FOLDER)}


def said(
    versions: dict[str, str | None] | None = None,
    extensions: dict[str, tuple[str, str] | None] | None = None,
    platform: str = "linux",
) -> str:
    """What the check says where these differ from a good machine; None stands for missing."""
    here = {**GOOD, **(versions or {})}
    loaded = {k: v for k, v in {**EXTENSIONS, **(extensions or {})}.items() if v is not None}
    return repr(check_setup(here.get, lambda: loaded, platform))


@pytest.mark.parametrize(
    "versions",
    [
        {},
        {"ipywidgets": "8.1.5", "jupyterlab": "4.6", "numpy": "2"},
        {"ipywidgets": "8.2.0", "jupyterlab": "4.12.1", "numpy": "3.0"},
        {"jupyterlab": "4.7.0a1"},
        {"jupyterlab": None, "jupyterlab_widgets": None},  # another program shows the notebook
    ],
)
def test_where_all_is_well_no_version_is_said(versions: dict[str, str | None]) -> None:
    assert said(versions) == ALL_IS_WELL
    assert not re.search(r"\d", ALL_IS_WELL)


def test_in_a_browsers_python_only_the_widgets_are_needed() -> None:
    absent: dict[str, str | None] = dict.fromkeys({**LAB, **PICTURES})
    nothing: dict[str, Any] = dict.fromkeys(EXTENSIONS)
    assert said(absent, nothing, "emscripten") == ALL_IS_WELL
    assert said({}, nothing, "emscripten") == ALL_IS_WELL
    assert "ipywidgets 7.8.1" in said({"ipywidgets": "7.8.1"}, nothing, "emscripten")


@pytest.mark.parametrize(
    ("versions", "sentence"),
    [
        ({"ipywidgets": "7.8.1"}, "ipywidgets 7.8.1 does not fit: the course needs"),
        ({"ipywidgets": "9.0.0"}, "ipywidgets>=8.1.5,<9."),
        ({"ipywidgets": "9"}, "ipywidgets 9 does not fit"),
        ({"ipywidgets": "8.0.7"}, "ipywidgets 8.0.7 does not fit"),
        ({"ipywidgets": None}, "ipywidgets is missing; it makes the buttons."),
        ({"anywidget": None}, "anywidget is missing; it makes the keys work."),
        ({"jupyterlab": "3.6.8"}, "jupyterlab 3.6.8 does not fit"),
        ({"jupyterlab": "5.0.0"}, "jupyterlab>=4.6,<5."),
        ({"jupyterlab_widgets": "1.1.11"}, "jupyterlab_widgets 1.1.11 does not fit"),
        ({"jupyterlab_widgets": None}, "jupyterlab_widgets is missing"),
        ({"numpy": "1.26.4"}, "numpy 1.26.4 does not fit"),
        ({"matplotlib": None}, "matplotlib is missing; it draws"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    versions: dict[str, str | None], sentence: str
) -> None:
    told = said(versions)
    assert sentence in told
    assert ALL_IS_WELL not in told
    assert len(told.splitlines()) == 1 + len(setup.REMEDY.splitlines()), "only what is wrong"
    assert "python3 course.py lab" in told
    assert 'python -m pip install --upgrade "ipywidgets>=8.1.5,<9"' in told
    assert "reload the page" in told


@pytest.mark.parametrize(
    ("extensions", "sentence"),
    [
        ({MANAGER: ("3.1.11", "there")}, f"JupyterLab loads {MANAGER} 3.1.11 from there"),
        ({MANAGER: ("3.1.11", "there")}, "rename that folder"),
        ({MANAGER: None}, f"does not find its extension {MANAGER}"),
        ({"anywidget": ("0.9.3", "there")}, "anywidget 0.9.3 from there, and Python needs 0.11"),
        ({"anywidget": None}, "does not find its extension anywidget"),
    ],
)
def test_an_extension_of_another_release_is_found_out(
    extensions: dict[str, tuple[str, str] | None], sentence: str
) -> None:
    told = said(None, extensions)
    assert sentence in told
    assert "python3 course.py lab" in told


def test_a_missing_package_is_said_once() -> None:
    assert said({"anywidget": None}, {"anywidget": None}).count("anywidget is missing") == 1
    assert "extension anywidget" not in said({"anywidget": None}, {"anywidget": None})


def test_the_extension_that_lab_would_load_is_the_first_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def put(folder: str, name: str, content: str) -> None:
        path = tmp_path / folder / name / "package.json"
        path.parent.mkdir(parents=True)
        path.write_text(content, "utf-8")

    put("mine", MANAGER, json.dumps({"version": "3.1.11"}))
    put("course", MANAGER, json.dumps({"version": "5.0.16"}))
    put("mine", "anywidget", "{ no JSON")
    put("course", "anywidget", json.dumps({"version": "0.11.0"}))
    folders = [str(tmp_path / folder) for folder in ("absent", "mine", "course")]
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *_: folders)
    found = setup.lab_extensions()
    assert found[MANAGER] == ("3.1.11", str(tmp_path / "mine" / MANAGER))
    assert found["anywidget"][0] == "0.11.0"


def test_it_asks_for_what_the_package_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {*project["optional-dependencies"]["lab"], *project["dependencies"]}
    # From which release on; what is left out in between pip alone looks at.
    asked = {requirement.partition(";")[0].partition(",!=")[0].strip() for requirement in asked}
    parts = {**WIDGETS, **LAB, **PICTURES}
    del parts["jupyterlab_widgets"]  # ipywidgets brings it
    assert {f"{name}{setup._span(part)}" for name, part in parts.items()} <= asked


def test_it_says_which_of_the_workshops_notebooks_need_the_pictures() -> None:
    package = imports.needs(ROOT)
    for name, part in PICTURES.items():
        needing = [
            number
            for number in ("00", "19", "03", "06", "07")
            for path in (ROOT / "notebooks").glob(f"{number}_*.ipynb")
            if name in imports.notebook_needs(path, package)
        ]
        assert len(needing) == 1
        assert f"of the workshop's notebooks only {needing[0]} needs it" in said({name: None})
        assert f"of the workshop's notebooks only {needing[0]} needs it" in part.use


def test_this_machine_is_well_and_a_missing_package_is_none() -> None:
    assert repr(check_setup()) == ALL_IS_WELL
    assert setup.installed("no-such-package-here") is None


def test_the_button_answers() -> None:
    trial = SetupWidget()
    assert "Does Python answer?" in trial.status.value
    trial.try_button.click()
    assert trial.message.startswith("Widgets work")
    assert trial.message in trial.status.value


def test_a_page_without_widgets_says_what_to_do() -> None:
    text = SetupWidget().text()
    assert "instead of a button" in text
    assert "check_setup()" in text

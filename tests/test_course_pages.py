"""The commands that make pages for readers and visitors: pages, book, slides."""

import json
import re
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import course
from docs.page import pages


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """What would have been run, and with which variables."""
    seen: list[tuple[list[str], dict[str, str]]] = []

    def run(argv: list[str], env: dict[str, str]) -> int:
        seen.append((argv, env))
        return 0

    monkeypatch.setattr(course, "run", run)
    monkeypatch.setattr(course, "has_browser", lambda: False)
    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    return seen


@pytest.mark.parametrize("what", ["book", "slides"])
def test_what_is_built_goes_to_the_folder_named_or_to_build(
    what: str, commands: list[tuple[list[str], dict[str, str]]], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)  # a path counts from where the person is
    assert course.main([what]) == 0
    assert course.main([what, "read"]) == 0
    (first, _), (second, _) = commands
    assert Path(first[1]) == course.ROOT / "docs" / what / "build.py"
    assert Path(first[1]).is_file()
    assert first[2:] == [str(course.ROOT / "build" / what)]
    assert second[2:] == [str(tmp_path / "read")]


def test_pages_are_written_and_then_served(
    commands: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert course.main(["pages", "--port=9000", "--seats=3", "--Voila.token=x"]) == 0
    (write, _), (serve, env) = commands
    folder = Path(write[2])
    assert Path(write[1]).is_file()
    assert serve[1:4] == ["-m", "voila", str(folder / "pages")]
    assert {"--Voila.port=9000", "--no-browser", "--Voila.token=x"} <= set(serve)
    assert env["PAGES_START"] == f"{folder}/start.html"
    assert env["TABLE_SEATS"] == "3"
    assert not folder.exists()
    assert "Ctrl-C ends them all" in capsys.readouterr().out


@pytest.mark.parametrize("entry", pages.entries()[1:], ids=lambda entry: entry["name"])
def test_no_visitor_of_a_page_reaches_the_disk(
    entry: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, *_: object, **__: object) -> None:
        raise AssertionError(f"a visitor could reach {path}")

    names: dict[str, Any] = {}
    *imports, widget = entry["code"].strip().split("\n\n")
    exec("\n".join(imports), names)
    panel = eval(widget, names)
    for reach in ("open", "exists", "is_file", "write_text"):
        monkeypatch.setattr(Path, reach, forbidden)
    for control in controls(panel):
        if isinstance(control, ipywidgets.Text | ipywidgets.Textarea) and not control.disabled:
            control.value = "../visitor.toml"
        elif isinstance(control, ipywidgets.Button) and not control.disabled:
            control.click()


def controls(panel: Any) -> list[Any]:
    """The entries of a widget first, then its buttons."""
    found: list[Any] = []
    waiting = [panel]
    while waiting:
        one = waiting.pop()
        waiting += getattr(one, "children", ())
        found.append(one)
    return sorted(found, key=lambda one: isinstance(one, ipywidgets.Button))


def test_what_cannot_be_written_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def fail(argv: list[str], env: dict[str, str]) -> int:
        ran.append(argv)
        return 1

    monkeypatch.setattr(course, "run", fail)
    monkeypatch.setattr(course.Environment, "ensure", lambda *_, **__: None)
    assert course.main(["pages"]) == 1
    assert len(ran) == 1


def test_pages_without_seats_are_refused(
    commands: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert course.main(["pages", "--seats=0"]) == 1
    assert "leaves nobody a seat" in capsys.readouterr().err
    assert commands == []


def test_only_the_pages_lie_in_the_folder_that_is_served(tmp_path: Path) -> None:
    pages.main(tmp_path)
    names = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert names == sorted(f"{entry['name']}.ipynb" for entry in pages.entries())
    assert names.count("table.ipynb") == 1
    start = (tmp_path / "start.html").read_text("utf-8")
    for entry in pages.entries():
        assert f'href="voila/render/{entry["name"]}.ipynb"' in start
        assert re.fullmatch(r"[A-Z].*[.?!] [A-Z].*[.?]", entry["text"]), "two sentences"
        made = json.loads((tmp_path / "pages" / f"{entry['name']}.ipynb").read_text("utf-8"))
        assert made["metadata"]["title"] == entry["title"]
        assert all(cell.get("outputs", []) == [] for cell in made["cells"])
        assert made["cells"][0]["source"] == "[All pages](../../)"


@pytest.mark.parametrize("entry", pages.entries()[1:], ids=lambda entry: entry["name"])
def test_a_pages_widget_is_that_of_its_notebook(entry: dict[str, str]) -> None:
    source = (course.ROOT / "notebooks" / entry["notebook"]).read_text("utf-8")
    (name,) = re.findall(r"import (\w+)", entry["code"])
    assert f"{name}(" in source
    namespace: dict[str, object] = {}
    exec(entry["code"].replace(f"\n{name}(", f"\nmade = {name}("), namespace)
    assert namespace["made"].text()  # type: ignore[attr-defined]

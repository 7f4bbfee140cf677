"""What the book and the slides are made of: outputs to be read, pieces that fit, words in bold."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import v4

from docs.book import build as book_build
from docs.book import words
from docs.folders import MARK, FolderError, cleared, refuse_others
from docs.published import WIDGET, Addresses, notebooks, published, repository, said, slug
from docs.site import build as site_build
from docs.slides import build as slides_build
from docs.slides.arrange import talk
from tcp.languages import languages

ROOT = Path(__file__).resolve().parents[1]
EVERY = [*notebooks(), *sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))]


# --- outputs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_published_notebook_needs_no_kernel_and_one_stylesheet(path: Path) -> None:
    text = json.dumps(published(path), ensure_ascii=False)
    assert WIDGET not in text
    assert "<style" not in text
    assert "No guess locked in" not in "".join(
        str(output.get("data", "")) for cell in published(path).cells
        for output in cell.get("outputs", ())
    )  # fmt: skip


def test_what_a_widget_says_is_there_to_read(tmp_path: Path) -> None:
    shown = published(ROOT / "notebooks" / "07_play_or_fold.ipynb")
    said = [output.data["text/html"] for cell in shown.cells for output in cell.get("outputs", ())
            if "course-widget" in output.get("data", {}).get("text/html", "")]  # fmt: skip
    assert len(said) == 1
    assert "Play-or-fold trainer" in said[0]
    assert "urlpath=lab/tree/notebooks/07_play_or_fold.ipynb" in said[0]


def test_columns_of_a_widgets_words_are_told_apart_without_a_typewriter() -> None:
    assert "<pre>live 19 · a flush · wrong</pre>" in said("live 19    a flush   wrong", "x")


def test_a_guess_has_its_options_on_a_line_of_their_own() -> None:
    shown = published(ROOT / "notebooks" / "07_play_or_fold.ipynb")
    html = "".join(output.data.get("text/html", "") for cell in shown.cells
                   for output in cell.get("outputs", ()) if "data" in output)  # fmt: skip
    assert (
        "Which threshold costs you least? (2-2-3 is the weakest pair)</p>"
        '<p class="course-options">J-high, Q-high, K-high, A-high, 2-2-3</p>'
    ) in html


def test_addresses_lead_to_the_repository_that_the_course_names() -> None:
    address = Addresses("03_x.ipynb")
    slug_ = repository().removeprefix("https://github.com/")
    assert address.binder.startswith(f"https://mybinder.org/v2/gh/{slug_}/HEAD?")
    assert address.source.startswith(f"https://github.com/{slug_}/blob/main/notebooks/03_x")


def test_links_to_headings_are_those_of_jupyterlab() -> None:
    assert slug("Find your way") == "Find-your-way"
    assert slug("An interval of 95 %") == "An-interval-of-95-%25"


def test_a_folder_with_anything_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(ValueError, match="holds something else"):
        cleared(tmp_path, "book")
    assert (tmp_path / "thesis.txt").exists()


@pytest.mark.parametrize("what", ["book", "set of slides", "site"])
@pytest.mark.parametrize(
    "left", [".buildinfo", "reveal.js/reveal.js", "jupyter-lite.json", "index.html", MARK]
)
def test_what_other_tools_build_is_left_alone(tmp_path: Path, what: str, left: str) -> None:
    theirs = tmp_path / left
    theirs.parent.mkdir(exist_ok=True)
    theirs.write_text("# Made by a tool of somebody else", "utf-8")
    for refuses in (refuse_others, cleared):
        with pytest.raises(FolderError, match=f"holds something else than a {what}"):
            refuses(tmp_path, what)
    assert theirs.read_text("utf-8").startswith("# Made by")


def test_only_an_older_build_of_the_same_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder"
    cleared(target, "book")
    (target / "index.html").touch()
    with pytest.raises(FolderError, match="holds something else than a site"):
        cleared(target, "site")
    assert (target / "index.html").exists()
    cleared(target, "book")
    assert [path.name for path in target.iterdir()] == [MARK]


@pytest.mark.parametrize("tool", [book_build, slides_build, site_build])
def test_a_file_in_place_of_the_folder_is_a_sentence(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("years of work", "utf-8")
    for target in (file, file / "book"):
        with pytest.raises(FolderError, match=r"is no folder|Nothing can be built in"):
            cleared(target, "book")
    monkeypatch.setattr("sys.argv", ["build.py", str(file)])
    assert tool.main() == 1
    assert capsys.readouterr().err == f"{file} is no folder. Choose another name.\n"
    assert file.read_text("utf-8") == "years of work"


# --- slides --------------------------------------------------------------------------------------


def slides(*cells: Any) -> list[tuple[str, str]]:
    """The type of each piece of a talk, and its text."""
    made = talk(v4.new_notebook(cells=[v4.new_markdown_cell("# Question?"), SETUP, *cells]))
    return [
        (cell.metadata["slideshow"]["slide_type"], cell.source or shown(cell))
        for cell in made.cells[1:]
    ]


def shown(cell: Any) -> str:
    """The text of a cell's outputs."""
    return "".join(str(one.get("data", {}).get("text/html") or one.get("text", "")
                       or one.data["text/plain"]) for one in cell.outputs)  # fmt: skip


SETUP = v4.new_code_cell("import tcp")


def code(source: str, output: Any = None, slide_type: str = "") -> Any:
    """A cell of code with an output, and what its author says of its slide."""
    outputs = [] if output is None else [v4.new_output("execute_result", output)]
    metadata = {"slideshow": {"slide_type": slide_type}} if slide_type else {}
    return v4.new_code_cell(source, outputs=outputs, metadata=metadata)


def test_a_section_begins_a_slide_and_an_output_waits() -> None:
    text = v4.new_markdown_cell("## Pairs\n\nHow many?")
    found = slides(text, code("len(pairs)", {"text/plain": "3744"}), v4.new_markdown_cell("So."))
    assert found == [
        ("slide", "## Pairs"), ("-", "How many?"), ("-", "len(pairs)"), ("fragment", "3744"),
        ("-", "So."),
    ]  # fmt: skip


def test_what_does_not_fit_goes_to_the_next_slide() -> None:
    paragraphs = [v4.new_markdown_cell(f"{number} " + "word " * 80) for number in range(6)]
    kinds = [kind for kind, _ in slides(v4.new_markdown_cell("## Long"), *paragraphs)]
    assert kinds.count("subslide") == 2
    assert kinds[1] == "-"


def test_a_guess_ends_its_slide() -> None:
    guess = code("g = Predict('x')\ng", {"text/html": '<div class="course-guess">x</div>'})
    found = slides(v4.new_markdown_cell("## A\n\nShort."), guess, code("1 + 1"))
    assert found[2] == ("fragment", '<div class="course-guess">x</div>')
    assert found[3] == ("subslide", "1 + 1")


def test_a_guess_comes_with_what_it_asks_about() -> None:
    guess = code("g = Predict('x')\ng", {"text/html": '<div class="course-guess">x</div>'})
    table = "<table><caption>hands</caption><tbody>" + "<tr></tr>" * 6 + "</tbody></table>"
    show = code("show(hands)", {"text/html": table})
    long = v4.new_markdown_cell("word " * 100)
    early = slides(v4.new_markdown_cell("## A"), show, guess)
    assert [kind for kind, _ in early] == ["slide", "-", "fragment", "subslide"]  # no room
    late = slides(v4.new_markdown_cell("## A"), long, show, v4.new_markdown_cell("Which?"), guess)
    assert [kind for kind, _ in late[1:]] == ["-", "-", "subslide", "-", "fragment"]


def test_what_says_nothing_to_a_room_is_left_out() -> None:
    picture = {"text/html": '<img alt="bars" src="data:,">'}
    found = slides(
        v4.new_markdown_cell("## A\n\nLook."),
        code("assert 1 == 1"),
        code("with plots.figure('t', 'x', 'y') as (drawn, axes):\n    axes.plot(x)"),
        code("plots.show(drawn, alt)", picture),
        code("guess.compare(share)", {"text/html": '<p class="course-answer">Answer: 3.</p>'}),
        v4.new_markdown_cell("The second route:"),
        code("assert 2 == 2"),
        v4.new_markdown_cell("## Exercises\n\n**01.1** Count.\n\nSee [it](solutions/01.ipynb)."),
        code("answer = ...\ncheck('01.1', answer)", {"text/plain": "not attempted yet"}),
    )
    assert [text for _, text in found] == [
        "## A", "Look.", picture["text/html"], '<p class="course-answer">Answer: 3.</p>',
        "The second route:", "assert 2 == 2", "## Exercises", "**01.1** Count.",
    ]  # fmt: skip


def test_an_author_has_the_last_word() -> None:
    found = slides(
        v4.new_markdown_cell("## A"),
        code("1", slide_type="skip"),
        code("2", slide_type="slide"),
        code("assert 3", slide_type="fragment"),
    )
    assert [one for one in found if one[1] == "1"] == []
    assert ("slide", "2") in found


def test_a_long_table_is_told_in_parts() -> None:
    rows = "".join(f"<tr><td>{number}</td></tr>" for number in range(40))
    html = f"<table><caption>All</caption><thead></thead><tbody>{rows}</tbody></table>"
    parts = [
        text for _, text in slides(v4.new_markdown_cell("## A"), code("t", {"text/html": html}))
    ]
    tables = [text for text in parts if "<table>" in text]
    assert [re.findall(r"\((\d of \d)\)", text)[0] for text in tables] == [
        "1 of 4", "2 of 4", "3 of 4", "4 of 4",
    ]  # fmt: skip
    assert "".join(tables).count("<td>") == 40


def test_of_what_a_widget_says_at_length_the_beginning_is_shown() -> None:
    words = "\n".join(f"line {number}" for number in range(300))
    html = f'<div class="course-widget"><p>A widget.</p><pre>{words}</pre></div>'
    (_, found) = slides(v4.new_markdown_cell("## A"), code("FactsWidget()", {"text/html": html}))[2]
    assert "line 0\n" in found
    assert "line 7\n… and 292 more lines</pre></div>" in found


def test_links_lead_from_talk_to_talk() -> None:
    text = "See [06](06_pair_plus.ipynb), [the map](00_start_here.ipynb#Find-your-way), [up](#A)."
    (found,) = slides(v4.new_markdown_cell(text))
    assert found[1] == "See [06](06_pair_plus.html), [the map](00_start_here.html), up."


# --- the glossary --------------------------------------------------------------------------------


@pytest.mark.parametrize("term", words.TERMS)
def test_a_term_stands_in_bold_in_a_notebook_that_explains_it(term: str) -> None:
    sentence, path = words.explained(term)
    assert term.casefold() in sentence.casefold()
    assert path.exists()
    assert len(sentence) < 400


def test_a_term_that_nobody_explains_is_refused() -> None:
    with pytest.raises(ValueError, match="no notebook has 'martingale' in bold"):
        words.explained("martingale")


def test_the_glossary_reads_the_words_of_each_language() -> None:
    tables = words.groups()
    for code_, spoken in languages().items():
        assert tables["Suits"]["hearts"][code_] == spoken.suits[2]
        assert (
            tables["Kinds of hand"]["straight_flush"][code_] == spoken.categories["straight_flush"]
        )
        assert tables["Bets"]["ante"][code_] == spoken.labels["bet_ante"]
    assert tables["An example"]["card"]["nb"] == "hjerter dame"

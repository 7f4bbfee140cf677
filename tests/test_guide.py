"""The instructor's guide: what it points to exists, what it computes is right, minutes add up."""

import doctest
import re
import runpy
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import nbformat
import pytest

from tests.notebook_rules import output_texts, prose

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = (DOCS / "guide.md", *sorted((DOCS / "guide").glob("*.md")))
LESSONS = {path.name: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
TALK = 5  # minutes without a click that a room gets at most

# Numbers that other tests look at: in code, in addresses, of exercises, and hours.
ELSEWHERE = r"```.*?```|\([^)\s]*\)|Exercises? [\d., and]+|, \d\d\.\d|[\d.]+ hours"

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


class Link(NamedTuple):
    """A link to a notebook: its words, the file, and the section, if it names one."""

    words: str
    file: str
    section: str


def links(text: str) -> list[Link]:
    found = re.findall(r"\[([^]]*)\]\([^)\s]*?([^/)\s]+\.ipynb)(?:#([^)\s]*))?\)", text)
    return [Link(words, file, unquote(section)) for words, file, section in found]


def parts(page: Path) -> list[str]:
    """The page, cut at its headings of the second level."""
    return re.split(r"(?m)^(?=## )", page.read_text("utf-8"))


def rows(text: str) -> list[list[str]]:
    """The cells of a page's tables, without their heads."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip(" |") for cell in line] for line in lines]


def blocks(text: str) -> list[str]:
    """The blocks of code that are run."""
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def printed(block: str) -> str:
    """What a block prints."""
    return "".join(example.want for example in doctest.DocTestParser().get_examples(block))


@cache
def sections(file: str) -> dict[str, str]:
    """The prose of a notebook by section, and under its subsections' headings once more."""
    text = prose(nbformat.read(LESSONS[file], as_version=4))
    found: dict[str, str] = {}
    for level in ("##", "###"):
        for part in re.split(rf"(?m)^(?={level} )", text):
            heading = re.match(rf"{level} +(.+)", part)
            if heading:
                found[heading[1].strip()] = re.split(r"(?m)^## ", part[3:])[0]
    return found


@cache
def everything(file: str) -> str:
    """All that a notebook says: prose, code and outputs."""
    cells: list[Any] = nbformat.read(LESSONS[file], as_version=4).cells
    shown = [text for c in cells if c.cell_type == "code" for text in output_texts(c)]
    return plain("\n".join([*(cell.source for cell in cells), *shown]))


def plain(text: str) -> str:
    return text.replace("−", "-").replace("_", "").replace("\N{NO-BREAK SPACE}", " ")


# --- what it points to ---------------------------------------------------------------------------


@every_page
def test_every_notebook_and_section_it_names_exists(page: Path) -> None:
    found = links(page.read_text("utf-8"))
    assert found
    for words, file, section in found:
        assert file in LESSONS, f"{page.name}: {file}"
        number, _, heading = words.partition(", ")
        assert number == file[:2], f"{page.name}: {words} leads to {file}"
        if section:
            assert heading in sections(file), f"{page.name}: {file} has no section {heading}"
            assert section == heading.replace(" ", "-")


def test_every_belief_is_met_where_the_guide_says() -> None:
    quoted = 0
    for row in rows((DOCS / "guide" / "misconceptions.md").read_text("utf-8")):
        if row[0] in {"what people say", "---"} or set(row[0]) <= set("-|"):
            continue
        (link,) = links(row[-1])
        assert link.section, f"{row[0]} is sent to a whole notebook"
        for words in re.findall("“(.*?)”(?=$| )", row[-1]):
            quoted += 1
            assert words in sections(link.file)[link.words.partition(", ")[2]], words
        if link.section == "Common-mistakes":
            assert "“" in row[-1], f"{row[0]}: which of the common mistakes?"
    assert quoted > 20


def test_every_notebook_has_a_belief_a_question_and_an_examination() -> None:
    for name in ("misconceptions", "questions"):
        text = (DOCS / "guide" / f"{name}.md").read_text("utf-8")
        missing = LESSONS.keys() - {link.file for link in links(text)}
        assert missing == set(), f"{name} says nothing of {sorted(missing)}"
    exam = (DOCS / "guide" / "exam.md").read_text("utf-8")
    asked = set(re.findall(r"(?m)^## (\d\d): ", exam))
    assert {name[:2] for name in LESSONS} <= asked


def test_every_exercise_it_gives_exists() -> None:
    given = re.findall(r"\b\d\d\.\d\b(?! %)", (DOCS / "guide" / "lectures.md").read_text("utf-8"))
    exercises = [one for one in given if f'check("{one}"' in everything(lesson(one[:2]))]
    assert len(given) > 20
    assert given == exercises


def lessons(text: str) -> dict[str, list[str]]:
    """The rows of the table of notebooks, by their files."""
    return {links(row[0])[0].file: row for row in rows(text) if links(row[0]) and len(row) == 5}


def test_a_notebook_says_the_words_of_a_syllabus_that_it_is_listed_with() -> None:
    """What stands in brackets is what others call it."""
    listed = lessons((DOCS / "guide.md").read_text("utf-8"))
    for file, row in listed.items():
        words = re.sub(r" \(.*?\)", "", row[2]).split(", ")
        missing = [word for word in words if word.lower() not in everything(file).lower()]
        assert missing == [], f"{file} has nothing on {missing}"
    given = " ".join(row[2] for row in listed.values())
    for word in ("conditional probability", "expected value", "law of large numbers", "variance"):
        assert word in given


def lesson(number: str) -> str:
    """The file of a notebook."""
    return next(name for name in LESSONS if name.startswith(number))


# --- what it computes ----------------------------------------------------------------------------


@every_page
def test_its_code_prints_what_it_says(page: Path) -> None:
    for number, block in enumerate(blocks(page.read_text("utf-8")), start=1):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{page.name} {number}", None, None)
        assert test.examples
        said: list[str] = []
        result = doctest.DocTestRunner().run(test, out=said.append)
        assert result.failed == 0, "".join(said)


def numbers(text: str) -> list[str]:
    """The numbers in a text that can't be read as anything else: 1,234 and 5.6 and 7.8 %."""
    return re.findall(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\w.,/])\d+\.\d+(?![\d.])", text)


@every_page
def test_no_number_is_there_that_a_notebook_or_a_block_does_not_give(page: Path) -> None:
    if page.stem == "exam":
        return  # held to more, below
    astray = []
    for part in parts(page):
        written = re.sub(ELSEWHERE, "", part, flags=re.DOTALL)
        sources = [everything(link.file) for link in links(part)]
        sources += [plain(printed(block)) for block in blocks(part)]
        known = {number for source in sources for number in numbers(source)}
        known |= {
            f"{int(n):,}" for source in sources for n in re.findall(r"(?<![\d.])\d{4,}\b", source)
        }
        astray += [f"{page.name}: {n}" for n in numbers(plain(written)) if n not in known]
    assert astray == []


def questions() -> list[str]:
    return [part for part in parts(DOCS / "guide" / "exam.md") if part.startswith("## ")]


@pytest.mark.parametrize("question", questions(), ids=lambda text: text.splitlines()[0][3:])
def test_the_numbers_of_an_answer_are_computed_below_it(question: str) -> None:
    asked, _, answer = question.partition("**Answer.**")
    assert re.search(r"\*\d+ minutes\.\*", asked)
    (block,) = blocks(answer)
    words = answer.partition("```")[0]
    bold = [text for text in re.findall(r"\*\*(.+?)\*\*", words) if re.search(r"\d", text)]
    given = printed(block)
    for text in bold:
        assert re.search(rf"(?<![\d.,]){re.escape(text)}(?![\d%]|[.,]\d)", given), text
    assert bold or given, "an answer without anything computed"


def test_there_are_questions_enough() -> None:
    assert len(questions()) >= 12


# --- what adds up --------------------------------------------------------------------------------


def estimate(file: str) -> tuple[int, int]:
    """The minutes for reading and for the exercises that a notebook states."""
    stated = re.search(r"\*\*Time:\*\*(.*)", everything(file))
    assert stated is not None
    reading, exercises = map(int, re.findall(r"\d+", stated[1]))
    return reading, exercises


def test_the_minutes_of_each_notebook_are_those_it_states() -> None:
    text = (DOCS / "guide.md").read_text("utf-8")
    table = {file: row[-2:] for file, row in lessons(text).items()}
    assert table.keys() == LESSONS.keys()
    minutes = {file: estimate(file) for file in LESSONS}
    assert {file: tuple(map(int, row)) for file, row in table.items()} == minutes

    reading, exercises = (sum(column) for column in zip(*minutes.values(), strict=True))
    assert f"{reading} minutes of reading and {exercises} of exercises" in text
    assert f"{(reading + exercises) / 60:.0f} hours" in text
    for hours, path in re.findall(r"\*\*, ([\d.]+) hours: ([\d, ]+)\.", text):
        spent = sum(sum(minutes[lesson(number)]) for number in path.split(", "))
        assert hours == f"{spent / 60:.1f}", path


def test_there_are_twelve_lectures_of_45_minutes() -> None:
    lectures = [p for p in parts(DOCS / "guide" / "lectures.md") if re.match(r"## \d+\. ", p)]
    assert len(lectures) == 12
    for text in lectures:
        title = text.splitlines()[0]
        assert sum(int(row[0]) for row in rows(text) if row[0].isdigit()) == 45, title
        for word in ("Widget", "Ask", "Skip", "Afterwards"):
            assert f"**{word}.**" in text, f"{title} has no line {word}"


def workshop(heading: str, begins: int) -> list[tuple[int, str, str]]:
    """Minutes, doing and notebook of each step in a part of the workshop, whose clock is right."""
    (plan,) = (p for p in parts(DOCS / "guide" / "workshop.md") if p.startswith(heading))
    table = [row for row in rows(plan) if row[1].isdigit()]
    clock = begins
    for time, minutes, *_ in table:
        assert time == f"{clock // 60}:{clock % 60:02}"
        clock += int(minutes)
    return [(int(row[1]), row[2], row[3]) for row in table]


def test_the_second_block_ends_after_three_hours_and_takes_the_guides_minutes() -> None:
    steps = workshop("## A second block", begins=90)
    assert 90 + sum(minutes for minutes, *_ in steps) == 180
    spent = {where: minutes for minutes, doing, where in steps if doing == "hands"}
    wanted = {"03": estimate(lesson("03"))[1], "06": estimate(lesson("06"))[1]}
    assert spent.keys() == {*wanted, "05"}
    assert {where: spent[where] for where in wanted} == wanted
    assert spent["05"] + steps[-1][0] == estimate(lesson("05"))[0]  # its widget is left out
    assert steps[-1][1:] == ("talk", "recap")


def test_the_workshop_lasts_90_minutes_and_nobody_talks_for_long() -> None:
    steps = workshop("## Minute by minute", begins=0)
    spent: Counter[str] = Counter()
    for minutes, _, where in steps:
        spent[where] += minutes
    assert spent.total() == 90
    assert list(spent) == ["00", "19", "03", "06", "07", "recap"]
    (told,) = re.findall(r"\*\*In a workshop of 90 minutes:\*\*(.*)", everything(lesson("00")))
    assert [int(minutes) for minutes in re.findall(r"\((\d+)", told)] == list(spent.values())

    def doing(step: tuple[int, str, str]) -> str:
        return step[1]

    runs = [(what, sum(s[0] for s in group)) for what, group in groupby(steps, key=doing)]
    assert {what for what, _ in runs} == {"talk", "hands"}
    assert max(minutes for what, minutes in runs if what == "talk") <= TALK


def test_a_sheet_asks_everything_and_answers_nothing() -> None:
    made = runpy.run_path(str(DOCS / "guide" / "sheet.py"))
    for number, path in made["lessons"]().items():
        sheet = list(made["sheet"]([number]))
        (title,) = (text for kind, text in sheet if kind == "h1")
        heading = everything(path.name).splitlines()[0].removeprefix("# ")
        assert title == f"{number} · {heading}"
        exercises = "\n\n".join(text for kind, text in sheet if kind == "asked")
        known = import_module(f"tcp.checks.notebook_{number}").EXERCISES
        assert re.findall(r"(?m)^\*\*(\d\d\.\d)\*\* ", exercises) == list(known)
        questions = "\n\n".join(text for kind, text in sheet if kind == "asked room")
        asked = [
            part for part in parts(DOCS / "guide" / "exam.md") if part.startswith(f"## {number}")
        ]
        assert asked
        for part in asked:
            question, _, answer = part.partition("**Answer.**")
            assert question.split("\n\n")[-2][:60] in questions
            assert answer.strip()[:60] not in questions
        assert not links(questions + exercises)
    with pytest.raises(ValueError, match="'99' is no notebook; name some of 00, 01"):
        list(made["sheet"](["04", "99"]))


def test_a_sheet_is_a_page_to_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = runpy.run_path(str(DOCS / "guide" / "sheet.py"))
    target = tmp_path / "build" / "sheet.html"
    assert made["main"]([str(target), "4", "16"]) == 0
    page = target.read_text(encoding="utf-8")
    assert re.findall("<h1>(..)", page) == ["04", "16"]
    assert page.count('class="room"') == len(
        re.findall("(?m)^## (?:04|16): ", (DOCS / "guide" / "exam.md").read_text(encoding="utf-8"))
    )
    assert "22,100 − a + b − c" in page
    assert "<strong>04.1</strong>" in page
    assert "**" not in page
    assert str(target) in capsys.readouterr().out
    assert made["main"]([str(target), "x"]) == 1
    assert "is no notebook" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == page

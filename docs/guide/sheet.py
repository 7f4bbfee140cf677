"""A sheet to hand out: exam questions and exercises of the notebooks you name, without answers.

`python3 course.py sheet 04 06` writes it to build/sheet.html, a page for any browser to print.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parent.parent / "notebooks"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 15pt; margin-top: 2em; break-after: avoid; }
h2, .told { break-after: avoid; }
h2 { font-size: 12pt; }
.told { font-style: italic; }
.name { display: flex; gap: 2em; }
.name span { flex: 1; border-bottom: 1px solid; padding-top: 1em; }
.asked { break-inside: avoid; }
.room { height: 3.2cm; }
code { font-size: 10pt; }
table { border-collapse: collapse; margin: .5em 0; }
td, th { border: 1px solid; padding: .1em .6em; text-align: left; }
@media print { body { margin: 0; max-width: none; } }
"""


def lessons() -> dict[str, Path]:
    """Each notebook by its number."""
    return {path.name[:2]: path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))}


def told(path: Path) -> list[str]:
    """What a notebook says, cell by cell."""
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def title(path: Path) -> str:
    """The title of a notebook, with its number."""
    heading = re.search(r"(?m)^# (.*)$", "\n".join(told(path)))
    assert heading
    return heading[1] if heading[1].startswith(path.name[:2]) else f"{path.name[:2]} · {heading[1]}"


def exercises(path: Path) -> Iterator[str]:
    """The exercises of a notebook."""
    for text in told(path):
        asked = re.search(r"^\*\*\d\d\.\d\*\* .*", text, re.MULTILINE | re.DOTALL)
        if asked:
            yield LINK.sub(r"\1", asked[0])


def questions(number: str) -> Iterator[str]:
    """The exam questions on a notebook."""
    text = (HERE / "exam.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        if part.startswith(f"{number}: "):
            name, _, asked = part.partition("\n\n**Answer.**")[0].partition("\n")
            yield f"**{name.partition(': ')[2]}**\n" + LINK.sub(r"\1", asked)


def sheet(numbers: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The parts of the sheet, each with its kind: h1, h2, told, or asked with or without room.

    Raises:
        ValueError: for a number that no notebook has.
    """
    known = lessons()
    for number in (given.zfill(2) for given in numbers):
        if number not in known:
            raise ValueError(f"{number!r} is no notebook; name some of {', '.join(known)}")
        yield "h1", title(known[number])
        yield "h2", "On paper"
        for question in questions(number):
            yield "asked room", question
        yield "h2", "In the notebook"
        yield "told", "Its tables are needed, and its checks say whether an answer is right."
        for exercise in exercises(known[number]):
            yield "asked", exercise


def page(numbers: Sequence[str]) -> str:
    """The sheet as a page that prints: a line for the name, and room for what is asked on paper."""
    from nbconvert.filters import markdown2html

    body = ['<p class="name"><span>Name</span><span>Date</span></p>']
    for kind, text in sheet(numbers):
        html = markdown2html(text)
        if kind in ("h1", "h2"):
            html = f"<{kind}>{html.strip().removeprefix('<p>').removesuffix('</p>')}</{kind}>"
        elif kind == "told":
            html = f'<div class="told">{html}</div>'
        else:
            room = '<div class="room"></div>' if kind == "asked room" else ""
            html = f'<div class="asked">{html}{room}</div>'
        body.append(html)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Three Card Poker: a sheet</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sheet."""
    parser = argparse.ArgumentParser(prog="course.py sheet", description="Make a sheet to print.")
    parser.add_argument("target", type=Path, help="the file to write")
    parser.add_argument("numbers", nargs="*", help="the notebooks, as 04 06; else all")
    options = parser.parse_args(arguments)
    try:
        made = page(options.numbers or list(lessons()))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    options.target.parent.mkdir(parents=True, exist_ok=True)
    options.target.write_text(made, encoding="utf-8", newline="\n")
    print(f"Written: {options.target}. Open it in a browser and print it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

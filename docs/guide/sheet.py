"""A sheet to hand out: exercises and exam questions of the notebooks you name, without answers.

    python3 docs/guide/sheet.py 04 06 > sheet.md

It is Markdown, which any editor, JupyterLab among them, shows and prints.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parent.parent / "notebooks"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def lessons() -> dict[str, Path]:
    """Each notebook by its number."""
    return {path.name[:2]: path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))}


def exercises(path: Path) -> Iterator[str]:
    """The exercises of a notebook, each with the cells that its answer is written into."""
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    within = False
    for cell in cells:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            asked = re.search(r"^\*\*\d\d\.\d\*\* .*", text, re.MULTILINE | re.DOTALL)
            within = asked is not None
            if asked:
                yield LINK.sub(r"\1", asked[0])
        elif within:
            yield f"```python\n{text}\n```"


def questions(number: str) -> Iterator[str]:
    """The exam questions on a notebook."""
    text = (HERE / "exam.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        if part.startswith(f"{number}: "):
            title, _, asked = part.partition("\n\n**Answer.**")[0].partition("\n")
            yield f"**{title}**\n" + LINK.sub(r"\1", asked)


def sheet(numbers: Sequence[str]) -> str:
    """The sheet for the notebooks of these numbers.

    Raises:
        ValueError: for a number that no notebook has.
    """
    known, parts = lessons(), []
    for number in numbers:
        if number not in known:
            raise ValueError(f"{number!r} is no notebook; name some of {', '.join(known)}")
        name = known[number].stem[3:].replace("_", " ")
        parts += [f"# {number}: {name}", "## Exercises", *exercises(known[number])]
        parts += ["## Exam questions", *questions(number)]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    try:
        print(sheet(sys.argv[1:] or list(lessons())), end="")
    except ValueError as error:
        sys.exit(str(error))

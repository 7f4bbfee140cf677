"""Write the pages that `course.py pages` serves: a notebook for each, and a page that lists them.

    python docs/page/pages.py FOLDER

Nothing but the notebooks lies in FOLDER/pages; FOLDER/start.html is the list.
"""

import json
import sys
import tomllib
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import course  # noqa: E402

HERE = Path(__file__).resolve().parent
TABLE: dict[str, str] = {
    "name": "table",
    "notebook": course.TABLE_NOTEBOOK,
    "title": "At the table",
    "text": "Three Card Poker for one player or several, with all its bets, any rules and hints. "
    "Decisions are scored apart from luck.",
}


def entries() -> list[dict[str, str]]:
    """All pages, the table first."""
    listed = tomllib.loads((HERE / "pages.toml").read_text("utf-8"))["page"]
    return [TABLE, *listed]


def notebook(entry: dict[str, str]) -> str:
    """The notebook that makes a page: the way back, a few words, and the widget."""
    path = ROOT / "notebooks" / entry["notebook"]
    if entry is TABLE:
        made: dict[str, Any] = json.loads(course.page_of(path))
        made["cells"].insert(0, markdown("back", "[All pages](../../)"))
    else:
        number = entry["notebook"][:2]
        words = f"# {entry['title']}\n\n{entry['text']} Notebook {number} asks and answers more."
        cells = [markdown("back", "[All pages](../../)"), markdown("words", words)]
        code: dict[str, Any] = {
            "cell_type": "code",
            "id": "widget",
            "execution_count": None,
            "outputs": [],
        }
        cells.append({**code, "metadata": {}, "source": entry["code"].strip()})
        kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
        metadata = {"kernelspec": kernel, "title": entry["title"], "place": "page"}
        made = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, ensure_ascii=False)


def markdown(name: str, source: str) -> dict[str, Any]:
    """A cell of text."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def start_page() -> str:
    """The page that lists the others."""
    rows = "\n".join(
        f'<li><a href="voila/render/{entry["name"]}.ipynb">{escape(entry["title"])}</a>'
        f"<p>{escape(entry['text'])}</p></li>"
        for entry in entries()
    )
    return (HERE / "start.html").read_text("utf-8").replace("<!-- pages -->", rows)


def main(folder: Path) -> None:
    """Write everything."""
    for entry in entries():
        text = notebook(entry).encode("utf-8")
        course.write_whole(folder / "pages" / f"{entry['name']}.ipynb", text)
    course.write_whole(folder / "start.html", start_page().encode("utf-8"))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except course.SetupError as error:
        sys.exit(str(error))

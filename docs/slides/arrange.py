"""How a notebook becomes a talk: what stands on each slide, and what comes first.

A rule places every cell that says nothing itself. An author overrules it for a cell with
`slideshow` in the cell's metadata, as JupyterLab's property inspector writes it: slide, subslide,
fragment, skip or notes.

- The question of the notebook, and each section, begins a slide. What follows goes to the same
  slide while there is room, then to the next one below it.
- A guess ends its slide. Above it stands what it asks about, and nothing that comes after it.
- An output comes at a key press, after its code. What explains it comes with it.
- Left out: the set-up, code that only draws a figure (the figure stays), assertions that no
  sentence announces, stubs of exercises, and the way to their solutions.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from nbformat import v4

ROOM = 560  # pixels of height for content on a slide of 720, below its small heading
WIDTH = 86  # letters in a line of prose
CODE_WIDTH = 98
ROWS = 12  # rows of a table that fit below its caption
LINES = 16  # lines of text or code


@dataclass(frozen=True)
class Block:
    """A piece of a cell that stays whole on a slide."""

    cell: Any
    height: int
    kind: str = ""
    """slide, subslide, fragment or notes; empty where it joins what is there."""
    alone: bool = False


def talk(notebook: Any) -> Any:
    """The notebook's cells as those of a talk: each with its slide type, in pieces that fit."""
    cells = list(placed(list(blocks(notebook.cells))))
    return v4.new_notebook(cells=cells, metadata=notebook.metadata)


# --- cells in pieces -----------------------------------------------------------------------------


def blocks(cells: list[Any]) -> Iterator[Block]:
    """All pieces of all cells, in order, without what is left out."""
    section, announced, code_seen = "", False, False
    for cell in cells:
        own = cell.metadata.get("slideshow", {}).get("slide_type", "")
        if cell.cell_type == "markdown":
            found = list(prose(cell.source))
            if heading := re.findall(r"^## +(.+)$", cell.source, flags=re.MULTILINE):
                section = heading[-1]
            announced = cell.source.rstrip().endswith(":")
        else:
            skipped = not code_seen or (section == "Exercises" and "Predict(" not in cell.source)
            found = [] if skipped and own in {"", "-"} else list(code(cell, announced))
            code_seen, announced = True, False
        if own == "skip":
            continue
        if own in {"slide", "subslide", "fragment", "notes"} and found:
            found[0] = replace(found[0], kind=own)
        yield from found


def prose(source: str) -> Iterator[Block]:
    """A cell of text: headings, paragraphs, lists and tables, each for itself."""
    for part in re.split(r"\n\s*\n", source.strip()):
        if "solutions/" in part:
            continue
        heading = re.match(r"(#+) ", part)
        kind = {1: "slide", 2: "slide", 3: "subslide"}.get(len(heading[1]), "") if heading else ""
        for piece in short_enough(part):
            yield Block(v4.new_markdown_cell(linked(piece)), height_of(piece), kind)
            kind = ""


def linked(text: str) -> str:
    """Links from one notebook to another lead from talk to talk; those within one are no links."""
    text = re.sub(r"\[([^\]]+)\]\(#[^)]*\)", r"\1", text)
    return re.sub(r"\]\((\d\d_\w+)\.ipynb(?:#[^)]*)?\)", r"](\1.html)", text)


def short_enough(part: str) -> list[str]:
    """A paragraph, or a list or a table of which not everything fits, in pieces."""
    lines = part.split("\n")
    table = len(lines) > 2 and set(lines[1]) <= set("|-: ")
    if table and len(lines) > ROWS + 2:
        head, rows = lines[:2], lines[2:]
        return ["\n".join(head + rows[at : at + ROWS]) for at in range(0, len(rows), ROWS)]
    if height_of(part) > ROOM and part.startswith(("- ", "1. ")):
        items = re.split(r"\n(?=- |\d+\. )", part)
        half = len(items) // 2
        return ["\n".join(items[:half]), "\n".join(items[half:])]
    return [part]


def height_of(part: str) -> int:
    """About how many pixels a piece of text takes."""
    if part.startswith("#"):
        return 76 * math.ceil(len(part) / 48)
    lines = part.split("\n")
    if part.startswith("|"):
        return 40 * len(lines)
    if part.startswith("```"):
        return 27 * len(lines)
    items = re.split(r"\n(?=- |\d+\. )", part)
    return 14 + sum(36 * math.ceil(len(item) / WIDTH) + 4 for item in items)


# --- code and outputs ----------------------------------------------------------------------------


def code(cell: Any, announced: bool) -> Iterator[Block]:
    """A cell of code: what it says, then what it shows."""
    shown = list(outputs(cell))
    guess = any("course-guess" in one.data.get("text/html", "") for one in cell.outputs
                if "data" in one)  # fmt: skip
    if says_something(cell, announced, guess):
        lines = cell.source.split("\n")
        source = v4.new_code_cell(cell.source)
        yield Block(source, 24 + 27 * sum(math.ceil(len(one) / CODE_WIDTH) or 1 for one in lines))
    if guess:
        shown = [replace(one, kind="subslide", height=220, alone=True) for one in shown]
    yield from shown


def says_something(cell: Any, announced: bool, guess: bool) -> bool:
    """Whether the code belongs on a slide, and not only what it shows."""
    source = cell.source
    draws = "plots." in source or source.startswith("alt = ")
    compares = re.fullmatch(r"\w+\.compare\([^\n]*\)", source) is not None
    lines = [line for line in source.split("\n") if line and not line.startswith("#")]
    asserts = all(line.startswith(("assert ", " ", ")")) for line in lines)
    return not (guess or draws or compares or (asserts and not announced))


def outputs(cell: Any) -> Iterator[Block]:
    """What a cell shows, in pieces that fit; the first comes at a key press."""
    kind = "fragment"
    for output in cell.outputs:
        for piece, height in pieces(output):
            yield Block(only(piece), height, kind)
            kind = "subslide"


def only(output: Any) -> Any:
    """A cell that shows one output and no code."""
    return v4.new_code_cell("", outputs=[output], metadata={"transient": {"remove_source": True}})


def pieces(output: Any) -> Iterator[tuple[Any, int]]:
    """An output, or a long table or text in several, each with its height."""
    if "data" not in output:  # printed text, or an error
        text = output.get("text") or "\n".join(output.get("traceback", ()))
        for part in in_lines(text.rstrip("\n")):
            stream = v4.new_output("stream", name="stdout", text=part)
            yield stream, 16 + 27 * (part.count("\n") + 1)
        return
    html = output.data.get("text/html")
    if html is not None:
        for part in in_rows(shortened(html)):
            yield v4.new_output("display_data", {"text/html": part}), height_of_html(part)
    elif "text/markdown" in output.data:
        yield output, 24 + 27 * output.data["text/markdown"].count("\n")
    else:
        for part in in_lines(output.data["text/plain"]):
            wrapped = sum(math.ceil(len(line) / CODE_WIDTH) or 1 for line in part.split("\n"))
            yield v4.new_output("display_data", {"text/plain": part}), 16 + 27 * wrapped


def shortened(html: str) -> str:
    """What a widget says, without the end of a long list: the live one has it."""
    found = re.fullmatch(r'(<div class="course-widget">.*<pre>)(.*)(</pre></div>)', html, re.DOTALL)
    lines = found[2].split("\n") if found else []
    if found is None or len(lines) <= LINES // 2:
        return html
    more = f"… and {len(lines) - LINES // 2} more lines"
    return "".join([found[1], "\n".join([*lines[: LINES // 2], more]), found[3]])


def in_lines(text: str) -> list[str]:
    """A long text in several."""
    lines = text.split("\n")
    return ["\n".join(lines[at : at + LINES]) for at in range(0, len(lines), LINES)]


def in_rows(html: str) -> list[str]:
    """A long table in several, each with caption and heading."""
    found = re.fullmatch(r"(.*<tbody>)(.*)(</tbody>.*)", html, flags=re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", found[2], flags=re.DOTALL) if found else []
    if found is None or html.count("<tbody>") != 1 or len(rows) <= ROWS + 2:
        return [html]
    parts = math.ceil(len(rows) / ROWS)
    size = math.ceil(len(rows) / parts)  # so that none is left with a single row
    return [
        numbered(found[1], at // size + 1, parts) + "".join(rows[at : at + size]) + found[3]
        for at in range(0, len(rows), size)
    ]


def numbered(head: str, number: int, parts: int) -> str:
    """The beginning of a table, whose caption says which part this is."""
    return head.replace("</caption>", f" ({number} of {parts})</caption>")


def height_of_html(html: str) -> int:
    """About how many pixels it takes."""
    if "<img" in html:
        return 440
    rows, cards = html.count("<tr"), html.count("<figure")
    hands = 150 * math.ceil(cards / 4) if cards else 110 * ("tcp-card" in html)
    words = len(re.sub(r"<[^>]+>", "", html)) if not rows else 0
    row = 57 if "tcp-second" in html else 36
    return row * rows + 40 * html.count("<caption") + hands + 36 * math.ceil(words / WIDTH) + 16


# --- pieces on slides ----------------------------------------------------------------------------


def placed(parts: list[Block]) -> Iterator[Any]:
    """The pieces as cells, each with its slide type."""
    together = with_what_they_ask_about(parts)
    room, title, full = 0, "", False
    for place, part in enumerate(parts):
        heading = re.match(r"##? +(.+)", part.cell.source)
        kind = part.kind
        if part.alone and not full and part.height <= room:
            kind = "fragment"
        elif kind in {"", "fragment"} and (full or max(part.height, together.get(place, 0)) > room):
            kind = "subslide"
        if heading:
            title = heading[1]
        elif kind in {"slide", "subslide"}:
            part.cell.metadata["running"] = title
        if kind in {"slide", "subslide"}:
            room = ROOM
        room -= part.height
        full = part.alone
        part.cell.metadata["slideshow"] = {"slide_type": kind or "-"}
        yield part.cell


def with_what_they_ask_about(parts: list[Block]) -> dict[int, int]:
    """Where pieces begin that stay together, a guess with what it asks about, and their height.

    That is the last thing shown before it in its section, or the sentences that lead to it.
    """
    together = {}
    for end, guess in enumerate(parts):
        if not guess.alone:
            continue
        room, start, shown = ROOM - guess.height, end, end
        while start > 0 and not parts[start].cell.source.startswith("#"):
            before = parts[start - 1]
            room -= before.height
            if room < 0 or before.alone:
                break
            start -= 1
            if before.cell.cell_type == "code":
                shown = start
                if before.cell.source:  # the code that shows it, all of it
                    break
            elif shown < end:
                break
        first = shown if shown < end else start
        if first > 0 and not parts[first - 1].cell.source.startswith("#"):  # a heading never alone
            together[first] = sum(part.height for part in parts[first : end + 1])
    return together

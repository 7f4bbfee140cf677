"""Cards, hands, tables and bars as HTML, and a function's own source: what notebooks show.

Everything here is text: without its stylesheet a card still reads Q♥ and a bar chart is a table.
No NumPy, no Matplotlib.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from importlib import resources
from typing import Any

from tcp.cards import Card
from tcp.languages import counted, language, numeral
from tcp.rules import Ratio

_FOUR_COLOURS = ("green", "blue", "red", "black")
_LEFT = ' style="text-align:left"'


@cache
def stylesheet() -> str:
    """What cards, tables and bars look like, as a style element."""
    css = (resources.files("tcp") / "style.css").read_text(encoding="utf-8")
    return f"<style>{css}</style>"


@dataclass(frozen=True)
class Shown:
    """Something to show: HTML for the page, and the same in plain text."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return f'{stylesheet()}<div class="tcp">{self.html}</div>'

    def __repr__(self) -> str:
        """The plain text, which front ends without HTML print."""
        return self.text


def card_html(
    card: Card,
    code: str = "en",
    *,
    four_colours: bool = False,
    decides: bool = False,
    new: str = "",
) -> str:
    """One card, face up, with its accessible name in this language; `new` is added to the name."""
    colour = _FOUR_COLOURS[card.suit] if four_colours else card.colour
    rank, suit = card.rank.letter(code), card.suit.symbol
    marked = (" tcp-decides" if decides else "") + (" tcp-new" if new else "")
    name = ", ".join(filter(None, [card.name(code), new]))
    # U+FE0E asks for the letter-like suit: some systems draw a picture of their own otherwise.
    return (
        f'<span class="tcp-card tcp-{colour}{marked}" role="img" aria-label="{name}"'
        f' data-index="{rank}&#10;{suit}&#xFE0E;" data-pip="{suit}&#xFE0E;">'
        f'<span class="tcp-index">{rank}<i>{suit}&#xFE0E;</i></span></span>'
    )


def back_html(code: str = "en") -> str:
    """One card, face down. It says nothing about the card."""
    return (
        f'<span class="tcp-card tcp-back" role="img" aria-label="{language(code).face_down}">'
        '<span class="tcp-index">▒</span></span>'
    )


def hand_html(
    cards: Sequence[Card | None],
    caption: str = "",
    code: str = "en",
    *,
    four_colours: bool = False,
    decides: Sequence[Card] = (),
) -> str:
    """A row of cards with a caption below; None is a face-down card.

    Cards in `decides` are marked. The caption is escaped, so that it may come from a user.
    """
    row = " ".join(
        back_html(code)
        if card is None
        else card_html(card, code, four_colours=four_colours, decides=card in decides)
        for card in cards
    )
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="tcp-hand"><div class="tcp-row">{row}</div>{below}</figure>'


def show_hands(*hands: Sequence[Card], captions: Sequence[str] = ()) -> Shown:
    """Hands side by side, each with its caption.

    >>> from tcp.cards import parse_cards
    >>> show_hands(parse_cards("Qh 6d 4c"), captions=["yours"])
    yours: Q♥ 6♦ 4♣
    """
    words = [*captions, *[""] * (len(hands) - len(captions))]
    html = "".join(hand_html(hand, word) for hand, word in zip(hands, words, strict=True))
    lines = [
        f"{word}: {' '.join(map(str, hand))}" if word else " ".join(map(str, hand))
        for hand, word in zip(hands, words, strict=True)
    ]
    return Shown(f'<div class="tcp-hands">{html}</div>', "\n".join(lines))


def number(value: object, code: str = "en") -> str:
    """A number for people: thousands set apart, fractions as they are, floats with two digits.

    Its signs are those of the language; what is no number stays as it is.

    >>> number(22100), number(Fraction(1, 3)), number(2.5)
    ('22,100', '1/3', '2.50')
    >>> number(22100, "de")
    '22.100'
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        return str(value)
    if isinstance(value, float):
        written = f"{value:,.2f}"
    elif value.denominator == 1:
        written = f"{int(value):,}"
    else:
        written = f"{value.numerator:,}/{value.denominator:,}"
    return numeral(written, code)


def signed(amount: Ratio, code: str = "en") -> str:
    """A gain with its sign: +2, 0, -1, +3/2."""
    return ("+" if amount > 0 else "") + number(amount, code)


def chips(amount: Ratio, code: str = "en") -> str:
    """A gain in words.

    >>> chips(2), chips(-1), chips(0), chips(-1, "de")
    ('+2 chips', '-1 chip', '0 chips', '-1 Jeton')
    """
    return counted(amount, "chip", code, signed(amount, code))


def true_minus(text: str) -> str:
    """A text or a table to be looked at, or heard: its minus is no hyphen.

    >>> true_minus("-2 chips (-1, not A-9-3)"), true_minus("<td>-2</td>")
    ('−2 chips (−1, not A-9-3)', '<td>−2</td>')
    """
    return re.sub(r"(?<![^\s(>])-(?=\d)", "−", text)


def per_cent(chance: Fraction | float, digits: int = 2) -> str:
    """A chance in per cent.

    >>> per_cent(Fraction(15380, 22100))
    '69.59 %'
    """
    return f"{float(chance * 100):,.{digits}f} %"


def table_html(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    caption: str = "",
    *,
    words: Sequence[int] = (),
    code: str = "en",
) -> str:
    """A table; the first column names the row, those in `words` hold text. Cells are escaped.

    `code` is the language whose signs its numbers have.
    """
    kinds = [' class="tcp-text"' if i in words else "" for i in range(len(headers))]
    head = "".join(
        f'<th scope="col"{_LEFT if kind else ""}>{escape(header)}</th>'
        for kind, header in zip(kinds, headers, strict=True)
    )
    body = ""
    for row in rows:
        first, *rest = [escape(number(cell, code)) for cell in row]
        cells = "".join(
            f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds[1:], rest, strict=True)
        )
        body += f'<tr><th scope="row">{first}</th>{cells}</tr>'
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def text_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    caption: str = "",
    *,
    words: Sequence[int] = (),
    code: str = "en",
) -> str:
    """The same table in plain text, columns aligned."""
    cells = [list(headers), *[[number(cell, code) for cell in row] for row in rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(headers))]
    lines = [
        "  ".join(
            cell.ljust(width) if i == 0 or i in words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    return "\n".join([*([caption] if caption else []), *lines])


def show_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    caption: str = "",
    *,
    words: Sequence[int] = (),
    code: str = "en",
) -> Shown:
    """A table with thousands set apart; columns in `words` hold text and stand to the left.

    >>> show_table(["hand", "count"], [["straight", 720], ["flush", 1096]])
    hand      count
    straight    720
    flush     1,096
    """
    html = table_html(headers, rows, caption, words=words, code=code)
    return Shown(html, text_table(headers, rows, caption, words=words, code=code))


def bars_html(
    values: Mapping[Any, float | Fraction],
    second: Mapping[Any, float | Fraction] | None = None,
    *,
    title: str = "",
    headers: Sequence[str] = ("", "", ""),
    show: Callable[[Any], str] = number,
) -> str:
    """A bar chart that is a table: one row a value, its bar, and the number beside it.

    `second` adds a hatched bar below each, for a comparison. Losses run to the left of the line
    where all bars begin. `headers` name the columns: what the rows are, the first numbers, the
    second ones.
    """
    lengths = [0.0, *map(float, [*values.values(), *(second or {}).values()])]
    lowest = min(lengths)
    span = max(lengths) - lowest or 1

    def bar(value: float | Fraction, kind: str) -> str:
        start = (min(float(value), 0) - lowest) / span
        shift = f"margin-left:{start:.1%};" if lowest < 0 else ""
        width = max(abs(float(value)) / span, 0.001) if value else 0
        return f'<span class="tcp-bar{kind}" style="{shift}width:{width:.1%}"></span>'

    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in (headers[0], "", headers[1]))
    if second is not None:
        head += f'<th scope="col">{escape(headers[2])}</th>'
    body = ""
    for key, value in values.items():
        drawn, cells = bar(value, ""), f"<td>{escape(show(value))}</td>"
        if second is not None:
            other = second.get(key, 0)
            drawn += bar(other, " tcp-second")
            cells += f"<td>{escape(show(other))}</td>"
        body += (
            f'<tr><th scope="row">{escape(str(key))}</th>'
            f'<td class="tcp-bars" aria-hidden="true">{drawn}</td>{cells}</tr>'
        )
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def show_bars(
    values: Mapping[Any, float | Fraction],
    second: Mapping[Any, float | Fraction] | None = None,
    *,
    title: str = "",
    headers: Sequence[str] = ("", "", ""),
    show: Callable[[Any], str] = number,
) -> Shown:
    """A bar chart that is a table, see `bars_html`; the title says what it shows.

    >>> show_bars({"straight": 720, "flush": 1096}, title="Fewer straights", headers=["", "hands"])
    Fewer straights
              hands
    straight    720
    flush     1,096
    """
    columns = [headers[0], headers[1]] + ([headers[2]] if second is not None else [])
    rows = [
        [str(key), show(value)] + ([show(second.get(key, 0))] if second is not None else [])
        for key, value in values.items()
    ]
    html = bars_html(values, second, title=title, headers=headers, show=show)
    return Shown(html, text_table(columns, rows, title))


@dataclass(frozen=True)
class Source:
    """A piece of the package's own code, to be read in a notebook."""

    code: str

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.code}\n```"

    def __repr__(self) -> str:
        """The code as text."""
        return self.code


def source(thing: Callable[..., Any] | type) -> Source:
    """The code of a function or class as it stands in the package, without its docstring.

    >>> source(per_cent)
    def per_cent(chance: Fraction | float, digits: int = 2) -> str:
        return f"{float(chance * 100):,.{digits}f} %"
    """
    code = textwrap.dedent(inspect.getsource(thing))
    lines = code.splitlines()
    body = ast.parse(code).body[0]
    assert isinstance(body, (ast.FunctionDef, ast.ClassDef))
    if ast.get_docstring(body) is not None:
        first = body.body[0]
        del lines[first.lineno - 1 : first.end_lineno]
    return Source("\n".join(lines).strip())

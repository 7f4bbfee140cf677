"""What the rule pages claim, read from `claims.toml` and from the Monday club's printed figures."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import Any

from tcp.club.printed import printed_kinds, printed_odds
from tcp.quoting import quoted

_ENTRIES = {"page", "at", "sort", "says", "unit", "by", "with"}
_NUMERAL = r"(?:(?<!\w)[-−])?(?:[0-9]{1,3}(?: [0-9]{3})+|[0-9]+)(?:[.,][0-9]+)?"


@dataclass(frozen=True)
class Claim:
    """One thing that a page claims, and the name of the function that computes what is true."""

    name: str
    """The page and its line, and a letter where a line claims several things: "live-98"."""
    page: str
    line: int
    sort: str
    """Which sort of claim it is, such as "chance" or "pay table"."""
    says: str
    """What is claimed, in our words."""
    printed: str
    """The figure as the page prints it; empty where a sentence has none, or a cell is empty."""
    unit: str
    states: str
    """What is claimed where it is no number to be read from the printed figure."""
    about: bool
    """Whether the page itself calls it approximate or usual."""
    by: str
    """The function that knows the answer, by its dotted name in this package."""
    arguments: tuple[Any, ...]

    @property
    def figure(self) -> str:
        """The number that is claimed, with as many digits as are printed; "" for no number.

        >>> claim("straight-pays-5-13e").figure, claim("flush-pays-3-31h").figure
        ('4.9', '500')
        """
        if self.states:
            return self.states if re.fullmatch(r"-?[0-9]+", self.states) else ""
        return read_figure(self.printed, pages()[self.page]["language"])

    @property
    def shown(self) -> str:
        """The figure as printed, or in brackets why there is none to show."""
        if not self.is_stated:
            return "(empty cell)"
        return self.printed if self.printed and self.unit != "cases" else "(in words)"

    @property
    def is_stated(self) -> bool:
        """Whether the page states anything here; an empty cell doesn't."""
        return bool(self.printed or self.states)


def read_figure(printed: str, language: str) -> str:
    """The number that a printed figure means, as digits with a decimal point; "" for none.

    Digits and number words are read. Of a ratio to 1 the other number counts.

    >>> read_figure("2,5 mot 1", "nb"), read_figure("1 к 454", "ru"), read_figure("1 302 540", "nb")
    ('2.5', '454', '1302540')
    >>> read_figure("einmal in fünfhundert", "de"), read_figure("eins zu eins", "de")
    ('500', '1')

    Raises:
        ValueError: for what is no text.
    """
    if not isinstance(printed, str) or not isinstance(language, str):
        raise ValueError(
            f"{quoted(printed)}, {quoted(language)}: a figure and a language are asked for, as text"
        )
    words: dict[str, int] = _data()["words"].get(language, {})
    found: list[str] = []
    for token in re.findall(rf"{_NUMERAL}|[^\W\d_]+", printed):
        if token[-1].isdigit():
            found.append(token.replace(" ", "").replace(",", ".").replace("−", "-"))
        elif token.lower() in words:
            found.append(str(words[token.lower()]))
    others: list[str] = [number for number in found if number != "1"]
    return (others or found or [""])[0]


@cache
def _data() -> dict[str, Any]:
    file = resources.files("tcp") / "claims" / "claims.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def pages() -> dict[str, dict[str, str]]:
    """The five pages by name, each with its title and the code of its language."""
    found: dict[str, dict[str, str]] = _data()["pages"]
    return found


def _written() -> Iterator[dict[str, Any]]:
    """The claims of `claims.toml`, each with what its group says."""
    for group in _data()["group"]:
        shared = {key: value for key, value in group.items() if key != "claims"}
        for each in group["claims"]:
            merged = {"about": False, "states": "", "printed": "", **shared, **each}
            if "unit" in each and "states" not in each:  # what a group states is in its own unit
                merged["states"] = "always" if each["unit"] == "cases" else ""
            if lacks := sorted(_ENTRIES - merged.keys()):
                shown = quoted(merged.get("says"))
                raise ValueError(f"claims.toml: the claim {shown} lacks {', '.join(lacks)}")
            yield merged


def _norwegian(figure: str) -> str:
    """A figure as the club prints it: thousands set apart by spaces, and a decimal comma."""
    return f"{int(figure):,}".replace(",", " ") if figure.isdigit() else figure.replace(".", ",")


def _of_the_club() -> Iterator[dict[str, Any]]:
    """The statistics of the Monday club: counts, "1 in", and odds against improving."""
    club: dict[str, Any] = _data()["club"]
    shared = {"page": "monday-club", "about": False, "states": ""}
    for place, row in enumerate(printed_kinds()):
        kind = str(row.kind)
        for first, sort, unit, function, figure in (
            ("counts_from", "count", "hands", "hands", str(row.hands)),
            ("one_in_from", "chance", "1 in", "one_in", row.one_in),
        ):
            yield {
                **shared,
                "at": club[first] + place,
                "sort": sort,
                "unit": unit,
                "says": kind,
                "printed": _norwegian(figure),
                "by": f"tcp.claims.hands.{function}",
                "with": [5, kind],
            }
    lines = {each["situation"]: each["at"] for each in club["situations"]}
    for odds in printed_odds():
        yield {
            **shared,
            "at": lines[odds.situation],
            "sort": "improvement",
            "unit": "odds against, to 1",
            "says": f"{odds.situation}: {odds.result.replace('_', ' ')}",
            "printed": f"{_norwegian(odds.odds)} mot 1" if odds.odds else "",
            "by": "tcp.claims.club.draw_odds",
            "with": [odds.situation, odds.result],
        }


@cache
def claims() -> tuple[Claim, ...]:
    """Everything that the five pages claim, page by page and line by line.

    >>> claims()[0].name, claims()[-1].page
    ('pagat-1', 'monday-club')
    """
    order = list(pages())
    every = [*_written(), *_of_the_club()]
    every.sort(key=lambda each: (order.index(each["page"]), each["at"]))
    on_line = Counter((each["page"], each["at"]) for each in every)
    seen: Counter[tuple[str, int]] = Counter()
    made = []
    for each in every:
        where = each["page"], each["at"]
        letter = chr(ord("a") + seen[where]) if on_line[where] > 1 else ""
        seen[where] += 1
        made.append(
            Claim(
                name=f"{each['page']}-{each['at']}{letter}",
                page=each["page"],
                line=each["at"],
                arguments=tuple(each["with"]),
                **{key: each[key] for key in ("sort", "says", "printed", "unit", "states")},
                about=each["about"],
                by=each["by"],
            )
        )
    return tuple(made)


def claim(name: str) -> Claim:
    """One claim by its name.

    Raises:
        ValueError: for a name that no claim has.
    """
    for each in claims():
        if each.name == name:
            return each
    raise ValueError(f"{quoted(name)} is no claim; names are a page and a line, such as 'live-98'")


@cache
def answer(by: str, arguments: tuple[Any, ...]) -> Any:
    """What the function of this dotted name answers: the exact value.

    >>> answer("tcp.claims.hands.hands", (5, "flush"))
    5108

    Raises:
        ValueError: for a name outside of this package, or one that it doesn't have.
    """
    module, _, function = by.rpartition(".")
    if not module.startswith("tcp."):
        raise ValueError(
            f"{quoted(by)}: a claim is computed by a function of this package, tcp.….…"
        )
    try:
        return getattr(import_module(module), function)(*arguments)
    except (ModuleNotFoundError, AttributeError):
        raise ValueError(f"{quoted(by)} is no function of this package") from None

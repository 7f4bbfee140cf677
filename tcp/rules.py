"""Pay tables and house rules, read from `rulebook/*.toml` or from a file of your own."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any

from tcp.fivecard import FiveCategory
from tcp.quoting import quoted
from tcp.ranking import Category, HandRank, parse_threshold

Ratio = int | Fraction
"""What is paid for each chip staked: 4 to one, or a fraction such as 25/2."""

# A hand better than high card may be paid; Pair Plus may pay the mini royal apart.
_ANTE_BONUS_KEYS = tuple(c.name.lower() for c in Category if c > Category.HIGH_CARD)
TABLE_KEYS: Mapping[str, tuple[str, ...]] = {
    "ante_bonus": _ANTE_BONUS_KEYS,
    "pair_plus": (*_ANTE_BONUS_KEYS, "mini_royal"),
    "six_card_bonus": tuple(c.name.lower() for c in FiveCategory if c > FiveCategory.HIGH_CARD),
}
"""The hands that each pay table may name."""

LARGEST_RATIO = 1_000_000
LARGEST_FILE = 10_000  # bytes; a rules file has a few hundred
LONGEST_LINE = 1_000  # characters; a key of thousands of parts would take TOML's reader minutes
LONGEST_TEXT = 150  # characters, so that a line can hold it whatever they are
_HALF = re.compile("[\ud800-\udfff]")  # half a character, which no file can hold
_QUOTIENT = re.compile(r"([0-9]{1,100})/([0-9]{1,100})")  # "1/3", which no decimal writes exactly


class PayTable(Mapping[str, Ratio]):
    """What a bet pays for each hand, as "ratio to one": {"pair": 1, "flush": 4}.

    A hand that the table doesn't name isn't paid. Ratios are whole numbers or fractions such as
    `Fraction(25, 2)`; 0 gives the stake back. A table cannot be changed; `table | {"pair": 2}`
    gives a changed copy.

    Raises:
        ValueError: for a hand that no table of the game pays, or a ratio that is negative, over a
            million, or no exact number.
    """

    __slots__ = ("_ratios",)

    def __init__(self, ratios: Mapping[str, Ratio]) -> None:
        known = {key for keys in TABLE_KEYS.values() for key in keys}
        if not isinstance(ratios, Mapping):
            raise ValueError(
                f"{quoted(ratios)} is no pay table; write one as {{'pair': 1, 'flush': 4}}"
            )
        for key in ratios:
            if key not in known:
                raise ValueError(_unknown_key(key, "a pay table", sorted(known)))
        self._ratios = {key: _ratio(ratio, key) for key, ratio in ratios.items()}

    def __getitem__(self, key: str) -> Ratio:
        """The ratio paid for this hand."""
        return self._ratios[key]

    def __iter__(self) -> Iterator[str]:
        """The hands paid, in the order given."""
        return iter(self._ratios)

    def __len__(self) -> int:
        """How many hands are paid."""
        return len(self._ratios)

    def __hash__(self) -> int:
        """The same for tables that pay the same."""
        return hash(frozenset(self._ratios.items()))

    def __or__(self, changes: Mapping[str, Ratio]) -> PayTable:
        """A copy with some ratios changed or added.

        >>> PayTable({"pair": 1, "flush": 4}) | {"flush": 3}
        PayTable({'pair': 1, 'flush': 3})
        """
        return PayTable({**self._ratios, **changes})

    def __repr__(self) -> str:
        """The table as it could be typed."""
        return f"PayTable({self._ratios!r})"


def _unknown_key(key: object, where: str, known: Iterable[str]) -> str:
    return f"{str(key)[:40]!r} is not known in {where}; known are {', '.join(known)}"


def _ratio(ratio: Ratio, where: str) -> Ratio:
    if isinstance(ratio, bool) or not isinstance(ratio, (int, Fraction)):
        raise ValueError(
            f"{where} = {quoted(ratio)}: a ratio is from 0 to {LARGEST_RATIO:,}, a whole number or "
            'a fraction: 4, in Python also Fraction(25, 2), in a file 12.5 or "25/2"'
        )
    exact = Fraction(ratio)
    if not 0 <= exact <= LARGEST_RATIO:
        short = max(abs(exact.numerator), exact.denominator) < 10**20
        shown = exact if short else "a number too long to show"
        raise ValueError(f"{where} = {shown}: a ratio is from 0 to {LARGEST_RATIO:,}")
    return exact.numerator if exact.denominator == 1 else exact


@dataclass(frozen=True)
class Rules:
    """One house's rules. `dataclasses.replace(rules, pair_plus=PayTable({…}))` makes a variant.

    Args:
        name: what the rules are called.
        source: the page they come from.
        ante_bonus: paid on the Ante after a Play; None where the house pays none.
        pair_plus: paid on your three cards alone; None where the house doesn't offer the bet.
        six_card_bonus: paid on the best five of your three and the dealer's three, or None.
        dealer_qualifies: the weakest hand with which the dealer plays, as `parse_threshold`.
        bonus_needs_win: the Ante bonus is lost when a qualifying dealer beats the hand.
        pair_plus_survives_fold: Pair Plus is settled as usual after a fold; else it is lost.
        six_card_survives_fold: the same for the 6 Card Bonus.
        players_cards_open: players' cards lie face up, so that every box sees them.
        max_boxes: how many boxes the table has, 1 to 6.

    Raises:
        ValueError: naming the field, what came and what is accepted.
    """

    name: str
    source: str = ""
    ante_bonus: PayTable | None = None
    pair_plus: PayTable | None = None
    six_card_bonus: PayTable | None = None
    dealer_qualifies: str = "Q-high"
    bonus_needs_win: bool = False
    pair_plus_survives_fold: bool = True
    six_card_survives_fold: bool = True
    players_cards_open: bool = False
    max_boxes: int = 6

    def __post_init__(self) -> None:
        """Refuse what the game can't be played with."""
        for field in ("name", "source"):
            value = getattr(self, field)
            if not isinstance(value, str) or len(value) > LONGEST_TEXT or _HALF.search(value):
                raise ValueError(
                    f"{field} = {quoted(value)}: a text is asked for, "
                    f"of {LONGEST_TEXT} characters at most"
                )
        if not self.name.strip():
            raise ValueError(f"name = {quoted(self.name)}: rules need a name")
        for field, keys in TABLE_KEYS.items():
            object.__setattr__(self, field, _table(getattr(self, field), field, keys))
        for field in (f.name for f in fields(self) if f.type == "bool"):
            if not isinstance(getattr(self, field), bool):
                raise ValueError(
                    f"{field} = {quoted(getattr(self, field))}: true or false is asked for"
                )
        boxes = self.max_boxes
        if not isinstance(boxes, int) or isinstance(boxes, bool) or not 1 <= boxes <= 6:
            raise ValueError(f"max_boxes = {quoted(boxes)}: a table has 1 to 6 boxes")
        try:
            parse_threshold(self.dealer_qualifies)
        except ValueError as error:
            raise ValueError(f"dealer_qualifies = {error}") from None

    @property
    def qualifying_rank(self) -> HandRank:
        """The weakest hand rank with which the dealer plays."""
        return _threshold(self.dealer_qualifies)


_threshold = cache(parse_threshold)


def _table(table: object, field: str, keys: tuple[str, ...]) -> PayTable | None:
    if table is None:
        return None
    if not isinstance(table, Mapping):
        raise ValueError(f"{field} = {quoted(table)}: a table of hands and ratios is asked for")
    for key in table:
        if key not in keys:
            above = key in {each.name for each in fields(Rules)}
            hint = "; in a file it stands above the tables" if above else ""
            raise ValueError(_unknown_key(key, field, keys) + hint)
    try:
        return PayTable(table)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


RULE_NAMES: tuple[str, ...] = ("pagat", "live", "flush-pays-3", "straight-pays-5")
"""The rule sets of the course, one for each page in `source`."""


def load_rules(name_or_path: str | PathLike[str]) -> Rules:
    """The rules of this name, or else those in the TOML file at this path.

    The keys of a file are the fields of `Rules`. Only the table [ante_bonus] must be there; a side
    bet without a table isn't offered; `name` is the file's own where it gives none. What `to_toml`
    writes is such a file, and so are those in the folder tcp/rulebook.

    >>> load_rules("pagat").pair_plus
    PayTable({'pair': 1, 'flush': 4, 'straight': 6, 'three_of_a_kind': 30, 'straight_flush': 40})

    Raises:
        ValueError: for an unknown name without a file, listing the known names; for a file that
            isn't TOML, lacks a table or holds an unknown key, naming the file and the key.
    """
    named = isinstance(name_or_path, (str, PathLike))
    wanted = str(name_or_path) if named else quoted(name_or_path)
    if wanted in RULE_NAMES:
        file = resources.files("tcp") / "rulebook" / f"{wanted}.toml"
        return _parse(file.read_text(encoding="utf-8"), wanted)
    path = Path(wanted)
    known = ", ".join(RULE_NAMES)
    try:
        if not path.is_file():
            raise ValueError(f"{quoted(wanted)} is neither known rules ({known}) nor a file")
        where = wanted if wanted.isprintable() else quoted(wanted)
        with path.open("rb") as handle:
            content = handle.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"{where}: over {LARGEST_FILE:,} bytes is too long for rules")
        return _parse(content.decode("utf-8-sig"), path.stem, where)  # as Notepad may write it
    except UnicodeDecodeError:
        raise ValueError(f"{where}: not a TOML file: it is no text in UTF-8") from None
    except OSError as error:
        raise ValueError(f"{quoted(wanted)} cannot be read ({error.strerror})") from None


def parse_rules(text: str, name: str = "these rules") -> Rules:
    r"""The rules that this text in TOML writes down; `name` is theirs where the text gives none.

    A ratio is a number such as 4 or 12.5, or a quotient in quotation marks, "1/3".

    >>> parse_rules("[ante_bonus]\nstraight = 1").ante_bonus
    PayTable({'straight': 1})

    Raises:
        ValueError: as `load_rules` does for a file.
    """
    if not isinstance(text, str):
        raise ValueError(f"{quoted(text)} is no text; rules are written in TOML")
    return _parse(text.removeprefix("\ufeff"), name)


def to_toml(rules: Rules) -> str:
    """The rules as the text of a rules file, from which `parse_rules` reads equal rules.

    An Ante bonus of None is written as the empty table, which pays nothing either.

    >>> print(to_toml(Rules("at home", ante_bonus=PayTable({"straight": Fraction(3, 2)}))))
    name = "at home"
    source = ""
    dealer_qualifies = "Q-high"
    bonus_needs_win = false
    pair_plus_survives_fold = true
    six_card_survives_fold = true
    players_cards_open = false
    max_boxes = 6
    <BLANKLINE>
    [ante_bonus]
    straight = 1.5
    <BLANKLINE>

    Raises:
        ValueError: for a ratio whose fraction has more than 100 digits above or below.
    """
    check_rules(rules)
    values = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    plain = {key: value for key, value in values.items() if key not in TABLE_KEYS}
    # A rules file has the table of the Ante bonus, an empty one where no bonus is paid.
    tables = {key: values[key] for key in TABLE_KEYS if values[key] is not None}
    tables.setdefault("ante_bonus", PayTable({}))
    parts = ["".join(f"{key} = {_toml_value(value)}\n" for key, value in plain.items())]
    for key, table in tables.items():
        lines = (f"{hand} = {_toml_ratio(ratio, key)}\n" for hand, ratio in table.items())
        parts.append(f"[{key}]\n" + "".join(lines))
    return "\n".join(parts)


def _toml_value(value: str | bool | int) -> str:
    # JSON's texts, true and false are TOML's too, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_ratio(ratio: Ratio, where: str) -> str:
    written = write_ratio(ratio)
    if "/" in written and not _QUOTIENT.fullmatch(written):
        raise ValueError(f"{where}: a ratio has more digits than a rules file takes, 100")
    return f'"{written}"' if "/" in written else written


def write_ratio(ratio: Ratio) -> str:
    """A ratio as people write it: a short decimal, or else a quotient.

    >>> write_ratio(4), write_ratio(Fraction(25, 2)), write_ratio(Fraction(1, 3))
    ('4', '12.5', '1/3')
    """
    for places in range(13):
        shifted = ratio * 10**places
        if shifted.denominator == 1:
            digits = str(int(shifted)).zfill(places + 1)
            return f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"{ratio.numerator}/{ratio.denominator}"


def parse_ratio(text: str) -> Ratio:
    """A ratio that somebody typed: 4, 12.5 or 25/2.

    >>> parse_ratio("12.5")
    Fraction(25, 2)

    Raises:
        ValueError: saying what came and what is accepted.
    """
    typed = (text if isinstance(text, str) else quoted(text)).strip()
    ratio = _quotient(typed)
    if isinstance(ratio, str):
        if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", typed):
            raise ValueError(f"{typed[:40]!r} is no ratio; write a number such as 4, 12.5 or 25/2")
        ratio = Fraction(typed)
    return _ratio(ratio, "ratio")


def check_rules(rules: object) -> None:
    """Refuse what are no rules, such as the name of some."""
    if not isinstance(rules, Rules):
        raise ValueError(
            f"{quoted(rules)} are no rules; load_rules gives them, as load_rules('pagat')"
        )


def _parse(text: str, name: str, where: str | None = None) -> Rules:
    where = where or name
    # TOML ends a line at "\n" only, and a key may go on over all else that looks like an end.
    if len(text) > LARGEST_FILE or max(map(len, text.split("\n"))) > LONGEST_LINE:
        raise ValueError(
            f"{where}: too long for rules, which have {LARGEST_FILE:,} characters "
            f"and {LONGEST_LINE:,} in a line at most"
        )
    try:
        data = tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        bare = re.search(r"^[^\"'#\n]*=\s*([0-9]+/[0-9]+)", text, re.MULTILINE)
        hint = f'; a quotient stands in quotation marks, "{bare[1][:20]}"' if bare else ""
        raise ValueError(f"{where}: not a TOML file: {error}{hint}") from None
    except RecursionError:
        raise ValueError(f"{where}: not a rules file: it is nested too deeply") from None
    known = [field.name for field in fields(Rules)]
    for key in data:
        if key not in known:
            raise ValueError(f"{where}: " + _unknown_key(key, "a rules file", known))
    if "ante_bonus" not in data:
        raise ValueError(
            f"{where}: the table [ante_bonus] is missing; leave it empty where no bonus is paid"
        )
    try:
        tables = {key: _with_quotients(data[key]) for key in TABLE_KEYS if key in data}
        return Rules(**{"name": name, **data, **tables})
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _with_quotients(table: object) -> object:
    """A table with "1/3" read as the fraction; anything else is left to be refused."""
    if not isinstance(table, dict):
        return table
    return {hand: _quotient(ratio) for hand, ratio in table.items()}


def _quotient(ratio: Any) -> Any:
    found = _QUOTIENT.fullmatch(ratio) if isinstance(ratio, str) else None
    if found is None or not int(found[2]):
        return ratio
    return Fraction(int(found[1]), int(found[2]))


def _exact(text: str) -> Fraction | str:
    """A TOML float as the exact fraction it writes, 25/2 for 12.5; as text where it is no ratio."""
    try:
        number = Decimal(text)
        # A short text such as 1e999999 would be a number of a million digits.
        if not number.is_finite() or abs(number.adjusted()) > 12 or len(text) > 40:
            raise ValueError
    except (InvalidOperation, ValueError):
        return text
    return Fraction(number)

"""How cards, hands, controls and results are written in each language, from `locale/*.toml`.

A new language is a new file there; nothing in this module changes.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tcp.quoting import quoted

RANK_KEYS = (
    "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_KEYS = ("clubs", "diamonds", "hearts", "spades")

# Capitals that look alike in the two alphabets. Where both of a pair are letters of a card,
# only the company they keep can tell which was meant.
_LATIN, _CYRILLIC = "ABEKMHOPCTX", "АВЕКМНОРСТХ"
_TWIN = str.maketrans(_LATIN + _CYRILLIC, _CYRILLIC + _LATIN)


@dataclass(frozen=True)
class RankWords:
    """The words of one rank: printed letter, letters read, and its forms in a sentence."""

    letter: str
    letters: tuple[str, ...]
    name: str
    """As a noun of its own: "nine" in "nine over eight"."""
    many: str
    """As in "a pair of nines"."""
    in_card: str
    """As in "nine of hearts"."""
    words: frozenset[str]
    """Every word that a pattern may use for it, in small letters."""


@dataclass(frozen=True)
class Language:
    """One language: its code, its own name, and its words for cards and hands."""

    code: str
    name: str
    ranks: Mapping[int, RankWords]
    suits: tuple[str, ...]
    card: str
    face_down: str
    categories: Mapping[str, str]
    hands: Mapping[str, str]
    explain: Mapping[str, tuple[str, ...]]
    decimal: str
    """The sign before the decimals of a number."""
    thousands: str
    """The sign between the thousands of a number."""
    labels: Mapping[str, str]
    """What buttons, menus, headings and the cells of a table say."""
    told: Mapping[str, str]
    """Sentences of the widgets, with placeholders in braces."""
    counts: Mapping[str, tuple[str, ...]]
    """The forms of a counted noun: one and many, or one, few and many."""

    def rank_of_letter(self) -> dict[str, int]:
        """Which rank each of this language's letters stands for."""
        return {letter: rank for rank, words in self.ranks.items() for letter in words.letters}


def _read(code: str, text: str) -> Language:
    try:
        return _language(code, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        why = f"it is no TOML: {error}"
    except KeyError as missing:
        why = f"the entry {quoted(missing.args[0])} is missing"
    except (ValueError, TypeError, AttributeError, IndexError, RecursionError):
        why = "an entry is of another kind than in en.toml"
    raise ValueError(f"locale/{code}.toml is no language: {why}")


def _language(code: str, data: Mapping[str, Any]) -> Language:
    ranks = {}
    for value, key in enumerate(RANK_KEYS, start=2):
        entry = data["rank"][key]
        name, many = entry["name"], entry["many"]
        in_card = entry.get("in_card", name)
        words = {name, many, in_card, *entry.get("words", ())}
        ranks[value] = RankWords(
            letter=entry["letters"][0],
            letters=tuple(entry["letters"]),
            name=name,
            many=many,
            in_card=in_card,
            words=frozenset(word.casefold() for word in words),
        )
    return Language(
        code=code,
        name=data["name"],
        ranks=ranks,
        suits=tuple(data["suit"][key] for key in SUIT_KEYS),
        card=data["card"]["name"],
        face_down=data["card"]["face_down"],
        categories=data["category"],
        hands=data["hand"],
        explain={key: tuple(value) for key, value in data["explain"].items()},
        decimal=data["number"]["decimal"],
        thousands=data["number"]["thousands"],
        labels=data["label"],
        told=data["told"],
        counts={key: tuple(value) for key, value in data["count"].items()},
    )


@cache
def languages() -> dict[str, Language]:
    """Every language of `locale/`, by its code; English first, then in alphabetical order."""
    files = [f for f in (resources.files("tcp") / "locale").iterdir() if f.name.endswith(".toml")]
    files.sort(key=lambda file: (file.name != "en.toml", file.name))
    found = {}
    for file in files:
        code = file.name.removesuffix(".toml")
        found[code] = _read(code, file.read_text(encoding="utf-8"))
    return found


def language(code: str) -> Language:
    """The language with this code.

    >>> language("nb").ranks[12].name
    'dame'

    Raises:
        ValueError: for a code without a file, naming the codes that have one.
    """
    try:
        return languages()[code]
    except (KeyError, TypeError):
        known = ", ".join(languages())
        raise ValueError(
            f"{quoted(code)} is not a language of this course; known are {known}"
        ) from None


def label(key: str, code: str = "en") -> str:
    """What a control or a heading is called in this language.

    >>> label("deal"), label("deal", "nb")
    ('Deal', 'Del ut')

    Raises:
        ValueError: for an unknown language, or a key that no locale file has.
    """
    return _entry(language(code).labels, key, "label")


def told(key: str, code: str = "en", **values: object) -> str:
    """A widget's sentence in this language, its placeholders filled.

    >>> told("play_or_fold", stake=counted(2, "chip"))
    'Play for 2 chips more, or fold?'

    A value that is a `Count` is written with its noun.

    Raises:
        ValueError: for an unknown language, or a key that no locale file has.
    """
    written = {
        name: counted(*value, code) if isinstance(value, Count) else value
        for name, value in values.items()
    }
    return _entry(language(code).told, key, "told").format(**written)


def _entry(texts: Mapping[str, str], key: str, table: str) -> str:
    if key not in texts:
        raise ValueError(f"{quoted(key)} is not in the table [{table}] of the locale files")
    return texts[key]


class Count(NamedTuple):
    """A number with a noun of the table [count], before it is known in which language."""

    number: int | Fraction
    noun: str


def counted(number: int | Fraction, noun: str, code: str = "en", written: str = "") -> str:
    """A number with its noun in the form that this language asks for.

    >>> counted(1, "chip"), counted(-2, "chip"), counted(Fraction(3, 2), "chip")
    ('1 chip', '-2 chips', '3/2 chips')
    >>> [counted(number, "chip", "ru") for number in (1, 3, 5, 11, 21)]
    ['1 фишка', '3 фишки', '5 фишек', '11 фишек', '21 фишка']

    Args:
        number: how many; its sign doesn't change the form.
        noun: a key of the table [count].
        code: the language.
        written: the number as it shall stand there, such as "+2"; without it, plain.

    Raises:
        ValueError: for an unknown language or noun.
    """
    forms = language(code).counts.get(noun)
    if forms is None:
        raise ValueError(f"{quoted(noun)} is not in the table [count] of the locale files")
    size = abs(Fraction(number))
    if len(forms) == 2:
        form = forms[size != 1]
    elif size.denominator != 1 or (size % 10 in (2, 3, 4) and size % 100 not in (12, 13, 14)):
        form = forms[1]  # a fraction of a thing takes the case of two, three and four
    else:
        form = forms[0 if size % 10 == 1 and size % 100 != 11 else 2]
    return f"{written or number} {form}"


def numeral(written: str, code: str = "en") -> str:
    """A number that is written the English way, with the signs of this language in it.

    >>> numeral("22,100.5"), numeral("22,100.5", "de")
    ('22,100.5', '22.100,5')

    Raises:
        ValueError: for an unknown language.
    """
    words = language(code)
    return written.translate({ord(","): words.thousands, ord("."): words.decimal})


class Refusal(ValueError):
    """A refused step whose reason stands in the locale files, so that every language can tell it.

    >>> str(Refusal("box_taken", box=3, player="Kari"))
    'box 3 is taken by Kari'

    Args:
        key: of the table [told].
        values: what fills the sentence's placeholders.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(told(key, "en", **values))


class Kind(IntEnum):
    """What the kinds of hand of three and of five cards share: an order, and names in words."""

    def text(self, code: str = "en") -> str:
        """The name of the kind in this language."""
        return language(code).categories[self.name.lower()]

    def __str__(self) -> str:
        """In words: "three of a kind"."""
        return self.text()

    def __repr__(self) -> str:
        """The name without its number."""
        return self.name


@cache
def rank_letters() -> tuple[str, ...]:
    """Every letter that stands for a rank in some language, the longest first.

    >>> {"10", "T", "Kn", "Т"} <= set(rank_letters())
    True
    """
    letters = {letter for entry in languages().values() for letter in entry.rank_of_letter()}
    return tuple(sorted(letters, key=lambda letter: (-len(letter), letter)))


@cache
def _meanings(letter: str) -> dict[str, int]:
    """What the letter means, by language code; capitals and small letters are the same."""
    folded = letter.casefold()
    return {
        code: rank
        for code, entry in languages().items()
        for written, rank in entry.rank_of_letter().items()
        if written.casefold() == folded
    }


def _ranks(letter: str) -> set[int]:
    return set(_meanings(letter).values())


def _twin(letter: str) -> str | None:
    """The letter of the other alphabet that looks the same and stands for a rank, if any."""
    twin = letter.upper().translate(_TWIN)
    return twin if twin != letter.upper() and _meanings(twin) else None


def _alphabet(letter: str) -> str | None:
    """The alphabet that a rank letter is evidence for; a figure, or a Latin K, is for neither."""
    if letter.isdigit():
        return None
    if unicodedata.name(letter[0]).startswith("CYRILLIC"):
        return "Cyrillic"
    twin = _twin(letter)
    return None if twin is not None and _ranks(twin) == _ranks(letter) else "Latin"


def read_rank(letter: str, *, company: Iterable[str] = (), language_code: str | None = None) -> int:
    """The rank, 2 to 14, that a letter stands for.

    Args:
        letter: as in `rank_letters`, in capitals or small letters.
        company: all rank letters of the same text. A Latin T is a ten and a Cyrillic Т an ace,
            and they look the same: in a text that uses both alphabets either is refused.
        language_code: reads the letter as this language does. Where the language does not use
            the letter, it keeps the one meaning it has in the others.

    Raises:
        ValueError: for a letter no language has, or one that could be two cards.

    >>> read_rank("Kn"), read_rank("E"), read_rank("T"), read_rank("Т")
    (11, 14, 10, 14)
    """
    meanings = _meanings(letter)
    if not meanings:
        raise ValueError(f"{quoted(letter)} is not the letter of a rank")
    own = language(language_code).rank_of_letter() if language_code is not None else {}
    if language_code in meanings:
        return meanings[language_code]
    twin = _twin(letter)
    if twin is not None and _ranks(twin) - _ranks(letter):
        alphabets = {_alphabet(each) for each in (letter, *company)} - {None}
        if twin in own or len(alphabets) > 1:
            raise ValueError(
                f"{quoted(letter)} could be {_names(_ranks(letter) | _ranks(twin))}, since the "
                "Latin and the Cyrillic letter look the same; write 10, or A for the ace"
            )
    if len(_ranks(letter)) > 1:
        raise ValueError(
            f"{quoted(letter)} could be {_names(_ranks(letter))}; say which language it is"
        )
    return min(_ranks(letter))


def _names(ranks: Iterable[int]) -> str:
    english = language("en").ranks
    return " or ".join(english[rank].name for rank in sorted(ranks))


@cache
def rank_words() -> dict[str, int]:
    """The rank that each word stands for, in small letters, over all languages.

    A word that means two ranks in two languages is left out.

    >>> rank_words()["dame"], rank_words()["konger"], rank_words()["валет"]
    (12, 13, 11)
    """
    found: dict[str, set[int]] = {}
    for entry in languages().values():
        for rank, words in entry.ranks.items():
            for word in words.words:
                found.setdefault(word, set()).add(rank)
    return {word: min(ranks) for word, ranks in found.items() if len(ranks) == 1}

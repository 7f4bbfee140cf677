"""The languages say the same things in their own words, and a new one is a new file."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest

from tcp.cards import DECK, Card, Rank, parse_cards, parse_pattern
from tcp.languages import (
    RANK_KEYS,
    counted,
    label,
    language,
    languages,
    rank_letters,
    rank_words,
    read_rank,
    told,
)
from tcp.ranking import Category

CODES = ("en", "da", "de", "nb", "ru")
OTHERS = CODES[1:]
module: Any = importlib.import_module("tcp.languages")


def locale_file(code: str) -> dict[str, Any]:
    file = resources.files("tcp") / "locale" / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def shape(data: Any, path: str = "") -> dict[str, set[str]]:
    """Where each text stands, with the names of its placeholders; card words apart."""
    if isinstance(data, dict):
        parts = (shape(value, f"{path}/{key}") for key, value in data.items())
        return {where: fields for part in parts for where, fields in part.items()}
    if isinstance(data, list):
        parts = (shape(value, f"{path}/{place}") for place, value in enumerate(data))
        return {where: fields for part in parts for where, fields in part.items()}
    return {path: {name for _, name, _, _ in Formatter().parse(data) if name is not None}}


def without_ranks(data: dict[str, Any]) -> dict[str, Any]:
    """Without what a language may have more of: words for a rank, forms of a counted noun."""
    return {key: value for key, value in data.items() if key not in ("rank", "count")}


def test_five_languages_english_first() -> None:
    assert tuple(languages()) == CODES


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_has_the_keys_and_placeholders_of_the_english_one(code: str) -> None:
    assert shape(without_ranks(locale_file(code))) == shape(without_ranks(locale_file("en")))


@pytest.mark.parametrize("code", CODES)
def test_every_counted_noun_has_two_forms_or_three(code: str) -> None:
    counts = locale_file(code)["count"]
    assert set(counts) == set(locale_file("en")["count"])
    assert {len(forms) for forms in counts.values()} == {3 if code == "ru" else 2}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 фишек"),
        (1, "1 фишка"),
        (-1, "-1 фишка"),
        (2, "2 фишки"),
        (4, "4 фишки"),
        (5, "5 фишек"),
        (11, "11 фишек"),
        (12, "12 фишек"),
        (14, "14 фишек"),
        (21, "21 фишка"),
        (22, "22 фишки"),
        (111, "111 фишек"),
        (Fraction(1, 2), "1/2 фишки"),
    ],
)
def test_a_noun_is_counted_in_the_form_russian_asks_for(number: int | Fraction, text: str) -> None:
    assert counted(number, "chip", "ru") == text


def test_what_no_locale_file_holds_is_refused() -> None:
    for lookup in (label, told):
        with pytest.raises(ValueError, match="'nonsense' is not in the table"):
            lookup("nonsense")
        with pytest.raises(ValueError, match="known are en"):
            lookup("deal", "xx")
    with pytest.raises(ValueError, match=r"'nonsense' is not in the table \[count\]"):
        counted(1, "nonsense")


@pytest.mark.parametrize("code", CODES)
def test_every_rank_has_its_words(code: str) -> None:
    ranks = locale_file(code)["rank"]
    assert tuple(ranks) == RANK_KEYS
    for entry in ranks.values():
        assert set(entry) <= {"letters", "name", "many", "in_card", "words"}
        assert entry["letters"]
        assert entry["name"]
        assert entry["many"]


@pytest.mark.parametrize("code", CODES)
def test_no_letter_and_no_name_stands_for_two_ranks(code: str) -> None:
    ranks = language(code).ranks
    letters = [letter for words in ranks.values() for letter in words.letters]
    assert len(letters) == len(set(letters)) == len(language(code).rank_of_letter())
    assert len({words.name for words in ranks.values()}) == 13
    assert len({words.in_card for words in ranks.values()}) == 13


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_is_translated(code: str) -> None:
    """Words may be the same in two languages, but not the sentences."""
    english, other = language("en"), language(code)
    assert all(other.explain[key] != texts for key, texts in english.explain.items())
    assert not set(english.suits) & set(other.suits)
    assert other.name != english.name
    assert other.face_down != english.face_down


@pytest.mark.parametrize("code", CODES)
def test_every_card_has_a_name_of_its_own(code: str) -> None:
    names = {card.name(code) for card in DECK}
    assert len(names) == 52
    assert not any("{" in name for name in names)


def test_names_as_they_are_said() -> None:
    queen = Card.parse("Q♥")
    said = {code: queen.name(code) for code in CODES}
    assert said == {
        "en": "queen of hearts",
        "da": "hjerter dame",
        "de": "Herz-Dame",
        "nb": "hjerter dame",
        "ru": "дама червей",
    }
    assert Card.parse("9♠").name("da") == "spar ni"
    assert Category.STRAIGHT.text("de") == "Straße"


@pytest.mark.parametrize("code", ["xx", "", "EN", "english", None, 3, ["en"]])
def test_an_unknown_language_lists_the_known_ones(code: Any) -> None:
    with pytest.raises(ValueError, match="is not a language of this course") as refusal:
        language(code)
    assert repr(code) in str(refusal.value)
    assert all(known in str(refusal.value) for known in CODES)


def test_letters_come_longest_first_so_that_kn_is_not_read_as_k() -> None:
    lengths = [len(letter) for letter in rank_letters()]
    assert lengths == sorted(lengths, reverse=True)
    assert "".join(letter for letter in rank_letters() if letter.isdigit()).count("10") == 1


@pytest.mark.parametrize(
    ("letter", "rank"),
    [
        ("10", 10), ("T", 10), ("J", 11), ("Kn", 11), ("B", 11), ("В", 11), ("Q", 12), ("D", 12),
        ("Д", 12), ("K", 13), ("К", 13), ("A", 14), ("E", 14), ("Т", 14), ("А", 14),
    ],
)  # fmt: skip
def test_every_court_letter_in_capitals_and_small(letter: str, rank: int) -> None:
    assert read_rank(letter) == read_rank(letter.lower()) == rank


@pytest.mark.parametrize(
    ("letter", "company", "rank"),
    [
        ("T", ("K", "9"), 10),  # a Latin K is no sign of either alphabet
        ("Т", ("K", "9"), 14),
        ("Т", ("К", "Д"), 14),
        ("T", ("Q", "J"), 10),
        ("T", ("Q", "К"), None),
        ("T", ("Д",), None),
        ("Т", ("Q",), None),
        ("T", ("Т",), None),
        ("Т", ("T",), None),
    ],
)
def test_latin_and_cyrillic_t(letter: str, company: tuple[str, ...], rank: int | None) -> None:
    """T is a ten, Т an ace; a text that writes in both alphabets is asked to say which."""
    if rank is not None:
        assert read_rank(letter, company=company) == rank
        return
    with pytest.raises(ValueError, match="could be ten or ace") as refusal:
        read_rank(letter, company=company)
    assert "write 10, or A" in str(refusal.value)


def test_a_language_settles_what_its_own_letter_means() -> None:
    assert read_rank("Т", company=("Q",), language_code="ru") == 14
    assert read_rank("T", company=("Д",), language_code="en") == 10
    for letter, code in (("T", "ru"), ("Т", "nb")):  # the letter the language does *not* have
        with pytest.raises(ValueError, match="could be ten or ace"):
            read_rank(letter, language_code=code)


def test_a_letter_foreign_to_the_language_keeps_its_one_meaning() -> None:
    assert read_rank("E", language_code="de") == 14
    assert read_rank("B", language_code="en") == 11


@pytest.mark.parametrize("letter", ["", "X", "1", "0", "11", "QQ", "♥"])
def test_no_letter_of_a_rank(letter: str) -> None:
    with pytest.raises(ValueError, match="is not the letter of a rank"):
        read_rank(letter)


@pytest.mark.parametrize("code", CODES)
def test_words_of_every_language_are_read(code: str) -> None:
    for rank, words in language(code).ranks.items():
        for word in words.words:
            assert rank_words().get(word, rank) == rank
        assert rank_words()[words.name.casefold()] == rank


# --- a language more ---------------------------------------------------------------------------

FRENCH = {"name": "Français", "jack": "V", "queen": "D", "king": "R", "ace": "A"}
DUTCH = {"name": "Nederlands", "jack": "B", "queen": "V", "king": "H", "ace": "A"}


def translated(words: dict[str, str]) -> str:
    """The English file with other court cards: what somebody adding a language would begin with."""
    text = (resources.files("tcp") / "locale" / "en.toml").read_text(encoding="utf-8")
    for key, letter in (("jack", "J"), ("queen", "Q"), ("king", "K"), ("ace", "A")):
        written = f'[rank.{key}]\nletters = ["{letter}"]'
        assert written in text
        text = text.replace(written, f'[rank.{key}]\nletters = ["{words[key]}"]')
    return text.replace('name = "English"', f'name = "{words["name"]}"')


def forget() -> None:
    for kept in (module.languages, module.rank_letters, module._meanings, module.rank_words):
        kept.cache_clear()


@pytest.fixture
def add_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, dict[str, str]], None]]:
    """A copy of the folder to which languages can be added; nothing else is told of them."""
    folder = tmp_path / "locale"
    folder.mkdir()
    for code in CODES:
        text = (resources.files("tcp") / "locale" / f"{code}.toml").read_text(encoding="utf-8")
        (folder / f"{code}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "resources", SimpleNamespace(files=lambda package: tmp_path))

    def add(code: str, words: dict[str, str]) -> None:
        (folder / f"{code}.toml").write_text(translated(words), encoding="utf-8")
        forget()

    forget()
    yield add
    monkeypatch.undo()
    forget()


def test_a_new_file_is_a_new_language(add_language: Callable[[str, dict[str, str]], None]) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse("V♥")
    add_language("fr", FRENCH)
    assert tuple(languages()) == ("en", "da", "de", "fr", "nb", "ru")
    assert parse_cards("V♥ R♠ D♦") == parse_cards("J♥ K♠ Q♦")
    assert parse_pattern("V-8-3") == (Rank.JACK, Rank.EIGHT, Rank.THREE)
    assert Card.parse("J♥").text("fr") == "V♥"
    assert all(Card.parse(card.text("fr"), "fr") == card for card in DECK)


def test_a_letter_of_two_languages_then_asks_for_the_language(
    add_language: Callable[[str, dict[str, str]], None],
) -> None:
    add_language("fr", FRENCH)
    add_language("nl", DUTCH)
    with pytest.raises(ValueError, match="say which language it is") as refusal:
        parse_cards("9♦ V♥")
    assert "'V♥', card 2 of '9♦ V♥'" in str(refusal.value)
    assert "jack or queen" in str(refusal.value)
    with pytest.raises(ValueError, match="jack or queen"):
        parse_pattern("V-8-3")
    with pytest.raises(ValueError, match="jack or queen"):
        Card.parse("V♥", "en")  # English has no V and cannot tell
    assert Card.parse("V♥", "fr") == Card.parse("J♥")
    assert Card.parse("V♥", "nl") == Card.parse("Q♥")
    assert parse_pattern("V-8-3", "nl") == (Rank.QUEEN, Rank.EIGHT, Rank.THREE)
    assert parse_cards("D♥ B♠") == parse_cards("Q♥ J♠")  # the others are as clear as before


def test_the_added_languages_are_gone_again() -> None:
    assert tuple(languages()) == CODES

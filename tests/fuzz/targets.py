"""What reads text in the package: each reader with seeds, and what must hold of any text at all.

A reader answers, or refuses with a `ValueError` of our own; what it answers is written down and
read again where the package can write it. Nothing else may happen, and not after a long time.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from tcp import languages, table
from tcp.cards import Card, parse_cards, parse_pattern
from tcp.checks import check, exercises
from tcp.claims.book import claim, claims, read_figure
from tcp.claims.digits import digits, last_place
from tcp.club import opponents, record
from tcp.club.bicycle import Form
from tcp.club.hand import Hand
from tcp.club.printed import rounds_to
from tcp.club.setting import Setting
from tcp.club.steps import Step
from tcp.conformance import KINDS_ASKED, Question, judge, questions
from tcp.conformance.questions import number
from tcp.conformance.running import _answers, arguments
from tcp.payouts import Bets, Decision
from tcp.ranking import parse_threshold, write_threshold
from tcp.rules import RULE_NAMES, load_rules, parse_ratio, parse_rules, to_toml, write_ratio
from tcp.widgets import condition, draw, glimpse
from tcp.widgets.night import LIMITS, NightLab
from tcp.widgets.panel import typed_cards, typed_hands
from tcp.widgets.paytable import parse_table
from tcp.widgets.predict import Predict
from tcp.widgets.settlement import read_round
from tcp.widgets.sixcards import parse_pays

CODES = ("en", "nb", "da", "de", "ru")
LONGEST_SENTENCE = 700  # characters
ASKED = [question for kind in KINDS_ASKED for question in questions(kind)[:2]]

# What Python and its libraries say of faults of their own; it tells nobody what to write instead.
FOREIGN = re.compile(
    r"Exceeds the limit|invalid literal|object is not|has no attribute|must be str|unhashable|"
    r"not supported between|codec can't|to unpack|out of range|Expecting |embedded null|"
    r"hexadecimal number|surrogates not|recursion depth|missing \d+ required|unexpected keyword"
)

Call = Callable[[], object]


class Target(NamedTuple):
    """A reader: the calls that it makes of a text, and texts that are right."""

    calls: Callable[[str], Iterator[Call]]
    seeds: Callable[[], list[str]]


def refused(call: Call) -> str | None:
    """The sentence with which a call is refused; None where it answers.

    Raises:
        AssertionError: for a sentence that is empty, long, Python's own, or can't be shown. Any
            other exception is passed on.
    """
    try:
        call()
    except ValueError as refusal:
        said = str(refusal)
    else:
        return None
    lines = said.split("\n")  # what a program said before it failed has several
    assert len(said) > 15, f"it says nothing: {said!a}"
    assert len(lines) < 10, f"{len(lines)} lines: {said[:300]!a}"
    assert max(map(len, lines)) <= LONGEST_SENTENCE, f"of {len(said):,} characters: {said[:300]!a}"
    assert not FOREIGN.search(said), f"no sentence of ours: {said!a}"
    assert all(map(str.isprintable, lines)), f"it can't be shown: {said!a}"
    return said


def try_text(name: str, text: str) -> list[str]:
    """Give a text to a target; the sentences with which it was refused."""
    return [said for call in TARGETS[name].calls(text) if (said := refused(call)) is not None]


# --- cards, and what is typed into fields --------------------------------------------------------


def _cards(text: str) -> Iterator[Call]:
    def again() -> None:
        found = parse_cards(text)
        for code in CODES:
            assert parse_cards(" ".join(card.text(code) for card in found), code) == found

    yield again
    yield lambda: Card.parse(text)
    for code in CODES:
        yield lambda code=code: parse_cards(text, code)  # type: ignore[misc]


def _patterns(text: str) -> Iterator[Call]:
    def again() -> None:
        found = parse_pattern(text)
        assert parse_pattern("-".join(map(str, found)), "en") == found

    def threshold() -> None:
        found = parse_threshold(text)
        for code in ("en", "nb"):
            written = write_threshold(text, code)
            assert code != "en" or parse_threshold(written) == found

    yield again
    yield threshold
    yield lambda: parse_pattern(text, "ru")
    for code in CODES:
        yield lambda code=code: languages.read_rank(text, language_code=code)  # type: ignore[misc]


@cache
def _guess() -> Predict:
    return Predict("share")


def _fields(text: str) -> Iterator[Call]:
    first, _, second = text.partition("|")
    guess = _guess()
    stakes = {"ante": first, "pair_plus": second, "six_card_bonus": ""}
    for code in ("en", CODES[len(text) % len(CODES)]):
        for call in (
            lambda code: typed_hands((first, second), ("yours", "theirs"), code),
            lambda code: typed_cards(text, "cards", 0, 5, code),
            lambda code: glimpse._read((first, second, ""), code),
            lambda code: draw._read((first, second), code),
            lambda code: draw._read_points(text, code),
            lambda code: read_round(load_rules("live"), stakes, ("Qh 6d 4c", "Kh 9d 2c"), code),
            lambda code: NightLab._whole(SimpleNamespace(code=code), text, min(LIMITS)),  # type: ignore[arg-type]
        ):
            yield lambda call=call, code=code: call(code)  # type: ignore[misc]
    yield lambda: condition._cards(text, "dead cards")
    yield lambda: parse_table(text)
    yield lambda: parse_pays(text)
    yield lambda: guess._with_unit(guess._read(text))


def _ratios(text: str) -> Iterator[Call]:
    def again() -> None:
        found = parse_ratio(text)
        assert parse_ratio(write_ratio(found)) == found

    yield again


# --- files ---------------------------------------------------------------------------------------


def _rules(text: str) -> Iterator[Call]:
    def again() -> None:
        found = parse_rules(text)
        assert parse_rules(to_toml(found)) == found

    def of_file() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "house.toml")
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            load_rules(path)

    yield again
    with suppress(UnicodeEncodeError):  # a half character that no byte stands for
        text.encode("utf-8", "surrogateescape")
        yield of_file
    if len(text) < 300:
        yield lambda: load_rules(text)


def _fitted(text: str) -> str:
    """A record with the commitment and the check that fit it, as a forger would write them."""
    with suppress(Exception):
        data = json.loads(text)
        data.pop("check", None)
        with suppress(Exception):
            rules, salt = parse_rules(data["rules"]), bytes.fromhex(data["salt"])
            data["commitment"] = table.Round(rules, int(data["seed"]), salt=salt).commitment
        return table.write_record(data)
    return text


def _rounds(text: str) -> Iterator[Call]:
    def again() -> None:
        found = table.Round.replay(_fitted(text))
        assert table.Round.replay(found.record()).record() == found.record()

    yield again
    yield lambda: table.Round.replay(text)


def _hands(text: str) -> Iterator[Call]:
    def again() -> None:
        found = record.replay(_fitted(text))
        assert record.record(record.replay(record.record(found))) == record.record(found)

    yield again
    yield lambda: record.replay(text)


def _steps(text: str) -> Iterator[Call]:
    def again() -> None:
        found = Step.parse(text)
        assert Step.parse(found.text()) == found

    yield again


def _locale(text: str) -> Iterator[Call]:
    yield lambda: languages._read("xx", text)


# --- what another program or a page says, and names ----------------------------------------------


def _answered(text: str) -> Iterator[Call]:
    data = text.encode("utf-8", "replace")
    lines = text.split("\n")[: len(ASKED)]
    yield lambda: judge(ASKED, _answers(data, ASKED, 0, b""))
    yield lambda: _answers(b"", ASKED, 1, data)
    yield lambda: judge(ASKED[: len(lines)], lines)
    yield lambda: number(text)
    yield lambda: arguments(text)


def _figures(text: str) -> Iterator[Call]:
    for code in CODES:
        yield lambda code=code: read_figure(text, code)  # type: ignore[misc]
    yield lambda: digits(text, Fraction(5525, 12))
    yield lambda: last_place(text)
    yield lambda: rounds_to(Fraction(5525, 12), text)


def _names(text: str) -> Iterator[Call]:
    yield lambda: languages.language(text)
    yield lambda: languages.label(text)
    yield lambda: languages.counted(2, text)
    yield lambda: languages.numeral(text, "de")
    yield lambda: check(text, ...)
    yield lambda: claim(text)
    yield lambda: questions(text)
    yield lambda: table.check_name(text)


# --- seeds ---------------------------------------------------------------------------------------


def _rule_texts() -> list[str]:
    folder = resources.files("tcp") / "rulebook"
    files = [(folder / f"{name}.toml").read_text("utf-8") for name in RULE_NAMES]
    return [*files, *(to_toml(load_rules(name)) for name in RULE_NAMES)]


def _round_records() -> list[str]:
    found = []
    for seed, name in enumerate(RULE_NAMES):
        one = table.Round(load_rules(name), seed, salt=bytes(16))
        for box in range(1 + seed):
            one.bet(f"Player {box}" if seed % 2 else "Kari", Bets(2 + box, pair_plus=box))
        one.deal()
        if seed == 1:
            one.malfunction("a card fell")
        while one.turn is not None:
            one.decide(one.turn, Decision.PLAY if one.turn % 2 else Decision.FOLD)
        found.append(one.record())
    return found


def _hand_records() -> list[str]:
    found = []
    for seed, form in enumerate([*Form, Form.DRAW]):
        rung = 0 if form is Form.DRAW and seed else None
        hand = Hand(Setting(["Kari", "Ola", "Siv"], [20, 20, 9], 0, form, rung=rung, seed=seed))
        players: list[opponents.Opponent] = [opponents.CAREFUL, opponents.BOLD, opponents.CHANCE]
        opponents.play_on(hand, players, random.Random(seed))
        found.append(record.record(hand))
    return found


def _step_texts() -> list[str]:
    texts = [line for text in _hand_records() for line in json.loads(text)["steps"]]
    return sorted({line.split(" ", 1)[1] for line in texts})


def _right(question: Question) -> str:
    return f"{question.answer} 12" if question.kind == "rank" else question.answer


def _locale_texts() -> list[str]:
    """The locale files with a few labels and sentences, since reading all takes its time."""
    folder = resources.files("tcp") / "locale"
    found = []
    for code in CODES:
        tables = re.split(r"\n(?=\[)", (folder / f"{code}.toml").read_text("utf-8"))
        long = [each.startswith(("[label]", "[told]")) for each in tables]
        kept = [
            each[: each.find("\n", 100)] if cut else each
            for each, cut in zip(tables, long, strict=True)
        ]
        found.append("\n".join(kept))
    return found


TARGETS: dict[str, Target] = {
    "cards": Target(
        _cards,
        lambda: ["Qh 6d 4c", "D♥, 8♥; 3♠", "2♦2♠К♣", "Kn♣ E♠ Д♥", "Т♠ 10h", "Q♥️6♦4♣︎", "⑩♠ ad"],
    ),
    "patterns": Target(
        _patterns, lambda: ["Q-6-4", "8–8–dame", "Qx6x4x", "Q-high", "D-K-A", "валет-2-Дx", "es"]
    ),
    "fields": Target(
        _fields,
        lambda: ["Qh 6d 4c|Kh 9d 2c", "5|2", "1-4-6-30-40", "7-10-15-20-100-200-1000", "240",
                 "22,100.5", "25 %", "1/4", "1 2 3 4 5 6 7 8 9", "8c 8d Kh Js 3c|Qh"],
    ),
    "ratios": Target(_ratios, lambda: ["4", "12.5", "25/2", "1/3", "0", "999999.999999"]),
    "rules": Target(_rules, _rule_texts),
    "rounds": Target(_rounds, _round_records),
    "hands": Target(_hands, _hand_records),
    "steps": Target(_steps, _step_texts),
    "locale": Target(_locale, _locale_texts),
    "answers": Target(
        _answered,
        lambda: ["\n".join(map(_right, ASKED)) + "\n", "skip\n" * len(ASKED), "python3 'a b.py'"],
    ),
    "figures": Target(
        _figures, lambda: [*sorted({each.printed for each in claims() if each.printed}), "2.85"]
    ),
    "names": Target(
        _names, lambda: ["nb", "deal", "chip", "22,100.5", min(exercises("01")), "live-98", "rank"]
    ),
}  # fmt: skip
"""Every reader by name."""

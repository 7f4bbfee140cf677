"""The stored questions with their right answers, and what a program may answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import Any

from tcp.cards import DECK, Card
from tcp.quoting import quoted
from tcp.ranking import Category

FILES: Mapping[str, str] = {
    "rank": "hands.jsonl",
    "compare": "showdowns.jsonl",
    "settle": "settlements.jsonl",
    "edge": "edges.jsonl",
}
FAULTS = "faults.jsonl"

KINDS_ASKED = tuple(FILES)
"""What is asked: `rank`, `compare`, `settle`, `edge`."""

SKIP = "skip"
"""The answer of a program that doesn't do this."""

CARD_CODES = {f"{'23456789TJQKA'[card.rank - 2]}{'cdhs'[card.suit]}": card for card in DECK}
CODES = {card: code for code, card in CARD_CODES.items()}


def in_code(cards: Sequence[Card]) -> str:
    """The cards as the files write them.

    >>> from tcp.cards import parse_cards
    >>> in_code(parse_cards("10♥ 2♣ A♠"))
    'Th2cAs'
    """
    return "".join(CODES[card] for card in cards)


def from_code(text: str) -> tuple[Card, ...]:
    """The cards of such a code."""
    return tuple(CARD_CODES[text[at : at + 2]] for at in range(0, len(text), 2))


@dataclass(frozen=True)
class Question:
    """One line to ask, its right answer, and what it was made from.

    Attributes:
        kind: one of `KINDS_ASKED`.
        words: the line as the program gets it.
        answer: the right answer as text; a category's word, 1, 0 or -1, or an exact number.
        hands: the hands in it.
        data: the stored line; for a hand, its place in the order.
    """

    kind: str
    words: str
    answer: str
    hands: tuple[tuple[Card, ...], ...]
    data: Mapping[str, Any]


def _lines(file: str) -> Iterator[dict[str, Any]]:
    text = resources.files("tcp.conformance").joinpath(file).read_text("utf-8")
    return (json.loads(line) for line in text.splitlines())


def _spaced(code: str) -> str:
    return " ".join(code[at : at + 2] for at in range(0, len(code), 2))


def _ranks(line: dict[str, Any]) -> Iterator[Question]:
    for code in line["hands"].split():
        data = {"order": line["order"]}
        yield Question("rank", f"rank {_spaced(code)}", line["category"], (from_code(code),), data)


def _compares(line: dict[str, Any]) -> Iterator[Question]:
    codes = line["hand"], line["other"]
    words = f"compare {' '.join(map(_spaced, codes))}"
    hands = from_code(codes[0]), from_code(codes[1])
    yield Question("compare", words, str(line["result"]), hands, line)


def _settles(line: dict[str, Any]) -> Iterator[Question]:
    stakes = " ".join(map(str, line["bets"]))
    codes = line["player"], line["dealer"]
    words = f"settle {line['rules']} {stakes} {line['decision']} {' '.join(map(_spaced, codes))}"
    hands = from_code(codes[0]), from_code(codes[1])
    yield Question("settle", words, str(line["net"]), hands, line)


def _edges(line: dict[str, Any]) -> Iterator[Question]:
    words = f"edge {line['rules']} {line['bet']}"
    yield Question("edge", words, line["house_edge"], (), line)


_READ: Mapping[str, Callable[[dict[str, Any]], Iterator[Question]]] = {
    "rank": _ranks,
    "compare": _compares,
    "settle": _settles,
    "edge": _edges,
}


def questions(*kinds: str) -> list[Question]:
    """The stored questions of these kinds, in the order in which they are asked.

    >>> print(questions("compare")[0].words)
    compare 2c 3c 5d 2d 3d 5c

    Raises:
        ValueError: for another kind.
    """
    for kind in kinds:
        if kind not in FILES:
            raise ValueError(f"{quoted(kind)} is not asked here; take {', '.join(KINDS_ASKED)}")
    return [
        question for kind in kinds for line in _lines(FILES[kind]) for question in _READ[kind](line)
    ]


def asked_questions(asked: Sequence[Question]) -> Sequence[Question]:
    """The questions, once it is seen that they are some.

    Raises:
        ValueError: for anything else.
    """
    if not isinstance(asked, Sequence) or not all(isinstance(each, Question) for each in asked):
        raise ValueError("a list of questions is asked for, as questions() gives it")
    return asked


@dataclass(frozen=True)
class KnownFault:
    """A kind of fault, and what a program with it answers wrongly.

    Attributes:
        key: its name in `tcp.bugs.BUGS` or `tcp.bugs.payments.PAYMENTS`.
        title: what goes wrong, in a few words.
        answers: by kind of question, the wrong answer to each question that it gets wrong.
    """

    key: str
    title: str
    answers: Mapping[str, Mapping[str, str]]


def known_faults() -> list[KnownFault]:
    """Every kind of fault that the questions can tell apart: `BUGS` and then `PAYMENTS`."""
    words = {
        kind: [question.words for question in questions(kind)] for kind in ("compare", "settle")
    }
    found = []
    for line in _lines(FAULTS):
        answers = {
            kind: {
                words[kind][place]: answer
                for answer, places in line[kind].items()
                for place in places
            }
            for kind in words
        }
        answers["rank"] = {
            f"rank {_spaced(code)}": category
            for category, codes in line["rank"].items()
            for code in codes.split()
        }
        found.append(KnownFault(line["key"], line["title"], answers))
    return found


# --- answers -------------------------------------------------------------------------------------

ACCEPTED: Mapping[str, str] = {
    "rank": f"one of {', '.join(each.name.lower() for each in Category)}, and if you like a number "
    "behind it that is larger for a better hand",
    "compare": "1, 0 or -1",
    "settle": "the net in chips, such as 4, -2 or 7/2",
    "edge": "a quotient such as -1/30, or a decimal number with four digits or more",
}
"""What is understood as an answer to each kind of question."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{0,40}|/[0-9]{1,40})?")
_CATEGORIES = {each.name.lower() for each in Category}


def number(text: str) -> Fraction | None:
    """The exact number that is written, or None.

    >>> number("-2/3"), number("0.5"), number("4-"), number("1/0")
    (Fraction(-2, 3), Fraction(1, 2), None, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text.rstrip("."))
    except ZeroDivisionError:
        return None


def understood(question: Question, answer: str) -> str | None:
    """The answer in the form of the right one; None where it can't be read."""
    words = answer.split()
    if words == [SKIP]:
        return SKIP
    if question.kind == "rank":
        word = words[0].casefold() if words else ""
        extra_fine = len(words) == 1 or (len(words) == 2 and number(words[1]) is not None)
        return word if word in _CATEGORIES and extra_fine else None
    found = number(words[0]) if len(words) == 1 else None
    if found is None or (question.kind == "compare" and found not in (-1, 0, 1)):
        return None
    return _like(found, words[0], question.answer) if question.kind == "edge" else str(found)


def _like(found: Fraction, written: str, right: str) -> str:
    """The right edge where this one agrees with it to the digits written, four at least."""
    _, dot, decimals = written.partition(".")
    if (
        dot
        and len(decimals) >= 4
        and abs(found - Fraction(right)) <= Fraction(1, 10 ** len(decimals))
    ):
        return right
    return str(found)


def score(answer: str) -> Fraction | None:
    """The number behind a category, where there is one."""
    words = answer.split()
    return number(words[1]) if len(words) == 2 else None

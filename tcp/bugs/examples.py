"""The smallest inputs on which tests fail, as data that can be stored, drawn and said."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tcp.bugs.cases import Hand
from tcp.cards import DECK
from tcp.languages import label, numeral, told
from tcp.payouts import Bets, Decision
from tcp.ranking import Category
from tcp.view import number, per_cent

DEALT = 4_000
"""How many rounds the test of the deal looks at."""

Value = int | Fraction | Category


class Example(NamedTuple):
    """An input on which a test fails, with what the program says and what is right.

    Attributes:
        test: the name of the test.
        wrong: what the program says. For a deal, the round; for a simulation, rounds enough.
        right: what is right. For a deal, the round that came before; 0 where there is nothing.
        hands: the cards in it, the player's first; one card where a deal favours that.
        of: the category that was counted; of a fault in a deal "twice", "again" or "place".
        place: where a deal puts its favourite, from 1 to 6.
        bets, decision: of a round that was settled.
    """

    test: str
    wrong: Value
    right: Value
    hands: tuple[Hand, ...] = ()
    of: str = ""
    place: int = 0
    bets: Bets | None = None
    decision: Decision | None = None

    def text(self, code: str = "en") -> str:
        """It in one sentence.

        >>> from tcp.cards import parse_cards
        >>> hands = parse_cards("2♣ 2♦ 3♣"), parse_cards("2♥ 2♠ 4♣")
        >>> Example("pairwise order", 0, -1, hands).text()
        'The program says: 2♣ 2♦ 3♣ ties 2♥ 2♠ 4♣. In truth: 2♣ 2♦ 3♣ loses to 2♥ 2♠ 4♣.'
        """
        if self.test == "pairwise order":
            said, true = (self._verdict(result, code) for result in (self.wrong, self.right))
            return told("bug_pair", code, said=said, true=true)
        key = f"bug_deal_{self.of}" if self.test == "deals" else _SENTENCES[self.test]
        return told(key, code, **self._words(code))

    def _verdict(self, result: Value, code: str) -> str:
        key = {1: "bug_beats", 0: "bug_ties", -1: "bug_loses"}[int(result)]
        hand, other = (_written(cards, code) for cards in self.hands)
        return told(key, code, hand=hand, other=other)

    def _words(self, code: str) -> dict[str, object]:
        hands = [_written(cards, code) for cards in self.hands]
        words: dict[str, object] = dict(zip(("hand", "other"), hands, strict=False))
        for name, value in (("wrong", self.wrong), ("right", self.right)):
            words[name] = _value(value, self.test, code)
        words |= {"place": self.place, "rounds": number(DEALT, code)}
        if self.test == "census":
            words["category"] = Category[self.of.upper()].text(code)
        if self.bets is not None and self.decision is not None:
            words |= {"ante": self.bets.ante, "pair_plus": self.bets.pair_plus}
            words["decision"] = label(self.decision.value, code)
        return words


_SENTENCES: Mapping[str, str] = {
    "census": "bug_census",
    "every hand": "bug_hand",
    "house edge": "bug_edge",
    "settlement": "bug_settled",
    "simulation": "bug_enough",
}


def _written(cards: Hand, code: str) -> str:
    return " ".join(card.text(code) for card in cards)


def _value(value: Value, test: str, code: str) -> str:
    if isinstance(value, Category):
        return value.text(code)
    if test == "house edge":
        return numeral(per_cent(Fraction(value), 4), code)
    return number(value, code)


# --- stored --------------------------------------------------------------------------------------


def to_data(example: Example) -> dict[str, Any]:
    """The example as JSON can hold it: cards as numbers, fractions and categories as words."""
    data: dict[str, Any] = {"wrong": _stored(example.wrong), "right": _stored(example.right)}
    if example.hands:
        data["hands"] = [[card.index for card in hand] for hand in example.hands]
    if example.of:
        data["of"] = example.of
    if example.place:
        data["place"] = example.place
    if example.bets is not None and example.decision is not None:
        data["bets"] = [*vars(example.bets).values()]
        data["decision"] = example.decision.value
    return data


def from_data(test: str, data: Mapping[str, Any]) -> Example:
    """The example of a test that was stored.

    >>> example = Example("every hand", Category.FLUSH, Category.STRAIGHT_FLUSH, (DECK[:3],))
    >>> from_data("every hand", to_data(example)) == example
    True
    """
    return Example(
        test,
        _read(data["wrong"]),
        _read(data["right"]),
        tuple(tuple(DECK[index] for index in hand) for hand in data.get("hands", ())),
        data.get("of", ""),
        data.get("place", 0),
        Bets(*data["bets"]) if "bets" in data else None,
        Decision(data["decision"]) if "decision" in data else None,
    )


def _stored(value: Value) -> int | str:
    if isinstance(value, Category):
        return value.name.lower()
    return str(value) if isinstance(value, Fraction) else value


def _read(stored: int | str) -> Value:
    if isinstance(stored, int):
        return stored
    return Category[stored.upper()] if stored.replace("_", "").isalpha() else Fraction(stored)

"""The forms of the game: the ordinary draw, and sykkel, memphis and stud of a bicycle round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from tcp.cards import Card
from tcp.club.ranking import part_rank
from tcp.fivecard import FiveCategory, FiveRank
from tcp.quoting import quoted

BET, DRAW = "betting", "drawing"


class Form(Enum):
    """The four forms of the club's poker."""

    DRAW = "draw"
    SYKKEL = "sykkel"
    MEMPHIS = "memphis"
    STUD = "stud"


PLANS: Mapping[Form, tuple[str, ...]] = {
    Form.DRAW: ("hhhhh", BET, DRAW, BET),
    Form.SYKKEL: ("hho", BET, "o", BET, "o", BET, "oh", BET),
    Form.MEMPHIS: ("hhhhh", DRAW, BET),
    Form.STUD: ("h", BET, "o", BET, "o", BET, "o", BET, "o", BET),
}
"""What happens in turn: h is a hidden card for each player, o an open one."""
TABLE_CARDS = 2  # of memphis
_BICYCLE = (Form.SYKKEL, Form.MEMPHIS, Form.STUD)


def is_full_hand(rank: FiveRank) -> bool:
    """Whether a hand is one of the *fullhender*: a straight or better.

    >>> is_full_hand(FiveRank(FiveCategory.THREE_OF_A_KIND, ()))
    False
    """
    if not isinstance(rank, FiveRank):
        raise ValueError(f"{quoted(rank)} is no FiveRank; rank_five(cards) gives it")
    return rank.category >= FiveCategory.STRAIGHT


def next_form(form: Form, *, bicycle: bool = False) -> Form:
    """What is played after a round of this form: a bicycle round runs through all its three.

    >>> next_form(Form.DRAW, bicycle=True), next_form(Form.STUD)
    (<Form.SYKKEL: 'sykkel'>, <Form.DRAW: 'draw'>)
    """
    if not isinstance(form, Form):
        raise ValueError(f"{quoted(form)} is no Form; write Form.DRAW")
    if form is Form.DRAW:
        return _BICYCLE[0] if bicycle else Form.DRAW
    rest = _BICYCLE[_BICYCLE.index(form) + 1 :]
    return rest[0] if rest else Form.DRAW


def highest_shown(order: Sequence[int], shown: Mapping[int, Sequence[Card]]) -> int:
    """The seat that shows the best cards, the first in the order of dealing among equals.

    >>> from tcp.cards import parse_cards
    >>> hands = {0: parse_cards("A♠ 9♦"), 1: parse_cards("2♣ 2♦"), 2: parse_cards("2♥ 2♠")}
    >>> highest_shown([2, 0, 1], hands)
    2

    Args:
        order: the seats still in, in the order of dealing.
        shown: the open cards by seat; where nobody shows any, the first seat is the highest.
    """
    return max(order, key=lambda seat: part_rank(shown[seat]))

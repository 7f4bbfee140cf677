"""What the Monday club's page prints about its game, from `monday_club.toml`.

Printed figures are compared with exact ones in the course, and never used to compute.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tcp.cards import Card, Rank, parse_cards
from tcp.fivecard import FiveCategory, FiveRank, rank_five
from tcp.quoting import quoted

KINDS = {kind.name.lower(): kind for kind in FiveCategory}


class PrintedKind(NamedTuple):
    """A row of the page's statistics: how many hands there are of a kind, and once in how many."""

    kind: FiveCategory
    hands: int
    one_in: str


class PrintedOdds(NamedTuple):
    """A row of the page's table of improvements, with a hand that is as the row says."""

    situation: str
    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    result: str
    """A kind of hand, "improvement", or "two_pair_with_aces" and "two_pair_without_aces"."""
    odds: str
    """The odds against it, to 1, as printed; "" where the page states none."""

    def happens(self, drawn: FiveRank) -> bool:
        """Whether a hand after the draw is the result that this row is about."""
        if self.result == "improvement":
            return drawn.category > rank_five(self.hand).category
        if self.result.startswith("two_pair_with"):
            aces = drawn.ranks[0] == Rank.ACE
            wanted = self.result == "two_pair_with_aces"
            return drawn.category == FiveCategory.TWO_PAIR and aces == wanted
        return drawn.category == KINDS[self.result]


@cache
def _page() -> dict[str, Any]:
    file = resources.files("tcp") / "club" / "monday_club.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def printed_sum() -> int:
    """The number of hands that the page prints below its statistics."""
    return int(_page()["sum"])


def printed_kinds() -> tuple[PrintedKind, ...]:
    """The statistics of the page, in its order.

    >>> printed_kinds()[3]
    PrintedKind(kind=FULL_HOUSE, hands=3744, one_in='694')
    """
    page = _page()
    return tuple(
        PrintedKind(KINDS[name], hands, page["one_in"][name])
        for name, hands in page["hands"].items()
    )


def printed_odds() -> tuple[PrintedOdds, ...]:
    """The table of improvements of the page, in its order, a row for each result.

    >>> row = printed_odds()[0]
    >>> row.situation, row.result, row.odds
    ('a pair', 'improvement', '2.5')
    """
    return tuple(
        PrintedOdds(
            draw["situation"], parse_cards(draw["hand"]), parse_cards(draw["discard"]), result, odds
        )
        for draw in _page()["draw"]
        for result, odds in draw["odds"].items()
    )


def odds_against(chance: Fraction) -> Fraction:
    """A chance as odds against, "so many to 1": failures for each success.

    >>> odds_against(Fraction(1, 5))
    Fraction(4, 1)

    Raises:
        ValueError: for a chance of 0, against which there are no odds, or one that is no chance.
    """
    if not isinstance(chance, (int, Fraction)) or not 0 < chance <= 1:
        raise ValueError(f"{quoted(chance)}: odds are taken against a chance above 0 and up to 1")
    return (1 - chance) / chance


def rounds_to(exact: Fraction, printed: str) -> bool:
    """Whether an exact number, rounded to as many decimals as are printed, is the printed one.

    A number half-way may be rounded either way.

    >>> rounds_to(Fraction(39, 8), "5"), rounds_to(Fraction(38, 9), "4.5")
    (True, False)

    Raises:
        ValueError: for what is no exact number, or no printed one.
    """
    if not isinstance(exact, (int, Fraction)):
        raise ValueError(f"{quoted(exact)}: an exact number is asked for, an int or a Fraction")
    if not isinstance(printed, str) or not re.fullmatch(r"-?[0-9]{1,30}(\.[0-9]{1,30})?", printed):
        raise ValueError(f"{quoted(printed)}: the digits of a number are asked for, such as '2.5'")
    places = -int(Decimal(printed).as_tuple().exponent)
    return abs(exact - Fraction(printed)) <= Fraction(1, 2 * 10**places)

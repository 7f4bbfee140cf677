"""What is true of the Monday club's game: the functions that the claims about it name."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from tcp.cards import DECK, parse_cards
from tcp.claims.hands import alike, named
from tcp.club.bicycle import BET, DRAW, PLANS, TABLE_CARDS, Form, is_full_hand, next_form
from tcp.club.jackpot import required
from tcp.club.odds import improvements
from tcp.club.printed import KINDS, PrintedOdds, odds_against, printed_odds
from tcp.club.ranking import house_rank, showdown
from tcp.fivecard import FiveCategory, FiveRank, best_five
from tcp.quoting import quoted

SORTS = {
    "all": "",
    "hidden": "h",
    "open": "o",
    "first hidden": "h",
    "first open": "o",
    "with the last": "h",
}
RESULTS = (*KINDS, "improvement", "two_pair_with_aces", "two_pair_without_aces")


def dealt(form: str, which: str = "all") -> int:
    """How many cards a player has at the end of a form, or how many of them are hidden or open.

    "first hidden" and "first open" are those before the first betting; "with the last" are the
    hidden ones that come together with the last open one.

    >>> dealt("sykkel"), dealt("sykkel", "hidden"), dealt("sykkel", "first hidden")
    (7, 3, 2)
    """
    cards = [step for step in PLANS[Form(form)] if step not in (BET, DRAW)]
    letter = named("sort of cards", which, SORTS)
    if which.startswith("first"):
        return cards[0].count(letter)
    if which == "with the last":
        return cards[-1].count(letter)
    return "".join(cards).count(letter) if letter else len("".join(cards))


def one_at_a_time(form: str) -> int:
    """How many open cards come at once, after the first ones."""
    cards = [step for step in PLANS[Form(form)] if step not in (BET, DRAW)]
    (many,) = {step.count("o") for step in cards[1:]}
    return many


def cards_on_the_table() -> int:
    """How many cards of memphis are everybody's."""
    return TABLE_CARDS


def cards_that_count() -> int:
    """How many of seven cards make the hand.

    >>> cards_that_count()
    5
    """
    return len(best_five(parse_cards("A♠ K♠ 9♦ 9♣ 4♥ 3♥ 2♣")))


def forms_of_a_bicycle_round() -> str:
    """The forms of a bicycle round, in their order.

    >>> forms_of_a_bicycle_round()
    'sykkel, memphis, stud'
    """
    form, forms = next_form(Form.DRAW, bicycle=True), []
    while form is not Form.DRAW:
        forms.append(form.value)
        form = next_form(form)
    return ", ".join(forms)


def number_of_forms() -> int:
    """How many forms a bicycle round has."""
    return len(forms_of_a_bicycle_round().split(", "))


def openers(rounds: int) -> str:
    """The pairs that open a jackpot, round after round in which nobody opens.

    >>> openers(5)
    'J Q K A A'
    """
    return " ".join(required(rung).letter() for rung in range(rounds))


def lowest_full_hand() -> str:
    """The lowest kind of hand that counts as full.

    >>> lowest_full_hand()
    'straight'
    """
    return next(str(kind) for kind in FiveCategory if is_full_hand(FiveRank(kind, ())))


def threes_decide_full_houses() -> bool:
    """Whether of two full houses in one deck the three alike always decide, the pair never.

    They do where a deck has too few cards of a rank for two threes.
    """
    of_a_rank = max(Counter(card.rank for card in DECK).values())
    return 2 * alike(5, "full house") > of_a_rank


def splits(hand: str, other: str) -> bool:
    """Whether two hands of five share the pot.

    >>> splits("9♠ 8♠ 7♠ 6♠ 5♠", "9♥ 8♥ 7♥ 6♥ 5♥")
    True
    """
    hands = [parse_cards(hand), parse_cards(other)]
    return showdown(hands, 10).shares == (5, 5)


def wins(hand: str, other: str) -> bool:
    """Whether the first of two hands of five takes the pot.

    >>> wins("A♠ K♠ Q♠ J♠ 9♠", "A♥ K♥ Q♥ J♥ 8♥")
    True
    """
    return house_rank(parse_cards(hand)) > house_rank(parse_cards(other))


@cache
def _row(situation: str, result: str) -> PrintedOdds:
    rows = {row.situation: row for row in reversed(printed_odds())}
    row = named("situation of the club's table", situation, rows)
    named("result of a draw", result, dict.fromkeys(RESULTS))
    return row._replace(result=result)


@cache
def draw_odds(situation: str, result: str) -> Fraction:
    """The odds against a result of a draw, to 1, over all draws from the 47 cards not seen.

    >>> draw_odds("four cards of a flush", "flush")
    Fraction(38, 9)
    """
    row = _row(situation, result)
    return odds_against(improvements(row.hand, row.discard).p(row.happens))


def cards_that_complete(situation: str, result: str) -> int:
    """How many of the cards not seen give a result, where one card is drawn.

    >>> cards_that_complete("four cards of a flush", "flush")
    9
    """
    row = _row(situation, result)
    if len(row.discard) != 1:
        raise ValueError(
            f"{quoted(situation)} draws {len(row.discard)} cards, and one is asked for"
        )
    drawn = improvements(row.hand, row.discard)
    return sum(many for rank, many in drawn.items() if row.happens(rank))

"""What is refused, and the sentence: what came, where, and what is accepted."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tcp.cards import Card, check_hand, deal, parse_cards, parse_pattern
from tcp.fivecard import best_five, rank_five
from tcp.payouts import Bets, Decision, qualifies, settle
from tcp.probability import Distribution
from tcp.ranking import compare, describe, explain, is_mini_royal, parse_threshold, rank_hand
from tcp.rules import RULE_NAMES, PayTable, Rules, load_rules

PAGAT = load_rules("pagat")
HAND, DEALER = parse_cards("Q♥ 6♦ 4♣"), parse_cards("K♥ 10♦ 7♣")
FIVE = parse_cards("Q♥ 6♦ 4♣ 3♣ 2♣")

Call = Callable[[], object]


def refusal(call: Call) -> str:
    """The sentence with which this is refused."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - each caller looks at the whole text
        call()
    assert refused.value.__cause__ is None
    return str(refused.value)


def says(call: Call, *parts: str) -> None:
    """It is refused, and the sentence has all these parts, in this order."""
    sentence = refusal(call)
    place = 0
    for part in parts:
        assert part in sentence[place:], f"{part!r} is missing in {sentence!r}"
        place = sentence.index(part, place) + len(part)


# --- cards -------------------------------------------------------------------------------------

CARD = ("is not a card", "a card is a rank", "and a suit", "like Q♥, 10h or Kn♣")
NO_CARDS = ["X♥", "1h", "11h", "0h", "♥Q", "hQ", "Q", "Q?", "Qx", "QQ", "?", "queen", "(Q♥"]


@pytest.mark.parametrize("text", NO_CARDS)
def test_an_unknown_card(text: str) -> None:
    says(lambda: Card.parse(text), repr(text), *CARD)
    says(lambda: parse_cards(text), repr(text), *CARD)
    says(lambda: parse_cards(f"6d {text}"), repr(text), f"card 2 of {'6d ' + text!r}", *CARD)


def test_which_card_of_a_longer_text() -> None:
    says(lambda: parse_cards("Q♥ 6♦ 4x"), "'4x', card 3 of 'Q♥ 6♦ 4x', is not a card")
    says(lambda: parse_cards("Q♥6♦4x"), "'4x', card 3 of 'Q♥6♦4x', is not a card")
    says(lambda: parse_cards("Q♥ and 6♦"), "'and', card 2 of 'Q♥ and 6♦', is not a card")


@pytest.mark.parametrize(
    ("text", "many"), [("", "0 cards"), ("  ", "0 cards"), ("Qh 6d", "2 cards")]
)
def test_one_card_is_asked_for(text: str, many: str) -> None:
    says(lambda: Card.parse(text), repr(text), many, "one card is asked for, like Q♥")


@pytest.mark.parametrize("text", ["Qh 6d Qh", "QhQ♥", "D♥ 6d Qh", "K♣ К♣", "Qh qh"])
def test_a_card_twice(text: str) -> None:
    says(
        lambda: parse_cards(text), f"comes twice in the cards {text!r}; a deck holds each card once"
    )


def test_a_card_twice_is_named() -> None:
    says(lambda: parse_cards("6♦ D♥ Q♥ 6♦"), "Q♥ comes twice")


@pytest.mark.parametrize("value", [None, 5, b"Qh", ["Qh"], HAND], ids=repr)
def test_what_is_no_text(value: Any) -> None:
    says(lambda: Card.parse(value), f"{value!r} is not text", "a card is a rank")
    says(lambda: parse_cards(value), f"{value!r} is not text", "a card is a rank")
    says(lambda: parse_pattern(value), f"{value!r} is not text", "a pattern is ranks")
    says(lambda: parse_threshold(value), f"{value!r} is not text", "a threshold is a rank")


def test_a_text_too_long_is_not_repeated() -> None:
    for read in (Card.parse, parse_cards, parse_pattern):
        sentence = refusal(lambda read=read: read("Q" * 5000))  # type: ignore[misc]
        assert sentence.startswith("5,000 characters are too many")
        assert len(sentence) < 300


def test_a_letter_that_could_be_two_cards() -> None:
    says(lambda: parse_cards("Т♠ Q♥"), "'Т♠', card 1 of 'Т♠ Q♥'", "could be ten or ace", "write 10")
    says(lambda: parse_pattern("Т-Q-2"), "'Т-Q-2'", "could be ten or ace", "write 10, or A")


def test_an_unknown_language() -> None:
    for call in (
        lambda: Card.parse("Qh", "xx"),
        lambda: parse_cards("Qh", "xx"),
        lambda: parse_pattern("Q", "xx"),
        lambda: HAND[0].text("xx"),
        lambda: HAND[0].name("xx"),
        lambda: describe(HAND, "xx"),
        lambda: explain(HAND, DEALER, "xx"),
    ):
        says(call, "'xx' is not a language of this course", "known are en, da, de, nb, ru")


@pytest.mark.parametrize(("rank", "suit"), [(1, 0), (15, 0), (2, 4), (2, -1), ("Q", 0), (None, 0)])
def test_a_card_that_is_in_no_deck(rank: Any, suit: Any) -> None:
    says(lambda: Card(rank, suit), f"rank {rank!r}, suit {suit!r}", "2 to 14", "0 to 3")


# --- patterns and thresholds -------------------------------------------------------------------

PATTERN = ("is not a rank", "a pattern is ranks without suits", "Q-6-4")


@pytest.mark.parametrize("text", ["1", "11", "0", "Q+", "Q.6.4", "Qxx", "XYZ", "½"])
def test_an_unknown_rank(text: str) -> None:
    says(lambda: parse_pattern(text), repr(text), *PATTERN)


def test_which_rank_of_a_longer_text() -> None:
    says(lambda: parse_pattern("Q-6-og"), "'og' in 'Q-6-og'", *PATTERN)


@pytest.mark.parametrize("text", ["", " ", "-", "–,"])
def test_no_rank_at_all(text: str) -> None:
    says(lambda: parse_pattern(text), repr(text), "holds no rank", "a pattern is")


def test_a_rank_five_times() -> None:
    says(lambda: parse_pattern("Q-Q-Q-Q-D"), "Q comes 5 times in 'Q-Q-Q-Q-D'", "a deck has four")


@pytest.mark.parametrize("text", ["Q-6", "Q-6-4-2", "Q", "Q-6-high", "high", "-high", "", "x-high"])
def test_no_threshold(text: str) -> None:
    says(lambda: parse_threshold(text), f"{text!r} is not a threshold", "like Q-high, or three")


def test_what_a_threshold_is() -> None:
    says(lambda: parse_threshold("Q-6"), 'a rank and "high", like Q-high, or three ranks')


# --- hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [rank_hand, is_mini_royal, describe], ids=lambda f: f.__name__)
def test_three_cards_are_asked_for(call: Callable[..., object]) -> None:
    says(lambda: call(HAND[:2]), "2 cards (Q♥ 6♦)", "a hand here has 3")
    says(lambda: call(FIVE), "5 cards", "a hand here has 3")
    says(lambda: call(()), "0 cards (nothing)", "a hand here has 3")
    says(lambda: call((*HAND[:2], HAND[0])), "Q♥ comes twice in the hand", "each card once")
    says(lambda: call((12, 6, 4)), "12 is not a Card", "as parse_cards gives it")


@pytest.mark.parametrize("value", [None, 5, {*HAND}, iter(HAND)], ids=["None", "5", "set", "iter"])
def test_what_is_no_hand(value: Any) -> None:
    says(lambda: rank_hand(value), f"{value!r} is no hand", "as parse_cards gives it")
    says(lambda: rank_five(value), f"{value!r} is no hand", "as parse_cards gives it")


def test_a_text_is_no_hand() -> None:
    says(lambda: rank_hand("Qh 6d 4c"), "'Q' is not a Card", "as parse_cards gives it")  # type: ignore[arg-type]


@pytest.mark.parametrize("call", [compare, explain], ids=lambda f: f.__name__)
def test_both_hands_are_looked_at(call: Callable[..., object]) -> None:
    says(lambda: call(HAND, DEALER[:2]), "2 cards (K♥ 10♦)", "a hand here has 3")
    says(lambda: call(HAND[:1], DEALER), "1 card (Q♥)", "a hand here has 3")


@pytest.mark.parametrize("call", [rank_five, best_five], ids=lambda f: f.__name__)
def test_five_to_seven_cards_are_asked_for(call: Callable[..., object]) -> None:
    says(lambda: call(HAND), "3 cards (Q♥ 6♦ 4♣)", "a hand here has 5 to 7")
    says(lambda: call(parse_cards("2c 3c 4c 5c 6c 7c 8c 9c")), "8 cards", "has 5 to 7")
    says(lambda: call((*FIVE, FIVE[0])), "Q♥ comes twice")


def test_check_hand_accepts_what_is_right() -> None:
    check_hand(HAND, 3)
    check_hand(list(FIVE), 5, 7)


@pytest.mark.parametrize("sizes", [(), (0,), (53,), (26, 27), (-1, 5), (3.0,), (True,), ("3",)])
def test_deals_from_one_deck_only(sizes: tuple[Any, ...]) -> None:
    sentence = refusal(lambda: deal(random.Random(1), *sizes))
    assert "a deck deals from 1 to 52" in sentence or "a whole number, 1 or more" in sentence


@pytest.mark.parametrize("rng", [None, 1, random, "1"], ids=["None", "1", "module", "text"])
def test_deals_need_a_source_of_chance(rng: Any) -> None:
    says(lambda: deal(rng, 3), f"{rng!r} cannot shuffle", "random.Random")


# --- stakes and decisions ----------------------------------------------------------------------


@pytest.mark.parametrize("chips", [0, -1, 1.0, 0.5, True, "1", None, Fraction(1), Fraction(1, 2)])
def test_an_ante_is_whole_and_one_or_more(chips: Any) -> None:
    says(lambda: Bets(chips), f"ante = {chips!r}", "a whole number of chips, 1 or more")


@pytest.mark.parametrize("bet", ["pair_plus", "six_card_bonus"])
@pytest.mark.parametrize("chips", [-1, 1.0, 0.5, True, "1", None, Fraction(1, 2)])
def test_a_side_bet_is_whole_and_not_negative(bet: str, chips: Any) -> None:
    says(lambda: Bets(1, **{bet: chips}), f"{bet} = {chips!r}", "whole number of chips, 0 or more")


def test_a_side_bet_without_an_ante() -> None:
    says(lambda: Bets(0, pair_plus=5), "ante = 0", "side bets come only with an Ante")


@pytest.mark.parametrize("decision", Decision)
@pytest.mark.parametrize(
    ("rules", "bets", "bet"),
    [
        (PAGAT, Bets(1, six_card_bonus=2), "six_card_bonus = 2"),
        (dataclasses.replace(PAGAT, pair_plus=None), Bets(1, 3), "pair_plus = 3"),
    ],
)
def test_a_bet_that_the_rules_do_not_have(
    rules: Rules, bets: Bets, bet: str, decision: Decision
) -> None:
    says(
        lambda: settle(rules, bets, HAND, DEALER, decision), bet, "'pagat'", "don't offer this bet"
    )


@pytest.mark.parametrize("decision", ["play", "PLAY", None, True, 1])
def test_what_is_no_decision(decision: Any) -> None:
    says(
        lambda: settle(PAGAT, Bets(1), HAND, DEALER, decision),
        f"{decision!r} is no decision",
        "Decision.PLAY or Decision.FOLD",
    )


@pytest.mark.parametrize("decision", Decision)
def test_hands_that_one_deck_cannot_deal(decision: Decision) -> None:
    def settled(player: Any, dealer: Any) -> Call:
        return lambda: settle(PAGAT, Bets(1), player, dealer, decision)

    shared = (HAND[0], *DEALER[1:])
    says(settled(HAND, shared), "Q♥ is both the player's and the dealer's", "holds it once")
    says(settled(HAND[:2], DEALER), "2 cards (Q♥ 6♦)", "has 3")
    says(settled(HAND, (*DEALER, HAND[0])), "4 cards", "has 3")
    says(settled((*HAND[:2], HAND[0]), DEALER), "Q♥ comes twice")


def test_what_are_no_rules_and_no_bets() -> None:
    rules: Any = "pagat"
    says(lambda: settle(rules, Bets(1), HAND, DEALER, Decision.PLAY), "'pagat'", "load_rules")
    bets: Any = 10
    says(lambda: settle(PAGAT, bets, HAND, DEALER, Decision.PLAY), "10 is no Bets", "Bets(ante")


def test_the_dealer_has_three_cards() -> None:
    says(lambda: qualifies(DEALER[:2], PAGAT), "2 cards", "has 3")


# --- rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nope", "PAGAT", "", "pagat ", "/", "a\0b", None, 3, ["pagat"]])
def test_an_unknown_name_lists_the_known_ones(name: Any) -> None:
    says(
        lambda: load_rules(name), repr(str(name)), "neither known rules", *RULE_NAMES, "nor a file"
    )


def test_a_name_too_long_for_a_file() -> None:
    assert len(refusal(lambda: load_rules("x" * 5000))) < 6000


FILES = {
    "no TOML": ("what is this?", "not a TOML file", "line 1"),
    "a key twice": ("[ante_bonus]\npair = 1\npair = 2", "not a TOML file"),
    "empty": ("", "the table [ante_bonus] is missing", "leave it empty where no bonus is paid"),
    "a table missing": ("[pair_plus]\npair = 1", "the table [ante_bonus] is missing"),
    "an unknown key": (
        "max_box = 3\n[ante_bonus]", "'max_box' is not known", "known are", "max_boxes",
    ),
    "an unknown table": ("[ante_bonus]\n[bonus]\npair = 1", "'bonus' is not known", "ante_bonus"),
    "an unknown hand": (
        "[ante_bonus]\nstrait = 1", "'strait' is not known in ante_bonus", "straight",
    ),
    "a hand of another table": (
        "[ante_bonus]\nmini_royal = 1", "'mini_royal' is not known in ante_bonus", "pair",
    ),
    "a negative ratio": (
        "[ante_bonus]\npair = -1", "ante_bonus", "pair = -1", "a ratio is from 0 to 1,000,000",
    ),
    "a huge ratio": ("[ante_bonus]\npair = 1000001", "pair = 1000001", "from 0 to 1,000,000"),
    "no number": ('[ante_bonus]\npair = "one"', "pair = 'one'", "a whole number or a fraction"),
    "not finite": ("[ante_bonus]\npair = inf", "pair = 'inf'", "a ratio is from 0 to"),
    "a bare quotient": (
        "[ante_bonus]\npair = 1/3", "not a TOML file", 'in quotation marks, "1/3"',
    ),
    "what stands above the tables": (
        "[ante_bonus]\nmax_boxes = 3", "'max_boxes' is not known", "it stands above the tables",
    ),
    "an unknown rank": (
        'dealer_qualifies = "Z-high"\n[ante_bonus]', "'Z-high' is not a threshold: 'Z' is not",
    ),
    "a monster": ("[ante_bonus]\npair = 1e999999999", "1e999999999", "a ratio is from 0 to"),
    "no table": ("ante_bonus = 4", "ante_bonus = 4", "a table of hands and ratios"),
    "a seventh box": ("max_boxes = 7\n[ante_bonus]", "max_boxes = 7", "1 to 6 boxes"),
    "no box": ("max_boxes = 0\n[ante_bonus]", "max_boxes = 0", "1 to 6 boxes"),
    "no truth": (
        "bonus_needs_win = 1\n[ante_bonus]", "bonus_needs_win = 1", "true or false is asked for",
    ),
    "no threshold": (
        'dealer_qualifies = "Q-6"\n[ante_bonus]', "dealer_qualifies", "'Q-6'", "like Q-high",
    ),
    "no text": ("name = 3\n[ante_bonus]", "name = 3", "a text is asked for"),
    "no name": ('name = " "\n[ante_bonus]', "name = ' '", "rules need a name"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_a_wrong_rules_file_is_named_with_what_is_wrong(case: str, tmp_path: Path) -> None:
    content, *parts = FILES[case]
    path = tmp_path / "home.toml"
    path.write_text(content, encoding="utf-8")
    says(lambda: load_rules(path), f"{path}: ", *parts)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\x89PNG\xff\xfe")
    says(lambda: load_rules(path), f"{path}: ", "not a TOML file", "no text in UTF-8")


def test_a_file_too_long(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text("#" * 100_001, encoding="utf-8")
    says(lambda: load_rules(path), f"{path}: ", "10,000 bytes", "too long for rules")


def test_a_folder(tmp_path: Path) -> None:
    says(lambda: load_rules(tmp_path), str(tmp_path)[-8:], "nor a file")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"max_boxes": 7}, ("max_boxes = 7", "1 to 6")),
        ({"max_boxes": True}, ("max_boxes = True", "1 to 6")),
        ({"pair_plus": {"pairs": 1}}, ("'pairs' is not known in pair_plus", "pair, flush")),
        ({"pair_plus": {"pair": -1}}, ("pair_plus: pair = -1", "from 0 to 1,000,000")),
        ({"pair_plus": {"pair": 1.5}}, ("pair = 1.5", "a whole number or a fraction")),
        ({"pair_plus": [1, 4]}, ("pair_plus = [1, 4]", "a table of hands and ratios")),
        ({"six_card_survives_fold": "no"}, ("six_card_survives_fold = 'no'", "true or false")),
        ({"dealer_qualifies": "queen"}, ("dealer_qualifies = 'queen'", "like Q-high")),
        ({"dealer_qualifies": None}, ("dealer_qualifies = None is not text", "like Q-high")),
    ],
)
def test_a_variant_is_checked_like_a_file(changes: dict[str, Any], parts: tuple[str, ...]) -> None:
    says(lambda: dataclasses.replace(PAGAT, **changes), *parts)


def test_a_changed_table_is_checked() -> None:
    table = PayTable({"pair": 1})
    says(lambda: table | {"pair": -1}, "pair = -1", "from 0 to 1,000,000")
    says(lambda: table | {"two": 1}, "'two' is not known in a pay table", "pair")
    says(lambda: PayTable({"pair": 10**30}), "a number too long to show", "from 0 to 1,000,000")
    says(lambda: PayTable({"pair": True}), "pair = True", "a whole number or a fraction")


# --- distributions -----------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [-1, 1.0, 0.5, True, "1", None, Fraction(1, 2)])
def test_a_weight_is_a_whole_number(weight: Any) -> None:
    says(lambda: Distribution({6: weight}), f"weight {weight!r} of 6", "a whole number, 0 or more")


def test_a_distribution_without_weight() -> None:
    for weights in ({}, {1: 0}):
        says(lambda weights=weights: Distribution(weights), "at least one value")  # type: ignore[misc]
    says(lambda: Distribution.count([]), "at least one value")


@pytest.mark.parametrize("weights", [None, [1, 2], "HTTH", 3])
def test_what_is_no_table_of_weights(weights: Any) -> None:
    says(lambda: Distribution(weights), f"{weights!r} is no table", "Distribution.count takes")


@pytest.mark.parametrize("times", [0, -1, 1.0, True, "2", None])
def test_copies_are_a_whole_number(times: Any) -> None:
    says(lambda: Distribution({1: 1}).repeat(times), f"{times!r} copies", "from 1 to 10,000")


def test_nothing_is_left_half_done() -> None:
    """What is refused changes neither the deck nor the rules nor the source of chance."""
    rng = random.Random(1)
    state = rng.getstate()
    refusal(lambda: deal(rng, 3, 50))
    assert rng.getstate() == state
    refusal(lambda: dataclasses.replace(PAGAT, max_boxes=7))
    assert load_rules("pagat") == PAGAT

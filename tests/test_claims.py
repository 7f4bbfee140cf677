"""The fact check: each figure of the pages is a claim or has a reason; verdicts are computed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcp import DECK, RULE_NAMES, load_rules, rank_hand
from tcp.claims import (
    VERDICTS,
    answer,
    causes,
    claim,
    claims,
    digits,
    judge,
    last_place,
    misses,
    pages,
    read_figure,
    rulings,
    select,
)
from tcp.claims.club import cards_that_complete, dealt, draw_odds
from tcp.claims.digits import first_digit
from tcp.claims.hands import Holds, alike, fewest_suits, hands, in_a_row, loose, one_in, read_hand
from tcp.claims.order import COMPARISONS, decided_by, five_decided_by
from tcp.claims.payments import (
    nets_against_worse,
    pays,
    same_for_every_dealer,
    side_bet,
    weakest_played,
)
from tcp.claims.verdicts import figure_verdict
from tcp.club.printed import printed_kinds, printed_odds, printed_sum
from tcp.payouts import Bets, Decision, settle
from tcp.ranking import Category
from tcp.rules import Rules

TESTS = Path(__file__).resolve().parent
FIGURES = tomllib.loads((TESTS / "figures.toml").read_text("utf-8"))
TOKENS = tomllib.loads((TESTS / "claims_tokens.toml").read_text("utf-8"))
ENTRIES = [(page["name"], token) for page in TOKENS["page"] for token in page["tokens"]]
RAW = tomllib.loads((resources.files("tcp") / "claims" / "claims.toml").read_text("utf-8"))

# --- every numeral and number word of the pages --------------------------------------------------


def squeezed(text: str) -> str:
    """Without spaces and the size of letters: the club prints "2, 5" once, and means 2,5."""
    return re.sub(r"\s", "", text.casefold())


def test_the_list_is_whole_and_in_the_order_of_the_pages() -> None:
    found = {page["name"]: len(page["tokens"]) for page in TOKENS["page"]}
    assert found == {
        "pagat": 81, "live": 171, "flush-pays-3": 59, "straight-pays-5": 74, "monday-club": 161,
    }  # fmt: skip
    assert list(found) == list(pages())
    for page in TOKENS["page"]:
        lines = [token["line"] for token in page["tokens"]]
        assert lines == sorted(lines)


@pytest.mark.parametrize("name", pages())
def test_each_entry_is_a_claim_or_has_a_reason(name: str) -> None:
    known = {each.name: each for each in claims()}
    for token in (token for page, token in ENTRIES if page == name):
        assert set(token) in ({"line", "text", "claims"}, {"line", "text", "reason"}), token
        if "reason" in token:
            assert token["reason"] in TOKENS["reasons"], token
            continue
        assert token["claims"]
        for each in token["claims"]:
            made = known[each]
            assert (made.page, made.line) == (name, token["line"]), token
            if token["text"]:
                assert squeezed(token["text"]) in squeezed(made.printed), token
            else:
                assert not made.is_stated


def test_each_reason_is_used_and_is_a_sentence() -> None:
    used = {token["reason"] for _, token in ENTRIES if "reason" in token}
    assert used == set(TOKENS["reasons"])
    assert all(" " in reason for reason in TOKENS["reasons"].values())


def test_each_printed_figure_of_a_claim_stands_in_the_list() -> None:
    named = Counter(each for _, token in ENTRIES for each in token.get("claims", ()))
    printed = [each.name for each in claims() if each.printed or not each.is_stated]
    assert sorted(named) == sorted(printed)


def test_each_number_in_a_claim_is_printed_on_its_line() -> None:
    """No claim has a digit that the list doesn't have."""
    for each in claims():
        texts = [
            squeezed(token["text"])
            for page, token in ENTRIES
            if page == each.page
            and token["line"] == each.line
            and each.name in token.get("claims", ())
        ]
        for number in re.findall(r"\d+", squeezed(each.printed)):
            assert any(number in text for text in texts), each


# --- claims as data ------------------------------------------------------------------------------

KEYS = {"page", "sort", "unit", "by", "states", "about", "claims"}
OWN = {"at", "says", "printed", "with", "by", "unit", "states", "sort", "about"}


def test_no_verdict_is_stored() -> None:
    assert set(RAW) == {"pages", "words", "group", "club"}
    for group in RAW["group"]:
        assert set(group) <= KEYS
        for each in group["claims"]:
            assert set(each) <= OWN
            assert {"at", "says", "with"} <= set(each)
    assert set(RAW["club"]) == {"counts_from", "one_in_from", "situations"}


def test_names_are_unique_and_tell_where() -> None:
    names = [each.name for each in claims()]
    assert len(set(names)) == len(names) == 365
    for each in claims():
        assert re.fullmatch(rf"{each.page}-{each.line}[a-z]?", each.name)
        assert claim(each.name) is each


def test_what_is_claimed_fits_what_is_computed() -> None:
    for ruling in rulings():
        made, exact = ruling.claim, ruling.exact
        assert made.by.startswith("tcp.claims."), made
        if not made.is_stated:
            assert isinstance(exact, Fraction)
        elif isinstance(exact, Holds):
            assert (made.unit, made.states) == ("cases", "always"), made
        elif isinstance(exact, bool):
            assert made.states in ("yes", "no"), made
        elif isinstance(exact, str):
            assert made.states or made.unit == "hand", made
        else:
            assert made.figure, made


def test_the_club_s_figures_are_read_from_their_own_file() -> None:
    counts = {each.says: each.figure for each in claims() if each.sort == "count"}
    ones = {
        each.says: each.figure
        for each in claims()
        if each.sort == "chance" and each.page == "monday-club"
    }
    for row in printed_kinds():
        assert (counts[str(row.kind)], ones[str(row.kind)]) == (str(row.hands), row.one_in)
    assert counts["hands of five in all"] == str(printed_sum())
    improvements = [each.figure for each in claims() if each.sort == "improvement"]
    assert improvements == [row.odds for row in printed_odds()]


@pytest.mark.parametrize("name", RULE_NAMES)
def test_each_pay_of_a_house_is_a_claim_with_the_same_figure(name: str) -> None:
    rules = load_rules(name)
    printed = {
        each.arguments[1:]: each.figure
        for each in claims()
        if each.sort == "pay table" and each.page == name
    }
    tables = {bet: getattr(rules, bet) for bet in ("ante_bonus", "pair_plus", "six_card_bonus")}
    wanted = {
        (bet, kind.replace("_", " ")): str(ratio)
        for bet, table in tables.items()
        for kind, ratio in (table or {}).items()
    }
    more = {("ante_bonus", "mini royal"): "5"} if name == "live" else {}
    assert printed == wanted | more


# --- verdicts ------------------------------------------------------------------------------------

NOT_RIGHT = {
    "live-19c": ("wrong", "straight flush", "own definition in line 29"),
    "live-19d": ("wrong", "straight flush", "own definition in line 29"),
    "live-31c": ("wrong", "in 31,734 of 37,401 cases", "5-3-2 against 5-4-2"),
    "flush-pays-3-9c": ("wrong", "in 84,671 of 87,102 cases", "4-2-2 against 3-3-2"),
    "flush-pays-3-31h": ("rough", "460.42", ""),
    "straight-pays-5-9d": ("wrong", "459.42", "rounded to 0.22 %"),
    "straight-pays-5-10e": ("wrong", "424", "rounded to 0.24 %"),
    "straight-pays-5-14b": ("wrong", "2.90", "rounded to 74 %"),
    "straight-pays-5-59b": ("incomplete", "20 or 30", "allow several answers"),
    "monday-club-67": ("wrong", "54,912", "changed places"),
    "monday-club-84": ("wrong", "2.37", "rounded to 40 %"),
    "monday-club-91b": ("wrong", "7.58", "any two pair: 4.81"),
    "monday-club-94b": ("not stated", "2.92", ""),
    "monday-club-95b": ("not stated", "2.92", ""),
    "monday-club-96a": ("wrong", "4.22", "no known slip"),
    "monday-club-96b": ("not stated", "2.92", ""),
    "monday-club-97b": ("not stated", "2.92", ""),
}


def test_what_is_anything_but_right() -> None:
    off = {ruling.claim.name: ruling for ruling in rulings() if ruling.verdict != "right"}
    assert set(off) == set(NOT_RIGHT)
    for name, (verdict, value, why) in NOT_RIGHT.items():
        ruling = off[name]
        assert (ruling.verdict, ruling.value) == (verdict, value)
        assert why in ruling.cause if why else not ruling.cause
    assert {ruling.verdict for ruling in rulings()} == set(VERDICTS)


def test_figures_are_right_as_the_reference_says() -> None:
    right = {ruling.claim.name for ruling in rulings() if ruling.verdict == "right"}
    assert {"live-98", "live-99", "live-100", "flush-pays-3-33", "straight-pays-5-25"} <= right
    cut = [ruling.claim.name for ruling in rulings() if ruling.how == "cut"]
    assert cut == ["monday-club-93a"]


def test_a_verdict_follows_the_figure() -> None:
    """Another figure, state or cell gets another verdict: none is remembered."""
    for ruling in rulings():
        made = ruling.claim
        if ruling.verdict != "right":
            continue
        if made.unit != "hand" and made.figure and not made.states.startswith("-"):
            assert judge(replace(made, printed="77 mot 1", states="")).verdict == "wrong", made
        elif made.states in ("yes", "no"):
            turned = replace(made, states={"yes": "no", "no": "yes"}[made.states])
            assert judge(turned).verdict == "wrong", made
        elif made.unit in ("kind of hand", "order", "decision"):
            assert judge(replace(made, states="five of a kind")).verdict == "wrong", made
        if made.unit != "cases":
            assert judge(replace(made, printed="", states="")).verdict == "not stated", made


def test_a_threshold_is_compared_card_by_card() -> None:
    assert judge(replace(claim("flush-pays-3-33"), printed="Dame, Sechs, Drei")).verdict == "wrong"
    assert judge(replace(claim("pagat-19b"), printed="A-2-3")).verdict == "right"
    assert judge(replace(claim("pagat-19b"), printed="4-3-2")).verdict == "wrong"


positive = st.fractions(min_value=Fraction(1, 100), max_value=5_000, max_denominator=500)


@given(exact=positive, places=st.integers(0, 3))
def test_digits_are_what_decimal_arithmetic_says(exact: Fraction, places: int) -> None:
    """The second route: round half up, half down, or cut, in Python's decimal numbers."""
    with localcontext() as context:
        context.prec = 60
        long = Decimal(exact.numerator) / Decimal(exact.denominator)
        unit = Decimal(1).scaleb(-places)
        rounded = {long.quantize(unit, way) for way in (ROUND_HALF_UP, ROUND_HALF_DOWN)}
        cut = long.quantize(unit, ROUND_DOWN)
        for near in (cut - unit, cut, cut + unit, cut + 2 * unit):
            if near < 0:
                continue
            wanted = "rounded" if near in rounded else "cut" if near == cut else ""
            wanted = "exactly" if Fraction(near) == exact else wanted
            assert digits(f"{near:f}", exact) == wanted


def test_what_is_rough() -> None:
    assert figure_verdict("500", Fraction(5525, 12), about=True)[0] == "rough"
    assert figure_verdict("500", Fraction(5525, 12))[0] == "wrong"
    assert figure_verdict("400", Fraction(5525, 12), about=True)[0] == "wrong"
    assert figure_verdict("6", Fraction(59, 10), about=True) == ("right", "rounded")
    assert [first_digit(n) for n in (7, 96, 949, 950, 1_499)] == [7, 100, 900, 1_000, 1_000]


# --- reading what is printed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "language", "figure"),
    [
        ("1:1", "nb", "1"),
        ("1000:1", "da", "1000"),
        ("96,63%", "da", "96.63"),
        ("1 302 540", "nb", "1302540"),
        ("22,5 mot 1", "nb", "22.5"),
        ("1 080 mot 1", "nb", "1080"),
        ("2.85 к 1", "ru", "2.85"),
        ("1 к 4.9", "ru", "4.9"),
        ("Три карты одного", "ru", "3"),
        ("dreißig zu eins … Drilling", "de", "30"),
        ("etwa jedem sechsten", "de", "6"),
        ("etwa einmal in fünfhundert", "de", "500"),
        ("fire brikker", "nb", "4"),
        ("mindst to", "da", "2"),
        ("52-kort", "da", "52"),
        ("", "nb", ""),
        ("Tress", "nb", ""),
    ],
)
def test_figures_are_read_in_each_language(printed: str, language: str, figure: str) -> None:
    assert read_figure(printed, language) == figure


@pytest.mark.parametrize(
    ("printed", "figure"),
    [("12 345,67", "12345.67"), ("-5", "-5"), ("−0,5 %", "-0.5"), ("5-6", "5"), ("K-10-7", "10"),
     ("١٢", ""), ("1 302 540", "1302540"), ("2,5 mot 1", "2.5")],
)  # fmt: skip
def test_a_figure_keeps_its_decimals_and_its_sign(printed: str, figure: str) -> None:
    assert read_figure(printed, "nb") == figure


@pytest.mark.parametrize("printed", ["", "x", "٣", "१२", "1e3", "1/3", " 4", "4.", "nan", None, 4])
def test_what_is_no_printed_number_is_refused(printed: Any) -> None:
    for call in (lambda: digits(printed, 3), lambda: last_place(printed)):
        with pytest.raises(ValueError, match="the digits of a number are asked for"):
            call()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: claim("live-7"), "'live-7' is no claim"),
        (lambda: answer("os.getcwd", ()), "a function of this package"),
        (lambda: answer("tcp.claims.hands.nothing", ()), "is no function of this package"),
        (lambda: answer("tcp.nowhere.nothing", ()), "is no function of this package"),
        (lambda: select(pages="live"), "'pages': rulings are selected by page"),
        (lambda: select(page="nowhere"), "'nowhere' is no page; known are pagat"),
        (lambda: read_hand("K-9-4", "blue suits"), "suits 'blue suits'"),
        (lambda: draw_odds("five aces", "flush"), "'five aces' is no situation"),
        (lambda: cards_that_complete("a pair", "two_pair"), "draws 3 cards"),
        (lambda: alike(3, "straight", 4), "IndexError|list index"),
    ],
)
def test_what_is_refused(call: Any, sentence: str) -> None:
    with pytest.raises((ValueError, IndexError), match=sentence):
        call()


def _misspelt() -> dict[tuple[str, int], tuple[Any, ...]]:
    """For each word that a claim hands to a function, by its place: the arguments, it misspelt."""
    found = {}
    for each in claims():
        for place, word in enumerate(each.arguments):
            if isinstance(word, str):
                wrong = (*each.arguments[:place], word + "zz", *each.arguments[place + 1 :])
                found[each.by, place] = wrong
    return found


@pytest.mark.parametrize(("by", "place"), _misspelt(), ids=str)
def test_a_misspelt_word_is_named(by: str, place: int) -> None:
    with pytest.raises(ValueError, match="zz"):
        answer(by, _misspelt()[by, place])


def test_a_fault_in_one_claim_never_drops_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(_: Any) -> Any:
        raise StopIteration

    monkeypatch.setattr("tcp.claims.verdicts.judge", stops)
    with pytest.raises(StopIteration):
        rulings.__wrapped__()


def test_selections() -> None:
    every = [ruling for page in pages() for ruling in select(page=page)]
    assert tuple(every) == rulings()
    assert len(select(page="monday-club", sort="improvement", verdict="not stated")) == 4
    assert select(page="pagat", verdict="wrong") == ()


# --- the functions that know the answers ---------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5])
def test_counts_are_the_published_ones(size: int) -> None:
    published = FIGURES["counts"]["three_cards" if size == 3 else "five_cards"]
    for kind in Category if size == 3 else [row.kind for row in printed_kinds()]:
        assert hands(size, str(kind)) == published[kind.name.lower()]
    assert one_in(3, "three of a kind") == 425


def test_draws_are_the_published_ones() -> None:
    pair = FIGURES["draw"]["pair_draw_three"]
    for kind in ("two_pair", "three_of_a_kind", "full_house", "four_of_a_kind"):
        odds = draw_odds("a pair", kind)
        assert 1 / (odds + 1) == Fraction(pair[kind], pair["draws"])
    assert cards_that_complete("four cards of a royal flush", "royal_flush") == 1


def test_definitions_hold_in_every_hand() -> None:
    """Kinds of three cards by their definitions alone, against the ranking, hand by hand."""
    three, two = alike(3, "three of a kind"), alike(3, "pair")
    for hand in combinations(DECK, 3):
        ranks = [card.rank for card in hand]
        most = max(Counter(ranks).values())
        low = [1 if rank == 14 else int(rank) for rank in ranks]
        row = any(
            sorted(r) == list(range(min(r), min(r) + 3)) for r in (low, list(map(int, ranks)))
        )
        suited = len({card.suit for card in hand}) == 1
        kind = str(rank_hand(hand).category)
        assert (most == three) == (kind == "three of a kind")
        assert (most == two) == (kind == "pair")
        assert row == (kind in ("straight", "straight flush"))
        assert suited == (kind in ("flush", "straight flush"))
    assert (in_a_row(3, "straight"), in_a_row(5, "straight")) == (3, 5)
    assert (fewest_suits(3, "straight"), fewest_suits(5, "straight flush")) == (2, 1)
    assert (loose(5, "three of a kind"), loose(5, "full house")) == (2, 0)
    with pytest.raises(ValueError, match="not the same in all hands of the kind"):
        in_a_row(3, "high card")


def test_ways_to_compare_against_all_pairs_of_strengths() -> None:
    pairs = [hand for hand in combinations(DECK, 3) if rank_hand(hand).category == Category.PAIR]
    strengths = {rank_hand(hand): hand for hand in pairs}
    key = COMPARISONS["card by card from the top"]
    agree = sum(
        (key(one) < key(other)) == (first < second) and key(one) != key(other)
        for (first, one), (second, other) in combinations(strengths.items(), 2)
    )
    held = decided_by("card by card from the top", "pair")
    assert held[:2] == (agree, 156 * 155 // 2)
    assert held.cases < held.of
    assert not five_decided_by("card by card from the top", "two pair")
    assert five_decided_by("the highest card alone", "straight flush")
    assert not five_decided_by("the highest card alone", "flush")


def test_payments_are_asked_of_the_house() -> None:
    assert [pays("live", case, "ante") for case in ("not qualified", "win", "tie", "lose")] == [
        1, 1, 0, -1,
    ]  # fmt: skip
    assert side_bet("flush-pays-3", "pair_plus", "flush") == 3
    assert side_bet("pagat", "pair_plus", "straight flush") == 40
    assert weakest_played("live") == "Q-6-4"
    assert nets_against_worse("pagat", 1, 0, "A♠ A♥ 2♣") == (1, 2)


def test_a_house_whose_bonus_needs_a_win_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    strict = replace(load_rules("pagat"), bonus_needs_win=True)
    monkeypatch.setattr("tcp.claims.payments.load_rules", lambda name: strict)
    held = same_for_every_dealer("pagat", "ante_bonus", "9♥ 8♣ 7♠", "play")
    assert held.cases < held.of
    assert held.against


def test_the_club_deals_as_its_plans_say() -> None:
    for form, hidden, shown in (
        ("draw", 5, 0),
        ("sykkel", 3, 4),
        ("memphis", 5, 0),
        ("stud", 1, 4),
    ):
        found = tuple(dealt(form, which) for which in ("all", "hidden", "open"))
        assert found == (hidden + shown, hidden, shown)


def test_the_incomplete_example_has_both_answers() -> None:
    rules: Rules = load_rules("straight-pays-5")
    player = read_hand("2♦ 2♠ К♣")
    nets = Counter(
        settle(rules, Bets(10, 10), player, dealer, Decision.PLAY).net
        for dealer in combinations([card for card in DECK if card not in player], 3)
        if rank_hand(dealer) < rank_hand(player)
    )
    assert sorted(nets) == [20, 30]


# --- what went wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "printed", "why"),
    [
        ("straight-pays-5-10e", "1 к 425", "1 in n taken for odds against"),
        ("monday-club-78", "4 164", "odds against taken for 1 in n"),
        ("monday-club-78", "1 465", "changed places"),
        ("monday-club-66", "12 000", "changed places"),
        ("monday-club-66", "10 400", "no known slip"),
        ("monday-club-80", "255", "fits another row, straight"),
        ("monday-club-90b", "97 mot 1", "fits another row, a pair: full house"),
        ("monday-club-91d", "5 mot 1", "fits any two pair"),
        ("monday-club-79", "690", "rounded to 0.145 %|no known slip"),
        ("monday-club-79", "714", "rounded to 0.14 %"),
        ("live-98", "97,63%", "no known slip"),
    ],
)
def test_slips_are_told_by_computing_them(name: str, printed: str, why: str) -> None:
    ruling = judge(replace(claim(name), printed=printed))
    assert ruling.verdict == "wrong"
    assert re.search(why, ruling.cause), ruling.cause


def test_slips_explain_few_of_all_wrong_figures() -> None:
    made = claim("monday-club-84")
    tried = [judge(replace(made, printed=f"{n // 10},{n % 10}")) for n in range(10, 100)]
    wrong = [ruling for ruling in tried if ruling.verdict == "wrong"]
    explained = [ruling.claim.figure for ruling in wrong if ruling.cause != causes.UNKNOWN]
    assert (len(wrong), explained) == (88, ["1.4", "2.0", "2.5"])


def test_misses_are_measured_in_two_ways() -> None:
    found = {miss.ruling.claim.name: miss for miss in misses("count", "improvement")}
    assert found["monday-club-67"].units == -720
    assert found["monday-club-67"].relative == Fraction(-720, 54_912)
    assert found["monday-club-67"].words == "54,192 for 54,912"
    assert found["monday-club-96a"].units == 10 * (Fraction("4.5") - Fraction(38, 9))
    assert "monday-club-94b" not in found

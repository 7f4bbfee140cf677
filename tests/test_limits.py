"""Where a rule begins and ends: each limit from both sides, and refusals as a whole sentence."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tcp import showdown
from tcp.cards import (
    CARD_HELP,
    DECK,
    PATTERN_HELP,
    Card,
    Rank,
    Suit,
    check_hand,
    deal,
    parse_cards,
    parse_pattern,
)
from tcp.fivecard import FiveCategory
from tcp.payouts import (
    BET_NAMES,
    Bets,
    Decision,
    ante_bonus_ratio,
    check_bets,
    pair_plus_lines,
    pair_plus_net,
    settle,
    six_card_lines,
    six_card_net,
)
from tcp.quoting import quoted
from tcp.ranking import Category, pairs_alike, parse_threshold, rank_hand, write_threshold
from tcp.rules import PayTable, Rules, load_rules, parse_ratio, parse_rules, to_toml, write_ratio
from tcp.showdown import (
    dealer_ranks,
    hand_near,
    outcomes,
    play_value,
    qualifying_chance,
    qualifying_counts,
    weakest_worth_playing,
)
from tcp.table import Box, Round, Table, commit, not_replayed, read_record, write_record

PAGAT = load_rules("pagat")


def refusal(call: Callable[[], object]) -> str:
    """The sentence with which this is refused."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - each caller compares the sentence
        call()
    return str(refused.value)


# --- cards -------------------------------------------------------------------------------------

RANKS = " (these are ranks without suits)"
SUITS = " (these are cards with suits)"


def test_the_help_says_what_a_card_and_what_a_pattern_is() -> None:
    assert CARD_HELP == (
        "a card is a rank (2 to 10, T, J, Q, K, A, or a letter of another language of the course) "
        "and a suit (♣ ♦ ♥ ♠ or c d h s), like Q♥, 10h or Kn♣"
    )
    assert PATTERN_HELP == (
        "a pattern is ranks without suits, like Q-6-4, K–10–4, 8–8–dame or Qx6x4x"
    )


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("?", "'?'", ""),
        ("Q-6-4", "'Q-6-4'", RANKS),
        ("q-6-4", "'q-6-4'", RANKS),
        ("Qh ?", "'?', card 2 of 'Qh ?',", ""),
        ("?" * 20, f"'{'?' * 20}'", ""),
        ("?" * 21, f"'{'?' * 20}', card 1 of '{'?' * 21}',", ""),
        ("Qh" + " " * 77 + "?", f"'?', card 2 of 'Qh{' ' * 77}?',", ""),
        ("Qh" + " " * 78 + "?", f"'?', card 2 of 'Qh{' ' * 77}…,", ""),
    ],
)
def test_what_is_no_card_and_where_it_stands(text: str, start: str, end: str) -> None:
    assert refusal(lambda: parse_cards(text)) == f"{start} is not a card: {CARD_HELP}{end}"


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("?", "'?'", ""),
        ("Qxx", "'Qxx'", ""),
        ("QXX", "'QXX'", ""),
        ("q♥", "'q♥'", SUITS),
        ("QH", "'QH'", SUITS),
        ("Q ?", "'?' in 'Q ?'", ""),
        ("?" * 80, f"'{'?' * 80}'", ""),
        ("?" * 81, f"'{'?' * 79}…", ""),
        ("Q" + " " * 78 + "?", f"'?' in 'Q{' ' * 78}?'", ""),
        ("Q" + " " * 79 + "?", f"'?' in 'Q{' ' * 78}…", ""),
    ],
)
def test_what_is_no_rank_and_where_it_stands(text: str, start: str, end: str) -> None:
    assert refusal(lambda: parse_pattern(text)) == f"{start} is not a rank: {PATTERN_HELP}{end}"


@pytest.mark.parametrize(("rank", "suit"), [(12.0, 2), (12, 2.0), (12, True), (True, 2)])
def test_a_card_is_made_of_whole_numbers(rank: Any, suit: Any) -> None:
    assert "a card has a rank from 2 to 14 (ace) and a suit from 0" in refusal(
        partial(Card, rank, suit)
    )


def test_cards_ranks_and_suits_are_shown_as_they_are_printed() -> None:
    assert repr([Card(Rank.QUEEN, Suit.HEARTS), Rank.TEN, Suit.SPADES]) == "[Q♥, 10, ♠]"


def test_no_card_comes_before_itself() -> None:
    assert DECK[0] < DECK[1]
    assert not DECK[1] < DECK[1]
    assert not DECK[1] < DECK[0]


def test_a_small_d_is_a_suit_and_a_large_one_a_queen() -> None:
    assert parse_pattern("8D") == parse_pattern("8-Q")
    assert refusal(lambda: parse_pattern("8d")) == f"'8d' is not a rank: {PATTERN_HELP}{SUITS}"


def test_a_pattern_has_a_rank_four_times_at_most() -> None:
    assert parse_pattern("QQQQ") == (12, 12, 12, 12)
    assert refusal(lambda: parse_pattern("QQQQQ")).startswith("Q comes 5 times in 'QQQQQ'")


def test_a_deal_names_what_it_was_asked_for() -> None:
    rng = random.Random(1)
    assert refusal(lambda: deal(rng, 53)).startswith("53 cards asked for; a deck deals")
    assert refusal(lambda: deal(rng, 0)).startswith("a hand of 0 cards; a hand has a whole number")


def test_ten_cards_are_named_and_of_more_the_first_ten() -> None:
    ten = "2♣ 2♦ 2♥ 2♠ 3♣ 3♦ 3♥ 3♠ 4♣ 4♦"
    assert refusal(lambda: check_hand(DECK[:10], 3)) == f"10 cards ({ten}); a hand here has 3"
    assert refusal(lambda: check_hand(DECK[:11], 3)) == f"11 cards ({ten} …); a hand here has 3"


def test_texts_of_2000_characters_are_read() -> None:
    assert parse_cards("Qh" + " " * 1998) == parse_cards("Qh")
    assert refusal(lambda: parse_cards("Qh" + " " * 1999)).startswith("2,001 characters are too")


# --- thresholds and ratios ---------------------------------------------------------------------


def test_a_threshold_is_written_in_english_unless_a_language_is_named() -> None:
    assert (write_threshold("q high"), write_threshold("Q–6–4")) == ("Q-high", "Q-6-4")
    assert write_threshold("Д-6-4", "da") == "D-6-4"


def test_pairs_are_alike_by_a_function_only() -> None:
    number: Any = 5
    assert refusal(lambda: pairs_alike(number)) == "key = 5: a function of a hand is asked for"


RATIO = "a ratio is from 0 to 1,000,000"


def written_ratio(ratio: str) -> object:
    """The ratio that a rules file with this number has."""
    table = parse_rules(f"[ante_bonus]\npair = {ratio}").ante_bonus
    assert table is not None
    return table["pair"]


def test_a_number_in_a_rules_file_has_12_places_and_40_signs_at_most() -> None:
    assert written_ratio("1e-12") == written_ratio("0.000000000001") == Fraction(1, 10**12)
    assert written_ratio("0.5" + "0" * 37) == Fraction(1, 2)
    for number in ("1e-13", "1e12", "1e13", "0.0000000000001"):
        sentence = refusal(partial(written_ratio, number))
        assert RATIO in sentence
        assert number in sentence or "pair = 1000000000000:" in sentence
    for zeros in (38, 50):
        assert RATIO in refusal(partial(written_ratio, "0.5" + "0" * zeros))


def test_a_ratio_typed_is_named_with_40_signs_at_most() -> None:
    no_ratio = "is no ratio; write a number such as 4, 12.5 or 25/2"
    assert refusal(lambda: parse_ratio("x" * 40)) == f"'{'x' * 40}' {no_ratio}"
    assert refusal(lambda: parse_ratio("x" * 41)) == f"'{'x' * 40}' {no_ratio}"
    for wrong in (None, {4: 1}):
        nothing: Any = wrong
        assert refusal(partial(parse_ratio, nothing)) == f"'{wrong}' {no_ratio}"
    assert refusal(lambda: parse_ratio("1000001")) == f"ratio = 1000001: {RATIO}"
    assert parse_ratio("1000000") == 10**6


def test_what_is_no_number_is_told_how_a_ratio_is_written() -> None:
    assert refusal(lambda: parse_rules("[ante_bonus]\npair = true")) == (
        "these rules: ante_bonus: pair = True: a ratio is from 0 to 1,000,000, a whole number or "
        'a fraction: 4, in Python also Fraction(25, 2), in a file 12.5 or "25/2"'
    )


def test_a_ratio_of_20_digits_is_shown_and_none_of_more() -> None:
    for ratio, shown in (
        (10**20 - 1, str(10**20 - 1)),
        (10**20, "a number too long to show"),
        (10**20 + 1, "a number too long to show"),
        (Fraction(-1, 10**20 - 1), f"-1/{10**20 - 1}"),
        (Fraction(-1, 10**20), "a number too long to show"),
    ):
        table: Any = {"pair": ratio}
        assert refusal(partial(PayTable, table)).startswith(f"pair = {shown}: {RATIO}")


def test_a_ratio_is_written_with_12_places_or_as_a_quotient() -> None:
    assert write_ratio(Fraction(1, 10**12)) == "0.000000000001"
    assert write_ratio(Fraction(1, 10**13)) == "1/10000000000000"


def test_an_unknown_hand_is_named_with_40_signs_at_most() -> None:
    known = "known are flush, four_of_a_kind, full_house, mini_royal, pair, royal_flush, straight"
    for signs in (40, 41):
        sentence = refusal(lambda signs=signs: PayTable({"x" * signs: 1}))  # type: ignore[misc]
        assert sentence.startswith(f"'{'x' * 40}' is not known in a pay table; {known}, ")


def test_rules_may_begin_with_the_mark_that_notepad_writes() -> None:
    text = "[ante_bonus]\nstraight = 1"
    assert parse_rules("\ufeff" + text) == parse_rules(text)


def test_a_rules_file_has_10000_characters_and_1000_in_a_line_at_most(tmp_path: Path) -> None:
    straight = "[ante_bonus]\nstraight = 1\n"
    lines = straight + "#\n" * ((10_000 - len(straight)) // 2)
    line = straight + "#" * 1_000
    file = tmp_path / "home.toml"
    for text in (lines, line):
        assert len(text) <= 10_000
        file.write_text(text, "utf-8", newline="\n")
        assert load_rules(file).ante_bonus == PayTable({"straight": 1})
        assert parse_rules(text).ante_bonus == PayTable({"straight": 1})
        file.write_text(text + "#" * (10_001 - len(text)), "utf-8", newline="\n")
        assert "too long for rules" in refusal(lambda: load_rules(file))
    too_long = (
        "these rules: too long for rules, which have 10,000 characters and 1,000 in a line at most"
    )
    assert refusal(lambda: parse_rules(lines + "\n" * (10_001 - len(lines)))) == too_long
    assert refusal(lambda: parse_rules(line + "#")) == too_long


@pytest.mark.parametrize("field", ["name", "source"])
def test_a_name_and_a_source_are_texts_of_150_characters_at_most(field: str) -> None:
    changed: Callable[[Any], Rules] = lambda text: dataclasses.replace(PAGAT, **{field: text})  # noqa: E731
    assert getattr(changed("x" * 150), field) == "x" * 150
    for text, shown in (("x" * 151, f"'{'x' * 79}…"), ("\udc00", r"'\udc00'"), (5, "5")):
        sentence = refusal(partial(changed, text))
        assert sentence == f"{field} = {shown}: a text is asked for, of 150 characters at most"


def test_rules_that_cannot_be_found_or_named_are_told() -> None:
    known = "pagat, live, flush-pays-3, straight-pays-5"
    number: Any = 10**5_000
    for asked, shown in (("nope", "'nope'"), (number, "'a number too long to show'")):
        assert refusal(partial(load_rules, asked)) == (
            f"{shown} is neither known rules ({known}) nor a file"
        )


def test_what_is_no_table_and_no_entry_of_a_rules_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong: Any = [1]
    assert refusal(lambda: PayTable(wrong)).startswith("[1] is no pay table; write one as {'pair'")
    assert refusal(lambda: parse_rules("max_box = 3")).startswith(
        "these rules: 'max_box' is not known in a rules file; known are name, source, ante_bonus"
    )
    assert refusal(lambda: parse_rules("ante_bonus = " + "[" * 900)) == (
        "these rules: not a rules file: it is nested too deeply"
    )
    assert refusal(lambda: parse_rules("[ante_bonus]\nset = 3")).endswith(
        "known are pair, flush, straight, three_of_a_kind, straight_flush"
    )
    assert refusal(lambda: parse_rules("[ante_bonus]\nname = 3")).endswith(
        "three_of_a_kind, straight_flush; in a file it stands above the tables"
    )
    file = tmp_path / "home.toml"
    file.write_text(to_toml(dataclasses.replace(PAGAT, max_boxes=1)), "utf-8")
    assert load_rules(file).max_boxes == 1

    def locked(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    sentence = refusal(lambda: load_rules(file))
    assert sentence == f"{quoted(str(file))} cannot be read (Permission denied)"


def test_a_quotient_without_quotation_marks_is_told_with_20_signs_at_most() -> None:
    no_file = "these rules: not a TOML file: "
    assert refusal(lambda: parse_rules("ante_bonus")).endswith("(at end of document)")
    for quotient, shown in (("9" * 9 + "/2", "9" * 9 + "/2"), ("9" * 30 + "/2", "9" * 20)):
        sentence = refusal(lambda text=quotient: parse_rules(f"[ante_bonus]\npair = {text}"))  # type: ignore[misc]
        assert sentence.startswith(no_file)
        assert sentence.endswith(f'; a quotient stands in quotation marks, "{shown}"')


def test_a_file_whose_name_cannot_be_printed_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "\u200b.toml"
    file.write_text("pair = 1", "utf-8")
    assert refusal(lambda: load_rules(file)).startswith(f"{quoted(str(file))}: ")


def test_every_letter_of_a_name_is_written_into_a_rules_file() -> None:
    rules = Rules("Эва \x7f", ante_bonus=PayTable({}))
    text = to_toml(rules)
    assert text.startswith('name = "Эва \\u007f"\n')
    assert parse_rules(text) == rules


def test_a_quotient_has_100_digits_at_most_above_and_below() -> None:
    digits = "1" + "0" * 99
    rules = parse_rules(f'[ante_bonus]\npair = "{digits}/{digits}"')
    assert rules.ante_bonus == PayTable({"pair": 1})
    for quotient in (f"{digits}0/{digits}", f"{digits}/{digits}0", f"1/{digits}0", "1/0", "1/"):
        assert "pair = " in refusal(
            lambda quotient=quotient: parse_rules(f'[ante_bonus]\npair = "{quotient}"')  # type: ignore[misc]
        )


# --- what is paid ------------------------------------------------------------------------------


def test_side_bets_are_spoken_of_only_where_the_ante_is_missing() -> None:
    hint = "; side bets come only with an Ante"
    assert refusal(lambda: Bets(0)).endswith(f"1 or more{hint}")
    assert refusal(lambda: Bets(1, pair_plus=-1)).endswith("0 or more")


def test_each_bet_has_its_name_in_the_order_of_settlement() -> None:
    names = ["Ante", "Play", "Ante bonus", "Pair Plus", "6 Card Bonus"]
    assert list(BET_NAMES.values()) == names
    hand, dealer = parse_cards("5♥ 6♥ 7♥"), parse_cards("Q♠ 8♦ 2♣")
    ledger = settle(PAGAT, Bets(1, 1), hand, dealer, Decision.PLAY).lines
    assert [line.bet for line in ledger] == list(BET_NAMES)[:4]
    longer = settle(load_rules("live"), Bets(1, 1, 1), hand, dealer, Decision.PLAY).lines
    assert [line.bet for line in longer] == list(BET_NAMES)


def test_a_bet_that_is_not_offered_has_no_net() -> None:
    tables: list[Any] = [PAGAT.six_card_bonus, 5]
    for net, bet in ((pair_plus_net, "Pair Plus"), (six_card_net, "the 6 Card Bonus")):
        for table in tables:
            assert refusal(partial(net, table)) == (
                f"{table} is no pay table of {bet}; rules without it have none"
            )


def test_decisions_have_words_and_stakes_a_sum() -> None:
    assert {each: each.value for each in Decision} == {
        Decision.PLAY: "play",
        Decision.FOLD: "fold",
    }
    assert Bets(5, 3, 1).total == 9


def test_what_are_no_stakes_is_told_how_stakes_are_written() -> None:
    stakes: Any = 5
    assert refusal(lambda: check_bets(PAGAT, stakes)) == (
        "5 is no Bets; stakes are written as Bets(ante), or Bets(ante, pair_plus, six_card_bonus)"
    )


def test_a_hand_without_a_bonus_brings_0_and_every_kind_has_its_line() -> None:
    assert ante_bonus_ratio(HAND, PAGAT) == 0
    kinds = [line.kind for line in pair_plus_lines(PayTable({"pair": 1}))]
    assert kinds == [*(each.name.lower() for each in Category), "mini_royal"]
    assert [line.kind for line in six_card_lines(PayTable({"pair": 1}))] == [
        each.name.lower() for each in FiveCategory
    ]


# --- what the dealer may hold ------------------------------------------------------------------

HAND, DEAD = parse_cards("Q♥ 6♦ 4♣"), parse_cards("A♠ A♥ K♦")


def test_the_chance_to_qualify_knows_the_hand_and_the_dead_cards() -> None:
    for dead in ((), DEAD):
        found = outcomes(HAND, PAGAT, dead=dead)
        chance = qualifying_chance(PAGAT, HAND, dead=dead)
        assert chance == 1 - Fraction(found.not_qualified, found.total)
        assert found.total == comb(49 - len(dead), 3)
    assert qualifying_chance(PAGAT, dead=DEAD) not in (qualifying_chance(PAGAT), chance)


def test_a_dealer_with_exactly_the_threshold_qualifies() -> None:
    best = dataclasses.replace(PAGAT, dealer_qualifies="A-A-A")
    better = 4 + 48  # three aces, and the straight flushes above them
    assert qualifying_chance(best) == Fraction(better, 22100)
    assert sum(qualifying_counts(best).values()) == better * comb(49, 3)


def test_far_from_a_rank_lie_the_weakest_hand_and_the_best() -> None:
    rng = random.Random(1)
    found = {rank_hand(hand_near(parse_threshold("Q-6-4"), rng, spread=1e9)) for _ in range(20)}
    assert found == {rank_hand(parse_cards("5♥ 3♦ 2♣")), rank_hand(parse_cards("A♠ K♠ Q♠"))}


def test_a_dealer_with_exactly_the_threshold_may_tie_with_you() -> None:
    exactly = dataclasses.replace(PAGAT, dealer_qualifies="Q-6-4")
    assert outcomes(HAND, exactly).tie == outcomes(HAND, PAGAT).tie == 26


def test_a_hand_that_brings_no_more_than_a_fold_is_not_worth_a_play() -> None:
    border = weakest_worth_playing(PAGAT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(showdown, "FOLD_VALUE", play_value(parse_cards("3♣ 6♣ Q♦"), PAGAT))
        assert weakest_worth_playing(PAGAT) == border == parse_threshold("Q-6-4")


def test_what_are_no_cards_is_refused_by_the_name_of_the_argument() -> None:
    number: Any = 5
    asked = "a tuple of cards is asked for"
    assert refusal(lambda: dealer_ranks(number)) == f"hand = 5: {asked}"
    assert refusal(lambda: dealer_ranks(dead=number)) == f"dead = 5: {asked}"
    assert refusal(lambda: dealer_ranks(dealer_shows=number)) == f"dealer_shows = 5: {asked}"
    assert refusal(lambda: dealer_ranks(dead=[number])) == f"dead: 5 is not a Card; {asked}"


@pytest.mark.parametrize(("own", "most"), [(0, 49), (3, 46)])
def test_so_many_dead_cards_that_none_is_left_for_the_dealer(own: int, most: int) -> None:
    hand, rest = DECK[:own], DECK[own:]
    assert dealer_ranks(hand, dead=rest[:most]).total == 1
    assert dealer_ranks(hand, dead=rest[:most], dealer_shows=rest[most:][:2]).total == 1
    assert refusal(lambda: dealer_ranks(hand, dead=rest[: most + 1])) == (
        f"{most + 1} dead cards leave too few for the dealer; at most {most} can be dead here"
    )


# --- the table ---------------------------------------------------------------------------------


def test_new_stakes_lie_on_the_same_box() -> None:
    opened = Round(PAGAT)
    opened.bet("Kari", Bets(1), 5)
    opened.restake(5, Bets(2))
    assert {number: box.bets for number, box in opened.boxes.items()} == {5: Bets(2)}
    opened.deal()
    assert refusal(lambda: opened.restake(5, Bets(1))) == (
        "stakes are placed before the cards are dealt; now the cards are dealt and the boxes decide"
    )


def test_a_round_of_a_table_is_dealt_from_its_seed() -> None:
    first, second = (Table({"Kari": 10}).open_round(PAGAT, seed=7) for _ in range(2))
    for opened in (first, second):
        opened.bet("Kari", Bets(1))
        opened.deal()
    assert first.sees(1) == second.sees(1)


@pytest.mark.parametrize("chips", [True, 1.0, "5", 0])
def test_chips_brought_are_a_whole_number(chips: Any) -> None:
    assert refusal(lambda: Table({"Kari": chips})) == (
        f"{chips!r} chips: a player brings a whole number, 1 or more"
    )
    assert refusal(lambda: Table(chips)).startswith(f"{chips!r}: the players' chips are written")


def test_who_has_chips_and_which_boxes_have_stakes_is_told() -> None:
    nobody, two = Table({}).open_round(PAGAT), Table({"Kari": 9, "Ola": 9}).open_round(PAGAT)
    for opened, names in ((nobody, "nobody"), (two, "Kari, Ola")):
        sentence = refusal(partial(opened.bet, "Per", Bets(1)))
        assert sentence.startswith("'Per' has no chips at this table; ")
        assert f" {names}" in sentence
    two.bet("Kari", Bets(1))
    two.bet("Ola", Bets(1))
    for opened, boxes in ((nobody, "none yet"), (two, "1, 2")):
        assert refusal(partial(opened.take_back, 3)) == (
            f"box 3 has no stakes; boxes with stakes: {boxes}"
        )
    two.deal()
    word: Any = "play"
    assert refusal(partial(two.decide, 1, word)) == (
        "'play' is no decision; take Decision.PLAY or Decision.FOLD"
    )


def test_a_seed_has_128_bits_at_most() -> None:
    Round(PAGAT, 2**128 - 1)
    assert refusal(lambda: Round(PAGAT, 2**128)).endswith("from 0 to 2**128 - 1, or None")


def test_what_is_no_box_no_purse_and_no_name_is_told() -> None:
    wrong: Any = 5
    assert refusal(lambda: Box("Kari", wrong)).startswith("5 is no Bets; stakes are written")
    for made in (partial(Table, wrong), lambda: Round(PAGAT, chips=wrong)):
        assert refusal(made) == "5: the players' chips are written as {'Kari': 100}"
    assert Round(PAGAT).fault == ""
    assert f"'{'x' * 41} is" in refusal(lambda: Round(PAGAT).bet("x" * 60, Bets(1)))


def test_who_plays_alone_on_several_boxes_is_named() -> None:
    opened = Round(PAGAT)
    opened.bet("Kari", Bets(1))
    opened.bet("Kari", Bets(1))
    assert refusal(lambda: opened.bet("Ola", Bets(1))).startswith("Kari plays several boxes")


def test_a_sealed_deck_is_written_in_letters_that_anybody_can_type() -> None:
    salt = bytes(range(16))
    deck = " ".join(f"{'23456789TJQKA'[index // 4]}{'cdhs'[index % 4]}" for index in range(52))
    line = f"{salt.hex()} {deck.replace('T', '10')}"
    assert commit(DECK, salt) == hashlib.sha256(line.encode()).hexdigest()


def test_a_fault_is_told_in_200_characters_at_most() -> None:
    opened = Round(PAGAT)
    assert refusal(lambda: opened.malfunction("x" * 201)).startswith("say in 1 to 200 characters")
    opened.malfunction("x" * 200)
    assert opened.fault == "x" * 200


def test_a_round_that_nobody_staked_on_is_told_to_be_replaced() -> None:
    table = Table({"Kari": 10})
    idle = table.open_round(PAGAT)
    table.open_round(PAGAT)
    assert idle.fault == "another round took its place"


# --- records -----------------------------------------------------------------------------------


def test_a_record_is_written_as_other_programs_can_check_it() -> None:
    """The check is of the entry as JSON in ASCII, its keys in order and without spaces."""
    check = hashlib.sha256(rb'{"format":"f","player":"\u042d\u0432\u0430"}').hexdigest()
    text = f'{{\n "player": "Эва",\n "format": "f",\n "check": "{check}"\n}}\n'
    assert write_record({"player": "Эва", "format": "f"}) == text
    assert read_record(text, "f", len(text)) == {"player": "Эва", "format": "f"}
    assert refusal(lambda: read_record(text, "f", len(text) - 1)) == (
        f"{len(text)} characters are too many for the record of a round"
    )


def test_a_record_has_50000_characters_at_most() -> None:
    opened = Round(PAGAT)
    opened.malfunction("a jam")
    text = opened.record()
    assert Round.replay(text.ljust(50_000)).record() == text
    assert refusal(lambda: Round.replay(text.ljust(50_001))) == (
        "50,001 characters are too many for the record of a round"
    )


def test_every_stake_of_a_box_comes_back_from_its_record() -> None:
    rules = load_rules("live")
    opened = Round(rules)
    opened.bet("Kari", Bets(3, 2, 1), 4)
    opened.deal()
    opened.decide(4, Decision.PLAY)
    again = Round.replay(opened.record())
    assert {number: box.bets for number, box in again.boxes.items()} == {4: Bets(3, 2, 1)}


def test_what_is_no_text_is_no_record() -> None:
    number: Any = 5
    assert refusal(lambda: Round.replay(number)) == (
        "int is no record; a record is the text that was written of a round"
    )


def test_a_record_may_begin_with_the_mark_that_notepad_writes_and_has_each_key_once() -> None:
    text = write_record({"format": "f"})
    assert read_record("\ufeff" + text, "f", 1_000) == {"format": "f"}
    for wrong in (text.replace("{", '{"format": "g",'), text[:-2] + "\ufeff}"):
        assert refusal(lambda wrong=wrong: read_record(wrong, "f", 1_000)) == (  # type: ignore[misc]
            "this is no whole record of a round: it was cut short or changed"
        )
    assert refusal(lambda: read_record('{"format": "f"}', "f", 1_000)) == (
        "this record was changed after it was written: its check doesn't fit"
    )


def test_why_a_record_cannot_be_replayed_is_told_in_400_characters() -> None:
    because = "this record can't be replayed: "
    assert not_replayed(ValueError("x" * 401)) == because + "x" * 400
    assert not_replayed(KeyError("net")) == (
        f"{because}a part of it is missing, or of another kind than a record has"
    )


@pytest.mark.parametrize("salt", [5, None, "", "0", "0G" * 16, "AB" * 16, " " * 32])
def test_a_salt_is_written_in_pairs_of_hexadecimal_digits(salt: Any) -> None:
    opened = Round(PAGAT)
    opened.malfunction("a jam")
    entry = {**json.loads(opened.record()), "salt": salt}
    del entry["check"]
    assert refusal(lambda: Round.replay(write_record(entry))) == (
        "this record can't be replayed: its salt is not written in hexadecimal digits"
    )


def test_a_round_under_way_says_so_and_costs_the_bank_nothing_yet() -> None:
    table = Table({"Kari": 10})
    opened = table.open_round(PAGAT)
    opened.bet("Kari", Bets(1))
    assert table.bank == 0
    assert refusal(lambda: opened.dealer).endswith("; now stakes are placed")
    opened.malfunction("a jam")
    assert json.loads(opened.record())["format"] == "three-card-poker round 1"

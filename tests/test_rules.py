"""The four rule sets as their pages print them, and rules files of one's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tcp.cards import parse_cards
from tcp.ranking import Category, rank_hand
from tcp.rules import (
    LARGEST_FILE,
    RULE_NAMES,
    TABLE_KEYS,
    PayTable,
    Rules,
    load_rules,
    parse_ratio,
    parse_rules,
    to_toml,
    write_ratio,
)

# What the pages print, copied out by hand.
BONUS = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}
PAIR_PLUS = {
    "pagat": (1, 4, 6, 30, 40, None),
    "live": (1, 4, 5, 30, 40, 100),
    "flush-pays-3": (1, 3, 6, 30, 40, None),
    "straight-pays-5": (1, 4, 5, 30, 40, None),
}
PAIR_PLUS_HANDS = ("pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal")
SIX_CARD_BONUS = {
    "three_of_a_kind": 7, "straight": 10, "flush": 15, "full_house": 20, "four_of_a_kind": 100,
    "straight_flush": 200, "royal_flush": 1000,
}  # fmt: skip


def test_four_rule_sets() -> None:
    assert tuple(PAIR_PLUS) == RULE_NAMES
    files = {f.name for f in (resources.files("tcp") / "rulebook").iterdir()}
    assert files == {f"{name}.toml" for name in RULE_NAMES}


@pytest.mark.parametrize("name", RULE_NAMES)
def test_each_pays_what_its_page_says(name: str) -> None:
    rules = load_rules(name)
    paid = dict(zip(PAIR_PLUS_HANDS, PAIR_PLUS[name], strict=True))
    assert rules.name == name
    assert rules.source
    assert rules.ante_bonus == PayTable(BONUS)
    assert rules.pair_plus == PayTable({hand: r for hand, r in paid.items() if r is not None})
    assert rules.six_card_bonus == (PayTable(SIX_CARD_BONUS) if name == "live" else None)
    assert rules.dealer_qualifies == "Q-high"
    assert rules.qualifying_rank == (Category.HIGH_CARD, (12,))
    assert rules.bonus_needs_win is False
    assert rules.pair_plus_survives_fold is True
    assert rules.six_card_survives_fold is True
    assert rules.players_cards_open is (name == "straight-pays-5")
    assert rules.max_boxes == 6


# --- files of one's own ------------------------------------------------------------------------

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "at-home.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_shortest_file(write: Write) -> None:
    rules = load_rules(write("[ante_bonus]"))
    assert rules == Rules("at-home", ante_bonus=PayTable({}))
    assert rules.pair_plus is None
    assert rules.six_card_bonus is None


def test_every_field_can_be_given(write: Write) -> None:
    rules = load_rules(
        write("""
            name = "Aunt's kitchen"
            source = "aunt"
            dealer_qualifies = "9-9-2"
            bonus_needs_win = true
            pair_plus_survives_fold = false
            six_card_survives_fold = false
            players_cards_open = true
            max_boxes = 2
            [ante_bonus]
            straight = 1
            [pair_plus]
            pair = 1.5
            mini_royal = 12.5
            [six_card_bonus]
            two_pair = 0
        """)
    )
    assert rules == Rules(
        name="Aunt's kitchen",
        source="aunt",
        ante_bonus=PayTable({"straight": 1}),
        pair_plus=PayTable({"pair": Fraction(3, 2), "mini_royal": Fraction(25, 2)}),
        six_card_bonus=PayTable({"two_pair": 0}),
        dealer_qualifies="9-9-2",
        bonus_needs_win=True,
        pair_plus_survives_fold=False,
        six_card_survives_fold=False,
        players_cards_open=True,
        max_boxes=2,
    )
    assert rules.qualifying_rank == rank_hand(parse_cards("9♥ 9♦ 2♠"))
    given = {f.name for f in dataclasses.fields(Rules)}
    default = Rules("x")
    assert all(getattr(rules, field) != getattr(default, field) for field in given)


@pytest.mark.parametrize(
    ("written", "ratio"),
    [("12.5", Fraction(25, 2)), ("0.1", Fraction(1, 10)), ("4.0", 4), ("1e2", 100), ("0x10", 16)],
)
def test_a_ratio_is_exactly_what_is_written(write: Write, written: str, ratio: Fraction) -> None:
    rules = load_rules(write(f"[ante_bonus]\n[pair_plus]\npair = {written}"))
    assert rules.pair_plus is not None
    assert rules.pair_plus["pair"] == ratio
    assert not isinstance(rules.pair_plus["pair"], float)


def test_a_path_may_be_text_or_a_path(write: Write) -> None:
    path = write("[ante_bonus]")
    assert load_rules(path) == load_rules(str(path))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_saved_by_notepad(tmp_path: Path, mark: str, line_end: str) -> None:
    """It may begin with a byte order mark, and its lines end in two characters."""
    path = tmp_path / "home.toml"
    text = mark + line_end.join(['name = "Småland"', "[ante_bonus]", "straight = 1", ""])
    path.write_bytes(text.encode("utf-8"))
    assert load_rules(path) == Rules("Småland", ante_bonus=PayTable({"straight": 1}))


def test_a_known_name_comes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pagat").write_text("[ante_bonus]\nstraight = 99", encoding="utf-8")
    assert load_rules("pagat").ante_bonus == PayTable(BONUS)
    assert load_rules("./pagat").ante_bonus == PayTable({"straight": 99})


# What somebody might leave in a rules file: whole lines of it, in any order, right and wrong.
lines = st.sampled_from(
    [
        "[ante_bonus]", "[pair_plus]", "[six_card_bonus]", "[mini_plus]", "[[pair_plus]]",
        'name = "home"', "name = 3", 'name = ""', "source = []", "bonus_needs_win = true",
        "bonus_needs_win = 1", "max_boxes = 7", "max_boxes = 6.0", "max_boxes = 3",
        'dealer_qualifies = "Q-high"', 'dealer_qualifies = "high"', "dealer_qualifies = 12",
        "pair = 1", "pair = -1", "pair = 1.5", "pair = nan", "pair = inf", "pair = 1e999999",
        "pair = 99999999999999999999999", "pair = true", 'pair = "1"', "pair = []", "pair = {a=1}",
        "flush = 2024-01-01", "straight = 6", "mini_royal = 100", "royal_flush = 1", "flush = 0",
        "ante_bonus = 4", "ante_bonus.straight = 1", "pair_plus = {}", "# note", "", "???", "= 1",
    ]
)  # fmt: skip
toml = st.lists(lines, max_size=12).map("\n".join) | st.text(max_size=60)


@given(toml)
@example("a=" + "[" * 3000)
@example("[ante_bonus]\npair = 0x" + "f" * 4000)
@example("max_boxes = 0x" + "f" * 4000 + "\n[ante_bonus]")
@example("[ante_bonus]\npair = 1" + "0" * 5000)
@example("\ufeff[ante_bonus]")
def test_any_file_is_read_as_rules_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "home.toml"
    path.write_text(text, encoding="utf-8", newline="", errors="surrogatepass")
    sentence = ""
    try:
        load_rules(path)
    except ValueError as refusal:
        sentence = str(refusal)
    assert not sentence or sentence.startswith(f"{path}: ")
    assert len(sentence) < len(str(path)) + 400


@given(st.binary(max_size=80))
def test_any_bytes_are_read_as_rules_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"bytes\.toml: "):
        load_rules(path)


# --- variants and tables -----------------------------------------------------------------------


def test_a_variant_is_a_copy_with_something_changed() -> None:
    pagat = load_rules("pagat")
    variant = dataclasses.replace(pagat, pair_plus={"pair": 2})  # type: ignore[arg-type]
    assert variant.pair_plus == PayTable({"pair": 2})
    assert isinstance(variant.pair_plus, PayTable)
    assert variant.ante_bonus == pagat.ante_bonus
    assert pagat == load_rules("pagat")
    assert hash(pagat) == hash(load_rules("pagat"))
    assert pagat != variant


def test_rules_and_tables_do_not_change() -> None:
    rules = load_rules("pagat")
    table: Any = rules.pair_plus
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.max_boxes = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        table["pair"] = 2
    source = {"pair": 1}
    kept = PayTable(source)
    source["pair"] = 2
    assert kept == {"pair": 1}


@pytest.mark.parametrize("field", TABLE_KEYS)
def test_each_table_knows_its_own_hands(field: str) -> None:
    for key in ("pair", "flush", "straight", "three_of_a_kind", "straight_flush"):
        assert key in TABLE_KEYS[field]
    assert ("mini_royal" in TABLE_KEYS[field]) == (field == "pair_plus")
    assert ("royal_flush" in TABLE_KEYS[field]) == (field == "six_card_bonus")
    full: dict[str, Any] = {field: dict.fromkeys(TABLE_KEYS[field], 2)}
    assert set(getattr(Rules("x", **full), field)) == set(TABLE_KEYS[field])


ratios = st.integers(0, 10**6) | st.fractions(0, 10**6, max_denominator=100)
tables = st.dictionaries(st.sampled_from(TABLE_KEYS["pair_plus"]), ratios)


@given(tables, tables)
def test_a_table_is_a_mapping(one: dict[str, Any], other: dict[str, Any]) -> None:
    table = PayTable(one)
    assert table == one
    assert list(table) == list(one)
    assert hash(table) == hash(PayTable(dict(reversed(one.items()))))
    assert table | other == {**one, **other}
    assert table == one  # as it was
    assert eval(repr(table), {"PayTable": PayTable, "Fraction": Fraction}) == table
    assert all(isinstance(r, int) or r.denominator > 1 for r in table.values())


# --- rules as text -----------------------------------------------------------------------------


def some_table(field: str) -> st.SearchStrategy[dict[str, Any]]:
    pays = (
        st.integers(0, 10**6) | st.fractions(0, 10**6) | st.decimals(0, 9, places=3).map(Fraction)
    )
    return st.dictionaries(st.sampled_from(TABLE_KEYS[field]), pays)


@given(
    st.builds(
        Rules,
        name=st.text(min_size=1).filter(str.strip),
        source=st.text(),
        ante_bonus=some_table("ante_bonus"),
        pair_plus=st.none() | some_table("pair_plus"),
        six_card_bonus=st.none() | some_table("six_card_bonus"),
        dealer_qualifies=st.sampled_from(["Q-high", " 9-9-2", "2-A-3", "D-high"]),
        bonus_needs_win=st.booleans(),
        pair_plus_survives_fold=st.booleans(),
        six_card_survives_fold=st.booleans(),
        players_cards_open=st.booleans(),
        max_boxes=st.integers(1, 6),
    )
)
@example(Rules('\x7f\\ "\r\n\t\0', source="Små 牌 \u2028", ante_bonus=PayTable({})))
@example(
    Rules("thirds", ante_bonus=PayTable({"pair": Fraction(1, 3), "flush": Fraction(1, 2**40)}))
)
def test_rules_written_down_are_read_again(rules: Rules) -> None:
    assert parse_rules(to_toml(rules), "another name") == rules


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_text_is_a_rules_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(to_toml(load_rules(name)), encoding="utf-8")
    assert load_rules(path) == load_rules(name)


def test_no_bonus_is_written_as_an_empty_table() -> None:
    assert parse_rules(to_toml(Rules("x"))) == Rules("x", ante_bonus=PayTable({}))


@pytest.mark.parametrize(
    ("ratio", "written"),
    [
        (4, "4"),
        (Fraction(25, 2), "12.5"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(1, 3), '"1/3"'),
        (Fraction(1, 2**20), '"1/1048576"'),
    ],
)
def test_a_ratio_is_written_as_people_write_it(ratio: Any, written: str) -> None:
    text = to_toml(Rules("x", ante_bonus=PayTable({"pair": ratio})))
    assert f"\npair = {written}\n" in text


def test_a_ratio_too_long_to_be_read_again_is_refused() -> None:
    long = Rules("x", pair_plus=PayTable({"pair": Fraction(1, 3**300)}))
    with pytest.raises(ValueError, match=r"^pair_plus: a ratio has more digits"):
        to_toml(long)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", r"the table \[ante_bonus\] is missing"),
        ("ante_bonus = 4", "a table of hands and ratios"),
        ("[ante_bonus", "these rules: not a TOML file"),
        ("[ante_bonus]\nroyal = 3", "'royal' is not known in ante_bonus"),
        ('[ante_bonus]\npair = "1/0"', "pair = '1/0': a ratio is"),
        ('[ante_bonus]\npair = "-1/2"', "pair = '-1/2': a ratio is"),
        ('[ante_bonus]\npair = "9000000/2"', "pair = 4500000: a ratio is from 0 to 1,000,000"),
        ('max_boxes = "1/3"\n[ante_bonus]', "max_boxes = '1/3'"),
        ("#" * (LARGEST_FILE + 1), "too long for rules, which have 10,000 characters"),
        (3, "3 is no text"),
    ],
)
def test_text_that_is_no_rules_is_refused_in_a_sentence(text: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_rules(text)


@given(ratios)
def test_a_written_ratio_is_read_again(ratio: Any) -> None:
    assert parse_ratio(f" {write_ratio(ratio)} ") == ratio


@pytest.mark.parametrize(
    "typed", ["", "four", "-1", "1/0", "1e3", "1.", ".5", "4:1", "٣", "9" * 30]
)
def test_what_is_no_ratio_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"is no ratio; write a number such as 4, 12.5 or 25/2$"):
        parse_ratio(typed)


def test_a_ratio_has_its_limit() -> None:
    with pytest.raises(ValueError, match="a ratio is from 0 to 1,000,000"):
        parse_ratio("1000000.5")

"""Notebook 05: its exercises, the ledger, the picture's numbers and the settlement explorer."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tcp import (
    DECK,
    RULE_NAMES,
    Bets,
    Category,
    Decision,
    Rules,
    is_mini_royal,
    load_rules,
    outcomes,
    parse_cards,
    rank_hand,
    settle,
)
from tcp.checks import check, notebook_05
from tcp.checks.notebook_05 import (
    Round,
    changes,
    likely_mistakes,
    possible_nets,
    printed_ledger,
    round_rows,
    twenty_rounds,
)
from tcp.payouts import ante_bonus_ratio
from tcp.widgets.ledger import (
    happened,
    house_rows,
    ledger_rows,
    nets_by_case,
    reason,
    show_ledger,
)
from tcp.widgets.settlement import SettlementWidget

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "05_payouts.ipynb"
PLAY, FOLD = Decision.PLAY, Decision.FOLD
PAGAT, LIVE = load_rules("pagat"), load_rules("live")

# By hand, from the rule pages alone.
TWENTY = [35, 7, -2, -7, -25, -12, 8, 4, -2, 10, -4, 0, -2, -10, 30, 20, 4, 10, 514, 25]


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def case_of(played: Round) -> str:
    return happened(played.rules, played.player, played.dealer, played.decision)


# --- exercises -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"05.{number}", ...) for number in (1, 2, 3, 4, 5)),
        ("05.1", (..., ...)),
        ("05.2", [...] * 20),
        ("05.4", lambda table, stake, hand: ...),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("05.1", (6, 0)),
        ("05.2", TWENTY),
        ("05.2", tuple(map(float, TWENTY))),
        ("05.3", [-2, -1, 0, 1, 2, 3, 5, 6, 7]),
        ("05.5", {8: -12, 10: 2, 20: 10}),
    ],
)
def test_right_answers(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).state == "right"


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("05.1", (3, 0), "whatever the dealer has"),
        ("05.1", (7, 20), "3 to 1 for a flush"),
        ("05.1", (9, -5), "survives a fold"),
        ("05.1", (12, 5), "4-3-2 is a straight"),
        ("05.1", (6, -5), "jack high: what happens"),
        ("05.1", (6, "0"), "That is the line. But a net is a number of chips, and this is '0'."),
        ("05.1", (14, 0), "no line 14"),
        ("05.1", 6, "two numbers"),
        ("05.1", (6, ...), "Still missing: its net."),
        ("05.1", (..., 0), "Still missing: the line."),
        ("05.1", (7, ...), "3 to 1 for a flush"),
        ("05.2", [35, 7, -2, -7], "All 4 so far are right; 16 to go"),
        ("05.2", [*TWENTY, 0], "only 20 rounds"),
        ("05.2", 603, "A list of nets"),
        ("05.2", ["35"], "a net is a number of chips"),
        ("05.2", [999], "take it in order"),
        ("05.3", [-2, 0, 1, 2], "straight that is beaten loses 2"),
        ("05.3", [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7], "both be three of a rank"),
        ("05.3", [-2, -1, 0, 1, 2, 3, 5, 6], "four results, and for each the three bonuses"),
        ("05.3", [-2, -1, 0, 1, 2, 3, 5, 6, 7, 9], "9 cannot be"),
        ("05.3", 3, "A list or a set"),
        ("05.3", ["-2", -1, 0], "a net is a number of chips, and this is '-2'"),
        ("05.5", {8: -12, 10: 2}, "One round is missing"),
        ("05.5", {20: 10}, "2 rounds are missing"),
        ("05.5", {8: -8, 10: 2, 20: 10}, "that is the new net"),
        ("05.5", {8: -12, 10: -2, 20: 10}, "the sign is not"),
        ("05.5", {8: 4, 10: 2, 20: 10}, "hands are compared"),
        ("05.5", {8: -12, 9: 2, 10: 2, 20: 10}, "Round 9 was folded"),
        ("05.5", {4: -10}, "the dealer qualifies anyway"),
        ("05.5", {4: 0}, "leave it out"),
        ("05.5", {8: "-12"}, "a change is a number, and this is '-12'"),
        ("05.5", {21: 0}, "no round"),
        ("05.5", {}, "Some rounds change"),
        ("05.5", [8, 10, 20], "A dictionary"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


@pytest.mark.parametrize(
    ("number", "net", "rule"),
    [
        (1, 25, "any pair and up"),
        (1, 36, "the Pair Plus table of pagat"),
        (2, -7, "Pair Plus survives a fold"),
        (2, 12, "a fold earns none"),
        (3, -12, "The hands tie"),
        (3, 0, "so its stake is lost"),
        (4, 13, "a straight beats a flush"),
        (5, 5, "any pair and up"),
        (6, -19, "6 Card Bonus pays as well"),
        (8, -8, "not compared"),
        (8, 0, "paid, and not only back"),
        (9, 0, "A fold loses the Ante"),
        (10, 12, "Play comes back"),
        (14, -20, "beaten hands included"),
        (15, 20, "Play has the same fate"),
        (16, 0, "no tie"),
        (16, 40, "handed back"),
        (17, -4, "6 Card Bonus survives a fold"),
        (18, -10, "The other hand wins"),
        (19, 214, "mini royal, which this house's Pair Plus table pays apart"),
        (20, -25, "the sign is not"),
    ],
)
def test_a_wrong_net_names_the_round_and_the_rule_missed(number: int, net: int, rule: str) -> None:
    nets = TWENTY.copy()
    nets[number - 1] = net
    said = check("05.2", nets).reason
    assert said.startswith(f"Round {number} is not right yet. In round {number}: ")
    assert rule in said


@pytest.mark.parametrize(
    ("number", "net", "rule"),
    [
        (4, -6, "Pair Plus table of"),
        (10, 12, "Play comes back"),
        (14, -20, "Ante bonus"),
        (19, 214, "Pair Plus table"),
        (20, 35, "Play comes back"),
    ],
)
def test_a_rule_is_said_once(number: int, net: int, rule: str) -> None:
    nets = TWENTY.copy()
    nets[number - 1] = net
    assert check("05.2", nets).reason.count(rule) == 1


def test_all_wrong_rounds_are_listed_and_no_right_net_is_told() -> None:
    said = check("05.2", [36, 7, ..., -7, 999]).reason
    assert said.startswith("Rounds 1 and 5 are not right yet. In round 1: ")
    for number, right in enumerate(TWENTY, start=1):
        nets = TWENTY.copy()
        nets[number - 1] = 12_345
        assert str(right) not in check("05.2", nets).reason.partition(": ")[2]


def test_no_right_net_is_taken_for_a_mistake() -> None:
    for played in twenty_rounds():
        right = settle(*played).net
        wrong = [net for net, _ in likely_mistakes(played) if net != right]
        assert len(set(wrong)) >= 3
        assert all(rule.endswith(".") for _, rule in likely_mistakes(played))


def test_the_twenty_rounds_are_mixed() -> None:
    rounds = twenty_rounds()
    assert rounds == twenty_rounds(5)
    assert [settle(*played).net for played in rounds] == TWENTY
    cases = {case_of(played) for played in rounds}
    assert cases == {"fold", "not qualified", "win", "tie", "lose"}
    assert {played.rules.name for played in rounds} == set(RULE_NAMES)
    assert {rank_hand(played.player).category for played in rounds} >= set(Category) - {2}
    bets = {line.bet for played in rounds for line in settle(*played).lines}
    assert bets == {"ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"}
    # Another seed deals other rounds of the same kinds.
    others = twenty_rounds(6)
    assert not {played.player for played in rounds} & {played.player for played in others}
    folds = [sum(played.decision is FOLD for played in deal) for deal in (rounds, others)]
    assert folds == [4, 4]


def test_the_rounds_print_as_they_are() -> None:
    assert round_rows(twenty_rounds())[2] == [
        *(3, "live", 5, 2, "–", "A♦ Q♣ 3♠", "A♥ Q♠ 3♣", "play"),
    ]


def test_the_printed_ledger_has_one_wrong_line() -> None:
    rows = printed_ledger()
    assert [row[0] for row in rows] == list(range(1, 14))
    settled = [
        line.net
        for name, bets, player, dealer, decision in notebook_05._PRINTED
        for line in settle(
            load_rules(name), bets, parse_cards(player), parse_cards(dealer), decision
        ).lines
    ]
    differ = [row[0] for row, net in zip(rows, settled, strict=True) if row[-1] != net]
    assert differ == [6]


def test_the_possible_nets_are_those_that_a_count_finds() -> None:
    """One hand of each of the 741 ranks, against every hand of the dealer."""
    hands = {rank_hand(hand): hand for hand in combinations(DECK, 3)}
    found = set()
    for hand in hands.values():
        bonus = ante_bonus_ratio(hand, PAGAT)
        counted = outcomes(hand, PAGAT)
        nets = {1: counted.not_qualified, 2: counted.win, 0: counted.tie, -2: counted.lose}
        found |= {net + bonus for net, hands_ in nets.items() if hands_}
    assert len(hands) == 741
    assert found == possible_nets()


def test_changes_come_only_where_a_dealer_did_not_qualify() -> None:
    cases = [case_of(played) for played in twenty_rounds()]
    assert sorted(changes()) == [n for n, case in enumerate(cases, 1) if case == "not qualified"]


# --- 05.4 ----------------------------------------------------------------------------------------


def by_table(table: Any, stake: int, hand: Any) -> Any:
    if is_mini_royal(hand) and "mini_royal" in table:
        return stake * table["mini_royal"]
    return stake * table.get(rank_hand(hand).category.name.lower(), -1)


def no_mini_royal(table: Any, stake: int, hand: Any) -> Any:
    return stake * table.get(rank_hand(hand).category.name.lower(), -1)


def no_loss(table: Any, stake: int, hand: Any) -> Any:
    return max(by_table(table, stake, hand), 0)


def handed_back(table: Any, stake: int, hand: Any) -> Any:
    return by_table(table, stake, hand) + stake


def for_one_chip(table: Any, stake: int, hand: Any) -> Any:
    return by_table(table, 1, hand) if by_table(table, 1, hand) > 0 else -stake


def nothing_paid(table: Any, stake: int, hand: Any) -> Any:
    return min(by_table(table, stake, hand), 0)


def one_house(table: Any, stake: int, hand: Any) -> Any:
    return by_table(PAGAT.pair_plus, stake, hand)


def zero_loses(table: Any, stake: int, hand: Any) -> Any:
    return by_table(table, stake, hand) or -stake


def name_as_it_is(table: Any, stake: int, hand: Any) -> Any:
    return stake * table.get(rank_hand(hand).category.name, -1)


def no_key(table: Any, stake: int, hand: Any) -> Any:
    return stake * table[rank_hand(hand).category.name.lower()]


def nothing_found(table: Any, stake: int, hand: Any) -> Any:
    return stake * table.get(rank_hand(hand).category.name.lower())


def spoken_key(table: Any, stake: int, hand: Any) -> Any:
    category = rank_hand(hand).category
    return -stake if category == Category.HIGH_CARD else stake * table[str(category).title()]


def royal_unpaid(table: Any, stake: int, hand: Any) -> Any:
    return 0 if is_mini_royal(hand) and "mini_royal" in table else by_table(table, stake, hand)


def test_pair_plus_as_a_function() -> None:
    assert check("05.4", by_table).state == "right"


def always_royal(table: Any, stake: int, hand: Any) -> Any:
    royal = is_mini_royal(hand)
    return stake * table.get("mini_royal", -1) if royal else by_table(table, stake, hand)


def test_a_forgotten_bonus_is_named_beside_what_gives_the_same_net() -> None:
    for number in range(1, 21):
        played = twenty_rounds()[number - 1]
        bonus = settle(replace(played.rules, ante_bonus=None), *played[1:]).net
        if bonus == settle(*played).net:
            continue
        answers = [settle(*each).net for each in twenty_rounds()]
        answers[number - 1] = bonus
        assert "Your hand earns the Ante bonus as well." in check("05.2", answers).reason, number


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (no_mini_royal, "pays it apart"),
        (always_royal, "does not name the mini royal"),
        (no_loss, "loses the stake"),
        (handed_back, "loses the stake"),
        (lambda *given: handed_back(*given) or -given[1], "the stake in it is no gain"),
        (for_one_chip, "how many were staked"),
        (nothing_paid, "The table pays a pair"),
        (one_house, "That is what pagat would pay"),
        (zero_loses, "neither gain nor loss"),
        (lambda table, stake, hand: 4, "loses the stake"),
        (lambda table, stake, hand: table["pair"], "loses the stake"),
        (name_as_it_is, "The table pays a pair: it stands there as 'pair', in small letters."),
        (no_key, "KeyError: 'high_card'. A hand that the table does not pay has no key"),
        (nothing_found, "'NoneType'. A hand that the table does not pay has no key"),
        (spoken_key, "KeyError: 'Pair'. In the table it is written 'pair'."),
        (royal_unpaid, "This is a mini royal, and this table pays it apart."),
        (40, "A function is asked for"),
    ],
)
def test_wrong_functions_get_their_hint(answer: Any, hint: str) -> None:
    verdict = check("05.4", answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- the notebook's own numbers ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bets", "player", "dealer", "decision", "net"),
    [
        ("pagat", Bets(2), "4♥ 4♣ 9♠", "K♥ 10♣ 7♠", PLAY, 4),
        ("pagat", Bets(2), "4♥ 4♣ 9♠", "J♥ 8♣ 3♠", PLAY, 2),
        ("flush-pays-3", Bets(1), "K♠ 9♦ 5♣", "B♥ 8♥ 3♠", PLAY, 1),
        ("flush-pays-3", Bets(1), "K♠ 9♦ 5♣", "D♥ 8♥ 3♠", PLAY, 2),
        ("straight-pays-5", Bets(10), "9♣ 7♣ 4♥", "K♥ 10♣ 7♠", FOLD, -10),
        ("straight-pays-5", Bets(10, 10), "2♦ 2♠ К♣", "J♥ 8♣ 3♠", PLAY, 20),
        ("straight-pays-5", Bets(10, 10), "2♦ 2♠ К♣", "Q♥ 8♣ 3♠", PLAY, 30),
    ],
)
def test_the_examples_of_the_rule_pages(
    rules: str, bets: Bets, player: str, dealer: str, decision: Decision, net: int
) -> None:
    hands = parse_cards(player), parse_cards(dealer)
    assert settle(load_rules(rules), bets, *hands, decision).net == net
    last = show_ledger(load_rules(rules), bets, *hands, decision).text.splitlines()[-1]
    assert last.split()[-1] == f"{net:+}"


def test_the_picture_shows_ante_and_play_in_each_case() -> None:
    (source,) = [cell for cell in cells(NOTEBOOK) if cell.startswith("rounds = {")]
    names: dict[str, Any] = {"parse_cards": parse_cards, "nets_by_case": nets_by_case}
    names |= {"pagat": PAGAT, "PLAY": PLAY, "FOLD": FOLD}
    hands = {"fours": "4♥ 4♣ 9♠", "king_high": "K♥ 10♣ 7♠", "jack_high": "J♥ 8♣ 3♠"}
    names |= {name: parse_cards(hand) for name, hand in hands.items()}
    exec(compile(ast.parse(source), "picture", "exec"), names)
    assert names["ante"] == {"fold": -1, "not qualified": 1, "win": 1, "tie": 0, "lose": -1}
    assert names["play"] == {"fold": 0, "not qualified": 0, "win": 1, "tie": 0, "lose": -1}
    rounds = names["rounds"]
    assert all(happened(PAGAT, *played) == case for case, played in rounds.items())


def test_houses_side_by_side() -> None:
    houses = [load_rules(name) for name in RULE_NAMES]
    assert house_rows("pair_plus", houses) == [
        ["pair", 1, 1, 1, 1],
        ["flush", 4, 4, 3, 4],
        ["straight", 6, 5, 6, 5],
        ["three of a kind", 30, 30, 30, 30],
        ["straight flush", 40, 40, 40, 40],
        ["mini royal", "–", 100, "–", "–"],
    ]
    assert [row[2] for row in house_rows("six_card_bonus", houses)] == [
        *(7, 10, 15, 20, 100, 200, 1000),
    ]
    assert house_rows("six_card_bonus", [PAGAT]) == []


# --- the ledger ----------------------------------------------------------------------------------


def reasons(
    player: str,
    dealer: str,
    decision: Decision = PLAY,
    rules: Rules = LIVE,
    bets: Bets | None = None,
) -> dict[str, str]:
    hands = parse_cards(player), parse_cards(dealer)
    lines = settle(rules, bets or Bets(1, 1, 1), *hands, decision).lines
    return {line.bet: reason(line, rules, *hands, decision) for line in lines}


def test_each_line_says_why() -> None:
    beaten = reasons("9♥ 8♣ 7♠", "J♥ 10♣ 9♠")
    assert beaten == {
        "ante": "nine-high straight (9-8-7) loses to jack-high straight (J-10-9): "
        "the stake is lost",
        "play": "nine-high straight (9-8-7) loses to jack-high straight (J-10-9): "
        "the stake is lost",
        "ante_bonus": "nine-high straight (9-8-7), played: 1 to 1 on the Ante",
        "pair_plus": "nine-high straight (9-8-7): 5 to 1",
        "six_card_bonus": "straight in 9♥ 8♣ 7♠ J♥ 10♣: 10 to 1",
    }
    out = reasons("K♠ 9♦ 5♣", "J♥ 8♥ 3♠")
    assert out["ante"] == "jack high (J-8-3) does not qualify: 1 to 1, hands are not compared"
    assert out["play"].endswith("the stake comes back, hands are not compared")
    assert out["pair_plus"] == "king high (K-9-5): not in the pay table"
    tie = reasons("A♦ Q♣ 3♠", "A♥ Q♠ 3♣")
    assert tie["ante"] == "both have ace high (A-Q-3): the stake comes back"
    win = reasons("A♠ K♠ Q♠", "K♥ 10♣ 7♠")
    assert win["play"].endswith("beats king high (K-10-7): 1 to 1")
    assert win["pair_plus"] == "mini royal: 100 to 1"
    fold = reasons("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", FOLD)
    assert fold["ante"] == "you fold: the stake is lost, hands are not compared"
    assert fold["pair_plus"] == "pair of fours with nine (4-4-9): 1 to 1"


def test_a_house_that_takes_side_bets_with_the_fold_says_so() -> None:
    hard = replace(LIVE, pair_plus_survives_fold=False, six_card_survives_fold=False)
    told = reasons("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", FOLD, hard)
    assert told["pair_plus"] == told["six_card_bonus"] == "these rules take the stake with the fold"
    pair_plus_only = replace(LIVE, pair_plus_survives_fold=False)
    told = reasons("4♥ 4♣ 9♠", "4♦ 10♣ 7♠", FOLD, pair_plus_only)
    assert told["pair_plus"] == "these rules take the stake with the fold"
    assert told["six_card_bonus"].endswith(": 7 to 1")
    even = replace(LIVE, pair_plus={"pair": 0})  # type: ignore[arg-type]
    assert reasons("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", PLAY, even)["pair_plus"].endswith(
        "the stake comes back"
    )


def test_the_last_row_adds_up() -> None:
    for played in twenty_rounds():
        rows = ledger_rows(*played)
        assert sum(int(str(row[3])) for row in rows[:-1]) == int(str(rows[-1][3]))
        assert sum(int(str(row[1])) for row in rows[:-1]) == rows[-1][1]


# --- the widget ----------------------------------------------------------------------------------


def test_the_explorer_settles_at_once() -> None:
    explorer = SettlementWidget("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", ante=2, pair_plus=3)
    assert explorer.settlement is not None
    assert explorer.settlement.net == 7
    assert "You play. Net +7 chips." in explorer.ledger.value
    assert "pair of fours with nine (4-4-9): 1 to 1" in explorer.ledger.value
    assert explorer.cards.value.count('role="img"') == 6
    assert explorer.text() == (
        "[Settle any round] You play. The dealer has king high (K-10-7): qualified. You win: "
        "4♥ 4♣ 9♠ beats K♥ 10♣ 7♠: pair ranks above high card. Net +7 chips."
    )


def test_play_and_fold_are_buttons_and_keys() -> None:
    explorer = SettlementWidget("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", ante=2)
    explorer.fold_button.click()
    assert explorer.settlement is not None
    assert explorer.settlement.net == -2
    assert explorer.message.startswith("You fold.")
    explorer.play_button.click()
    assert explorer.settlement.net == 4
    assert explorer.message.startswith("You play.")
    assert explorer.voice.shortcuts == {"r": "tcp-random", "p": "tcp-play", "f": "tcp-fold"}
    named = (explorer.random_button, explorer.play_button, explorer.fold_button)
    for pressed, name in zip(named, explorer.voice.shortcuts.values(), strict=True):
        assert name in pressed._dom_classes


def test_random_cards_fill_the_fields_and_repeat_with_a_seed() -> None:
    one, two = SettlementWidget(seed=1), SettlementWidget(seed=1)
    for explorer in (one, two):
        explorer.random_button.click()
    hands = one.player_field.value, one.dealer_field.value
    assert hands == (two.player_field.value, two.dealer_field.value)
    assert hands != ("4♥ 4♣ 9♠", "K♥ 10♣ 7♠")
    assert len(set(parse_cards(" ".join(hands)))) == 6
    one.random_button.click()
    assert hands != (one.player_field.value, one.dealer_field.value)


def test_every_control_is_settled_when_it_changes() -> None:
    explorer = SettlementWidget("K♦ 8♦ 4♦", "J♥ 8♣ 3♠", ante=1, pair_plus=1)

    def net_after(change: Callable[[], None]) -> Any:
        change()
        assert explorer.settlement is not None
        return explorer.settlement.net

    def set_to(control: Any, value: Any) -> Callable[[], None]:
        return lambda: setattr(control, "value", value)

    assert net_after(set_to(explorer.rules, load_rules("flush-pays-3"))) == 1 + 3
    assert net_after(set_to(explorer.stakes["ante"], " 5 ")) == 5 + 3
    assert net_after(set_to(explorer.stakes["pair_plus"], "")) == 5
    assert net_after(set_to(explorer.rules, LIVE)) == 5
    assert net_after(set_to(explorer.stakes["six_card_bonus"], "2")) == 5 - 2
    assert net_after(set_to(explorer.player_field, "Д♥ 8♥ 4♠")) == 5 - 2
    assert net_after(set_to(explorer.dealer_field, "4♥ 3♣ 2♠")) == -10 - 2
    assert "four-high straight (4-3-2): qualified" in explorer.message


@pytest.mark.parametrize(
    ("control", "value", "sentence"),
    [
        ("ante", "0.5", "Ante: '0.5' is refused; a stake is a whole number of chips, 1 or more"),
        ("ante", "", "Ante: '0' is refused; a stake is a whole number"),
        ("ante", "9" * 5000, "of at most 12 digits"),
        ("ante", "1" + "0" * 12, "of at most 12 digits"),
        (
            "pair_plus",
            "-3",
            "Pair Plus: '-3' is refused; a stake is a whole number of chips, 0 or more",
        ),
        ("six_card_bonus", "1", "the rules 'pagat' don't offer this bet"),
        ("player", "4♥ 4♣", "your cards: 2 cards (4♥ 4♣); a hand here has 3"),
        ("player", "4♥ 4♥ 9♠", "your cards: 4♥ comes twice"),
        ("dealer", "<b>", "the dealer's cards: '<b>'"),
        ("dealer", "4♥ 3♣ 2♠", "4♥ is in both hands; a deck holds each card once"),
    ],
)
def test_bad_input_shows_its_sentence_and_no_ledger(
    control: str, value: str, sentence: str
) -> None:
    explorer = SettlementWidget("4♥ 4♣ 9♠", "K♥ 10♣ 7♠", ante=2)
    fields = {**explorer.stakes, "player": explorer.player_field, "dealer": explorer.dealer_field}
    before = fields[control].value
    fields[control].value = value
    assert sentence in explorer.error
    assert explorer.message == explorer.error
    assert "<b>" not in explorer.error_line.value
    assert (explorer.settlement, explorer.ledger.value, explorer.cards.value) == (None, "", "")
    assert explorer.text() == "[Settle any round] This round can't be settled."
    fields[control].value = before
    assert (explorer.error, explorer.error_line.value) == ("", "")
    assert explorer.settlement is not None


def test_rules_of_ones_own_join_the_list() -> None:
    house = replace(PAGAT, name="my house", bonus_needs_win=True)
    explorer = SettlementWidget("9♥ 8♣ 7♠", "J♥ 10♣ 9♠", ante=2, rules=house)
    assert explorer.settlement is not None
    assert explorer.settlement.net == -4
    assert [name for name, _ in explorer.rules.options] == [*RULE_NAMES, "my house"]
    same_name = SettlementWidget("9♥ 8♣ 7♠", "J♥ 10♣ 9♠", rules=replace(house, name="pagat"))
    assert same_name.settlement is not None
    assert same_name.settlement.net == -4
    assert [name for name, _ in same_name.rules.options] == [*RULE_NAMES, "pagat, your own"]
    assert dict(same_name.rules.options)["pagat"] == PAGAT
    assert [name for name, _ in SettlementWidget(rules="live").rules.options] == [*RULE_NAMES]


def test_hands_may_be_cards_and_are_written_in_the_language() -> None:
    explorer = SettlementWidget(parse_cards("Q♥ 6♦ 4♣"), list(parse_cards("K♥ 10♣ 7♠")))
    assert (explorer.player_field.value, explorer.dealer_field.value) == ("Q♥ 6♦ 4♣", "K♥ 10♣ 7♠")
    german = SettlementWidget(parse_cards("Q♥ J♦ 4♣"), language="de")
    assert german.player_field.value == "D♥ B♦ 4♣"
    assert german.settlement is not None


@pytest.mark.parametrize(
    "wrong", [{"ante": 0}, {"ante": 10**12}, {"rules": "nowhere"}, {"player": "4♥"}, {"player": 5}]
)
def test_a_round_that_cannot_be_settled_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(
        ValueError, match=r"whole number|neither known|a hand here has 3|are no cards"
    ):
        SettlementWidget(**wrong)


def test_it_runs_without_numpy() -> None:
    program = "\n".join(cells(NOTEBOOK)[:3]) + (
        "\nSettlementWidget(seed=1).random_button.click()"
        "\nimport sys\nassert not {'numpy', 'matplotlib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

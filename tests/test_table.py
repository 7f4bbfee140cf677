"""A round step by step: who may do what and when, who sees what, chips, records."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tcp.table as module
from tcp.cards import DECK, Card, parse_cards
from tcp.payouts import BET_NAMES, Bets, Decision, settle
from tcp.rules import RULE_NAMES, PayTable, Rules, load_rules
from tcp.table import SALT_BYTES, Box, Round, Stage, Table, commit

PAGAT, LIVE, OPEN = (load_rules(name) for name in ("pagat", "live", "straight-pays-5"))
HALVES = dataclasses.replace(PAGAT, name="halves", pair_plus=PayTable({"pair": Fraction(1, 2)}))
ALL_RULES = [*(load_rules(name) for name in RULE_NAMES), HALVES]
PLAY, FOLD = Decision.PLAY, Decision.FOLD


def dealt(rules: Rules = PAGAT, seed: int = 1, boxes: int = 1, player: str = "Kari") -> Round:
    """A round with these boxes, all one player's, and the cards on the table."""
    opened = Round(rules, seed)
    for _ in range(boxes):
        opened.bet(player, Bets(2))
    opened.deal()
    return opened


def settled(rules: Rules = PAGAT, seed: int = 1, boxes: int = 1) -> Round:
    played = dealt(rules, seed, boxes)
    for box in played.boxes:
        played.decide(box, PLAY)
    return played


# --- the course of a round ---


def test_a_round_goes_from_stakes_over_decisions_to_its_settlement() -> None:
    opened = Round(LIVE, seed=5)
    assert (opened.stage, opened.turn, opened.over) == (Stage.BETTING, None, False)
    assert opened.bet("Kari", Bets(5, 2, 1)) == 1
    assert opened.bet("Kari", Bets(1)) == 2
    assert (opened.felt(1), opened.felt(2)) == (8, 1)
    opened.deal()
    assert (opened.stage, opened.turn) == (Stage.DECIDING, 1)
    opened.decide(1, PLAY)
    assert (opened.turn, opened.felt(1)) == (2, 13)
    opened.decide(2, FOLD)
    assert (opened.stage, opened.turn, opened.over) == (Stage.SETTLED, None, True)
    hands, dealer = opened.sees(1), opened.dealer
    assert len({*hands[1], *hands[2], *dealer}) == 9
    assert opened.settlements == {
        1: settle(LIVE, Bets(5, 2, 1), hands[1], dealer, PLAY),
        2: settle(LIVE, Bets(1), hands[2], dealer, FOLD),
    }
    assert opened.net(2) == -1
    assert (opened.felt(1), opened.felt(2)) == (0, 0)


def test_the_ledger_is_in_the_order_qualification_result_bonuses() -> None:
    order = list(BET_NAMES)
    for seed in range(200):
        played = Round(LIVE, seed)
        played.bet("Kari", Bets(1, 1, 1))
        played.deal()
        played.decide(1, PLAY)
        bets = [line.bet for line in played.settlements[1].lines]
        assert bets == sorted(bets, key=order.index)
        assert bets[:2] == ["ante", "play"]


def test_cards_are_dealt_hand_by_hand_from_one_deck_and_the_dealer_comes_last() -> None:
    for boxes in range(1, 7):
        played = settled(seed=9, boxes=boxes)
        deck = [Card.parse(card) for card in played.opened().split()[1:]]
        assert sorted(deck) == list(DECK)
        top = [deck[3 * place : 3 * place + 3] for place in range(boxes + 1)]
        assert [list(hand) for hand in played.sees(1).values()] == top[:-1]
        assert list(played.dealer) == top[-1]


def test_boxes_decide_in_the_order_of_their_numbers_however_they_were_taken() -> None:
    opened = Round(PAGAT, seed=1)
    for player, box in (("Ola", 4), ("Kari", 2), ("Per", 6)):
        opened.bet(player, Bets(1), box)
    opened.deal()
    for box in (2, 4, 6):
        assert opened.turn == box
        for other in {2, 4, 6} - {box}:
            with pytest.raises(ValueError, match=f"has decided|box {box} decides before"):
                opened.decide(other, PLAY)
        opened.decide(box, FOLD)


def test_without_a_seed_every_round_and_with_one_every_salt_is_fresh() -> None:
    assert len({Round(PAGAT).commitment for _ in range(50)}) == 50
    decks = set()
    for _ in range(50):
        played = Round(PAGAT)
        played.bet("Kari", Bets(1))
        played.deal()
        played.decide(1, FOLD)
        decks.add(played.opened().split(maxsplit=1)[1])
    assert len(decks) == 50
    assert len({Round(PAGAT, seed=1).commitment for _ in range(50)}) == 50


# --- who sees what ---


def test_closed_cards_are_seen_by_their_owner_open_ones_by_all_and_the_dealers_by_none() -> None:
    for rules, seen in ((PAGAT, {1}), (OPEN, {1, 2})):
        opened = Round(rules, seed=3)
        opened.bet("Kari", Bets(1))
        opened.bet("Ola", Bets(1))
        assert opened.sees(1) == {}
        opened.deal()
        assert set(opened.sees(1)) == seen
        assert len(opened.dead(1)) == 3 * (len(seen) - 1)
        opened.decide(1, FOLD)
        assert set(opened.sees(1)) == seen
        with pytest.raises(ValueError, match="when every box has decided"):
            _ = opened.dealer
        opened.decide(2, FOLD)
        assert set(opened.sees(1)) == {1, 2}
        assert not set(opened.dealer) & {card for hand in opened.sees(1).values() for card in hand}


def test_one_player_alone_sees_all_own_boxes_as_dead_cards() -> None:
    opened = dealt(PAGAT, boxes=4)
    assert set(opened.sees(3)) == {1, 2, 3, 4}
    assert opened.dead(3) == tuple(card for box in (1, 2, 4) for card in opened.sees(3)[box])
    assert not set(opened.dead(3)) & set(opened.sees(3)[3])


def public(value: object) -> str:
    """Everything that can be read from a round without its private attributes."""
    if isinstance(value, Round):
        names = [name for name in dir(value) if not name.startswith("_")]
        told = []
        for name in names:
            try:
                member = getattr(value, name)
            except ValueError as error:
                told.append(str(error))
                continue
            if callable(member):
                for arguments in ((), (1,)):
                    try:
                        told.append(str(member(*arguments)))
                    except (ValueError, TypeError) as error:
                        told.append(str(error))
            else:
                told.append(str(member))
        return "\n".join(told)
    return str(value)


def test_nothing_public_tells_the_dealers_cards_the_seed_or_the_salt_before_the_end() -> None:
    class Watched(Round):
        """One whose steps can't be taken by reading it."""

        deal = None  # type: ignore[assignment]
        take_back = None  # type: ignore[assignment]

    for seed in range(2**80, 2**80 + 20):
        opened = Watched(PAGAT, seed)
        opened.bet("Kari", Bets(1))
        Round.deal(opened)
        told = public(opened)
        salt = opened._salt.hex()
        dealer = opened._hand(None)
        opened.decide(1, FOLD)
        mine = opened.sees(1)[1]
        assert opened.dealer == dealer
        for card in mine:
            assert str(card) in told
        for card in DECK:
            assert card in mine or str(card) not in told
        assert str(seed) not in told
        assert salt not in told
        assert salt in public(opened)


# --- commitment ---


def test_the_commitment_of_the_first_moment_opens_after_the_last_decision() -> None:
    opened = Round(PAGAT, seed=4)
    before = opened.commitment
    assert len(before) == 64
    opened.bet("Kari", Bets(1))
    opened.deal()
    assert opened.commitment == before
    with pytest.raises(ValueError, match="opened when every box has decided"):
        opened.opened()
    opened.decide(1, PLAY)
    text = opened.opened()
    assert hashlib.sha256(text.encode("ascii")).hexdigest() == before == opened.commitment
    salt, *cards = text.split()
    assert len(bytes.fromhex(salt)) == SALT_BYTES >= 16
    assert tuple(map(Card.parse, cards[:6])) == (*opened.sees(1)[1], *opened.dealer)


def test_another_deck_or_salt_has_another_commitment() -> None:
    salt = bytes(16)
    swapped = (DECK[1], DECK[0], *DECK[2:])
    assert len({commit(DECK, salt), commit(swapped, salt), commit(DECK, b"\1" + salt[1:])}) == 3
    for short in (b"", bytes(15), "0" * 32):
        with pytest.raises(ValueError, match="16 bytes or more"):
            commit(DECK, short)  # type: ignore[arg-type]


# --- what is refused ---

REFUSED: list[tuple[str, Callable[[], Any], str]] = [
    ("no rules", lambda: Round("pagat"), "are no rules"),  # type: ignore[arg-type]
    ("seed of text", lambda: Round(PAGAT, "1"), "seed '1': a seed is a whole"),  # type: ignore[arg-type]
    ("seed True", lambda: Round(PAGAT, True), "seed True: a seed is a whole"),
    ("seed below", lambda: Round(PAGAT, -1), "seed -1: a seed is a whole number from 0"),
    ("seed endless", lambda: Round(PAGAT, 10**5000), "a seed is a whole number from 0"),
    ("no bets", lambda: Round(PAGAT).bet("Kari", 5), "is no Bets"),  # type: ignore[arg-type]
    ("no name", lambda: Round(PAGAT).bet(" ", Bets(1)), "is no name"),
    ("long name", lambda: Round(PAGAT).bet("K" * 41, Bets(1)), "1 to 40 visible characters"),
    ("name of number", lambda: Round(PAGAT).bet(7, Bets(1)), "7 is no name"),  # type: ignore[arg-type]
    ("six cards", lambda: Round(PAGAT).bet("Kari", Bets(1, 0, 1)), "don't offer this bet"),
    ("box 7", lambda: Round(PAGAT).bet("Kari", Bets(1), 7), "has the boxes 1 to 6"),
    ("box 0", lambda: Round(PAGAT).bet("Kari", Bets(1), 0), "has the boxes 1 to 6"),
    ("box 1.0", lambda: Round(PAGAT).bet("Kari", Bets(1), 1.0), "box 1.0: this table"),  # type: ignore[arg-type]
    ("box 2/1", lambda: Round(PAGAT).bet("Kari", Bets(1), Fraction(2)), "this table has"),  # type: ignore[arg-type]
    *(
        (f"name {name!a}", lambda name=name: Round(PAGAT).bet(name, Bets(1)), "is no name")
        for name in ("\ud800", "a\0", "a\nb", "\u202eKari", "\u200b", "a\u2028")
    ),
    ("box True", lambda: Round(PAGAT).bet("Kari", Bets(1), True), "has the boxes 1 to 6"),
    ("box 'one'", lambda: Round(PAGAT).bet("Kari", Bets(1), "one"), "has the boxes"),  # type: ignore[arg-type]
    ("no stakes", lambda: Round(PAGAT).deal(), "no box has an Ante"),
    ("nothing to take", lambda: Round(PAGAT).take_back(1), "box 1 has no stakes"),
    ("early dealer", lambda: dealt().dealer, "shown when every box has decided"),
    ("early net", lambda: dealt().net(1), "isn't over"),
    ("early record", lambda: dealt().record(), "its seed tells the cards"),
    ("second deal", lambda: dealt().deal(), "dealt once"),
    ("late stake", lambda: dealt().bet("Kari", Bets(1)), "before the cards are dealt"),
    ("late take back", lambda: dealt().take_back(1), "stay on the table"),
    ("early decision", lambda: Round(PAGAT).decide(1, PLAY), "between the deal and the dealer's"),
    ("no decision", lambda: dealt().decide(1, "play"), "is no decision"),  # type: ignore[arg-type]
    ("other's box", lambda: dealt().decide(2, PLAY), "box 2 has no stakes; boxes with stakes: 1"),
    ("box of list", lambda: dealt().decide([1], PLAY), "has no stakes"),  # type: ignore[arg-type]
    ("decided twice", lambda: settled().decide(1, FOLD), "now the round is settled"),
    ("late fault", lambda: settled().malfunction("jam"), "can't be made void any more"),
    ("silent fault", lambda: dealt().malfunction(" "), "what went wrong"),
    ("long fault", lambda: dealt().malfunction("x" * 201), "1 to 200 characters"),
    ("table of no chips", lambda: Table({"Kari": 0}), "a whole number, 1 or more"),
    ("table of half", lambda: Table({"Kari": Fraction(1, 2)}), "a whole number"),  # type: ignore[dict-item]
    ("table of names", lambda: Table(["Kari"]), "are written as"),  # type: ignore[arg-type]
    ("box of no bets", lambda: Box("Kari", 1), "is no Bets"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(
    ("step", "message"), [entry[1:] for entry in REFUSED], ids=[e[0] for e in REFUSED]
)
def test_what_is_no_step_of_a_round_is_refused_with_its_reason(
    step: Callable[[], Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        step()


def test_a_box_that_is_taken_and_a_seventh_are_refused() -> None:
    opened = Round(PAGAT)
    for _ in range(6):
        opened.bet("Kari", Bets(1))
    with pytest.raises(ValueError, match="all 6 boxes"):
        opened.bet("Kari", Bets(1))
    with pytest.raises(ValueError, match="box 3 is taken by Kari"):
        opened.bet("Kari", Bets(1), 3)
    small = Round(dataclasses.replace(PAGAT, max_boxes=2))
    small.bet("Kari", Bets(1))
    small.bet("Kari", Bets(1))
    with pytest.raises(ValueError, match="all 2 boxes"):
        small.bet("Kari", Bets(1))
    with pytest.raises(ValueError, match="has the boxes 1 to 2"):
        small.bet("Kari", Bets(1), 3)


def test_several_boxes_only_for_a_player_who_is_alone() -> None:
    shared = Round(PAGAT)
    shared.bet("Kari", Bets(1))
    shared.bet("Ola", Bets(1))
    with pytest.raises(ValueError, match="Kari has a box already"):
        shared.bet("Kari", Bets(1))
    alone = Round(PAGAT)
    alone.bet("Kari", Bets(1))
    alone.bet("Kari", Bets(2))
    with pytest.raises(ValueError, match="Kari plays several boxes, so nobody else can join"):
        alone.bet("Ola", Bets(1))
    alone.take_back(1)
    assert alone.bet("Ola", Bets(1)) == 1


def test_a_refused_step_changes_nothing() -> None:
    opened = dealt(boxes=2)
    before = (dict(opened.boxes), dict(opened.decisions), opened.stage, opened.felt(1))
    refused: list[Callable[[], Any]] = [
        lambda: opened.decide(2, PLAY),
        lambda: opened.bet("Ola", Bets(1)),
        opened.deal,
    ]
    for step in refused:
        with pytest.raises(ValueError, match=r"now|before"):
            step()
    assert (opened.boxes, opened.decisions, opened.stage, opened.felt(1)) == before


# --- chips ---


def test_nobody_stakes_or_plays_more_than_they_hold() -> None:
    table = Table({"Kari": 5})
    opened = table.open_round(PAGAT, seed=1)
    with pytest.raises(ValueError, match="this takes 6 chips, and Kari has 5 left"):
        opened.bet("Kari", Bets(4, 2))
    with pytest.raises(ValueError, match="'Ola' has no chips at this table; the players are Kari"):
        opened.bet("Ola", Bets(1))
    opened.bet("Kari", Bets(3))
    assert table.chips == {"Kari": 2}
    with pytest.raises(ValueError, match="this takes 3 chips, and Kari has 2 left"):
        opened.bet("Kari", Bets(3))
    opened.deal()
    with pytest.raises(ValueError, match="this takes 3 chips, and Kari has 2 left"):
        opened.decide(1, PLAY)
    assert opened.turn == 1
    with pytest.raises(ValueError, match="before the cards are dealt"):
        table.sit("Kari", 10)
    opened.decide(1, FOLD)
    assert (table.chips, table.bank) == ({"Kari": 2}, 3)
    table.sit("Kari", 10)
    table.sit("Ola", 1)
    assert table.chips == {"Kari": 12, "Ola": 1}
    table.open_round(PAGAT).bet("Ola", Bets(1))
    with pytest.raises(ValueError, match="this takes 1 chip, and Ola has 0 left"):
        table.rounds[-1].bet("Ola", Bets(1))


def test_a_round_that_takes_the_place_of_an_idle_one_moves_no_chips() -> None:
    table = Table({"Kari": 10})
    lost = table.open_round(PAGAT)
    lost.bet("Kari", Bets(2))
    lost.deal()
    lost.decide(1, FOLD)
    for _ in range(3):
        table.open_round(LIVE)
        assert (table.chips, table.bank) == ({"Kari": 8}, 2)
    assert len(table.rounds) == 2


def test_a_decision_that_cannot_be_settled_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = dealt(boxes=2)
    opened.decide(1, PLAY)
    with monkeypatch.context() as broken:
        broken.setattr(module, "settle", lambda *args: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            opened.decide(2, PLAY)
    assert (opened.turn, opened.stage, opened.decisions) == (2, Stage.DECIDING, {1: PLAY})
    opened.malfunction("jam")
    assert Round.replay(opened.record()).record() == opened.record()


def test_chips_bought_before_the_cards_count_in_the_same_round() -> None:
    table = Table({"Kari": 1})
    replaced = table.open_round(PAGAT)
    opened = table.open_round(LIVE)
    assert replaced not in table.rounds
    with pytest.raises(ValueError, match="now the round is void"):
        replaced.bet("Kari", Bets(1))
    table.sit("Kari", 9)
    opened.bet("Kari", Bets(5))
    with pytest.raises(ValueError, match="a round is under way"):
        table.open_round(PAGAT)
    assert table.chips == {"Kari": 5}


def test_stakes_taken_back_are_chips_again() -> None:
    table = Table({"Kari": 10})
    opened = table.open_round(PAGAT)
    opened.bet("Kari", Bets(4, 3))
    assert opened.take_back(1) == Bets(4, 3)
    assert (table.chips, opened.boxes) == ({"Kari": 10}, {})


def test_a_refused_new_stake_leaves_the_old_one() -> None:
    table = Table({"Kari": 10})
    opened = table.open_round(PAGAT)
    opened.bet("Kari", Bets(4))
    opened.restake(1, Bets(6, 4))
    assert (opened.boxes[1].bets, table.chips) == (Bets(6, 4), {"Kari": 0})
    for bets, message in ((Bets(11), "takes 1 chip, and"), (Bets(1, 0, 1), "don't offer this bet")):
        with pytest.raises(ValueError, match=message):
            opened.restake(1, bets)
        assert (opened.boxes[1].bets, table.chips) == (Bets(6, 4), {"Kari": 0})
    with pytest.raises(ValueError, match="box 2 has no stakes"):
        opened.restake(2, Bets(1))


@pytest.mark.parametrize("decided", [0, 1])
def test_a_malfunction_gives_all_stakes_back(decided: int) -> None:
    table = Table({"Kari": 10, "Ola": 10})
    opened = table.open_round(PAGAT)
    opened.bet("Kari", Bets(2, 1))
    opened.bet("Ola", Bets(3))
    opened.deal()
    if decided:
        opened.decide(1, PLAY)
    opened.malfunction("a card fell on the floor")
    assert opened.stage is Stage.VOID
    assert (table.chips, table.bank) == ({"Kari": 10, "Ola": 10}, 0)
    assert (opened.net(1), opened.net(2), opened.settlements, opened.sees(1)) == (0, 0, {}, {})
    with pytest.raises(ValueError, match="every box has decided; now the round is void"):
        _ = opened.dealer
    with pytest.raises(ValueError, match="now the round is void"):
        opened.decide(2, PLAY)
    table.open_round(PAGAT)


# --- many rounds ---


Step = tuple[Any, ...]
"""A step's name, and what it is taken with."""

CALLS: dict[str, Callable[..., Any]] = {
    "bet": Round.bet,
    "take back": Round.take_back,
    "restake": Round.restake,
    "deal": Round.deal,
    "decide": Round.decide,
    "dealer": lambda opened: opened.dealer,
    "opened": Round.opened,
    "record": Round.record,
    "net": Round.net,
    "fault": Round.malfunction,
}


@dataclasses.dataclass
class Expected:
    """A round by the rules of the table, written a second time: which step is due, what it does."""

    rules: Rules
    held: dict[str, Any]
    stage: Stage = Stage.BETTING
    boxes: dict[int, Box] = dataclasses.field(default_factory=dict)
    made: dict[int, Decision] = dataclasses.field(default_factory=dict)

    def takes(self, name: str, *what: Any) -> bool:
        """Whether this step is legal now."""
        dealt, over = self.stage is Stage.DECIDING, self.stage in (Stage.SETTLED, Stage.VOID)
        if name in ("bet", "take back", "restake", "deal") and self.stage is not Stage.BETTING:
            return False
        if name == "bet":
            return self.finds_room(*what)
        if name == "restake":
            box, bets = what
            return box in self.boxes and self.pays(box, bets)
        if name == "decide":
            box, decision = what
            due = [number for number in range(1, 7) if number in set(self.boxes) - set(self.made)]
            return dealt and box == due[0] and (decision is FOLD or self.covers_play(box))
        return {
            "take back": bool(what) and what[0] in self.boxes,
            "deal": bool(self.boxes),
            "dealer": self.stage is Stage.SETTLED,
            "opened": over,
            "record": over,
            "net": over and bool(what) and what[0] in self.boxes,
            "fault": not over,
        }[name]

    def finds_room(self, player: str, bets: Bets, box: int | None) -> bool:
        others = {taken.player for taken in self.boxes.values()} - {player}
        own = sum(taken.player == player for taken in self.boxes.values())
        company = others and (own or len(self.boxes) > len(others))
        room = len(self.boxes) < 6 if box is None else box in {1, 2, 3, 4, 5, 6} - set(self.boxes)
        return room and not company and self.offers(bets) and bets.total <= self.left(player)

    def offers(self, bets: Bets) -> bool:
        return bets.six_card_bonus == 0 or self.rules.six_card_bonus is not None

    def pays(self, box: int, bets: Bets) -> bool:
        before = self.boxes[box]
        return bool(
            self.offers(bets) and bets.total <= self.left(before.player) + before.bets.total
        )

    def covers_play(self, box: int) -> bool:
        return bool(self.boxes[box].bets.ante <= self.left(self.boxes[box].player))

    def left(self, player: str) -> Any:
        lying = sum(box.bets.total for box in self.boxes.values() if box.player == player)
        plays = [self.boxes[box] for box, made in self.made.items() if made is PLAY]
        return self.held[player] - lying - sum(b.bets.ante for b in plays if b.player == player)

    def step(self, name: str, *what: Any) -> None:
        """What a legal step leads to."""
        if name == "bet":
            player, bets, box = what
            first = min({1, 2, 3, 4, 5, 6} - set(self.boxes))
            self.boxes[first if box is None else box] = Box(player, bets)
        elif name == "take back":
            del self.boxes[what[0]]
        elif name == "restake":
            self.boxes[what[0]] = Box(self.boxes[what[0]].player, what[1])
        elif name == "deal":
            self.stage = Stage.DECIDING
        elif name == "decide":
            self.made[what[0]] = what[1]
            if len(self.made) == len(self.boxes):
                self.stage = Stage.SETTLED
        elif name == "fault":
            self.stage = Stage.VOID


def any_step(rng: random.Random, opened: Round, names: list[str], boxes: int) -> Step:
    """Half of the steps carry the round on, to so many boxes; half are any step at all."""
    box, player = rng.randrange(8), rng.choice(names)
    bets = Bets(rng.choice([1, 2, 5, 30]), rng.randrange(3), rng.randrange(2))
    made = rng.choice([PLAY, FOLD])
    if rng.random() < 0.5:
        if opened.stage is Stage.DECIDING:
            return "decide", opened.turn, made
        more = len(opened.boxes) < boxes and rng.random() < 0.9
        return ("bet", player, bets, None) if more else ("deal",)
    return rng.choice(
        [
            *[("bet", player, bets, rng.choice([None, box]))] * 2,
            ("take back", box),
            ("restake", box, bets),
            ("deal",),
            *[("decide", box, made)] * 3,
            *(("dealer",), ("opened",), ("record",), ("net", box)),
            *[("fault", "a jam")] * (rng.random() < 0.05),
        ]
    )


def state(opened: Round, table: Table) -> object:
    return (
        dict(opened.boxes),
        dict(opened.decisions),
        opened.stage,
        table.chips,
        [opened.felt(box) for box in opened.boxes],
    )


def conserved(table: Table, bought: int) -> None:
    last = table.rounds[-1]
    felt = sum(last.felt(box) for box in last.boxes)
    assert sum(table.chips.values()) + felt + table.bank == bought
    assert all(held >= 0 for held in table.chips.values())


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 2**64))
def test_a_hundred_rounds_of_random_steps(seed: int) -> None:
    """10,000 settled in all: chips conserved, no card twice, replays equal, illegal steps refused.

    What is legal, and what follows from it, is known from the rules alone.
    """
    rng = random.Random(seed)
    names = ["Kari", "Ola", "Per", "Эва", "Ida", "Tor"][: rng.randrange(1, 7)]
    brought = {name: rng.randrange(1, 300) for name in names}
    table, settled = Table(brought), 0
    while settled < 100:
        if max(table.chips.values()) < 1:
            table.sit(names[0], 100)
            brought[names[0]] += 100
        rules, boxes = rng.choice(ALL_RULES), rng.randrange(1, 7)
        opened = table.open_round(rules, rng.getrandbits(128))
        expected = Expected(rules, dict(table.chips))
        present = rng.choice([names, [max(names, key=lambda name: table.chips[name])]])
        while not opened.over:
            before = state(opened, table)
            name, *what = any_step(rng, opened, present, boxes)
            refused = refusal(partial(CALLS[name], opened, *what))
            assert (refused is None) == expected.takes(name, *what), (name, what, refused)
            if refused is None:
                expected.step(name, *what)
                now = opened.stage, opened.boxes, opened.decisions
                assert now == (expected.stage, expected.boxes, expected.made)
                conserved(table, sum(brought.values()))
            else:
                assert state(opened, table) == before
                assert len(refused) > 20
        if opened.stage is Stage.SETTLED:
            settled += 1
            hands = opened.sees(next(iter(opened.boxes))).values()
            cards = [card for hand in [*hands, opened.dealer] for card in hand]
            assert len(set(cards)) == len(cards) == 3 * len(opened.boxes) + 3
        replays_alike(opened)


def refusal(step: Callable[[], Any]) -> str | None:
    """The sentence with which a step is refused, or None."""
    try:
        step()
    except ValueError as error:
        return str(error)
    return None


def replays_alike(opened: Round) -> None:
    text = opened.record()
    again = Round.replay(text)
    assert again.record() == text
    assert again.stage is opened.stage
    assert (again.boxes, again.decisions) == (opened.boxes, opened.decisions)
    assert again.settlements == opened.settlements
    assert again.opened() == opened.opened()
    if opened.stage is Stage.SETTLED:
        assert again.dealer == opened.dealer


# --- records ---


def test_a_record_that_was_written_long_ago_can_be_read() -> None:
    text = (Path(__file__).parent / "records" / "round.json").read_text(encoding="utf-8")
    again = Round.replay(text)
    assert [box.player for box in again.boxes.values()] == ["Kari", "Åse"]
    assert again.record() == text


def test_a_record_cut_short_anywhere_is_refused() -> None:
    text = settled(LIVE, boxes=2).record()
    whole = text.rstrip("\n")
    for length in range(len(whole)):
        with pytest.raises(ValueError, match=r"no (whole )?record of a round"):
            Round.replay(text[:length])


def test_a_record_with_one_sign_changed_is_refused() -> None:
    text = settled(LIVE, boxes=2).record()
    rng = random.Random(1)
    for _ in range(400):
        place = rng.randrange(len(text) - 1)
        sign = rng.choice('0123456789abcPZ é"{}[]')
        changed = text[:place] + sign + text[place + 1 :]
        if changed.split() == text.split():  # the line breaks between the entries mean nothing
            continue
        with pytest.raises(ValueError, match="record"):
            Round.replay(changed)


def forged(**changes: Any) -> str:
    """A record that somebody changed, with a check that fits again."""
    from tcp.table import _check

    data = json.loads(settled(LIVE, seed=8, boxes=2).record())
    del data["check"]
    for key, value in changes.items():
        if key in data:
            data[key] = value
        else:
            data["boxes"][0][key] = value
    return json.dumps({**data, "check": _check(data)})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"net": "1000"}, "the net of box 1 is .*, and the record says 1000"),
        ({"seed": "9"}, "its commitment is not that of its deck"),
        ({"seed": "nine"}, "can't be replayed"),
        ({"seed": 9}, "can't be replayed"),
        ({"seed": " 8 "}, "its seed is no whole number"),
        ({"seed": 8.0}, "its seed is no whole number"),
        ({"seed": True}, "its seed is no whole number"),
        ({"seed": float("inf")}, "its seed is no whole number"),
        ({"seed": [8]}, "can't be replayed"),
        ({"seed": "1" * 5000}, "can't be replayed"),
        ({"salt": "00"}, "16 bytes or more"),
        ({"salt": "xyz"}, "can't be replayed"),
        ({"commitment": "0" * 64}, "its commitment is not"),
        ({"rules": "[ante_bonus]\nstraight = -1"}, "a ratio is from 0"),
        ({"rules": 5}, "is no text"),
        ({"boxes": []}, "no box has an Ante"),
        ({"boxes": {"box": 1}}, "can't be replayed"),
        ({"boxes": None}, "can't be replayed"),
        ({"ante": 0}, "a stake is a whole number"),
        ({"ante": 2.0}, "a stake is a whole number"),
        ({"ante": 3}, "the net of box 1 is"),
        ({"box": 7}, "has the boxes 1 to 6"),
        ({"box": 2}, "is taken by"),
        ({"player": ""}, "is no name"),
        ({"decision": "raise"}, "can't be replayed"),
        ({"decision": None}, "box 1 decides before box 2"),
        ({"fault": "none"}, "can't be made void"),
        ({"format": "three-card-poker round 2"}, "its format is not"),
    ],
)
def test_a_forged_record_is_refused_even_with_a_check_that_fits(
    changes: dict[str, Any], message: str
) -> None:
    assert Round.replay(forged()).stage is Stage.SETTLED
    with pytest.raises(ValueError, match=message):
        Round.replay(forged(**changes))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"format": "three-card-poker round 1", "x": ' + "[" * 990 + "]" * 990 + "}",
        "null",
        "NaN",
        "1" * 6000,
        "[" * 40_000,
        "{" * 60_000,
        '"record"',
        5,
        None,
    ],
)
def test_what_is_no_record_at_all_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match="record"):
        Round.replay(text)


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_refused_with_a_sentence(data: Any) -> None:
    with pytest.raises(ValueError, match="record"):
        Round.replay(json.dumps(data))


def test_a_name_is_only_a_text() -> None:
    name = '<img onerror="x"> "\\'
    opened = Round(PAGAT, seed=1)
    opened.bet(name, Bets(1))
    opened.deal()
    opened.decide(1, FOLD)
    assert Round.replay(opened.record()).boxes[1].player == name


def test_known_cards_of_a_seed_stay_what_they_are() -> None:
    """A record of today must replay on the Python of tomorrow: the shuffle is part of it."""
    played = settled(seed=1)
    assert (played.sees(1)[1], played.dealer) == (
        parse_cards("A♦ 4♦ J♦"),
        parse_cards("7♥ 2♥ J♥"),
    )

"""A round at a table of up to six boxes, step by step; who holds which chips; a round's record."""

from __future__ import annotations

import hashlib
import json
import random
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tcp.cards import DECK, Card, check_hand, deal
from tcp.languages import Count, Refusal
from tcp.payouts import Bets, Decision, Settlement, check_bets, settle, whole_chips
from tcp.quoting import quoted
from tcp.rules import Ratio, Rules, check_rules, parse_rules, to_toml

LONGEST_NAME = 40  # characters
LARGEST_SEED = 2**128 - 1
LARGEST_RECORD = 50_000  # characters; a round of six boxes has about two thousand
SALT_BYTES = 16
_FORMAT = "three-card-poker round 1"


class Stage(Enum):
    """How far a round has come."""

    BETTING = "stakes are placed"
    DECIDING = "the cards are dealt and the boxes decide"
    SETTLED = "the round is settled"
    VOID = "the round is void, all stakes are back"


@dataclass(frozen=True)
class Box:
    """A place at the table with stakes on it, and who placed them.

    Raises:
        ValueError: for a name that is no short text, or stakes that are no Bets.
    """

    player: str
    bets: Bets

    def __post_init__(self) -> None:
        """Refuse what can't sit at a table."""
        check_name(self.player)
        if not isinstance(self.bets, Bets):
            raise ValueError(f"{quoted(self.bets)} is no Bets; stakes are written as Bets(ante)")


def _is_line(text: object, most: int) -> bool:
    """Whether this is text of so many signs at most that can be shown in one line."""
    if not isinstance(text, str):
        return False
    return bool(text.strip()) and text.isprintable() and len(text) <= most


def check_name(player: object) -> None:
    """Refuse what is no name of a player."""
    if not _is_line(player, LONGEST_NAME):
        shown = quoted(player)[: LONGEST_NAME + 2]
        raise Refusal("no_name", name=shown, most=LONGEST_NAME)


class Round:
    """One round: stakes, one fresh deck, decisions box by box, settlement.

    The deck is shuffled before the first stake and `commitment` binds it from then on. Boxes
    decide in the order of their numbers. Until the last of them has decided, nothing here tells
    the dealer's cards; then the round settles itself.

    >>> from tcp.rules import load_rules
    >>> one = Round(load_rules("pagat"), seed=2)
    >>> one.bet("Kari", Bets(2, pair_plus=1))
    1
    >>> one.deal()
    >>> one.sees(1)
    {1: (5♠, 9♦, 4♦)}
    >>> one.decide(1, Decision.FOLD)
    >>> one.stage, one.net(1)
    (<Stage.SETTLED: 'the round is settled'>, -3)

    Args:
        rules: the house's rules.
        seed: makes the same deck again; without one it is a fresh number of 128 bits.
        chips: what each player holds, and so can stake; without it nobody asks.
        salt: 16 bytes for the commitment, only to replay a record; fresh without it, whatever
            the seed, so that a guessed seed doesn't tell the deck from its commitment.

    Attributes:
        stage: betting, dealt, settled or void.
        boxes: who stakes what, by the box's number.
        decisions: those made so far, by box.
        settlements: each box's, once all have decided.
        fault: what went wrong in a void round, in words.
        commitment: the SHA-256 of what `opened` tells at the end.

    Raises:
        ValueError: for what are no rules, or a seed that is no whole number from 0 to 2**128 - 1.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        *,
        chips: Mapping[str, Ratio] | None = None,
        salt: bytes | None = None,
    ) -> None:
        check_rules(rules)
        seed = secrets.randbits(128) if seed is None else seed
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LARGEST_SEED:
            raise ValueError(
                f"seed {quoted(seed)}: a seed is a whole number from 0 to 2**128 - 1, or None"
            )
        if chips is not None and not isinstance(chips, Mapping):
            raise ValueError(f"{quoted(chips)}: the players' chips are written as {{'Kari': 100}}")
        self.rules = rules
        self.stage = Stage.BETTING
        self.boxes: dict[int, Box] = {}
        self.decisions: dict[int, Decision] = {}
        self.settlements: dict[int, Settlement] = {}
        self.fault = ""
        self._held = chips
        self._seed = seed
        self._salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
        (self._deck,) = deal(random.Random(seed), 52)
        self.commitment = commit(self._deck, self._salt)

    # --- before the cards ---

    def bet(self, player: str, bets: Bets, box: int | None = None) -> int:
        """Place stakes on a box, the first free one unless one is named; gives its number.

        Raises:
            ValueError: after the cards are dealt; for a taken box or one that the table hasn't;
                for a bet that the rules don't offer or the player's chips don't cover; for a
                second box of a player who isn't alone at the table, or a further player where
                somebody has several boxes.
        """
        self._during(Stage.BETTING, "stakes are placed before the cards are dealt")
        placed = Box(player, bets)
        check_bets(self.rules, bets)
        self._check_purse(player, bets.total)
        free = [number for number in self._places() if number not in self.boxes]
        if box is None and not free:
            raise Refusal("boxes_taken", boxes=self.rules.max_boxes)
        number = free[0] if box is None else box
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not whole or number not in self._places():
            boxes = self.rules.max_boxes
            raise ValueError(f"box {quoted(number)}: this table has the boxes 1 to {boxes}")
        if number in self.boxes:
            raise Refusal("box_taken", box=number, player=self.boxes[number].player)
        players = [taken.player for taken in self.boxes.values()]
        if player in players and set(players) != {player}:
            raise Refusal("not_alone", player=player)
        if player not in players and len(players) > len(set(players)):
            raise Refusal("several_boxes", player=players[0])
        self.boxes[number] = placed
        self.boxes = dict(sorted(self.boxes.items()))
        return number

    def take_back(self, box: int) -> Bets:
        """Take all stakes of a box back before the cards are dealt; gives what lay there."""
        self._during(Stage.BETTING, "stakes stay on the table once the cards are dealt")
        self._check_box(box)
        return self.boxes.pop(box).bets

    def restake(self, box: int, bets: Bets) -> None:
        """Replace the stakes of a box; where the new ones are refused, the old ones lie there.

        Raises:
            ValueError: for a box without stakes, and for whatever `bet` refuses.
        """
        self._during(Stage.BETTING, "stakes are placed before the cards are dealt")
        self._check_box(box)
        check_bets(self.rules, bets)
        before = self.boxes[box]
        self._check_purse(before.player, bets.total - before.bets.total)
        self.boxes[box] = Box(before.player, bets)

    def deal(self) -> None:
        """Deal three cards to each box with stakes, in the order of their numbers, then the dealer.

        Raises:
            ValueError: when the cards are dealt already, or no box has an Ante.
        """
        self._during(Stage.BETTING, "the cards of a round are dealt once")
        if not self.boxes:
            raise Refusal("no_ante")
        self.stage = Stage.DECIDING

    # --- what may be seen ---

    @property
    def turn(self) -> int | None:
        """The box that decides next, or None where no decision is due."""
        if self.stage is not Stage.DECIDING:
            return None
        return next(number for number in self.boxes if number not in self.decisions)

    @property
    def over(self) -> bool:
        """Whether the round has ended, settled or void."""
        return self.stage in (Stage.SETTLED, Stage.VOID)

    def sees(self, box: int) -> dict[int, tuple[Card, ...]]:
        """The hands that the player at this box may look at, by the number of their box.

        One's own, those of all one's boxes, and everybody's where the rules deal them face up or
        the round is settled; none before the deal or in a void round.
        """
        self._check_box(box)
        if self.stage in (Stage.BETTING, Stage.VOID):
            return {}
        owner = self.boxes[box].player
        everything = self.rules.players_cards_open or self.stage is Stage.SETTLED
        return {
            number: self._hand(number)
            for number, taken in self.boxes.items()
            if everything or taken.player == owner
        }

    def dead(self, box: int) -> tuple[Card, ...]:
        """The cards of other boxes that the player at this box sees: the dealer can't hold them."""
        hands = self.sees(box)
        return tuple(card for number, hand in hands.items() if number != box for card in hand)

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's cards, once every box has decided.

        Raises:
            ValueError: before that, and in a void round.
        """
        self._during(Stage.SETTLED, "the dealer's cards are shown when every box has decided")
        return self._hand(None)

    # --- decisions and what follows ---

    def decide(self, box: int, decision: Decision) -> None:
        """Play or fold one box; after the last decision the round is settled.

        Raises:
            ValueError: before the cards or after the decisions; for a box whose turn it isn't; for
                what is no Decision, or a Play that the player's chips don't cover.
        """
        self._during(Stage.DECIDING, "a box decides between the deal and the dealer's cards")
        self._check_box(box)
        if not isinstance(decision, Decision):
            raise ValueError(
                f"{quoted(decision)} is no decision; take Decision.PLAY or Decision.FOLD"
            )
        if box in self.decisions:
            raise ValueError(f"box {box} has decided: {self.decisions[box].value}")
        if box != self.turn:
            raise ValueError(f"box {self.turn} decides before box {box}")
        if decision is Decision.PLAY:
            self._check_purse(self.boxes[box].player, self.boxes[box].bets.ante)
        decisions = {**self.decisions, box: decision}
        if len(decisions) == len(self.boxes):
            # Where this fails the last decision isn't made either, and the round can be made void.
            self.settlements = {
                number: settle(self.rules, taken.bets, self._hand(number), self._hand(None), made)
                for (number, taken), made in zip(
                    self.boxes.items(), decisions.values(), strict=True
                )
            }
            self.stage = Stage.SETTLED
        self.decisions = decisions

    def malfunction(self, fault: str) -> None:
        """Void the round: every stake goes back, nothing is paid, and no card is turned over.

        The commitment is opened all the same, so that nobody hides a deck by a malfunction.

        Raises:
            ValueError: once the round is over, or without a word on what went wrong.
        """
        if self.over:
            raise ValueError(f"{self.stage.value}: it can't be made void any more")
        if not isinstance(fault, str) or not _is_line(fault, 200):
            raise ValueError("say in 1 to 200 characters what went wrong")
        self.fault = fault
        self.stage = Stage.VOID

    def net(self, box: int) -> Ratio:
        """What the box has won or lost; 0 in a void round.

        Raises:
            ValueError: before the round is over.
        """
        self._check_box(box)
        if not self.over:
            raise ValueError("the round isn't over: its result comes after the last decision")
        return self.settlements[box].net if self.settlements else 0

    def felt(self, box: int) -> int:
        """The chips that lie on the box now: Ante, side bets, and the Play once it is made."""
        self._check_box(box)
        if self.over:
            return 0
        bets = self.boxes[box].bets
        play = bets.ante if self.decisions.get(box) is Decision.PLAY else 0
        return bets.total + play

    def opened(self) -> str:
        """What `commitment` is the SHA-256 of, once the round is over: salt, then the deck.

        >>> from tcp.rules import load_rules
        >>> one = Round(load_rules("pagat"), seed=2)
        >>> _ = one.bet("Kari", Bets(2)), one.deal(), one.decide(1, Decision.FOLD)
        >>> hashlib.sha256(one.opened().encode()).hexdigest() == one.commitment
        True

        Raises:
            ValueError: before the round is over.
        """
        if not self.over:
            raise ValueError("the commitment is opened when every box has decided")
        return _sealed(self._deck, self._salt)

    # --- the record ---

    def record(self) -> str:
        """The round as JSON: rules, seed, stakes, decisions and results.

        Raises:
            ValueError: before the round is over, since the seed tells the dealer's cards.
        """
        if not self.over:
            raise ValueError("a round is recorded when it is over: its seed tells the cards")
        entry: dict[str, Any] = {
            "format": _FORMAT,
            "rules": to_toml(self.rules),
            "seed": str(self._seed),
            "salt": self._salt.hex(),
            "commitment": self.commitment,
            "boxes": [
                {
                    "box": number,
                    "player": box.player,
                    "ante": box.bets.ante,
                    "pair_plus": box.bets.pair_plus,
                    "six_card_bonus": box.bets.six_card_bonus,
                    "decision": made.value if (made := self.decisions.get(number)) else None,
                    "net": str(self.net(number)),
                }
                for number, box in self.boxes.items()
            ],
            "fault": self.fault,
        }
        return write_record(entry)

    @classmethod
    def replay(cls, record: str) -> Round:
        """The round that this record tells, played again step by step.

        Raises:
            ValueError: for a text that is no whole record, whose check doesn't fit any more, or
                whose results aren't those of its own cards. Who writes a whole new record can
                tell other decisions; the deck is proved by a commitment published before.
        """
        data = read_record(record, _FORMAT, LARGEST_RECORD)
        try:
            salt = data["salt"]
            if not isinstance(salt, str) or not re.fullmatch("(?:[0-9a-f]{2})+", salt):
                raise ValueError("its salt is not written in hexadecimal digits")
            again = cls(
                parse_rules(data["rules"]), read_seed(data["seed"]), salt=bytes.fromhex(salt)
            )
            if again.commitment != data["commitment"]:
                raise ValueError("its commitment is not that of its deck")
            for entry in data["boxes"]:
                bets = Bets(entry["ante"], entry["pair_plus"], entry["six_card_bonus"])
                again.bet(entry["player"], bets, entry["box"])
            made = [entry for entry in data["boxes"] if entry["decision"] is not None]
            if made or not data["fault"]:
                again.deal()
            for entry in made:
                again.decide(entry["box"], Decision(entry["decision"]))
            if data["fault"]:
                again.malfunction(data["fault"])
            for entry in data["boxes"]:
                if str(again.net(entry["box"])) != entry["net"]:
                    raise ValueError(
                        f"the net of box {entry['box']} is {again.net(entry['box'])}, "
                        f"and the record says {entry['net']}"
                    )
        except NOT_REPLAYED as error:
            raise ValueError(not_replayed(error)) from None
        return again

    # --- within ---

    def _places(self) -> range:
        return range(1, self.rules.max_boxes + 1)

    def _hand(self, box: int | None) -> tuple[Card, ...]:
        """Three cards from the top for each box in order; the dealer's, for None, come last."""
        place = len(self.boxes) if box is None else list(self.boxes).index(box)
        return self._deck[3 * place : 3 * place + 3]

    def _check_purse(self, player: str, cost: int) -> None:
        """Refuse what the player's chips don't cover."""
        if self._held is None:
            return
        if player not in self._held:
            known = ", ".join(self._held) or "nobody"
            raise ValueError(
                f"{quoted(player)} has no chips at this table; the players are {known}"
            )
        out = sum(self.felt(number) for number, box in self.boxes.items() if box.player == player)
        left = self._held[player] - out
        if cost > left:
            raise Refusal("purse", cost=Count(cost, "chip"), player=player, left=left)

    def _check_box(self, box: object) -> None:
        if not isinstance(box, int) or isinstance(box, bool) or box not in self.boxes:
            taken = ", ".join(map(str, self.boxes)) or "none yet"
            raise ValueError(f"box {quoted(box)} has no stakes; boxes with stakes: {taken}")

    def _during(self, stage: Stage, why: str) -> None:
        if self.stage is not stage:
            raise ValueError(f"{why}; now {self.stage.value}")


def _sealed(deck: Sequence[Card], salt: bytes) -> str:
    """Salt and deck as one line of plain letters, such as anybody can type into another program."""
    cards = " ".join(card.rank.letter() + card.suit.name[0].lower() for card in deck)
    return f"{salt.hex()} {cards}"


def commit(deck: Sequence[Card], salt: bytes) -> str:
    """The SHA-256 of a salt and the order of a deck, in 64 hexadecimal digits.

    Raises:
        ValueError: for what is no whole deck, or a salt of under 16 bytes, which could be found
            by trying.
    """
    check_hand(deck, len(DECK))
    if not isinstance(salt, bytes) or len(salt) < SALT_BYTES:
        raise ValueError(f"the salt has {SALT_BYTES} bytes or more, as secrets.token_bytes(16)")
    return hashlib.sha256(_sealed(deck, salt).encode()).hexdigest()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that comes twice: a reader would see one value, and the check the other."""
    entry = dict(pairs)
    if len(entry) < len(pairs):
        raise ValueError
    return entry


def _check(entry: Mapping[str, Any]) -> str:
    plain = json.dumps(entry, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def write_record(entry: Mapping[str, Any]) -> str:
    """The entry as JSON, with a check that a slip or a cut of the text breaks."""
    return json.dumps({**entry, "check": _check(entry)}, ensure_ascii=False, indent=1) + "\n"


def read_record(record: str, form: str, largest: int, what: str = "a round") -> dict[str, Any]:
    """The entry of a record that is whole and unchanged.

    Args:
        record: what `write_record` wrote.
        form: the entry's "format", such as "three-card-poker round 1".
        largest: how many characters such a record may have.
        what: what is recorded, in words.

    Raises:
        ValueError: for any other text.
    """
    if not isinstance(record, str):
        raise ValueError(
            f"{type(record).__name__} is no record; a record is the text that was written of {what}"
        )
    if len(record) > largest:
        raise ValueError(f"{len(record):,} characters are too many for the record of {what}")
    try:
        data = json.loads(record.removeprefix("\ufeff"), object_pairs_hook=_once)
        if not isinstance(data, dict) or data.get("format") != form:
            raise _NoRecordError
        fits = data.pop("check", None) == _check(data)
    except _NoRecordError:
        raise ValueError(f"this is no record of {what}: its format is not {form!r}") from None
    except (ValueError, RecursionError):
        raise ValueError(
            f"this is no whole record of {what}: it was cut short or changed"
        ) from None
    if not fits:
        raise ValueError("this record was changed after it was written: its check doesn't fit")
    return data


def read_seed(written: object) -> int:
    """The seed that a record has as text, since not every reader of JSON keeps such a number."""
    if not isinstance(written, str) or not re.fullmatch("[0-9]{1,39}", written):
        raise ValueError("its seed is no whole number written as text")
    return int(written)


NOT_REPLAYED = (ValueError, TypeError, KeyError, AttributeError)
"""What a record leads to that was put together by hand."""


def not_replayed(error: Exception) -> str:
    """Why a record can't be replayed, in a sentence."""
    why = str(error)[:400]
    if not isinstance(error, ValueError):
        why = "a part of it is missing, or of another kind than a record has"
    return f"this record can't be replayed: {why}"


class _NoRecordError(Exception):
    """Raised for what is JSON, but no record."""


class Table:
    """Players with their chips, the bank, and one round after the other.

    Chips only move: what the players hold, what lies on the felt and what the bank has gained add
    up to the same at every moment.

    >>> from tcp.rules import load_rules
    >>> table = Table({"Kari": 20})
    >>> now = table.open_round(load_rules("pagat"), seed=2)
    >>> _ = now.bet("Kari", Bets(2)), now.deal(), now.decide(1, Decision.PLAY)
    >>> table.chips, table.bank
    ({'Kari': 16}, 4)

    `rounds` holds all rounds, the one under way included.

    Args:
        chips: what each player brings, a whole number.

    Raises:
        ValueError: for what are no names or no chips.
    """

    def __init__(self, chips: Mapping[str, int]) -> None:
        self.rounds: list[Round] = []
        # What everybody held, and the bank had gained, before the last round.
        self._before: dict[str, Ratio] = {}
        self._bank: Ratio = 0
        if not isinstance(chips, Mapping):
            raise ValueError(f"{quoted(chips)}: the players' chips are written as {{'Kari': 100}}")
        for player, amount in chips.items():
            self.sit(player, amount)

    def sit(self, player: str, chips: int) -> None:
        """Let somebody sit down, or buy more chips, while no cards are on the table.

        Raises:
            ValueError: between a deal and its settlement, or for what is no name or no whole chip.
        """
        if self.rounds and self.rounds[-1].stage is Stage.DECIDING:
            raise ValueError("chips are bought before the cards are dealt, or after the round")
        check_name(player)
        if not isinstance(chips, int) or isinstance(chips, bool) or chips < 1:
            raise ValueError(f"{quoted(chips)} chips: a player brings a whole number, 1 or more")
        self._before[player] = self._before.get(player, 0) + chips

    def open_round(self, rules: Rules, seed: int | None = None) -> Round:
        """A new round with a fresh deck, in which nobody can stake more than they hold.

        It takes the place of a round that nobody has staked on.

        Raises:
            ValueError: while a round is under way, and for whatever `Round` refuses.
        """
        idle = [each for each in self.rounds[-1:] if not each.over]
        if any(each.boxes for each in idle):
            raise ValueError("a round is under way; another begins when it is over")
        held, bank = self.chips, self.bank
        opened = Round(rules, seed, chips=held)
        for each in idle:
            each.malfunction("another round took its place")
        if idle:
            self.rounds.pop()  # only now: what came before it is counted already
        self._bank = bank
        # The round looks into this very dict, so that chips bought before the cards count.
        self._before = held
        self.rounds.append(opened)
        return opened

    @property
    def chips(self) -> dict[str, Ratio]:
        """What each player holds now, without what lies on the felt."""
        held = dict(self._before)
        for last in self.rounds[-1:]:
            for number, box in last.boxes.items():
                change = last.net(number) if last.over else -last.felt(number)
                held[box.player] = whole_chips(held[box.player] + change)
        return held

    @property
    def bank(self) -> Ratio:
        """What the bank has gained in all rounds; negative for a loss."""
        gained = self._bank
        for last in self.rounds[-1:]:
            gained -= sum(last.net(box) for box in last.boxes) if last.over else 0
        return whole_chips(gained)

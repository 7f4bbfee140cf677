"""Two hands of five cards side by side, with shared cards or without: who wins, and by what."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from tcp.cards import DECK, Card, Rank, deal
from tcp.club.ranking import house_rank
from tcp.fivecard import FiveCategory, FiveRank, best_five, rank_five
from tcp.languages import label, told
from tcp.languages import language as words_of
from tcp.quoting import quoted
from tcp.ranking import decided_at
from tcp.view import hand_html
from tcp.widgets.compare import CompareWidget
from tcp.widgets.panel import Hand, as_typed, field, menu, typed_cards

Ranking = Callable[[Sequence[Card]], FiveRank]

RANKINGS: dict[str, Ranking] = {"house": house_rank, "usual": rank_five}
"""What decides between full houses: the three alike alone, as in the club, or then the pair."""

_FIVE = ("step_highest", "five_second", "five_third", "five_fourth", "step_lowest")
_STEPS: dict[FiveCategory, tuple[str, ...]] = {
    FiveCategory.HIGH_CARD: _FIVE,
    FiveCategory.PAIR: ("step_pair", "five_highest", "five_next", "five_lowest"),
    FiveCategory.TWO_PAIR: ("five_higher_pair", "five_lower_pair", "five_fifth"),
    FiveCategory.THREE_OF_A_KIND: ("step_alike", "five_highest", "five_lowest"),
    FiveCategory.STRAIGHT: ("step_run",),
    FiveCategory.FLUSH: _FIVE,
    FiveCategory.FULL_HOUSE: ("step_alike", "step_pair"),
    FiveCategory.FOUR_OF_A_KIND: ("five_four", "five_fifth"),
    FiveCategory.STRAIGHT_FLUSH: ("step_run",),
    FiveCategory.ROYAL_FLUSH: ("step_run",),
}


class CompareFiveWidget(CompareWidget):
    """Two hands of five, compared step by step until a card decides, by the club's rule or not.

    Up to two shared cards may lie on the table; then the best five of all count. The keys are
    those of `CompareWidget`.

    >>> contest = CompareFiveWidget("9♠ K♦ K♥ 4♣ 2♠", "9♦ Q♦ Q♥ A♣ 3♠", "9♥ 9♣")
    >>> contest.tie_button.click()
    >>> contest.message
    'Right. A tie: full house (9-9-9-K-K) and full house (9-9-9-Q-Q) are worth the same here.'

    Args:
        hand: the first hand, as `parse_cards` reads it, or cards.
        other: the second hand.
        table: shared cards, none to two.
        language: the code of the language to begin with.
        rule: "house", or "usual" for full houses decided by their pair as well.
        seed: makes the dealt hands repeat; without one they are fresh.

    Raises:
        ValueError: for hands that are no five cards each, a card that comes twice, an unknown rule
            or language, or a seed that is no whole number.
    """

    panel_name = "five_panel"
    table_field: Any = None  # `_more_controls` makes it, once the hands are read

    def __init__(
        self,
        hand: str | Sequence[Card] = "K♥ K♣ 9♠ 7♦ 4♣",
        other: str | Sequence[Card] = "K♠ K♦ 9♥ 7♣ 3♦",
        table: str | Sequence[Card] = "",
        language: str = "en",
        *,
        rule: str = "house",
        seed: int | None = None,
    ) -> None:
        if rule not in RANKINGS:
            raise ValueError(f"{quoted(rule)} is no rule; known are {', '.join(RANKINGS)}")
        self.table: Hand = ()
        self._given = as_typed(table, language)
        self._rule = rule
        super().__init__(hand, other, language, seed=seed)
        for control in (self.table_field, self.rule_menu):
            self.on(control, self._typed)

    def _more_controls(self) -> list[Any]:
        for entry in self.fields:
            entry.layout.width = "300px"
        self.table_field = field("", self._given, "230px", "110px")
        self.rule_menu = menu("", [(each, each) for each in RANKINGS], self._rule, "470px", "150px")
        return [self.table_field, self.rule_menu]

    def _read(self, texts: Sequence[str], code: str) -> tuple[Hand, Hand]:
        names = [label(f"the_{place}_hand", code) for place in ("first", "second")]
        first, second = (typed_cards(*each, 5, 5, code) for each in zip(texts, names, strict=True))
        on_table = self.table_field.value if self.table_field else self._given
        shared = typed_cards(on_table, label("five_table", code), 0, 2, code)
        card, times = Counter((*first, *second, *shared)).most_common(1)[0]
        if times > 1:
            raise ValueError(told("five_twice", code, card=card.text(code)))
        self.table = shared
        return first, second

    # --- who wins ---

    @property
    def ranking(self) -> Ranking:
        """The ranking that is in force."""
        return RANKINGS[self.rule_menu.value]

    def _worth(self) -> tuple[FiveRank, FiveRank]:
        first, second = ((*hand, *self.table) for hand in self.hands)
        return self.ranking(first), self.ranking(second)

    def _asked_about(self) -> object:
        return self.hands, self.table, self.rule_menu.value

    def _close(self, wanted: int | None) -> None:
        self.hands, self.table = close_five(self._rng, wanted)

    def _winner(self) -> int:
        mine, theirs = self._worth()
        return (mine > theirs) - (mine < theirs)

    def _marked(self) -> tuple[Card, ...]:
        worths = self._worth()
        at = decided_at(*worths)
        if not at:
            return ()
        found = [
            card
            for hand, worth in zip(self.hands, worths, strict=True)
            for card in best_five((*hand, *self.table))
            if card.rank == worth.ranks[at - 1]
        ]
        return tuple(dict.fromkeys(found))

    def _called(self) -> list[str]:
        return [called((*hand, *self.table), self.code) for hand in self.hands]

    def _why(self) -> str:
        mine, theirs = self._worth()
        at = decided_at(mine, theirs)
        if at is None:
            first, second = self._called()
            return told("five_tie", self.code, first=first, second=second)
        who = label("so_first" if self._winner() > 0 else "so_second", self.code)
        names = [_in_words(each, self.code)[at] for each in sorted((mine, theirs), reverse=True)]
        step = label(("step_category", *_STEPS[mine.category])[at], self.code)
        who = who[0].upper() + who[1:]
        return told("five_wins", self.code, who=who, step=step, a=names[0], b=names[1])

    def _steps(self) -> list[list[str]]:
        mine, theirs = self._worth()
        at = decided_at(mine, theirs)
        names = (label(key, self.code) for key in ("step_category", *_STEPS[mine.category]))
        values = zip(names, _in_words(mine, self.code), _in_words(theirs, self.code), strict=False)
        rows = [[*row, label("so_equal", self.code)] for row in values]
        rows = rows[: None if at is None else at + 1]
        rows[-1][-1] = label(
            {1: "so_first", 0: "so_tie", -1: "so_second"}[self._winner()], self.code
        )
        return rows

    # --- what is shown ---

    def _name_controls(self) -> None:
        super()._name_controls()
        self.table_field.description = label("five_table", self.code)
        chosen = self.rule_menu.value
        self._filling = True
        self.rule_menu.options = [(label(f"five_{r}", self.code), r) for r in RANKINGS]
        self.rule_menu.value = chosen
        self._filling = False
        self.rule_menu.description = label("five_rule", self.code)

    def _fill(self) -> None:
        super()._fill()
        self._filling = True
        self.table_field.value = as_typed(self.table, self.code)
        self._filling = False

    def _draw(self, captions: Sequence[str], marked: Sequence[Card] = ()) -> None:
        super()._draw(captions, marked)
        if self.table:
            shared = hand_html(
                self.table, label("five_table", self.code), self.code, decides=marked
            )
            self.cards.value = f'<div class="tcp">{shared}</div>{self.cards.value}'

    def text(self) -> str:
        """The hands, the shared cards, and the decision or the question."""
        told_so = super().text()
        if self._refused or not self.table:
            return told_so
        table = f"{label('five_table', self.code)}: {as_typed(self.table, self.code)}"
        return told_so.replace("]", f"] {table}.", 1)


def called(cards: Sequence[Card], code: str = "en") -> str:
    """The kind of hand, and its five ranks as one reads it aloud.

    >>> from tcp.cards import parse_cards
    >>> called(parse_cards("A♥ 2♣ 3♠ 4♦ 5♦")), called(parse_cards("2♥ 9♣ 2♠ 9♦ 9♥"))
    ('straight (5-4-3-2-A)', 'full house (9-9-9-2-2)')
    """
    category, (first, *_) = rank_five(cards)
    times = Counter(card.rank for card in best_five(cards))
    held = sorted(times.elements(), key=lambda rank: (times[rank], rank), reverse=True)
    if first == Rank.FIVE and len(times) == 5:  # the ace is low
        held = [*held[1:], held[0]]
    return f"{category.text(code)} ({'-'.join(rank.letter(code) for rank in held)})"


def close_five(rng: random.Random, wanted: int | None) -> tuple[tuple[Hand, Hand], Hand]:
    """Two hands and the shared cards, if any, decided where `wanted` says by the club's rule.

    In a third of the contests a pair lies on the table, and both hands have the third card alike;
    so it isn't the first rank that decides between them.
    """
    sharing = wanted != 1 and rng.random() < 1 / 3
    while True:
        shared: Hand = ()
        if sharing:
            rank = rng.choice(list(Rank))
            alike = rng.sample([card for card in DECK if card.rank == rank], 4)
            shared, rest = tuple(alike[:2]), [card for card in DECK if card not in alike]
            # Pairs beside the three alike are common enough when few ranks are left.
            ranks = rng.sample([each for each in Rank if each != rank], 5)
            others = rng.sample([card for card in rest if card.rank in ranks], 8)
            hands = [(alike[2], *others[:4]), (alike[3], *others[4:])]
        else:
            hands = list(deal(rng, *[5] * 10))
        hands = [tuple(sorted(hand, key=lambda card: -card.rank)) for hand in hands]
        worth = {hand: house_rank((*hand, *shared)) for hand in hands}
        found = [
            pair
            for pair in combinations(hands, 2)
            if decided_at(*map(worth.get, pair)) == wanted  # type: ignore[arg-type]
        ]
        if found:
            first, second = rng.choice(found)
            return ((first, second) if rng.random() < 0.5 else (second, first)), shared


def _in_words(worth: FiveRank, code: str) -> list[str]:
    words = words_of(code)
    return [worth.category.text(code), *(words.ranks[rank].name for rank in worth.ranks)]

"""Five cards, and all 32 ways to throw some of them away, ranked by a score of your choice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import Card, Rank, deal
from tcp.club.odds import Drawn, Hand, Score, all_discards, best_first
from tcp.fivecard import FiveCategory, FiveRank, rank_five
from tcp.languages import label, numeral, told
from tcp.quoting import quoted
from tcp.view import bars_html, hand_html, number, per_cent, table_html
from tcp.widgets.panel import (
    Panel,
    as_typed,
    button,
    field,
    keyed,
    line,
    menu,
    seeded,
    typed_cards,
)

SCORES = ("improve", "reach", "points")
"""What discards can be ranked by: the chance of a better kind, of a goal, or average points."""

GOALS: dict[str, FiveRank] = {
    "pair": FiveRank(FiveCategory.PAIR, ()),
    "jacks": FiveRank(FiveCategory.PAIR, (Rank.JACK,)),
    "two_pair": FiveRank(FiveCategory.TWO_PAIR, ()),
    "aces_up": FiveRank(FiveCategory.TWO_PAIR, (Rank.ACE,)),
    **{
        kind.name.lower(): FiveRank(kind, ())
        for kind in FiveCategory
        if kind > FiveCategory.TWO_PAIR
    },
}
"""The goals to reach at least, the easiest first: a rank is there when it is this one or above."""

MOST_SEEN = 30
"""How many cards may be seen elsewhere: what six others have folded, and enough to draw from."""

PAID = tuple(kind for kind in FiveCategory if kind > FiveCategory.HIGH_CARD)


class DrawExplorer(Panel):
    """Which cards to throw away: every discard of a hand, with what it brings.

    Discards are ranked by the chance to improve the kind of hand, by the chance to reach at least
    a goal, or by average points, nine of them typed from a pair up. Cards seen elsewhere can be
    typed too. The key D deals a hand, N shows the next discard of the list, P the one before.

    >>> explorer = DrawExplorer("8♣ 8♦ A♥ J♠ 3♣")
    >>> explorer.best
    (A♥, J♠, 3♣)
    >>> explorer.goal_menu.value = "aces_up"
    >>> explorer.score_menu.value = "reach"
    >>> explorer.best
    (J♠, 3♣)

    `hand` are the cards, `ranked` all 32 discards with their scores, the best first, `best` the
    first of them, and `chosen` the one that is shown in full.

    Args:
        hand: five cards, as `parse_cards` reads them, or cards.
        seen: cards known to be elsewhere.
        score: "improve", "reach" or "points".
        goal: the goal to reach, a key of `GOALS`.
        points: nine whole numbers, from a pair to a royal flush.
        seed: makes the dealt hands repeat; without one they are fresh.
        language: the code of the language it speaks.

    Raises:
        ValueError: for what is no hand, points that are no nine numbers, an unknown score, goal or
            language, or a seed that is no whole number.
    """

    def __init__(
        self,
        hand: str | Sequence[Card] = "8♣ 8♦ A♥ J♠ 3♣",
        seen: str | Sequence[Card] = "",
        *,
        score: str = "improve",
        goal: str = "jacks",
        points: str = "1-2-3-4-5-6-7-8-9",
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        for what, value, known in (("score", score, SCORES), ("goal", goal, tuple(GOALS))):
            if value not in known:
                raise ValueError(f"{quoted(value)} is no {what}; known are {', '.join(known)}")
        self.code = language
        self._rng = seeded(seed)
        self._filling = False
        self._points = _read_points(points, language)
        self._take(*_read([as_typed(cards, language) for cards in (hand, seen)], language))
        self.hand_field, self.seen_field = (
            field(label(name, language), as_typed(cards, language), "330px", "130px")
            for name, cards in (("draw_hand", self.hand), ("draw_seen", self.seen))
        )
        self.score_menu = menu(
            label("draw_score", language),
            [(label(f"draw_{each}", language), each) for each in SCORES],
            score,
            "330px",
            "130px",
        )
        self.goal_menu = menu(
            label("draw_goal", language),
            [(_goal_name(each, language), each) for each in GOALS],
            goal,
            "330px",
            "130px",
        )
        self.points_field = field(label("draw_own_points", language), points, "330px", "130px")
        self.deal_button = button(
            keyed(label("draw_deal", language), "d"), "tcp-deal", primary=True
        )
        self.next_button = button(keyed(label("draw_next", language), "n"), "tcp-next")
        self.previous_button = button(keyed(label("draw_previous", language), "p"), "tcp-previous")
        self.cards = ipywidgets.HTML()
        self.result = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        super().__init__(
            label("draw_panel", language),
            [
                line(self.hand_field, self.seen_field),
                line(self.score_menu, self.goal_menu, self.points_field),
                line(self.deal_button, self.next_button, self.previous_button),
            ],
            {"d": "tcp-deal", "n": "tcp-next", "p": "tcp-previous"},
            [self.cards, self.result, self.bars, self.table],
            language,
        )
        self._rank()
        for pressed, action in (
            (self.deal_button, self._deal),
            (self.next_button, lambda: self._step(+1)),
            (self.previous_button, lambda: self._step(-1)),
        ):
            pressed.on_click(lambda _, action=action: self.answer(action))
        for control, action in (
            (self.hand_field, self._typed),
            (self.seen_field, self._typed),
            (self.score_menu, self._scored),
            (self.goal_menu, self._scored),
            (self.points_field, self._scored),
        ):
            self.on(control, action)

    def text(self) -> str:
        """The hand, the best discard, and the one that is shown."""
        shown = "" if self.chosen == self.best else f" {self._told_of(self.chosen)}"
        return f"[{self.label}] {self._told_of(self.best)}{shown}"

    # --- what is counted ---

    def _take(self, hand: Hand, seen: Hand) -> None:
        self.hand, self.seen = hand, seen
        self.discards: dict[Hand, Drawn] = all_discards(hand, dead=seen)

    @property
    def best(self) -> Hand:
        """The best discard; of equally good ones that which throws fewest cards."""
        return self.ranked[0][0]

    def _score(self) -> Score:
        if self.score_menu.value == "improve":
            now = rank_five(self.hand).category
            return lambda rank: rank.category > now
        if self.score_menu.value == "reach":
            goal = GOALS[self.goal_menu.value]
            return lambda rank: rank >= goal
        return dict(zip(PAID, self._points, strict=True))

    def _rank(self) -> None:
        self.ranked = best_first(self.discards, self._score())
        self._worth = dict(self.ranked)
        values = [value for _, value in self.ranked]
        self._place = {thrown: values.index(value) + 1 for thrown, value in self.ranked}
        self.chosen = self.best
        self._fill_table()
        self._show()

    # --- what a click or an entry does ---

    def _typed(self) -> None:
        self._take(*_read((self.hand_field.value, self.seen_field.value), self.code))
        self._rank()
        self.say(self._told_of(self.best))

    def _scored(self) -> None:
        self._points = _read_points(self.points_field.value, self.code)
        self._rank()
        self.say(self._told_of(self.best))

    def _deal(self) -> None:
        (hand,) = deal(self._rng, 5)
        self._filling = True
        self.hand_field.value, self.seen_field.value = as_typed(hand, self.code), ""
        self._filling = False
        self._typed()

    def _step(self, by: int) -> None:
        order = [thrown for thrown, _ in self.ranked]
        place = order.index(self.chosen) + by
        if not 0 <= place < len(order):
            raise ValueError(told("draw_last" if by > 0 else "draw_first", self.code))
        self.chosen = order[place]
        self._show()
        self.say(self._told_of(self.chosen))

    # --- what is shown ---

    def _value(self, value: Fraction) -> str:
        shown = number(float(value)) if self.score_menu.value == "points" else per_cent(value)
        return numeral(shown, self.code)

    def _score_name(self) -> str:
        name = label(f"draw_{self.score_menu.value}", self.code)
        if self.score_menu.value != "reach":
            return name
        goal = _goal_name(self.goal_menu.value, self.code)
        return told("draw_reached", self.code, score=name, goal=goal)

    def _cards_or_none(self, cards: Sequence[Card]) -> str:
        return as_typed(cards, self.code) or label("draw_nothing", self.code)

    def _kept(self, thrown: Hand) -> Hand:
        return tuple(card for card in self.hand if card not in thrown)

    def _told_of(self, thrown: Hand) -> str:
        return told(
            "draw_told",
            self.code,
            hand=as_typed(self.hand, self.code),
            thrown=self._cards_or_none(thrown),
            place=self._place[thrown],
            score=self._score_name(),
            value=self._value(self._worth[thrown]),
        )

    def _show(self) -> None:
        """Show the discard that is chosen: its cards, its score, and what it may become."""
        kept, thrown = self._kept(self.chosen), self.chosen
        shown = "".join(
            hand_html(cards, label(name, self.code), self.code)
            for cards, name in ((kept, "draw_kept"), (thrown, "draw_thrown"))
            if cards
        )
        if self.seen:
            seen = hand_html(self.seen, label("draw_seen", self.code), self.code)
            shown += f'<div class="tcp-small">{seen}</div>'
        self.cards.value = f'<div class="tcp tcp-hands">{shown}</div>'
        told_of = escape(self._told_of(self.chosen))
        self.result.value = f'<p class="tcp-result">{told_of}</p>{self._points_html()}'
        kinds = self.discards[self.chosen].map(lambda rank: rank.category)
        bars = bars_html(
            {kind.text(self.code): kinds.p(kind) for kind in sorted(kinds, reverse=True)},
            title=told("draw_becomes", self.code, draws=numeral(f"{kinds.total:,}", self.code)),
            headers=[label("draw_kind", self.code), label("draw_chance", self.code)],
            show=lambda chance: numeral(per_cent(chance, 4), self.code),
        )
        self.bars.value = f'<div class="tcp">{bars}</div>'

    def _points_html(self) -> str:
        """Which point belongs to which kind of hand, where discards are ranked by points."""
        if self.score_menu.value != "points":
            return ""
        pairs = zip(PAID, self._points, strict=True)
        return (
            f"<p>{escape(', '.join(f'{kind.text(self.code)} {many}' for kind, many in pairs))}</p>"
        )

    def _fill_table(self) -> None:
        rows = [
            [
                str(self._place[thrown]),
                self._cards_or_none(thrown),
                self._cards_or_none(self._kept(thrown)),
                self._value(value),
                numeral(f"{self.discards[thrown].total:,}", self.code),
            ]
            for thrown, value in self.ranked
        ]
        # The score's full name stands above; here it leaves room for the number, on a phone too.
        score = "draw_points" if self.score_menu.value == "points" else "draw_chance"
        names = ("draw_place", "draw_thrown", "draw_kept", score, "draw_draws")
        table = table_html([label(name, self.code) for name in names], rows, words=(1, 2))
        listed = escape(label("draw_list", self.code), quote=True)
        self.table.value = (
            f'<div class="tcp tcp-scroll" role="region" tabindex="0" aria-label="{listed}">'
            f"{table}</div>"
        )


def _goal_name(goal: str, code: str) -> str:
    if goal in ("jacks", "aces_up"):
        return label(f"draw_{goal}", code)
    return FiveCategory[goal.upper()].text(code)


def _read(texts: Sequence[str], code: str) -> tuple[Hand, Hand]:
    """The hand and the cards seen elsewhere, as they were typed."""
    hand = typed_cards(texts[0], label("draw_hand", code), 5, 5, code)
    seen = typed_cards(texts[1], label("draw_seen", code), 0, MOST_SEEN, code)
    for card in seen:
        if card in hand:
            raise ValueError(told("draw_twice", code, card=card.text(code)))
    return hand, seen


def _read_points(text: str, code: str) -> tuple[int, ...]:
    """Nine whole numbers, from a pair to a royal flush."""
    parts = re.split(r"[\s,;:–-]+", text.strip())
    if len(parts) != len(PAID) or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise ValueError(told("draw_no_points", code, typed=repr(text[:50])))
    return tuple(map(int, parts))

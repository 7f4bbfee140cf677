"""A hand of yours, and what is known of other cards: what that changes, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import DECK, Card, Rank, deal, parse_cards
from tcp.exact import Analysis, analyse, example_hands, three_ranks
from tcp.languages import label, numeral, told
from tcp.payouts import Decision
from tcp.ranking import describe
from tcp.rules import Rules, load_rules
from tcp.showdown import FOLD_VALUE, Outcomes
from tcp.view import bars_html, hand_html, per_cent
from tcp.widgets.panel import Panel, button, field, keyed, line, seeded, typed_hand

OTHERS = 15
"""The cards of five other boxes; a table of six shows no more."""

_FIELDS = ("glimpse_hand", "glimpse_seen", "glimpse_others")
_ENDS = ("glimpse_not_qualified", "glimpse_win", "glimpse_tie", "glimpse_lose")

Known = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


class GlimpseExplorer(Panel):
    """See a card of the dealer's, or those of other boxes, and find out what that is worth.

    First stands what the known cards make of your hand: what playing it brings, the better
    decision, and what it is worth to know them. Then what they make of the game before you look at
    your own cards. Keys: D deals a hand and shows a card of the dealer's, H and L turn that card
    into one of the next higher or lower rank, B shows another box's cards, N forgets what is known.

    >>> glimpse = GlimpseExplorer("K♥ 8♦ 7♣", "K♠")
    >>> glimpse.decision, f"{float(glimpse.worth):.4f}"
    (<Decision.FOLD: 'fold'>, '0.0638')
    >>> f"{float(glimpse.edge):+.2%}"
    '+1.78%'

    `hand`, `seen` and `others` hold the cards; `value` is what playing brings, `value_before` what
    it would bring without the known cards, in Antes; `edge` and `edge_before` likewise for the
    whole game.

    Args:
        hand: your cards, as `parse_cards` reads them.
        seen: cards of the dealer's that are seen, up to three.
        others: other cards known to be out of the deck, up to fifteen.
        rules: a known name, or rules of your own.
        seed: makes the dealt cards repeat; without one they are fresh.
        language: the code of the language it speaks.

    Raises:
        ValueError: for cards that one deck can't show, unknown rules or an unknown language.
    """

    def __init__(
        self,
        hand: str = "J♥ 8♦ 5♣",
        seen: str = "7♠",
        others: str = "",
        *,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else load_rules(rules)
        self.code = language
        self._rng = seeded(seed)
        self._before = analyse(self.rules)
        self._take(_read((hand, seen, others), language))
        self.hand_field, self.seen_field, self.others_field = (
            field(label(name, language), _written(cards, language), width, "170px")
            for name, cards, width in zip(
                _FIELDS,
                (self.hand, self.seen, self.others),
                ("300px", "300px", "616px"),
                strict=True,
            )
        )
        self._fields = (self.hand_field, self.seen_field, self.others_field)
        self.deal_button = button(
            keyed(label("glimpse_deal", language), "d"), "tcp-deal", primary=True
        )
        self.higher_button = button(keyed(label("glimpse_higher", language), "h"), "tcp-higher")
        self.lower_button = button(keyed(label("glimpse_lower", language), "l"), "tcp-lower")
        self.box_button = button(keyed(label("glimpse_box", language), "b"), "tcp-box")
        self.none_button = button(keyed(label("glimpse_nothing", language), "n"), "tcp-none")
        self.cards = ipywidgets.HTML()
        self.told = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        self.game = ipywidgets.HTML()
        super().__init__(
            label("glimpse_panel", language),
            [
                line(self.hand_field, self.seen_field),
                self.others_field,
                line(
                    self.deal_button,
                    self.higher_button,
                    self.lower_button,
                    self.box_button,
                    self.none_button,
                ),
            ],
            {
                "d": "tcp-deal",
                "h": "tcp-higher",
                "l": "tcp-lower",
                "b": "tcp-box",
                "n": "tcp-none",
            },
            [self.cards, self.told, self.bars, self.game],
            language,
        )
        self._show()
        self.on(self.deal_button, self._deal)
        self.on(self.higher_button, lambda: self._step(+1))
        self.on(self.lower_button, lambda: self._step(-1))
        self.on(self.box_button, self._box)
        self.on(self.none_button, lambda: self._fill((self.hand, (), ())))
        for entry in self._fields:
            self.on(entry, self._typed)

    # --- what is known, and what follows ---

    def _take(self, known: Known) -> None:
        self.hand, self.seen, self.others = known
        self._after: Analysis = analyse(self.rules, dead=self.others, dealer_shows=self.seen)

    @property
    def outcomes(self) -> Outcomes:
        """How many of the dealer's hands lead to each result of a Play."""
        return self._after.outcomes(self.hand)

    @property
    def value(self) -> Fraction:
        """What playing the hand brings on average, in Antes."""
        return self._after.play_ev(self.hand)

    @property
    def value_before(self) -> Fraction:
        """What playing it would bring if no other card were known."""
        return self._before.play_ev(self.hand)

    @property
    def decision(self) -> Decision:
        """The better decision."""
        return self._after.best(self.hand)

    @property
    def worth(self) -> Fraction:
        """What it is worth with this hand to know the other cards: nothing, or a mistake saved."""
        if self.decision is self._before.best(self.hand):
            return Fraction(0)
        return self._after.mistake(self.hand)

    @property
    def edge(self) -> Fraction:
        """What the Ante brings at best play with these cards known, before you see your own."""
        return self._after.ante.expected

    @property
    def edge_before(self) -> Fraction:
        """What it brings if no card is known."""
        return self._before.ante.expected

    def text(self) -> str:
        """The verdict on the hand, the four ends of a Play, and what the game is worth."""
        ends = ", ".join(
            f"{label(name, self.code)} {numeral(per_cent(share), self.code)}"
            for name, share in zip(_ENDS, _shares(self.outcomes), strict=True)
        )
        play = label("glimpse_end", self.code).capitalize()
        return f"[{self.label}] {self._verdict()} {play}: {ends}. {self._whole_game()}"

    # --- what a click or an entry does ---

    def _typed(self) -> None:
        self._take(_read([entry.value for entry in self._fields], self.code))
        self._show()
        self.say(self._verdict())

    def _fill(self, known: Known) -> None:
        """Write cards into the fields."""
        with self.filling():
            for entry, cards in zip(self._fields, known, strict=True):
                entry.value = _written(cards, self.code)
        self._typed()

    def _deal(self) -> None:
        hand, seen = deal(self._rng, 3, 1)
        self._fill((hand, seen, ()))

    def _step(self, by: int) -> None:
        """Exchange the first card seen for one of the next rank that is free."""
        if not self.seen:
            raise ValueError(told("glimpse_none_seen", self.code))
        first, *rest = self.seen
        taken = {*self.hand, *rest, *self.others}
        rank = first.rank + by
        while rank in set(Rank):
            same_suit_first = sorted(DECK, key=lambda card: card.suit != first.suit)
            free = [card for card in same_suit_first if card.rank == rank and card not in taken]
            if free:
                return self._fill((self.hand, (free[0], *rest), self.others))
            rank += by
        raise ValueError(told("glimpse_no_higher" if by > 0 else "glimpse_no_lower", self.code))

    def _box(self) -> None:
        left = [card for card in DECK if card not in {*self.hand, *self.seen, *self.others}]
        others = (*self.others, *self._rng.sample(left, 3))
        _check_others(others, self.code)
        self._fill((self.hand, self.seen, others))

    # --- what is shown ---

    def _antes(self, value: Fraction | int) -> str:
        return numeral(f"{float(value):.4f}", self.code)

    def _verdict(self) -> str:
        """What playing brings, the better decision, and what the known cards are worth."""
        hand = _written(self.hand, self.code)
        decided = "glimpse_play" if self.decision is Decision.PLAY else "glimpse_fold"
        brings = told(decided, self.code, hand=hand, value=self._antes(self.value), fold=FOLD_VALUE)
        if not self.seen and not self.others:
            return brings
        before = self._antes(self.value_before)
        if not self.worth:
            return f"{brings} {told('glimpse_alike', self.code, before=before)}"
        worth = self._antes(self.worth)
        return f"{brings} {told('glimpse_otherwise', self.code, before=before, worth=worth)}"

    def _whole_game(self) -> str:
        """What the known cards make of the game, before you look at your own."""
        after, before = (
            numeral(f"{float(100 * edge):+.2f} %", self.code)
            for edge in (self.edge, self.edge_before)
        )
        found = self._after
        if found.hands_played == found.hands:
            advice = told("glimpse_every", self.code)
        elif found.border is None:
            share = per_cent(Fraction(found.hands_played, found.hands))
            advice = told("glimpse_some", self.code, share=numeral(share, self.code))
        else:
            weakest = example_hands()[three_ranks().index(found.border)]
            advice = told("glimpse_from", self.code, border=describe(weakest, self.code))
        return f"{told('glimpse_edge', self.code, after=after, before=before)} {advice}"

    def _show(self) -> None:
        mine = told("caption_you", self.code, hand=describe(self.hand, self.code))
        dealers = (*self.seen, *[None] * (3 - len(self.seen)))
        shown = hand_html(self.hand, mine, self.code)
        shown += hand_html(dealers, label("dealers_cards", self.code), self.code)
        if self.others:
            small = hand_html(self.others, label("glimpse_others", self.code), self.code)
            shown += f'<div class="tcp-small">{small}</div>'
        self.cards.value = f'<div class="tcp tcp-hands">{shown}</div>'
        self.told.value = f'<p class="tcp-result">{escape(self._verdict())}</p>'
        names = [label(name, self.code) for name in _ENDS]
        before, after = (
            dict(zip(names, _shares(outcomes), strict=True))
            for outcomes in (self._before.outcomes(self.hand), self.outcomes)
        )
        bars = bars_html(
            before,
            after,
            headers=[label(f"glimpse_{name}", self.code) for name in ("end", "before", "after")],
            show=lambda share: numeral(per_cent(share), self.code),
        )
        self.bars.value = f'<div class="tcp">{bars}</div>'
        self.game.value = f"<p>{escape(self._whole_game())}</p>"


def _shares(outcomes: Outcomes) -> list[Fraction]:
    return [Fraction(hands, outcomes.total) for hands in outcomes]


def _written(cards: Sequence[Card], code: str) -> str:
    return " ".join(card.text(code) for card in cards)


def _read(texts: Sequence[str], code: str) -> Known:
    """Your hand, the dealer's cards seen and the other known cards, as they were typed.

    Raises:
        ValueError: for what one deck can't show, in the language.
    """
    hand = typed_hand(texts[0], label(_FIELDS[0], code), code)
    seen, others = (
        _cards(text, label(name, code), code)
        for text, name in zip(texts[1:], _FIELDS[1:], strict=True)
    )
    _check_others(others, code)
    if len(seen) > 3:
        raise ValueError(told("glimpse_three", code, count=len(seen)))
    known = (*hand, *seen, *others)
    for place, card in enumerate(known):
        if card in known[:place]:
            raise ValueError(told("glimpse_twice", code, card=card.text(code)))
    return hand, seen, others


def _cards(text: str, where: str, code: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        refusal = told("glimpse_refused", code, field=where, typed=repr(text[:40]))
        raise ValueError(f"{where}: {error}" if code == "en" else refusal) from None


def _check_others(others: Sequence[Card], code: str) -> None:
    if len(others) > OTHERS:
        raise ValueError(told("glimpse_too_many", code, most=OTHERS))

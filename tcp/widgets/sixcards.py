"""Six cards, typed or dealt: which five count, what they pay, and how rare that is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import Card, deal
from tcp.counting import SIX_CARD_RECIPES, five_card_counts, six_card_example
from tcp.fivecard import FiveCategory, best_five, rank_five
from tcp.languages import label
from tcp.payouts import PayLine, six_card_lines, six_card_net
from tcp.quoting import quoted
from tcp.rules import RULE_NAMES, TABLE_KEYS, PayTable, Ratio, load_rules
from tcp.view import hand_html, number, per_cent, table_html
from tcp.widgets.panel import Panel, as_typed, button, field, keyed, line, menu, seeded, typed_hands

PAID = TABLE_KEYS["six_card_bonus"][2:]
"""The hands that a typed table pays, from three of a kind up."""

HANDS = sum(recipe.hands for recipe in SIX_CARD_RECIPES.values())
"""How many hands of six cards there are."""

_WHOSE = label("your_cards"), label("dealers_cards")
_ANY = "any hand"
_TYPED = "the table typed"


class SixCardExplorer(Panel):
    """Your three cards and the dealer's three, with the best five marked and paid.

    Type both hands in the letters of any language of the course, or choose a kind of hand and deal
    one with the key D; H deals the next higher kind, L the next lower one. The list of rules has
    every house with a 6 Card Bonus; another table can be typed from three of a kind up, as
    "7-10-15-20-100-200-1000".

    >>> explorer = SixCardExplorer("10♥ 9♥ 6♥", "8♥ 7♣ 2♥")
    >>> explorer.category, explorer.net
    (FLUSH, 15)

    `cards` are the six cards, `best` the five that count, `category` their kind, and `net` what one
    chip brings under `table`.

    Args:
        hand: your cards, as `parse_cards` reads them, or cards.
        dealer: the dealer's cards.
        table: a pay table of your own; without one, that of the first house.
        seed: makes the dealt hands repeat; without one they are fresh.

    Raises:
        ValueError: for hands that one deck can't deal, or a seed that is no whole number.
    """

    def __init__(
        self,
        hand: str | Sequence[Card] = "10♥ 9♥ 6♥",
        dealer: str | Sequence[Card] = "8♥ 7♣ 2♥",
        *,
        table: PayTable | Mapping[str, Ratio] | None = None,
        seed: int | None = None,
    ) -> None:
        self._rng = seeded(seed)
        hands = as_typed(hand), as_typed(dealer)
        typed_hands(hands, _WHOSE)  # refused before any control is built
        self._told = self._worth = ""
        five_card_counts()  # made now, so that no deal has to wait for its patterns
        houses = [load_rules(name) for name in RULE_NAMES]
        self._tables = {h.name: h.six_card_bonus for h in houses if h.six_card_bonus}
        self.table = next(iter(self._tables.values()))
        if table is not None:
            self.table = _seven(PayTable(table))
        self.cards: tuple[Card, ...] = ()
        self.best: tuple[Card, ...] = ()
        self.category: FiveCategory | None = None
        self.net: Ratio | None = None
        kinds = [(str(kind), kind) for kind in sorted(FiveCategory, reverse=True)]
        self.kind = menu(label("kind_to_deal"), [(_ANY, _ANY), *kinds], _ANY, "250px")
        tables = [*self._tables, _TYPED]
        self.rules = menu(label("rules"), tables, self._named(self.table), "250px")
        self.hand_field, self.dealer_field = (
            field(label("you"), hands[0]),
            field(label("dealer"), hands[1]),
        )
        self.pays_field = field(label("pays_to_one"), in_short(self.table), "340px")
        self.deal_button = button(keyed(label("deal"), "d"), "tcp-deal", primary=True)
        self.higher_button = button(keyed(label("higher_kind"), "h"), "tcp-higher")
        self.lower_button = button(keyed(label("lower_kind"), "l"), "tcp-lower")
        self.drawn = ipywidgets.HTML()
        self.result = ipywidgets.HTML()
        self.counts = ipywidgets.HTML()
        super().__init__(
            label("six_panel"),
            [
                line(self.kind, self.deal_button, self.higher_button, self.lower_button),
                line(self.hand_field, self.dealer_field),
                line(self.rules, self.pays_field),
            ],
            {"d": "tcp-deal", "h": "tcp-higher", "l": "tcp-lower"},
            [self.drawn, self.result, self.counts],
        )
        self._read()
        self.on(self.deal_button, self._deal)
        self.on(self.higher_button, lambda: self._step(+1))
        self.on(self.lower_button, lambda: self._step(-1))
        for control, action in (
            (self.kind, self._deal),
            (self.rules, self._rules_chosen),
            (self.hand_field, self._typed),
            (self.dealer_field, self._typed),
            (self.pays_field, self._pays_typed),
        ):
            self.on(control, action)

    def text(self) -> str:
        """The six cards, the five that count, and what one chip brings, in words."""
        return f"[{self.label}] {self._told} {self._worth}"

    # --- what a click does ---

    def _deal(self) -> None:
        kind = self.kind.value
        if kind == _ANY:
            hand, dealer = deal(self._rng, 3, 3)
        else:
            cards = six_card_example(kind, self._rng)
            hand, dealer = cards[:3], cards[3:]
        with self.filling():
            self.hand_field.value = " ".join(map(str, hand))
            self.dealer_field.value = " ".join(map(str, dealer))
        self._typed()

    def _step(self, by: int) -> None:
        start = self.category if self.kind.value == _ANY else self.kind.value
        if start is None:
            raise ValueError("There are no six cards yet: type them, or deal.")
        if start + by not in set(FiveCategory):
            raise ValueError(f"Nothing is {'higher' if by > 0 else 'lower'} than a {start}.")
        with self.filling():
            self.kind.value = FiveCategory(start + by)
        self._deal()

    def _typed(self) -> None:
        self._read()
        self.say(self._told)

    def _pays_typed(self) -> None:
        self._pay(parse_pays(self.pays_field.value))

    def _rules_chosen(self) -> None:
        if self.rules.value == _TYPED:
            self.say("Type the pays in the field beside.")
        else:
            self._pay(self._tables[self.rules.value])

    def _pay(self, table: PayTable) -> None:
        """Pay by this table, and make the list and the field show it."""
        self.table = table
        with self.filling():
            self.rules.value = self._named(table)
            self.pays_field.value = in_short(table)
        self._show()
        self.say(f"{self._paid_now()} {self._worth}".strip())

    def _named(self, table: PayTable) -> str:
        return next((name for name, pays in self._tables.items() if pays == table), _TYPED)

    # --- what is shown ---

    def _read(self) -> None:
        """Read both fields; what can't be dealt shows no cards."""
        self.cards = self.best = ()
        self.category = self.net = None
        self._told = "No six cards."
        try:
            hand, dealer = typed_hands((self.hand_field.value, self.dealer_field.value), _WHOSE)
        except ValueError:
            self._show()
            raise
        self.cards = (*hand, *dealer)
        self.best = best_five(self.cards)
        self.category = rank_five(self.best).category
        self._show()

    def _show(self) -> None:
        lines = six_card_lines(self.table)
        worth = six_card_net(self.table)
        self._worth = (
            f"This table returns {per_cent(1 + worth.mean)} of what is staked, wins with "
            f"{per_cent(worth.p(lambda net: net > 0))} of hands, and has a standard deviation of "
            f"{number(worth.sd)} chips."
        )
        self.counts.value = (
            f'<div class="tcp">{_counts_html(lines, self.category)}<p>{self._worth}</p></div>'
        )
        if self.category is None:
            self.drawn.value = self.result.value = ""
            return
        self.net = lines[self.category].net
        five = " ".join(map(str, self.best))
        (left_out,) = [card for card in self.cards if card not in self.best]
        parts = {"your three cards": self.cards[:3], "the dealer's three cards": self.cards[3:]}
        shown = [hand_html(part, whose, decides=self.best) for whose, part in parts.items()]
        self.drawn.value = f'<div class="tcp tcp-hands">{"".join(shown)}</div>'
        self.result.value = (
            f'<div class="tcp"><p class="tcp-result">{escape(self._paid_now())}</p>'
            f'<p class="tcp-label">Framed, because they count: {five}. Left out: {left_out}.</p>'
            "</div>"
        )
        share, one_in = _share(lines[self.category].hands)
        self._told = (
            f"{self._paid_now()} {five} count, {left_out} is left out. "
            f"{share} of all hands are of this kind, 1 in {one_in}."
        )

    def _paid_now(self) -> str:
        """The kind of hand and what it pays, in words."""
        if self.category is None or self.net is None:
            return ""
        return f"{str(self.category).capitalize()}: {_paid(self.net)}."


def in_short(table: PayTable) -> str:
    """A table as it is written in the trade, from three of a kind up.

    >>> in_short(load_rules("live").six_card_bonus)
    '7-10-15-20-100-200-1000'
    """
    return "-".join(str(table[hand]) for hand in PAID)


def parse_pays(text: str) -> PayTable:
    """Seven whole numbers, from three of a kind to the royal flush.

    >>> parse_pays("7-10-15-20-100-200-1000")["flush"]
    15

    Raises:
        ValueError: saying what came and what is accepted.
    """
    parts = re.split(r"[\s,;:–-]+", text.strip())
    if len(parts) != len(PAID) or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise ValueError(
            f"{text[:50]!r} is no pay table; write seven whole numbers from three of a kind up, "
            "as 7-10-15-20-100-200-1000"
        )
    return PayTable(dict(zip(PAID, map(int, parts), strict=True)))


def _seven(table: PayTable) -> PayTable:
    """Refuse a table that the explorer can't show."""
    if set(table) != set(PAID) or not all(isinstance(pay, int) for pay in table.values()):
        raise ValueError(
            f"{quoted(table)}: the explorer takes a whole number for each of {', '.join(PAID)}"
        )
    return table


def _paid(net: Ratio) -> str:
    """What a net means for one chip."""
    if net < 0:
        return "the chip is lost"
    return f"paid {number(net)} to 1" if net else "the chip comes back"


def _share(hands: int) -> tuple[str, str]:
    """A share of all six-card hands in per cent, and its n of "1 in n"."""
    share = Fraction(hands, HANDS)
    digits = 2 if share > Fraction(1, 1000) else 5
    return per_cent(share, digits), f"{float(1 / share):,.{2 if share > Fraction(1, 100) else 0}f}"


def _counts_html(lines: Sequence[PayLine], shown: FiveCategory | None) -> str:
    rows = [
        [
            f"▸ {kind}" if kind == shown else str(kind),
            paying.hands,
            *_share(paying.hands),
            "lost" if paying.net < 0 else f"{number(paying.net)} to 1",
        ]
        for kind, paying in zip(reversed(FiveCategory), reversed(lines), strict=True)
    ]
    headers = ["best five", "hands", "share", "1 in", "pays"]
    return table_html(headers, rows, f"All {HANDS:,} hands of six cards")

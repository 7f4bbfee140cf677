"""Your three cards, and what they tell about the dealer's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.cards import DECK, Card, deal, parse_cards
from tcp.languages import label
from tcp.ranking import describe
from tcp.rules import Rules, load_rules
from tcp.showdown import Outcomes, check_known, outcomes, qualifying_chance
from tcp.view import bars_html, hand_html, number, per_cent
from tcp.widgets.panel import Panel, as_typed, button, field, keyed, line, seeded, typed_hand

_RESULTS = ("does not qualify", "you win", "tie", "you lose")


class ConditionWidget(Panel):
    """Type or deal three cards, and see how often the dealer qualifies given that you hold them.

    Below stand what each card tells on its own, and the four ways in which a Play can end. Dead
    cards are others that you know to be out of the deck. Keys: D deals a hand, A adds a dead card,
    N takes the dead cards back. With a seed the same clicks give the same cards.

    >>> glance = ConditionWidget("Q♥ 6♦ 4♣")
    >>> glance.chance
    Fraction(6333, 9212)
    >>> glance.hand_field.value = "A♠ K♥ Q♣"
    >>> glance.outcomes.not_qualified
    6720

    `hand`, `dead`, `chance` and `outcomes` hold what is shown, `before` the chance without a look.

    Args:
        hand: your cards, as `parse_cards` reads them, or cards.
        dead: other cards that the dealer can't have.
        rules: a known name, or rules of your own; they say with what the dealer qualifies.
        seed: makes the dealt cards repeat; without one they are fresh.

    Raises:
        ValueError: for what is no hand, a card known twice, or unknown rules.
    """

    def __init__(
        self,
        hand: str | Sequence[Card] = "Q♥ 6♦ 4♣",
        dead: str | Sequence[Card] = "",
        *,
        rules: Rules | str = "pagat",
        seed: int | None = None,
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else load_rules(rules)
        self.before = qualifying_chance(self.rules)
        self._rng = seeded(seed)
        typed = as_typed(hand), as_typed(dead)
        _known(*typed, self.rules)  # refused before any control is built
        self.hand_field = field(label("your_hand"), typed[0])
        self.dead_field = field(label("dead_cards"), typed[1], "420px")
        self.deal_button = button(keyed(label("deal_hand"), "d"), "tcp-deal", primary=True)
        self.add_button = button(keyed(label("add_dead_card"), "a"), "tcp-add")
        self.none_button = button(keyed(label("no_dead_cards"), "n"), "tcp-none")
        self.cards = ipywidgets.HTML()
        self.told = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        super().__init__(
            label("condition_panel"),
            [
                line(self.hand_field, self.dead_field),
                line(self.deal_button, self.add_button, self.none_button),
            ],
            {"d": "tcp-deal", "a": "tcp-add", "n": "tcp-none"},
            [self.cards, self.told, self.bars],
        )
        self._read()
        self.on(self.deal_button, self._deal)
        self.on(self.add_button, self._add)
        self.on(self.none_button, lambda: self._fill(self.hand, ()))
        for entry in (self.hand_field, self.dead_field):
            self.on(entry, self._typed)

    def text(self) -> str:
        """The cards, the chance they leave the dealer, and the four ways a Play can end."""
        ends = ", ".join(
            f"{name} {number(hands)}" for name, hands in zip(_RESULTS, self.outcomes, strict=True)
        )
        return f"[{self.label}] {self._sentence()} After a Play: {ends}."

    # --- what a click or an entry does ---

    def _typed(self) -> None:
        self._read()
        self.say(self._sentence())

    def _deal(self) -> None:
        self._fill(deal(self._rng, 3)[0], ())

    def _add(self) -> None:
        left = [card for card in DECK if card not in self.hand and card not in self.dead]
        self._fill(self.hand, (*self.dead, self._rng.choice(left)))

    def _fill(self, hand: Sequence[Card], dead: Sequence[Card]) -> None:
        """Write cards into the fields, unless they leave the dealer none."""
        check_known(hand, dead, ())
        with self.filling():
            self.hand_field.value = " ".join(map(str, hand))
            self.dead_field.value = " ".join(map(str, dead))
        self._typed()

    def _read(self) -> None:
        """Take what the fields say, and show it; a refused entry changes nothing."""
        found = _known(self.hand_field.value, self.dead_field.value, self.rules)
        self.hand, self.dead, self.outcomes = found
        self._show()

    # --- what is shown ---

    @property
    def chance(self) -> Fraction:
        """The chance that the dealer qualifies, given the cards that are known."""
        return 1 - Fraction(self.outcomes.not_qualified, self.outcomes.total)

    def _sentence(self) -> str:
        held = " ".join(map(str, self.hand))
        if self.dead:
            held += f" and {_counted(self.dead)}"
        qualifying = self.outcomes.total - self.outcomes.not_qualified
        return (
            f"Given {held}, the dealer qualifies in {number(qualifying)} of "
            f"{number(self.outcomes.total)} hands: {per_cent(self.chance)}, "
            f"{_points(self.chance - self.before)} without looking ({per_cent(self.before)})."
        )

    def _show(self) -> None:
        shown = hand_html(self.hand, f"you: {describe(self.hand)}")
        if self.dead:
            small = hand_html(self.dead, f"out of the deck: {_counted(self.dead)}")
            shown += f'<div class="tcp-small">{small}</div>'
        self.cards.value = f'<div class="tcp tcp-hands">{shown}</div>'
        self.told.value = f'<p class="tcp-result">{escape(self._sentence())}</p>'
        changes = card_changes(self.hand, self.dead, self.rules)
        rows = {
            f"{who}: {per_cent(self.before + change)}": change for who, change in changes.items()
        }
        ends = dict(zip(_RESULTS, self.outcomes, strict=True))
        told = bars_html(
            rows,
            title=f"Each card's own part: up or down from {per_cent(self.before)}",
            headers=["known cards: the dealer qualifies", "points"],
            show=lambda change: f"{float(100 * change):+.2f}",
        )
        after = bars_html(
            {f"{name}: {number(hands)}": hands for name, hands in ends.items()},
            title="If you play, the round ends in one of four ways",
            headers=["end, dealer hands", "chance"],
            show=lambda hands: per_cent(Fraction(hands, self.outcomes.total)),
        )
        self.bars.value = f'<div class="tcp tcp-hands"><div>{told}</div><div>{after}</div></div>'


def card_changes(hand: Sequence[Card], dead: Sequence[Card], rules: Rules) -> dict[str, Fraction]:
    """By how much it moves the dealer's chance to know each card alone, and all of them.

    >>> changes = card_changes(parse_cards("Q♥ 6♦ 4♣"), (), load_rules("pagat"))
    >>> [f"{who} {float(100 * change):+.2f}" for who, change in changes.items()]
    ['Q♥ alone -1.86', '6♦ alone +0.52', '4♣ alone +0.52', 'your hand -0.85']
    """
    before = qualifying_chance(rules)
    known = {f"{card} alone": qualifying_chance(rules, dead=(card,)) for card in hand}
    known["your hand"] = qualifying_chance(rules, hand)
    if dead:
        known["the dead card" + ("s" if len(dead) > 1 else "")] = qualifying_chance(
            rules, dead=dead
        )
        known["all of these"] = qualifying_chance(rules, hand, dead=dead)
    return {who: chance - before for who, chance in known.items()}


def _counted(dead: Sequence[Card]) -> str:
    return "1 dead card" if len(dead) == 1 else f"{len(dead)} dead cards"


def _points(change: Fraction) -> str:
    """How far above or below: "0.85 percentage points less than"."""
    if not change:
        return "just as much as"
    way = "more" if change > 0 else "less"
    return f"{float(abs(100 * change)):.2f} percentage points {way} than"


def _known(
    hand: str, dead: str, rules: Rules
) -> tuple[tuple[Card, ...], tuple[Card, ...], Outcomes]:
    """The hand and the dead cards that were typed, and what they leave the dealer."""
    cards = typed_hand(hand, label("your_hand"))
    out = _cards(dead, label("dead_cards"))
    return cards, out, outcomes(cards, rules, dead=out)


def _cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None

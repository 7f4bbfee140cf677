"""A Pair Plus table to change: a slider for each hand, and what the table is worth at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.languages import label
from tcp.payouts import PayLine, pair_plus_lines, pair_plus_net
from tcp.quoting import quoted
from tcp.rules import RULE_NAMES, PayTable, Ratio, load_rules
from tcp.view import bars_html, number, per_cent, table_html
from tcp.widgets.panel import Panel, button, field, keyed, line, menu

MOST: Mapping[str, int] = {
    "pair": 5,
    "flush": 15,
    "straight": 20,
    "three_of_a_kind": 100,
    "straight_flush": 200,
    "mini_royal": 500,
}
"""The highest pay that each slider reaches."""

_APART = "mini_royal"
_NOTHING = "nothing"


class PayTableWidget(Panel):
    """What a Pair Plus table is worth: edge, hit frequency, deviation, and each hand's share.

    Drag a slider, or focus it and press the arrow keys. A whole table can be typed as it is
    written in the trade, "1-4-6-30-40" from the pair up, with a sixth number for the mini royal.
    The key R goes back to the table chosen in the list.

    >>> widget = PayTableWidget()
    >>> widget.sliders["pair"].value = 2
    >>> widget.edge
    Fraction(-808, 5525)

    `table` is the pay table shown, `edge` what the house keeps of each chip, negative where the
    player gains.

    Args:
        table: the table to begin with: the name of rules, or a table of your own.
        compare: the name of the rules to compare it with, or "" for none.

    Raises:
        ValueError: for unknown rules, or a table that the sliders can't show.
    """

    def __init__(self, table: PayTable | Mapping[str, Ratio] | str = "pagat", compare: str = ""):
        presets = {name: _table_of(name) for name in RULE_NAMES}
        if compare and compare not in presets:
            raise ValueError(
                f"{quoted(compare)} are no rules to compare; known are {_names(presets)}"
            )
        first = table
        if isinstance(table, str):
            presets.setdefault(table, _table_of(table))
        else:
            first, presets = "your table", {"your table": PayTable(table), **presets}
        for preset in presets.values():
            _check(preset)
        self._told = self._more = ""
        self.table = presets[str(first)]
        named = [(f"{name}: {in_short(preset)}", name) for name, preset in presets.items()]
        self._presets = presets
        self.preset = menu(label("start_from"), named, str(first), "330px", "110px")
        self.compare = menu(
            label("compare_with"), [(_NOTHING, ""), *named], compare, "330px", "110px"
        )
        self.sliders = {
            hand: ipywidgets.IntSlider(
                min=0,
                max=most,
                description=hand.replace("_", " "),
                continuous_update=False,
                layout={"width": "370px"},
                style={"description_width": "110px"},
            )
            for hand, most in MOST.items()
        }
        self.apart = ipywidgets.Checkbox(description=label("pay_apart"), indent=False)
        self.typed = field(label("type_table"), width="370px", label_width="110px")
        self.reset_button = button(keyed(label("back_to_start"), "r"), "tcp-reset")
        self.result = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        self.facts = ipywidgets.HTML()
        controls = [*self.sliders.values(), self.apart, self.typed, self.reset_button]
        super().__init__(
            label("paytable_panel"),
            [
                line(self.preset, self.compare),
                self.result,
                line(ipywidgets.VBox(controls), self.bars),
                self.facts,
            ],
            {"r": "tcp-reset"},
        )
        self._set(self.table)
        for control, action in (
            (self.preset, self._start),
            (self.compare, self._compare),
            (self.apart, self._slide),
            (self.typed, self._type),
            *((slider, self._slide) for slider in self.sliders.values()),
        ):
            self.on(control, action)
        self.on(self.reset_button, self._start)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of each chip staked, on average; negative where you gain."""
        return -pair_plus_net(self.table).mean

    def text(self) -> str:
        """The table and what it is worth, in words."""
        return f"[{self.label}] {self._told} {self._more}"

    def _start(self) -> None:
        self._set(self._presets[self.preset.value])
        self.say(self._told)

    def _compare(self) -> None:
        self._show()
        if self.compare.value:
            preset = self._presets[self.compare.value]
            worth = in_words(-pair_plus_net(preset).mean)
            self.say(f"Compared with {self.compare.value}, {in_short(preset)}: {worth}")
        else:
            self.say("Compared with nothing.")

    def _slide(self) -> None:
        pays: dict[str, Ratio] = {hand: slider.value for hand, slider in self.sliders.items()}
        if not self.apart.value:
            del pays[_APART]
        self._set(PayTable(pays))
        self.say(self._told)

    def _type(self) -> None:
        self._set(parse_table(self.typed.value))
        self.say(self._told)

    def _set(self, table: PayTable) -> None:
        """Make all controls show this table."""
        self.table = table
        with self.filling():
            for hand, pay in table.items():
                self.sliders[hand].value = pay
            self.apart.value = _APART in table
            self.sliders[_APART].disabled = _APART not in table
            if _APART not in table:  # paid as the straight flush that it is
                self.sliders[_APART].value = table["straight_flush"]
            self.typed.value = in_short(table)
        self._show()

    def _show(self) -> None:
        tables = {in_short(self.table): self.table}
        if self.compare.value:
            tables[self.compare.value] = self._presets[self.compare.value]
        nets = [pair_plus_net(table) for table in tables.values()]
        rows = [
            ["house edge", *(per_cent(-net.mean) for net in nets)],
            ["hit frequency", *(per_cent(net.p(lambda gain: gain > 0)) for net in nets)],
            ["standard deviation, chips", *(number(net.sd) for net in nets)],
        ]
        verdict = in_words(-nets[0].mean)
        facts = table_html(["worth of one chip", *tables], rows)
        self.result.value = f'<p class="tcp-result">{escape(verdict)}</p>'
        self.facts.value = f'<div class="tcp">{facts}</div>'
        shares = [shares_of(pair_plus_lines(table)) for table in tables.values()]
        drawn = bars_html(
            shares[0],
            shares[1] if len(shares) > 1 else None,
            title="Chips won and lost by each hand, of 100 staked",
            headers=["hand", *tables, ""],
            show=signed_share,
        )
        self.bars.value = f'<div class="tcp">{drawn}</div>'
        hits, deviation = rows[1][1], rows[2][1]
        self._told = f"{in_short(self.table)}: {verdict}"
        self._more = f"It wins {hits} of hands; standard deviation {deviation} chips."


def shares_of(lines: tuple[PayLine, ...]) -> dict[str, Fraction]:
    """Chips that each kind of hand wins or loses of 100 staked, and all together, for a chart.

    >>> shares_of(pair_plus_lines(PayTable({"pair": 1})))["pair"]
    Fraction(288, 17)
    """
    total = sum(line.hands for line in lines)
    shares = {
        line.kind.replace("_", " "): Fraction(100 * line.hands * line.net, total) for line in lines
    }
    return shares | {"all together": sum(shares.values(), Fraction(0))}


def signed_share(chips: Fraction) -> str:
    """Chips of 100 with their sign: +16.94, -74.39, 0."""
    return f"{float(chips):+,.2f}" if chips else "0"


def in_words(edge: Fraction) -> str:
    """What an edge means for 100 chips.

    >>> in_words(Fraction(512, 22_100))
    'House edge 2.32 %: of 100 chips staked the house keeps 2.32 on average.'
    """
    if not edge:
        return "A fair table: on average nobody gains, exactly."
    chips = number(float(abs(edge) * 100))
    if edge > 0:
        return f"House edge {chips} %: of 100 chips staked the house keeps {chips} on average."
    return f"Your edge {chips} %: for 100 chips staked you gain {chips} on average."


def in_short(table: PayTable) -> str:
    """A table as it is written in the trade, from the pair up.

    >>> in_short(load_rules("live").pair_plus)
    '1-4-5-30-40-100'
    """
    return "-".join(number(table[hand]) for hand in MOST if hand in table)


def parse_table(text: str) -> PayTable:
    """Five numbers from the pair to the straight flush, or six with the mini royal.

    >>> parse_table("1-4-6-30-40")["straight"]
    6

    Raises:
        ValueError: saying what came and what is accepted.
    """
    wanted = "write five whole numbers from the pair up, as 1-4-6-30-40, a sixth for a mini royal"
    parts = re.split(r"[\s,;:–-]+", text.strip())
    if not 5 <= len(parts) <= len(MOST) or not all(re.fullmatch(r"[0-9]{1,6}", p) for p in parts):
        raise ValueError(f"{text[:40]!r} is no pay table; {wanted}")
    table = PayTable(dict(zip(MOST, map(int, parts), strict=False)))
    _check(table)
    return table


def _check(table: PayTable) -> None:
    """Refuse a table that the sliders can't show."""
    for hand, most in MOST.items():
        name = hand.replace("_", " ")
        if hand not in table:
            if hand == _APART:
                continue
            raise ValueError(f"{name}: every hand from the pair up needs a pay here")
        pay = table[hand]
        if not isinstance(pay, int) or pay > most:
            raise ValueError(f"{name} = {pay}: its slider takes whole numbers from 0 to {most}")


def _table_of(name: str) -> PayTable:
    table = load_rules(name).pair_plus
    if table is None:
        raise ValueError(f"the rules {quoted(name)} don't offer Pair Plus")
    return table


def _names(presets: Mapping[str, PayTable]) -> str:
    return ", ".join(presets)

"""A house's rules to change: every ratio and rule, and at once what each bet keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets

from tcp.exact import Analysis, BetReport, analyse, example_hands, three_ranks
from tcp.languages import label, told
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.ranking import Category, describe
from tcp.rules import (
    RULE_NAMES,
    TABLE_KEYS,
    PayTable,
    Ratio,
    Rules,
    load_rules,
    parse_ratio,
    parse_rules,
    to_toml,
    write_ratio,
)
from tcp.view import bars_html, number, per_cent, signed, table_html
from tcp.widgets.entries import name_of
from tcp.widgets.ledger import bet_name
from tcp.widgets.panel import Panel, button, field, houses, keyed, line, menu

BETS: Mapping[str, str] = {bet: bet_name(bet) for bet in ("ante", "pair_plus", "six_card_bonus")}
"""The bets whose worth is shown: what `Analysis` calls them, and people."""

_TABLES = {table: bet_name(table) for table in TABLE_KEYS}
_SWITCHES = ("bonus_needs_win", "pair_plus_survives_fold", "six_card_survives_fold")
_CHANGED = "my house"  # a known house with something changed is no longer that house
_KEPT = "kept"


class LabWidget(Panel):
    """A house whose every ratio and rule can be changed, and what its bets are worth.

    An empty field is a hand that isn't paid; a bet without any pay isn't offered. Ratios may be
    4, 12.5 or 25/2. The rules also stand there as text, to be copied, changed and read again, and
    can be saved to a file and loaded. Keys: K keeps the present house to compare others with it,
    R goes back to the house chosen in the list.

    >>> lab = LabWidget()
    >>> lab.qualifies.value = "J-high"
    >>> per_cent(lab.analysis.ante.house_edge)
    '-3.33 %'

    `rules` and `analysis` hold what is shown; after refused input they are as before.

    Args:
        rules: the house to begin with: a known name, or rules of your own.
        compare: the known name of a house to compare it with, or "" for none.
        files: whether rules can be saved and loaded; not where strangers use this machine.

    Raises:
        ValueError: for unknown rules.
    """

    def __init__(
        self, rules: Rules | str = "pagat", compare: str = "", *, files: bool = True
    ) -> None:
        first = rules if isinstance(rules, Rules) else load_rules(rules)
        self._houses = houses(first)
        if compare and compare not in self._houses:
            known = ", ".join(self._houses)
            raise ValueError(f"{quoted(compare)} is no house to compare with; known are {known}")
        begin = next(name for name, house in self._houses.items() if house == first)
        self._other: Analysis | None = None
        self._ours: set[str] = set()  # files that may be replaced
        self.preset = menu(label("start_from"), list(self._houses), begin)
        self.compare = menu(label("compare_with"), self._others(), compare, label_width="100px")
        self.keep_button = button(keyed(label("keep_to_compare"), "k"), "tcp-keep")
        self.reset_button = button(keyed(label("back_to_start"), "r"), "tcp-reset")
        self.ratios = {
            table: {hand: _ratio_field(_TABLES[table], hand) for hand in hands}
            for table, hands in TABLE_KEYS.items()
        }
        self.name = field(label("house_name"), width="250px")
        self.qualifies = field(label("dealer_needs"), width="250px")
        self.switches = {
            key: ipywidgets.Checkbox(description=label(key), indent=False) for key in _SWITCHES
        }
        self.show = menu(label("chances_of"), [(words, bet) for bet, words in BETS.items()], "ante")
        self.toml = ipywidgets.Textarea(continuous_update=False, rows=12)
        self.toml.layout.width = "100%"
        self.toml.description = label("as_text")
        self.toml.style.description_width = "90px"
        self.told = ipywidgets.HTML()
        self.facts = ipywidgets.HTML()
        self.bars = ipywidgets.HTML()
        columns = [
            ipywidgets.VBox([_heading(f"{words} pays, to 1"), *self.ratios[table].values()])
            for table, words in _TABLES.items()
        ]
        house = [_heading(label("house")), self.name, self.qualifies, *self.switches.values()]
        controls = line(ipywidgets.VBox(house), *columns)
        controls.layout.align_items = "flex-start"
        chart = ipywidgets.VBox([self.show, self.bars], layout={"width": "540px"})
        results = line(self.facts, chart)
        results.layout.align_items = "flex-start"
        super().__init__(
            label("lab_panel"),
            [line(self.preset, self.compare, self.keep_button, self.reset_button), controls],
            {"k": "tcp-keep", "r": "tcp-reset"},
            [
                self.told,
                results,
                _heading("The same rules as text, to be copied, and to be changed here"),
                self.toml,
                *([self._files()] if files else []),
            ],
        )
        self._take(first)
        self._compare()
        entries = [entry for fields in self.ratios.values() for entry in fields.values()]
        for control, action in (
            (self.preset, self._start),
            (self.compare, self._choose_other),
            (self.show, self._show),
            (self.toml, lambda: self._tell(parse_rules(self.toml.value, label("as_text")))),
            *(
                (control, self._read)
                for control in (self.name, self.qualifies, *self.switches.values(), *entries)
            ),
        ):
            self.on(control, action)
        for pressed, action in (
            (self.keep_button, self._keep),
            (self.reset_button, self._start),
        ):
            self.on(pressed, action)

    def text(self) -> str:
        """The house and what its bets are worth, in words."""
        against = ""
        if self._other is not None:
            against = f" Compared with {self.compare.value}: {in_words(self._other)}"
        return f"[{self.label}] {self.rules.name}: {in_words(self.analysis)}{against}"

    # --- what a click or an entry does ---

    def _start(self) -> None:
        self._tell(self._houses[self.preset.value])

    def _keep(self) -> None:
        self.nothing_refused()
        self._houses[_KEPT] = self.rules
        with self.filling():
            self.compare.options, self.compare.value = self._others(), _KEPT
        self._compare()
        self.say(f"Kept {self.rules.name}: change something, and both stand side by side.")

    def _choose_other(self) -> None:
        self._compare()
        other = self._other
        self.say(f"{self.compare.value}: {in_words(other)}" if other else "Nothing to compare.")

    def _read(self) -> None:
        """Take what the fields say."""
        changes: dict[str, Any] = {table: self._table(table) for table in self.ratios}
        changes |= {key: switch.value for key, switch in self.switches.items()}
        changes |= {"name": self.name.value, "dealer_qualifies": self.qualifies.value}
        try:
            rules = replace(self.rules, **changes)
        except ValueError as error:
            raise ValueError(self._by_label(str(error))) from None
        if rules.name == self.rules.name in RULE_NAMES and rules != self.rules:
            rules = replace(rules, name=_CHANGED, source="")
        self._tell(rules)

    def _by_label(self, said: str) -> str:
        """A refusal that names a rule, with the name that its field has on the page."""
        for key, entry in (("name", self.name), ("dealer_qualifies", self.qualifies)):
            if said.startswith(f"{key} = "):
                return f"{name_of(entry)}: {said.removeprefix(f'{key} = ')}"
        return said

    def _table(self, table: str) -> PayTable | None:
        pays: dict[str, Ratio] = {}
        for hand, entry in self.ratios[table].items():
            if entry.value.strip():
                try:
                    pays[hand] = parse_ratio(entry.value)
                except ValueError as error:
                    where = f"{_TABLES[table]}, {hand.replace('_', ' ')}"
                    raise ValueError(f"{where}: {error}") from None
        return PayTable(pays) if pays or table == "ante_bonus" else None

    def _files(self) -> ipywidgets.VBox:
        """The row that saves and loads; without it no message can reach the disk."""
        self.file = field(label("file"), "my_house.toml", width="330px")
        self.save_button = button(label("save"), "tcp-save")
        self.load_button = button(label("load"), "tcp-load")
        self.filed = ipywidgets.HTML()
        for pressed, action in ((self.save_button, self._save), (self.load_button, self._load)):
            self.on(pressed, partial(self._with_file, action))
        row = line(self.file, self.save_button, self.load_button)
        return ipywidgets.VBox([row, self.filed])

    def _with_file(self, action: Callable[[], str]) -> None:
        """Save or load, and tell at the buttons how it went: the line for errors is far above."""
        try:
            said = action()
        except ValueError as error:
            self.filed.value = f"<p>{escape(str(error))}</p>"
            raise
        self.filed.value = f"<p>{escape(said)}</p>"

    def _load(self) -> str:
        name = self.file.value.strip()
        self._tell(load_rules(name))
        self._ours.add(name)
        return f"Loaded {self.rules.name} from {name}."

    def _save(self) -> str:
        self.nothing_refused()
        name = self.file.value.strip()
        if not name.endswith(".toml") or not name.isprintable() or re.search(r"[/\\:]", name):
            raise ValueError(told("lab_file_name", typed=quoted(name)))
        path = Path(name)
        try:
            if path.exists():
                load_rules(path)  # so that nothing but rules is ever written over
                if name not in self._ours:
                    self._ours.add(name)  # the next press is the answer
                    raise ValueError(told("lab_file_exists", file=name))
            path.write_text(to_toml(self.rules), encoding="utf-8")
        except OSError as error:
            raise ValueError(f"{name[:200]}: cannot be written ({error.strerror})") from None
        self._ours.add(name)
        said = f"Saved {self.rules.name} as {name}."
        self.say(said)
        return said

    # --- what is shown ---

    def _others(self) -> list[tuple[str, str]]:
        return [("nothing", ""), *((name, name) for name in self._houses)]

    def _tell(self, rules: Rules) -> None:
        self._take(rules)
        self.say(f"{rules.name}: {in_words(self.analysis)}")

    def _take(self, rules: Rules) -> None:
        """Analyse these rules, then make all controls show them; refused ones change nothing."""
        written, found = to_toml(rules), analyse(rules)
        self.rules, self.analysis = rules, found
        with self.filling():
            for table, fields in self.ratios.items():
                pays = getattr(rules, table) or {}
                for hand, entry in fields.items():
                    entry.value = write_ratio(pays[hand]) if hand in pays else ""
            self.name.value, self.qualifies.value = rules.name, rules.dealer_qualifies
            for key, switch in self.switches.items():
                switch.value = getattr(rules, key)
            self.toml.value = written
        self._show()

    def _compare(self) -> None:
        name = self.compare.value
        self._other = analyse(self._houses[name]) if name else None
        self._show()

    def _show(self) -> None:
        found, other = self.analysis, self._other
        self.told.value = f'<p class="tcp-result">{escape(in_words(found))}</p>'
        shown = {self.rules.name: worth(found)}
        second = worth(other) if other else None
        headers = ["", *shown] + ([self.compare.value] if other else [])
        rows = [
            [what, value] + ([second[what]] if second else [])
            for what, value in shown[self.rules.name].items()
        ]
        self.facts.value = f'<div class="tcp">{table_html(headers, rows)}</div>'
        bet = self.show.value
        mine, theirs = _chances(found, bet), _chances(other, bet) if other else {}
        nets = sorted({*mine, *theirs})
        drawn = bars_html(
            {signed(net): mine.get(net, Fraction(0)) for net in nets},
            {signed(net): theirs.get(net, Fraction(0)) for net in nets} if other else None,
            title=f"What a unit on {BETS[bet]} brings",
            headers=["net", *headers[1:]][:3] + [""] * (not other),
            show=per_cent,
        )
        self.bars.value = f'<div class="tcp">{drawn}</div>'


def in_words(found: Analysis) -> str:
    """What a house keeps of 100 chips on each bet, and what the best player plays.

    >>> in_words(analyse(load_rules("pagat")))[:65]
    'Of 100 chips the house keeps 3.37 on the Ante, keeps 2.32 on Pair'
    """
    edges = [
        f"{'keeps' if report.house_edge >= 0 else 'loses'} "
        f"{float(abs(100 * report.house_edge)):.2f} on {'the ' * (bet == 'ante')}{words}"
        for bet, words in BETS.items()
        if (report := _report(found, bet)) is not None
    ]
    return f"Of 100 chips the house {', '.join(edges)}. Best: {_advice(found)}."


def worth(found: Analysis) -> dict[str, str]:
    """What an analysis says about every bet, line by line, ready to be shown."""
    ante = found.ante
    lines = {
        "Ante: house edge": per_cent(ante.house_edge),
        "Ante: average wager": number(float(ante.average_wager)),
        "Ante: element of risk": per_cent(ante.element_of_risk),
        "Ante: standard deviation": number(ante.sd),
        "Ante: chance of a gain": per_cent(ante.hit_frequency),
        "hands played, of 22,100": number(found.hands_played),
        "weakest hand played": _weakest(found, short=True),
    }
    for bet in ("pair_plus", "six_card_bonus"):
        report, words = _report(found, bet), BETS[bet]
        lines[f"{words}: house edge"] = per_cent(report.house_edge) if report else "not offered"
        lines[f"{words}: standard deviation"] = number(report.sd) if report else "–"
    return lines


def chances(distribution: Distribution[Ratio]) -> dict[Ratio, Fraction]:
    """The chance of each value, from the lowest up, for a chart.

    >>> chances(Distribution({1: 1, -1: 3}))
    {-1: Fraction(3, 4), 1: Fraction(1, 4)}
    """
    return {value: distribution.p(value) for value in distribution}


def _chances(found: Analysis, bet: str) -> dict[Ratio, Fraction]:
    report = _report(found, bet)
    return chances(report.distribution) if report else {}


def _report(found: Analysis, bet: str) -> BetReport | None:
    report: BetReport | None = getattr(found, bet)
    return report


def _weakest(found: Analysis, *, short: bool = False) -> str:
    """The hand at the border in words, or where ranks alone say it, as Q-6-4."""
    border = found.border
    if border is None:
        return "no single border"
    if short and border.category == Category.HIGH_CARD:
        return "-".join(map(str, border.ranks))
    return describe(example_hands()[three_ranks().index(border)])


def _advice(found: Analysis) -> str:
    if found.hands_played == found.hands:
        return "play every hand"
    if found.border is None:
        return f"play {number(found.hands_played)} of the hands, with no single border"
    return f"play from {_weakest(found)} up"


def _ratio_field(table: str, hand: str) -> Any:
    """A field for one ratio; its label names the table too, to those who don't see the column."""
    made = field("", width="180px", label_width="110px")
    made.description_allow_html = True
    hidden = f'<span class="tcp-hidden">{table}, </span>'
    made.description = hidden + hand.replace("_", " ")
    return made


def _heading(words: str) -> Any:
    return ipywidgets.HTML(f"<b>{escape(words)}</b>")

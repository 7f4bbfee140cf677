"""A night at the table: what it may come to, drawn as a fan, and whether the bankroll lasts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from random import Random
from typing import Any

import ipywidgets

from tcp.exact import analyse
from tcp.languages import Refusal, counted, label, numeral, told
from tcp.payouts import Bets
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.rules import Ratio, Rules, load_rules
from tcp.sessions import Session, along, bands, ruin_by_round
from tcp.view import bars_html, number, per_cent, signed, table_html
from tcp.widgets.ledger import bet_name
from tcp.widgets.panel import Panel, button, field, houses, keyed, line, menu, seeded

LIMITS: Mapping[str, tuple[int, int]] = {
    "night_bankroll": (2, 100_000),
    "night_ante": (1, 1_000),
    "night_rounds": (1, 500),
}
"""The least and the most that each field takes."""

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are drawn: nine nights in ten lie between the outer ones, half between the
inner ones."""

POINTS, PATHS = 12, 5

MOST_STEPS = 2_000_000_000
"""How many products of chances a night may need: more would leave somebody waiting."""


@dataclass(frozen=True)
class Night:
    """What is known of a night before it begins."""

    net: Distribution[Ratio]
    """The net gain of one round."""
    bankroll: int
    reserve: int
    """The chips that a round may need."""
    sessions: list[Session]
    """The night so far, at some of its rounds; the last is the whole."""
    ruined: list[float]
    """The chance to be ruined within 0, 1, 2, ... rounds."""

    @property
    def rounds(self) -> int:
        """How long it is."""
        return self.sessions[-1].rounds


def night(rules: Rules, bankroll: int, ante: int, pair_plus: int, rounds: int) -> Night:
    """All about such a night.

    Raises:
        ValueError: for numbers out of their limits, or a bankroll too small for one round.
    """
    given = {"night_bankroll": bankroll, "night_ante": ante, "night_rounds": rounds}
    for key, value in given.items():
        least, most = LIMITS[key]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Refusal(
                "night_number", field=label(key), typed=quoted(value), least=least, most=most
            )
    if isinstance(pair_plus, bool) or pair_plus not in (0, ante):
        raise ValueError(
            f"pair_plus = {quoted(pair_plus)}: stake nothing there, or as much as the Ante"
        )
    if pair_plus and rules.pair_plus is None:
        raise Refusal("not_offered", bet=bet_name("pair_plus"), rules=rules.name)
    reserve = 2 * ante + pair_plus
    if bankroll < reserve:
        raise Refusal("night_small", bankroll=bankroll, reserve=reserve)
    net = analyse(rules).net(Bets(ante, pair_plus))
    stops = sorted({math.ceil(rounds * part / POINTS) for part in range(1, POINTS + 1)})
    sessions = along(net, stops, most_steps=MOST_STEPS)
    ruined = ruin_by_round(net, bankroll, rounds, reserve, most_steps=MOST_STEPS)
    return Night(net, bankroll, reserve, sessions, ruined.tolist())


class NightLab(Panel):
    """What a night at the table may come to: exact chances, a fan of results, and ruin.

    The fan shows between which results half of all nights lie, and nine in ten, after each round,
    for somebody who could always play on; five nights dealt by chance are drawn on it, and one
    whose chips don't last ends there. Below it stands the chance to be ruined so far. Keys: N deals
    five other nights, M makes the night twice as long, L half as long.

    >>> lab = NightLab(rounds=60, seed=1)
    >>> f"{lab.night.sessions[-1].ahead:.2%}"
    '41.80%'

    `night` holds what is known of it, `paths` the five running results.

    Args:
        rules: a known name, or rules of your own.
        bankroll: chips at the beginning.
        ante: chips on the Ante of each round.
        pair_plus: chips on Pair Plus: none, or as many as on the Ante.
        rounds: how many, up to 500.
        seed: makes the nights dealt by chance repeat; without one they are fresh.
        language: the code of the language it speaks.

    Raises:
        ValueError: for unknown rules or languages, numbers out of their limits, or a bankroll that
            one round may need more than.
    """

    def __init__(
        self,
        rules: Rules | str = "pagat",
        *,
        bankroll: int = 40,
        ante: int = 1,
        pair_plus: int = 0,
        rounds: int = 240,
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        first = rules if isinstance(rules, Rules) else load_rules(rules)
        self.code = language
        self._houses = houses(first, language)
        self._rng = seeded(seed)
        self.night = night(first, bankroll, ante, pair_plus, rounds)
        self.paths: list[list[Ratio]] = []
        begin = next(name for name, house in self._houses.items() if house == first)
        self.house = menu(label("rules", language), list(self._houses), begin, "300px", "130px")
        self.bankroll, self.ante, self.rounds = (
            field(label(key, language), str(value), "300px", "130px")
            for key, value in zip(LIMITS, (bankroll, ante, rounds), strict=True)
        )
        self.pair_plus = ipywidgets.Checkbox(
            value=bool(pair_plus), description=label("night_pair_plus", language), indent=False
        )
        self.again_button = button(
            keyed(label("night_again", language), "n"), "tcp-again", primary=True
        )
        self.longer_button = button(keyed(label("night_longer", language), "m"), "tcp-longer")
        self.shorter_button = button(keyed(label("night_shorter", language), "l"), "tcp-shorter")
        self.told, self.chances, self.fan, self.ruin, self.table = (
            ipywidgets.HTML() for _ in range(5)
        )
        super().__init__(
            label("night_panel", language),
            [
                line(self.house, self.bankroll),
                line(self.ante, self.rounds),
                self.pair_plus,
                line(self.again_button, self.longer_button, self.shorter_button),
            ],
            {"n": "tcp-again", "m": "tcp-longer", "l": "tcp-shorter"},
            [self.told, self.chances, self.fan, self.ruin, self.table],
            language,
        )
        self._deal()
        for control in (self.house, self.bankroll, self.ante, self.rounds, self.pair_plus):
            self.on(control, self._read)
        self.on(self.again_button, self._again)
        self.on(self.longer_button, lambda: self._stretch(2 * self.night.rounds))
        self.on(self.shorter_button, lambda: self._stretch(self.night.rounds // 2))

    def text(self) -> str:
        """The chances of the night, and where five of them ended, in words."""
        return f"[{self.label}] {self._chances_told()} {self._ruin_told()} {self._paths_told()}"

    # --- what a click or an entry does ---

    def _read(self) -> None:
        """Take what the fields say; refused input leaves the night as it was."""
        bankroll, ante, rounds = (
            self._whole(entry.value, key)
            for key, entry in zip(LIMITS, (self.bankroll, self.ante, self.rounds), strict=True)
        )
        pair_plus = ante if self.pair_plus.value else 0
        self.night = night(self._houses[self.house.value], bankroll, ante, pair_plus, rounds)
        self._deal()
        self.say(f"{self._chances_told()} {self._ruin_told()}")

    def _whole(self, typed: str, key: str) -> int:
        least, most = LIMITS[key]
        text = typed.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            text = "0"
        if not least <= int(text) <= most:
            what, shown = label(key, self.code), quoted(typed)[1:-1]
            limits = {"least": least, "most": most}
            raise ValueError(told("night_number", self.code, field=what, typed=shown, **limits))
        return int(text)

    def _stretch(self, rounds: int) -> None:
        least, most = LIMITS["night_rounds"]
        if not least <= rounds <= most:
            raise Refusal("night_length", least=least, most=most)
        with self.filling():
            self.rounds.value = str(rounds)
        try:
            self._read()
        finally:  # where it is refused, the night stays as long as it was
            with self.filling():
                self.rounds.value = str(self.night.rounds)

    def _again(self) -> None:
        self._deal()
        self.say(self._paths_told())

    def _deal(self) -> None:
        """Deal five nights, each as far as its chips last."""
        self.paths = [dealt_night(self.night, self._rng) for _ in range(PATHS)]
        self._show()

    # --- what is shown ---

    def _show(self) -> None:
        found, whole = self.night, self.night.sessions[-1]
        self.told.value = (
            f'<p class="tcp-result">{escape(self._chances_told())}</p>'
            f"<p>{escape(self._ruin_told())}</p>"
        )
        bars = {
            label("night_ahead", self.code): whole.ahead,
            label("night_even", self.code): whole.even,
            label("night_behind", self.code): whole.behind,
            label("night_ruined", self.code): found.ruined[-1],
        }
        heads = ("", label("night_chance", self.code))
        self.chances.value = _framed(bars_html(bars, headers=heads, show=self._share))
        words = self._alt("night_fan")
        self.fan.value = _framed(
            fan_svg(found, self.paths, words, self.code)
            + f'<p class="tcp-label">{escape(words)} {escape(self._paths_told())}</p>'
        )
        self.ruin.value = _framed(curve_svg(found.ruined, self._alt("night_curve"), self.code))
        columns = ("round", "low", "lower", "middle", "upper", "high", "ruined")
        self.table.value = _framed(
            table_html(
                [label(f"night_column_{name}", self.code) for name in columns],
                [
                    [
                        session.rounds,
                        *(signed(session.quantile(level), self.code) for level in LEVELS),
                        self._share(found.ruined[session.rounds]),
                    ]
                    for session in found.sessions
                ],
                label("night_table", self.code),
                code=self.code,
            )
        )

    def _share(self, chance: float) -> str:
        return numeral(per_cent(chance), self.code)

    def _chips(self, net: Ratio) -> str:
        return counted(net, "chip", self.code, signed(net, self.code))

    def _alt(self, key: str) -> str:
        """What a picture shows, in words."""
        found, code = self.night, self.code
        low, _, middle, _, high = (found.sessions[-1].quantile(level) for level in LEVELS)
        return told(
            key,
            code,
            rounds=counted(found.rounds, "round", code),
            low=signed(low, code),
            middle=signed(middle, code),
            high=signed(high, code),
            ruin=self._share(found.ruined[-1]),
        )

    def _chances_told(self) -> str:
        found, whole, code = self.night, self.night.sessions[-1], self.code
        lowest, low, _, high, highest = (signed(whole.quantile(q), code) for q in LEVELS)
        mean = numeral(f"{float(found.rounds * found.net.mean):+,.2f}", code)
        return told(
            "night_told",
            code,
            rounds=counted(found.rounds, "round", code),
            ahead=self._share(whole.ahead),
            even=self._share(whole.even),
            behind=self._share(whole.behind),
            mean=mean,
            low=low,
            high=high,
            lowest=lowest,
            highest=highest,
        )

    def _ruin_told(self) -> str:
        found, code = self.night, self.code
        return told(
            "night_ruin",
            code,
            ruin=self._share(found.ruined[-1]),
            bankroll=counted(found.bankroll, "chip", code, number(found.bankroll, code)),
            reserve=number(found.reserve, code),
        )

    def _paths_told(self) -> str:
        """Where the five nights ended."""
        ends = [
            self._chips(path[-1])
            if len(path) > self.night.rounds
            else told("night_out", self.code, chips=self._chips(path[-1]), round=len(path) - 1)
            for path in self.paths
        ]
        return told("night_paths", self.code, ends="; ".join(ends))


def dealt_night(found: Night, rng: Random) -> list[Ratio]:
    """One night by chance, as the results after 0, 1, 2, ... rounds; it ends early at ruin.

    Whole rounds are drawn with their exact chances, so no cards are dealt.
    """
    drawn = rng.choices(list(found.net), list(found.net.values()), k=found.rounds)
    path: list[Ratio] = list(accumulate(drawn, initial=0))
    over = (n for n, net in enumerate(path) if found.bankroll + net < found.reserve)
    return path[: next(over, found.rounds) + 1]


# --- pictures ------------------------------------------------------------------------------------

_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 630.0, 24.0, 40.0


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two others, at most so many.

    >>> ticks(-50, 34)
    [-40.0, -20.0, 0.0, 20.0]
    """
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step *= next(times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= most)
    return [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


class _Chart:
    """Places in a picture: rounds to the right, results upwards."""

    def __init__(self, rounds: int, low: float, high: float, height: float) -> None:
        self.rounds, self.low, self.high, self.height = rounds, low, high, height
        self.parts: list[str] = []

    def place(self, number: float, value: float) -> str:
        return f"{self.x(number):.1f},{self.y(value):.1f}"

    def x(self, number: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * number / self.rounds

    def y(self, value: float) -> float:
        share = (self.high - value) / (self.high - self.low)
        return _TOP + (self.height - _TOP - _BOTTOM) * share

    def across(self, value: float, kind: str = "") -> None:
        at = f"{self.y(value):.1f}"
        self.parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{_RIGHT}" y1="{at}" y2="{at}"/>')

    def write(self, x: float, y: float, words: str, anchor: str) -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def scale(self, names: Mapping[float, str], across: str, upwards: str) -> None:
        """Lines across at these values, the rounds below, and what both axes show."""
        self.write(_LEFT, _TOP - 10, upwards, "start")
        self.write((_LEFT + _RIGHT) / 2, self.height - 6, across, "middle")
        for value, name in names.items():
            self.across(value, "tcp-grid")
            self.write(_LEFT - 6, self.y(value), name, "end")
        for at in ticks(0, self.rounds, 8):
            if at == int(at):
                self.write(self.x(at), self.height - 24, f"{at:.0f}", "middle")

    def svg(self, words: str) -> str:
        return (
            f'<svg class="tcp-curve tcp-fan" viewBox="0 0 640 {self.height:.0f}" role="img" '
            f'aria-label="{escape(words)}">{"".join(self.parts)}</svg>'
        )


def fan_svg(found: Night, paths: Sequence[Sequence[Ratio]], words: str, code: str) -> str:
    """The fan of results with some nights on it, and the line below which chips don't last."""
    at = [0, *(session.rounds for session in found.sessions)]
    edges = [[*map(float, line)] for line in bands(found.sessions, LEVELS).values()]
    low = min(min(edges[0]), *(float(min(path)) for path in paths))
    high = max(max(edges[-1]), *(float(max(path)) for path in paths), low + 1)
    chart = _Chart(found.rounds, low, high, 320)
    for kind, lower, upper in (("outer", edges[0], edges[4]), ("inner", edges[1], edges[3])):
        around = [*zip(at, lower, strict=True), *reversed([*zip(at, upper, strict=True)])]
        points = " ".join(chart.place(*each) for each in around)
        chart.parts.append(f'<polygon class="tcp-{kind}" points="{points}"/>')
    marks = {value: _short(value) for value in ticks(low, high)}
    chart.scale(marks, label("night_rounds", code), label("night_result", code))
    chart.across(0)
    for place, path in enumerate(paths, start=1):
        points = " ".join(chart.place(*each) for each in enumerate(map(float, path)))
        chart.parts.append(f'<polyline class="tcp-line-{place}" points="{points}"/>')
        if len(path) <= found.rounds:
            end = chart.place(len(path) - 1, float(path[-1])).split(",")
            chart.parts.append(f'<circle cx="{end[0]}" cy="{end[1]}" r="4"/>')
    middle = " ".join(chart.place(*each) for each in zip(at, edges[2], strict=True))
    chart.parts.append(f'<polyline class="tcp-middle" points="{middle}"/>')
    ruin = found.reserve - found.bankroll
    if low <= ruin:
        chart.across(ruin, "tcp-limit")
        chart.write(_LEFT + 4, chart.y(ruin) - 10, label("night_limit", code), "start")
    return chart.svg(words)


def curve_svg(ruined: Sequence[float], words: str, code: str) -> str:
    """The chance to be ruined so far, by rounds."""
    chart = _Chart(len(ruined) - 1, 0.0, max(ruined[-1], 1e-4), 190)
    marks = {share: numeral(f"{100 * share:g} %", code) for share in ticks(0, chart.high, most=4)}
    chart.scale(marks, label("night_rounds", code), label("night_column_ruined", code))
    every = range(0, len(ruined), max(1, len(ruined) // 120))
    points = " ".join(chart.place(at, ruined[at]) for at in (*every, len(ruined) - 1))
    chart.parts.append(f'<polyline class="tcp-middle" points="{points}"/>')
    said = f'<p class="tcp-label">{escape(words)}</p>'
    return chart.svg(words) + said


def _short(value: float) -> str:
    return signed(int(value)) if value == int(value) else f"{value:+g}"


def _framed(html: Any) -> str:
    return f'<div class="tcp tcp-wide">{html}</div>'

"""Rounds by the million, with a button to stop, beside the exact value that they should come to."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Generator
from contextlib import closing
from html import escape
from typing import ClassVar, NamedTuple

import ipywidgets

from tcp.exact import BetReport, analyse
from tcp.languages import counted, label, numeral, told
from tcp.payouts import Bets
from tcp.quoting import quoted
from tcp.ranking import write_threshold
from tcp.rules import Rules, load_rules
from tcp.simulate import Simulation, blocks, simulate
from tcp.simulate.runs import interval
from tcp.view import number, per_cent
from tcp.widgets.panel import Panel, button, houses, keyed, line, menu, seeded

BETS = ("ante", "pair_plus", "six_card_bonus")
STAKES = {"ante": Bets(1), "pair_plus": Bets(1, 1), "six_card_bonus": Bets(1, 0, 1)}
STRATEGIES = ("best", "mimic", "always")
ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
EARLY = (100, 1_000, 10_000)
"""Numbers of rounds that have a line of their own, before the first block is full."""

LEVEL = 0.95
Steps = Generator[None, None, None]
REDRAW = 0.15
"""Seconds between two pictures of a run: often enough to watch it, rare enough to go on."""

PAUSE = 0.002
"""Seconds after each block in which the kernel hears clicks, such as one on Stop."""


class Sampled(NamedTuple):
    """What some rounds say about one bet, in units of the bet."""

    rounds: int
    edge: float
    error: float
    low: float
    high: float

    def holds(self, edge: float) -> bool:
        """Whether the interval holds this edge."""
        return self.low <= edge <= self.high


def sampled(run: Simulation, bet: str) -> Sampled:
    """The house edge of one bet in simulated rounds, with its standard error and interval.

    >>> found = sampled(simulate(load_rules("pagat"), 10_000, seed=1), "ante")
    >>> f"{found.edge:.4f} {found.error:.4f} {found.holds(0.0337)}"
    '0.0204 0.0164 True'
    """
    place = BETS.index(bet)
    nets = run.joint.map(lambda each: each[place])
    error = math.sqrt(nets.variance / (nets.total - 1))
    low, high = interval(-nets.mean, error, LEVEL)
    return Sampled(run.rounds, float(-nets.mean), error, low, high)


class SimulationLab(Panel):
    """Simulate rounds of any house, and watch the sampled edge close in on the exact one.

    A line of the table for each number of rounds shows the interval of 95 % as a band round the
    sampled edge, and the exact edge as an upright line. Keys: R runs, S stops.

    The rounds are dealt in blocks. Where there is an event loop, as in a notebook, it has its turn
    after each block, so that Stop is heard; without one, as in a script, a click on Run ends when
    the rounds are done.

    >>> lab = SimulationLab(rounds=10_000, seed=1)
    >>> lab.run_button.click()
    >>> lab.found.rounds, lab.found.holds(float(lab.exact.house_edge))
    (10000, True)

    `exact` is the report of the bet; `found` what the last run says of it, or None; `running` says
    whether a run is on. `finished` and `held` count the runs with these settings that were not
    stopped, and those whose interval held the exact edge.

    Args:
        rules: a known name, or rules of your own.
        strategy: "best", "mimic", "always", or the weakest hand played, as "K-high".
        bet: "ante", "pair_plus" or "six_card_bonus".
        rounds: how many to begin with, 2 or more.
        seed: makes the runs repeat; without one they are fresh.
        language: the code of the language it speaks.

    Raises:
        ValueError: for unknown rules, strategies, bets or languages, or no number of rounds.
    """

    _latest: ClassVar[SimulationLab | None] = None

    def __init__(
        self,
        rules: Rules | str = "pagat",
        strategy: str = "best",
        *,
        bet: str = "ante",
        rounds: int = 1_000_000,
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        own = rules if isinstance(rules, Rules) else load_rules(rules)
        self.code, self._rng = language, seeded(seed)
        self.found: Sampled | None = None
        self.running = self._stop = False
        self.finished = self.held = 0
        self.lines: list[Sampled] = []
        self._tally: dict[tuple[object, ...], list[bool]] = {}
        if strategy not in STRATEGIES and not isinstance(strategy, str):
            raise ValueError(
                f"strategy = {quoted(strategy)}: 'best', 'mimic', 'always', or the weakest hand "
                "played is asked for, as 'K-high'"
            )
        if bet not in _offered(own):
            raise ValueError(f"bet = {quoted(bet)}: these rules offer {', '.join(_offered(own))}")
        blocks(own, rounds, seed=0, strategy=strategy)  # refuses other numbers
        if rounds < 2:
            raise ValueError(f"rounds = {quoted(rounds)}: a standard error takes 2 rounds or more")
        self.exact = _exact(own, strategy, bet)
        choices = {_strategy_words(each, language): each for each in (*STRATEGIES, strategy)}
        self.rules = menu(label("rules", language), list(houses(own, language).items()), own)
        self.strategy = menu(label("sim_strategy", language), list(choices.items()), strategy)
        self.bet = menu(label("sim_bet", language), self._bets(own), bet)
        self.rounds = menu(
            label("sim_rounds", language),
            [(number(many, language), many) for many in sorted({*ROUNDS, rounds})],
            rounds,
        )
        self.run_button = button(keyed(label("sim_run", language), "r"), "tcp-run", primary=True)
        self.stop_button = button(keyed(label("sim_stop", language), "s"), "tcp-halt")
        self.stop_button.disabled = True
        self.progress, self.told, self.table, self.tally = (ipywidgets.HTML() for _ in range(4))
        super().__init__(
            label("sim_panel", language),
            [
                line(self.rules, self.strategy),
                line(self.bet, self.rounds),
                line(self.run_button, self.stop_button, self.progress),
            ],
            {"r": "tcp-run", "s": "tcp-halt"},
            [self.told, self.table, self.tally],
            language,
        )
        self._menus = (self.rules, self.strategy, self.bet, self.rounds)
        self._choose()
        for each in self._menus:
            self.on(each, self._chosen)
        self.on(self.run_button, self._run)
        self.on(self.stop_button, self._halt)

    def text(self) -> str:
        """The settings, the exact edge, and what the last run found."""
        settings = ", ".join(
            next(words for words, value in each.options if value == each.value)
            for each in self._menus[:3]
        )
        settings += f", {self._counted(self.rounds.value)}"
        return f"[{self.label}] {settings}. {self._in_words()} {self._tally_in_words()}".rstrip()

    # --- the settings ---

    def _bets(self, rules: Rules) -> list[tuple[str, str]]:
        return [(label(f"bet_{bet}", self.code), bet) for bet in _offered(rules)]

    def _chosen(self) -> None:
        bet = self.bet.value
        with self.filling():
            self.bet.options = self._bets(self.rules.value)
            self.bet.value = bet if bet in _offered(self.rules.value) else "ante"
        self._choose()
        self.say(self._in_words())

    def _choose(self) -> None:
        """Ask the exact engine, and begin with an empty table."""
        self.exact = _exact(self.rules.value, self.strategy.value, self.bet.value)
        self.found, self.lines = None, []
        self.progress.value = ""
        self._count()
        self._show()

    def _count(self) -> None:
        held = self._tally.get(tuple(each.value for each in self._menus), [])
        self.finished, self.held = len(held), sum(held)

    # --- a run ---

    def _run(self) -> None:
        if self.running:
            return
        if SimulationLab._latest is not None:
            SimulationLab._latest._stop = True  # one run at a time has the kernel
        SimulationLab._latest = self
        self.running, self._stop = True, False
        self.found, self.lines = None, []
        self._lock()
        self.say(told("sim_runs", self.code, rounds=self._counted(self.rounds.value)))
        steps = self._steps(self._rng.getrandbits(64))
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            for _ in steps:
                pass
        else:
            self._task = loop.create_task(self._in_turns(steps))

    async def _in_turns(self, steps: Steps) -> None:
        """Let the event loop hear clicks after each step."""
        with closing(steps):
            for _ in steps:
                await asyncio.sleep(PAUSE)

    def _halt(self) -> None:
        self._stop = True

    def _steps(self, seed: int) -> Steps:
        """Deal the rounds, block by block, and show now and then what they say."""
        rules, strategy, bet, asked = (each.value for each in self._menus)
        deal = {"seed": seed, "strategy": strategy, "bets": STAKES[bet]}
        try:
            # The first rounds of the first block once more, for lines of their own.
            for early in EARLY:
                if early < asked:
                    self.lines.append(sampled(simulate(rules, early, **deal), bet))
            total, kept, drawn = None, 0, 0.0
            for part in blocks(rules, asked, **deal):
                total = part if total is None else total + part
                self.found = sampled(total, bet)
                if total.rounds >= 4 * kept and total.rounds < asked:
                    self.lines.append(self.found)
                    kept = total.rounds
                if time.monotonic() - drawn > REDRAW:
                    self._show()
                    drawn = time.monotonic()
                yield
                if self._stop:
                    break
        finally:
            self.running = False
            self._end()

    def _end(self) -> None:
        if self.found is not None and self.found.rounds == self.rounds.value:
            key = tuple(each.value for each in self._menus)
            held = self.found.holds(float(self.exact.house_edge))
            self._tally.setdefault(key, []).append(held)
        self._count()
        self._lock()
        self._show()
        self.say(f"{self._in_words()} {self._tally_in_words()}".rstrip())

    def _lock(self) -> None:
        """While a run is on, it can only be stopped."""
        for each in (*self._menus, self.run_button):
            each.disabled = self.running
        self.stop_button.disabled = not self.running

    # --- what is shown ---

    def _per_cent(self, share: float) -> str:
        return numeral(per_cent(share, 3), self.code)

    def _counted(self, rounds: int) -> str:
        return counted(rounds, "round", self.code, number(rounds, self.code))

    def _in_words(self) -> str:
        exact = float(self.exact.house_edge)
        values = {"bet": label(f"bet_{self.bet.value}", self.code), "exact": self._per_cent(exact)}
        if self.found is None:
            return told("sim_ready", self.code, **values)
        values |= {
            "rounds": self._counted(self.found.rounds),
            "edge": self._per_cent(self.found.edge),
            "error": self._per_cent(self.found.error),
            "low": self._per_cent(self.found.low),
            "high": self._per_cent(self.found.high),
        }
        words = told("sim_holds" if self.found.holds(exact) else "sim_misses", self.code, **values)
        if not self.running and self.found.rounds < self.rounds.value:
            asked = self._counted(self.rounds.value)
            done = number(self.found.rounds, self.code)
            stopped = told("sim_stopped", self.code, done=done, asked=asked)
            return f"{stopped} {words}"
        return words

    def _tally_in_words(self) -> str:
        if not self.finished:
            return ""
        return told("sim_tally", self.code, runs=self.finished, held=self.held)

    def _show(self) -> None:
        done, asked = (self.found.rounds if self.found else 0), self.rounds.value
        if self.running or done:
            words = told(
                "sim_done", self.code, done=number(done, self.code), asked=self._counted(asked)
            )
            name = escape(label("sim_progress", self.code), quote=True)
            self.progress.value = (
                f'<progress aria-label="{name}" max="{asked}" value="{done}"></progress>'
                f"<span> {escape(words)}</span>"
            )
        lines = list(self.lines)
        if self.found and self.found not in lines:  # a block that is kept is a line already
            lines.append(self.found)
        self.told.value = f'<p class="tcp-result">{escape(self._in_words())}</p>'
        self.table.value = self._table_html(lines)
        self.tally.value = f"<p>{escape(self._tally_in_words())}</p>" if self.finished else ""

    def _table_html(self, lines: list[Sampled]) -> str:
        exact = float(self.exact.house_edge)
        half = 2.5 * self.exact.sd / math.sqrt(max(self.rounds.value / 100, 1))
        names = ("rounds", "", "edge", "error", "interval", "holds")
        head = "".join(
            f'<th scope="col">{escape(label(f"sim_column_{name}", self.code)) if name else ""}</th>'
            for name in names
        )
        rows = [self._row_html(label("sim_exact", self.code), "", [self._per_cent(exact)])]
        for each in lines:
            verdict = "sim_yes" if each.holds(exact) else "sim_no"
            cells = [
                self._per_cent(each.edge),
                self._per_cent(each.error),
                f"{self._per_cent(each.low)} … {self._per_cent(each.high)}",
                label(verdict, self.code),
            ]
            band = band_html(each, exact, half)
            rows.append(self._row_html(number(each.rounds, self.code), band, cells))
        return (
            f'<div class="tcp tcp-wide"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def _row_html(self, name: str, band: str, cells: list[str]) -> str:
        filled = "".join(f"<td>{escape(cell)}</td>" for cell in [*cells, *[""] * (4 - len(cells))])
        return (
            f'<tr><th scope="row">{escape(name)}</th><td class="tcp-bars" aria-hidden="true">'
            f'<span class="tcp-track">{band}<span class="tcp-mark" style="left:50%"></span></span>'
            f"</td>{filled}</tr>"
        )


def band_html(found: Sampled, exact: float, half: float) -> str:
    """The interval as a band and the sampled edge as a tick, with the exact edge in the middle.

    `half` is what half of the width stands for. A band that goes on beyond an end is open there;
    one that lies beyond it altogether is an arrow.

    >>> print(band_html(Sampled(100, 0.03, 0.01, 0.01, 0.05), 0.05, 0.05))
    <span class="tcp-band" style="left:10.0%;width:40.0%"></span>\
<span class="tcp-tick" style="left:30.0%"></span>
    >>> band_html(Sampled(100, 0.3, 0.01, 0.28, 0.32), 0.05, 0.05)
    '<span style="float:right">→</span>'
    """
    low, mean, high = (
        50 + 50 * (value - exact) / half for value in (found.low, found.edge, found.high)
    )
    if high < 0 or low > 100:
        return f'<span style="float:{"left" if high < 0 else "right"}">{"←→"[low > 100]}</span>'
    start, end = max(low, 0), min(high, 100)
    style = f"left:{start:.1f}%;width:{end - start:.1f}%"
    style += ";border-left:0" * (low < 0) + ";border-right:0" * (high > 100)
    tick = f'<span class="tcp-tick" style="left:{mean:.1f}%"></span>' if 0 <= mean <= 100 else ""
    return f'<span class="tcp-band" style="{style}"></span>{tick}'


def _offered(rules: Rules) -> list[str]:
    return [bet for bet in BETS if bet == "ante" or getattr(rules, bet) is not None]


def _exact(rules: Rules, strategy: str, bet: str) -> BetReport:
    found: BetReport = getattr(analyse(rules, strategy=strategy), bet)
    return found


def _strategy_words(strategy: str, code: str) -> str:
    if strategy in STRATEGIES:
        return label(f"sim_{strategy}", code)
    return told("sim_from", code, hand=write_threshold(strategy, code))

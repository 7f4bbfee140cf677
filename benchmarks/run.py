"""How fast the exact engine is, beside what else does the work: `make bench`.

Everything is measured in one run on one core, in seconds of processor time, so that what else the
machine does hardly counts; ratios tell more than seconds. Every repeat of an analysis uses rules
never seen before, so that no stored result flatters.

Writes `RESULTS.md` beside this file.
"""

from __future__ import annotations

import ctypes
import math
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.clicks import CLICKS
from benchmarks.peers import PROGRAMS, prepared
from tcp import (
    DECK,
    Bets,
    Decision,
    PayTable,
    Rank,
    Rules,
    deal,
    load_rules,
    outcomes,
    parse_threshold,
    rank_hand,
    settle,
)
from tcp.club.odds import all_discards
from tcp.exact import (
    all_hands,
    analyse,
    card_signal_edge,
    hole_card_edge,
    rank_best,
    rank_three,
    six_card_counts,
)
from tcp.rules import TABLE_KEYS
from tcp.sessions import after, doubling, risk_of_ruin
from tcp.simulate import shared_information, simulate

HERE = Path(__file__).parent
DEALS = 407_170_400


class Time(NamedTuple):
    """Seconds of processor time: of the quickest repeat, and of the one in the middle."""

    best: float
    middle: float


def nothing() -> None:
    """What is to be done before a repeat that needs no preparation."""


def measure(work: Callable[[], object], repeats: int, before: Callable[[], None] = nothing) -> Time:
    """Run it some times; `before` prepares each repeat and isn't counted."""
    seconds = []
    for _ in range(repeats):
        before()
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return Time(min(seconds), median(seconds))


def forget_everything() -> None:
    """Empty every cache of the engine, so that all tables are made again."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tcp.exact", "tcp.club")):
            for thing in list(vars(module).values()):
                getattr(thing, "cache_clear", list)()


def unseen_rules(rng: random.Random) -> Iterator[Rules]:
    """Rules without end, each with ratios that no other has."""
    borders = ["10-high", "J-high", "J-9-2", "Q-high", "Q-7-5", "K-high", "A-high", "2-2-3"]
    number = 0
    while True:
        number += 1

        def table(bet: str) -> PayTable:
            return PayTable({key: rng.randint(1, 400) for key in TABLE_KEYS[bet][1:]})

        yield Rules(
            f"number {number}",
            ante_bonus=table("ante_bonus"),
            pair_plus=table("pair_plus") | {"pair": Fraction(rng.randint(1, 10**6), 10**5)},
            six_card_bonus=table("six_card_bonus"),
            dealer_qualifies=rng.choice(borders),
            bonus_needs_win=rng.random() < 0.5,
        )


def every_report(rules: Rules) -> None:
    """Distribution, expectation and deviation of all three bets."""
    found = analyse(rules)
    for report in (found.ante, found.pair_plus, found.six_card_bonus):
        assert report is not None
        assert report.distribution.total > 0
        assert report.expected is not None
        assert report.sd > 0


# --- what it is compared with --------------------------------------------------------------------


def compiled_visits() -> dict[str, Time]:
    """The visits of `visits.c`, built here and checked; nothing where no compiler is found."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return {}
    table = analyse(load_rules("pagat")).table
    expected = np.array([table.not_qualified, table.win, table.tie, table.lose]).T
    times = {}
    for function, flags in (("plain", ["-O2"]), ("branch_free", ["-O3", "-march=native"])):
        with tempfile.TemporaryDirectory() as folder:
            library = str(Path(folder, "visits.so"))
            source = str(HERE / "visits.c")
            command = [compiler, *flags, "-shared", "-fPIC", "-o", library, source]
            subprocess.run(command, check=True)
            visit = getattr(ctypes.CDLL(library), function)
            counts = np.zeros((22_100, 4), np.int32)
            place = counts.ctypes.data_as(ctypes.c_void_p)
            times[function] = measure(lambda: visit(place), 3)  # noqa: B023
            assert (counts == expected).all(), function
    return times


def plain_python(deals: int) -> float:
    """Seconds for settling all deals with the readable rules, from a slice of them."""
    rng, rules, bets = random.Random(1), load_rules("live"), Bets(1, 1, 1)
    rounds = [deal(rng, 3, 3) for _ in range(deals)]

    def settle_all() -> None:
        for hand, dealer in rounds:
            settle(rules, bets, hand, dealer, Decision.PLAY)

    return measure(settle_all, 3).best / deals * DEALS


def dealt(size: int, hands: int) -> NDArray[np.uint8]:
    """Random hands of so many cards, a column each."""
    few = min(hands, 200_000)
    cards = np.random.default_rng(size).random((52, few)).argpartition(size, axis=0)[:size]
    return np.resize(cards.astype(np.uint8).T, (hands, size)).T.copy()


def take_in_cache() -> float:
    """Elements a second that `np.take` fetches from a small table into a small array."""
    table, out = np.arange(4096, dtype=np.uint16), np.empty(4096, np.uint16)
    places = np.random.default_rng(1).integers(0, 4096, 4096)

    def take() -> None:
        for _ in range(500):
            table.take(places, out=out, mode="wrap")

    return 500 * 4096 / measure(take, 15).best


def memory_copy() -> float:
    """Bytes a second that are copied from one large array to another."""
    source, target = np.zeros(1 << 26, np.uint8), np.ones(1 << 26, np.uint8)
    return (1 << 26) / measure(lambda: np.copyto(target, source), 7).best


# --- the report ----------------------------------------------------------------------------------


def seconds(value: float) -> str:
    """A time for people."""
    if value >= 3600:
        return f"{value / 3600:,.1f} h"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"


def rate(value: float) -> str:
    """Hands a second for people."""
    return f"{value / 1e6:.3g} M/s" if value >= 1e5 else f"{value / 1e3:.3g} k/s"


Rows = list[list[str]]


def table(headers: list[str], rows: Rows) -> list[str]:
    """A table in Markdown."""
    lines = ["| " + " | ".join(headers) + " |", "|" + "---|" * len(headers)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


def times(other: float, mine: float) -> str:
    """How many times longer the other takes."""
    return f"{other / mine:,.0f} ×" if other >= 10 * mine else f"{other / mine:.1f} ×"


class Unseen:
    """Rules that nothing has seen before."""

    def __init__(self, seed: int) -> None:
        self._rules = unseen_rules(random.Random(seed))
        self.rules = next(self._rules)

    def next(self) -> None:
        """Other rules."""
        self.rules = next(self._rules)

    def next_pay_tables(self) -> None:
        """Other rules, in which the dealer qualifies with the same hand."""
        self.rules = replace(next(self._rules), dealer_qualifies="Q-high")

    def next_and_no_tables(self) -> None:
        """Other rules, and nothing that is made only once is there any more."""
        self.next()
        forget_everything()


def analyses() -> list[str]:
    """The analysis of all deals, and the same by visiting them."""
    unseen = Unseen(20)
    every_report(unseen.rules)  # reads the letters of cards from files, which isn't measured
    warm = measure(lambda: every_report(unseen.rules), 60, unseen.next)
    cold = measure(lambda: every_report(unseen.rules), 15, unseen.next_and_no_tables)
    joint_cold = measure(lambda: analyse(unseen.rules).joint, 5, unseen.next_and_no_tables)
    unseen.next_pay_tables()
    assert analyse(unseen.rules).joint
    work = {
        "`analyse`, rules never seen: distribution, mean and deviation of all bets": warm,
        "the same with all tables made again": cold,
        "`.joint` of three bets, all tables made again": joint_cold,
        "`.joint` with other pay tables": measure(
            lambda: analyse(unseen.rules).joint, 30, unseen.next_pay_tables
        ),
        "`hole_card_edge`, 52 × 22,100 cases, all tables made again": measure(
            lambda: hole_card_edge(unseen.rules), 7, unseen.next_and_no_tables
        ),
        "`hole_card_edge`, rules never seen": measure(
            lambda: hole_card_edge(unseen.rules), 15, unseen.next
        ),
        "`card_signal_edge`, queen or higher or not, rules never seen": measure(
            lambda: card_signal_edge(unseen.rules, lambda card: card.rank >= Rank.QUEEN),
            15,
            unseen.next,
        ),
        "`six_card_counts`, 20,358,520 hands, from nothing": measure(
            six_card_counts, 15, forget_everything
        ),
    }
    lines = ["## The analysis of all deals", ""]
    lines += table(
        ["work", "best", "middle"],
        [[name, seconds(time.best), seconds(time.middle)] for name, time in work.items()],
    )
    visits = {name: time.best for name, time in compiled_visits().items()}
    readable = measure(lambda: outcomes(DECK[:3], load_rules("pagat")), 5).best * 22_100
    compared = {
        "compiled, plain, -O2": visits.get("plain"),
        "compiled, branch-free, -O3 -march=native": visits.get("branch_free"),
        "the readable rules: `settle`, extrapolated from 2,000 deals": plain_python(2_000),
        "the readable count: `outcomes`, extrapolated from one hand": readable,
    }
    lines += [
        "The same by visiting every deal. The compiled visits only count the four results of each",
        "hand, with no side bets and no deviations, so the ratios favour them. They are taken to",
        "the time in the middle. No other installable program known to us analyses the game.",
        "",
    ]
    rows = [
        [name, seconds(time), times(time, warm.middle), times(time, cold.middle)]
        if time is not None
        else [name, "no C compiler here", "", ""]
        for name, time in compared.items()
    ]
    return lines + table(["visit", "time", "longer by", "longer than with all tables"], rows)


class Dealt:
    """Hands of five, a new one for each repeat."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.hand = deal(self._rng, 5)[0]

    def next(self) -> None:
        """Another hand."""
        self.hand = deal(self._rng, 5)[0]

    def next_and_no_tables(self) -> None:
        """Another hand, and nothing that is made only once is there any more."""
        self.next()
        forget_everything()


def draws() -> list[str]:
    """What each of the 32 discards of a hand leads to."""
    dealt = Dealt(23)
    assert sum(drawn.total for drawn in all_discards(dealt.hand).values()) == 2_598_960
    work = {
        "`all_discards`, 2,598,960 draws, another hand": measure(
            lambda: all_discards(dealt.hand), 15, dealt.next
        ),
        "the same with all tables made again": measure(
            lambda: all_discards(dealt.hand), 5, dealt.next_and_no_tables
        ),
    }
    rows = [[name, seconds(time.best), seconds(time.middle)] for name, time in work.items()]
    return ["## The draw", "", *table(["work", "best", "middle"], rows)]


def strengths() -> list[str]:
    """Strengths in bulk, limits of the machine, and other programs."""
    sevens, order = dealt(7, 2_000_000), np.random.default_rng(3)
    threes = all_hands()[:, order.integers(0, 22_100, 4_000_000)].copy()
    bulk: dict[str, float] = {
        "`rank_three`": threes.shape[1] / measure(lambda: rank_three(threes), 15).best
    }
    for size, name in ((5, "five"), (6, "six"), (7, "seven")):
        time = measure(lambda: rank_best(sevens[:size]), 9).best  # noqa: B023
        bulk[f"`rank_best` of {name}"] = sevens.shape[1] / time
    take, copied = take_in_cache(), memory_copy()
    bulk |= {
        "limit: `np.take` within the cache": take,
        "limit: copying the cards of three in memory": copied / 3,
        "limit: copying the cards of seven in memory": copied / 7,
    }
    made = measure(lambda: rank_best(sevens[:, :1]), 3, forget_everything).best
    lines = ["## Strengths in bulk", ""]
    lines += table(
        ["hands a second", "rate", "of `np.take`"],
        [[name, rate(each), f"{each / take:.2g}"] for name, each in bulk.items()],
    )
    lines += [
        f"The tables of `rank_best` take {seconds(made)}, once. Other programs take one hand at a",
        "time, and much of the difference is the call; their cards are made beforehand.",
        "",
    ]
    rows: Rows = []
    mine = {
        "best of seven": bulk["`rank_best` of seven"],
        "three cards": bulk["`rank_three`"],
    }
    for package, work, prepare in PROGRAMS:
        ready = prepared(package, prepare, (sevens if "seven" in work else threes)[:, :20_000])
        if isinstance(ready, str):
            rows.append([work, ready, "", ""])
            continue
        rank, hands = ready
        time = measure(lambda: [rank(hand) for hand in hands], 3).best  # noqa: B023
        name = f"{package} {metadata.version(package)}"
        theirs = len(hands) / time
        rows.append([work, name, rate(theirs), times(mine[work], theirs)])
    return lines + table(["work", "program", "rate", "slower by"], rows)


def growth() -> list[str]:
    """How cost grows with the work."""
    lines = ["## How cost grows with the work", ""]
    sevens, threes = dealt(7, 1_000_000), dealt(3, 1_000_000)
    rows: Rows = []
    for hands in (1_000, 10_000, 100_000, 1_000_000):
        repeats = max(5, 1_000_000 // hands)
        three = measure(lambda: rank_three(threes[:, :hands]), repeats).best  # noqa: B023
        best = measure(lambda: rank_best(sevens[:, :hands]), repeats).best  # noqa: B023
        rows.append([f"{hands:,}", *(f"{time / hands * 1e9:.1f} ns" for time in (three, best))])
    lines += table(["hands at once", "`rank_three`, each", "`rank_best` of seven, each"], rows)

    unseen, rows = Unseen(21), []
    for many in (1, 10, 100):
        batch: list[Rules] = []

        def other_rules(many: int = many, batch: list[Rules] = batch) -> None:
            batch.clear()
            for _ in range(many):
                unseen.next()
                batch.append(unseen.rules)

        def analyse_all(batch: list[Rules] = batch) -> None:
            for rules in batch:
                every_report(rules)

        time = measure(analyse_all, 5, other_rules).best
        rows.append([f"{many}", seconds(time), seconds(time / many)])
    lines += table(["rules", "`analyse`, all reports", "each"], rows)

    chance, rows = random.Random(22), []
    for dead, shows in ((0, 0), (1, 0), (3, 0), (15, 0), (40, 0), (0, 1), (0, 2), (3, 1)):

        def known(dead: int = dead, shows: int = shows) -> None:
            cards = chance.sample(DECK, dead + shows)
            assert analyse(unseen.rules, dead=cards[:dead], dealer_shows=cards[dead:]).ante.expected

        time = measure(known, 7, unseen.next).middle
        hands = math.comb(52 - dead - shows, 3)
        rows.append([f"{dead}", f"{shows}", f"{hands:,}", seconds(time)])
    return lines + table(["dead", "the dealer shows", "hands", "`analyse`, Ante, new cards"], rows)


def rounds_in_plain_python(rounds: int) -> float:
    """Rounds a second of a loop over the readable rules: shuffle, decide, settle."""
    rng, rules, bets = random.Random(1), load_rules("pagat"), Bets(1)
    border = parse_threshold("Q-6-4")

    def play_all() -> None:
        for _ in range(rounds):
            hand, dealer = deal(rng, 3, 3)
            decision = Decision.PLAY if rank_hand(hand) >= border else Decision.FOLD
            settle(rules, bets, hand, dealer, decision)

    return rounds / measure(play_all, 3).best


def on_workers(executor: Executor | None, rounds: int) -> float:
    """Rounds a second by the clock, since other processes' time isn't ours."""
    times = []
    for seed in range(3):
        began = time.perf_counter()
        simulate(load_rules("pagat"), rounds, seed=seed, executor=executor)
        times.append(time.perf_counter() - began)
    return rounds / min(times)


def simulations() -> list[str]:
    """Simulated rounds, shared information and sessions."""
    pagat, live = load_rules("pagat"), load_rules("live")
    many = 1 << 20

    def simulated(rules: Rules, bets: Bets, boxes: int) -> float:
        def run() -> None:
            simulate(rules, many, seed=1, bets=bets, boxes=boxes)

        run()  # the tables of this game
        return many / measure(run, 7).best

    plain = rounds_in_plain_python(3_000)
    alone = simulated(pagat, Bets(1), 1)
    work = {
        "one box": alone,
        "one box, with Pair Plus": simulated(pagat, Bets(1, 1), 1),
        "one box, with Pair Plus and 6 Card Bonus": simulated(live, Bets(1, 1, 1), 1),
        "two boxes": simulated(pagat, Bets(1), 2),
        "six boxes": simulated(pagat, Bets(1), 6),
        "six boxes, with Pair Plus and 6 Card Bonus": simulated(live, Bets(1, 1, 1), 6),
        "one box, a plain loop over the readable rules": plain,
    }
    lines = ["## Simulation", "", "Rounds from real cards, all hands of a round from one deck.", ""]
    lines += table(
        ["rounds a second", "rate", "of one box", "of the plain loop"],
        [
            [name, rate(each), f"{each / alone:.2g}", f"{each / plain:,.0f} ×"]
            for name, each in work.items()
        ],
    )

    rows: Rows = []
    here = on_workers(None, 32 * many)
    rows.append(["this process", rate(here), "1.00"])
    for workers in (1, 2):
        with ProcessPoolExecutor(workers) as executor:
            simulate(pagat, 1 << 18, seed=1, executor=executor)  # starts them, makes their tables
            there = on_workers(executor, 32 * many)
        rows.append([f"{workers} in processes", rate(there), f"{there / here:.2f}"])
    lines += ["By the clock, so what else the machine does counts here:", ""]
    lines += table(["workers", "one box, rounds a second", "of this process"], rows)

    rows = []
    for boxes in range(2, 7):
        deals = 4_096

        def share(boxes: int = boxes, deals: int = deals) -> None:
            shared_information(pagat, deals, seed=1, boxes=boxes)

        share()
        each = deals / measure(share, 3).best
        hands = math.comb(52 - 3 * boxes, 3)
        rows.append([f"{boxes}", f"{hands:,}", f"{each / 1e3:,.0f} k/s"])
    lines += ["Deals in which the boxes know each other's cards, each counted exactly:", ""]
    lines += table(["boxes", "hands the dealer may hold", "deals a second"], rows)

    one, all_bets = analyse(pagat).net(Bets(1)), analyse(live).net(Bets(1, 1, 1))
    ante = analyse(pagat).ante.distribution
    nights: dict[str, Callable[[], object]] = {
        "`after` 100 rounds": lambda: after(one, 100),
        "`after` 10,000 rounds": lambda: after(one, 10_000),
        "`after` 10,000 rounds of all three bets": lambda: after(all_bets, 10_000),
        "`risk_of_ruin`, 50 units, 1,000 rounds": lambda: risk_of_ruin(one, 50, 1_000),
        "`risk_of_ruin`, 50 units, 10,000 rounds": lambda: risk_of_ruin(one, 50, 10_000),
        "`doubling` up to 8 times, 100 rounds": lambda: doubling(ante, 100, 8),
    }
    rows = []
    for name, night in nights.items():
        taken = measure(night, 5)
        rows.append([name, seconds(taken.best), seconds(taken.middle)])
    return lines + table(["session", "best", "middle"], rows)


def clicks() -> list[str]:
    """How soon each widget answers, without the way to the browser and back."""
    lines = ["## Clicks", "", "A click is to be answered within 100 ms.", ""]
    rows: Rows = []
    for name, build in CLICKS.items():
        click = build()
        click()  # tables that are made once
        time = measure(click, 9)
        rows.append([name, seconds(time.best), seconds(time.middle)])
    return lines + table(["click", "best", "median"], rows)


def main() -> None:
    """Measure, print, and write `RESULTS.md`."""
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    report = ["# Results of `make bench`", "", *(__doc__ or "").splitlines()[2:5], ""]
    report += [f"{versions}, one core. Written by the run itself; do not edit.", ""]
    for part in (analyses, draws, strengths, simulations, growth, clicks):
        print(f"measuring {part.__name__} …", flush=True)
        report += part()
    text = "\n".join(report).rstrip() + "\n"
    (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

"""Simulated rounds: all cards of a round from one deck, everything counted in whole numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tcp.exact import Strategy
from tcp.exact.nets import plain
from tcp.payouts import Bets
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.rules import Ratio, Rules
from tcp.simulate.dealing import BLOCK, deal_block
from tcp.simulate.settling import CODES, Game, Nets, game
from tcp.simulate.work import How, check_seed, check_whole

MOST_ROUNDS = 10**11

ONE_CHIP = Bets(1)


@dataclass(frozen=True, repr=False)
class Simulation:
    """What simulated rounds came to. `a + b` are the rounds of both.

    Attributes:
        game: what was played: `game.rules`, `game.bets`, `game.boxes`.
        rounds: how many rounds were dealt.
        asked: how many were asked for: more, where it was stopped.
        codes: how often a box's round came to each code of `tcp.simulate.settling`.
        sums: how often all boxes together gained so much, times a unit; empty for one box.
        blocks: by seed, the blocks that were dealt: the bits of a number.
    """

    game: Game
    rounds: int
    asked: int
    codes: Mapping[int, int]
    sums: Mapping[int, int]
    blocks: Mapping[int, int]

    def __add__(self, other: Simulation) -> Simulation:
        """The rounds of both.

        Raises:
            ValueError: where another game was played, or the same cards would count twice.
        """
        if not isinstance(other, Simulation):
            return NotImplemented
        check_same(self.game, other.game)
        return Simulation(
            self.game,
            self.rounds + other.rounds,
            self.asked + other.asked,
            Counter(self.codes) + Counter(other.codes),
            Counter(self.sums) + Counter(other.sums),
            both_dealt(self.blocks, other.blocks),
        )

    def __repr__(self) -> str:
        """How many rounds, and their mean with its standard error."""
        found = f"{self.rounds:,} rounds" + (
            "" if self.complete else f" of {self.asked:,}, then stopped"
        )
        if self.rounds > 1:
            found += f": {float(self.mean):+.5f} ± {self.standard_error:.5f} chips a round"
        return f"<Simulation of {self.game.rules.name!r}, {found}>"

    @property
    def complete(self) -> bool:
        """Whether all rounds asked for were dealt."""
        return self.rounds == self.asked

    @cached_property
    def distribution(self) -> Distribution[Ratio]:
        """How often each net gain came: all boxes and bets of a round together, in chips.

        Raises:
            ValueError: where it was stopped before any round was done.
        """
        self._check_rounds(1)
        weights = Counter[Ratio]()
        if self.game.boxes == 1:
            nets = self.game.tables().net_of_code
            for code, many in self.codes.items():
                weights[nets[code]] += many
        else:
            unit = self.game.tables().scaled[1]
            for total, many in self.sums.items():
                weights[plain(Fraction(total, unit))] += many
        return Distribution(weights)

    @cached_property
    def joint(self) -> Distribution[Nets]:
        """How often a box gained so much with Ante, Pair Plus and 6 Card Bonus, in chips.

        Each box of each round counts once; a bet that wasn't made gains 0.
        """
        self._check_rounds(1)
        weights = Counter[Nets]()
        for code, many in self.codes.items():
            weights[self.game.tables().chips(code)] += many
        return Distribution(weights)

    @property
    def hands(self) -> int:
        """How many hands the boxes had: one in each box and round."""
        return self.rounds * self.game.boxes

    @cached_property
    def hands_played(self) -> int:
        """How many of them were played, not folded."""
        played = self.game.tables().is_played
        return sum(many for code, many in self.codes.items() if played(code))

    @property
    def mean(self) -> Fraction:
        """The mean net gain of a round, all boxes and bets together, in chips."""
        return self.distribution.mean

    @property
    def variance(self) -> Fraction:
        """The variance of a round as it is estimated from these: over `rounds - 1`.

        Raises:
            ValueError: with fewer than two rounds.
        """
        self._check_rounds(2)
        return self.distribution.variance * Fraction(self.rounds, self.rounds - 1)

    @property
    def standard_error(self) -> float:
        """By how much the mean is off, typically: the root of `variance / rounds`."""
        return math.sqrt(self.variance / self.rounds)

    def interval(self, level: float | Fraction = 0.95) -> tuple[float, float]:
        """The interval round the mean that holds the exact value so often, where it is normal.

        Raises:
            ValueError: for a level that isn't between 0 and 1, or fewer than two rounds.
        """
        return interval(self.mean, self.standard_error, level)

    def _check_rounds(self, least: int) -> None:
        if self.rounds < least:
            raise ValueError(f"{self.rounds} rounds are too few for that; it takes {least} or more")


def check_same(mine: Game, theirs: Game) -> None:
    """Refuse to add up rounds of different games."""
    for what in ("rules", "bets", "boxes", "plays"):
        if getattr(mine, what) != getattr(theirs, what):
            pair = f"{quoted(getattr(mine, what))} and {quoted(getattr(theirs, what))}"
            raise ValueError(
                "only rounds of the same game can be added up; these differ in "
                + ("the strategy" if what == "plays" else f"{what}: {pair}")
            )


def both_dealt(mine: Mapping[int, int], theirs: Mapping[int, int]) -> Mapping[int, int]:
    """The blocks that were dealt in either, by seed; refused where one was dealt in both."""
    both = dict(mine)
    for seed, blocks in theirs.items():
        if both.get(seed, 0) & blocks:
            raise ValueError(
                f"both have rounds of seed {seed}, so the same cards would count twice; take "
                "another seed for more rounds"
            )
        both[seed] = both.get(seed, 0) | blocks
    return both


def interval(mean: Fraction, standard_error: float, level: float | Fraction) -> tuple[float, float]:
    """The interval round a mean, by the normal distribution."""
    if (
        isinstance(level, bool)
        or not isinstance(level, (int, float, Fraction))
        or not 0 < level < 1
    ):
        raise ValueError(
            f"level = {quoted(level)}: a chance between 0 and 1 is asked for, such as 0.95"
        )
    half = NormalDist().inv_cdf((1 + float(level)) / 2) * standard_error
    return float(mean) - half, float(mean) + half


# --- dealing and settling by the block -----------------------------------------------------------


class Task(NamedTuple):
    """Rounds of some blocks: from the first round of the block `first` on."""

    game: Game
    seed: int
    first: int
    rounds: int


def play(task: Task) -> Simulation:
    """Deal and settle the rounds of a task."""
    tables, boxes = task.game.tables(), task.game.boxes
    codes, sums, blocks = np.zeros(CODES, np.int64), Counter[int](), 0
    for block, rounds in in_blocks(task.first, task.rounds):
        found = tables.codes(deal_block(task.seed, block, rounds, boxes))
        codes += np.bincount(found.ravel(), minlength=CODES)
        if boxes > 1:
            totals, many = np.unique(tables.scaled[0][found].sum(axis=0), return_counts=True)
            sums.update(dict(zip(totals.tolist(), many.tolist(), strict=True)))
        blocks |= 1 << block
    return Simulation(
        task.game,
        task.rounds,
        task.rounds,
        {code: int(codes[code]) for code in np.flatnonzero(codes).tolist()},
        sums,
        {task.seed: blocks},
    )


def in_blocks(first: int, rounds: int, size: int = BLOCK) -> Iterator[tuple[int, int]]:
    """The blocks that so many rounds fill, from the block `first` on, and the rounds in each."""
    for start in range(0, rounds, size):
        yield first + start // size, min(size, rounds - start)


def tasks(game: Game, rounds: int, seed: int, blocks: int, size: int = BLOCK) -> Iterator[Task]:
    """The tasks of so many blocks each that so many rounds make."""
    for number, many in in_blocks(0, rounds, blocks * size):
        yield Task(game, seed, number * blocks, many)


def simulate(
    rules: Rules,
    rounds: int,
    *,
    seed: int,
    strategy: Strategy = "best",
    bets: Bets = ONE_CHIP,
    boxes: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Simulation:
    """Deal and settle so many rounds.

    >>> from tcp.rules import load_rules
    >>> simulate(load_rules("pagat"), 100_000, seed=1)
    <Simulation of 'pagat', 100,000 rounds: -0.02591 ± 0.00519 chips a round>

    The result depends on the seed and the rounds alone: not on the executor, the number of workers,
    the machine, or the release of NumPy. The cards don't depend on rules, strategy and bets either,
    so that two of them can be compared on the same cards. Memory is needed for a block of 65,536
    rounds on each worker, however many rounds there are.

    Args:
        rules: what is paid and with what the dealer qualifies.
        rounds: how many, up to 10**11.
        seed: a whole number; the same number gives the same cards.
        strategy: as in `analyse`; a function is asked about each of the 22,100 hands beforehand.
        bets: what each box stakes.
        boxes: how many boxes there are. Each decides on its own cards alone.
        executor: where to work, such as `ProcessPoolExecutor()` or Dask's `client.get_executor()`,
            see docs/at_scale.md; None works here.
        progress: shows a bar, which tqdm draws: that must be installed.
        stop: is asked now and then; True ends it. So does an interrupt (Ctrl-C). What is done is
            kept: `Simulation.rounds` says how many rounds that are, `complete` whether all.

    Raises:
        ValueError: for what isn't one of these.
    """
    how = How(executor, progress, stop)
    played = checked(rules, rounds, seed, strategy, bets, boxes)
    # Small enough for many workers to share, large enough to be worth a message.
    blocks = 1 if executor is None else max(1, min(16, rounds // BLOCK // 64))
    done = how.add_up(
        Simulation(played, 0, 0, {}, {}, {}),
        play,
        tasks(played, rounds, seed, blocks),
        size=lambda task: task.rounds,
        total=rounds,
        unit="rounds",
    )
    return replace(done, asked=rounds)


def blocks(
    rules: Rules,
    rounds: int,
    *,
    seed: int,
    strategy: Strategy = "best",
    bets: Bets = ONE_CHIP,
    boxes: int = 1,
) -> Iterator[Simulation]:
    """The same rounds part by part, for those who want to show something in between.

    >>> from tcp.rules import load_rules
    >>> pagat = load_rules("pagat")
    >>> first, *rest = blocks(pagat, 200_000, seed=1)
    >>> first.rounds, sum(rest, first) == simulate(pagat, 200_000, seed=1)
    (65536, True)

    Raises:
        ValueError: as `simulate`, at once.
    """
    played = checked(rules, rounds, seed, strategy, bets, boxes)
    return map(play, tasks(played, rounds, seed, 1))


def checked(
    rules: Rules, rounds: int, seed: int, strategy: Strategy, bets: Bets, boxes: int
) -> Game:
    """The game, once rounds and seed are known to be some."""
    check_whole("rounds", rounds, 1, MOST_ROUNDS, "a number of rounds is whole")
    check_seed(seed)
    return game(rules, strategy, bets, boxes)

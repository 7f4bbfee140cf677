"""A night of so many rounds: ahead or behind, ruined or not, and what doubling changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MAX_PREC, Context, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tcp.exact import Strategy, analyse
from tcp.payouts import Bets
from tcp.probability import Distribution
from tcp.quoting import quoted
from tcp.rules import Ratio, Rules

Floats = NDArray[np.float64]

MOST_ROUNDS = 100_000
MOST_VALUES = 1_000_000
"""How many results a session may have; more come only from ratios with large denominators."""

MOST_STEPS = 20_000_000_000
"""How many products of chances a call may need: about two minutes of work."""


@dataclass(frozen=True, repr=False, eq=False)
class Session:
    """What so many rounds come to.

    Attributes:
        rounds: how many rounds.
        low: the results are (low + step * k) / unit for k = 0, 1, 2, ...
        step: how far they are apart, in units.
        unit: how many units make a chip.
        chances: the chance of each of them.
        error: no chance, of one result or of many together, is off by more.
    """

    rounds: int
    low: int
    step: int
    unit: int
    chances: Floats
    error: float

    def __repr__(self) -> str:
        """The three chances that matter."""
        return (
            f"<Session of {self.rounds:,} rounds: ahead {self.ahead:.2%}, even {self.even:.2%}, "
            f"behind {self.behind:.2%}>"
        )

    @cached_property
    def values(self) -> NDArray[Any]:
        """The results, ascending: whole numbers, or floats where tables pay fractions.

        Whole numbers that might not fit into 64 bits are objects.
        """
        places = np.arange(len(self.chances))
        most = abs(self.low) + self.step * len(places)
        if most >= (2**62 if self.unit == 1 else 2**53):
            places = places.astype(object)
        numbers = self.low + self.step * places
        return numbers if self.unit == 1 else (numbers / self.unit).astype(np.float64)

    def at_most(self, net: Ratio) -> float:
        """The chance of this result or a worse one."""
        return math.fsum(self.chances[: self._places_to(net)])

    def _places_to(self, net: Ratio) -> int:
        """How many results are no better than this."""
        if not isinstance(net, (int, Fraction)) or isinstance(net, bool):
            raise ValueError(f"{quoted(net)}: a whole number or a Fraction of chips is asked for")
        return max(0, math.floor((net * self.unit - self.low) / Fraction(self.step)) + 1)

    @cached_property
    def behind(self) -> float:
        """The chance to lose chips."""
        return math.fsum(self.chances[: self._places_to(Fraction(-1, self.unit))])

    @cached_property
    def even(self) -> float:
        """The chance to end with as many chips as at the start."""
        return math.fsum(
            self.chances[self._places_to(Fraction(-1, self.unit)) : self._places_to(0)]
        )

    @cached_property
    def ahead(self) -> float:
        """The chance to win chips."""
        return math.fsum(self.chances[self._places_to(0) :])

    @cached_property
    def _running(self) -> Floats:
        return self.chances.cumsum()

    def quantile(self, q: float | Fraction) -> Ratio:
        """The least result that with chance `q` is not exceeded.

        A chance that misses `q` by no more than 1e-12 is taken to reach it.

        Raises:
            ValueError: unless q is between 0 and 1.
        """
        if not isinstance(q, (float, Fraction)) or not 0 < q < 1:
            raise ValueError(f"q = {quoted(q)}: a chance between 0 and 1 is asked for, such as 0.5")
        # Running sums are off by less than 1e-9: they say between which places to look closely.
        near = np.searchsorted(self._running, [float(q) - 1e-9, float(q) + 1e-9])
        least, most = (min(int(place), len(self.chances) - 1) for place in near)
        while least < most:
            middle = (least + most) // 2
            if math.fsum(self.chances[: middle + 1]) >= q - 1e-12:
                most = middle
            else:
                least = middle + 1
        net = Fraction(self.low + self.step * least, self.unit)
        return net.numerator if net.denominator == 1 else net


# --- so many rounds ------------------------------------------------------------------------------

DIGITS = 24
"""Decimals of a chance while rounds are added up."""

_SLOT = 2 * DIGITS + 1  # the digits of a product of two chances, up to 1
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX)


@dataclass(frozen=True)
class _Sum:
    """The result of some rounds, with its chances in whole numbers of 10**-DIGITS."""

    first: int
    """The place of the first chance: how many steps it lies above the least result."""
    digits: NDArray[np.uint8]
    """A row a chance: its decimal digits, as characters, padded to a slot."""

    def __add__(self, other: _Sum) -> _Sum:
        """Both together: their chances, written one after the other as one long number, multiplied.

        The slots are wide enough that none carries into the next, since all products that meet in
        a slot are chances of different cases and add up to 1 at most. Each result is cut to DIGITS
        decimals, and places at either end that have none left are dropped.
        """
        size = len(self.digits) + len(other.digits) - 1
        if size > MOST_VALUES:
            raise ValueError(
                f"so many rounds have over {MOST_VALUES:,} different results; take fewer, or pay "
                "tables and stakes with a coarser common unit"
            )
        product = str(_EXACT.multiply(self._number, other._number)).zfill(size * _SLOT)
        slots = np.frombuffer(product.encode(), np.uint8).reshape(size, _SLOT)
        kept = np.flatnonzero((slots[:, : DIGITS + 1] != ord("0")).any(axis=1))
        digits = np.full((kept[-1] - kept[0] + 1, _SLOT), ord("0"), np.uint8)
        digits[:, DIGITS:] = slots[kept[0] : kept[-1] + 1, : DIGITS + 1]
        return _Sum(self.first + other.first + int(kept[0]), digits)

    @cached_property
    def _number(self) -> Decimal:
        return Decimal(self.digits.tobytes().decode())

    def chances(self) -> tuple[Floats, float]:
        """The chances, and what they lack to 1."""
        powers = 10 ** np.arange(12, -1, -1)
        high = (self.digits[:, -DIGITS - 1 : -12] - ord("0")) @ powers
        low = (self.digits[:, -12:] - ord("0")) @ powers[1:]
        lacking = 10**DIGITS - (int(high.sum()) * 10**12 + int(low.sum()))
        return high / 1e12 + low / 1e24, lacking / 10**DIGITS


def after(distribution: Distribution[Any], rounds: int) -> Session:
    """What so many independent rounds come to, each with this distribution of its net gain.

    >>> from tcp.rules import load_rules
    >>> after(analyse(load_rules("pagat")).net(Bets(1)), 100)
    <Session of 100 rounds: ahead 40.42%, even 2.37%, behind 57.21%>

    The distribution is doubled, 1, 2, 4, ... rounds, as in `Distribution.repeat`, but with chances
    cut to 24 decimals. How far off that is needs no estimate of rounding:

    - Every cut makes a chance smaller and none larger. So each chance, also of many results
      together, is too small by no more than what all chances lack to 1, which is counted.
    - It is small from the start. Say the chances of one round lack a, a cut takes less than
      d = 10**-24 from each of at most m = 10**6 results, and m rounds lack e. Then 2m rounds lack
      less than 2 e + m d, and one round more adds less than a + m d. So n rounds lack less than
      n a + 2 n m d: under 3e-13, as a is under m d and n at most 10**5.

    The floats that are made of them in the end are off by parts in 10**15 of each chance.

    Args:
        distribution: the net gain of one round, such as `analyse(rules).net(Bets(1))`.
        rounds: how many, up to 100,000.

    Raises:
        ValueError: for another number of rounds, values that are no exact numbers, or so many
            different results that they don't fit into memory.
    """
    check_rounds(rounds)
    nets, unit = _whole_nets(distribution)
    least = min(nets)
    step = math.gcd(*(net - least for net in nets)) or 1
    size = (max(nets) - least) // step + 1
    if size > MOST_VALUES:
        raise ValueError(
            f"a round has results from {least:,} to {max(nets):,} in steps of {step:,}, over "
            f"{unit:,}: more than the {MOST_VALUES:,} that can be held"
        )
    digits = np.full((size, _SLOT), ord("0"), np.uint8)
    for net, weight in nets.items():
        chance = str(weight * 10**DIGITS // distribution.total).zfill(_SLOT)
        digits[(net - least) // step] = np.frombuffer(chance.encode(), np.uint8)
    one = result = _Sum(0, digits)
    for bit in f"{rounds:b}"[1:]:
        result = result + result
        if bit == "1":
            result = result + one
    chances, lacking = result.chances()
    low = rounds * least + step * result.first
    return Session(rounds, low, step, unit, chances, lacking + 1e-15)


def home_game(
    rules: Rules, rounds: int, *, strategy: Strategy = "best", bets: Bets | None = None
) -> Session:
    """The chip game at home: an agreed number of rounds, and the net change of chips is the result.

    >>> from tcp.rules import load_rules
    >>> home_game(load_rules("pagat"), 20).ahead < 0.5
    True

    Nobody drops out: chips only keep the score.

    Args:
        rules: what is paid and with what the dealer qualifies.
        rounds: the number agreed on.
        strategy: as in `analyse`.
        bets: the chips staked in each round; one on the Ante where nothing is said.

    Raises:
        ValueError: as `analyse` and `after`.
    """
    staked = Bets(1) if bets is None else bets
    return after(analyse(rules, strategy=strategy).net(staked), rounds)


def loss_per_hour(edge: Ratio, rounds_per_hour: Ratio, stake: Ratio) -> Fraction:
    """What an hour costs on average: the edge times the rounds times the stake.

    >>> float(loss_per_hour(Fraction(1, 30), 60, stake=5))
    10.0

    Args:
        edge: what the house keeps of a unit staked.
        rounds_per_hour: how many rounds are played in an hour.
        stake: units staked in each round.

    Raises:
        ValueError: for what is no exact number, or rounds or a stake under zero.
    """
    for name, value in (("edge", edge), ("rounds_per_hour", rounds_per_hour), ("stake", stake)):
        if not isinstance(value, (int, Fraction)) or isinstance(value, bool):
            raise ValueError(f"{name} = {quoted(value)}: a whole number or a Fraction is asked for")
        if value < 0 and name != "edge":
            raise ValueError(f"{name} = {quoted(value)}: a number of 0 or more is asked for")
    return Fraction(edge) * rounds_per_hour * stake


# --- ruin ----------------------------------------------------------------------------------------


def ruin_by_round(
    distribution: Distribution[Any],
    bankroll: int,
    rounds: int,
    reserve: int = 2,
    *,
    most_steps: int = MOST_STEPS,
) -> Floats:
    """The chance to be ruined within each number of rounds.

    Ruined is who, after a round, has fewer than `reserve` units left: too few for another Ante
    with its Play. It isn't asked whether later rounds would have won them back.

    The chances of all bankrolls are carried from round to round. All terms are positive, so no
    product or sum is off by more than 2**-53 of itself. With m net gains a round has m + 1 of these
    for each chance, the sum over the rounds one more, so the result is off by less than
    (m + 4) * (rounds + 10) * 2**-53 of itself. Bankrolls that are reached with a chance under
    1e-18 together are dropped now and then, as never ruined.

    >>> from tcp.rules import load_rules
    >>> ruin_by_round(analyse(load_rules("pagat")).net(Bets(1)), 4, 2).round(4)
    array([0.    , 0.    , 0.1962])

    Args:
        distribution: the net gain of one round, in units.
        bankroll: units at the start.
        rounds: how many, up to 100,000.
        reserve: units that a round may need.
        most_steps: how many products of chances it may take.

    Returns:
        `rounds + 1` chances: within 0, 1, 2, ... rounds.

    Raises:
        ValueError: for a bankroll below the reserve, numbers that aren't whole, or, before the
            work begins, more bankrolls than can be held or more products than may be taken.
    """
    check_rounds(rounds)
    for name, units, least in (("reserve", reserve, 1), ("bankroll", bankroll, reserve)):
        if not isinstance(units, int) or isinstance(units, bool) or units < least:
            raise ValueError(
                f"{name} = {quoted(units)}: a whole number of units is asked for, "
                f"{quoted(least)} or more"
                + ("; a round may need the reserve" if name == "bankroll" else "")
            )
    nets, unit = _whole_nets(distribution)
    step = math.gcd(*nets) or 1
    chances = [(net // step, weight / distribution.total) for net, weight in nets.items()]
    most = max(0, max(move for move, _ in chances))
    start = (bankroll - reserve) * unit // step  # steps down that can be afforded
    if start + most > MOST_VALUES:
        raise ValueError(
            f"bankroll = {quoted(bankroll)}: more than the {MOST_VALUES:,} bankrolls that can be "
            "held would be reached"
        )
    stops = sorted({math.ceil(rounds * part / 64) for part in range(1, 65)})
    reached = zip(stops, _reached(chances, stops), strict=True)
    sizes = [start + min(number * most, max(0, up) + 8 * most) for number, up in reached]
    if most and max(sizes) > 2 * MOST_VALUES:
        raise ValueError(
            f"rounds = {quoted(rounds)}: more than the {2 * MOST_VALUES:,} bankrolls that can be "
            "held would be reached; take fewer rounds, or pay tables and stakes with a coarser "
            "common unit"
        )
    _check_steps(len(chances) * rounds * sum(sizes) // len(sizes), most_steps)
    held = np.zeros(start + 1)
    held[start] = 1
    ruined = np.zeros(rounds + 1)
    for number in range(1, rounds + 1):
        after_round = np.zeros(len(held) + most)
        lost = 0.0
        for move, chance in chances:
            if move < 0:
                lost += chance * held[:-move].sum()
                after_round[: max(0, len(held) + move)] += chance * held[-move:]
            else:
                after_round[move : move + len(held)] += chance * held
        ruined[number] = lost
        held = after_round if number % 8 else _without_top(after_round)
    return ruined.cumsum()


def _reached(chances: Sequence[tuple[int, float]], rounds: Sequence[int]) -> list[int]:
    """How many steps after each number of rounds are passed with a chance under 1e-24.

    By Chernoff's bound, P(S >= x) <= M(t)**n * exp(-t x), with the best of many t.
    """
    most = max(move for move, _ in chances)
    if most <= 0:
        return [number * most for number in rounds]
    at = np.geomspace(1e-5, 60, 300) / most
    logs = np.log1p(sum(chance * np.expm1(at * move) for move, chance in chances))
    return [
        min(number * most, math.ceil(((number * logs + 24 * math.log(10)) / at).min()))
        for number in rounds
    ]


def _check_steps(steps: int, most: int) -> None:
    if steps > most:
        raise ValueError(
            f"that takes up to {steps:,} products of chances, more than the limit of {most:,}; "
            "take fewer rounds, a smaller bankroll, or pay tables and stakes with a coarser common "
            "unit"
        )


def _without_top(held: Floats) -> Floats:
    """Without the largest bankrolls, as long as they have a chance under 1e-18 together."""
    rare = np.searchsorted(held[::-1].cumsum(), 1e-18)
    return held[: max(1, len(held) - int(rare))]


def risk_of_ruin(
    distribution: Distribution[Any], bankroll: int, rounds: int, reserve: int = 2
) -> float:
    """The chance to have fewer than `reserve` units after any of so many rounds.

    The last entry of `ruin_by_round`, which says more.
    """
    return float(ruin_by_round(distribution, bankroll, rounds, reserve)[-1])


# --- doubling after a loss -----------------------------------------------------------------------


@dataclass(frozen=True)
class Doubling:
    """What doubling after each lost round comes to. It changes the risk, not the edge."""

    net: Fraction
    """The expected net gain of all rounds, in units."""
    ante: Fraction
    """The expected sum of all Antes: `net` is minus the house edge times this."""
    session: Session
    """The chances to end ahead, even or behind."""


def doubling(distribution: Distribution[Any], rounds: int, steps: int) -> Doubling:
    """So many rounds in which the Ante doubles after a lost round, at most `steps` times.

    The Ante is 1, 2, 4, ... up to 2**steps; after a loss there it is 1 again, as after a round
    that is won. A tie leaves it.

    The expectations are exact, and found apart from each other: `net` by following the units won
    and lost with their chances, `ante` by counting what is staked.

    >>> from tcp.rules import load_rules
    >>> ante = analyse(load_rules("pagat")).ante
    >>> found = doubling(ante.distribution, 20, steps=5)
    >>> found.net == -ante.house_edge * found.ante
    True

    Args:
        distribution: the net gain of a round per unit of Ante.
        rounds: how many, up to 1,000.
        steps: how often the Ante may double, 1 to 8.

    Raises:
        ValueError: for other numbers, or values that are no exact numbers.
    """
    check_rounds(rounds, 1_000)
    if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= 8:
        raise ValueError(f"steps = {quoted(steps)}: the Ante may double 1 to 8 times")
    nets, unit = _whole_nets(distribution)
    total = distribution.total
    levels = range(steps + 1)
    # Both over total**rounds: how often each level is reached, and what was gained on the way.
    reached, gained = [1] + [0] * steps, [0] * (steps + 1)
    ante = Fraction(0)
    for number in range(rounds):
        staked = sum(reached[level] << level for level in levels)
        ante += Fraction(staked, total**number)
        next_reached, next_gained = [0] * len(levels), [0] * len(levels)
        for level in levels:
            for net, weight in nets.items():
                to = _next_level(level, net, steps)
                next_reached[to] += weight * reached[level]
                next_gained[to] += weight * (gained[level] + reached[level] * (net << level))
        reached, gained = next_reached, next_gained
    expected = Fraction(sum(gained), unit * total**rounds)
    return Doubling(expected, ante, _doubled_session(nets, total, unit, rounds, steps))


def _next_level(level: int, net: int, steps: int) -> int:
    if net == 0:
        return level
    return level + 1 if net < 0 and level < steps else 0


def _doubled_session(
    nets: Mapping[int, int], total: int, unit: int, rounds: int, steps: int
) -> Session:
    """The distribution behind `doubling`: the chances of all results, by the level reached.

    All terms are positive, so rounding is bounded as in `ruin_by_round`. Results beyond which
    there are chances of less than 1e-18 are dropped, and what is dropped is counted.
    """
    worst, best = min(0, *nets) << steps, max(0, *nets) << steps
    if rounds * (best - worst) > 100 * MOST_VALUES:
        raise ValueError("so much can be won or lost that the results don't fit into memory")
    held, low, dropped = np.zeros((steps + 1, 1)), 0, 0.0
    held[0] = 1
    for _ in range(rounds):
        size = held.shape[1]
        new = np.zeros((steps + 1, size + best - worst))
        for level in range(steps + 1):
            for net, weight in nets.items():
                start = (net << level) - worst
                to = _next_level(level, net, steps)
                new[to, start : start + size] += weight / total * held[level]
        together = new.sum(axis=0)
        first = int(np.searchsorted(together.cumsum(), 1e-18))
        last = len(together) - int(np.searchsorted(together[::-1].cumsum(), 1e-18))
        dropped += together[:first].sum() + together[last:].sum()
        held, low = new[:, first:last], low + worst + first
    error = dropped + (len(nets) * (steps + 1) + 4) * (rounds + 10) * 2**-53
    return Session(rounds, low, 1, unit, held.sum(axis=0), float(error))


def check_rounds(rounds: object, most: int = MOST_ROUNDS) -> None:
    """Refuse what is no number of rounds."""
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= most:
        raise ValueError(
            f"rounds = {quoted(rounds)}: a whole number from 1 to {most:,} is asked for"
        )


def _whole_nets(distribution: Distribution[Any]) -> tuple[Mapping[int, int], int]:
    """The weights by net gains times a unit that makes all of them whole, and that unit."""
    if not isinstance(distribution, Distribution):
        raise ValueError(
            f"{quoted(distribution)} is no Distribution; analyse(rules).net(Bets(1)) gives one"
        )
    for net in distribution:
        if not isinstance(net, (int, Fraction)) or isinstance(net, bool):
            raise ValueError(
                f"a net gain of {quoted(net)}: whole numbers or Fractions are asked for"
            )
    unit = math.lcm(*(net.denominator for net in distribution))
    return {int(net * unit): weight for net, weight in distribution.items()}, unit


def along(
    distribution: Distribution[Any], rounds: Sequence[int], *, most_steps: int = MOST_STEPS
) -> list[Session]:
    """What it has come to after each of these numbers of rounds, as `after` gives each.

    >>> from tcp.rules import load_rules
    >>> [found.rounds for found in along(analyse(load_rules("pagat")).net(Bets(1)), (10, 20, 40))]
    [10, 20, 40]

    For a picture of a whole night: from one number to the next the chances of the rounds between
    are joined to those so far, all terms positive. Results beyond which there are chances of less
    than 1e-18 are dropped. Each error counts what was dropped and how far rounding can go.

    Args:
        distribution: the net gain of one round.
        rounds: numbers that rise, up to 100,000.
        most_steps: how many products of chances it may take.

    Raises:
        ValueError: as `after`, for numbers that don't rise, and, before the work begins, for more
            products than may be taken.
    """
    if not isinstance(rounds, Sequence):
        raise ValueError(
            f"rounds = {quoted(rounds)}: numbers that rise are asked for, such as (10, 20)"
        )
    for number in rounds:
        check_rounds(number)
    between = [last - first for first, last in zip((0, *rounds), rounds, strict=False)]
    if not between or min(between) <= 0:
        raise ValueError(
            f"rounds = {quoted(rounds)}: numbers that rise are asked for, such as (10, 20)"
        )
    nets, _ = _whole_nets(distribution)
    products = zip(_spread(nets, rounds[:-1]), _spread(nets, between[1:]), strict=True)
    _check_steps(sum(held * more for held, more in products), most_steps)
    parts = {number: after(distribution, number) for number in set(between)}
    found = [parts[between[0]]]
    for number in between[1:]:
        held, more = found[-1], parts[number]
        chances = np.convolve(held.chances, more.chances)
        first = int(np.searchsorted(chances.cumsum(), 1e-18))
        last = len(chances) - int(np.searchsorted(chances[::-1].cumsum(), 1e-18))
        dropped = float(chances[:first].sum() + chances[last:].sum())
        rounding = (min(len(held.chances), len(more.chances)) + 4) * 2**-53
        found.append(
            replace(
                held,
                rounds=held.rounds + number,
                low=held.low + more.low + first * held.step,
                chances=chances[first:last],
                error=held.error + more.error + dropped + rounding,
            )
        )
    return found


def _spread(nets: Mapping[int, int], rounds: Sequence[int]) -> list[int]:
    """How many results each number of rounds may have, with those under 1e-24 left out."""
    total, least = sum(nets.values()), min(nets)
    step = math.gcd(*(net - least for net in nets)) or 1
    places = {(net - least) // step: weight for net, weight in nets.items()}
    middle = sum(place * weight for place, weight in places.items()) // total
    upwards = [(place - middle, weight / total) for place, weight in places.items()]
    downwards = [(-move, chance) for move, chance in upwards]
    both = zip(_reached(upwards, rounds), _reached(downwards, rounds), strict=True)
    return [up + down + 1 for up, down in both]


def bands(night: Sequence[Session], levels: Sequence[float]) -> dict[float, list[Ratio]]:
    """For each of these chances, the quantile at the beginning of a night and at each of its stops.

    >>> from tcp.rules import load_rules
    >>> night = along(analyse(load_rules("pagat")).net(Bets(1)), (120, 240))
    >>> bands(night, (0.05, 0.5, 0.95))
    {0.05: [0, -33, -50], 0.5: [0, -4, -8], 0.95: [0, 26, 34]}

    Raises:
        ValueError: for what are no sessions, or chances that aren't between 0 and 1.
    """
    if not isinstance(night, Sequence) or not all(isinstance(each, Session) for each in night):
        raise ValueError(f"night = {quoted(night)}: sessions are asked for, as `along` gives them")
    if not isinstance(levels, Sequence):
        raise ValueError(
            f"levels = {quoted(levels)}: chances are asked for, such as (0.05, 0.5, 0.95)"
        )
    return {level: [0, *(session.quantile(level) for session in night)] for level in levels}

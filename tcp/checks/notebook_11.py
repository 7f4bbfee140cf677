"""The exercises of notebook 11: a proof in numbers, two functions, and a house without a bonus."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from tcp.checks import (
    Mistake,
    NotAttempted,
    call,
    expect_function,
    expect_numbers,
    is_number,
    missing,
    rounding,
    same,
    short,
)
from tcp.exact import analyse
from tcp.payouts import Bets
from tcp.probability import Distribution
from tcp.rules import load_rules
from tcp.sessions import after, risk_of_ruin

Net = Distribution[int]

# --- 11.1: doubling in a plain game, with pencil and paper ---------------------------------------

_WIN = Fraction(9, 20)
_STAKES = (1, 2, 4)


def doubled(win: Fraction, stakes: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """The expected sum of the stakes until the first win, and the expected net."""
    lose = 1 - win
    staked = sum((stake * lose**number for number, stake in enumerate(stakes)), Fraction(0))
    return staked, 1 - lose ** len(stakes) * (1 + sum(stakes))


def _doubling(answer: Any) -> str:
    staked, net = doubled(_WIN, _STAKES)
    lose = 1 - _WIN
    all_won = sum((s * lose**n * _WIN for n, s in enumerate(_STAKES)), Fraction(0))
    mistakes: dict[tuple[str, Fraction | int], str] = {
        ("expected_stakes", 7): "7 is staked only if the first two rounds are lost.",
        ("expected_stakes", 1 + 6 * lose): "the third stake needs two losses, not one.",
        ("expected_stakes", 1 + 2 * _WIN + 4 * _WIN**2): "you go on after a loss, not a win.",
        ("expected_stakes", Fraction(7, 3)): "the three stakes are not equally likely.",
        ("expected_stakes", all_won): "a stake counts whether it is won or lost.",
        ("expected_net", -net): "the size is right; who gains?",
        ("expected_net", 2 * _WIN - 1): "this is one round with a stake of 1.",
        ("expected_net", 1 - lose**3): "three losses cost 7; they are missing.",
        ("expected_net", 1 - 7 * lose**3): "the win of 1 comes only if not all three are lost.",
        ("expected_net", all_won - 7 * lose**3): "before a win of 2 or 4 other stakes were lost.",
        ("expected_net", 0): "the house has an edge in each round; can it vanish in their sum?",
        ("expected_net", staked): "this is staked; what of it is lost?",
    }
    expect_numbers(
        answer,
        {"expected_stakes": staked, "expected_net": net},
        mistakes,
        "each stake counts with the chance that it is made; and the net is +1 at the first win, "
        "whenever it comes, or −7.",
    )
    return "331/100 staked, a tenth of it lost: the edge, although you win five times in six."


# --- 11.2: ahead after so many rounds ------------------------------------------------------------


def chance_ahead(net: Net, rounds: int) -> Fraction:
    """The exact chance that so many rounds bring more than 0 together."""
    return net.repeat(rounds).p(lambda total: total > 0)


def _games(rng: random.Random, most: int) -> Iterator[tuple[Net, int]]:
    """Small games with gains and losses, and a number of rounds."""
    for number in range(40):
        gains = rng.sample(range(1, 6), rng.randint(1, 2)) + rng.sample(range(-3, 1), 2)
        yield Distribution({gain: rng.randint(1, 9) for gain in gains}), 1 + number % most


def _ahead(answer: Any) -> str:
    expect_function(answer, chance_ahead, _games(random.Random(112), 6), _ahead_hint)
    return "All sums of the rounds with their chances, and those above 0 added up."


def _ahead_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    net, rounds = arguments
    if got is None:
        return "The function returns nothing yet."
    if not is_number(got):
        return "A chance is asked for."
    total = net.repeat(rounds)
    one = net.p(lambda gain: gain > 0)
    mistakes: list[tuple[Any, str]] = [
        (total.p(lambda gain: gain >= 0), "To be even is not to be ahead."),
        (total.p(lambda gain: gain < 0), "This is the chance to be behind."),
        (one, "This is one round; how do several come together?"),
        (one**rounds, "This asks that every round is won."),
        (1 - (1 - one) ** rounds, "This is the chance that some round is won."),
        (net.p(lambda gain: rounds * gain > 0), "The rounds are not copies of one."),
        (100 * wanted, "This is in per cent; give the chance itself."),
    ]
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


# --- 11.3: home as soon as ahead -----------------------------------------------------------------


def quit_ahead(net: Net, rounds: int) -> tuple[Fraction, Fraction]:
    """The expected net and number of rounds of one who stops above 0, or after so many rounds."""
    playing: dict[int, Fraction] = {0: Fraction(1)}
    expected = played = Fraction(0)
    for _ in range(rounds):
        played += sum(playing.values())
        after_round: dict[int, Fraction] = {}
        for result, chance in playing.items():
            for gain in net:
                end = result + gain
                after_round[end] = after_round.get(end, Fraction(0)) + chance * net.p(gain)
        expected += sum(end * chance for end, chance in after_round.items() if end > 0)
        playing = {end: chance for end, chance in after_round.items() if end <= 0}
    return expected + sum(end * chance for end, chance in playing.items()), played


def _quitting(answer: Any) -> str:
    if not callable(answer):
        raise Mistake(f"A function is asked for, and this is {short(answer)}.")
    for net, rounds in _games(random.Random(113), 5):
        shown = f"{net!r} and {rounds} rounds"
        try:
            got = call(answer, (net, rounds))
        except Mistake as mistake:
            raise Mistake(f"For {shown} {mistake}") from None
        if got is ...:
            raise NotAttempted
        if not isinstance(got, (tuple, list)) or len(got) != 2:
            raise Mistake("Return two numbers: the expected net and the expected rounds.")
        blanks = missing({"the expected net": got[0], "the expected rounds": got[1]})
        wanted = quit_ahead(net, rounds)
        for name, each, right in zip(("net", "rounds"), got, wanted, strict=True):
            if each is not ... and not (is_number(each) and same(each, right)):
                hint = _quit_hint(name, net, rounds, each)
                raise Mistake(f"For {shown} the expected {name} is {right}. {hint}".strip())
        if blanks:
            raise Mistake(f"Right so far. {blanks}")
    return "Their quotient is the mean of one round, in every game: stopping early changes no edge."


def _quit_hint(name: str, net: Net, rounds: int, got: Any) -> str:
    if not is_number(got):
        return f"This gives {short(got)}, which is no number."
    expected, played = quit_ahead(net, rounds)
    never = net.p(lambda gain: gain <= 0)
    mistakes: dict[str, list[tuple[Any, str]]] = {
        "net": [
            (rounds * net.mean, "This is for one who never stops early."),
            (net.mean, "This is one round."),
            (-expected, "The sign is turned: a gain of yours is positive."),
            (played, "This is the number of rounds: the net comes first."),
        ],
        "rounds": [
            (rounds, "Who is ahead plays no further rounds."),
            (rounds + 1 - played, "These are the rounds that are not played."),
            (played - 1, "The last round is played, too."),
            (
                sum((never**number for number in range(rounds)), Fraction(0)),
                "Not the first won round counts, but the first result above 0.",
            ),
        ],
    }
    hints = (hint for wrong, hint in mistakes[name] if same(got, wrong))
    return next(hints, rounding(got, played if name == "rounds" else expected))


# --- 11.4: a house without the Ante bonus --------------------------------------------------------


@cache
def without_bonus() -> tuple[float, float]:
    """The chances to be ahead after 240 rounds and to be ruined in them, with 40 chips."""
    net = analyse(replace(load_rules("pagat"), ante_bonus=None)).net(Bets(1))
    return after(net, 240).ahead, risk_of_ruin(net, 40, 240)


def _no_bonus(answer: Any) -> str:
    names = "ahead_without", "ruin_without"
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Mistake("Two chances are asked for, in brackets: ahead_without, ruin_without.")
    blanks = missing(dict(zip(names, answer, strict=True)))
    net = analyse(replace(load_rules("pagat"), ante_bonus=None)).net(Bets(1))
    old = analyse(load_rules("pagat")).net(Bets(1))
    night, before = after(net, 240), after(old, 240)
    known: dict[str, list[tuple[Callable[[], float], str]]] = {
        "ahead_without": [
            (lambda: before.ahead, "this is the house with its bonus."),
            (lambda: night.behind, "this is the chance to be behind."),
            (lambda: 1 - night.behind, "to be even is not to be ahead."),
            (lambda: after(net, 60).ahead, "this is 60 rounds."),
        ],
        "ruin_without": [
            (lambda: risk_of_ruin(old, 40, 240), "this is the house with its bonus."),
            (lambda: risk_of_ruin(net, 40, 240, 1), "a round may need two chips, not one."),
            (lambda: night.at_most(-39), "who was ruined on the way went home: use risk_of_ruin."),
            (lambda: risk_of_ruin(net, 40, 60), "this is 60 rounds."),
        ],
    }
    for name, got, right in zip(names, answer, without_bonus(), strict=True):
        if got is ...:
            continue
        if not is_number(got):
            raise Mistake(f"{name}: a number is asked for, and this is {short(got)}.")
        if not 0 <= got <= 100:
            raise Mistake(f"{name}: {short(got)} is no chance; those lie between 0 and 1.")
        if abs(got - right) <= 5e-5:  # as far as two digits of per cent tell
            continue
        if abs(got - 100 * right) <= 5e-3:
            raise Mistake(f"{name}: this is in per cent; give the chance itself.")
        hints = (hint for wrong, hint in known[name] if abs(got - wrong()) <= 5e-5)
        otherwise = "analyse the changed rules, and take the net of one chip on the Ante."
        raise Mistake(f"{name}: {next(hints, otherwise)}")
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return (
        "Five points of edge, and only half as many nights end ahead. What an edge does to a "
        "round can't be seen; what it does to a night can."
    )


EXERCISES = {"11.1": _doubling, "11.2": _ahead, "11.3": _quitting, "11.4": _no_bonus}

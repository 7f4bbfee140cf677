"""The exercises of notebook 06: a long wait, a fair pay, a fair table, and a deck without twos."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from tcp.cards import DECK, Rank
from tcp.checks import Mistake, expect_function, expect_number, is_number, missing, same, short
from tcp.payouts import pair_plus_net, pair_plus_ratio
from tcp.probability import Distribution
from tcp.rules import TABLE_KEYS, PayTable, Ratio, load_rules
from tcp.view import number

# --- 06.1: no straight flush in 460 hands --------------------------------------------------------

_STEPS = ("missed_once", "missed_460", "next_460")
_MISS = Fraction(22_100 - 48, 22_100)
_NONE = _MISS**460


def _long_wait(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != len(_STEPS):
        raise Mistake(f"Three chances are asked for, in brackets: {', '.join(_STEPS)}.")
    blanks = missing(dict(zip(_STEPS, answer, strict=True)))
    for name, got in zip(_STEPS, answer, strict=True):
        if got is ...:
            continue
        if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
            raise Mistake(f"A number is asked for as {name}, and this is {short(got)}.")
    once, long, following = answer
    _expect(
        once,
        _MISS,
        {
            1 - _MISS: "missed_once: this is the chance of a straight flush; you want a miss.",
            Fraction(459, 460): "missed_once: 460 is rounded; count hands, of 22,100.",
        },
        "missed_once: how many of the 22,100 hands are no straight flush?",
    )
    _expect(
        long,
        _NONE,
        {
            1 - _NONE: "missed_460: this is the chance of at least one.",
            460 * _MISS: "missed_460: every one of them must miss, so the chances multiply.",
            1 - 460 * (1 - _MISS): "missed_460: chances of events that may both happen do not add.",
        },
        "missed_460: write it with missed_once, not as a rounded figure; the hands are "
        "independent.",
    )
    _expect(
        following,
        _NONE,
        {
            _NONE**2: "next_460: this is the chance of 920 misses, but 460 of them are over.",
            1 - _NONE: "next_460: this is the chance of at least one in the next 460.",
            0: "next_460: nothing is due. What does a fresh deck know of earlier hands?",
        },
        "next_460: what does a fresh deck know of earlier hands?",
    )
    if blanks:
        raise Mistake(f"Right so far. {blanks}")
    return (
        "36.8 %, and 36.8 % again. It is nearly 1/e, the limit of (1 - 1/n) to the power of n: "
        "425 hands without a three of a kind are as likely."
    )


def _expect(got: Any, wanted: Fraction, mistakes: Mapping[Any, str], otherwise: str) -> None:
    if got is not ... and not same(got, wanted):
        hints = (hint for wrong, hint in mistakes.items() if same(got, wrong))
        raise Mistake(next(hints, otherwise))


# --- 06.2: what must one hand pay? ---------------------------------------------------------------


def fair_pay(pays: PayTable, hand: str) -> Fraction:
    """What `hand` must pay for an expectation of 0, all other pays as they are."""
    nothing, one_chip = (pair_plus_net(pays | {hand: pay}).mean for pay in (0, 1))
    return -nothing / (one_chip - nothing)


def _tables(rng: random.Random) -> Iterator[tuple[PayTable, str]]:
    """Tables of the rule pages, then tables that no page prints, and a hand of each."""
    live = load_rules("live").pair_plus
    assert live is not None
    yield load_rules("pagat").pair_plus or live, "straight_flush"
    yield live, "straight_flush"
    yield live, "mini_royal"
    ordinary = TABLE_KEYS["pair_plus"][:-1]
    for _ in range(60):
        pays: dict[str, Ratio] = {
            hand: Fraction(rng.randint(0, 4 * most), rng.choice([1, 2]))
            for hand, most in zip(ordinary, (1, 4, 8, 30, 40), strict=True)
            if rng.random() < 0.85
        }
        if rng.random() < 0.4:
            pays["mini_royal"] = rng.randint(20, 200)
        hand = rng.choice([*ordinary, *(key for key in pays if key == "mini_royal")])
        if fair_pay(PayTable(pays), hand):
            yield PayTable(pays), hand


def _fair(answer: Any) -> str:
    expect_function(answer, fair_pay, _tables(random.Random(62)), _fair_hint)
    return (
        "The other hands do not change, so the whole expectation is a straight line in this one "
        "pay. A negative result says that the other hands alone pay too much."
    )


def _fair_hint(arguments: tuple[Any, ...], got: Any, wanted: Any) -> str:
    pays, hand = arguments
    if got is None:
        return "The function returns nothing yet."
    if isinstance(got, bool) or not isinstance(got, (int, float, Fraction)):
        return "A number of chips is asked for."
    if hand not in pays and same(got, wanted + 1):
        return "Without a pay this hand loses its chip now: begin at -1, not at 0."
    mistakes = [
        (wanted - pays.get(hand, 0), "This is how much the pay must rise; give the pay itself."),
        (-wanted, "The sign is turned: what the others lose, this hand must win."),
        (wanted + 1, "A pay of 4 to 1 is a net of 4: the stake coming back is no gain."),
        (_in_one_deal(pays, hand), "Divide by the hands of this kind, not by all 22,100."),
        (_without_losers(pays, hand), "Hands that the table does not name lose the stake."),
    ]
    if hand == "straight_flush":
        named = "mini_royal" in pays
        share = Fraction(44, 48) if named else Fraction(48, 44)
        told = (
            "This table pays the mini royal's 4 hands apart: 44 straight flushes are left."
            if named
            else "This table does not name the mini royal: its 4 hands are straight flushes too."
        )
        mistakes.append((wanted * share, told))
    if "mini_royal" in pays:
        plain = PayTable({key: pay for key, pay in pays.items() if key != "mini_royal"})
        mistakes.append((fair_pay(plain, hand), "This table pays the mini royal apart."))
    return next((hint for wrong, hint in mistakes if same(got, wrong)), "")


def _in_one_deal(pays: PayTable, hand: str) -> Fraction:
    return -pair_plus_net(pays | {hand: 0}).mean


def _without_losers(pays: PayTable, hand: str) -> Fraction:
    """The result of taking every other hand that isn't named, except a high card, for a push."""
    named = {key: pays.get(key, 0) for key in TABLE_KEYS["pair_plus"][:-1]}
    return fair_pay(PayTable({**named, **pays}), hand)


# --- 06.3: a fair table --------------------------------------------------------------------------


def _fair_table(answer: Any) -> str:
    if not isinstance(answer, Mapping):
        raise Mistake(f"A table of hands and pays is asked for, and this is {short(answer)}.")
    blanks = missing({_name(str(hand)): pay for hand, pay in answer.items()}) if answer else ""
    hands = [key for key in TABLE_KEYS["pair_plus"] if key in answer or key != "mini_royal"]
    if set(answer) != set(hands):
        raise Mistake(f"A pay for each of these hands is asked for: {', '.join(hands)}.")
    for hand in hands:
        pay = answer[hand]
        if pay is ...:
            continue
        if not is_number(pay):
            raise Mistake(f"{_name(hand)} = {short(pay)}: a pay is a number.")
        if not isinstance(pay, (int, Fraction)) or pay != int(pay):
            raise Mistake(f"{_name(hand)} = {pay}: chips are whole, so pay whole ones.")
        if pay < 1:
            raise Mistake(f"{_name(hand)} = {pay}: a hand that wins is paid at least 1 to 1.")
    for weaker, stronger in pairwise(hand for hand in hands if answer[hand] is not ...):
        if answer[weaker] >= answer[stronger]:
            raise Mistake(
                f"A {_name(stronger)} is rarer than a {_name(weaker)}, so it is to be paid more."
            )
    if blanks:
        raise Mistake(f"Possible so far. {blanks}")
    try:
        net = pair_plus_net(PayTable(answer))
    except ValueError as error:
        raise Mistake(f"This is no pay table: {error}.") from None
    chips = net.mean * net.total
    if chips:
        keeps = "the house keeps" if chips < 0 else "the player gains"
        raise Mistake(
            f"Not fair yet: of 22,100 chips, one on each hand, {keeps} {number(abs(chips))}."
        )
    lost = number(net[-1])
    return (
        f"Fair: of 22,100 chips {lost} are lost and {lost} won. One chip still swings by "
        f"{number(net.sd)}: fair is not the same as calm."
    )


def _name(hand: str) -> str:
    return hand.replace("_", " ")


# --- 06.4: a deck without twos -------------------------------------------------------------------


def _without_twos() -> Fraction:
    rules = load_rules("pagat")
    deck = [card for card in DECK if card.rank > Rank.TWO]
    ratios = (pair_plus_ratio(hand, rules) for hand in combinations(deck, 3))
    return Distribution.count(-1 if ratio is None else ratio for ratio in ratios).mean


def _forty_eight(answer: Any) -> str:
    wanted = _without_twos()
    pagat = load_rules("pagat").pair_plus
    assert pagat is not None
    chips = wanted * 17_296
    expect_number(
        answer,
        wanted,
        {
            -wanted: "The size is right: the sign says who gains, and here it is not the house.",
            wanted * 100: "This is in chips of 100; give the expectation of one chip.",
            chips: "These are the chips of all hands together; divide by their number.",
            chips / 22_100: "With 48 cards there are fewer hands than 22,100.",
            pair_plus_net(pagat).mean: "This is the deck of 52; leave out the twos first.",
            Fraction(1_132, 17_296): "This takes A-3-4 for a straight; `rank_hand` does not.",
        },
        "Count the nets of all hands of 48 cards as you did for 52, and take the mean.",
    )
    return (
        "The player gains 3.28 chips of 100: with fewer ranks, pairs come more often and high "
        "cards less. What a pay table is worth depends on the deck."
    )


EXERCISES = {"06.1": _long_wait, "06.2": _fair, "06.3": _fair_table, "06.4": _forty_eight}

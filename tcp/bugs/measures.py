"""What each wrong version does to the game, and which test sees it: exact, over every deal.

A wrong ranking is a number for each of the 22,100 hands. How many of the dealer's hands are below
a number is counted as in `tcp.exact.deals`, by inclusion and exclusion; only the question which
comparisons or rounds differ from the right ones visits all pairs, a row of hands at a time.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tcp.bugs.cases import Hand, settlement_cases
from tcp.bugs.catalogue import Bug
from tcp.bugs.rankings import worth_of
from tcp.cards import DECK, Card, Rank
from tcp.exact.deals import SIGNS, sets_in, suit_classes
from tcp.exact.strengths import all_hands
from tcp.payouts import Bets, Decision, settle
from tcp.ranking import Category, compare, parse_threshold, rank_hand
from tcp.rules import Ratio, Rules, load_rules

Array = NDArray[np.int64]
DEALS = math.comb(52, 3) * math.comb(49, 3)
RIGHT = Bug("right", "nothing is wrong", "ranking", rank_hand)
"""The right version in the same clothes, to measure it in the same way."""

ADVICE = parse_threshold("Q-6-4")
"""The player plays as the right game advises, whatever the program believes."""

STATUSES = 3  # the dealer doesn't qualify; has just the rank asked for; has more


@cache
def _hands() -> tuple[Hand, ...]:
    """All 22,100 hands in the deck's order, which is their order of size here."""
    return tuple(combinations(DECK, 3))


class _View(NamedTuple):
    """All hands as a program with the bug sees them, a number each."""

    order: Array  # 0, 1, 2, ... from its weakest hand up
    group: Array  # its category, and 6 for a mini royal: what it is paid for
    status: Array  # as the dealer's hand, one of STATUSES


@lru_cache(maxsize=128)
def _view(bug: Bug, rules: Rules) -> _View:
    judged = [bug.ranking(hand) for hand in _hands()]
    number = {worth: place for place, worth in enumerate(sorted(set(judged)))}
    worths = [worth_of(each) for each in judged]
    group = [6 if worth == (5, (Rank.ACE,)) else int(worth.category) for worth in worths]
    least = rules.qualifying_rank
    just = (least.category, least.ranks[:1])
    status = [
        (2 - ((worth.category, worth.ranks[:1]) == just)) if bug.qualifies(hand, rules) else 0
        for hand, worth in zip(_hands(), worths, strict=True)
    ]
    return _View(np.array([number[each] for each in judged]), np.array(group), np.array(status))


@cache
def _plays() -> NDArray[np.bool_]:
    """Which hands the advice plays."""
    return np.array([rank_hand(hand) >= ADVICE for hand in _hands()])


def _rows(*numbers: Array) -> tuple[Array, Array]:
    """Hands that stand for all, and how many each stands for.

    One hand of each kind that no exchange of suits turns into another, if the numbers don't tell
    these apart; otherwise every hand.
    """
    example, kind_of, sizes = suit_classes()
    if all((each[example][kind_of] == each).all() for each in numbers):
        return example.astype(np.int64), sizes
    return np.arange(len(kind_of)), np.ones(len(kind_of), np.int64)


def _results(view: _View, rows: Array) -> Array:
    """For each row: how many dealer's hands of each status are weaker, equal and stronger.

    Returns:
        Shape (STATUSES, 3, rows), the player winning first.
    """
    sets = sets_in(all_hands()).astype(np.int64)
    span = len(view.order) + 1
    held = np.sort(((sets * STATUSES + view.status) * span + view.order).ravel())
    found = np.zeros((STATUSES, 3, len(rows)), np.int64)
    mine = view.order[rows]
    for status in range(STATUSES):
        for sign, of_row in zip(SIGNS, sets[:, rows], strict=True):
            start = (of_row * STATUSES + status) * span
            weaker = np.searchsorted(held, start + mine) - np.searchsorted(held, start)
            to_equal = np.searchsorted(held, start + mine + 1) - np.searchsorted(held, start)
            total = np.searchsorted(held, start + span) - np.searchsorted(held, start)
            found[status] += sign * np.array([weaker, to_equal - weaker, total - to_equal])
        found[status, 1] -= view.status[rows] == status  # the hand itself avoids no card of its own
    return found


class _Nets(NamedTuple):
    """What is paid by group, status and result, and on a fold by group: Ante, Pair Plus."""

    play: NDArray[Any]  # shape (bets, 7 groups, STATUSES, 3 results)
    fold: NDArray[Any]  # shape (bets, 7 groups, STATUSES)


def _of_bets(bug: Bug, rules: Rules, player: Hand, dealer: Hand, decision: Decision) -> list[Any]:
    bets = Bets(1, pair_plus=int(rules.pair_plus is not None))
    lines = bug.settle(rules, bets, player, dealer, decision).lines
    aside = sum(line.net for line in lines if line.bet == "pair_plus")
    return [sum(line.net for line in lines) - aside, aside]


@lru_cache(maxsize=128)
def _counted(bug: Bug, rules: Rules) -> tuple[Array, Array, Array]:
    """Rows, how many hands each stands for, and `_results` against each."""
    view = _view(bug, rules)
    rows, sizes = _rows(view.order, view.group, view.status)
    return rows, sizes, _results(view, rows)


@lru_cache(maxsize=128)
def _nets(bug: Bug, rules: Rules) -> _Nets:
    """One deal of each sort there is, settled for all others of its sort."""
    view, (rows, _, results) = _view(bug, rules), _counted(bug, rules)
    play = np.zeros((2, 7, STATUSES, 3), object)
    fold = np.zeros((2, 7, STATUSES), object)
    group = view.group[rows]
    for kind, status, result in np.ndindex(7, STATUSES, 3):
        for row in rows[(group == kind) & (results[status, result] > 0)][:1]:
            apart = (_bits() & _bits()[row]) == 0
            verdict = 1 - np.sign(view.order[row] - view.order)
            dealer = np.flatnonzero(apart & (view.status == status) & (verdict == result))[0]
            hands = _hands()[row], _hands()[dealer]
            play[:, kind, status, result] = _of_bets(bug, rules, *hands, Decision.PLAY)
            fold[:, kind, status] = _of_bets(bug, rules, *hands, Decision.FOLD)
    return _Nets(play, fold)


@cache
def _bits() -> Array:
    """A bit for each card a hand holds."""
    bits: Array = np.bitwise_or.reduce(np.int64(1) << all_hands().astype(np.int64), axis=0)
    return bits


def rules_of(rules: Rules | None) -> Rules:
    """These rules, or those named "live", which pay a mini royal apart and so show most."""
    return load_rules("live") if rules is None else rules


@lru_cache(maxsize=256)
def _gains(bug: Bug, rules: Rules) -> tuple[dict[Any, int], dict[Any, int]]:
    """How many of all deals bring each net of an Ante, and of a Pair Plus."""
    view, nets = _view(bug, rules), _nets(bug, rules)
    rows, sizes, results = _counted(bug, rules)
    played, group = _plays()[rows], view.group[rows]
    weights: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    for kind in set(group.tolist()):
        here = (group == kind) * sizes
        counts = results @ (here * played)
        folded = (results @ (here * ~played)).sum(axis=1)
        for bet in range(2):
            for status in range(STATUSES):
                weights[bet][nets.fold[bet, kind, status]] += int(folded[status])
                for result in range(3):
                    net = nets.play[bet, kind, status, result]
                    weights[bet][net] += int(counts[status, result])
    return weights


def _gains_counted(bug: Bug, rules: Rules, bet: str) -> dict[Any, int] | None:
    if bet not in ("ante", "pair_plus"):
        raise ValueError(f"{bet!r} is no bet measured here; take ante or pair_plus")
    if bet == "pair_plus" and rules.pair_plus is None:
        raise ValueError(f"the rules {rules.name!r} don't offer Pair Plus")
    if bug.kind == "deal" and bug.key != "from_two_decks":
        return None
    if bug.key == "from_two_decks":
        return _two_decks(rules)[bet == "pair_plus"]
    return _gains(bug, rules)[bet == "pair_plus"]


@lru_cache(maxsize=8)
def _two_decks(rules: Rules) -> tuple[dict[Any, int], dict[Any, int]]:
    """The right game over 22,100 · 22,100 deals, the dealer's hand from a deck of its own."""
    view, nets = _view(RIGHT, rules), _nets(RIGHT, rules)
    weights: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    orders = [np.sort(view.order[view.status == status]) for status in range(STATUSES)]
    for kind in range(7):
        for played in (True, False):
            mine = view.order[(view.group == kind) & (_plays() == played)]
            for status, theirs in enumerate(orders):
                weaker = np.searchsorted(theirs, mine)
                equal = np.searchsorted(theirs, mine, "right") - weaker
                many = [int(weaker.sum()), int(equal.sum())]
                many.append(len(mine) * len(theirs) - sum(many))
                for bet in range(2):
                    for result in range(3):
                        net = (
                            nets.play[bet, kind, status, result]
                            if played
                            else (nets.fold[bet, kind, status])
                        )
                        weights[bet][net] += many[result]
    return weights


def house_edge(bug: Bug, rules: Rules | None = None, bet: str = "ante") -> Fraction | None:
    """What the house keeps of each Ante, or Pair Plus, in the game as the wrong program plays it.

    >>> from tcp.bugs import BUGS
    >>> house_edge(BUGS["top_card_first"]) == Fraction(13_733_780, 407_170_400)
    True

    The player plays Q-6-4 and up, by the right ranking.

    Args:
        bug: the wrong version.
        rules: those named "live" unless given.
        bet: "ante", with Play and bonus, or "pair_plus".

    Returns:
        None for a wrong shuffle, whose deals can't be counted; see `simulated`.

    Raises:
        ValueError: for another bet, or one that the rules don't offer.
    """
    gains = _gains_counted(bug, rules_of(rules), bet)
    if gains is None:
        return None
    return -Fraction(sum(net * many for net, many in gains.items()), sum(gains.values()))


def misclassed(bug: Bug) -> int:
    """How many of the 22,100 hands the wrong version calls by another category.

    >>> from tcp.bugs import BUGS
    >>> misclassed(BUGS["around_the_corner"])
    64
    """
    found = rules_of(None)
    wrong, right = _view(bug, found).group, _view(RIGHT, found).group
    return int((np.minimum(wrong, 5) != np.minimum(right, 5)).sum())


def misqualified(bug: Bug, rules: Rules | None = None) -> int:
    """How many of the 22,100 hands the wrong version lets qualify wrongly, or refuses wrongly.

    >>> from tcp.bugs import BUGS
    >>> misqualified(BUGS["always_qualifies"])
    6720
    """
    found = rules_of(rules)
    wrong, right = _view(bug, found).status, _view(RIGHT, found).status
    return int(((wrong > 0) != (right > 0)).sum())


@lru_cache(maxsize=128)
def _differences(bug: Bug, rules: Rules) -> tuple[int, int]:
    """In how many deals the comparison differs, and in how many what is paid does."""
    wrong, right = _view(bug, rules), _view(RIGHT, rules)
    nets = _nets(bug, rules), _nets(RIGHT, rules)
    paid = [_numbered(each, nets) for each in nets]
    rows, sizes = _rows(wrong.order, wrong.group, wrong.status)
    bits, plays = _bits(), _plays()
    showdowns = rounds = 0
    short = [view.order.astype(np.int16) for view in (wrong, right)]
    for row, size in zip(rows.tolist(), sizes.tolist(), strict=True):
        apart = (bits & bits[row]) == 0
        signs = [np.sign(order[row] - order) for order in short]
        showdowns += size * int((apart & (signs[0] != signs[1])).sum())
        found = []
        for view, sign, (play, fold) in zip((wrong, right), signs, paid, strict=True):
            group = view.group[row]
            by_status = play[group].ravel()[view.status * 3 + (1 - sign)]
            found.append(by_status if plays[row] else fold[group][view.status])
        rounds += size * int((apart & (found[0] != found[1])).sum())
    return showdowns, rounds


def _numbered(nets: _Nets, both: Sequence[_Nets]) -> tuple[Array, Array]:
    """The nets as one number for each pair of Ante and Pair Plus, the same in both versions."""
    pairs = {
        pair
        for each in both
        for table in each
        for pair in zip(table[0].ravel().tolist(), table[1].ravel().tolist(), strict=True)
    }
    number = {pair: place for place, pair in enumerate(sorted(pairs))}

    def numbers(table: NDArray[Any]) -> Array:
        flat = zip(table[0].ravel().tolist(), table[1].ravel().tolist(), strict=True)
        return np.array([number[pair] for pair in flat]).reshape(table.shape[1:])

    return numbers(nets.play), numbers(nets.fold)


def wrong_showdowns(bug: Bug) -> Fraction:
    """In what share of all deals two hands are compared wrongly: another winner, or a false tie.

    >>> from tcp.bugs import BUGS
    >>> f"{float(wrong_showdowns(BUGS['top_card_first'])):.4%}"
    '0.6473%'
    """
    return Fraction(_differences(bug, rules_of(None))[0], DEALS)


def wrong_rounds(bug: Bug, rules: Rules | None = None) -> Fraction:
    """In what share of all rounds Ante or Pair Plus are paid wrongly, with Q-6-4 and up played."""
    return Fraction(_differences(bug, rules_of(rules))[1], DEALS)


# --- the tests, and what each sees ---------------------------------------------------------------


class Seen(NamedTuple):
    """What a test says of a wrong version.

    Attributes:
        test: a key of `TESTS`.
        found: whether the test fails, as it should.
        example: its smallest failing example, in words; "" where it passes.
    """

    test: str
    found: bool
    example: str


def _written(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def census(bug: Bug, rules: Rules | None = None) -> Seen:
    """Counts the hands of each category, and nothing else: hands may change places unseen."""
    number = Counter(worth_of(bug.ranking(hand)).category for hand in _hands())
    right = Counter(rank_hand(hand).category for hand in _hands())
    for category in Category:
        if number[category] != right[category]:
            words = f"{category}: {number[category]:,} hands instead of {right[category]:,}"
            return Seen("census", True, words)
    return Seen("census", False, "")


def every_hand(bug: Bug, rules: Rules | None = None) -> Seen:
    """Asks for the category of each of the 22,100 hands, one by one."""
    for hand in _hands():
        wrong, right = worth_of(bug.ranking(hand)).category, rank_hand(hand).category
        if wrong != right:
            return Seen("every hand", True, f"{_written(hand)}: {wrong} instead of {right}")
    return Seen("every hand", False, "")


def edge(bug: Bug, rules: Rules | None = None) -> Seen:
    """Compares the exact house edge of the Ante with the right one."""
    wrong, right = house_edge(bug, rules), house_edge(RIGHT, rules)
    if wrong is None or wrong == right:
        return Seen("house edge", False, "")
    return Seen("house edge", True, f"{float(wrong):.4%} instead of {float(right or 0):.4%}")


def pairwise_order(bug: Bug, rules: Rules | None = None) -> Seen:
    """Compares hands pair by pair. Smallest: the first hand in the deck's order, then the other."""
    found = rules_of(rules)
    wrong, right = _view(bug, found), _view(RIGHT, found)
    if bug.kind != "ranking" or (wrong.order == right.order).all():
        return Seen("pairwise order", False, "")
    bits = _bits()
    for row in range(len(bits)):
        different = np.sign(wrong.order[row] - wrong.order) != np.sign(
            right.order[row] - right.order
        )
        for other in np.flatnonzero(different & ((bits & bits[row]) == 0))[:1]:
            hand, beside = _hands()[row], _hands()[other]
            verdict = _verdict(bug.compare(hand, beside))
            instead = _verdict(compare(hand, beside))
            words = f"{_written(hand)} {verdict} {_written(beside)}, and {instead} it in truth"
            return Seen("pairwise order", True, words)
    return Seen("pairwise order", False, "")


def _verdict(result: int) -> str:
    return {1: "beats", 0: "ties", -1: "loses to"}[result]


def settlement(bug: Bug, rules: Rules | None = None) -> Seen:
    """Settles the rounds of `settlement_cases`, the smallest first."""
    for case in settlement_cases(rules_of(rules)):
        wrong, right = bug.settle(*case).net, settle(*case).net
        if wrong != right:
            bets = case.bets
            words = (
                f"{_written(case.player)} against {_written(case.dealer)}, {case.decision.value}, "
                f"Ante {bets.ante}, Pair Plus {bets.pair_plus}: net {wrong} instead of {right}"
            )
            return Seen("settlement", True, words)
    return Seen("settlement", False, "")


class Simulated(NamedTuple):
    """Rounds played by chance: how many, the mean net of an Ante of one, its standard error."""

    rounds: int
    mean: float
    standard_error: float


def simulated(bug: Bug, rounds: int, *, seed: int, rules: Rules | None = None) -> Simulated:
    """Plays so many rounds as the wrong program does: Ante 1, Q-6-4 and up played.

    >>> from tcp.bugs import BUGS
    >>> simulated(BUGS["tie_loses"], 100, seed=1) == simulated(BUGS["tie_loses"], 100, seed=1)
    True

    The right settlement refuses a round that holds a card twice, as two wrong deals have.

    Raises:
        ValueError: for fewer than two rounds, or a round that can't be settled.
    """
    if rounds < 2:
        raise ValueError(f"rounds = {rounds}: a standard error needs two or more")
    found = rules_of(rules)
    nets = list(islice(_played(bug, found, random.Random(seed)), rounds))
    mean = math.fsum(nets) / rounds
    variance = math.fsum((net - mean) ** 2 for net in nets) / (rounds - 1)
    return Simulated(rounds, mean, math.sqrt(variance / rounds))


def _played(bug: Bug, rules: Rules, rng: random.Random) -> Iterator[float]:
    bets = Bets(1)
    for player, dealer in bug.rounds(rng):
        decision = Decision.PLAY if rank_hand(player) >= ADVICE else Decision.FOLD
        yield float(bug.settle(rules, bets, player, dealer, decision).net)


def rounds_to_see(bug: Bug, rules: Rules | None = None) -> int | None:
    """How many rounds a simulation needs until its mean is off by three standard errors.

    n = (3 sd / difference)², with the exact standard deviation of the wrong game.

    >>> from tcp.bugs import BUGS
    >>> print(rounds_to_see(BUGS["top_card_first"]))
    None

    Returns:
        None where no number is enough, or where the edge can't be counted.
    """
    found = rules_of(rules)
    gains, right = _gains_counted(bug, found, "ante"), house_edge(RIGHT, found)
    wrong = house_edge(bug, found)
    if gains is None or wrong is None or right is None or wrong == right:
        return None
    deals = sum(gains.values())
    variance = Fraction(sum(net * net * many for net, many in gains.items()), deals) - wrong**2
    return math.ceil(9 * variance / (wrong - right) ** 2)


def simulation(bug: Bug, rules: Rules | None = None, rounds: int = 1_000_000) -> Seen:
    """Whether so many rounds put the mean three standard errors off, as a rule."""
    needed = rounds_to_see(bug, rules)
    if needed is None or needed > rounds:
        return Seen("simulation", False, "")
    return Seen("simulation", True, f"{needed:,} rounds are enough")


TESTS: dict[str, Callable[[Bug, Rules | None], Seen]] = {
    "census": census,
    "every hand": every_hand,
    "house edge": edge,
    "pairwise order": pairwise_order,
    "settlement": settlement,
    "simulation": simulation,
}
"""Every test by name; each takes a bug and rules, and says what it sees."""


def seen_by(bug: Bug, rules: Rules | None = None) -> dict[str, Seen]:
    """What every test says of a wrong version."""
    return {name: test(bug, rules) for name, test in TESTS.items()}


# --- why the edge can't see it -------------------------------------------------------------------


class Symmetry(NamedTuple):
    """Why a wrong order leaves the edge alone.

    In every deal the two hands could have been dealt the other way round. Where both are hands
    that are played and that qualify, the one deal brings what the other takes, in any order that
    only swaps the verdict; so such deals add up to 0, and to the bonus, whoever wins.

    Attributes:
        deals: in how many deals the player plays, the dealer qualifies, and the comparison differs
            from the right one.
        within: in how many of these both hands are such as are played and qualify.
        better, worse: how many of those turn out better, and worse, for the player.
        same_pay: whether every hand still qualifies, and is paid its bonus, as it should.
    """

    deals: int
    within: int
    better: int
    worse: int
    same_pay: bool

    @property
    def holds(self) -> bool:
        """Whether the edge must be the right one."""
        return self.deals == self.within and self.better == self.worse and self.same_pay


def symmetry(bug: Bug, rules: Rules | None = None) -> Symmetry:
    """Looks for the symmetry that hides a wrong ranking from the house edge.

    >>> from tcp.bugs import BUGS
    >>> symmetry(BUGS["flush_over_straight"]).holds, symmetry(BUGS["akq_missed"]).holds
    (True, False)

    Raises:
        ValueError: for what is no wrong ranking.
    """
    if bug.kind != "ranking":
        raise ValueError(f"{bug.key} is a wrong {bug.kind}; the symmetry is one of rankings")
    found = rules_of(rules)
    wrong, right = _view(bug, found), _view(RIGHT, found)
    qualifying = right.status > 0
    inside = _plays() & qualifying
    rows, sizes = _rows(wrong.order, wrong.group, wrong.status)
    bits = _bits()
    deals = within = better = worse = 0
    for row, size in zip(rows.tolist(), sizes.tolist(), strict=True):
        change = np.sign(wrong.order[row] - wrong.order) - np.sign(right.order[row] - right.order)
        change = change * ((bits & bits[row]) == 0)
        both = change * (inside & inside[row])
        if _plays()[row]:
            deals += size * int(((change != 0) & qualifying).sum())
        within += size * int((both != 0).sum())
        better += size * int(both[both > 0].sum())
        worse -= size * int(both[both < 0].sum())
    bonus: Mapping[str, Ratio] = found.ante_bonus or {}
    paid = np.array([bonus.get(category.name.lower(), 0) for category in Category], object)
    same_pay = bool(((wrong.status > 0) == (right.status > 0)).all()) and bool(
        (paid[np.minimum(wrong.group, 5)] == paid[np.minimum(right.group, 5)]).all()
    )
    return Symmetry(deals, within, better, worse, same_pay)

"""Simulated rounds: fair deals, settled as the rules settle them, the same wherever they run."""

from __future__ import annotations

import hashlib
import math
import random
import signal
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tcp import (
    DECK,
    Bets,
    Card,
    Decision,
    Distribution,
    PayTable,
    Rules,
    load_rules,
    parse_threshold,
    rank_hand,
    settle,
)
from tcp.exact import analyse
from tcp.simulate import Simulation, blocks, dealing, dealt, nets, sample_paths, simulate, work
from tcp.simulate.dealing import BLOCK, deal_block
from tcp.simulate.runs import play, tasks
from tests.test_bad_input import says
from tests.test_exact_analysis import VARIED

PAGAT, LIVE = load_rules("pagat"), load_rules("live")
Hand = tuple[Card, ...]


def hands_of(cards: NDArray[np.uint8], deal: int) -> list[Hand]:
    """The hands of one round, the dealer's first."""
    return [tuple(DECK[card] for card in hand) for hand in cards[:, :, deal].tolist()]


# --- the deal -------------------------------------------------------------------------------------


def plain_numbers(seed: int, key: tuple[int, int], ways: int) -> Iterator[int]:
    """The description of `tcp.simulate.dealing`, step by step and without any speed."""
    block, pair = key
    sequence = np.random.SeedSequence(seed).spawn(block + 1)[block].spawn(pair + 1)[pair]
    bits = np.random.PCG64(sequence)
    while True:
        word = int(bits.random_raw())
        for number in (word & 0xFFFFFFFF, word >> 32):
            if number < 2**32 // ways * ways:
                yield number % ways


def plain_deal(numbers: list[int]) -> list[tuple[int, ...]]:
    """The hands that these numbers name, two of them each."""
    left = list(range(52))
    hands: list[tuple[int, ...]] = []
    for number in numbers:
        sizes = [math.comb(len(left), 3), math.comb(len(left) - 3, 3)]
        for place in divmod(number, sizes[1]):
            hand = list(combinations(left, 3))[place]
            hands.append(hand)
            left = [card for card in left if card not in hand]
    return hands


@pytest.mark.parametrize(("block", "boxes"), [(0, 1), (3, 2), (1, 6)])
def test_cards_come_from_raw_bits_as_described(block: int, boxes: int) -> None:
    cards = deal_block(7, block, 5, boxes)
    left, ways = 52, []
    for _ in range(boxes // 2 + 1):
        ways.append(math.comb(left, 3) * math.comb(left - 3, 3))
        left -= 6
    numbers = [
        list(islice(plain_numbers(7, (block, pair), each), 5)) for pair, each in enumerate(ways)
    ]
    for deal in range(5):
        wanted = plain_deal([each[deal] for each in numbers])
        assert [tuple(hand) for hand in cards[:, :, deal].tolist()] == wanted[: boxes + 1]


@pytest.mark.parametrize(
    "ways", [22_100 * 18_424, 9_880 * 7_770, 5_984 * 4_495, 3 * 2**30, 2**31 + 1]
)
def test_numbers_are_those_of_the_bits_and_none_is_left_out(ways: int) -> None:
    found = dealing._numbers(5, (2, 1), ways, 3_000)
    assert found.tolist() == list(islice(plain_numbers(5, (2, 1), ways), 3_000))


def test_each_two_hands_come_from_exactly_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, second = random.Random(1), math.comb(49, 3)
    for first in (0, 22_099, *rng.sample(range(22_100), 6)):
        numbers = np.arange(first * second, (first + 1) * second, dtype=np.uint32)
        monkeypatch.setattr(dealing, "_numbers", lambda *_, numbers=numbers: numbers)
        dealer, box = deal_block(0, 0, second, 1)
        taken = list(combinations(range(52), 3))[first]
        assert {tuple(hand) for hand in dealer.T.tolist()} == {taken}
        left = [card for card in range(52) if card not in taken]
        assert {tuple(hand) for hand in box.T.tolist()} == set(combinations(left, 3))


@pytest.mark.parametrize("boxes", [1, 2, 3, 4, 5, 6])
def test_all_cards_of_a_round_are_from_one_deck(boxes: int) -> None:
    cards = dealt(BLOCK + 500, seed=boxes, boxes=boxes)
    assert cards.shape == (boxes + 1, 3, BLOCK + 500)
    assert cards.max() < 52
    held = np.bitwise_or.reduce(1 << cards.astype(np.int64), axis=(0, 1))
    assert (np.bitwise_count(held) == 3 * (boxes + 1)).all()
    assert (cards[:, 0] < cards[:, 1]).all()
    assert (cards[:, 1] < cards[:, 2]).all()


def test_more_rounds_and_more_boxes_only_add_cards() -> None:
    many = dealt(BLOCK + 300, seed=4, boxes=6)
    for rounds, boxes in ((10, 1), (BLOCK, 2), (BLOCK + 1, 3), (300, 6)):
        fewer = dealt(rounds, seed=4, boxes=boxes)
        assert (fewer == many[: boxes + 1, :, :rounds]).all()
    assert not (many[:, :, :300] == many[:, :, BLOCK:]).all(axis=(0, 1)).any()


def test_every_seat_gets_every_card_equally_often() -> None:
    rounds = 300_000
    cards = dealt(rounds, seed=11, boxes=6)
    for hand in cards:
        counts = np.bincount(hand.ravel(), minlength=52)
        expected = rounds * 3 / 52
        # A hand holds a card or not, so each count is binomial; 51 free counts, cards exclude
        # each other, which only lowers the sum. A sum beyond 110 has a chance under 1e-5.
        assert ((counts - expected) ** 2 / expected).sum() < 110


# --- settled as by hand ---------------------------------------------------------------------------


def odd_ranks(hand: Hand) -> Decision:
    """A strategy that looks at suits and has no border."""
    return Decision.PLAY if sum(card.index for card in hand) % 3 else Decision.FOLD


def decisions(rules: Rules, strategy: Any) -> Callable[[Hand], Decision]:
    if strategy == "best":
        return analyse(rules).best
    if callable(strategy):
        chosen: Callable[[Hand], Decision] = strategy
        return chosen
    border = {"always": parse_threshold("2-high"), "mimic": rules.qualifying_rank}.get(strategy)
    least = border or parse_threshold(strategy)
    return lambda hand: Decision.PLAY if rank_hand(hand) >= least else Decision.FOLD


@pytest.mark.parametrize("strategy", ["best", "always", "mimic", "K-9-2", odd_ranks])
@pytest.mark.parametrize("name", VARIED)
def test_every_round_is_paid_as_settle_pays_it(name: str, strategy: Any) -> None:
    rules = VARIED[name]
    bets = Bets(3, 2 * (rules.pair_plus is not None), 5 * (rules.six_card_bonus is not None))
    boxes = min(3, rules.max_boxes)
    # Rare hands and close results are sought out among many, the others taken as they come.
    cards = dealt(20_000, seed=len(name), boxes=boxes)
    found = nets(rules, cards, strategy=strategy, bets=bets)
    assert found.shape == (boxes, 20_000)
    rare = [int(np.flatnonzero(found[0] == net)[0]) for net in set(found[0].tolist())]
    decide = decisions(rules, strategy)
    for deal in (*rare, *range(60)):
        dealer, *hands = hands_of(cards, deal)
        for box, hand in enumerate(hands):
            wanted = settle(rules, bets, hand, dealer, decide(hand)).net
            assert found[box, deal] == wanted, (hand, dealer)


def test_every_result_of_every_kind_of_hand_is_paid_as_settle_pays_it() -> None:
    rules, bets = VARIED["six_card_survives_fold"], Bets(1, 1, 1)
    seen = set()
    for seed in range(4):
        cards = dealt(400_000, seed=seed)
        tables = simulate(rules, 1, seed=0, strategy="always", bets=bets).game.tables()
        codes = tables.codes(cards)[0]
        for code, deal in zip(*np.unique(codes, return_index=True), strict=True):
            dealer, hand = hands_of(cards, int(deal))
            wanted = settle(rules, bets, hand, dealer, Decision.PLAY).net
            assert tables.net_of_code[int(code)] == wanted
            seen.add(int(code))
    assert len(seen) > 80


@pytest.mark.parametrize(
    ("rules", "bets", "boxes", "rounds"),
    [
        (PAGAT, Bets(1), 1, BLOCK + 777),
        (PAGAT, Bets(2, 5), 2, BLOCK + 777),
        (LIVE, Bets(1, 1, 1), 1, 5_000),
        (LIVE, Bets(4, 3, 2), 6, 5_000),
        (VARIED["pair_plus"], Bets(1, 1), 3, 5_000),
        (VARIED["huge ratios"], Bets(1, 1), 2, 5_000),
    ],
)
def test_a_simulation_counts_the_nets_of_its_cards(
    rules: Rules, bets: Bets, boxes: int, rounds: int
) -> None:
    found = simulate(rules, rounds, seed=3, bets=bets, boxes=boxes)
    each = nets(rules, dealt(rounds, seed=3, boxes=boxes), bets=bets)
    by_round = Counter(map(Fraction, each.sum(axis=0).tolist()))
    assert dict(found.distribution) == by_round
    assert found.rounds == found.asked == found.distribution.total == rounds
    by_box: Counter[Fraction] = Counter()
    for gained, many in found.joint.items():
        by_box[Fraction(sum(gained))] += many
    assert by_box == Counter(map(Fraction, each.ravel().tolist()))
    assert found.hands == found.joint.total == boxes * rounds
    mean = Fraction(sum(each.sum(axis=0).tolist())) / rounds
    assert found.mean == mean
    values = each.sum(axis=0).astype(np.float64)
    assert found.standard_error == pytest.approx(values.std(ddof=1) / rounds**0.5)
    low, high = found.interval()
    assert high - low == pytest.approx(2 * 1.959964 * found.standard_error)
    assert (low + high) / 2 == pytest.approx(float(mean))


def test_the_hands_that_are_played_are_counted() -> None:
    cards = dealt(4_000, seed=2, boxes=2)
    played = sum(
        odd_ranks(hand) is Decision.PLAY
        for deal in range(4_000)
        for hand in hands_of(cards, deal)[1:]
    )
    assert simulate(PAGAT, 4_000, seed=2, boxes=2, strategy=odd_ranks).hands_played == played


def test_hands_of_own_shuffles_may_lie_in_any_order() -> None:
    cards = dealt(500, seed=1, boxes=2)
    turned = cards[:, [2, 0, 1]]
    assert (nets(LIVE, turned, bets=Bets(1, 1, 1)) == nets(LIVE, cards, bets=Bets(1, 1, 1))).all()


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    def table(*keys: str) -> dict[str, Fraction]:
        ratios = st.fractions(min_value=0, max_value=1000, max_denominator=12)
        return draw(st.dictionaries(st.sampled_from(keys), ratios))

    hands = ("pair", "flush", "straight", "three_of_a_kind", "straight_flush")
    return Rules(
        "drawn",
        ante_bonus=table(*hands),  # type: ignore[arg-type]
        pair_plus=table(*hands, "mini_royal"),  # type: ignore[arg-type]
        six_card_bonus=table("three_of_a_kind", "straight", "flush", "full_house"),  # type: ignore[arg-type]
        dealer_qualifies=draw(st.sampled_from(["2-high", "J-9-2", "Q-high", "A-high", "5-5-2"])),
        bonus_needs_win=draw(st.booleans()),
        pair_plus_survives_fold=draw(st.booleans()),
        six_card_survives_fold=draw(st.booleans()),
    )


@settings(max_examples=25)
@given(
    any_rules(),
    st.sampled_from(["always", "mimic", "Q-6-4", "7-7-2"]),
    st.builds(Bets, st.integers(1, 9), st.integers(0, 9), st.integers(0, 9)),
    st.integers(1, 6),
    st.integers(0, 2**70),
)
def test_any_rules_strategy_bets_and_seed(
    rules: Rules, strategy: str, bets: Bets, boxes: int, seed: int
) -> None:
    cards, decide = dealt(6, seed=seed, boxes=boxes), decisions(rules, strategy)
    wanted: Counter[Fraction] = Counter()
    for deal in range(6):
        dealer, *hands = hands_of(cards, deal)
        gained = [settle(rules, bets, hand, dealer, decide(hand)).net for hand in hands]
        wanted[Fraction(sum(gained))] += 1
    found = simulate(rules, 6, seed=seed, strategy=strategy, bets=bets, boxes=boxes)
    assert dict(found.distribution) == wanted


# --- against the exact answers --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "boxes", "rounds"), [(PAGAT, 1, 2_000_000), (LIVE, 1, 1_000_000), (LIVE, 6, 200_000)]
)
def test_frequencies_agree_with_the_exact_ones(rules: Rules, boxes: int, rounds: int) -> None:
    bets = Bets(1, 1, int(rules.six_card_bonus is not None))
    found = simulate(rules, rounds, seed=2026, bets=bets, boxes=boxes).joint
    exact = analyse(rules).joint
    assert set(found) <= set(exact)
    for nets_of_bets in exact:
        chance = float(exact.p(nets_of_bets))
        # Boxes of a round depend on each other: at worst they all get the same.
        error = math.sqrt(chance * (1 - chance) / rounds)
        seen = float(found.p(nets_of_bets))
        assert abs(seen - chance) < 4.5 * error + 3 / rounds, nets_of_bets


def test_other_boxes_change_nothing_for_a_box() -> None:
    exact = float(analyse(PAGAT).ante.expected)
    found = simulate(PAGAT, 500_000, seed=8, boxes=6)
    assert abs(float(found.mean) / 6 - exact) < 4 * found.standard_error / 6
    # They share the dealer, so their results go together: the errors are larger than of six tables.
    alone = simulate(PAGAT, 500_000, seed=8).standard_error
    assert found.standard_error > 1.2 * 6**0.5 * alone


def test_an_interval_of_95_per_cent_holds_the_exact_mean_so_often() -> None:
    exact = float(analyse(PAGAT).ante.expected)
    held = 0
    for seed in range(1_000):
        low, high = simulate(PAGAT, 10_000, seed=seed).interval()
        held += low <= exact <= high
    assert 930 <= held <= 970


def test_two_strategies_on_the_same_cards_differ_where_they_decide_otherwise() -> None:
    cards = dealt(20_000, seed=1)
    best, mimic = nets(PAGAT, cards), nets(PAGAT, cards, strategy="mimic")
    ranks = [
        rank_hand(hands_of(cards, int(deal))[1]) for deal in np.flatnonzero(best != mimic[0])[:50]
    ]
    assert all(parse_threshold("Q-3-2") <= rank < parse_threshold("Q-6-4") for rank in ranks)
    assert 0 < np.count_nonzero(best != mimic) < 800


# --- the same everywhere --------------------------------------------------------------------------

ROUNDS = 5 * BLOCK + 4_321


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return simulate(LIVE, ROUNDS, seed=6, bets=Bets(2, 1, 1), boxes=2)


def elsewhere(executor: Executor) -> Simulation:
    return simulate(LIVE, ROUNDS, seed=6, bets=Bets(2, 1, 1), boxes=2, executor=executor)


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_threads_find_the_same(alone: Simulation, workers: int) -> None:
    with ThreadPoolExecutor(workers) as executor:
        assert elsewhere(executor) == alone


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_processes_find_the_same(alone: Simulation, workers: int) -> None:
    with ProcessPoolExecutor(workers) as executor:
        assert elsewhere(executor) == alone
        # Functions as strategies go too: they are asked here, and only their answers travel.
        local: dict[str, Any] = {"strategy": lambda hand: odd_ranks(hand), "seed": 3}
        assert simulate(PAGAT, 9, executor=executor, **local) == simulate(PAGAT, 9, **local)


def test_parts_in_any_order_are_the_whole(alone: Simulation) -> None:
    parts = list(blocks(LIVE, ROUNDS, seed=6, bets=Bets(2, 1, 1), boxes=2))
    assert [part.rounds for part in parts] == [BLOCK] * 5 + [4_321]
    random.Random(1).shuffle(parts)
    assert sum(parts[1:], parts[0]) == alone


def test_tasks_of_several_blocks_are_the_same_rounds(alone: Simulation) -> None:
    parts = [play(task) for task in tasks(alone.game, ROUNDS, 6, 4)]
    assert [part.rounds for part in parts] == [4 * BLOCK, BLOCK + 4_321]
    assert parts[1] + parts[0] == alone


def digest(array: NDArray[Any]) -> str:
    return hashlib.sha256(array.astype("<i8").tobytes()).hexdigest()[:16]


# What these seeds gave when they were first dealt. No machine, no release of NumPy may change it.
CARDS = {
    (0, 1): "1ed6f6d4de8b524d",
    (1, 1): "50cfd079cf552990",
    (1, 2): "7e61586504a2c6ae",
    (1, 6): "0b025c3afced84da",
    (2**80, 3): "860e6aad46ba21ac",
}
NETS = {-2: 22154, -1: 32673, 0: 57, 1: 19977, 2: 22482, 3: 2198, 5: 67, 6: 224, 7: 168}


@pytest.mark.parametrize(("seed", "boxes"), CARDS)
def test_the_cards_of_a_seed_stay_the_same_for_good(seed: int, boxes: int) -> None:
    assert digest(dealt(BLOCK + 1_000, seed=seed, boxes=boxes)) == CARDS[seed, boxes]


def test_the_results_of_a_seed_stay_the_same_for_good() -> None:
    assert dict(simulate(PAGAT, 100_000, seed=1).distribution) == NETS
    found = simulate(LIVE, 100_000, seed=1, bets=Bets(1, 1, 1), boxes=6)
    assert found.mean == Fraction(-88_707, 100_000)
    assert found.hands_played == 404_572


# --- stopping, progress, memory -------------------------------------------------------------------


class Countdown:
    """Says stop after so many parts, or does something else then."""

    def __init__(self, parts: int, then: Callable[[], bool] = lambda: True) -> None:
        self.parts, self.then = parts, then

    def __call__(self) -> bool:
        self.parts -= 1
        return self.parts == 0 and self.then()


def interrupt() -> bool:
    # Tests that run in the background of a shell start with Ctrl-C switched off.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    return False


@pytest.mark.parametrize("then", [lambda: True, interrupt])
def test_stopping_keeps_what_was_done(then: Callable[[], bool]) -> None:
    found = simulate(PAGAT, 10**10, seed=5, stop=Countdown(3, then))
    assert (found.rounds, found.asked, found.complete) == (3 * BLOCK, 10**10, False)
    assert repr(found).startswith("<Simulation of 'pagat', 196,608 rounds of 10,000,000,000, then")
    whole = simulate(PAGAT, 3 * BLOCK, seed=5)
    assert found == replace(whole, asked=10**10)
    assert whole.complete


@pytest.mark.parametrize("then", [lambda: True, interrupt])
def test_stopping_calls_back_what_waits(then: Callable[[], bool]) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = simulate(PAGAT, 10**10, seed=5, executor=executor, stop=Countdown(2, then))
    assert 0 < found.rounds < 60 * 16 * BLOCK
    assert not found.complete
    assert found.distribution.total == found.rounds


def test_a_fault_elsewhere_is_not_hidden_and_calls_back_what_waits() -> None:
    futures: list[Future[Any]] = []

    class Failing(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if not futures:
                future.set_exception(OSError("the cable was pulled"))
            futures.append(future)
            return future

    with pytest.raises(OSError, match="cable"):
        simulate(PAGAT, 10**9, seed=1, executor=Failing())
    assert all(future.cancelled() for future in futures[1:])
    assert 1 < len(futures) < 1_000


def test_what_is_interrupted_before_anything_is_done_is_interrupted() -> None:
    class Never(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(PAGAT, 100, seed=1, executor=Never())


def test_nothing_done_gives_no_mean() -> None:
    found = Simulation(simulate(PAGAT, 1, seed=1).game, 0, 100, {}, {}, {})
    assert repr(found) == "<Simulation of 'pagat', 0 rounds of 100, then stopped>"
    says(lambda: found.mean, "0 rounds are too few", "1 or more")
    says(lambda: simulate(PAGAT, 1, seed=1).standard_error, "1 rounds are too few", "2 or more")


def test_progress_is_shown_only_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(PAGAT, 2 * BLOCK, seed=1)
    assert capsys.readouterr() == ("", "")
    simulate(PAGAT, 2 * BLOCK, seed=1, progress=True)
    shown = capsys.readouterr()
    assert not shown.out
    assert "100%" in shown.err
    assert "131k/131k" in shown.err


def test_without_tqdm_the_bar_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tcp.simulate.work.find_spec", lambda name: None)
    with pytest.raises(ValueError, match="tqdm, which isn't here; pip install tqdm"):
        simulate(PAGAT, 10, seed=1, progress=True)
    assert simulate(PAGAT, 10, seed=1).rounds == 10


def test_tqdm_is_loaded_only_when_asked() -> None:
    code = (
        "import sys; from tcp import load_rules; from tcp.simulate import simulate; "
        "simulate(load_rules('pagat'), 10, seed=1); "
        "print(*({'tqdm', 'dask', 'distributed', 'matplotlib'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == ("", "")


def test_memory_does_not_grow_with_the_rounds() -> None:
    simulate(PAGAT, BLOCK, seed=1, boxes=2)
    tracemalloc.start()
    try:
        simulate(PAGAT, BLOCK, seed=1, boxes=2)
        once = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        simulate(PAGAT, 12 * BLOCK, seed=1, boxes=2)
        many = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert many < 1.5 * once < 50_000_000


def test_an_executor_is_handed_only_so_much_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "WAITING", 4)
    waiting = [0]

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            waiting.append(waiting[-1] + 1)
            return super().submit(fn, *args, **kwargs)

    def one_less() -> bool:
        waiting.append(waiting[-1] - 1)
        return False

    with Counting(2) as executor:
        simulate(PAGAT, 20 * BLOCK, seed=1, executor=executor, stop=one_less)
    assert (max(waiting), waiting[-1]) == (4, 0)


# --- adding up ------------------------------------------------------------------------------------


def test_other_seeds_add_up() -> None:
    one, other = simulate(PAGAT, 1_000, seed=1), simulate(PAGAT, 500, seed=2)
    both = one + other
    assert (both.rounds, both.asked, both.complete) == (1_500, 1_500, True)
    assert both.mean == (one.mean * 1_000 + other.mean * 500) / 1_500
    assert both == other + one
    assert both + simulate(PAGAT, 7, seed=3) == one + (other + simulate(PAGAT, 7, seed=3))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": LIVE}, "rules: Rules(name='pagat'"),
        ({"bets": Bets(2)}, "bets: Bets(ante=1, pair_plus=0, six_card_bonus=0) and Bets(ante=2"),
        ({"boxes": 2}, "boxes: 1 and 2"),
        ({"strategy": "mimic"}, "the strategy"),
    ],
)
def test_other_games_do_not_add_up(change: dict[str, Any], words: str) -> None:
    one = simulate(PAGAT, 10, seed=1)
    other = simulate(**{"rules": PAGAT, "rounds": 10, "seed": 2, **change})
    says(lambda: one + other, "only rounds of the same game can be added up", words)


def test_the_same_strategy_by_another_name_adds_up() -> None:
    assert (
        simulate(PAGAT, 10, seed=1) + simulate(PAGAT, 10, seed=2, strategy="Q-6-4")
    ).rounds == 20


def test_the_same_cards_do_not_count_twice() -> None:
    one = simulate(PAGAT, 10, seed=1)
    says(lambda: one + one, "both have rounds of seed 1", "take another seed")
    says(lambda: one + simulate(PAGAT, 10, seed=2) + simulate(PAGAT, 99, seed=2), "seed 2")


def test_only_simulations_add_up() -> None:
    with pytest.raises(TypeError):
        simulate(PAGAT, 10, seed=1) + 1  # type: ignore[operator]


# --- paths ----------------------------------------------------------------------------------------


def test_paths_are_the_running_sums_of_the_same_rounds() -> None:
    paths = sample_paths(LIVE, 300, 250, seed=9, bets=Bets(2, 1), boxes=2)
    assert paths.shape == (250, 301)
    assert paths.dtype == np.int64
    assert (paths[:, 0] == 0).all()
    cards = dealt(300 * 250, seed=9, boxes=2)
    gained = nets(LIVE, cards, bets=Bets(2, 1)).sum(axis=0)
    assert (np.diff(paths, axis=1).ravel() == gained).all()
    assert (
        paths[:, -1].sum() == 75_000 * simulate(LIVE, 75_000, seed=9, bets=Bets(2, 1), boxes=2).mean
    )


def test_paths_of_fractions_are_the_nearest_floats() -> None:
    rules = replace(PAGAT, pair_plus=PayTable({"pair": Fraction(1, 3), "flush": 4}))
    paths = sample_paths(rules, 200, 3, seed=1, bets=Bets(1, 1))
    exact = nets(rules, dealt(600, seed=1), bets=Bets(1, 1))[0].reshape(3, 200)
    assert paths.dtype == np.float64
    for path, gained in zip(paths.tolist(), exact.tolist(), strict=True):
        total = Fraction(0)
        for number, gain in enumerate(gained):
            total += gain
            assert path[number + 1] == float(total)


def test_paths_beyond_64_bits_stay_exact() -> None:
    chips = 3 * 10**17
    paths = sample_paths(PAGAT, 1_000, 2, seed=1, bets=Bets(chips))
    assert paths.tolist() == (chips * sample_paths(PAGAT, 1_000, 2, seed=1).astype(object)).tolist()
    gained = nets(PAGAT, dealt(1_000, seed=1), bets=Bets(chips))
    assert gained.sum() == chips * nets(PAGAT, dealt(1_000, seed=1)).sum().item()


def test_long_paths_of_many_denominators_are_the_nearest_floats() -> None:
    odd = (Fraction(997 + each, each) for each in (997, 991, 983, 977, 971))
    names = ("pair", "flush", "straight", "three_of_a_kind", "straight_flush")
    rules = replace(PAGAT, pair_plus=PayTable(dict(zip(names, odd, strict=True))))
    (path,) = sample_paths(rules, 30_000, 1, seed=1, bets=Bets(1, 1))
    gained, total = nets(rules, dealt(30_000, seed=1), bets=Bets(1, 1))[0].tolist(), Fraction(0)
    for number, gain in enumerate(gained, start=1):
        total += gain
        assert path[number] == float(total)


# --- bad input ------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {"rules": PAGAT, "rounds": 10, "seed": 1}
BAD: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"rules": "pagat"}, ("'pagat' are no rules", "load_rules('pagat')")),
    *(
        ({"rounds": rounds}, (f"rounds = {rounds!r}: a number of rounds is whole, from 1 to",))
        for rounds in (0, -5, 10.0, True, "10", None, 10**11 + 1, np.int64(10))
    ),
    ({"rounds": 10**5000}, ("rounds = a number too long to show", "from 1 to 100,000,000,000")),
    *(
        ({"seed": seed}, (f"seed = {seed!r}: a seed is a whole number, 0 or more",))
        for seed in (-1, 1.0, True, "1", None, [1], np.random.default_rng(1))
    ),
    *(
        ({"boxes": boxes}, (f"boxes = {boxes!r}: these rules have 1 to 6 boxes",))
        for boxes in (0, 7, -1, True, 2.0, "2", None)
    ),
    ({"rules": VARIED["max_boxes"], "boxes": 2}, ("boxes = 2: these rules have 1 to 1 boxes",)),
    ({"bets": 1}, ("1 is no Bets",)),
    ({"bets": Bets(1, six_card_bonus=1)}, ("six_card_bonus = 1", "don't offer this bet")),
    ({"strategy": "worst"}, ("strategy = 'worst': take best, always, mimic",)),
    ({"strategy": None}, ("strategy = None: take best",)),
    ({"strategy": ["best"]}, ("strategy = ['best']: take best",)),
    ({"strategy": lambda hand: True}, ("the strategy answered True", "Decision.PLAY")),
    ({"executor": ProcessPoolExecutor}, ("ProcessPoolExecutor", "ProcessPoolExecutor()")),
    ({"executor": 2}, ("executor = 2: one of concurrent.futures is asked for", "Dask")),
    ({"progress": "yes"}, ("progress = 'yes': True or False",)),
    ({"stop": True}, ("stop = True: a function without arguments",)),
]


@pytest.mark.parametrize(("change", "parts"), BAD)
def test_what_a_simulation_refuses(change: dict[str, Any], parts: tuple[str, ...]) -> None:
    says(lambda: simulate(**{**GOOD, **change}), *parts)
    if not {"executor", "progress", "stop"} & set(change):
        says(lambda: blocks(**{**GOOD, **change}), *parts)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"rounds": 0}, ("rounds = 0",)),
        ({"rounds": 20_000_000, "boxes": 6}, ("rounds = 20000000", "from 1 to 2,857,142")),
        ({"boxes": 7}, ("boxes = 7: a table has", "from 1 to 6")),
        ({"boxes": True}, ("boxes = True",)),
        ({"seed": 0.5}, ("seed = 0.5",)),
    ],
)
def test_what_a_deal_refuses(change: dict[str, Any], parts: tuple[str, ...]) -> None:
    says(lambda: dealt(**{"rounds": 10, "seed": 1, **change}), *parts)


def test_what_paths_refuse() -> None:
    says(lambda: sample_paths(PAGAT, 10, 0, seed=1), "paths = 0: a number of paths is whole")
    says(lambda: sample_paths(PAGAT, 10, 2.0, seed=1), "paths = 2.0")  # type: ignore[arg-type]
    says(
        lambda: sample_paths(PAGAT, 10**6, 100, seed=1), "rounds = 1000000: with 100 paths a number"
    )
    says(lambda: sample_paths(PAGAT, 10, 1, seed=1, boxes=7), "boxes = 7")


def test_what_cards_are_refused() -> None:
    cards = dealt(5, seed=1, boxes=2)
    twice = cards.copy()
    twice[2, 1, 3] = twice[0, 0, 3]
    says(lambda: nets(PAGAT, twice), "round 3 (", "holds a card twice")
    high = cards.copy()
    high[1, 1, 1] = 52
    says(lambda: nets(PAGAT, high), "card 52: the deck's indices go from 0 to 51")
    says(lambda: nets(PAGAT, cards[0]), "shape (3, 5): an array of shape (boxes + 1, 3, rounds)")
    says(lambda: nets(PAGAT, cards[:1]), "shape (1, 3, 5)")
    says(lambda: nets(PAGAT, cards[:, :2]), "shape (2, 5)")
    says(lambda: nets(PAGAT, cards.astype(np.int64)), "int64", "a uint8 array is asked for")
    says(lambda: nets(PAGAT, cards.tolist()), "an array of shape")
    says(lambda: nets(VARIED["max_boxes"], cards), "boxes = 2: these rules have 1 to 1 boxes")
    assert nets(PAGAT, cards[:, :, :0]).shape == (2, 0)


@pytest.mark.parametrize("level", [0, 1, 0.0, 1.0, 95, True, "0.95", None, float("nan")])
def test_what_levels_are_refused(level: Any) -> None:
    found = simulate(PAGAT, 10, seed=1)
    says(lambda: found.interval(level), f"level = {level!r}: a chance between 0 and 1")


def test_a_wider_interval_for_a_higher_level() -> None:
    found = simulate(PAGAT, 1_000, seed=1)
    (low, high), (lower, higher) = found.interval(Fraction(1, 2)), found.interval(0.99)
    assert lower < low < float(found.mean) < high < higher


def test_a_distribution_is_what_other_code_reads() -> None:
    found = simulate(PAGAT, 1_000, seed=1)
    assert isinstance(found.distribution, Distribution)
    assert set(map(type, found.distribution)) == {int}

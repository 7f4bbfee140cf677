"""Simulation on a Dask cluster: the same result, also when a worker dies on the way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from distributed import Client, LocalCluster

from tcp import Bets, load_rules
from tcp.simulate import shared_information, simulate
from tcp.simulate.dealing import BLOCK

PAGAT, LIVE = load_rules("pagat"), load_rules("live")

# Dask's own affair: what it says while a worker is shut down, or one is missed.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_two_workers_find_the_same(client: Any) -> None:
    alone = simulate(LIVE, 9 * BLOCK + 5, seed=6, bets=Bets(1, 1, 1), boxes=3)
    there = simulate(
        LIVE, 9 * BLOCK + 5, seed=6, bets=Bets(1, 1, 1), boxes=3, executor=client.get_executor()
    )
    assert there == alone


def test_shared_information_on_two_workers(client: Any) -> None:
    alone = shared_information(PAGAT, 9_000, seed=2, boxes=4)
    assert (
        shared_information(PAGAT, 9_000, seed=2, boxes=4, executor=client.get_executor()) == alone
    )


def test_a_worker_that_dies_midway_changes_nothing(client: Any) -> None:
    rounds = 60 * BLOCK + 77
    before = client.run(os.getpid)
    killed: list[int] = []

    def kill_a_worker_once() -> bool:
        if not killed:
            killed.append(next(iter(before.values())))
            os.kill(killed[0], signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        return False

    there = simulate(
        PAGAT, rounds, seed=9, boxes=6, executor=client.get_executor(), stop=kill_a_worker_once
    )
    assert killed
    assert there == simulate(PAGAT, rounds, seed=9, boxes=6)
    # It was a worker that died: another process has taken its place.
    for _ in range(100):
        client.wait_for_workers(2)
        now = set(client.run(os.getpid, on_error="ignore").values())
        if len(now) == 2 and killed[0] not in now:
            break
        time.sleep(0.1)
    assert killed[0] not in now


def test_stopping_calls_back_what_waits(client: Any) -> None:
    found = simulate(PAGAT, 10**10, seed=1, executor=client.get_executor(), stop=lambda: True)
    assert 0 < found.rounds < found.asked
    assert found.distribution.total == found.rounds

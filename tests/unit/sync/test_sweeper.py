"""The worker threads of effects: they run as soon as they are woken, and again after a failure."""

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue

import pytest
from django.utils.module_loading import autodiscover_modules
from huey.contrib.djhuey import HUEY

from sync.effects import effects
from sync.effects.sweeper import WorkerThread, once

TIMEOUT_S = 5


@pytest.fixture(autouse=True)
def wakers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the wakers that a test registers when it ends."""
    monkeypatch.setattr(effects, "_wakers", [])


def wake_workers() -> None:
    """Wake the workers, as the commit of an effect that is due now does."""
    effects.wake()


def test_a_worker_polls_at_its_start_and_whenever_it_is_woken() -> None:
    runs: SimpleQueue[int] = SimpleQueue()
    WorkerThread("test", lambda: runs.put(1), None).start()
    runs.get(timeout=TIMEOUT_S)
    for _ in range(3):
        wake_workers()
        runs.get(timeout=TIMEOUT_S)
    assert runs.empty()


def test_a_worker_polls_at_its_interval() -> None:
    runs: SimpleQueue[int] = SimpleQueue()
    WorkerThread("test", lambda: runs.put(1), 0.01).start()
    for _ in range(3):
        runs.get(timeout=TIMEOUT_S)


def test_a_worker_continues_after_a_failure() -> None:
    runs: SimpleQueue[int] = SimpleQueue()

    def act() -> None:
        runs.put(1)
        raise ZeroDivisionError

    WorkerThread("test", act, None).start()
    runs.get(timeout=TIMEOUT_S)
    wake_workers()
    runs.get(timeout=TIMEOUT_S)


def test_concurrent_starts_start_a_thread_once() -> None:
    """Huey's workers call `start` at the same time. Two calls that both succeeded would double the queries of the loop."""
    starts, others_have_returned = SimpleQueue[int](), threading.Event()

    @once
    def start() -> None:
        starts.put(1)
        others_have_returned.wait(TIMEOUT_S)

    with ThreadPoolExecutor(4) as workers:
        calls = as_completed([workers.submit(start) for _ in range(4)])
        for _ in range(3):
            next(calls).result()
        others_have_returned.set()
    assert starts.qsize() == 1


def test_huey_starts_every_kind_of_thread() -> None:
    """Huey stores startup hooks by name, so of several with one name only the last would run."""
    autodiscover_modules("tasks")
    expected_threads = {
        "start_attention",
        "start_backups",
        "start_heartbeat",
        "start_drawing",
        "start_embedding",
        "start_erasures",
        "start_fetching",
        "start_indexing",
        "start_pushing",
        "start_reading",
        "start_scanning",
        "start_sweeping",
    }
    assert set(HUEY._startup) == expected_threads

"""The worker threads of effects: they run at once when woken, and again after a failure."""

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue

import pytest
from django.utils.module_loading import autodiscover_modules
from huey.contrib.djhuey import HUEY

from sync.effects import effects
from sync.effects.sweeper import WorkerThread, once

WITHIN_S = 5


@pytest.fixture(autouse=True)
def wakers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the wakers that a test registers when it ends."""
    monkeypatch.setattr(effects, "_wakers", [])


def notify() -> None:
    """Wake the workers as a commit does that scheduled an effect for now."""
    effects.wake()


def test_a_worker_polls_at_its_start_and_whenever_it_is_woken() -> None:
    acted: SimpleQueue[int] = SimpleQueue()
    WorkerThread("test", lambda: acted.put(1), None).start()
    acted.get(timeout=WITHIN_S)
    for _ in range(3):
        notify()
        acted.get(timeout=WITHIN_S)
    assert acted.empty()


def test_a_worker_polls_at_its_interval() -> None:
    acted: SimpleQueue[int] = SimpleQueue()
    WorkerThread("test", lambda: acted.put(1), 0.01).start()
    for _ in range(3):
        acted.get(timeout=WITHIN_S)


def test_a_worker_continues_after_a_failure() -> None:
    acted: SimpleQueue[int] = SimpleQueue()

    def act() -> None:
        acted.put(1)
        raise ZeroDivisionError

    WorkerThread("test", act, None).start()
    acted.get(timeout=WITHIN_S)
    notify()
    acted.get(timeout=WITHIN_S)


def test_concurrent_starts_start_a_thread_once() -> None:
    """Huey's workers call `start` at once. Two of them once started each loop twice, and doubled the queries."""
    started, others_are_through = SimpleQueue[int](), threading.Event()

    @once
    def start() -> None:
        started.put(1)
        others_are_through.wait(WITHIN_S)

    with ThreadPoolExecutor(4) as workers:
        through = as_completed([workers.submit(start) for _ in range(4)])
        for _ in range(3):
            next(through).result()
        others_are_through.set()
    assert started.qsize() == 1


def test_huey_starts_every_kind_of_thread() -> None:
    """Huey stores startup hooks by name, so of several with one name only the last would run."""
    autodiscover_modules("tasks")
    expected_threads = {
        "start_attention",
        "start_backups",
        "start_beating",
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

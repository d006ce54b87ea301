"""The health of a worker: its HTTP port, threads that hang, and the reports to systemd."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.worker import health as worker_health
from server.worker.watchdog import start_watchdog
from sync.effects import effects, progress, sweeper
from sync.effects.sweeper import WorkerThread

TIMEOUT_S = 5


class FakeReadiness:
    """A fake of the store's checks; `failing` has the names of those that fail."""

    def __init__(self) -> None:
        self.failing: list[str] = []

    def running(self) -> "FakeReadiness":
        return self

    async def failed(self) -> list[str]:
        return self.failing


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empties the lists of threads for a test, and restores them at its end."""
    monkeypatch.setattr(effects, "_wakers", [])
    monkeypatch.setattr(sweeper, "_started", [])


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> FakeReadiness:
    store = FakeReadiness()
    monkeypatch.setattr(worker_health, "readiness", store)
    return store


@pytest.fixture
def url(store: FakeReadiness) -> Iterator[str]:
    server = worker_health.serve_health(0, ("other", "scans"))
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def end() -> Iterator[threading.Event]:
    """The end of the work of `start_thread`, at the latest when the test ends or fails."""
    end = threading.Event()
    yield end
    end.set()


def start_thread(end: threading.Event, job: str) -> WorkerThread:
    """A running thread of this job, which works until `end` is set."""
    is_working = threading.Event()

    def work() -> None:
        is_working.set()
        end.wait(TIMEOUT_S)

    thread = WorkerThread(job, work, None, job=job)
    thread.start()
    assert is_working.wait(TIMEOUT_S)
    return thread


def readiness(url: str) -> tuple[int, list[str]]:
    """The status of the health check, and the names of the failed checks."""
    reply = httpx.get(f"{url}/health/ready")
    return reply.status_code, reply.json().get("failed", [])


def test_a_worker_is_ready_once_all_its_jobs_run_and_the_store_works(
    url: str, store: FakeReadiness, end: threading.Event
) -> None:
    assert httpx.get(f"{url}/health/live").json() == {"status": "ok"}
    assert readiness(url) == (503, ["other jobs", "scans jobs"])
    start_thread(end, "scans")
    assert readiness(url) == (503, ["other jobs"])
    start_thread(end, "other")
    assert readiness(url) == (200, [])
    store.failing = ["writer"]
    assert readiness(url) == (503, ["writer"])
    assert httpx.get(f"{url}/metrics").status_code == 404


def test_a_thread_that_makes_no_progress_for_its_lease_is_stuck(
    monkeypatch: pytest.MonkeyPatch, end: threading.Event
) -> None:
    thread = start_thread(end, "scans")
    age = 899.0
    monkeypatch.setattr(progress, "age", lambda thread_id: age)
    assert (thread.is_stuck(), sweeper.working_jobs(), sweeper.stuck_jobs()) == (False, {"scans"}, set())
    age = 901.0
    assert (thread.is_stuck(), sweeper.working_jobs(), sweeper.stuck_jobs()) == (True, set(), {"scans"})


def test_a_thread_that_waits_for_work_is_not_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    has_worked = threading.Event()
    thread = WorkerThread("test", has_worked.set, None)
    thread.start()
    assert has_worked.wait(TIMEOUT_S)
    monkeypatch.setattr(progress, "age", lambda thread_id: float("inf"))
    for _ in range(1000):
        if not thread.is_stuck():
            return
        threading.Event().wait(0.005)
    pytest.fail("the idle thread is stuck")


def test_systemd_gets_watchdog_reports_only_while_the_jobs_make_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(TIMEOUT_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        results = iter([True, True, False, True])
        is_exhausted = threading.Event()

        def is_healthy() -> bool:
            result = next(results, None)
            if result is None:
                is_exhausted.set()
            return bool(result)

        start_watchdog(is_healthy)
        assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        assert is_exhausted.wait(TIMEOUT_S)
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_without_systemd_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    before = threading.active_count()
    start_watchdog(lambda: True)
    assert threading.active_count() == before

"""The worker waits for migrations, reports its health, and can leave the scans to another process."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.monitoring.processes import METRICS, ready, sample
from tests.support.servers.crash_harness import Place, eventually
from tests.support.servers.deployment import WORKER, UnitProcess, web
from tests.support.servers.postgresql_and_redis import new_database
from tests.support.servers.server import free_port

pytestmark = pytest.mark.thorough

HEARTBEATS = "SELECT jobs FROM sync_heartbeat WHERE jobs_at IS NOT NULL ORDER BY jobs"


class HealthyWorker(UnitProcess):
    """A worker with a health port and a log file of its own."""

    def __init__(self, place: Place, *options: str) -> None:
        self.health_port, self._options = free_port(), options
        super().__init__(place.data_dir, WORKER, **place.settings)

    def arguments(self) -> list[str]:
        return ["--health-port", str(self.health_port), *self._options]

    def ready(self) -> tuple[int, list[str]]:
        return ready(f"http://127.0.0.1:{self.health_port}")

    def _log(self) -> Path:
        return self.data_dir / f"worker-{self.health_port}.log"


@contextmanager
def running(worker: HealthyWorker) -> Iterator[HealthyWorker]:
    worker.launch()
    try:
        yield worker
    finally:
        worker.stop()


def log_lines(worker: HealthyWorker) -> list[tuple[str, str]]:
    """The level and the message of each line of the log."""
    logged = (json.loads(text) for text in worker.log_tail(1_000_000).splitlines() if text.startswith("{"))
    return [(line["level"], line["message"]) for line in logged]


def test_a_worker_that_starts_first_waits_until_the_database_is_migrated(place: Place) -> None:
    place.settings |= {"DATABASE_URL": new_database(place.settings["DATABASE_URL"])}
    with running(HealthyWorker(place)) as worker:
        assert eventually(lambda: "migrations" in worker.ready()[1])
        with web(place):
            assert eventually(lambda: worker.ready() == (200, []))
            assert eventually(lambda: place.rows(HEARTBEATS) == [("other scans",)])
    logged = log_lines(worker)
    assert {level for level, _ in logged} == {"warning"}
    [first, second] = [message for _, message in logged if "ready" not in message]
    assert first == "waiting until a web process has migrated the database"
    assert second.startswith("the database is migrated, after ")


def test_scans_run_in_a_process_of_their_own_and_metrics_show_one_that_is_missing(place: Place) -> None:
    def age(jobs: str) -> float:
        return sample(server, f'pulseboard_jobs_heartbeat_age_seconds{{jobs="{jobs}"}}')

    with ExitStack() as stack:
        server = stack.enter_context(web(place, **METRICS))
        assert (age("scans"), age("other")) == (float("inf"), float("inf"))
        scans = stack.enter_context(running(HealthyWorker(place, "--jobs", "scans")))
        assert eventually(lambda: scans.ready() == (200, []))
        assert eventually(lambda: place.rows(HEARTBEATS) == [("scans",)])
        assert (0 < age("scans") < 60, age("other")) == (True, float("inf"))
        other = stack.enter_context(running(HealthyWorker(place, "--jobs", "other")))
        assert eventually(lambda: other.ready() == (200, []))
        assert eventually(lambda: place.rows(HEARTBEATS) == [("other",), ("scans",)])
        assert 0 < age("other") < 60
    assert (log_lines(scans), log_lines(other)) == ([], [])

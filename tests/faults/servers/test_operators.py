"""Metrics of several processes on one machine, and the health check of a failing one."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.monitoring.processes import METRICS, ready, sample
from tests.support.servers.crash_harness import WITHIN_S, CrashingServer, Place, eventually

pytestmark = pytest.mark.thorough

Trouble = Callable[[Any], None]
PRINTED_AT_START = ("Pulseboard is at", "  not set up: ", "http://localhost:")


@contextmanager
def served(place: Place, metrics_dir: Path | None = None) -> Iterator[CrashingServer]:
    """A running process with `/metrics` on the place's store. Processes with the same `metrics_dir` share metrics."""
    shared_dir = str(metrics_dir) if metrics_dir else ""
    settings = {**METRICS, "METRICS_DIR": shared_dir, **place.settings}
    server = CrashingServer(place.data_dir, CRASH_POINT="", DEMO="0", **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_every_process_reports_metrics_of_all_that_share_a_folder(place: Place, tmp_path: Path) -> None:
    metrics_dir = tmp_path / "counts"
    with served(place, metrics_dir) as one:
        with (
            served(place, metrics_dir) as other,
            place.socket(one),
            place.socket(other),
            place.socket(other, name="ana"),
        ):
            assert eventually(lambda: sample(one, "pulseboard_sockets") == 3)
            assert sample(one, "pulseboard_hellos_total") == sample(other, "pulseboard_hellos_total") == 3
            other.kill()
        # The counters of the killed process stay; its gauges are gone.
        assert eventually(lambda: sample(one, "pulseboard_sockets") <= 1)
        assert sample(one, "pulseboard_hellos_total") == 3
    with served(place, metrics_dir) as restarted:
        assert sample(restarted, "pulseboard_hellos_total") == 0


def test_a_process_without_a_shared_folder_reports_its_own_metrics(place: Place) -> None:
    with served(place) as one, served(place) as other, place.socket(one):
        assert sample(one, "pulseboard_hellos_total") == 1
        assert sample(other, "pulseboard_hellos_total") == 0


def forget_a_migration(store: Any) -> None:
    store.execute("DELETE FROM django_migrations WHERE id = (SELECT MAX(id) FROM django_migrations)")
    store.commit()


def empty_the_log(store: Any) -> None:
    store.execute("ALTER TABLE sync_change RENAME TO sync_change_away")
    store.commit()


def hold_the_lock_of_every_writer(store: Any) -> None:
    if isinstance(store, sqlite3.Connection):
        store.execute("BEGIN IMMEDIATE")
    else:
        store.execute("BEGIN")
        store.execute("SELECT head FROM sync_stream WHERE id = 'w' FOR UPDATE")


TROUBLES: list[tuple[Trouble, list[str]]] = [
    (forget_a_migration, ["migrations"]),
    (empty_the_log, ["log"]),
    (hold_the_lock_of_every_writer, ["writer"]),
]


@pytest.mark.parametrize(("trouble", "failed"), TROUBLES)
def test_a_process_reports_why_it_is_not_ready(trouble: Trouble, failed: list[str], place: Place) -> None:
    with served(place) as server:
        assert ready(server.url) == (200, [])
        with place.store() as store:
            trouble(store)
            assert eventually(lambda: ready(server.url) == (503, failed))
            assert httpx.get(f"{server.url}/health/live", timeout=WITHIN_S).status_code == 200
        lines = server.log_tail(1_000_000).splitlines()
        entries = [json.loads(line) for line in lines if not line.startswith(PRINTED_AT_START)]
        logged = [entry["message"] for entry in entries if entry["logger"] == "website.workflows.readiness"]
        assert any(message.startswith(f"not ready: {failed[0]}") for message in logged), logged
        for entry in entries:
            assert entry["level"] in {"warning", "error"} or entry["logger"] == "sign_in"

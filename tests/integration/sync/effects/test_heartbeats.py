"""Heartbeats: several threads of a process record its first one at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from sync import heartbeats
from sync.models import Heartbeat

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def test_two_threads_of_a_process_record_its_first_heartbeat_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker's readiness check and its timer once did so, and one failed with an IntegrityError on PostgreSQL."""
    start = Barrier(2)

    def beat(jobs: list[str] | None) -> None:
        start.wait()
        try:
            heartbeats.beat(jobs)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        for number in range(20):
            monkeypatch.setattr(heartbeats, "PROCESS", str(number))
            for done in [threads.submit(beat, None), threads.submit(beat, ["scans"])]:
                done.result()
    assert list(Heartbeat.objects.values_list("jobs", flat=True)) == ["scans"] * 20

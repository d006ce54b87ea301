"""Heartbeats: each process writes the time into a row of its own, which also proves that the database takes writes."""

import os
import secrets
import socket
from collections.abc import Collection
from datetime import timedelta

from core.clock import now
from sync.models import Heartbeat

JOBS = ("scans", "other")
FORGOTTEN_AFTER = timedelta(days=1)
PROCESS = secrets.token_hex(8)


def beat(jobs: Collection[str] | None = None) -> None:
    """Record that this process can write and, unless `jobs` is None, that these of JOBS make progress (a service)."""
    time = now()
    values: dict[str, object] = {"seen_at": time}
    if jobs is not None:
        values |= {"jobs": " ".join(sorted(jobs)), "jobs_at": time}
    if not Heartbeat.objects.filter(id=PROCESS).update(**values):
        first = Heartbeat(id=PROCESS, host=socket.gethostname()[:255], pid=os.getpid(), **values)
        # At a worker's start, its readiness check and its timer may write the first row at once.
        Heartbeat.objects.bulk_create([first], update_conflicts=True, unique_fields=["id"], update_fields=[*values])
        Heartbeat.objects.filter(seen_at__lt=time - FORGOTTEN_AFTER).delete()


def ages_of_jobs() -> dict[str, float]:
    """For each of JOBS, the seconds since a process last reported its progress; infinite if none ever did."""
    time, ages = now(), dict.fromkeys(JOBS, float("inf"))
    for jobs, at in Heartbeat.objects.values_list("jobs", "jobs_at"):
        if at is not None:
            for job in jobs.split():
                ages[job] = min(ages[job], max(0.0, (time - at).total_seconds()))
    return ages

"""Runs one scan, in several transactions."""

import asyncio
import logging
from datetime import timedelta
from uuid import UUID

from performance.effects import scan_runs
from performance.errors import CannotMeasure
from performance.providers import scanner
from performance.queries import findings
from sync.effects.reactions import Queue
from sync.writes.db_executor import read, write_now

# Longer than SCAN_RUNS_MAX measurements of PageSpeed Insights take at their time limit, and than one more local ones,
# because a slow machine repeats one.
LEASE = timedelta(minutes=20)
# Two queues that take turns, so that a user who waits for a first score does not wait for a thousand Friday scans.
ON_DEMAND, WEEKLY = Queue("scans", LEASE), Queue("weekly scans", LEASE)
log = logging.getLogger(__name__)


def scan(run_id: str) -> None:
    """Run a scan that a user requested. The subject is the id of the scan's row."""
    run(UUID(run_id), is_weekly=False)


def weekly_scan(run_id: str) -> None:
    """Run a scan of the Friday run, in its own queue. The subject is the id of the scan's row."""
    run(UUID(run_id), is_weekly=True)


def run(run_id: UUID, *, is_weekly: bool) -> None:
    """Run a scan, if it belongs to this queue. If it fails, its row gets the error and the log gets the cause.

    Raises CannotMeasure for a failed scan that waits for another try, so that its effect is retried.
    """
    measurement = write_now(scan_runs.start, run_id=run_id, is_weekly=is_weekly)
    if measurement is None:
        return
    try:
        result = scanner.scan(
            measurement.url,
            runs=measurement.steps,
            progress=lambda step: write_now(scan_runs.note_step, run_id=run_id, step=step),
        )
    except CannotMeasure as error:
        log.warning("scan %s has no result (%s): %s", run_id, error.reason, error)
        if write_now(scan_runs.fail, run_id=run_id, reason=error.reason):
            raise
        return
    evaluated = asyncio.run(
        read(findings.evaluate, client_id=measurement.client_id, url=measurement.url, result=result)
    )
    write_now(scan_runs.finish, run_id=run_id, measurement=measurement, findings=evaluated)

"""Workflows of one scan and of one Friday run, which call several transactions."""

import asyncio
import logging
from datetime import date
from uuid import UUID

from performance import findings, scanner, services
from performance.errors import CannotMeasure
from sync.writes.db_executor import read, write_now

log = logging.getLogger(__name__)


def scan(*, run_id: UUID) -> None:
    """Run a scan. If it fails, its row has the error and the log has the cause.

    Raises CannotMeasure if the scan must be retried, because its effect is then retried too.
    """
    measurement = write_now(services.start, run_id=run_id)
    if measurement is None:
        return
    try:
        result = scanner.scan(
            measurement.url,
            runs=measurement.steps,
            progress=lambda step: write_now(services.note_step, run_id=run_id, step=step),
        )
    except CannotMeasure as failed:
        log.warning("scan %s has no result (%s): %s", run_id, failed.reason, failed)
        if write_now(services.fail, run_id=run_id, reason=failed.reason):
            raise
        return
    judged = asyncio.run(read(findings.evaluate, client_id=measurement.client_id, url=measurement.url, result=result))
    write_now(services.finish, run_id=run_id, measurement=measurement, findings=judged)


def request_week(week: date) -> None:
    """Request all clients' Friday scans, a hundred per transaction. A repeated request changes nothing."""
    after: UUID | None = None
    while (after := write_now(services.request_weekly_scans, week=week, after=after)) is not None:
        log.info("the Friday run of %s has requested scans up to %s", week, after)

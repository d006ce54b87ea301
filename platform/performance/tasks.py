"""Background tasks of performance: scans, one at a time in a separate thread, and the Friday run."""

import logging
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name
from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from performance import services
from performance.effects.scan_job import ON_DEMAND, WEEKLY
from performance.friday_run import friday_of
from sync.effects import effects
from sync.effects.sweeper import EVERY_S, WorkerThread, once
from sync.writes.db_executor import write_now

log = logging.getLogger(__name__)


def friday_run(week: str) -> None:
    """Request all clients' Friday scans, a hundred per transaction. A repeated request changes nothing."""
    after: UUID | None = None
    while (after := write_now(services.request_weekly_scans, week=date.fromisoformat(week), after=after)) is not None:
        log.info("the Friday run of %s has requested scans up to %s", week, after)


def schedule_friday_run() -> None:
    """Request the Friday run when it is due. Runs hourly in every process; the effect is unique by Friday."""
    week = friday_of(now(), ZoneInfo(get_default_timezone_name()))
    if week is not None:
        write_now(effects.after_commit, friday_run, week.isoformat())


db_periodic_task(crontab(minute="40"))(schedule_friday_run)


def run_due_scans() -> None:
    """Run the due scans of both queues in turns until none is left."""
    while effects.sweep(ON_DEMAND, limit=1) + effects.sweep(WEEKLY, limit=1):
        pass


@once
def start_scanning() -> None:
    """Start the scan thread. Every Huey worker calls this at start, but one thread per process is enough."""
    WorkerThread("scans", run_due_scans, EVERY_S, ON_DEMAND, WEEKLY, job="scans").start()


on_startup()(start_scanning)

"""The jobs of performance: scans, one at a time in a thread of their own, and the Friday run."""

from datetime import date, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name
from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from performance import services, workflows
from performance.friday_run import friday_of
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import EVERY_S, WorkerThread, once
from sync.writes.db_executor import write_now

FRIDAY = "performance.friday"
# Longer than three measurements at their time limit.
LEASE = timedelta(minutes=10)
# Two queues that take turns, so that a user who waits for a first score does not wait for a thousand Friday scans.
ON_DEMAND, WEEKLY = Queue("scans", LEASE), Queue("weekly scans", LEASE)


@effects.handles(services.SCAN, queue=ON_DEMAND)
def scan(run_id: str) -> None:
    workflows.scan(run_id=UUID(run_id))


@effects.handles(services.WEEKLY_SCAN, queue=WEEKLY)
def weekly_scan(run_id: str) -> None:
    workflows.scan(run_id=UUID(run_id))


@effects.handles(FRIDAY)
def friday_run(week: str) -> None:
    workflows.request_week(date.fromisoformat(week))


def schedule_friday_run() -> None:
    """Runs hourly in every process. The effect is unique by Friday, and the scans by Friday and client."""
    week = friday_of(now(), ZoneInfo(get_default_timezone_name()))
    if week is not None:
        write_now(effects.after_commit, kind=FRIDAY, subject=week.isoformat())


db_periodic_task(crontab(minute="40"))(schedule_friday_run)


def scan_due() -> None:
    """Run the due scans of both queues in turns until none is left."""
    while effects.sweep(ON_DEMAND, most=1) + effects.sweep(WEEKLY, most=1):
        pass


@once
def start_scanning() -> None:
    """Start the scan thread. Every Huey worker calls this at start, but one thread per process is enough."""
    WorkerThread("scans", scan_due, EVERY_S, ON_DEMAND, WEEKLY).start()


on_startup()(start_scanning)

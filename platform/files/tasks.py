"""Background tasks of the files app: draw previews in a thread, and delete expired and unclaimed files every hour."""

from datetime import timedelta

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from files import workflows
from files.effects import preview_drawing
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

HOUR = "%Y-%m-%dT%H"
RETENTION = timedelta(days=1)


@once
def start_drawing() -> None:
    """Start the drawing thread. Each Huey worker calls this at its start; one thread per process is enough."""
    sweeper(preview_drawing.DRAWING).start()


on_startup()(start_drawing)


def sweep(hour: str) -> None:
    """Delete all expired uploads and unclaimed files. Runs once an hour."""
    while workflows.sweep():
        pass
    for handler in (sweep, preview_drawing.draw_preview):
        write_now(effects.delete_done, handler, before=now() - RETENTION)


def request_sweep() -> None:
    """Request a sweep. Every process calls this hourly; the effect is unique by hour, so one process sweeps."""
    write_now(effects.after_commit, sweep, now().strftime(HOUR))


db_periodic_task(crontab(minute="50"))(request_sweep)

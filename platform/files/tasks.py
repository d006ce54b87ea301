"""Background tasks of the files app: draw previews, and delete expired uploads and unclaimed files every hour."""

from datetime import timedelta
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from files import services, workflows
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

SWEEP = "files.sweep"
HOUR = "%Y-%m-%dT%H"
RETENTION = timedelta(days=1)
# Drawing takes up to forty seconds, so it has a queue of its own and does not delay notices.
DRAWING = Queue("previews", timedelta(minutes=2))


@effects.handles(services.PREVIEW, queue=DRAWING)
def draw_preview(file_id: str) -> None:
    workflows.draw_preview(file_id=UUID(file_id))


@once
def start_drawing() -> None:
    """Start the drawing thread. Each Huey worker calls this at its start; one thread per process is enough."""
    sweeper(DRAWING).start()


on_startup()(start_drawing)


@effects.handles(SWEEP)
def sweep(hour: str) -> None:
    while workflows.sweep():
        pass
    for kind in (SWEEP, services.PREVIEW):
        write_now(effects.forget_done, kind=kind, before=now() - RETENTION)


def request_sweep() -> None:
    """Request a sweep. Every process calls this hourly; the effect is unique by hour, so one process sweeps."""
    write_now(effects.after_commit, kind=SWEEP, subject=now().strftime(HOUR))


db_periodic_task(crontab(minute="50"))(request_sweep)

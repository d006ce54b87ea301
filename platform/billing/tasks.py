"""The jobs of billing: read everything from Stripe once a day."""

import asyncio

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from billing import access, services, workflows
from core.clock import now
from sync.effects import effects
from sync.writes.db_executor import write_now


def reconcile(day: str) -> None:
    """Read the catalogue, and request a read of all customers, because a webhook can be lost."""
    asyncio.run(workflows.refresh_catalogue())
    write_now(workflows.request_refreshes, day=day)


def schedule_reconciling() -> None:
    """Runs hourly in every process. The effect is unique by day, so the read happens once a day."""
    if access.is_set_up():
        write_now(effects.after_commit, reconcile, now().date().isoformat())


def at_start() -> None:
    """Create missing rows and request the catalogue, because payments may have been set up since the last start."""
    write_now(services.ensure_rows)
    schedule_reconciling()


db_periodic_task(crontab(minute="30"))(schedule_reconciling)

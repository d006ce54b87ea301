"""The jobs of billing: read everything from Stripe once a day."""

import asyncio
from datetime import timedelta

from django.conf import settings
from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from billing import access, services, workflows
from core.clock import now
from sync.effects import effects
from sync.effects.effects import Postponed
from sync.writes.db_executor import write_now

OTHER_NAME_DELAY = timedelta(minutes=1)


def reconcile(subject: str) -> None:
    """Read the catalogue, and request a read of all customers, because a webhook can be lost.

    `subject` is the day and PRODUCT_NAME. During an update, a process that still has the former name leaves the effect
    to one with the new name. Raises Postponed.
    """
    day, _, name = subject.partition(" ")
    if name != settings.PRODUCT_NAME:
        if day == now().date().isoformat():
            raise Postponed(now() + OTHER_NAME_DELAY)
        return  # no process has had this name since that day
    asyncio.run(workflows.refresh_catalogue())
    write_now(workflows.request_refreshes, day=day)


def schedule_reconciling() -> None:
    """Runs hourly in every process. The effect is unique by day, so the read happens once a day.

    It is also unique by PRODUCT_NAME, so a start with a new name renames the plan at once.
    """
    if access.is_set_up():
        write_now(effects.after_commit, reconcile, f"{now().date().isoformat()} {settings.PRODUCT_NAME}")


def at_start() -> None:
    """Create missing rows and request the catalogue, because payments may have been set up since the last start."""
    write_now(services.ensure_rows)
    schedule_reconciling()


db_periodic_task(crontab(minute="30"))(schedule_reconciling)

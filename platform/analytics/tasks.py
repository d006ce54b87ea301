"""The jobs of analytics: read every connected property each hour, so that no dashboard waits for Google."""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from analytics import access, google_session, services
from clients import queries as clients
from core.clock import now
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

# A queue of its own, because a read takes three requests, each with a possible renewal, and must not delay notices.
GOOGLE = Queue("google", timedelta(minutes=2))
BATCH_SIZE = 100  # effects in one transaction
RETENTION = timedelta(days=1)  # 24 effects of each client


@effects.handles(services.READ, queue=GOOGLE)
def read_figures(subject: str) -> None:
    """The subject is `<hour>:<client>` or `now-..:<client>`. Skips a past hour, because the next one is requested."""
    hour, _, client_id = subject.rpartition(":")
    if hour.startswith(services.AT_ONCE) or hour == _hour().strftime(services.HOUR):
        asyncio.run(google_session.read_figures(client_id=UUID(client_id)))


@effects.handles(services.ROUND)
def request_all_reads(subject: str) -> None:
    """Request the reads of all clients for an hour; the subject is `<hour>`."""
    hour = datetime.strptime(f"{subject}+0000", f"{services.HOUR}%z")
    for kind in (services.READ, services.ROUND):
        write_now(effects.forget_done, kind=kind, before=hour - RETENTION)
    ids = clients.with_property() if access.is_set_up() else []
    for start in range(0, len(ids), BATCH_SIZE):
        write_now(services.request_reads, hour=hour, client_ids=ids[start : start + BATCH_SIZE])


def schedule_round() -> None:
    """Runs hourly in every process. The effect is unique by hour, so the reads are requested once."""
    write_now(effects.after_commit, kind=services.ROUND, subject=_hour().strftime(services.HOUR))


def _hour() -> datetime:
    return now().replace(minute=0, second=0, microsecond=0)


db_periodic_task(crontab(minute="0"))(schedule_round)


@once
def start_reading() -> None:
    """Start the read thread. Every Huey worker calls this at start, but one thread per process is enough."""
    sweeper(GOOGLE).start()


on_startup()(start_reading)

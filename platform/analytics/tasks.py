"""The jobs of analytics: read every connected property each hour, so that no dashboard waits for Google."""

from datetime import datetime, timedelta

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from analytics import access
from analytics.workflows import figure_reads
from analytics.workflows.figure_reads import GOOGLE, HOUR
from clients import queries as clients
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

BATCH_SIZE = 100  # effects in one transaction
RETENTION = timedelta(days=1)  # 24 effects of each client


def request_all_reads(subject: str) -> None:
    """Request the reads of all clients for one hour. `subject` is that hour, in the format `HOUR`."""
    hour = datetime.strptime(f"{subject}+0000", f"{HOUR}%z")
    for handler in (figure_reads.read_figures, request_all_reads):
        write_now(effects.delete_done, handler, before=hour - RETENTION)
    ids = clients.clients_with_property() if access.is_set_up() else []
    for start in range(0, len(ids), BATCH_SIZE):
        write_now(figure_reads.request_reads, hour=hour, client_ids=ids[start : start + BATCH_SIZE])


def schedule_round() -> None:
    """Runs hourly in every process. The effect is unique by hour, so the reads are requested once."""
    write_now(effects.after_commit, request_all_reads, figure_reads.this_hour().strftime(HOUR))


db_periodic_task(crontab(minute="0"))(schedule_round)


@once
def start_reading() -> None:
    """Start the thread that reads from Google. Every Huey worker calls this, but one thread per process is enough."""
    sweeper(GOOGLE).start()


on_startup()(start_reading)

"""Background jobs of clients: a thread that updates reasons for attention, and the verification of the audit log."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from clients.tasks.attention_worker import POLL_INTERVAL_S, AttentionWorker
from clients.tasks.audit_verification import verify_when_due
from sync.effects.sweeper import WorkerThread, once


@once
def start_attention() -> None:
    """Start the thread that updates reasons for attention. Each Huey worker calls this, but one thread per process is
    enough."""
    WorkerThread("attention", AttentionWorker().poll, POLL_INTERVAL_S).start()


on_startup()(start_attention)
db_periodic_task(crontab(minute="30"))(verify_when_due)

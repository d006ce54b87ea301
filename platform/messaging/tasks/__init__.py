"""Background tasks of messaging: prune old rows, and index messages for the search."""

from datetime import timedelta

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from messaging import services
from messaging.services import notify
from messaging.tasks.search_index_worker import Indexer
from sync.effects import effects
from sync.effects.sweeper import WorkerThread, once
from sync.writes.db_executor import write_now

INDEX_EVERY_S = 0.5
EFFECTS_RETENTION = timedelta(days=1)
TAKEN_BACK_RETENTION = timedelta(days=45)  # a device may send a message after it was offline for that long


def prune(day: str) -> None:
    """Delete completed effects (one for each notified message) and old taken-back ids."""
    for handler in (notify.send_notifications, notify.update_notifications):
        write_now(effects.delete_done, handler, before=now() - EFFECTS_RETENTION)
    while write_now(services.forget_taken_back, before=now() - TAKEN_BACK_RETENTION):
        pass


def request_pruning() -> None:
    """Request pruning. Every process calls this hourly; the effect is unique by day, so one process prunes once."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="35"))(request_pruning)


@once
def start_indexing() -> None:
    """Start the indexing thread, which polls twice a second. Each Huey worker calls this; one thread is enough."""
    WorkerThread("message-index", Indexer().work, INDEX_EVERY_S).start()


on_startup()(start_indexing)

"""Background tasks of messaging: notify users of unread messages, prune old rows, and index messages for the search."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from messaging import notify, services
from messaging.search_index_worker import Indexer
from sync.effects import effects
from sync.effects.sweeper import Attendant, once
from sync.writes.db_executor import write_now

PRUNE = "messaging.prune"
INDEX_EVERY_S = 0.5
KEPT_FOR = timedelta(days=1)
TAKEN_BACK_KEPT_FOR = timedelta(days=45)  # a device may retry after that long offline
AT_A_TIME = 4  # messages per transaction; with ten recipients each, other writers wait for 10 ms


@effects.handles_inside(notify.TELL, at_a_time=AT_A_TIME)
def tell(subjects: Sequence[str]) -> None:
    """Notify of messages. A subject is `<message>` or `<message>:removed`."""
    notify.tell(message_ids=[UUID(subject.partition(":")[0]) for subject in subjects])


@effects.handles_inside(notify.TELL_MORE, at_a_time=AT_A_TIME)
def tell_more(subjects: Sequence[str]) -> None:
    """Notify of the newest messages of sides. A subject is `<client>:<sender's side>:<window>`."""
    sides = [subject.split(":")[:2] for subject in subjects]
    notify.tell_newest(sides={(UUID(client_id), role) for client_id, role in sides})


@effects.handles(PRUNE)
def prune(day: str) -> None:
    """Delete completed effects, of which each notified message has one, and old taken-back ids."""
    for kind in (notify.TELL, notify.TELL_MORE):
        write_now(effects.forget_done, kind=kind, before=now() - KEPT_FOR)
    while write_now(services.forget_taken_back, before=now() - TAKEN_BACK_KEPT_FOR):
        pass


def ask_for_pruning() -> None:
    """Request pruning. Every process calls this hourly; the effect is unique by day, so one process prunes once."""
    write_now(effects.after_commit, kind=PRUNE, subject=now().date().isoformat())


db_periodic_task(crontab(minute="35"))(ask_for_pruning)


@once
def index_here() -> None:
    """Start the indexing thread, which polls twice a second. Each Huey worker calls this; one thread is enough."""
    Attendant("message-index", Indexer().work, INDEX_EVERY_S).start()


on_startup()(index_here)

"""The jobs of messaging: people are told of messages that they have not read, and what was done for it is forgotten."""

from datetime import timedelta
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from core.clock import now
from messaging import telling
from sync import effects
from sync.seam import write_now

PRUNE = "messaging.prune"
KEPT_FOR = timedelta(days=1)


@effects.handles(telling.TELL)
def tell(subject: str) -> None:
    """`<message>`, or `<message>:removed`"""
    write_now(telling.tell, message_id=UUID(subject.partition(":")[0]))


@effects.handles(telling.TELL_MORE)
def tell_more(subject: str) -> None:
    """`<client>:<side that writes>:<window>`"""
    client_id, role, _ = subject.split(":")
    write_now(telling.tell_newest, client_id=UUID(client_id), role=role)


@effects.handles(PRUNE)
def prune(day: str) -> None:
    """Forget the effects that are done: there is one for each message that was told."""
    for kind in (telling.TELL, telling.TELL_MORE):
        write_now(effects.forget_done, kind=kind, before=now() - KEPT_FOR)


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind=PRUNE, subject=now().date().isoformat())


db_periodic_task(crontab(minute="35"))(ask_for_pruning)

"""The jobs of messaging: people are told of messages that they have not read, and what was done for it is forgotten."""

from collections.abc import Sequence
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
AT_A_TIME = 4  # messages that ten people are told of in one transaction: who writes meanwhile waits for 10 ms


@effects.handles_inside(telling.TELL, at_a_time=AT_A_TIME)
def tell(subjects: Sequence[str]) -> None:
    """`<message>`, or `<message>:removed`"""
    telling.tell(message_ids=[UUID(subject.partition(":")[0]) for subject in subjects])


@effects.handles_inside(telling.TELL_MORE, at_a_time=AT_A_TIME)
def tell_more(subjects: Sequence[str]) -> None:
    """`<client>:<side that writes>:<window>`"""
    sides = [subject.split(":")[:2] for subject in subjects]
    telling.tell_newest(sides={(UUID(client_id), role) for client_id, role in sides})


@effects.handles(PRUNE)
def prune(day: str) -> None:
    """Forget the effects that are done: there is one for each message that was told."""
    for kind in (telling.TELL, telling.TELL_MORE):
        write_now(effects.forget_done, kind=kind, before=now() - KEPT_FOR)


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind=PRUNE, subject=now().date().isoformat())


db_periodic_task(crontab(minute="35"))(ask_for_pruning)

"""`config/reactions.py`: every effect that an installation has stored still has its handler and its queue."""

import asyncio

import pytest
from django.db import connection

from config.reactions import REACTIONS
from core.clock import now
from sync.effects import effects, reactions, unfinished
from sync.effects.reactions import Reaction, register
from sync.effects.unfinished import UnfinishedEffects
from sync.errors import NotAReaction, NoTransaction
from sync.models import Effect
from sync.tasks import prune
from sync.writes.db_executor import read, write
from tests.support.database.effects import own_reactions

__all__ = ["own_reactions"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
# The names under which installations have stored effects, and the queue whose thread runs them.
QUEUE_OF = {
    "accounts.erase": "erasures",
    "accounts.prune": "quick",
    "analytics.read": "google",
    "analytics.round": "quick",
    "backups.daily": "backups",
    "billing.event": "quick",
    "billing.reconcile": "quick",
    "billing.refresh": "quick",
    "billing.trial-ends": "quick",
    "chatbots.prune": "quick",
    "chatbots.purge": "quick",
    "chatbots.read": "embedding",
    "chatbots.show": "quick",
    "files.preview": "previews",
    "files.sweep": "quick",
    "mail.deliver": "quick",
    "mail.prune": "quick",
    "messaging.prune": "quick",
    "messaging.tell": "quick",
    "messaging.tell-more": "quick",
    "notifications.deliver": "pushes",
    "notifications.mail": "quick",
    "notifications.prune": "quick",
    "notifications.push": "pushes",
    "notifications.unreached": "quick",
    "notifications.week": "quick",
    "notifications.weekly-mail": "quick",
    "performance.friday": "quick",
    "performance.scan": "scans",
    "performance.weekly-scan": "weekly scans",
    "reports.poster": "posters",
    "reports.publish": "quick",
    "reports.tell": "quick",
    "sync.prune": "quick",
}


def test_every_stored_name_has_its_handler_and_its_queue() -> None:
    assert {one.stored_name: one.queue.name for one in REACTIONS} == QUEUE_OF
    assert all(
        reactions.reaction_named(name) is reactions.reaction_of(reactions.reaction_named(name).handler)
        for name in QUEUE_OF
    )


async def test_an_effect_with_an_unknown_name_is_reported_and_not_changed() -> None:
    due = now()
    await write(lambda: Effect.objects.create(kind="left.over", subject="1", due=due))

    def work() -> int:
        try:
            return sum(effects.sweep(queue) for queue in {one.queue for one in REACTIONS})
        finally:
            connection.close()

    assert await asyncio.to_thread(work) == 0
    [reported] = await read(unfinished.counts_by_kind)
    assert reported == UnfinishedEffects("left.over", 1, 0, 0, 0, reported.overdue_s, None)
    stored = await read(Effect.objects.get)
    assert (stored.due, stored.tries, stored.error, stored.done_at) == (due, 0, "", None)


async def test_a_handler_that_is_not_listed_is_rejected() -> None:
    def handler(subject: str) -> None: ...

    with pytest.raises(NotAReaction, match=r"handler is not in config/reactions\.py"):
        await write(effects.after_commit, handler, "1")
    assert await read(Effect.objects.count) == 0


async def test_an_effect_can_only_be_requested_in_a_transaction() -> None:
    with pytest.raises(NoTransaction):
        await read(lambda: effects.after_commit(prune, "today"))
    assert await read(Effect.objects.count) == 0


@pytest.mark.usefixtures("own_reactions")
def test_a_handler_or_name_cannot_be_registered_twice() -> None:
    def handler(subject: str) -> None: ...

    for again in (Reaction("sync.prune", handler, after=[]), Reaction("sync.prune-again", prune, after=[])):
        with pytest.raises(ValueError, match="registered twice"):
            register(again)

"""Locks the rows of threads. A thread's lock orders all writes in the thread."""

from collections.abc import Collection
from uuid import UUID

from messaging.models import Thread
from sync.log import changes


def locked_thread(client_id: UUID) -> Thread:
    """The locked thread of a client, created if it does not exist."""
    return locked_threads([client_id])[client_id]


def locked_threads(client_ids: Collection[UUID]) -> dict[UUID, Thread]:
    """The locked threads of several clients, created if they do not exist.

    Locks existing threads first, in the common lock order, and then creates the missing threads, even if they come
    earlier in that order. If another process creates the same threads meanwhile, the two may deadlock. The database then
    aborts one transaction, and sync.writes.group_commit repeats it. This can happen only if two threads get their first
    messages within milliseconds.
    """
    locked = changes.locked_each(Thread, client_ids)
    missing = [client_id for client_id in client_ids if client_id not in locked]
    if not missing:
        return locked
    created = changes.ensure_each([Thread(id=client_id) for client_id in sorted(missing)])
    locked |= {thread.id: thread for thread in created}
    # If another process has created a thread meanwhile, lock its row.
    return locked if len(created) == len(missing) else locked_threads(client_ids)

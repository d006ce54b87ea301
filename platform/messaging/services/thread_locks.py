"""The rows of threads under their locks, which order everything that happens in a thread."""

from collections.abc import Collection
from uuid import UUID

from messaging.models import Thread
from sync.log import changes


def locked_thread(client_id: UUID) -> Thread:
    """The thread of a client, made if there is none."""
    return locked_threads([client_id])[client_id]


def locked_threads(client_ids: Collection[UUID]) -> dict[UUID, Thread]:
    """The same for several clients.

    Those that there are come first, in the order of all locks; a thread is made behind them whatever its place. Where
    another process makes the same one meanwhile the two may wait for each other: the store ends one of the transactions,
    which is done again (sync.writes.group_commit). It takes the first words of two threads within milliseconds.
    """
    held = changes.locked_each(Thread, client_ids)
    missing = [client_id for client_id in client_ids if client_id not in held]
    if not missing:
        return held
    made = changes.ensure_each([Thread(id=client_id) for client_id in sorted(missing)])
    held |= {thread.id: thread for thread in made}
    # Two first messages at once: the second finds the first's row.
    return held if len(made) == len(missing) else locked_threads(client_ids)

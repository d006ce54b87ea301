"""Updates the search index of messages."""

import time

from django.db import close_old_connections

from messaging import services
from messaging.queries import search_index
from sync import queries as log
from sync.effects import progress
from sync.log import streams
from sync.writes.db_executor import write_now

# The worker pauses for 4 times as long as a batch takes, so that indexing uses at most a fifth of the writer's time.
PAUSE_FACTOR = 4


class Indexer:
    """The indexer of one process. Several may run at the same time, because each batch is stored once."""

    def __init__(self) -> None:
        self._indexed_head = -1

    def work(self) -> None:
        """Index all new and changed messages. If nothing was written since the last call, this is one small read."""
        close_old_connections()
        head = log.heads([streams.ADMINS]).get(streams.ADMINS, 0)
        if head == self._indexed_head:
            return
        while True:
            progress.mark()
            started = time.monotonic()
            if not _work_once():
                break
            time.sleep(PAUSE_FACTOR * (time.monotonic() - started))
        self._indexed_head = head


def _work_once() -> bool:
    """Store one batch of renewals or of new entries. Returns False if there was nothing to index."""
    renewals = search_index.next_renewals()
    if renewals:
        write_now(services.renew_entries, renewals=renewals)
        return True
    batch = search_index.next_batch()
    if batch is None:
        return False
    write_now(services.add_entries, batch=batch)
    return True

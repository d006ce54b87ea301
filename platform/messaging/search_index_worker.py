"""Keeps the index of the search up to date."""

import time

from django.db import close_old_connections

from messaging import services
from messaging.search import index_queries
from sync import queries as log
from sync.log import streams
from sync.writes.db_executor import write_now

REST = 4  # times as long as a batch took: the index has at most a fifth of the writer's time


class Indexer:
    """Of one process. Several may work at the same time: each batch is stored once."""

    def __init__(self) -> None:
        self._indexed_head = -1

    def work(self) -> None:
        """Index everything that was written; it costs one small read if nothing was since the last call."""
        close_old_connections()
        head = log.heads([streams.ADMINS]).get(streams.ADMINS, 0)
        if head == self._indexed_head:
            return
        while True:
            started = time.monotonic()
            if not _work_once():
                break
            time.sleep(REST * (time.monotonic() - started))
        self._indexed_head = head


def _work_once() -> bool:
    """Whether there was something to do."""
    renewals = index_queries.next_renewals()
    if renewals:
        write_now(services.renew_entries, renewals=renewals)
        return True
    batch = index_queries.next_batch()
    if batch is None:
        return False
    write_now(services.add_entries, batch=batch)
    return True

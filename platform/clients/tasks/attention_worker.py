"""Updates the reasons for attention after each change in the admins' stream, and once a minute, because some reasons
depend on the time."""

import time

from django.db import close_old_connections

from clients import queries, services
from sync import queries as log
from sync.log.streams import ADMINS
from sync.writes.db_executor import write_now

POLL_INTERVAL_S, MAX_AGE_S = 0.5, 60.0
# One run takes 0.1 s for 10,000 clients. The worker then pauses for 20 times as long, so it uses at most 5 % of a core.
PAUSE_FACTOR = 20
BATCH_SIZE = 100


class AttentionWorker:
    """The worker of one process. Several processes may run one, because equal reasons are not written again."""

    def __init__(self) -> None:
        self._head = -1
        self._updated_at = self._paused_until = 0.0

    def poll(self) -> None:
        """Update the rows if the admins' stream has grown or a minute has passed."""
        close_old_connections()
        started = time.monotonic()
        if started < self._paused_until:
            return
        head = log.heads([ADMINS]).get(ADMINS, 0)
        if head == self._head and started - self._updated_at < MAX_AGE_S:
            return
        update_attention()
        self._head, self._updated_at = head, started  # only after a success, so that a failed update is repeated
        self._paused_until = time.monotonic() + PAUSE_FACTOR * (time.monotonic() - started)


def update_attention() -> None:
    """Update the attention rows to the current reasons of all apps, in batches of one transaction each."""
    outdated = list(queries.outdated_attention().items())
    for start in range(0, len(outdated), BATCH_SIZE):
        write_now(services.store_attention, reasons_by_client=dict(outdated[start : start + BATCH_SIZE]))

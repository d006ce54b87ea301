"""Updates the reasons for attention: when the admins' stream has new changes, and each minute, because time counts."""

import time

from django.db import close_old_connections

from clients import queries, services
from sync import queries as log
from sync.log.streams import ADMINS
from sync.writes.db_executor import write_now

EVERY_S, AGAIN_S = 0.5, 60.0
# One run takes 0.1 s for 10,000 clients. It sleeps 20 times the last run, so that this uses at most 5 % of a core.
REST = 20
AT_A_TIME = 100


class Watch:
    """The worker of one process. Several processes may run it, because the second one finds nothing to write."""

    def __init__(self) -> None:
        self._head = -1
        self._looked_at = self._rested_at = 0.0

    def look(self) -> None:
        """Update the rows if the admins' stream has grown or a minute has passed."""
        close_old_connections()
        moment = time.monotonic()
        if moment < self._rested_at:
            return
        head = log.heads([ADMINS]).get(ADMINS, 0)
        if head == self._head and moment - self._looked_at < AGAIN_S:
            return
        self._head, self._looked_at = head, moment
        settle()
        self._rested_at = time.monotonic() + REST * (time.monotonic() - moment)


def settle() -> None:
    """Update the attention rows to the current reasons of all apps, in batches of one transaction each."""
    differing = list(queries.attention_differing().items())
    for start in range(0, len(differing), AT_A_TIME):
        write_now(services.settle_attention, found=dict(differing[start : start + AT_A_TIME]))

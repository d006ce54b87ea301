"""Keeps the reasons for attention up: looks for them once the admins' stream has grown, and each minute as time passes."""

import time

from django.db import close_old_connections

from clients import queries, services
from sync import queries as log
from sync.log.streams import ADMINS
from sync.writes.db_executor import write_now

EVERY_S, AGAIN_S = 0.5, 60.0
# Of ten thousand clients it takes a tenth of a second; so it is never more than a twentieth of what there is to do.
REST = 20
AT_A_TIME = 100


class Watch:
    """Of one process; several of them find the same, and the second has nothing to write."""

    def __init__(self) -> None:
        self._head = -1
        self._looked_at = self._rested_at = 0.0

    def look(self) -> None:
        """Bring the rows in line, if it is time."""
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
    """Bring the rows in line with what the rooms say now, some in each transaction."""
    differing = list(queries.attention_differing().items())
    for start in range(0, len(differing), AT_A_TIME):
        write_now(services.settle_attention, found=dict(differing[start : start + AT_A_TIME]))

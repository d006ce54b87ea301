"""Notices that the database is a promoted standby, which may lack the last changes that its predecessor committed."""

import logging

from sync.db import timeline
from sync.db.timeline import Timeline
from sync.log import epochs
from sync.writes.db_executor import read, write

NOTHING_LOST = "the database is a promoted synchronous standby (timeline %s), which has every committed change"
MAY_BE_LOST = (
    "the database is a promoted standby (timeline %s) that was not synchronous, so it may lack committed changes:"
    " the epoch is %s now, and every device loads its data again and sends what it has not confirmed"
)

log = logging.getLogger(__name__)


class Failover:
    """The timeline that one process last saw."""

    def __init__(self) -> None:
        self._timeline: Timeline | None = None

    async def may_have_lost_changes(self) -> bool:
        """Whether the server was replaced by one that may lack changes; if so, gives the store a new epoch.

        Several processes notice the replacement, and the first one rotates the epoch.
        """
        before, now = self._timeline, await read(timeline.current)
        if now is None:
            return False
        has_lost = before is not None and now.id != before.id and not before.is_synchronous
        if has_lost:
            epoch = await write(epochs.rotate_once, timeline=now.id)
            log.error(MAY_BE_LOST, now.id, epoch)
        elif before is not None and now.id != before.id:
            log.warning(NOTHING_LOST, now.id)
        self._timeline = now
        return has_lost

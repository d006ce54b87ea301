"""Runs manage.py with a transaction for each post instead of group commit; everything else is as shipped.

On PostgreSQL three such transactions run at a time, because a single one waits for the store a fifth of its time.
"""

import os
import sys
import threading
from itertools import cycle

from manage import ROOT, main

WRITERS = 3


def turn_off_group_commit() -> None:
    from sync.writes import db_executor, group_commit
    from sync.writes.queued_write import Work

    class SideBySide(group_commit.GroupCommit):
        """Distributes writes over several writers in turn."""

        def __init__(self) -> None:
            self._writers = [group_commit.GroupCommit(f"db-write-{number}") for number in range(WRITERS)]
            self._turns = cycle(self._writers)

        def put(self, work: Work | threading.Event) -> None:
            next(self._turns).put(work)

        def close(self) -> None:
            for writer in self._writers:
                writer.close()

    # Replaces the writer of db_executor, because that one was created with the shipped GROUP_MAX.
    group_commit.GROUP_MAX = 1
    db_executor._writer = SideBySide() if os.environ.get("DATABASE_URL") else group_commit.GroupCommit("db-write")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    turn_off_group_commit()
    main()

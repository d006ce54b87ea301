"""manage.py with a transaction for each post instead of a group commit; everything else is as shipped.

On PostgreSQL three such transactions run at a time, because a single one waits for the store a fifth of its time.
"""

import os
import sys
import threading
from itertools import cycle

from manage import ROOT, main

AT_A_TIME = 3


def take_one_at_a_time() -> None:
    from sync.writes import db_executor, group_commit
    from sync.writes.queued_write import Work

    class SideBySide(group_commit.GroupCommit):
        """Distributes writes over several writers in turn."""

        def __init__(self) -> None:
            self._each = [group_commit.GroupCommit(f"db-write-{n}") for n in range(AT_A_TIME)]
            self._turns = cycle(self._each)

        def put(self, work: Work | threading.Event) -> None:
            next(self._turns).put(work)

        def close(self) -> None:
            for each in self._each:
                each.close()

    # The writer of db_executor already has its group size, so another one replaces it.
    group_commit.GROUP_MAX = 1
    db_executor._writer = SideBySide() if os.environ.get("DATABASE_URL") else group_commit.GroupCommit("db-write")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    take_one_at_a_time()
    main()

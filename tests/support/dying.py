"""manage.py in a process that dies (-9) at the point which DYING names, once a message is being written.

`log`: the row is written, its change is not. `hint`: both are committed, and nobody was told.
"""

import os
import signal
import sys
from typing import Any

from manage import ROOT, main


def die_if(has_message: bool) -> None:
    if has_message:
        os.kill(os.getpid(), signal.SIGKILL)


def lie_in_wait(point: str) -> None:
    """Put death at `point`."""
    from sync import hints, pending
    from sync.pending import Change, Pending

    write, publish = pending.write, hints.publish

    def dying_write(connection: Any, pending: Pending) -> dict[str, list[Change]]:
        die_if(point == "log" and any(entry.tbl == "messages" for some in pending.by_stream().values() for entry in some))
        return write(connection, pending)

    def dying_publish(committed: hints.Committed) -> None:
        die_if(point == "hint" and any(change.tbl == "messages" for some in committed.values() for change in some))
        publish(committed)

    pending.write, hints.publish = dying_write, dying_publish


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    lie_in_wait(os.environ["DYING"])
    main()

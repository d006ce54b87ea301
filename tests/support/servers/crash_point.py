"""Runs manage.py in a process that kills itself (-9) at the point in CRASH_POINT when it writes a message.

`log`: the row is written, its change is not. `hint`: both are committed, and no process is notified yet.
`log of several` and `hint of several`: the same, but only in a transaction with several messages.
With CRASH_SIGNAL=STOP the process stops there, once, until it gets SIGCONT.
"""

import os
import signal
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from manage import ROOT, main


def install_crash(point: str, sent: signal.Signals) -> None:
    """Patch the product so that the process sends itself the signal `sent` when it first gets to `point`."""
    from sync.log import hints, pending
    from sync.log.pending import Change, Entry, Pending

    step, _, several = point.partition(" of ")
    write, publish = pending.write, hints.publish
    remaining = [sent]

    def crash_on(streams: Iterable[Sequence[Entry | Change]]) -> None:
        messages = {one.row_id for entries in streams for one in entries if one.tbl == "messages"}
        if remaining and len(messages) > (1 if several else 0):
            os.kill(os.getpid(), remaining.pop())

    def crashing_write(connection: Any, pending: Pending) -> dict[str, list[Change]]:
        if step == "log":
            crash_on(pending.by_stream().values())
        return write(connection, pending)

    def crashing_publish(committed: hints.Committed) -> None:
        if step == "hint":
            crash_on(committed.values())
        publish(committed)

    pending.write, hints.publish = crashing_write, crashing_publish


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    install_crash(os.environ["CRASH_POINT"], signal.Signals[f"SIG{os.environ.get('CRASH_SIGNAL', 'KILL')}"])
    main()

"""Reports to systemd that the jobs of this process make progress, so that systemd restarts a process that hangs."""

import os
import socket
import threading
from collections.abc import Callable

REPORTS_PER_LIMIT = 3  # reports within systemd's time limit, so that one of them may be late


def start_watchdog(is_healthy: Callable[[], bool]) -> None:
    """Start a thread that reports while `is_healthy()`. Does nothing if the unit has no WatchdogSec."""
    address, limit = os.environ.get("NOTIFY_SOCKET"), os.environ.get("WATCHDOG_USEC")
    if not address or not limit:
        return
    every_s = int(limit) / 1e6 / REPORTS_PER_LIMIT
    abstract = "\0" + address[1:] if address.startswith("@") else address

    def report() -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            while True:
                if is_healthy():
                    systemd.sendto(b"WATCHDOG=1", abstract)
                stop.wait(every_s)

    stop = threading.Event()  # never set: the thread ends with the process
    threading.Thread(target=report, name="watchdog", daemon=True).start()

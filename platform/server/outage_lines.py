"""The log lines of requests that fail during an outage: each response 503 is a warning, and repeated lines are counted."""

import logging
import threading
import time
from collections.abc import Callable

from django.http import HttpRequest

UNAVAILABLE, HEALTH = 503, "/health/"
INTERVAL_S = 10.0


class UnavailableFilter(logging.Filter):
    """Makes Django's line for a response 503 a warning, because it reports an outage and no defect.

    Drops it for health checks: they are repeated every few seconds, and website.workflows.readiness logs the cause.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) != UNAVAILABLE:
            return True
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        request = getattr(record, "request", None)
        is_probe = isinstance(request, HttpRequest) and request.path.startswith(HEALTH)
        return not is_probe and logging.getLogger().isEnabledFor(logging.WARNING)


class RepeatFilter(logging.Filter):
    """Passes one warning of each kind every INTERVAL_S seconds, with the number of those that it dropped before.

    In an outage of the database every request of every device fails, which wrote two lines for each of them.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._passed_at: dict[tuple[str, str], float] = {}
        self._dropped: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        kind, time_s = (record.name, str(record.msg)), self._clock()
        with self._lock:
            if time_s - self._passed_at.get(kind, float("-inf")) < INTERVAL_S:
                self._dropped[kind] = self._dropped.get(kind, 0) + 1
                return False
            self._passed_at[kind] = time_s
            dropped = self._dropped.pop(kind, 0)
        if dropped:
            record.msg = f"{record.msg} (and {dropped} more before)"
        return True

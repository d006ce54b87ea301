"""Logs once that the channel layer to the other processes fails, and once that it works again, and nothing between."""

import logging
import threading
from asyncio import CancelledError

AWAY = "hints from other processes are delayed; every process polls once a second: %r"
BACK = "hints from other processes arrive at once again"

log = logging.getLogger(__name__)


class Outage:
    """The state of the channel layer for one process; any thread may report what it met."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_on = False

    def report_failure(self, error: BaseException | None) -> None:
        with self._lock:
            is_new, self._is_on = not self._is_on, True
        if is_new:
            log.warning(AWAY, error)

    def report_success(self) -> None:
        if not self._is_on:
            return
        with self._lock:
            is_over, self._is_on = self._is_on, False
        if is_over:
            log.warning(BACK)


OUTAGE = Outage()


class LayerErrorFilter(logging.Filter):
    """Filters the layer's own logger, which writes a traceback for each second without a connection."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info:
            return True
        if not isinstance(record.exc_info[1], CancelledError):  # a cancellation means that this process ends
            OUTAGE.report_failure(record.exc_info[1])
        return False

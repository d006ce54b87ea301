"""Logs an outage in two lines: the start with the first error, the end with the duration and the failed attempts."""

import logging
import threading
import time

END_LINE = "%s, after %.0f s (failed attempts: %d)"


class Outage:
    """The state of one service that this process needs. Each thread that uses the service reports success or failure.

    `began` and `ended` are the two messages. The log adds the error to the first one, if there is an error.
    """

    def __init__(self, log: logging.Logger, began: str, ended: str) -> None:
        self._log, self._began, self._ended = log, began, ended
        self._lock = threading.Lock()
        self._since: float | None = None
        self._failed = 0

    def report_failure(self, error: BaseException | None) -> None:
        with self._lock:
            is_new = self._since is None
            self._since = time.monotonic() if self._since is None else self._since
            self._failed += 1
        if is_new and error is None:
            self._log.warning(self._began)
        elif is_new:
            self._log.warning("%s: %r", self._began, error)

    def report_success(self) -> None:
        if self._since is None:
            return
        with self._lock:
            since, failed, self._since, self._failed = self._since, self._failed, None, 0
        if since is not None:
            self._log.warning(END_LINE, self._ended, time.monotonic() - since, failed)

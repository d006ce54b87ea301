"""The outages of Redis: of the channel layer, which carries hints between the processes, and of the job queue."""

import logging
from asyncio import CancelledError

from core.outage import Outage

AWAY = "hints from other processes are delayed; every process polls once a second"
BACK = "hints from other processes arrive at once again"

JOBS_AWAY = "jobs start up to 10 s late, because Redis fails"
JOBS_BACK = "jobs start at once again"

log = logging.getLogger(__name__)
OUTAGE = Outage(log, AWAY, BACK)
JOBS_OUTAGE = Outage(log, JOBS_AWAY, JOBS_BACK)


class LayerErrorFilter(logging.Filter):
    """Filters the channel layer's own logger, which writes a traceback for each second without a connection."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info:
            return True
        if not isinstance(record.exc_info[1], CancelledError):  # a cancellation means that this process ends
            OUTAGE.report_failure(record.exc_info[1])
        return False

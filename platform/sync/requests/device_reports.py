"""Counts and logs the reports of devices, and never stores them; a report has no field for text that a user wrote."""

import logging
from collections.abc import Callable

from core.actor import Actor
from sync import metrics
from sync.requests import rate_limit
from sync.schemas import ReportIn

MAX_REPORTS, WINDOW_S = 30, 600.0

log = logging.getLogger("device")


class ReportAllowance(rate_limit.Allowance):
    """Limits the reports of each user, so that a device that fails in a loop does not fill the log."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock, limit=MAX_REPORTS, within_s=WINDOW_S)


def record_report(actor: Actor, report: ReportIn) -> None:
    """Count a report and write its log line."""
    metrics.CHECKS.labels(report.what).inc()
    if report.what in {"gap", "second-gap"}:
        metrics.GAPS.inc()
    if report.outbox is not None:
        metrics.OUTBOX_AGE.observe(report.outbox.oldest_s)
    fields = {"user": str(actor.id), **report.model_dump(exclude_none=True)}
    log.log(logging.INFO if report.what == "outbox" else logging.WARNING, "reported", extra={"fields": fields})

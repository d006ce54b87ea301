"""What devices report of themselves: counted and logged, never stored; nothing in it can be what somebody wrote."""

import logging
from collections.abc import Callable
from uuid import UUID

from core.person import Person
from sync import metrics
from sync.schemas import ReportIn

PER_PERSON, WITHIN_S = 30, 600.0
PEOPLE_KEPT = 10_000

log = logging.getLogger("device")


class Allowance:
    """How many reports each person may still send: one that fails in a loop must not fill the log."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since: dict[UUID, tuple[float, int]] = {}

    def take(self, person: UUID) -> bool:
        """Whether one more is heard."""
        moment = self._clock()
        since, used = self._since.pop(person, (moment, 0))
        if moment - since >= WITHIN_S:
            since, used = moment, 0
        while len(self._since) >= PEOPLE_KEPT:
            del self._since[next(iter(self._since))]
        self._since[person] = (since, used + 1)
        return used < PER_PERSON


def hear(person: Person, report: ReportIn) -> None:
    """Count a report and write its line."""
    metrics.CHECKS.labels(report.what).inc()
    if report.what in {"gap", "second-gap"}:
        metrics.GAPS.inc()
    if report.outbox is not None:
        metrics.OUTBOX_AGE.observe(report.outbox.oldest_s)
    fields = {"user": str(person.id), **report.model_dump(exclude_none=True)}
    log.log(logging.INFO if report.what == "outbox" else logging.WARNING, "reported", extra={"fields": fields})

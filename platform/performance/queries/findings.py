"""Compares a scan's result with the client's earlier scores, for `services` to store. Reads only."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from core.clock import now
from performance import advice, bands, comparison, lighthouse_result, queries
from performance.advice import Advice
from performance.lighthouse_result import LighthouseResult
from performance.scan_result import LIGHTHOUSE, Result

TOO_SLOW = (
    "The machine that measured was too slow for a score that can be trusted: "
    "it was allowed for, and the score can still differ by more than usual."
)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A score that this one is compared with."""

    score: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Findings:
    """An evaluated result. `advice` has all recommendations for the page as it is now."""

    at: datetime
    lighthouse: LighthouseResult
    result: Result
    packed: bytes
    outcome: str
    reasons: tuple[str, ...]
    previous: Earlier | None
    last_week: Earlier | None
    advice: tuple[Advice, ...]

    def columns(self) -> dict[str, object]:
        """The values of a row of `performance_scores`, without its ids, URL and time."""
        score, before, week = self.lighthouse.score, self.previous, self.last_week
        return {
            "performance_score": score or 0,
            "is_incomplete": score is None,
            "source": self.result.source,
            "runs": list(self.result.scores),
            "metrics": self.lighthouse.metrics,
            "field": self.lighthouse.field,
            "previous_score": before.score if before else None,
            "previous_at": before.at if before else None,
            "last_week_score": week.score if week else None,
            "last_week_at": week.at if week else None,
            "verdict": self.outcome,
            "reasons": list(self.reasons),
            "json_response": self.packed,
        }


def evaluate(*, client_id: UUID, url: str, result: Result, at: datetime | None = None) -> Findings:
    """Evaluate a result by itself and against the last one of the same website.

    `at` is the measurement's time for imported data, by default now.
    """
    measured_at = at or now()
    current = lighthouse_result.read(result.raw)
    last = queries.before(client_id=client_id, url=url)
    zone = ZoneInfo(get_default_timezone_name())
    week = queries.before_week(client_id=client_id, url=url, at=measured_at, zone=zone)
    compared = comparison.compare(queries.lighthouse_result_of(last), current)
    is_complete = current.score is not None
    return Findings(
        at=measured_at,
        lighthouse=current,
        result=result,
        packed=lighthouse_result.pack(result.raw),
        outcome=compared.outcome,
        reasons=(*compared.reasons, *_of_machine(result)),
        previous=Earlier(last.performance_score, last.created_at) if last and is_complete else None,
        last_week=Earlier(week.performance_score, week.created_at) if week and is_complete else None,
        advice=tuple(advice.advise(current)) if is_complete else (),
    )


def _of_machine(result: Result) -> tuple[str, ...]:
    """A warning if the measuring machine is too slow by Lighthouse's own benchmark; only for local scans."""
    if result.source != LIGHTHOUSE or not bands.is_too_slow(lighthouse_result.benchmark_index(result.raw)):
        return ()
    return (TOO_SLOW,)

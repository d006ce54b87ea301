"""Compares a scan's result with the client's earlier scores. Reads only; `effects` stores the findings."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from core.clock import now
from performance import advice, bands, comparison, lighthouse_result, queries
from performance.advice import Advice
from performance.lighthouse_result import LighthouseResult
from performance.models import Score
from performance.scan_result import LIGHTHOUSE, Result

TOO_SLOW = "The measuring machine was slow. The score allows for that, but it can still differ by more than usual."


@dataclass(frozen=True, slots=True)
class EarlierScore:
    """An earlier score, with which the new one is compared."""

    score: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Findings:
    """An evaluated result. `packed` is the compressed raw result, `advice` has all recommendations for the page."""

    at: datetime
    lighthouse: LighthouseResult
    result: Result
    packed: bytes
    outcome: str
    reasons: tuple[str, ...]
    previous: EarlierScore | None
    last_week: EarlierScore | None
    advice: tuple[Advice, ...]

    def columns(self) -> dict[str, object]:
        """The values of a row of `performance_scores`, without its ids, URL and time."""
        score, previous, last_week = self.lighthouse.score, self.previous, self.last_week
        return {
            "performance_score": score or 0,
            "is_incomplete": score is None,
            "source": self.result.source,
            "runs": list(self.result.scores),
            "metrics": self.lighthouse.metrics,
            "field": self.lighthouse.field,
            "previous_score": previous.score if previous else None,
            "previous_at": previous.at if previous else None,
            "last_week_score": last_week.score if last_week else None,
            "last_week_at": last_week.at if last_week else None,
            "verdict": self.outcome,
            "reasons": list(self.reasons),
            "json_response": self.packed,
        }


def evaluate(*, client_id: UUID, url: str, result: Result, at: datetime | None = None) -> Findings:
    """Evaluate a result by itself, and compare it with earlier ones of the same website.

    `at` is the measurement's time for imported data, by default now.
    """
    measured_at = at or now()
    current = lighthouse_result.parse(result.raw)
    previous = queries.latest_score(client_id=client_id, url=url)
    zone = ZoneInfo(get_default_timezone_name())
    last_week = queries.latest_score_before_week(client_id=client_id, url=url, at=measured_at, zone=zone)
    compared = comparison.compare(queries.lighthouse_result_of(previous), current)
    is_complete = current.score is not None
    return Findings(
        at=measured_at,
        lighthouse=current,
        result=result,
        packed=lighthouse_result.pack(result.raw),
        outcome=compared.outcome,
        reasons=(*compared.reasons, *_machine_warning(result)),
        previous=_earlier(previous) if is_complete else None,
        last_week=_earlier(last_week) if is_complete else None,
        advice=tuple(advice.advise(current)) if is_complete else (),
    )


def _earlier(score: Score | None) -> EarlierScore | None:
    return None if score is None else EarlierScore(score.performance_score, score.created_at)


def _machine_warning(result: Result) -> tuple[str, ...]:
    """`TOO_SLOW` if the measuring machine is too slow by Lighthouse's own benchmark; only for local scans."""
    if result.source != LIGHTHOUSE or not bands.is_too_slow(lighthouse_result.benchmark_index(result.raw)):
        return ()
    return (TOO_SLOW,)

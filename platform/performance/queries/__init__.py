"""Reads of scores, scans and tasks."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from clients.ports import Reason
from core.actor import Actor
from core.clock import CLOCK_ERROR, now
from performance import access, lighthouse_result
from performance.friday_run import week_of
from performance.lighthouse_result import LighthouseResult
from performance.models import Place, ScanRun, ScanTask, Score, State, Trigger

HISTORY_MAX = 10  # scores, and as many scans, of a client on a device
TASKS_MAX = 500
TOO_MANY = "too-many"  # the reason of a scan that the server did not run, because the client has started too many
DROP_MIN = 5  # points; a smaller drop may be noise
MAX_AGE = timedelta(days=8)  # an older drop or failure is no longer news


def scores() -> QuerySet[Score]:
    """Scores without the raw results, which are a hundred times as large."""
    return Score.objects.defer("json_response")


def history(*, actor: Actor, client_id: UUID | None, limit: int) -> list[Score]:
    """A client's scores, newest first; by default of the caller's own client. Raises ClientNotFound."""
    own_or_requested = access.client_to_read(actor, client_id)
    return list(scores().filter(client_id=own_or_requested).order_by("-created_at", "-id")[:limit])


def tasks(*, actor: Actor, client_id: UUID) -> list[ScanTask]:
    """A client's tasks, open ones first, then by weight, at most `TASKS_MAX`. Raises ClientNotFound."""
    access.must_be_reader(actor, client_id)
    return list(ScanTask.objects.filter(client_id=client_id).order_by("-is_open", "-weight", "id")[:TASKS_MAX])


def score_with_result(*, actor: Actor, score_id: UUID) -> tuple[Score, bytes]:
    """A score and its raw result as JSON. Raises ScoreNotFound."""
    score = access.score_for(actor, score_id)
    return score, lighthouse_result.unpack_text(score.json_response)


def scan_run(*, run_id: UUID) -> ScanRun | None:
    return ScanRun.objects.filter(id=run_id).first()


def open_run(*, client_id: UUID) -> ScanRun | None:
    """A client's queued or running scan, or None."""
    return ScanRun.objects.filter(client_id=client_id, state__in=(State.QUEUED, State.RUNNING)).first()


def count_onboarding_scans(*, client_id: UUID, since: datetime) -> int:
    """The number of scans that a client has started after `since` by saving a website."""
    # A scan that was requested while the clock was ahead does not count until the clock has reached its time.
    until = now() + CLOCK_ERROR
    started = ScanRun.objects.filter(
        client_id=client_id, why=Trigger.ONBOARDING, asked_at__gt=since, asked_at__lte=until
    )
    return started.exclude(reason=TOO_MANY).count()


def latest_score(*, client_id: UUID, url: str) -> Score | None:
    """The newest complete score of this website with its raw result, or None."""
    complete = Score.objects.filter(client_id=client_id, website_url=url, is_incomplete=False)
    return complete.order_by("-created_at", "-id").first()


def latest_score_before_week(*, client_id: UUID, url: str, at: datetime, zone: ZoneInfo) -> Score | None:
    """The newest complete score from before the week of `at` in `zone`, without its raw result, or None."""
    monday = datetime.combine(week_of(at, zone), datetime.min.time(), zone)
    complete = scores().filter(client_id=client_id, website_url=url, is_incomplete=False, created_at__lt=monday)
    return complete.order_by("-created_at", "-id").first()


def lighthouse_result_of(score: Score | None) -> LighthouseResult | None:
    """The parsed raw result of a score."""
    return None if score is None else lighthouse_result.parse(lighthouse_result.unpack(score.json_response))


def last_friday_run() -> tuple[date, dict[str, int]] | None:
    """The newest Friday with requested scans, and the number of its scans per state; None if there is none."""
    week = ScanRun.objects.filter(week__isnull=False).order_by("-week").values_list("week", flat=True).first()
    if week is None:
        return None
    counted = dict(ScanRun.objects.filter(week=week).values_list("state").annotate(n=Count("id")))
    return week, dict.fromkeys(State.values, 0) | counted


def failed_scans(*, limit: int) -> list[ScanRun]:
    """The clients' latest scans that failed, newest first."""
    return list(_failed_latest().order_by("-finished_at")[:limit])


def _failed_latest() -> QuerySet[ScanRun]:
    """The clients' latest scans that failed. Ignores scans that the server did not run (TOO_MANY)."""
    measured = ScanRun.objects.filter(place__lt=Place.PAST).exclude(reason=TOO_MANY)
    latest = measured.filter(client_id=OuterRef("client_id")).order_by("-asked_at", "-id").values("id")[:1]
    return measured.filter(state=State.FAILED, id=Subquery(latest))


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Yield clients whose latest scan failed or whose score dropped in a week, for `clients.ports.attention`."""
    latest = ScanRun.objects.filter(place=Place.LATEST, finished_at__gt=now() - MAX_AGE)
    failed = _failed_latest().filter(finished_at__gt=now() - MAX_AGE)
    for client_id in failed.values_list("client_id", flat=True):
        yield client_id, Reason("scan", 10, "scan failed")
    dropped = scores().filter(
        id__in=latest.filter(state=State.DONE).values("score_id"),
        is_incomplete=False,
        performance_score__lte=F("last_week_score") - DROP_MIN,
    )
    for client_id, score, last_week in dropped.values_list("client_id", "performance_score", "last_week_score"):
        assert last_week is not None
        yield client_id, Reason("score", min(10 + last_week - score, 40), f"score −{last_week - score}")

"""Writes of one scan: start, advance and end it, and store its result. None of them measures."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from clients import services as clients
from core.clock import now
from core.ids import uuid7
from performance import queries
from performance.effects import follow_up, scan_notice
from performance.models import ScanRun, Score, State, Trigger
from performance.queries.findings import Findings
from sync.log import changes

FAILED = "PageSpeed scan failed — please try again later."
SCORED = "Your website scored {score}."
ATTEMPTS_MAX = 5  # an effect's retry delays spread them over more than an hour


@dataclass(frozen=True, slots=True)
class Measurement:
    """The website to scan now, with `steps` measurements."""

    client_id: UUID
    user_id: UUID | None
    url: str
    steps: int


def start(*, run_id: UUID, is_weekly: bool = False) -> Measurement | None:
    """Start a scan, or restart it if its process died. Returns None if it has ended or must no longer run.

    Also returns None if a user has requested a scan of the Friday run, which then runs in the other queue.
    A scan that was started ATTEMPTS_MAX times without an end fails, because it may crash its process.
    """
    unlocked = queries.scan_run(run_id=run_id)
    site = clients.locked_site(client_id=unlocked.client_id) if unlocked is not None else None
    run = changes.locked(ScanRun, run_id)
    if run is None or site is None or run.state not in {State.QUEUED, State.RUNNING}:
        return None
    if is_weekly and run.why != Trigger.WEEKLY:
        return None
    if site.url is None or site.user_id is None or (run.why == Trigger.WEEKLY and not site.has_weekly_scan):
        changes.update(run, state=State.DROPPED, finished_at=now())
        return None
    if run.tries >= ATTEMPTS_MAX:
        _end_failed(run, "broken")
        return None
    steps = settings.SCAN_RUNS
    changes.update(
        run, state=State.RUNNING, step=0, steps=steps, website_url=site.url, started_at=now(), tries=run.tries + 1
    )
    return Measurement(site.client_id, site.user_id, site.url, steps)


def note_step(*, run_id: UUID, step: int) -> None:
    """Store the number of completed measurements."""
    run = changes.locked(ScanRun, run_id)
    if run is not None and run.state == State.RUNNING and run.step < step < run.steps:
        changes.update(run, step=step)


def finish(*, run_id: UUID, measurement: Measurement, findings: Findings) -> None:
    """Store a scan's result and update the tasks. A scan that has ended meanwhile stays unchanged.

    Drops the result if the client has another website by now.
    """
    site = clients.locked_site(client_id=measurement.client_id)
    run = changes.locked(ScanRun, run_id)
    if run is None or run.state != State.RUNNING or run.website_url != measurement.url:
        return
    if site is None or site.url != measurement.url:
        changes.update(run, state=State.DROPPED, finished_at=now())
        return
    score = store_score(measurement, findings)
    result = {"score_id": score.id, "performance_score": score.performance_score, "finished_at": score.created_at}
    changes.update(run, state=State.DONE, step=run.steps, **result)
    # The score of an incomplete result is 0 and means nothing.
    scan_notice.notify_client(run, FAILED if score.is_incomplete else SCORED.format(score=score.performance_score))


def fail(*, run_id: UUID, reason: str) -> bool:
    """End a scan that has no result. Its row shows the error to the user.

    A scan of the Friday run waits for another try instead, up to ATTEMPTS_MAX tries, and this returns True. No user
    waits for such a scan, and a website that does not respond now may respond in an hour.
    """
    run = changes.locked(ScanRun, run_id)
    if run is None or run.state != State.RUNNING:
        return False
    if run.why == Trigger.WEEKLY and run.tries < ATTEMPTS_MAX:
        changes.update(run, state=State.QUEUED, step=0, reason=reason)
        return True
    _end_failed(run, reason)
    return False


def _end_failed(run: ScanRun, reason: str) -> None:
    changes.update(run, state=State.FAILED, reason=reason, error=FAILED, finished_at=now())
    scan_notice.notify_client(run, FAILED)


def store_score(measurement: Measurement, findings: Findings) -> Score:
    """Store a result with the time of its findings, and update the website's tasks."""
    score = Score(
        id=uuid7(),
        client_id=measurement.client_id,
        user_id=measurement.user_id,
        website_url=measurement.url,
        created_at=findings.at,
        **findings.columns(),
    )
    changes.insert(score)
    shown = queries.scores().filter(client_id=measurement.client_id, is_shown=True).order_by("-created_at", "-id")
    for old in shown.select_for_update()[queries.HISTORY_MAX :]:
        changes.update(old, is_shown=False)
    follow_up.update_tasks(client_id=measurement.client_id, findings=findings)
    return score

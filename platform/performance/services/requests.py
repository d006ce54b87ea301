"""Writes of performance: request, start, advance and end a scan. Each is one transaction, and none measures."""

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings

from clients import queries as clients_queries
from clients import services as clients
from clients.services import Site
from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from performance import access, follow_up, queries
from performance.errors import NoWebsite
from performance.findings import Findings
from performance.models import Place, ScanRun, Score, State, Why
from sync.effects import effects
from sync.log import changes
from sync.models import SyncedRow

SCAN, WEEKLY_SCAN = "performance.scan", "performance.weekly-scan"
FAILED = "PageSpeed scan failed — please try again later."
BATCH = 100
TRIES = 5  # with an effect's retry delays, they cover more than an hour
FRESH_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Onboarded:
    """A client's row with its website, and the scan of it."""

    client: SyncedRow
    run: ScanRun


@dataclass(frozen=True, slots=True)
class Measurement:
    """The measurement to make now."""

    client_id: UUID
    user_id: UUID | None
    url: str
    steps: int


def onboard(*, actor: Actor, website_url: str, service_areas: str | None) -> Onboarded:
    """Save a client's website and request a scan. A repeat within ten minutes of a finished scan returns that scan.

    Raises ClientNotFound, BadWebsite.
    """
    client = clients.save_website(actor=actor, website_url=website_url, service_areas=service_areas)
    site = clients.locked_site(client_id=client.id)
    assert site is not None
    latest = ScanRun.objects.filter(client_id=site.client_id, place=Place.LATEST).first()
    is_fresh = latest is not None and latest.finished_at is not None and latest.finished_at > now() - FRESH_FOR
    if latest is not None and is_fresh and latest.state == State.DONE and latest.website_url == site.url:
        return Onboarded(client, latest)
    return Onboarded(client, _request(site, Why.ONBOARDING))


def request_scan(*, actor: Actor, client_id: UUID) -> ScanRun:
    """Request a scan of a client's website now. Returns the queued or running scan if there is one.

    Raises AdminsOnly, ClientNotFound, NoWebsite.
    """
    access.must_be_admin(actor)
    access.may_read(actor, client_id)
    site = clients.locked_site(client_id=client_id)
    if site is None or site.url is None or site.user_id is None:
        raise NoWebsite
    clients.audit(actor_id=actor.id, action="scan.asked", subject=str(client_id))
    return _request(site, Why.ASKED)


def request_weekly_scans(*, week: date, after: UUID | None) -> UUID | None:
    """Request the Friday scans of the next hundred clients. Returns the id of the last one, or None if none is left.

    Skips clients that already have a scan of this week.
    """
    ids = clients_queries.followed(after=after, limit=BATCH)
    done = set(ScanRun.objects.filter(week=week, client_id__in=ids).values_list("client_id", flat=True))
    for client_id in ids:
        site = clients.locked_site(client_id=client_id) if client_id not in done else None
        if site is not None and site.is_followed and site.url is not None:
            _request(site, Why.WEEKLY, week)
    return ids[-1] if ids else None


def start(*, run_id: UUID) -> Measurement | None:
    """Start a scan, or restart it if its process died. None if it has ended or must not run any more.

    A scan that was started TRIES times without an end fails, because it may crash its process.
    """
    existing = queries.run(run_id=run_id)
    site = clients.locked_site(client_id=existing.client_id) if existing is not None else None
    run = changes.locked(ScanRun, run_id)
    if run is None or site is None or run.state not in {State.QUEUED, State.RUNNING}:
        return None
    if site.url is None or site.user_id is None or (run.why == Why.WEEKLY and not site.is_followed):
        changes.update(run, state=State.DROPPED, finished_at=now())
        return None
    if run.tries >= TRIES:
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
    """Store a scan's result and update the tasks. A scan that has ended meanwhile stays unchanged."""
    run = changes.locked(ScanRun, run_id)
    if run is None or run.state != State.RUNNING or run.website_url != measurement.url:
        return
    score = _store_score(measurement, findings)
    end = {"score_id": score.id, "performance_score": score.performance_score, "finished_at": score.created_at}
    changes.update(run, state=State.DONE, step=run.steps, **end)


def import_result(*, client_id: UUID, user_id: UUID, url: str, findings: Findings) -> Score:
    """Store an imported result with its own time."""
    return _store_score(Measurement(client_id, user_id, url, steps=0), findings)


def skip_week(*, client_id: UUID, url: str, week: date) -> ScanRun:
    """Store a dropped scan, so that this Friday's run skips the client's website."""
    _age_runs(client_id)
    run = ScanRun(id=_id_of(client_id, week), client_id=client_id, why=Why.WEEKLY, week=week, website_url=url)
    run.state, run.finished_at = State.DROPPED, run.asked_at
    changes.insert(run)
    return run


def fail(*, run_id: UUID, reason: str) -> bool:
    """End a scan that has no result. Its row shows the error to the user.

    A scan of the Friday run returns to the queue instead, and the result is True: nobody waits for it, and a website
    that does not respond now may respond in an hour.
    """
    run = changes.locked(ScanRun, run_id)
    if run is None or run.state != State.RUNNING:
        return False
    if run.why == Why.WEEKLY and run.tries < TRIES:
        changes.update(run, state=State.QUEUED, step=0, reason=reason)
        return True
    _end_failed(run, reason)
    return False


def _end_failed(run: ScanRun, reason: str) -> None:
    changes.update(run, state=State.FAILED, reason=reason, error=FAILED, finished_at=now())


def _store_score(measurement: Measurement, findings: Findings) -> Score:
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
    for old in shown.select_for_update()[queries.HISTORY :]:
        changes.update(old, is_shown=False)
    follow_up.update_tasks(client_id=measurement.client_id, findings=findings)
    return score


def _request(site: Site, why: Why, week: date | None = None) -> ScanRun:
    """The website's open scan, or a new one. The caller holds the lock on the client."""
    assert site.url is not None
    open_run = queries.open_run(client_id=site.client_id)
    if open_run is not None:
        run = changes.locked(ScanRun, open_run.id)
        if run is not None and (run.state == State.QUEUED or run.website_url == site.url):
            differing = {"website_url": site.url} | ({"week": week} if week is not None and run.week is None else {})
            if any(getattr(run, name) != value for name, value in differing.items()):
                changes.update(run, **differing)
            return run
        if run is not None:
            changes.update(run, state=State.DROPPED, finished_at=now())
    _age_runs(site.client_id)
    run = ScanRun(
        id=uuid7() if week is None else _id_of(site.client_id, week),
        client_id=site.client_id,
        why=why,
        week=week,
        website_url=site.url,
        steps=settings.SCAN_RUNS,
        asked_at=now(),
    )
    changes.insert(run)
    effects.after_commit(kind=WEEKLY_SCAN if why == Why.WEEKLY else SCAN, subject=str(run.id))
    return run


def _id_of(client_id: UUID, week: date) -> UUID:
    """The id of a client's scan in a Friday run."""
    return uuid5(NAMESPACE_URL, f"{client_id}:{week}")


def _age_runs(client_id: UUID) -> None:
    """Make space for a new latest scan: the old latest becomes history, and the tenth is no longer shown."""
    shown = ScanRun.objects.select_for_update().filter(client_id=client_id, place__lt=Place.PAST)
    for age, run in enumerate(shown.order_by("-asked_at", "-id")):
        place = Place.HISTORY if age < queries.HISTORY - 1 else Place.PAST
        if run.place != place:
            changes.update(run, place=place)

"""Writes that request or import scans: onboarding, an admin's request, and the Friday run."""

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
from performance import access, queries
from performance.effects import scan_runs
from performance.effects.scan_job import LEASE, scan, weekly_scan
from performance.errors import NoWebsite
from performance.models import Place, ScanRun, State, Trigger
from performance.queries.findings import Findings
from sync.effects import effects
from sync.log import changes
from sync.models import SyncedRow

BATCH_SIZE = 100  # clients per transaction
FRESH_FOR, DAY = timedelta(minutes=10), timedelta(days=1)
# The limit of scans that a client starts. All clients share the scan thread and the disk; a result takes up to 20 MB.
SCANS_A_DAY = 20


@dataclass(frozen=True, slots=True)
class Onboarded:
    """A client's row with its website, and the scan of it."""

    client: SyncedRow
    run: ScanRun


def onboard(*, actor: Actor, website_url: str, service_areas: str | None) -> Onboarded:
    """Save a client's website and request a scan. A repeat within ten minutes of a finished scan returns that scan.

    After SCANS_A_DAY scans, saves the website and returns a failed scan, or the open scan if there is one. Raises
    ClientNotFound, BadWebsite.
    """
    client = clients.save_website(actor=actor, website_url=website_url, service_areas=service_areas)
    site = clients.locked_site(client_id=client.id)
    assert site is not None
    latest = ScanRun.objects.filter(client_id=site.client_id, place=Place.LATEST).first()
    is_fresh = latest is not None and latest.finished_at is not None and latest.finished_at > now() - FRESH_FOR
    if latest is not None and is_fresh and latest.state == State.DONE and latest.website_url == site.url:
        return Onboarded(client, latest)
    run = _reuse_open_scan(site, Trigger.ONBOARDING)
    if run is None:
        is_limited = queries.count_onboarding_scans(client_id=site.client_id, since=now() - DAY) >= SCANS_A_DAY
        run = _reject_scan(site, latest) if is_limited else add_scan(site, Trigger.ONBOARDING)
    return Onboarded(client, run)


def request_scan(*, actor: Actor, client_id: UUID) -> ScanRun:
    """Request a scan of a client's website now. Returns the queued or running scan if there is one.

    Raises AdminsOnly, ClientNotFound, NoWebsite.
    """
    access.must_be_admin(actor)
    access.must_be_reader(actor, client_id)
    site = clients.locked_site(client_id=client_id)
    if site is None or site.url is None or site.user_id is None:
        raise NoWebsite
    clients.audit(actor_id=actor.id, action="scan.asked", subject=str(client_id))
    return queue_scan(site, Trigger.ASKED)


def request_weekly_scans(*, week: date, after: UUID | None) -> UUID | None:
    """Request the Friday scans of the next hundred clients. Returns the last client's id, or None if none is left.

    Skips clients that already have a scan of this week.
    """
    ids = clients_queries.clients_with_weekly_scan(after=after, limit=BATCH_SIZE)
    requested = set(ScanRun.objects.filter(week=week, client_id__in=ids).values_list("client_id", flat=True))
    for client_id in ids:
        site = clients.locked_site(client_id=client_id) if client_id not in requested else None
        if site is not None and site.has_weekly_scan and site.url is not None:
            queue_scan(site, Trigger.WEEKLY, week)
    return ids[-1] if ids else None


def import_weekly_scan(*, client_id: UUID, user_id: UUID, url: str, week: date, findings: Findings) -> ScanRun:
    """Store a completed scan of a Friday run with the time of its findings. That Friday's run then skips the client."""
    _move_runs_to_history(client_id)
    score = scan_runs.store_score(scan_runs.Measurement(client_id, user_id, url, steps=0), findings)
    run = ScanRun(
        id=_weekly_run_id(client_id, week),
        client_id=client_id,
        why=Trigger.WEEKLY,
        week=week,
        website_url=url,
        state=State.DONE,
        steps=0,
        score_id=score.id,
        performance_score=score.performance_score,
        asked_at=score.created_at,
        finished_at=score.created_at,
    )
    changes.insert(run)
    return run


def queue_scan(site: Site, why: Trigger, week: date | None = None) -> ScanRun:
    """The website's open scan, or a new one. The caller holds the lock on the client."""
    return _reuse_open_scan(site, why, week) or add_scan(site, why, week)


def _reuse_open_scan(site: Site, why: Trigger, week: date | None = None) -> ScanRun | None:
    """Use the website's open scan for another request; None if there is none.

    A queued scan gets the website's present URL, and `week` if it has none.
    If a user requests a weekly scan, it gets that trigger, and a queued one moves to the queue of users' requests. An
    admin's scan that the client requests too becomes the client's, whose user is notified of its end. Cancels a scan
    that is measuring the client's previous website.
    """
    assert site.url is not None
    open_run = queries.open_run(client_id=site.client_id)
    run = changes.locked(ScanRun, open_run.id) if open_run is not None else None
    if run is None:
        return None
    if run.state != State.QUEUED and run.website_url != site.url:
        changes.update(run, state=State.DROPPED, finished_at=now())
        return None
    differing = changes.differing(run, website_url=site.url, week=week if run.week is None else run.week)
    if differing:
        changes.update(run, **differing)
    if run.why == Trigger.WEEKLY and why != Trigger.WEEKLY:
        queue_on_demand(run, why)
    elif run.why == Trigger.ASKED and why == Trigger.ONBOARDING:
        changes.update(run, why=why)
    return run


def queue_on_demand(run: ScanRun, why: Trigger) -> None:
    """Move a locked weekly scan to the queue of users' requests, because the weekly queue may take hours.

    A running scan ends in the weekly queue. The other queue runs it again only if its process has died.
    """
    is_running = run.state == State.RUNNING
    changes.update(run, why=why)
    effects.after_commit(scan, str(run.id), due=now() + LEASE if is_running else None)


def add_scan(site: Site, why: Trigger, week: date | None = None) -> ScanRun:
    """A new scan of the website. The caller holds the lock on the client."""
    assert site.url is not None
    _move_runs_to_history(site.client_id)
    run = ScanRun(
        id=uuid7() if week is None else _weekly_run_id(site.client_id, week),
        client_id=site.client_id,
        why=why,
        week=week,
        website_url=site.url,
        steps=settings.SCAN_RUNS,
        asked_at=now(),
    )
    changes.insert(run)
    effects.after_commit(weekly_scan if why == Trigger.WEEKLY else scan, str(run.id))
    return run


def _reject_scan(site: Site, latest: ScanRun | None) -> ScanRun:
    """A scan that failed because of SCANS_A_DAY: the latest scan, if it is such a scan, else a new one."""
    assert site.url is not None
    if latest is not None and latest.reason == queries.TOO_MANY:
        run = changes.locked(ScanRun, latest.id)
        assert run is not None
        if run.website_url != site.url:
            changes.update(run, website_url=site.url, finished_at=now())
        return run
    _move_runs_to_history(site.client_id)
    fields = {"state": State.FAILED, "reason": queries.TOO_MANY, "error": scan_runs.FAILED, "finished_at": now()}
    run = ScanRun(
        id=uuid7(), client_id=site.client_id, why=Trigger.ONBOARDING, website_url=site.url, asked_at=now(), **fields
    )
    changes.insert(run)
    return run


def _weekly_run_id(client_id: UUID, week: date) -> UUID:
    """The id of a client's scan in a Friday run."""
    return uuid5(NAMESPACE_URL, f"{client_id}:{week}")


def _move_runs_to_history(client_id: UUID) -> None:
    """Make space for a new latest scan: the old latest becomes history, and the tenth is no longer shown."""
    shown = ScanRun.objects.select_for_update().filter(client_id=client_id, place__lt=Place.PAST)
    for index, run in enumerate(shown.order_by("-asked_at", "-id")):
        place = Place.HISTORY if index < queries.HISTORY_MAX - 1 else Place.PAST
        if run.place != place:
            changes.update(run, place=place)

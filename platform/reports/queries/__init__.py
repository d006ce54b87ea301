"""Reads of reports, videos and their posters."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.utils.timezone import get_default_timezone_name

from clients.access import membership_of
from clients.ports import Reason
from core.actor import Actor
from core.clock import now
from reports import access, video_host_upload
from reports.errors import ReportNotFound, VideoNotFound
from reports.models import ClientVideo, Poster, Report, Status
from reports.publish_time import next_delivery

RECENT_REPORTS = 12  # the newest reports of each client are on admins' devices
# A report counts as unopened after two days. Each of at most three such reports adds ten points of attention.
UNOPENED_AFTER, UNOPENED_POINTS, UNOPENED_MAX = timedelta(days=2), 10, 3


def history(*, actor: Actor, client_id: UUID | None, limit: int, before: UUID | None = None) -> list[Report]:
    """At most `limit` reports of a client, newest first; unpublished ones for admins only.

    Without `client_id`, those of the caller's client, or of all clients for an admin. With `before`, the id of a
    report, only older reports. No index has the order of all clients' reports, because only admins read them, a page at
    a time.

    Raises ClientNotFound, ReportNotFound.
    """
    membership, own_or_requested = access.scope_to_read(actor, client_id)
    reports = Report.objects.all() if own_or_requested is None else Report.objects.filter(client_id=own_or_requested)
    if membership.role != "admin":
        reports = reports.filter(status=Status.PUBLISHED)
    if before is not None:
        last = reports.filter(id=before).first()
        if last is None:
            raise ReportNotFound
        reports = reports.filter(Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, id__lt=last.id))
    return list(reports.order_by("-created_at", "-id")[:limit])


def weekly_videos(
    *, actor: Actor, client_id: UUID | None, limit: int, before: UUID | None
) -> list[ClientVideo] | ClientVideo | None:
    """The weekly video that a client's home shows, or None. Without `client_id`, that of the caller's client.

    An admin who names no client gets at most `limit` videos of all clients, the last posted first; with `before`, the
    id of a video, only those after it in this order. Raises ClientNotFound, VideoNotFound.
    """
    _, own_or_requested = access.scope_to_read(actor, client_id)
    if own_or_requested is not None:
        return ClientVideo.objects.filter(client_id=own_or_requested, is_latest=True).first()
    return _videos_of_all(limit=limit, before=before)


def _videos_of_all(*, limit: int, before: UUID | None) -> list[ClientVideo]:
    """No index has this order, because only admins read this list, a page at a time. Raises VideoNotFound."""
    videos = ClientVideo.objects.order_by("-posted_at", "-id")
    if before is not None:
        last = videos.filter(id=before).first()
        if last is None:
            raise VideoNotFound
        videos = videos.filter(Q(posted_at__lt=last.posted_at) | Q(posted_at=last.posted_at, id__lt=last.id))
    return list(videos[:limit])


def calendar(*, actor: Actor) -> tuple[str, datetime]:
    """The time zone of delivery and the next delivery time. Every user may read them. Raises CardRequired."""
    membership_of(actor)
    zone = get_default_timezone_name()
    return zone, next_delivery(now(), ZoneInfo(zone))


def report_poster(*, actor: Actor, report_id: UUID) -> str:
    """The poster of a report's video as a `data:` URL, or "" if there is none. Raises ReportNotFound."""
    report = access.report_for(actor, report_id)
    return poster(owner_id=report.id)


def poster(*, owner_id: UUID) -> str:
    """The poster of a report or client video as a `data:` URL, or "" if there is none."""
    return Poster.objects.filter(owner_id=owner_id).values_list("picture", flat=True).first() or ""


def may_read(*, actor: Actor, row_id: UUID) -> bool:
    """Whether `actor` may read a report, and so its video. Raises CardRequired."""
    try:
        access.report_for(actor, row_id)
    except ReportNotFound:
        return False
    return True


def signed_upload(*, actor: Actor, video_id: UUID) -> video_host_upload.SignedUpload | None:
    """A signed upload to the video host, or None if the settings name no host. Raises AdminsOnly."""
    access.writer(actor)
    return video_host_upload.signed_upload(video_id, now())


def video_url_of(*, owner_id: UUID) -> str | None:
    """The URL of the video of a report or client video, or None if it has none or is deleted."""
    url: str | None = ClientVideo.objects.filter(id=owner_id).values_list("video_url", flat=True).first()
    if url is None:
        content = Report.objects.filter(id=owner_id).values_list("content", flat=True).first()
        url = content["video_url"] if content else None
    return url


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Yield the clients who have signed up and have unopened reports, for `clients.ports.attention`."""
    unopened = Report.objects.filter(
        status=Status.PUBLISHED,
        is_recent=True,
        seen_at=None,
        published_at__lte=now() - UNOPENED_AFTER,
        client__user__isnull=False,
    )
    for client_id, count in unopened.values_list("client_id").annotate(count=Count("id")).order_by("client_id"):
        text = f"{count} {'report' if count == 1 else 'reports'} unopened"
        yield client_id, Reason("unopened", UNOPENED_POINTS * min(count, UNOPENED_MAX), text)


def published_reports(client_id: UUID) -> QuerySet[Report]:
    """The reports on the devices of a client's users."""
    return Report.objects.filter(client_id=client_id, status=Status.PUBLISHED)

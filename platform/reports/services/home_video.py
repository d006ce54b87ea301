"""Updates the video on a client's home screen, and its posters, in the transaction that changes a report or video."""

from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from core.clock import now
from core.ids import uuid7
from reports import queries
from reports.effects import video_posters
from reports.models import ClientVideo, Report
from reports.publish_time import last_posted_day
from reports.video_addresses import Video
from sync.log import changes


def add_video(
    *, video_id: UUID, client_id: UUID, video: Video, posted_at: date, report_id: UUID | None, at: datetime
) -> bool:
    """Store a weekly video, and show the latest one on the home. Returns False without a change if the id is taken."""
    row = ClientVideo(
        id=video_id,
        client_id=client_id,
        video_url=video.address,
        embed_url=video.embed,
        video_kind=video.kind,
        report_id=report_id,
        posted_at=posted_at,
        created_at=at,
    )
    if not changes.ensure(row):
        return False
    show_latest(client_id)
    return True


def remove_videos(report: Report) -> None:
    """Remove a report's video. The home then shows the latest of the other videos."""
    for row in ClientVideo.objects.select_for_update(no_key=True).filter(report_id=report.id).order_by("id"):
        video_posters.drop(row.id)
        changes.delete(row)
    show_latest(report.client_id)


def replace_videos(report: Report, video: Video | None, at: datetime) -> None:
    """Replace a report's weekly video by `video`, or remove it if `video` is None. Does nothing if it has none."""
    posted_days = list(ClientVideo.objects.filter(report_id=report.id).values_list("posted_at", flat=True))
    if not posted_days:
        return
    remove_videos(report)
    if video is not None:
        ids = {"video_id": uuid7(), "client_id": report.client_id, "report_id": report.id}
        add_video(video=video, posted_at=max(posted_days), at=at, **ids)


def show_latest(client_id: UUID) -> None:
    """Mark the last posted video as the latest. Unmarks the old one first, because a constraint allows only one."""
    rows = ClientVideo.objects.select_for_update(no_key=True).filter(client_id=client_id)
    ordered = list(rows.order_by("-posted_at", "-created_at", "-id"))
    # A former version accepted every year. Such a video must not stay the latest for ever.
    last_day = last_posted_day(now(), ZoneInfo(get_default_timezone_name()))
    ordered.sort(key=lambda row: row.posted_at > last_day)
    for row in ordered[1:]:
        if row.is_latest:
            changes.update(row, is_latest=False)
            video_posters.drop(row.id)
    if ordered and not ordered[0].is_latest:
        changes.update(ordered[0], is_latest=True)
        video_posters.request(ordered[0])


def unmark_old_reports(client_id: UUID) -> None:
    """Mark all but a client's last twelve reports as not recent.

    Only recent reports are on admins' devices and have posters.
    """
    recent = Report.objects.select_for_update(no_key=True).filter(client_id=client_id, is_recent=True)
    for old in recent.order_by("-created_at", "-id")[queries.RECENT_REPORTS :]:
        changes.update(old, is_recent=False)
        video_posters.drop(old.id)

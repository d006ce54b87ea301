"""Updates a client's home video and posters after a change of reports or videos, in the same transaction."""

from datetime import date, datetime
from uuid import UUID

from core.ids import uuid7
from reports import queries
from reports.models import ClientVideo, Poster, Report, Status
from reports.video_addresses import Video
from sync.effects import effects
from sync.log import changes

POSTER = "reports.poster"


def add_video(
    *, video_id: UUID, client_id: UUID, video: Video, posted_at: date, report_id: UUID | None, at: datetime
) -> bool:
    """Store a weekly video and show the one posted last. Returns False without a change if the id is taken."""
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
    """Remove a report's video from the home, which then shows the previous video."""
    for row in ClientVideo.objects.select_for_update(no_key=True).filter(report_id=report.id).order_by("id"):
        drop_poster(row.id)
        changes.delete(row)
    show_latest(report.client_id)


def replace_videos(report: Report, video: Video | None, at: datetime) -> None:
    """After a report's video has changed or was removed, make the same change on the home if it shows that video."""
    days = list(ClientVideo.objects.filter(report_id=report.id).values_list("posted_at", flat=True))
    if not days:
        return
    remove_videos(report)
    if video is not None:
        ids = {"video_id": uuid7(), "client_id": report.client_id, "report_id": report.id}
        add_video(video=video, posted_at=max(days), at=at, **ids)


def show_latest(client_id: UUID) -> None:
    """Mark the video posted last as the latest. Unmarks the old one first, because a constraint allows only one."""
    rows = ClientVideo.objects.select_for_update(no_key=True).filter(client_id=client_id)
    ordered = list(rows.order_by("-posted_at", "-created_at", "-id"))
    for row in ordered[1:]:
        if row.is_latest:
            changes.update(row, is_latest=False)
            drop_poster(row.id)
    if ordered and not ordered[0].is_latest:
        changes.update(ordered[0], is_latest=True)
        request_poster(ordered[0])


def age(client_id: UUID) -> None:
    """Keep only a client's last twelve reports recent; only those are on admins' devices and have posters."""
    recent = Report.objects.select_for_update(no_key=True).filter(client_id=client_id, is_recent=True)
    for old in recent.order_by("-created_at", "-id")[queries.RECENT :]:
        changes.update(old, is_recent=False)
        drop_poster(old.id)


def drop_poster(owner_id: UUID) -> None:
    """Delete the poster of a report or video that devices no longer show or that has another video now."""
    for poster in Poster.objects.select_for_update(no_key=True).filter(owner_id=owner_id):
        changes.delete(poster)


def request_poster(row: Report | ClientVideo) -> None:
    """Request the poster of a row's video after this commit, once per version of the row."""
    effects.after_commit(kind=POSTER, subject=f"{row.id} {row.v}")


def needs_poster(row: Report | ClientVideo) -> bool:
    """Whether the client's devices need the poster of this row's video."""
    if isinstance(row, ClientVideo):
        return row.is_latest
    return row.is_recent and row.status == Status.PUBLISHED

"""What follows on a client's home and devices from a change of its reports and videos; part of their transaction."""

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
    """Store a weekly video, and show the one that was posted last; False, and nothing happens, if the id is taken."""
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
    """Take a report's video off the home again; the one before it is shown."""
    for row in ClientVideo.objects.select_for_update(no_key=True).filter(report_id=report.id).order_by("id"):
        drop_poster(row.id)
        changes.delete(row)
    show_latest(report.client_id)


def replace_videos(report: Report, video: Video | None, at: datetime) -> None:
    """A report shows another video, or none any more: where its video is on the home, so does the home."""
    days = list(ClientVideo.objects.filter(report_id=report.id).values_list("posted_at", flat=True))
    if not days:
        return
    remove_videos(report)
    if video is not None:
        ids = {"video_id": uuid7(), "client_id": report.client_id, "report_id": report.id}
        add_video(video=video, posted_at=max(days), at=at, **ids)


def show_latest(client_id: UUID) -> None:
    """Have the video posted last be the client's one; what was before it goes first, since there is only one."""
    rows = ClientVideo.objects.select_for_update(no_key=True).filter(client_id=client_id)
    ordered = list(rows.order_by("-posted_at", "-created_at", "-id"))
    for row in ordered[1:]:
        if row.is_latest:
            changes.update(row, is_latest=False)
            drop_poster(row.id)
    if ordered and not ordered[0].is_latest:
        changes.update(ordered[0], is_latest=True)
        ask_for_poster(ordered[0])


def age(client_id: UUID) -> None:
    """Only a client's last twelve reports are held by admins, and have their pictures on devices."""
    recent = Report.objects.select_for_update(no_key=True).filter(client_id=client_id, is_recent=True)
    for old in recent.order_by("-created_at", "-id")[queries.RECENT :]:
        changes.update(old, is_recent=False)
        drop_poster(old.id)


def drop_poster(owner_id: UUID) -> None:
    """The picture is no longer wanted on devices, or the video is another one by now."""
    for poster in Poster.objects.select_for_update(no_key=True).filter(owner_id=owner_id):
        changes.delete(poster)


def ask_for_poster(row: Report | ClientVideo) -> None:
    """Have the picture of a row's video fetched once this is committed; each version of the row may have another."""
    effects.after_commit(kind=POSTER, subject=f"{row.id} {row.v}")


def is_seen(row: Report | ClientVideo) -> bool:
    """Whether the client's devices are to have the picture of this row's video."""
    if isinstance(row, ClientVideo):
        return row.is_latest
    return row.is_recent and row.status == Status.PUBLISHED

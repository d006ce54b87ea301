"""The posters of a client's videos: requests, fetches, stores and deletes them."""

from datetime import timedelta
from uuid import UUID

from core.ids import uuid7
from reports import queries
from reports.errors import BadVideo
from reports.models import ClientVideo, Poster, Report, Status
from reports.providers import posters
from reports.video_addresses import read_video
from sync.effects import effects
from sync.effects.reactions import Queue
from sync.log import changes
from sync.writes.db_executor import write_now

# A queue of its own, so that a video service that does not respond delays no email.
POSTERS = Queue("posters", timedelta(minutes=2))


def fetch(subject: str) -> None:
    """Fetch and store a poster, if there is one. The subject is `<report or client video> <version>`."""
    owner_id = UUID(subject.partition(" ")[0])
    video_url = queries.video_url_of(owner_id=owner_id)
    try:
        picture = posters.picture_of(read_video(video_url)) if video_url else ""
    except BadVideo:
        return
    if video_url and picture:
        write_now(store, owner_id=owner_id, video_url=video_url, picture=picture)


def drop(owner_id: UUID) -> None:
    """Delete the poster of a report or client video that devices no longer show, or that has another video now."""
    for poster in Poster.objects.select_for_update(no_key=True).filter(owner_id=owner_id):
        changes.delete(poster)


def request(row: Report | ClientVideo) -> None:
    """Request the poster of a row's video after this commit, once per version of the row."""
    effects.after_commit(fetch, f"{row.id} {row.v}")


def is_needed(row: Report | ClientVideo) -> bool:
    """Whether the client's devices need the poster of this row's video."""
    if isinstance(row, ClientVideo):
        return row.is_latest
    return row.is_recent and row.status == Status.PUBLISHED


def store(*, owner_id: UUID, video_url: str, picture: str) -> None:
    """Store the poster of a report or client video, if devices still need it and it has this video."""
    row = changes.locked(Report, owner_id) or changes.locked(ClientVideo, owner_id)
    if row is None or not is_needed(row) or _video_url_of(row) != video_url:
        return
    poster = Poster.objects.select_for_update(no_key=True).filter(owner_id=owner_id).first()
    if poster is None:
        changes.insert(Poster(id=uuid7(), owner_id=owner_id, client_id=row.client_id, picture=picture))
    elif poster.picture != picture:
        changes.update(poster, picture=picture)


def _video_url_of(row: Report | ClientVideo) -> str | None:
    return row.video_url if isinstance(row, ClientVideo) else row.content["video_url"]

"""The video of a report: a URL that an admin typed, or an uploaded file that the report claims."""

from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from core.actor import Actor
from core.text import is_visible
from files import services as files
from files.buckets import REPORT_VIDEOS, URL_PREFIX
from reports.errors import BadVideo, FieldMismatch
from reports.models import Report
from reports.video_addresses import Video, read_video

APP = "reports"


class ReportColumns(TypedDict):
    """The columns of a report for its content and video."""

    content: dict[str, str | None]
    video_kind: str
    video_size: int | None


@dataclass(frozen=True, slots=True)
class VideoClaims:
    """The player and the file name of a video, as the writer reports them. None or "" if the writer leaves one out."""

    embed_url: str | None = None
    video_name: str | None = None


NO_CLAIMS = VideoClaims()


def check_claims(video: Video | None, claims: VideoClaims) -> None:
    """Raises FieldMismatch for the first claim that contradicts the video."""
    if claims.embed_url and (video is None or not _plays(claims.embed_url.strip(), video)):
        raise FieldMismatch("content.embed_url", "This is not the player of the video")
    if claims.video_name and (video is None or claims.video_name != video.name):
        raise FieldMismatch("content.video_name", "This is not the name of the uploaded file")


def _plays(address: str, video: Video) -> bool:
    """Whether this is an address of the video's player. Links and files are their own players.

    The address may leave out the hash of an unlisted video.
    """
    if address in {video.embed, video.address}:
        return True
    try:
        claimed = read_video(address)
    except BadVideo:
        return False
    ids = {video.id, video.id.partition("/")[0]}
    return bool(video.id) and claimed.kind == video.kind and claimed.id in ids


def claim(*, actor: Actor, report_id: UUID, address: str | None) -> Video | None:
    """The video at `address`, or None if `address` is blank. If it is an uploaded file, the report claims the file.

    Raises BadVideo, FileNotFound.
    """
    if address is None or not is_visible(address):
        return None
    if not address.strip().startswith(URL_PREFIX):
        return read_video(address)
    file = files.claim(actor=actor, url=address.strip(), bucket=REPORT_VIDEOS, app=APP, row_id=report_id)
    return Video("upload", file.url, None, name=file.title, size=file.size)


def video_of(report: Report) -> Video | None:
    """The video of a report, or None."""
    address, name = report.content["video_url"], report.content["video_name"]
    if address is None:
        return None
    if report.video_kind == "upload":
        return Video("upload", address, None, name=name, size=report.video_size)
    return read_video(address)


def release_file(report: Report) -> None:
    """Release the uploaded file of a report, before the report gets another video or is deleted."""
    files.release(app=APP, row_id=report.id)


def columns(text: str, video: Video | None) -> ReportColumns:
    """The column values of a report with this text and video."""
    address, embed, name = (video.address, video.embed, video.name) if video else (None, None, None)
    return {
        "content": {"text": text.strip(), "embed_url": embed, "video_url": address, "video_name": name},
        "video_kind": video.kind if video else "",
        "video_size": video.size if video else None,
    }

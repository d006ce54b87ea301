"""The schemas of reports, their figures, and weekly videos."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from clients.schemas import Timestamp
from core.text import without_nul
from reports.video_addresses import ADDRESS_MAX
from sync.schemas import NewRowId, RowOut

TITLE_MAX, TEXT_MAX, FILE_NAME_MAX = 200, 20_000, 255

ReportText = Annotated[str, Field(max_length=TEXT_MAX), AfterValidator(without_nul)]
Title = Annotated[str, Field(max_length=TITLE_MAX), AfterValidator(without_nul)]
# Twice the limit, so that `read_video` rejects a URL that is slightly too long with the text that screens show.
VideoUrl = Annotated[str, Field(max_length=2 * ADDRESS_MAX)]
FileName = Annotated[str, Field(max_length=FILE_NAME_MAX), AfterValidator(without_nul)]


class ContentIn(Schema):
    """A report's content. Without `video_url` it has no video; for an uploaded video it is the URL of the file.

    The server derives `embed_url` and `video_name`; in a request they must match the video.
    """

    model_config = ConfigDict(extra="forbid")

    text: ReportText = ""
    embed_url: VideoUrl | None = None
    video_url: VideoUrl | None = None
    video_name: FileName | None = None


class WeeklyReportIn(Schema):
    """A new report."""

    model_config = ConfigDict(extra="forbid")

    id: NewRowId
    client_id: UUID
    title: Title
    content: ContentIn


class ContentChangeIn(Schema):
    """A change of content. Omitted fields stay unchanged; a `video_url` of "" removes the video.

    The server derives `embed_url` and `video_name`; in a request they must match the video.
    """

    model_config = ConfigDict(extra="forbid")

    text: ReportText | None = None
    embed_url: VideoUrl | None = None
    video_url: VideoUrl | None = None
    video_name: FileName | None = None


class WeeklyReportChangeIn(Schema):
    """A change of a report; omitted fields stay unchanged. The server sets `updated_at` and ignores the request's."""

    model_config = ConfigDict(extra="forbid")

    title: Title | None = None
    content: ContentChangeIn = ContentChangeIn()
    updated_at: AwareDatetime | None = None


class PublicationIn(Schema):
    """Publishes report `id` now or next Monday at 08:00; `on_home` shows its video on the client's home screen too."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    when: Literal["now", "monday"]
    on_home: bool = False


class ViewIn(Schema):
    """The caller has opened this report."""

    model_config = ConfigDict(extra="forbid")

    report_id: UUID


class ClientVideoIn(Schema):
    """A new weekly video."""

    model_config = ConfigDict(extra="forbid")

    id: NewRowId
    client_id: UUID
    video_url: VideoUrl
    posted_at: date


class ContentOut(BaseModel):
    """`embed_url` is the player's URL, null for a plain link; `video_name` is the name of an uploaded file."""

    text: str
    embed_url: str | None
    video_url: str | None
    video_name: str | None


class Figures(BaseModel):
    """The measurements at a report's publication; parts without data are null. `bounce_rate` is in per cent."""

    score: int | None = None
    score_before: int | None = None
    scores: list[tuple[Timestamp, int]] = []
    users: int | None = None
    new_users: int | None = None
    sessions: int | None = None
    bounce_rate: float | None = None
    as_of: Timestamp | None = None


class ReportOut(RowOut):
    """A row of `reports`."""

    id: UUID
    v: int
    client_id: UUID
    title: str
    content: ContentOut
    video_kind: str
    video_size: int | None
    status: str
    publish_at: Timestamp | None
    published_at: Timestamp | None
    on_home: bool
    figures: Figures | None
    author_name: str
    seen_at: Timestamp | None
    seen_by: str | None
    created_at: Timestamp
    updated_at: Timestamp


class ClientVideoOut(RowOut):
    """A row of `client_videos`."""

    id: UUID
    v: int
    client_id: UUID
    video_url: str
    embed_url: str | None
    video_kind: str
    report_id: UUID | None
    posted_at: date
    created_at: Timestamp


class PosterOut(RowOut):
    """The poster of the report or client video `owner_id`, as a `data:` URL."""

    id: UUID
    v: int
    owner_id: UUID
    client_id: UUID
    picture: str


class ReportsOut(Schema):
    """Reports, newest first."""

    rows: list[ReportOut]


class ClientVideosOut(Schema):
    """Weekly videos of all clients, the last posted first."""

    rows: list[ClientVideoOut]


class PictureOut(Schema):
    """A poster as a `data:` URL; empty if there is none."""

    picture: str


class CalendarOut(Schema):
    """The provider's time zone, and the next delivery time of scheduled reports."""

    zone: str
    next_delivery: Timestamp


class VideoUploadIn(Schema):
    """A new video of a report; the device creates its id."""

    model_config = ConfigDict(extra="forbid")

    id: UUID


class SignedUploadOut(Schema):
    """The URL to upload the video to, and the fields to send with it; the signature is valid for an hour."""

    address: str | None
    fields: dict[str, str]

"""The HTTP endpoints of reports and weekly videos."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Status

from reports import queries, services
from reports.schemas import (
    CalendarOut,
    ClientVideoIn,
    ClientVideoOut,
    ClientVideosOut,
    PictureOut,
    PublicationIn,
    ReportOut,
    ReportsOut,
    SignedUploadOut,
    VideoUploadIn,
    ViewIn,
    WeeklyReportChangeIn,
    WeeklyReportIn,
)
from reports.services.report_video import VideoClaims
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
functions = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}
PAGE = 100


@router.get("/reports", response={200: ReportsOut, **ERRORS})
async def get_reports(
    request: SignedInRequest,
    client_id: UUID | None = None,
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> dict[str, object]:
    """A client's reports, newest first; unpublished ones for admins only.

    Without `client_id`, clients get their own reports and admins all. `before` is the last report of the previous page.
    """
    rows = await read(queries.history, actor=request.auth, client_id=client_id, limit=limit, before=before)
    return {"rows": rows}


@router.post("/reports", response={200: ReportOut, 201: ReportOut, 409: ErrorOut, **ERRORS})
async def post_report(request: SignedInRequest, payload: WeeklyReportIn) -> Status[object]:
    """Create a report as a draft. A repeat with the same id and content returns 200 with the stored row."""
    stored = await write(
        services.create_report,
        actor=request.auth,
        report_id=payload.id,
        client_id=payload.client_id,
        title=payload.title,
        text=payload.content.text,
        video_url=payload.content.video_url,
        claims=VideoClaims(payload.content.embed_url, payload.content.video_name),
    )
    return Status(201 if stored.first else 200, stored.report)


@router.put("/reports/{report_id}", response={200: ReportOut, **ERRORS})
async def put_report(request: SignedInRequest, report_id: UUID, payload: WeeklyReportChangeIn) -> object:
    """Change a report."""
    return await write(
        services.update_report,
        actor=request.auth,
        report_id=report_id,
        title=payload.title,
        text=payload.content.text,
        video_url=payload.content.video_url,
        claims=VideoClaims(payload.content.embed_url, payload.content.video_name),
    )


@router.put("/report_publications", response={200: ReportOut, **ERRORS})
async def put_publication(request: SignedInRequest, payload: PublicationIn) -> object:
    """Publish a report now, or next Monday at 08:00."""
    return await write(
        services.publish_report,
        actor=request.auth,
        report_id=payload.id,
        when=payload.when,
        on_home=payload.on_home,
    )


@router.delete("/report_publications/{report_id}", response={200: ReportOut, 409: ErrorOut, **ERRORS})
async def delete_publication(request: SignedInRequest, report_id: UUID) -> object:
    """Make a report a draft again, unless its client has been notified."""
    return await write(services.withdraw_report, actor=request.auth, report_id=report_id)


@router.post("/report_views", response={200: ReportOut, **ERRORS})
async def post_view(request: SignedInRequest, payload: ViewIn) -> object:
    """Record that the caller, a user of the client, has opened a report."""
    return await write(services.view_report, actor=request.auth, report_id=payload.report_id)


@router.get("/report_posters/{report_id}", response={200: PictureOut, **ERRORS})
async def get_poster(request: SignedInRequest, report_id: UUID) -> dict[str, str]:
    """The poster of a report's video. Clients' devices receive the posters of their last reports over the socket."""
    return {"picture": await read(queries.report_poster, actor=request.auth, report_id=report_id)}


@router.get("/report_calendar", response={200: CalendarOut, 401: ErrorOut, 403: ErrorOut})
async def get_calendar(request: SignedInRequest) -> dict[str, object]:
    """The time zone in which reports are delivered, and the next delivery time."""
    zone, delivery = await read(queries.calendar, actor=request.auth)
    return {"zone": zone, "next_delivery": delivery}


@router.get("/client_videos", response={200: OneRow[ClientVideoOut] | ClientVideosOut | NoRow, **ERRORS})
async def get_client_videos(
    request: SignedInRequest,
    client_id: UUID | None = None,
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> object:
    """The video on a client's home. Without `client_id`, clients get their own.

    Admins without `client_id` get a page of the present and former videos of all clients, newest first. `before` is the
    last video of the previous page. `before` and `limit` have no effect on a single client's video.
    """
    result = await read(queries.weekly_videos, actor=request.auth, client_id=client_id, limit=limit, before=before)
    if isinstance(result, list):
        return {"rows": result}
    return {"data": result} if result else NO_ROW


@router.post("/client_videos", response={200: ClientVideoOut, 201: ClientVideoOut, 409: ErrorOut, **ERRORS})
async def post_client_video(request: SignedInRequest, payload: ClientVideoIn) -> Status[object]:
    """Show a video on a client's home. A repeat with the same id and content returns 200 with the stored row."""
    stored = await write(
        services.save_weekly_video,
        actor=request.auth,
        video_id=payload.id,
        client_id=payload.client_id,
        video_url=payload.video_url,
        posted_at=payload.posted_at,
    )
    return Status(201 if stored.first else 200, stored.video)


@functions.post("/sign-video-upload", response={200: SignedUploadOut, **ERRORS})
async def sign_video_upload(request: SignedInRequest, payload: VideoUploadIn) -> dict[str, object]:
    """The URL and fields for an upload to the video host; `address` is null if the server stores videos itself."""
    signed = await read(queries.signed_upload, actor=request.auth, video_id=payload.id)
    return {"address": signed.address, "fields": signed.fields} if signed else {"address": None, "fields": {}}

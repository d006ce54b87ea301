"""The reports section of the weekly email: the newest report, or a newer weekly video."""

from datetime import datetime, timedelta
from uuid import UUID

from core.dates import month_day, short_day
from files import queries as files
from notifications.ports import SCORE_MAX_AGE, Cover, Section
from reports import ports
from reports.models import ClientVideo, Poster, Report, Status

EXCERPT_MAX = 220  # characters
# The email leaves out older reports and videos, because earlier emails had them.
MAX_AGE = timedelta(days=21)


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """The section, or None if there is no recent report or video.

    Reports published after `end` count too, because Monday's reports are published before Monday's email is sent.
    """
    published = Report.objects.filter(client_id=client_id, status=Status.PUBLISHED)
    report = published.filter(published_at__gte=end - MAX_AGE).order_by("-published_at", "-id").first()
    latest = ClientVideo.objects.filter(client_id=client_id, is_latest=True, posted_at__gte=(end - MAX_AGE).date())
    video = latest.filter(report=None).first()
    at = None if report is None or report.published_at is None else report.published_at.astimezone(start.tzinfo)
    if video is not None and (at is None or video.posted_at > at.date()):
        return Section(
            "Your newest video",
            lead=f"Weekly video of {month_day(video.posted_at)}",
            path="/dashboard",
            action="Watch it",
            is_main=True,
        )
    if report is None or at is None:
        return None
    return Section(
        title=f"Your newest report, {month_day(at)}",
        lead=report.title,
        author=report.author_name,
        portrait=str(files.portrait_owner(name=report.author_name) or ""),
        cover=_cover(report, at, end),
        is_main=True,
        lines=_excerpt(str(report.content["text"] or "")),
        path=f"/dashboard/reports?report={report.id}",
        action="Watch the video" if report.video_kind else "Read it",
    )


def _cover(report: Report, at: datetime, end: datetime) -> Cover | None:
    """The cover of the report's video. None if there is no video or the portal shows it only as a link.

    Without a poster, the cover shows the newest score, unless it is older than `SCORE_MAX_AGE`.
    """
    if report.video_kind in {"", "link"}:
        return None
    day = short_day(at)
    if Poster.objects.filter(owner_id=report.id).exists():
        return Cover(day, poster=str(report.id))
    scores = ports.figures.call(report.client_id, end).get("scores")
    if isinstance(scores, list) and scores:
        text, score = scores[-1]
        measured_at = datetime.fromisoformat(text)
        if measured_at >= end - SCORE_MAX_AGE:
            return Cover(day, score, short_day(measured_at.astimezone(at.tzinfo)))
    return Cover(day)


def _excerpt(text: str) -> tuple[str, ...]:
    """The beginning of a report as one line, cut at the end of a word; no line for an empty report."""
    line = " ".join(text.split())
    if len(line) <= EXCERPT_MAX:
        return (line,) if line else ()
    return (f"{line[:EXCERPT_MAX].rsplit(' ', 1)[0]} …",)

"""Publishes a report: now, or when its scheduled time comes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from core.clock import now
from core.ids import uuid7
from reports import ports
from reports.effects import video_posters
from reports.models import Report, Status
from reports.services import home_video, notify, report_video
from sync.log import changes


def publish_scheduled(subjects: Sequence[str]) -> None:
    """Publish scheduled reports. Each subject is `<report> <day>`."""
    for subject in subjects:
        publish_if_due(report_id=UUID(subject.partition(" ")[0]))


def publish_if_due(*, report_id: UUID) -> None:
    """Publish a scheduled report if it is due. A withdrawn or postponed report stays unchanged."""
    report = changes.locked(Report, report_id)
    if report is None or report.status != Status.SCHEDULED or report.publish_at is None or report.publish_at > now():
        return
    timestamp = now()
    publish(report, on_home=report.on_home, at=timestamp)
    notify.schedule(report, timestamp)


def publish(report: Report, *, on_home: bool, at: datetime) -> None:
    """Publish a locked report at `at`, with the client's measurements of that time."""
    figures = dict(ports.figures.call(report.client_id, at)) or None
    fields = {"on_home": on_home, "figures": figures, "publish_at": None, "published_at": at, "updated_at": at}
    changes.update(report, status=Status.PUBLISHED, **fields)
    video = report_video.video_of(report)
    if video is not None and video_posters.is_needed(report):
        video_posters.request(report)
    if on_home and video is not None:
        day = at.astimezone(ZoneInfo(get_default_timezone_name())).date()
        ids = {"video_id": uuid7(), "client_id": report.client_id, "report_id": report.id}
        home_video.add_video(video=video, posted_at=day, at=at, **ids)

"""Publishes rows to sync streams.

A client gets its published reports, and its videos with their posters. Admins get the last twelve reports of each
client, drafts included, and its latest video.
"""

from typing import Any

from django.db.models import QuerySet

from reports import queries
from reports.models import ClientVideo, Poster, Report, Status
from reports.schemas import ClientVideoOut, PosterOut, ReportOut
from sync.log import streams
from sync.log.registry import publish


def _report_streams(report: Report) -> list[str]:
    to_client = [streams.client(report.client_id)] if report.status == Status.PUBLISHED else []
    return [streams.ADMINS, *to_client] if report.is_recent else to_client


def _reports_snapshot(stream: str) -> QuerySet[Any]:
    if stream == streams.ADMINS:
        return Report.objects.filter(is_recent=True)
    return queries.published_reports(streams.subject_of(stream))


def _video_streams(video: ClientVideo) -> list[str]:
    own = streams.client(video.client_id)
    return [streams.ADMINS, own] if video.is_latest else [own]


def _videos_snapshot(stream: str) -> QuerySet[Any]:
    if stream == streams.ADMINS:
        return ClientVideo.objects.filter(is_latest=True)
    return ClientVideo.objects.filter(client_id=streams.subject_of(stream))


publish(Report, streams=_report_streams, as_={"w": ReportOut, "c": ReportOut}, snapshot=_reports_snapshot)
publish(
    ClientVideo,
    streams=_video_streams,
    as_={"w": ClientVideoOut, "c": ClientVideoOut},
    snapshot=_videos_snapshot,
)
publish(
    Poster,
    streams=lambda poster: [streams.client(poster.client_id)],
    as_={"c": PosterOut},
    snapshot=lambda stream: Poster.objects.filter(client_id=streams.subject_of(stream)),
)

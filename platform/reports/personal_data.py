"""A user's reports data: their weekly reports and videos, and their views of them."""

from collections.abc import Iterator
from uuid import UUID

from accounts.personal_data import Going, Part, Personal, table
from clients import queries as clients
from files.personal_data import kept_by
from reports import report_video
from reports.models import ClientVideo, Poster, Report, ReportView, Status


def export(user_id: UUID) -> Iterator[Part]:
    own = clients.clients_of(user_id=user_id)
    out = Report.objects.filter(client_id__in=own, status=Status.PUBLISHED).order_by("published_at")
    yield table("reports", out, ("title", "content", "figures", "author_name", "published_at", "seen_at"))
    yield from kept_by(report_video.ROOM, out)
    videos = ClientVideo.objects.filter(client_id__in=own).order_by("posted_at")
    yield table("client_videos", videos, ("video_url", "posted_at"))


def goes(user_id: UUID) -> Iterator[Going]:
    own = clients.clients_of(user_id=user_id)
    yield Going(ReportView.objects.filter(report__client_id__in=own))
    yield Going(Poster.objects.filter(client_id__in=own))
    yield Going(ClientVideo.objects.filter(client_id__in=own))
    yield Going(Report.objects.filter(client_id__in=own), before=report_video.let_go)


PERSONAL = Personal(export, goes)

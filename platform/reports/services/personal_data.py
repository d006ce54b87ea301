"""Personal data of a user in the reports app: their client's reports and videos, and the views of the reports."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from clients import queries as clients
from files.services.personal_data import claimed_files
from reports.models import ClientVideo, Poster, Report, ReportView, Status
from reports.services import report_video


def export(user_id: UUID) -> Iterator[Part]:
    client_ids = clients.clients_of(user_id=user_id)
    published = Report.objects.filter(client_id__in=client_ids, status=Status.PUBLISHED).order_by("published_at")
    yield table("reports", published, ("title", "content", "figures", "author_name", "published_at", "seen_at"))
    yield from claimed_files(report_video.APP, published)
    videos = ClientVideo.objects.filter(client_id__in=client_ids).order_by("posted_at")
    yield table("client_videos", videos, ("video_url", "posted_at"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    client_ids = clients.clients_of(user_id=user_id)
    yield RowsToDelete(ReportView.objects.filter(report__client_id__in=client_ids))
    yield RowsToDelete(Poster.objects.filter(client_id__in=client_ids))
    yield RowsToDelete(ClientVideo.objects.filter(client_id__in=client_ids))
    yield RowsToDelete(Report.objects.filter(client_id__in=client_ids), before=report_video.release_file)

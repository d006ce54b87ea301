"""A user's performance data: the scans of their website, and its tasks."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from clients import queries as clients
from performance.models import ScanRun, ScanTask, Score


def export(user_id: UUID) -> Iterator[Part]:
    client_ids = clients.clients_of(user_id=user_id)
    scores = Score.objects.filter(client_id__in=client_ids).order_by("created_at", "id")
    yield table("performance_scores", scores, ("created_at", "website_url", "performance_score", "metrics", "reasons"))
    tasks = ScanTask.objects.filter(client_id__in=client_ids).order_by("opened_at", "id")
    yield table("scan_tasks", tasks, ("title", "detail", "is_open", "opened_at", "closed_at", "proof"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    client_ids = clients.clients_of(user_id=user_id)
    for model in (ScanTask, ScanRun, Score):
        yield RowsToDelete(model.objects.filter(client_id__in=client_ids))

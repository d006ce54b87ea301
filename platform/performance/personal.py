"""What the performance room has of a person: the scans of their website, and what was to be done about it."""

from collections.abc import Iterator
from uuid import UUID

from accounts.personal import Going, Part, Personal, table
from clients import queries as clients
from performance.models import ScanRun, ScanTask, Score


def export(user_id: UUID) -> Iterator[Part]:
    client_id = clients.client_of(user_id=user_id)
    scores = Score.objects.filter(client_id=client_id).order_by("created_at", "id")
    yield table("performance_scores", scores, ("created_at", "website_url", "performance_score", "metrics", "reasons"))
    tasks = ScanTask.objects.filter(client_id=client_id).order_by("opened_at", "id")
    yield table("scan_tasks", tasks, ("title", "detail", "is_open", "opened_at", "closed_at", "proof"))


def goes(user_id: UUID) -> Iterator[Going]:
    client_id = clients.client_of(user_id=user_id)
    for model in (ScanTask, ScanRun, Score):
        yield Going(model.objects.filter(client_id=client_id))


PERSONAL = Personal(export, goes)

"""Tasks from recommendations: a scan opens, updates, closes (with a proof) and reopens them."""

from datetime import datetime
from uuid import UUID

from core.ids import uuid7
from performance import advice
from performance.advice import Advice
from performance.models import ScanTask
from performance.queries.findings import Findings
from sync.log import changes

DONE_MAX = 20  # completed tasks that a client keeps


def update_tasks(*, client_id: UUID, findings: Findings) -> None:
    """Update a client's tasks from a scan's findings, in the transaction that stores its score."""
    stored = ScanTask.objects.select_for_update().filter(client_id=client_id).order_by("id")
    existing = {(task.audit, task.subject): task for task in stored}
    recommended = {(one.audit, one.subject): one for one in findings.advice}
    for rank, (key, recommendation) in enumerate(recommended.items()):
        if key in existing:
            _refresh(existing[key], recommendation, findings.at)
        elif rank < advice.TASKS_MAX:
            changes.insert(_new_task(client_id, recommendation, findings.at))
    for key, task in existing.items():
        if task.is_open and key not in recommended and advice.is_conclusive(findings.lighthouse, task.audit):
            proof = advice.proof(findings.lighthouse, task.audit, task.subject)
            changes.update(task, is_open=False, proof=proof[:300], closed_at=findings.at)
    done = sorted(
        (task for task in existing.values() if task.closed_at and not task.is_open), key=_closing_time, reverse=True
    )
    for task in done[DONE_MAX:]:
        changes.delete(task)


def _new_task(client_id: UUID, recommendation: Advice, at: datetime) -> ScanTask:
    return ScanTask(
        id=uuid7(),
        client_id=client_id,
        audit=recommendation.audit,
        subject=recommendation.subject,
        title=recommendation.title[:200],
        detail=recommendation.detail,
        weight=recommendation.weight,
        opened_at=at,
    )


def _refresh(task: ScanTask, recommendation: Advice, at: datetime) -> None:
    """Update the task's texts, and reopen it if it is closed."""
    fields = {
        "title": recommendation.title[:200],
        "detail": recommendation.detail,
        "weight": recommendation.weight,
    }
    if not task.is_open:
        reopened = {"is_open": True, "proof": "", "closed_at": None, "opened_at": at, "reopened": task.reopened + 1}
        changes.update(task, **fields, **reopened)
    elif differing := changes.differing(task, **fields):
        changes.update(task, **differing)


def _closing_time(task: ScanTask) -> float:
    return task.closed_at.timestamp() if task.closed_at else 0.0

"""Reads of the audit log, for admins."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from clients import access
from clients.models import Admin, AuditEntry, AuditText, Client
from core.actor import Actor

WORDS_MAX, MAX_SCANNED = 8, 20_000


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """An entry of the audit log with its texts. `actor` is a name, or "" for the system."""

    id: UUID
    at: datetime
    actor: str
    action: str
    subject: str
    detail: dict[str, str]


def audit_log(*, actor: Actor, before: UUID | None, words: str, limit: int) -> tuple[list[AuditEvent], UUID | None]:
    """One page of the audit log, newest first, and the next page's `before`. All `words` must match an entry.

    With `words` a page covers at most `MAX_SCANNED` entries, so it may be empty before the last. Raises AdminsOnly.
    """
    access.must_be_admin(actor)
    entries = AuditEntry.objects.order_by("-id")
    if before is not None:
        entries = entries.filter(id__lt=before)
    terms, edge = words.split()[:WORDS_MAX], None
    if terms and (ends := list(entries.values_list("id", flat=True)[MAX_SCANNED - 1 : MAX_SCANNED + 1]))[1:]:
        edge = ends[0]
        entries = entries.filter(id__gte=edge)
    for word in terms:
        entries = entries.filter(
            Q(action__icontains=word)
            | Q(subject__icontains=word)
            | Q(text__email__icontains=word)
            | Q(text__detail__company__icontains=word)
        )
    rows = list(entries.select_related("text")[: limit + 1])
    page = rows[:limit]
    names = _names_of({entry.actor_id for entry in page if entry.actor_id is not None})
    return [_event(entry, names.get(entry.actor_id, "")) for entry in page], page[-1].id if len(rows) > limit else edge


def _names_of(user_ids: set[UUID]) -> dict[UUID | None, str]:
    """The names of users: of admins by their admin rows, of others by their client rows."""
    clients = Client.objects.filter(user_id__in=user_ids).values_list("user_id", "contact_name")
    names: dict[UUID | None, str] = dict(clients)
    return names | dict(Admin.objects.filter(user_id__in=user_ids).values_list("user_id", "name"))


def _event(entry: AuditEntry, actor: str) -> AuditEvent:
    # Without a row there are no texts, or they are erased.
    text: AuditText = getattr(entry, "text", AuditText(detail=entry.detail if entry.n is None else {}))
    return AuditEvent(entry.id, entry.at, actor, entry.action, text.email or entry.subject, text.detail)

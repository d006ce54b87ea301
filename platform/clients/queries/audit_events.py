"""Reads of the audit log, for admins."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import Q, QuerySet

from clients import access
from clients.models import Admin, AuditEntry, AuditText, Client
from core.actor import Actor
from core.ids import lowest_uuid7

WORDS_MAX, MAX_SCANNED = 8, 20_000

Kind = Literal["clients", "reports", "chatbots", "scans", "admins", "website", "installation"]
# The prefixes of the actions of each kind.
PREFIXES: dict[Kind, tuple[str, ...]] = {
    "clients": ("client.",),
    "reports": ("report.", "video."),
    "chatbots": ("chatbot.", "training.", "embed.", "sheet."),
    "scans": ("scan.",),
    "admins": ("admin.",),
    "website": ("website.",),
    "installation": ("audit.", "effects."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Selects the entries that match all `words`, whose actor is `by` (a user's id, or the system), and whose time is
    from `since` (inclusive) to `until` (exclusive).

    A field without a value does not restrict the selection.
    """

    words: str = ""
    by: UUID | Literal["system"] | None = None
    kind: Kind | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """An entry of the audit log with its texts. `actor` is a name, or "" for the system."""

    id: UUID
    at: datetime
    actor: str
    action: str
    subject: str
    detail: dict[str, str]


def audit_log(
    *, actor: Actor, before: UUID | None, limit: int, audit_filter: AuditFilter
) -> tuple[list[AuditEvent], UUID | None]:
    """One page of the audit log, newest first, and the next page's `before`.

    If the filter has words or a kind, a page covers at most `MAX_SCANNED` entries, so it may be empty although later
    pages have entries. Raises AdminsOnly.
    """
    access.must_be_admin(actor)
    entries = _in_period(AuditEntry.objects.order_by("-id"), audit_filter)
    if before is not None:
        entries = entries.filter(id__lt=before)
    if audit_filter.by is not None:
        entries = entries.filter(actor_id=None if audit_filter.by == "system" else audit_filter.by)
    last_scanned_id = None
    if audit_filter.words.strip() or audit_filter.kind:
        ids = list(entries.values_list("id", flat=True)[MAX_SCANNED - 1 : MAX_SCANNED + 1])
        if len(ids) > 1:
            last_scanned_id = ids[0]
            entries = entries.filter(id__gte=last_scanned_id)
    rows = list(_matching(entries, audit_filter).select_related("text")[: limit + 1])
    page = rows[:limit]
    names = _names_of({entry.actor_id for entry in page if entry.actor_id is not None})
    next_before = page[-1].id if len(rows) > limit else last_scanned_id
    return [_event(entry, names.get(entry.actor_id, "")) for entry in page], next_before


def _in_period(entries: QuerySet[AuditEntry], audit_filter: AuditFilter) -> QuerySet[AuditEntry]:
    """The entries of the period, compared by id, because ids sort by time and have an index, but times have none."""
    if audit_filter.since is not None:
        entries = entries.filter(id__gte=lowest_uuid7(audit_filter.since))
    if audit_filter.until is not None:
        entries = entries.filter(id__lt=lowest_uuid7(audit_filter.until))
    return entries


def _matching(entries: QuerySet[AuditEntry], audit_filter: AuditFilter) -> QuerySet[AuditEntry]:
    """The entries of the kind in which each word matches the action, subject, company or admin's name."""
    if audit_filter.kind is not None:
        of_kind = Q()
        for prefix in PREFIXES[audit_filter.kind]:
            of_kind |= Q(action__startswith=prefix)
        entries = entries.filter(of_kind)
    for word in audit_filter.words.split()[:WORDS_MAX]:
        entries = entries.filter(
            Q(action__icontains=word)
            | Q(subject__icontains=word)
            | Q(text__email__icontains=word)
            | Q(text__detail__company__icontains=word)
            | Q(actor_id__in=Admin.objects.filter(name__icontains=word).values("user_id"))
        )
    return entries


def _names_of(user_ids: set[UUID]) -> dict[UUID | None, str]:
    """The names of users: of admins by their admin rows, of others by their client rows."""
    clients = Client.objects.filter(user_id__in=user_ids).values_list("user_id", "contact_name")
    names: dict[UUID | None, str] = dict(clients)
    return names | dict(Admin.objects.filter(user_id__in=user_ids).values_list("user_id", "name"))


def _event(entry: AuditEntry, actor: str) -> AuditEvent:
    # An entry without an AuditText row has no texts, or its texts were erased.
    text: AuditText = getattr(entry, "text", AuditText(detail=entry.detail if entry.n is None else {}))
    return AuditEvent(entry.id, entry.at, actor, entry.action, text.email or entry.subject, text.detail)

"""Entries of the audit log."""

from uuid import UUID

from django.db import transaction

from clients.models import AuditEntry
from clients.services.audit_log import audit
from core.ids import uuid7

HARBOR = UUID("0193a000-0000-7000-8000-000000000001")


def write_entries(count: int) -> None:
    """Write `count` entries, each about Harbor and with a text."""
    for n in range(1, count + 1):
        with transaction.atomic():
            audit(actor_id=uuid7(), action="client.edited", subject=str(HARBOR), company=f"Harbor {n}")


def entry(n: int) -> AuditEntry:
    return AuditEntry.objects.get(n=n)

"""Personal data of a user in the clients app: the client row, its reasons for attention, and audit log entries."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from clients.errors import AdminNotErasable
from clients.models import Admin, Attention, AuditEntry, Client
from clients.services import audit_log

FIELDS = (
    *("id", "company_name", "contact_name", "contact_email", "phone", "website_url", "service_areas"),
    *(
        "subscription_tier",
        "subscription_status",
        "plan_level",
        "model_preference",
        "notify_messages",
        "notify_reports",
    ),
    *("ga4_property_id", "ga4_property_name", "created_at", "updated_at"),
)


def export(user_id: UUID) -> Iterator[Part]:
    yield table("client", Client.objects.filter(user_id=user_id), FIELDS)
    yield table("audit_log", AuditEntry.objects.filter(actor_id=user_id).order_by("id"), ("at", "action", "subject"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    yield RowsToDelete(audit_log.texts_of_user(user_id), before=audit_log.audit_erasure)
    own = Client.objects.filter(user_id=user_id)
    yield RowsToDelete(Attention.objects.filter(id__in=own.values("id")))
    yield RowsToDelete(own, before=_erase_audit_texts)


def check(user_id: UUID) -> None:
    """Raises AdminNotErasable for an admin, because only the operator of the installation can remove admins."""
    if Admin.objects.filter(user_id=user_id).exists():
        raise AdminNotErasable


def _erase_audit_texts(client: Client) -> None:
    """Delete the client's names and addresses from the audit log, and audit the erasure."""
    audit_log.erase_texts(client_id=client.id, email=client.contact_email)

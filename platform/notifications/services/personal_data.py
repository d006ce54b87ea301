"""A user's personal data in the notifications app: notices, push devices and preferences."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from clients import queries as clients
from notifications.models import Notice, Preferences, PushDevice, WeeklyMail


def export(user_id: UUID) -> Iterator[Part]:
    notices = Notice.objects.filter(user_id=user_id).order_by("told_at")
    yield table(
        "notices", notices, ("kind", "title", "body", "told_at", "pushed_at", "shown_at", "opened_at", "mailed_at")
    )
    yield table("push_devices", PushDevice.objects.filter(user_id=user_id), ("user_agent", "added_at", "shown_at"))
    preferences = Preferences.objects.filter(id=user_id)
    yield table("notice_wishes", preferences, ("messages", "reports", "is_quiet", "quiet_from", "quiet_to", "zone"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    """The rows to delete with a user, including other users' notices about this user's client."""
    client_ids = clients.clients_of(user_id=user_id)
    yield RowsToDelete(Notice.objects.filter(Q(user_id=user_id) | Q(client_id__in=client_ids)))
    yield RowsToDelete(PushDevice.objects.filter(user_id=user_id))
    yield RowsToDelete(Preferences.objects.filter(id=user_id))
    yield RowsToDelete(WeeklyMail.objects.filter(client_id__in=client_ids))

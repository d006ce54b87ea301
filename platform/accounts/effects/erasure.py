"""Deletes the personal data of a locked-out user in all apps, in batches."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Model

from accounts.models import User
from accounts.ports import personal
from accounts.ports.personal_data import RowsToDelete
from mail import services as mail
from sync.effects.reactions import Queue
from sync.log import changes, retention, streams
from sync.models import SyncedRow
from sync.writes.db_executor import write_now

# The lease is long, because external services may be slow and a user may have many rows.
ERASURES = Queue("erasures", timedelta(minutes=15))
BATCH_SIZE = 200
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


def erase(subject: str) -> None:
    """Notify the external services while the user's rows still exist, then delete the rows in batches.

    Raises the error of a service that could not be notified; the effect is then tried again.
    """
    user_id = UUID(subject)
    personal.notify_external(user_id)
    while write_now(erase_some, user_id=user_id):
        pass


def erase_some(*, user_id: UUID) -> bool:
    """Erase a batch of a locked-out user's rows. False once nothing is left, including the account."""
    user = User.objects.select_for_update().filter(id=user_id, banned_until=FOR_EVER).first()
    if user is None:
        return False
    for table in personal.rows_to_delete(user_id):
        if _delete_some(table):
            return True
    if user.email:
        mail.forget(to=user.email)
    user.delete()
    retention.forget_stream(stream=streams.user(user_id))
    return False


def _delete_some(table: RowsToDelete) -> int:
    rows: list[Model] = list(table.rows.order_by("pk")[:BATCH_SIZE])
    for row in rows:
        if table.before is not None:
            table.before(row)
        if not isinstance(row, SyncedRow):
            row.delete()
        elif (locked_row := changes.locked(type(row), row.id)) is not None:
            changes.delete(locked_row)
    retention.forget_rows(row_ids=[row.pk for row in rows if isinstance(row, SyncedRow)])
    return len(rows)

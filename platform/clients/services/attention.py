"""Writes of reasons for attention: stores the current reasons, and snoozes them for an admin."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from clients import access
from clients.errors import NothingToSnooze
from clients.models import Attention
from clients.ports import Reason
from core.actor import Actor
from core.clock import now
from sync.log import changes


def store_attention(*, reasons_by_client: Mapping[UUID, Sequence[Reason]]) -> None:
    """Store these reasons in the clients' attention rows, and delete the rows of clients without a reason.

    A snooze ends at its time, or when the client gets a reason that it did not have when the snooze began.
    """
    stored = changes.locked_each(Attention, reasons_by_client)
    new, changed = [], []
    for client_id in sorted(reasons_by_client):
        reasons = [reason.as_json() for reason in reasons_by_client[client_id]]
        row, points = stored.get(client_id), sum(reason.points for reason in reasons_by_client[client_id])
        if row is None and reasons:
            new.append(Attention(id=client_id, reasons=reasons, points=points))
        elif row is not None and reasons:
            codes = {reason.code for reason in reasons_by_client[client_id]}
            changed.append((row, {"reasons": reasons, "points": points, **_snooze_fields(row, codes)}))
        elif row is not None:
            changes.delete(row)
    changes.ensure_each(new)
    changes.update_each(changed)


def snooze(*, actor: Actor, client_id: UUID, until: datetime | None) -> Attention:
    """Snooze a client's reasons until `until`; None ends the snooze. Raises AdminsOnly, NothingToSnooze."""
    admin = access.must_be_admin(actor)
    row = changes.locked(Attention, client_id)
    if row is None:
        raise NothingToSnooze
    codes = [reason["code"] for reason in row.reasons] if until else []
    name = admin.name if until else ""
    if (row.snoozed_until, row.snoozed_by, row.snoozed_codes) != (until, name, codes):
        changes.update(row, snoozed_until=until, snoozed_by=name, snoozed_codes=codes)
    return row


def _snooze_fields(row: Attention, codes: set[str]) -> dict[str, object]:
    """The new values of a row's snooze fields. `codes` are those of the current reasons."""
    has_new_reason = not codes <= set(row.snoozed_codes)
    if row.snoozed_until is not None and (has_new_reason or row.snoozed_until <= now()):
        return {"snoozed_until": None, "snoozed_by": "", "snoozed_codes": []}
    return {name: getattr(row, name) for name in ("snoozed_until", "snoozed_by", "snoozed_codes")}

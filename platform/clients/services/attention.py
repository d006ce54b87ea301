"""Writes of what wants attention: the reasons as they were found, and what an admin puts off."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from clients import access
from clients.errors import NothingToSnooze
from clients.models import Attention
from clients.ports import Reason
from core.actor import Person
from core.clock import now
from sync.log import changes


def settle_attention(*, found: Mapping[UUID, Sequence[Reason]]) -> None:
    """Have the rows of these clients say what was found; without a reason there is no row.

    What was put off comes back with its time, or with a reason that was not there then.
    """
    held = changes.locked_each(Attention, found)
    new, changed = [], []
    for client_id in sorted(found):
        reasons = [reason.told() for reason in found[client_id]]
        row, points = held.get(client_id), sum(reason.points for reason in found[client_id])
        if row is None and reasons:
            new.append(Attention(id=client_id, reasons=reasons, points=points))
        elif row is not None and reasons:
            codes = {reason.code for reason in found[client_id]}
            changed.append((row, {"reasons": reasons, "points": points, **_put_off(row, codes)}))
        elif row is not None:
            changes.delete(row)
    changes.ensure_each(new)
    changes.update_each(changed)


def snooze(*, actor: Person, client_id: UUID, until: datetime | None) -> Attention:
    """Put a client's reasons off until then, or no longer. Raises AdminsOnly, NothingToSnooze."""
    who = access.must_be_admin(actor)
    row = changes.locked(Attention, client_id)
    if row is None:
        raise NothingToSnooze
    codes = [reason["code"] for reason in row.reasons] if until else []
    name = who.name if until else ""
    if (row.snoozed_until, row.snoozed_by, row.snoozed_codes) != (until, name, codes):
        changes.update(row, snoozed_until=until, snoozed_by=name, snoozed_codes=codes)
    return row


def _put_off(row: Attention, codes: set[str]) -> dict[str, object]:
    """Until when, by whom and for which reasons a row is put off from now on."""
    is_new = not codes <= set(row.snoozed_codes)
    if row.snoozed_until is not None and (is_new or row.snoozed_until <= now()):
        return {"snoozed_until": None, "snoozed_by": "", "snoozed_codes": []}
    return {name: getattr(row, name) for name in ("snoozed_until", "snoozed_by", "snoozed_codes")}

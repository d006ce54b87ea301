"""Writes: creates a mail in the transaction that causes it, claims it for delivery once, and stores the outcome."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal
from uuid import UUID

from core.clock import now
from core.encryption import CannotUnseal, Resealed
from mail import encryption, ports
from mail.composition import MailContent
from mail.models import Mail, State
from mail.texts import KINDS
from sync.effects import effects

Kind = Literal[
    "confirm",
    "magic_link",
    "recover",
    "change_new",
    "change_current",
    "reauthenticate",
    "erase",
    "invite",
    "trial_ends",
    "payment_failed",
    "notices",
    "erased",
    "password_changed",
    "new_device",
    "factor_added",
    "factor_removed",
    "test",
]
DELIVER = "mail.deliver"
RETENTION = timedelta(days=30)
REASON_MAX = 200


def send(
    *,
    kind: Kind,
    to: str,
    code: str = "",
    link: str = "",
    address: str = "",
    when: str = "",
    what: str = "",
    lines: Sequence[str] = (),
    good_for: timedelta | None = None,
    give_up_after: timedelta = timedelta(days=2),
) -> UUID:
    """Send a mail after this transaction commits. Its content is stored encrypted, and deleted once it is sent.

    `address` is the new address of a change, `when` a day in words; `what` and `lines` are the events that wait for the
    reader. A mail with a code is not sent after `good_for`, because the code has expired then. Any other mail is not
    sent after `give_up_after`. Returns the mail's id.
    """
    if kind not in KINDS:
        raise ValueError(f"there are no words for a mail of the kind {kind}")
    content = {"code": code, "link": link, "address": address, "when": when, "what": what, "lines": "\n".join(lines)}
    if good_for is not None:
        content["good_for"] = str(int(good_for.total_seconds()))
    return _waiting(kind, to, content, good_for or give_up_after)


def send_composed(*, kind: str, to: str, subject: str, text: str, html: str, unsubscribe_url: str) -> UUID:
    """Send a mail that another app has composed. `unsubscribe_url` unsubscribes from such mails (RFC 8058)."""
    content = {"subject": subject, "text": text, "html": html, "leave": unsubscribe_url}
    return _waiting(kind, to, content, timedelta(days=2))


def claim(*, mail_id: UUID) -> tuple[MailContent, ports.Brand] | None:
    """Claim the mail for delivery and mark it as being sent. None if it must not be delivered.

    If the mail is marked as being sent already, the process that sent it has ended. Its delivery is unknown, so it is
    not repeated.
    """
    row = Mail.objects.select_for_update().filter(id=mail_id).first()
    if row is None or row.state not in {State.WAITING, State.SENDING}:
        return None
    if row.state == State.SENDING:
        _settle(row, State.UNKNOWN, "the process ended while it was being sent")
        return None
    if row.good_until <= now():
        _settle(row, State.FAILED, "it could not be sent while its code was good")
        return None
    try:
        content = encryption.unseal(row.sealed)
    except CannotUnseal:
        _settle(row, State.FAILED, "SECRET_KEY has changed since it was written")
        return None
    row.state = State.SENDING
    row.save(update_fields=["state"])
    seconds = content.pop("good_for", None)
    good_for = timedelta(seconds=int(seconds)) if seconds else None
    return MailContent(id=row.id, kind=row.kind, to=row.recipient, good_for=good_for, **content), ports.brand.call()


def settle(*, mail_id: UUID, state: State, reason: str = "") -> None:
    """Store the outcome of a delivery. Deletes the content unless the mail waits for another attempt."""
    row = Mail.objects.select_for_update().get(id=mail_id)
    if state == State.WAITING:
        row.state, row.reason = state, reason[:REASON_MAX]
        row.save(update_fields=["state", "reason"])
    else:
        _settle(row, state, reason)


def reseal() -> Resealed:
    """Re-encrypt the content of waiting mails with the current SECRET_KEY."""
    return encryption.reseal(Mail.objects.all(), "sealed")


def prune() -> int:
    """Delete mails that were settled 30 days ago; returns how many."""
    removed, _ = Mail.objects.filter(settled_at__lt=now() - RETENTION).delete()
    return removed


def forget(*, to: str) -> None:
    """Delete all settled mails to an address. Mails that wait for delivery stay."""
    Mail.objects.filter(recipient__iexact=to).exclude(settled_at=None).delete()


def _waiting(kind: str, to: str, content: dict[str, str], good_for: timedelta) -> UUID:
    at = now()
    sealed = encryption.seal(content)
    row = Mail.objects.create(kind=kind, recipient=to, sealed=sealed, created_at=at, good_until=at + good_for)
    effects.after_commit(kind=DELIVER, subject=str(row.id))
    return row.id


def _settle(row: Mail, state: State, reason: str) -> None:
    row.state, row.reason, row.sealed, row.settled_at = state, reason[:REASON_MAX], "", now()
    row.save(update_fields=["state", "reason", "sealed", "settled_at"])

"""Delivers a mail at most once: composes it, claims it, sends it and stores the outcome."""

import asyncio
import logging
from datetime import timedelta
from typing import Literal
from uuid import UUID

from core.clock import now
from core.encryption import CannotUnseal
from mail import encryption, inline_pictures, ports
from mail.composition import MailContent, compose
from mail.errors import DeliveryUnknown, MailNotAccepted, MailRejected
from mail.models import Mail, State
from mail.providers import transport
from sync.writes.db_executor import write_now

REASON_MAX = 200
Outcome = Literal[State.SENT, State.FAILED, State.UNKNOWN]
log = logging.getLogger(__name__)


def deliver(mail_id_text: str) -> None:
    """Deliver one mail, at most once. If it cannot be composed or is not accepted, raises, so that the effect tries again."""
    mail_id = UUID(mail_id_text)
    loaded = write_now(load_for_delivery, mail_id=mail_id)
    if loaded is None:
        return
    content, brand = loaded
    try:
        message = transport.serialize(compose(content, brand, asyncio.run(inline_pictures.fetch(content.html))))
    except Exception as error:
        write_now(note_problem, mail_id=mail_id, reason=f"it cannot be composed: {type(error).__name__}")
        raise
    # From here on, the mail may have been sent if this process ends.
    if not write_now(claim, mail_id=mail_id):
        return
    try:
        transport.deliver(message, to=content.to, name=f"{now():%Y%m%dT%H%M%S}-{content.kind}-{mail_id}")
    except MailRejected as error:
        log.warning("mail %s (%s) was rejected: %s", mail_id, content.kind, error)
        write_now(settle, mail_id=mail_id, outcome=State.FAILED, reason=str(error))
    except DeliveryUnknown as error:
        log.warning("mail %s (%s) may have been sent: %s", mail_id, content.kind, error)
        write_now(settle, mail_id=mail_id, outcome=State.UNKNOWN, reason=str(error))
    except MailNotAccepted as error:
        write_now(return_to_queue, mail_id=mail_id, reason=str(error))
        raise
    else:
        write_now(settle, mail_id=mail_id, outcome=State.SENT)


def load_for_delivery(*, mail_id: UUID) -> tuple[MailContent, ports.Brand] | None:
    """The content of a waiting mail, and the brand. Returns None if the mail must not be delivered.

    If the mail is already marked as being sent, the process that sent it has ended. Its delivery is unknown, so it is
    not repeated.
    """
    row = Mail.objects.select_for_update().filter(id=mail_id).first()
    if row is None or row.state not in {State.WAITING, State.SENDING}:
        return None
    if row.state == State.SENDING:
        _settle(row, State.UNKNOWN, "the process ended while it was being sent")
        return None
    if row.good_until <= now():
        _settle(row, State.FAILED, "it could not be sent before it expired")
        return None
    try:
        content = encryption.unseal(row.sealed)
    except CannotUnseal:
        _settle(row, State.FAILED, "SECRET_KEY has changed since it was written")
        return None
    seconds = content.pop("good_for", None)
    good_for = timedelta(seconds=int(seconds)) if seconds else None
    return MailContent(id=row.id, kind=row.kind, to=row.recipient, good_for=good_for, **content), ports.brand.call()


def claim(*, mail_id: UUID) -> bool:
    """Mark a waiting mail as being sent. Returns whether it was waiting."""
    return Mail.objects.filter(id=mail_id, state=State.WAITING).update(state=State.SENDING) == 1


def note_problem(*, mail_id: UUID, reason: str) -> None:
    """Store why a waiting mail was not sent."""
    Mail.objects.filter(id=mail_id, state=State.WAITING).update(reason=reason[:REASON_MAX])


def return_to_queue(*, mail_id: UUID, reason: str) -> None:
    """Let a mail that is marked as being sent wait for another attempt."""
    Mail.objects.filter(id=mail_id, state=State.SENDING).update(state=State.WAITING, reason=reason[:REASON_MAX])


def settle(*, mail_id: UUID, outcome: Outcome, reason: str = "") -> None:
    """Store the outcome of a delivery and delete the content."""
    _settle(Mail.objects.select_for_update().get(id=mail_id), outcome, reason)


def _settle(row: Mail, outcome: Outcome, reason: str) -> None:
    row.state, row.reason, row.sealed, row.settled_at = outcome, reason[:REASON_MAX], "", now()
    row.save(update_fields=["state", "reason", "sealed", "settled_at"])

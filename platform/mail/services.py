"""Writes of mails: create a mail in the transaction that causes it, and delete old mails."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal
from uuid import UUID

from django.conf import settings

from core.clock import now
from core.encryption import Resealed
from core.ids import uuid7
from mail import encryption
from mail.effects.delivery import deliver
from mail.models import Mail
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

    `address` is a new email address, `when` a day in words. `what` depends on the kind (mail/texts.py), and `lines` are
    the notifications that wait for the recipient. A mail with a code is not sent after `good_for`, because the code has
    expired then. Any other mail is not sent after `give_up_after`. Returns the mail's id.
    """
    if kind not in KINDS:
        raise ValueError(f"there are no texts for a mail of the kind {kind}")
    rows = "\n".join(" ".join(line.split()) for line in lines)
    content = {"code": code, "link": link, "address": address, "when": when, "what": what, "lines": rows}
    if good_for is not None:
        content["good_for"] = str(int(good_for.total_seconds()))
    mail_id = uuid7()
    effects.after_commit(deliver, str(mail_id))  # before the mail is stored, because it fails outside a transaction
    _store(mail_id, kind, to, content, good_for or give_up_after)
    return mail_id


def send_composed(*, kind: str, to: str, subject: str, text: str, html: str, unsubscribe_url: str) -> UUID:
    """Send a mail that another app has composed. `unsubscribe_url` unsubscribes from such mails (RFC 8058)."""
    content = {"subject": subject, "text": text, "html": html, "leave": unsubscribe_url}
    mail_id = uuid7()
    effects.after_commit(deliver, str(mail_id))
    _store(mail_id, kind, to, content, timedelta(days=2))
    return mail_id


def reseal() -> Resealed:
    """Re-encrypt the content of waiting mails with the current SECRET_KEY."""
    return encryption.reseal(Mail.objects.all(), "sealed")


def prune() -> int:
    """Delete mails that were settled KEEP_MAIL_DAYS ago; returns how many."""
    removed, _ = Mail.objects.filter(settled_at__lt=now() - timedelta(days=settings.RETENTION.mail_days)).delete()
    return removed


def forget(*, to: str) -> None:
    """Delete all settled mails to an address. Mails that wait for delivery stay."""
    Mail.objects.filter(recipient__iexact=to).exclude(settled_at=None).delete()


def _store(mail_id: UUID, kind: str, to: str, content: dict[str, str], good_for: timedelta) -> None:
    at = now()
    sealed = encryption.seal(content)
    Mail.objects.create(id=mail_id, kind=kind, recipient=to, sealed=sealed, created_at=at, good_until=at + good_for)

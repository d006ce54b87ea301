"""Writes of the audit log: new entries, the erasure of their texts, and the entries of former versions."""

import secrets
from uuid import UUID

from django.db.models import Q, QuerySet

from clients import audit_chain
from clients.models import AuditEntry, AuditHead, AuditText
from core.clock import now
from sync.log import changes
from sync.sql import raw_sql

BATCH_SIZE = 500
# Raw SQL, because `bulk_update` builds an expression for each value of each row: 0.8 s for 500 entries.
ADOPT = "UPDATE audit_log SET n = %s, digest = %s, text_digest = %s, subject = %s, detail = '{}' WHERE id = %s"


def audit(*, actor_id: UUID | None, action: str, subject: str, subject_email: str = "", **detail: str) -> None:
    """Write an action to the audit log.

    `subject` is an id or a fixed word, because it stays for ever. Personal data belongs in `subject_email`, which
    readers see instead of the subject, and in `detail`. An erasure deletes both.
    """
    salt = secrets.token_hex(16)
    has_text = bool(subject_email or detail)
    entry = AuditEntry.objects.create(
        actor_id=actor_id,
        action=action,
        subject=subject,
        text_digest=audit_chain.text_digest(salt, subject_email, detail) if has_text else "",
    )
    if has_text:
        AuditText.objects.create(entry=entry, salt=salt, email=subject_email, detail=detail)
    # Lock the head after all other rows, because it stays locked until the commit and two writers must not deadlock.
    changes.before_commit(_chain, entry.id)


def texts_of_user(user_id: UUID) -> QuerySet[AuditText]:
    """The texts of the audit log's entries whose subject is this user."""
    return AuditText.objects.filter(entry__subject=str(user_id))


def audit_erasure(text: AuditText) -> None:
    """Audit the erasure of an entry's texts, which this transaction deletes."""
    audit(actor_id=None, action="audit.texts-erased", subject=text.entry.subject)


def erase_texts(*, client_id: UUID, email: str) -> None:
    """Delete the texts of a client's entries, and of those that have the client's address. Audits the erasure."""
    texts = AuditText.objects.filter(Q(entry__subject=str(client_id)) | Q(email__iexact=email))
    subjects = set(texts.values_list("entry__subject", flat=True)) - {str(client_id)}
    texts.delete()
    for subject in sorted(subjects):
        audit(actor_id=None, action="audit.texts-erased", subject=subject)
    audit(actor_id=None, action="client.erased", subject=str(client_id))


def adopt_former_entries() -> int:
    """Append to the chain up to 500 entries that a former version of the product wrote. Returns their number.

    Moves their texts from the entries into AuditText.
    """
    head = AuditHead.objects.select_for_update().get()
    entries = list(AuditEntry.objects.filter(n=None).order_by("at", "id")[:BATCH_SIZE])
    texts = []
    for entry in entries:
        # Former versions stored an email address as the subject of some entries.
        email = entry.subject if "@" in entry.subject else ""
        entry.text_digest = ""
        if email or entry.detail:
            text = AuditText(entry_id=entry.id, salt=secrets.token_hex(16), email=email, detail=entry.detail)
            entry.text_digest = audit_chain.text_digest(text.salt, email, entry.detail)
            texts.append(text)
        entry.subject = "" if email else entry.subject
    audit_chain.append(head, entries)
    AuditText.objects.bulk_create(texts)
    for entry in entries:
        values = [entry.n, entry.digest, entry.text_digest, entry.subject, raw_sql.adapted(entry.id)]
        raw_sql.count(ADOPT, values)
    AuditHead.objects.update(n=head.n, digest=head.digest, code=head.code)
    return len(entries)


def sign_head() -> None:
    """Authenticate the head with the present SECRET_KEY, but only if the former key had authenticated it."""
    head = AuditHead.objects.select_for_update().get()
    present, *former = audit_chain.codes(head.n, head.digest)
    if head.code in former:
        AuditHead.objects.update(code=present)


def accept_head() -> None:
    """Authenticate the head, even if another program wrote it, and audit that. For operators who lost the key."""
    head = AuditHead.objects.select_for_update().get()
    AuditHead.objects.update(code=audit_chain.codes(head.n, head.digest)[0])
    audit(actor_id=None, action="audit.head-accepted", subject=f"entry {head.n}")


def store_verification(*, faults: int) -> None:
    """Store the result of a verification, which /metrics and the operator's check report."""
    AuditHead.objects.update(verified_at=now(), faults=faults)


def _chain(entry_ids: list[UUID]) -> None:
    """Append this transaction's entries to the chain."""
    head = AuditHead.objects.select_for_update().get()
    entries = {entry.id: entry for entry in AuditEntry.objects.filter(id__in=entry_ids, n=None)}
    ordered = [entries[entry_id] for entry_id in entry_ids if entry_id in entries]
    audit_chain.append(head, ordered)
    for entry in ordered:
        AuditEntry.objects.filter(id=entry.id).update(n=entry.n, digest=entry.digest)
    AuditHead.objects.update(n=head.n, digest=head.digest, code=head.code)

"""Verifies the audit log: the chain of digests, the texts, the head, and the triggers that keep it append-only."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection
from django.db.models import Max, Subquery

from clients import audit_chain
from clients.models import AuditEntry, AuditHead, AuditText
from sync.sql import raw_sql

BATCH_SIZE = 1000
MAX_FAULTS = 20  # the number of faults that are described; all faults are counted
ERASURES = ("client.erased", "audit.texts-erased")
TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled = 'O' AND tgrelid = 'audit_log'::regclass",
}
NEEDED_TRIGGERS = {
    "sqlite": ("audit_log_update", "audit_log_delete", "audit_log_replace"),
    "postgresql": ("audit_log_update", "audit_log_delete", "audit_log_truncate"),
}


@dataclass(slots=True)
class Verification:
    """The result of a verification. `n` and `digest` are the head; `erased` is the number of entries with erased texts,
    `unchained` that of entries outside the chain."""

    n: int
    digest: str
    erased: int = 0
    unchained: int = 0
    fault_count: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The head as text, `n:digest`. It has only the beginning of the digest, which is enough to compare heads,
        because logs hide longer digests as secrets."""
        return f"{self.n}:{self.digest[:16]}"

    def add(self, fault: str) -> None:
        self.fault_count += 1
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)


@dataclass(frozen=True, slots=True)
class LastVerification:
    """When the log was last verified (None: never), and the number of faults of that verification."""

    verified_at: datetime | None
    faults: int


def last_verification() -> LastVerification:
    """The time and the faults of the last verification."""
    return LastVerification(*AuditHead.objects.values_list("verified_at", "faults").get())


def has_entry_before(time: datetime) -> bool:
    """Whether the log has an entry that was written before `time`."""
    return AuditEntry.objects.filter(at__lt=time).exists()


def verify(*, noted: tuple[int, str] | None = None) -> Verification:
    """Verify all entries up to the present head.

    `noted` is the head of an earlier verification, which the log must still contain: its number, and its digest or the
    beginning of its digest. The next verification covers the entries that are written meanwhile.
    """
    last_n = AuditEntry.objects.filter(n__isnull=False).order_by("-n").values("n")[:1]
    head = AuditHead.objects.annotate(last_n=Subquery(last_n)).get()
    result = Verification(head.n, head.digest)
    if head.code not in audit_chain.codes(head.n, head.digest):
        result.add("The head was not written with the SECRET_KEY of this installation.")
    if (head.last_n or 0) > head.n:
        result.add(f"Entries {head.n + 1} to {head.last_n} follow the head, so the product has not written them.")
    _verify_chain(result, noted)
    result.unchained = AuditEntry.objects.filter(n=None).count()
    if result.unchained:
        result.add(f"Entries outside the chain, from a former version or another program: {result.unchained}.")
    names = {name for (name,) in raw_sql.rows(TRIGGERS[connection.vendor], [])}
    for name in NEEDED_TRIGGERS[connection.vendor]:
        if name not in names:
            result.add(f"The trigger {name} is missing or switched off, so the database accepts changes of entries.")
    return result


def _verify_chain(result: Verification, noted: tuple[int, str] | None) -> None:
    n, previous = 0, ""
    for entries in _batches(result.n):
        for entry in entries:
            expected, n, digest = n + 1, entry.n or 0, entry.digest or ""
            if n != expected:
                result.add(_missing(expected, n - 1))
            elif digest != audit_chain.entry_digest(entry, n, previous):
                result.add(f"Entry {n} ({entry.id}) was changed.")
            elif entry.detail:
                result.add(f"Entry {n} ({entry.id}) has texts that the product has not written.")
            if noted is not None and n == noted[0] and not digest.startswith(noted[1]):
                result.add(f"Entry {n} is not the one whose digest was noted: the log was rewritten.")
            previous = digest
        _verify_texts(result, entries)
    if n < result.n:
        result.add(_missing(n + 1, result.n))
    elif previous != result.digest:
        result.add("The last entry is not the one that the head names.")
    if noted is not None and noted[0] > result.n:
        result.add(f"The log ends with entry {result.n}, before the noted entry {noted[0]}: entries were removed.")


def _batches(last_n: int) -> Iterator[list[AuditEntry]]:
    n = 0
    while entries := list(AuditEntry.objects.filter(n__gt=n, n__lte=last_n).order_by("n")[:BATCH_SIZE]):
        yield entries
        n = entries[-1].n or 0


def _verify_texts(result: Verification, entries: list[AuditEntry]) -> None:
    """Compare the texts with their digests. A missing text must have a later entry that records the erasure."""
    texts = {text.entry_id: text for text in AuditText.objects.filter(entry__in=entries)}
    missing = []
    for entry in entries:
        text = texts.get(entry.id)
        if text is not None and entry.text_digest != audit_chain.text_digest(text.salt, text.email, text.detail):
            result.add(f"The texts of entry {entry.n} ({entry.id}) were changed.")
        if text is None and entry.text_digest:
            missing.append(entry)
    result.erased += len(missing)
    later = AuditEntry.objects.filter(action__in=ERASURES, subject__in={entry.subject for entry in missing})
    erased_at = dict(later.values_list("subject").annotate(Max("n")))
    for entry in missing:
        if (entry.n or 0) > (erased_at.get(entry.subject) or 0):
            result.add(f"The texts of entry {entry.n} ({entry.id}) are missing, and no entry records an erasure.")


def _missing(first: int, last: int) -> str:
    return f"Entry {first} is missing." if first == last else f"Entries {first} to {last} are missing."

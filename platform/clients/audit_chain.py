"""Digests of the audit log. The digest of each entry covers that of the previous entry, so that a later change of any
entry can be detected."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac

from core.encryption import secret_keys


def text_digest(salt: str, email: str, detail: Mapping[str, object]) -> str:
    """The hexadecimal SHA-256 of an entry's texts, which are in its AuditText."""
    return _sha256([salt, email, detail])


def entry_digest(entry: Any, n: int, previous: str) -> str:
    """The hexadecimal SHA-256 of an AuditEntry at position `n`. `previous` is the digest of the entry before it."""
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    return _sha256(
        [n, previous, entry.id.hex, at, _hex(entry.actor_id), entry.action, entry.subject, entry.text_digest]
    )


def append(head: Any, entries: Iterable[Any]) -> None:
    """Append entries to the chain that ends with the AuditHead `head`: set `n` and `digest` of each entry and the head.

    Saves nothing. If the head's code is invalid, another program has written the head. Then the head's code becomes "",
    because a valid code would hide that.
    """
    is_authentic = head.code in codes(head.n, head.digest)
    for entry in entries:
        entry.n = head.n + 1
        entry.digest = entry_digest(entry, entry.n, head.digest)
        head.n, head.digest = entry.n, entry.digest
    head.code = codes(head.n, head.digest)[0] if is_authentic else ""


def codes(n: int, digest: str) -> list[str]:
    """The authentication codes of a head: with the present SECRET_KEY, and with the former one if there is one."""
    salt = "clients.audit_head"
    return [salted_hmac(salt, f"{n}:{digest}", key, algorithm="sha256").hexdigest() for key in secret_keys()]


def _sha256(values: list[object]) -> str:
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _hex(value: UUID | None) -> str:
    return "" if value is None else value.hex

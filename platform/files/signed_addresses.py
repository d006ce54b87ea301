"""Signed addresses for `<img>`, `<video>` and downloads, valid for one user's session and five minutes."""

from dataclasses import dataclass
from uuid import UUID

from django.core import signing

from core.actor import Actor
from core.expiring_signer import ExpiringSigner
from files.errors import AddressExpired

VALID_S = 300
SALT = "files.address"
FILE, PREVIEW = "file", "preview"


@dataclass(frozen=True, slots=True)
class SignedFile:
    """The content of a signature. Only the ids of `actor` are set."""

    file_id: UUID
    variant: str
    actor: Actor


def sign(file_id: UUID, variant: str, actor: Actor) -> str:
    """A signature that `verify` accepts for five minutes."""
    value = ":".join((file_id.hex, variant, actor.id.hex, actor.session_id.hex))
    return ExpiringSigner(salt=SALT).sign(value)


def verify(signature: str) -> SignedFile:
    """The content of a valid signature. Does not check the session, or whether its user may still fetch the file.

    Raises AddressExpired.
    """
    try:
        value = ExpiringSigner(salt=SALT).unsign(signature, max_age=VALID_S)
    except signing.BadSignature as wrong:
        raise AddressExpired from wrong
    file_id, variant, user_id, session = value.split(":")
    actor = Actor(id=UUID(user_id), session_id=UUID(session), email="", expires_at=0)
    return SignedFile(UUID(file_id), variant, actor)

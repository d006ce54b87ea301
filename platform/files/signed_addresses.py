"""Signed addresses for `<img>`, `<video>` and downloads, valid for one user's session and five minutes."""

from dataclasses import dataclass
from uuid import UUID

from django.core import signing

from core.actor import Person
from files.errors import AddressOver

VALID_S = 300
SALT = "files.address"
FILE, PREVIEW = "file", "preview"


@dataclass(frozen=True, slots=True)
class Signed:
    """The content of a signature. Of `person`, only the ids are set."""

    file_id: UUID
    variant: str
    person: Person


def sign(file_id: UUID, variant: str, person: Person) -> str:
    """A signature that `verified` accepts for five minutes."""
    value = ":".join((file_id.hex, variant, person.id.hex, person.session_id.hex))
    return signing.TimestampSigner(salt=SALT).sign(value)


def verified(signature: str) -> Signed:
    """The content of a valid signature. Does not check whether the session is still valid. Raises AddressOver."""
    try:
        value = signing.TimestampSigner(salt=SALT).unsign(signature, max_age=VALID_S)
    except signing.BadSignature as wrong:
        raise AddressOver from wrong
    file_id, variant, person, session = value.split(":")
    who = Person(id=UUID(person), session_id=UUID(session), email="", expires_at=0)
    return Signed(UUID(file_id), variant, who)

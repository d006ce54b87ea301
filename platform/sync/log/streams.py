"""The names of streams, and which audience each kind has."""

from typing import Literal
from uuid import UUID

from sync.errors import UnknownStream

Kind = Literal["w", "c", "u"]

ADMINS = "w"


def client(client_id: UUID) -> str:
    """The stream of one client's people."""
    return f"c:{client_id}"


def person(user_id: UUID) -> str:
    """The stream of one person, on all their devices."""
    return f"u:{user_id}"


def kind_of(stream: str) -> Kind:
    """The audience of `stream`. Raises UnknownStream for a name of no known form."""
    if stream == ADMINS:
        return "w"
    if stream.startswith("c:"):
        return "c"
    if stream.startswith("u:"):
        return "u"
    raise UnknownStream


def subject_of(stream: str) -> UUID:
    """The client or person a `c:` or `u:` stream is about."""
    kind_of(stream)
    try:
        return UUID(stream[2:])
    except ValueError:
        raise UnknownStream from None

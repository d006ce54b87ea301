"""The names of streams, and the audience of each kind."""

from typing import Literal
from uuid import UUID

from sync.errors import UnknownStream

Kind = Literal["w", "c", "u"]

ADMINS = "w"


def client(client_id: UUID) -> str:
    """The stream of the users of one client."""
    return f"c:{client_id}"


def user(user_id: UUID) -> str:
    """The stream of one user, on all their devices."""
    return f"u:{user_id}"


def kind_of(stream: str) -> Kind:
    """The audience of `stream`. Raises UnknownStream for a name of any other form."""
    if stream == ADMINS:
        return "w"
    if stream.startswith("c:"):
        return "c"
    if stream.startswith("u:"):
        return "u"
    raise UnknownStream


def subject_of(stream: str) -> UUID:
    """The id of the client or user of a `c:` or `u:` stream. Raises UnknownStream if the name has none."""
    kind_of(stream)
    try:
        return UUID(stream[2:])
    except ValueError:
        raise UnknownStream from None

"""The identity of a request's user, which endpoints pass to services and queries."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user, as the access token describes them. `expires_at` is in Unix seconds.

    `viewing` is the id of the client that an admin is viewing, or None. Such an admin can only read.
    """

    id: UUID
    session_id: UUID
    email: str
    expires_at: int
    viewing: UUID | None = None

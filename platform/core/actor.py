"""The identity of a request's user, which endpoints pass to services and queries."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user, as the access token states; `expires_at` in Unix seconds.

    `viewing` is the id of the client whose view an admin has opened; such a user can read, but not change anything.
    """

    id: UUID
    session_id: UUID
    email: str
    expires_at: int
    viewing: UUID | None = None

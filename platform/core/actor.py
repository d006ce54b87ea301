"""Who is asking: the identity that a door hands to services and queries."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in person, as the access token says; `expires_at` in Unix seconds.

    One who is `viewing` a client sees what that client sees, and can do nothing.
    """

    id: UUID
    session_id: UUID
    email: str
    expires_at: int
    viewing: UUID | None = None

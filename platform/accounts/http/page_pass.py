"""The cookie value that lets a session load restricted scripts, which browsers request without a bearer token."""

from contextvars import ContextVar
from uuid import UUID

from django.core import signing

from accounts.models import Session
from accounts.services import Grant
from core.actor import Actor

SALT = "accounts.page_pass"
# The grant of this request, or None. The code that writes the response headers sets the cookies of its session.
CURRENT_GRANT: ContextVar[Grant | None] = ContextVar("current_grant", default=None)


def of_session(session: Session) -> str:
    """A signed value that names the user and the session. It is valid as long as the session exists."""
    return signing.Signer(salt=SALT).sign(f"{session.user_id.hex}:{session.id.hex}")


def verified(text: str) -> Actor | None:
    """The user and session in a signed value, or None for a bad signature. Does not check that the session exists."""
    try:
        user, session = signing.Signer(salt=SALT).unsign(text).split(":")
    except signing.BadSignature:
        return None
    return Actor(id=UUID(user), session_id=UUID(session), email="", expires_at=0)

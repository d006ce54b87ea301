"""The pass of a session for code that is not for everybody: a browser asks for scripts without a bearer, with cookies."""

from contextvars import ContextVar
from uuid import UUID

from django.core import signing

from accounts.models import Session
from core.person import Person

SALT = "accounts.page_pass"
# The session that this request has been given, if any: whoever writes the answer's head hands its pass out with it.
GIVEN: ContextVar[Session | None] = ContextVar("session given", default=None)


def of_session(session: Session) -> str:
    """It says who asks, and holds as long as the session."""
    return signing.Signer(salt=SALT).sign(f"{session.user_id.hex}:{session.id.hex}")


def verified(text: str) -> Person | None:
    """Whose pass it is; None for one that is not ours. Whether the session still lives is the database's to say."""
    try:
        user, session = signing.Signer(salt=SALT).unsign(text).split(":")
    except signing.BadSignature:
        return None
    return Person(id=UUID(user), session_id=UUID(session), email="", expires_at=0)

"""The pass of a session for code that is not for everybody: a browser asks for scripts without a bearer, with cookies."""

from contextvars import ContextVar
from uuid import UUID

from django.core import signing

from accounts.models import Session
from accounts.services import Grant
from core.actor import Person

SALT = "accounts.page_pass"
# What this request has been granted, if anything: whoever writes the answer's head hands the cookies out with it.
GIVEN: ContextVar[Grant | None] = ContextVar("session given", default=None)


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

"""Sessions end: their rows go, their tokens with them, and their sockets close."""

from typing import Literal

from accounts import access
from accounts.errors import SessionGone
from accounts.models import Session
from core.person import Person
from sync import membership

Scope = Literal["global", "local", "others"]


def sign_out(*, person: Person, scope: Scope) -> None:
    """End all sessions of the caller, this one, or the others. Raises UserGone, SessionGone, BannedNow."""
    access.signed_in(person)
    # Locked, in one order: a refresh that runs meanwhile must not add a token to a session that goes.
    standing = list(Session.objects.select_for_update().filter(user_id=person.id).order_by("id"))
    if all(session.id != person.session_id for session in standing):
        raise SessionGone
    for session in standing:
        if scope == "global" or (session.id == person.session_id) == (scope == "local"):
            end(session)


def end(session: Session) -> None:
    """Delete one session that this transaction has locked; its connections close in the same commit."""
    membership.end_session(user_id=session.user_id, session_id=session.id)
    session.delete()

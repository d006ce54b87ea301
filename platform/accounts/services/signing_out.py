"""Sessions end: their rows go, their tokens with them, and their sockets close."""

from typing import Literal

from accounts import access
from accounts.models import Session
from core.person import Person
from sync import membership

Scope = Literal["global", "local", "others"]


def sign_out(*, person: Person, scope: Scope) -> None:
    """End all sessions of the caller, this one, or the others. Raises UserGone, SessionGone, BannedNow."""
    session = access.signed_in(person)
    if scope == "local":
        end(session)
        return
    ending = Session.objects.filter(user_id=person.id)
    for each in ending if scope == "global" else ending.exclude(id=session.id):
        end(each)


def end(session: Session) -> None:
    """Delete one session; its connections close in the same commit."""
    membership.end_session(user_id=session.user_id, session_id=session.id)
    session.delete()

"""Ends sessions: deletes their rows and tokens, and closes their sockets."""

from typing import Literal

from accounts import access
from accounts.errors import SessionGone
from accounts.models import Session
from core.actor import Person
from sync.log import membership

AT_A_TIME = 200
Scope = Literal["global", "local", "others"]


def sign_out(*, person: Person, scope: Scope) -> None:
    """End all sessions of the caller, this one, or the others. Raises UserGone, SessionGone, BannedNow."""
    access.signed_in(person)
    # Locked in id order, so that a concurrent refresh does not add a token to a session that is being deleted.
    standing = list(Session.objects.select_for_update().filter(user_id=person.id).order_by("id"))
    if all(session.id != person.session_id for session in standing):
        raise SessionGone
    for session in standing:
        if scope == "global" or (session.id == person.session_id) == (scope == "local"):
            end(session)


def end_some(*, email: str | None) -> int:
    """End a batch of the sessions of the users with this address, or of all users if None. Returns how many."""
    standing = Session.objects.select_for_update(of=("self",)).order_by("id")
    if email is not None:
        standing = standing.filter(user__email=email.lower())
    found = list(standing[:AT_A_TIME])
    for session in found:
        end(session)
    return len(found)


def end(session: Session) -> None:
    """Delete one session that this transaction has locked. Its connections close after the commit."""
    membership.end_session(user_id=session.user_id, session_id=session.id)
    session.delete()

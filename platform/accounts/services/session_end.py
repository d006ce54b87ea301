"""Ends sessions: deletes their rows and tokens, and closes their sockets."""

from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Literal

from django.conf import settings
from django.db.models import Q

from accounts import access
from accounts.errors import SessionMissing
from accounts.models import Session
from core.actor import Actor
from core.clock import now
from sync.log import membership

BATCH_SIZE = 200
Scope = Literal["global", "local", "others"]


def sign_out(*, caller: Actor, scope: Scope) -> None:
    """End all sessions of the caller (`global`), only this one (`local`), or all others (`others`).

    Raises UserMissing, SessionMissing, BannedNow.
    """
    access.signed_in_session(caller)
    # Lock the sessions, in id order, so that a concurrent refresh does not add a token to a session that is deleted.
    sessions = list(Session.objects.select_for_update().filter(user_id=caller.id).order_by("id"))
    if all(session.id != caller.session_id for session in sessions):
        raise SessionMissing
    for session in sessions:
        if scope == "global" or (session.id == caller.session_id) == (scope == "local"):
            end(session)


def end_batch(*, email: str | None) -> int:
    """End a batch of the sessions of users with this address, or of all users if it is None. Returns how many ended."""
    sessions = Session.objects.select_for_update(of=("self",)).order_by("id")
    if email is not None:
        sessions = sessions.filter(user__email=email.lower())
    batch = list(sessions[:BATCH_SIZE])
    for session in batch:
        end(session)
    return len(batch)


def end_old_batch() -> int:
    """End a batch of old sessions; returns how many ended.

    A session is old if no device has refreshed it for KEEP_SESSION_DAYS, or if it began MAX_SESSION_DAYS ago.
    """
    retention = settings.RETENTION
    limits = {"refreshed_at__lt": retention.session_days, "created_at__lt": retention.max_session_days}
    old = [Q(**{field: now() - timedelta(days=days)}) for field, days in limits.items() if days is not None]
    if not old:
        return 0
    sessions = Session.objects.select_for_update(of=("self",)).filter(reduce(or_, old))
    batch = list(sessions.order_by("id")[:BATCH_SIZE])
    for session in batch:
        end(session)
    return len(batch)


def end(session: Session) -> None:
    """Delete one session that this transaction has locked. Its connections close after the commit."""
    membership.end_session(user_id=session.user_id, session_id=session.id)
    session.delete()

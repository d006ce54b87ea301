"""The refresh grant: a chain of single-use tokens. A repeated request with the same token gets the same child."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from accounts import access, queries
from accounts.errors import Banned, RefreshTokenNotFound, RefreshTokenUsed, TooManyRefreshes
from accounts.limits.buckets import REFRESH, REFRESHES, key_of
from accounts.models import Session, User
from accounts.services import rate_limits
from accounts.services.session_end import end
from accounts.services.sessions import Device, Grant, store_refresh_token
from accounts.tokens import refresh_tokens
from core.clock import is_within, now
from sync.sql import raw_sql, row_reader

# Raw SQL, because every device refreshes each hour, and the ORM takes 1.5 ms more.
MARK_USED = "UPDATE refresh_tokens SET used_at = %s, child_salt = %s WHERE id = %s"
SESSION_OF_TOKEN = "SELECT session_id FROM refresh_tokens WHERE digest = %s"
SELECT_LINKS = """
SELECT id, number, digest, used_at FROM refresh_tokens WHERE session_id = %s AND (digest = %s OR used_at IS NULL)
"""
UPDATE_SESSION = "UPDATE sessions SET refreshed_at = %s, user_agent = %s, address = %s WHERE id = %s"


def refresh(*, token: str, device: Device) -> Grant | RefreshTokenUsed:
    """Return the active token of the chain of `token`. If `token` itself is active, its child replaces it.

    A token counts as stolen if it is neither the active token nor its parent, and was used longer ago than the reuse
    interval. Then the session ends. RefreshTokenUsed is returned, not raised, so that the end is committed.
    Raises RefreshTokenNotFound, TooManyRefreshes, Banned.
    """
    digest = refresh_tokens.digest(token)
    session = _locked_session(digest)
    if session is None:
        raise RefreshTokenNotFound
    _enforce_limit(session)
    if access.is_banned(session.user):
        raise Banned
    links = [_Link(*row) for row in raw_sql.rows(SELECT_LINKS, [raw_sql.adapted(session.id), digest])]
    presented = next((link for link in links if link.digest == digest), None)
    if presented is None:  # its session was raised to aal2 before this transaction locked it
        raise RefreshTokenNotFound
    [active] = [link for link in links if link.used_at is None]
    if active.number == presented.number:
        active_token = _rotate(session, active, token)
    elif active.number == presented.number + 1 or _is_recent(presented):
        active_token = _active_token(session, presented.number, token)
    else:
        end(session)
        return RefreshTokenUsed()
    session.refreshed_at, session.user_agent, session.address = now(), device.user_agent, device.address
    raw_sql.count(
        UPDATE_SESSION,
        [raw_sql.adapted(session.refreshed_at), device.user_agent, device.address, raw_sql.adapted(session.id)],
    )
    return Grant(queries.account(session.user), session, active_token)


def _enforce_limit(session: Session) -> None:
    if not settings.AUTH_RATE_LIMITS:
        return
    empty = rate_limits.take(buckets=[(key_of(REFRESH, str(session.id)), REFRESHES)])
    if empty is not None:
        raise TooManyRefreshes(empty.wait_s)


def _locked_session(digest: str) -> Session | None:
    # Lock the session's row before reading its tokens, so that concurrent refreshes of one chain run one after another.
    rows = raw_sql.rows(SESSION_OF_TOKEN, [digest])
    locked = row_reader.rows(Session, "id = %s", [rows[0][0]], locked=True) if rows else []
    if not locked:
        return None
    [session] = locked
    [session.user] = row_reader.rows(User, "id = %s", [raw_sql.adapted(session.user_id)])
    return session


class _Link(NamedTuple):
    """A refresh token's row; `used_at` is as the database returns it."""

    id: int
    number: int
    digest: str
    used_at: datetime | None


def _rotate(session: Session, active: _Link, token: str) -> str:
    at, salt = now(), refresh_tokens.random_token()
    raw_sql.count(MARK_USED, [raw_sql.adapted(at), salt, active.id])
    child = refresh_tokens.child(token, salt)
    store_refresh_token(child, session=session, number=active.number + 1, at=at)
    return child


def _is_recent(presented: _Link) -> bool:
    interval = timedelta(seconds=settings.AUTH_REUSE_INTERVAL_S)
    return presented.used_at is not None and is_within(interval, since=raw_sql.aware_time(presented.used_at))


def _active_token(session: Session, number: int, token: str) -> str:
    for link in session.refresh_tokens.filter(number__gte=number).exclude(used_at=None).order_by("number"):
        token = refresh_tokens.child(token, link.child_salt)
    return token

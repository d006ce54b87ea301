"""Checks the session behind an access token. Every access to a user's rows passes one of these checks."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.conf import settings

from accounts.errors import (
    BannedNow,
    ReauthenticationNeeded,
    RecentProofNeeded,
    SecondFactorNeeded,
    SessionMissing,
    UserMissing,
)
from accounts.models import Factor, Session, User
from core.actor import Actor
from core.clock import is_within, now
from sync.sql import raw_sql, row_reader

# Runs for every read and write of a signed-in user. The third column is false if the user has a verified factor that
# the session has not proved.
LIVE_SESSIONS = """
SELECT sessions.id, users.id, sessions.aal = 'aal2' OR NOT EXISTS (
    SELECT 1 FROM factors WHERE factors.user_id = users.id AND factors.is_verified
) FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.id IN ({}) AND (users.banned_until IS NULL OR users.banned_until <= %s)
"""

AAL1, AAL2 = "aal1", "aal2"
RECOVERY_CODE_METHOD = "mfa/recovery_code"  # the `amr` method of a recovery code, which replaces a lost factor
PASSWORDLESS_PERIOD = timedelta(minutes=15)
PASSWORDLESS_METHODS = frozenset({"otp", "recovery", "magiclink", "email/signup", "invite"})


def signed_in_session(caller: Actor) -> Session:
    """The stored session of `caller`, with its user. Raises UserMissing, SessionMissing, BannedNow."""
    users = row_reader.rows(User, "id = %s", [raw_sql.adapted(caller.id)])
    if not users:
        raise UserMissing
    ids = [raw_sql.adapted(caller.session_id), raw_sql.adapted(caller.id)]
    sessions = row_reader.rows(Session, "id = %s AND user_id = %s", ids)
    if not sessions:
        raise SessionMissing
    [session], [session.user] = sessions, users
    if is_banned(session.user):
        raise BannedNow
    return session


def session_is_live(actor: Actor) -> bool:
    """Whether the session exists and its user is not banned, in one query.

    Raises SecondFactorNeeded if the user has a verified factor and the session is at aal1.
    """
    is_complete = _live_sessions([actor]).get((actor.session_id, actor.id))
    if is_complete is False:
        raise SecondFactorNeeded
    return is_complete is not None


def sessions_are_live(actors: Collection[Actor]) -> bool:
    """Whether all these sessions are live and have proved the second factor if their user has one, in one query."""
    live = _live_sessions(actors)
    return all(live.get((actor.session_id, actor.id)) for actor in actors)


def is_aal2(actor: Actor) -> bool:
    """Whether the session's row is at aal2. The token's own claim is ignored."""
    return Session.objects.filter(id=actor.session_id, user_id=actor.id, aal=AAL2).exists()


def lacks_second_factor(session: Session) -> bool:
    """Whether the user has a verified factor that this session has not proved."""
    return session.aal != AAL2 and Factor.objects.filter(user_id=session.user_id, is_verified=True).exists()


def needs_proof(session: Session, *, changes_email: bool) -> bool:
    """Whether a new password (a new address if `changes_email`) requires the current password or a mailed code.

    A user who has no password, or forgot it, signs in by mail. For 15 minutes after that, a new password requires
    neither.
    """
    if not settings.AUTH_CURRENT_PASSWORD or session.user.is_anonymous:
        return False
    methods = {entry.get("method") for entry in session.amr}
    return (
        changes_email
        or not methods & PASSWORDLESS_METHODS
        or not is_within(PASSWORDLESS_PERIOD, since=session.created_at)
    )


def is_recently_proved(session: Session) -> bool:
    """Whether a sign-in, second step or reauthentication of a session is recent enough.

    The limit is AUTH_REAUTHENTICATION_S; 0 switches the check off.
    """
    limit = timedelta(seconds=settings.AUTH_REAUTHENTICATION_S)
    times = [datetime.fromtimestamp(int(entry.get("timestamp", 0)), UTC) for entry in session.amr]
    return not limit or any(is_within(limit, since=time) for time in times)


def must_be_recently_proved(session: Session) -> None:
    """Check before a way to sign in is added or removed. Raises ReauthenticationNeeded."""
    if not is_recently_proved(session):
        raise ReauthenticationNeeded


def must_have_recent_proof(actor: Actor) -> None:
    """Check before an action gives others access. Raises RecentProofNeeded, and what `signed_in_session` raises."""
    if not is_recently_proved(signed_in_session(actor)):
        raise RecentProofNeeded


def is_banned(user: User) -> bool:
    return user.banned_until is not None and user.banned_until > now()


def _live_sessions(actors: Collection[Actor]) -> dict[tuple[UUID, UUID], bool]:
    """Whether each live session among these has proved its user's second factor, by (session id, user id).

    True if the user has no second factor.
    """
    session_ids = {actor.session_id for actor in actors}
    rows = raw_sql.rows(
        LIVE_SESSIONS.format(", ".join(["%s"] * len(session_ids))),
        [*map(raw_sql.adapted, session_ids), raw_sql.adapted(now())],
    )
    return {(raw_sql.uuid(session), raw_sql.uuid(user)): bool(is_complete) for session, user, is_complete in rows}

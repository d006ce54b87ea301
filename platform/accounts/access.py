"""Checks the session behind an access token. Every access to a user's rows passes one of these checks."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.conf import settings

from accounts.errors import BannedNow, ReauthenticationNeeded, SecondFactorNeeded, SessionGone, UserGone
from accounts.models import Factor, Session, User
from core.actor import Person
from core.clock import now
from sync.sql import raw_sql, row_reader

# Runs for every read and write of a signed-in user. The third column is false if the user has a verified factor and
# the session has only proved the password.
LIVE = """
SELECT sessions.id, users.id, sessions.aal = 'aal2' OR NOT EXISTS (
    SELECT 1 FROM factors WHERE factors.user_id = users.id AND factors.is_verified
) FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.id IN ({}) AND (users.banned_until IS NULL OR users.banned_until <= %s)
"""

AAL1, AAL2 = "aal1", "aal2"
RECOVERED = "mfa/recovery_code"  # the `amr` method of a recovery code, which replaces a lost factor
PASSWORDLESS_FOR = timedelta(minutes=15)
PASSWORDLESS = frozenset({"otp", "recovery", "magiclink", "email/signup", "invite"})


def signed_in(person: Person) -> Session:
    """The stored session of `person`, with its user. Raises UserGone, SessionGone, BannedNow."""
    users = row_reader.rows(User, "id = %s", [raw_sql.adapted(person.id)])
    if not users:
        raise UserGone
    own = "id = %s AND user_id = %s", [raw_sql.adapted(person.session_id), raw_sql.adapted(person.id)]
    sessions = row_reader.rows(Session, *own)
    if not sessions:
        raise SessionGone
    [session], [session.user] = sessions, users
    if is_banned(session.user):
        raise BannedNow
    return session


def session_is_live(person: Person) -> bool:
    """Whether the session exists and its user is not banned, in one query.

    Raises SecondFactorNeeded if the user has a verified factor and the session is at aal1.
    """
    found = _found([person]).get((person.session_id, person.id))
    if found is False:
        raise SecondFactorNeeded
    return found is not None


def sessions_are_live(persons: Collection[Person]) -> bool:
    """Whether all these sessions are live and have proved the second factor if their user has one, in one query."""
    found = _found(persons)
    return all(found.get((person.session_id, person.id)) for person in persons)


def is_aal2(person: Person) -> bool:
    """Whether the session's row is at aal2. The token's own claim is ignored."""
    return Session.objects.filter(id=person.session_id, user_id=person.id, aal=AAL2).exists()


def lacks_second_step(session: Session) -> bool:
    """Whether the user has a verified factor that this session has not proved."""
    return session.aal != AAL2 and Factor.objects.filter(user_id=session.user_id, is_verified=True).exists()


def wants_proof(session: Session, *, email: bool) -> bool:
    """Whether a new password (a new address if `email`) requires the current password or a mailed code.

    A user without a password, or who forgot it, signs in by mail. For 15 minutes after that, a new password needs
    neither.
    """
    if not settings.AUTH_CURRENT_PASSWORD or session.user.is_anonymous:
        return False
    methods = {entry.get("method") for entry in session.amr}
    return email or not methods & PASSWORDLESS or now() - session.created_at > PASSWORDLESS_FOR


def is_recently_proved(session: Session) -> bool:
    """Whether the latest sign-in, second step or reauthentication of a session is recent enough.

    The limit is AUTH_REAUTHENTICATION_S; 0 switches the check off.
    """
    latest = max((int(entry.get("timestamp", 0)) for entry in session.amr), default=0)
    within: int = settings.AUTH_REAUTHENTICATION_S
    return not within or now().timestamp() - latest <= within


def must_be_recently_proved(session: Session) -> None:
    """Guards adding and removing a way to sign in. Raises ReauthenticationNeeded."""
    if not is_recently_proved(session):
        raise ReauthenticationNeeded


def is_banned(user: User) -> bool:
    return user.banned_until is not None and user.banned_until > now()


def _found(persons: Collection[Person]) -> dict[tuple[UUID, UUID], bool]:
    """The live sessions among these, by (session id, user id), and whether each has proved its second factor."""
    asked = {person.session_id for person in persons}
    found = raw_sql.rows(
        LIVE.format(", ".join(["%s"] * len(asked))), [*map(raw_sql.adapted, asked), raw_sql.adapted(now())]
    )
    return {(raw_sql.uuid(session), raw_sql.uuid(user)): bool(enough) for session, user, enough in found}

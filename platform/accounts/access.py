"""Whether the session behind an access token still stands: the one way from a token to a person's rows."""

from django.conf import settings

from accounts.errors import BannedNow, SessionGone, UserGone
from accounts.models import Session, User
from core.clock import now
from core.person import Person
from sync.db import plain

# Asked before every write and every read of a signed-in person.
LIVE = """
SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.id = %s AND sessions.user_id = %s AND (users.banned_until IS NULL OR users.banned_until <= %s)
"""

PASSWORDLESS = frozenset({"otp", "recovery", "magiclink", "email/signup", "invite"})


def signed_in(person: Person) -> Session:
    """The living session of `person`, with its user. Raises UserGone, SessionGone, BannedNow."""
    session = Session.objects.select_related("user").filter(id=person.session_id, user_id=person.id).first()
    if session is None:
        raise SessionGone if User.objects.filter(id=person.id).exists() else UserGone
    if is_banned(session.user):
        raise BannedNow
    return session


def session_is_live(person: Person) -> bool:
    """The same as one cheap yes or no."""
    return plain.first(LIVE, person.session_id, person.id, now()) is not None


def asks_for_current(session: Session) -> bool:
    """Whether a new password wants the old one in this session; one that began without it need not know it."""
    methods = {entry.get("method") for entry in session.amr}
    return settings.AUTH_CURRENT_PASSWORD and session.user.password_hash != "" and not methods & PASSWORDLESS


def is_banned(user: User) -> bool:
    return user.banned_until is not None and user.banned_until > now()

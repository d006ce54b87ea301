"""Whether the session behind an access token still stands: the one way from a token to a person's rows."""

from collections.abc import Collection

from django.conf import settings

from accounts.errors import BannedNow, SessionGone, UserGone
from accounts.models import Session, User
from core.clock import now
from core.person import Person
from sync.db import plain

# Asked for every write and every read of a signed-in person.
LIVE = """
SELECT sessions.id, users.id FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.id IN ({}) AND (users.banned_until IS NULL OR users.banned_until <= %s)
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
    return sessions_are_live([person])


def sessions_are_live(persons: Collection[Person]) -> bool:
    """The same for all of these, in one question."""
    asked = {person.session_id for person in persons}
    found = plain.rows(LIVE.format(", ".join(["%s"] * len(asked))), [*map(plain.adapted, asked), plain.adapted(now())])
    live = {(plain.uuid(session_id), plain.uuid(user_id)) for session_id, user_id in found}
    return all((person.session_id, person.id) in live for person in persons)


def asks_for_current(session: Session) -> bool:
    """Whether a new password wants the old one in this session; one that began without it need not know it."""
    methods = {entry.get("method") for entry in session.amr}
    return settings.AUTH_CURRENT_PASSWORD and session.user.password_hash != "" and not methods & PASSWORDLESS


def is_banned(user: User) -> bool:
    return user.banned_until is not None and user.banned_until > now()

"""Whether the session behind an access token still stands: the one way from a token to a person's rows."""

from django.db.models import Q

from accounts.errors import BannedNow, SessionGone, UserGone
from accounts.models import Session, User
from core.clock import now
from core.person import Person


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
    welcome = Q(user__banned_until=None) | Q(user__banned_until__lte=now())
    return Session.objects.filter(welcome, id=person.session_id, user_id=person.id).exists()


def is_banned(user: User) -> bool:
    return user.banned_until is not None and user.banned_until > now()

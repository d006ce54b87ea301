"""Locks a user out at once, and requests the erasure of their data."""

from accounts import access
from accounts.effects.erasure import FOR_EVER, erase
from accounts.models import User
from accounts.ports import personal
from accounts.services.session_end import end
from core.actor import Actor
from mail import services as mail
from sync.effects import effects


def check_erasure(*, actor: Actor) -> None:
    """Raises an app's error if it forbids erasing the caller."""
    personal.check(actor.id)


def request_erasure(*, caller: Actor) -> None:
    """Lock the caller out for ever, and request the erasure of all their data after this transaction commits.

    Raises an app's error if it forbids the erasure, and what `access.signed_in_session` raises.
    """
    user = User.objects.select_for_update().get(id=access.signed_in_session(caller).user_id)
    personal.check(user.id)
    for session in user.sessions.select_for_update().order_by("id"):
        end(session)
    user.one_time_tokens.all().delete()
    user.banned_until, user.password_hash = FOR_EVER, ""
    user.save(update_fields=["banned_until", "password_hash"])
    effects.after_commit(erase, str(user.id))
    if user.email:
        mail.send(kind="erased", to=user.email)

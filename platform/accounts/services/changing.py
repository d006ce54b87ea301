"""A person changes their account: metadata, password, address."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from accounts import access, queries, rules
from accounts.errors import ChangeNeedsAal2, CurrentPasswordNeeded, EmailExists, NoAddressYet, NonceNeeded, SsoManaged
from accounts.models import User
from accounts.services import flows, mailing
from accounts.services.flows import WayBack
from accounts.services.signing_out import end
from accounts.services.verifying import proves_again
from core.clock import now
from core.person import Person

FRESH = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to change; None for what is not."""

    metadata: dict[str, object] | None = None
    password_hash: str | None = None
    email: str | None = None


def check_change(
    *, person: Person, email: str | None, phone: str | None, password: bool, has_nonce: bool, has_current: bool
) -> None:
    """What speaks against a change before any password is hashed.

    Raises ChangeNeedsAal2, NoAddressYet, SsoManaged, EmailExists, NonceNeeded, CurrentPasswordNeeded, as access does.
    """
    session = access.signed_in(person)
    user = session.user
    moves = email is not None and email != user.email
    is_credential = moves or password or phone is not None
    if is_credential and access.lacks_second_step(session):
        raise ChangeNeedsAal2
    if user.is_anonymous and password and email is None and phone is None:
        raise NoAddressYet
    if user.is_sso and is_credential:
        raise SsoManaged
    if moves and User.objects.filter(email=email, is_sso=False).exclude(id=user.id).exists():
        raise EmailExists
    if password and settings.AUTH_SECURE_PASSWORD_CHANGE and now() - session.created_at > FRESH and not has_nonce:
        raise NonceNeeded
    if password and access.asks_for_current(session) and not has_current:
        raise CurrentPasswordNeeded


def redeem_nonce(*, person: Person, nonce: str) -> bool:
    """Whether `nonce` is the code that was mailed, where one is needed; a wrong guess is counted."""
    session = access.signed_in(person)
    if not settings.AUTH_SECURE_PASSWORD_CHANGE or now() - session.created_at <= FRESH:
        return True
    return proves_again(person=person, nonce=nonce)


def change_user(*, person: Person, wanted: Wanted, way_back: WayBack) -> queries.Account:
    """Change the caller's account. A new password ends their other sessions and whatever is underway by mail.

    A new address waits until both addresses have agreed. Raises ValidationFailed, EmailExists, MailTooSoon, as
    access does.
    """
    session = access.signed_in(person)
    user = User.objects.select_for_update().get(id=session.user_id)
    if wanted.metadata is not None:
        user.user_metadata = _merged(user.user_metadata, wanted.metadata)
    if wanted.password_hash is not None:
        user.password_hash = wanted.password_hash
        flows.forget(user)
        user.flow_states.all().delete()
        for other in user.sessions.select_for_update().exclude(id=session.id).order_by("id"):
            end(other)
    if wanted.email is not None and wanted.email != user.email:
        mailing.not_too_soon(user.email_change_sent_at)
        user.new_email, user.is_change_half_confirmed = wanted.email, False
    if wanted != Wanted():
        user.updated_at = now()
        user.save()
    if wanted.email is not None and wanted.email != user.email:
        mailing.send_change(user=user, way_back=way_back)
    return queries.account(user)


def _merged(before: dict[str, object], data: dict[str, object]) -> dict[str, object]:
    merged = {**before, **rules.unowned(data)}
    return rules.metadata({name: value for name, value in merged.items() if value is not None})

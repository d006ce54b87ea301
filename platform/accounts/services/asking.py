"""Mails that a person asks for: to recover an account, again, or to prove that it is still them."""

from typing import Literal

from accounts import access
from accounts.errors import AddressNotConfirmed, MailTooSoon
from accounts.models import User
from accounts.services import mailing
from accounts.services.flows import WayBack
from core.person import Person

Resent = Literal["signup", "email_change"]


def recover(*, email: str, way_back: WayBack) -> None:
    """Mail a way back into the account of this address, if there is one and its last mail is not too fresh."""
    user = _known(email)
    if user is None:
        return
    try:
        mailing.send_recovery(user=user, way_back=way_back)
    except MailTooSoon:
        return  # to say so would tell that there is such an account


def resend(*, email: str, type: Resent, way_back: WayBack) -> None:
    """Mail again what is still outstanding for this address, if anything is. Raises MailTooSoon."""
    user = _known(email)
    if user is None:
        return
    if type == "signup" and user.email_confirmed_at is None:
        mailing.send_confirmation(user=user, way_back=way_back)
    elif type == "email_change" and user.new_email:
        mailing.send_change(user=user, way_back=way_back)


def reauthenticate(*, person: Person) -> None:
    """Mail a code that is good for nothing but a new password. Raises AddressNotConfirmed, MailTooSoon, as access does."""
    user = User.objects.select_for_update().get(id=access.signed_in(person).user_id)
    if user.email is None or user.email_confirmed_at is None:
        raise AddressNotConfirmed
    mailing.send_nonce(user=user)


def _known(email: str) -> User | None:
    return User.objects.select_for_update().filter(email=email, is_sso=False).first()

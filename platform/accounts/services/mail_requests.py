"""Mails that a user requests: account recovery, a resent mail, or a reauthentication code."""

from typing import Literal

from accounts import access
from accounts.errors import AddressNotConfirmed, MailTooSoon
from accounts.models import User
from accounts.services import mails
from accounts.services.flows import Redirect
from accounts.services.registration import begin_pause, record_request
from accounts.services.sessions import Device
from core.actor import Actor

ResendType = Literal["signup", "email_change"]


def recover(*, email: str, device: Device, redirect: Redirect) -> None:
    """Mail a recovery code and link to this address, if it has an account and the previous mail is not too recent."""
    if begin_pause(kind="recovery", email=email, device=device):
        return
    user = _locked_account(email)
    if user is not None:
        mails.send_recovery(user=user, redirect=redirect)


def resend(*, email: str, type: ResendType, device: Device, redirect: Redirect) -> MailTooSoon | None:
    """Resend this address's pending confirmation or change mail, if any. The new token stores no input of a sign-up."""
    if error := begin_pause(kind="confirmation" if type == "signup" else "change", email=email, device=device):
        return error
    user = _locked_account(email)
    if user is None:
        return None
    if type == "signup" and user.email_confirmed_at is None:
        mails.send_confirmation(user=user, sign_up=None, redirect=redirect)
    elif type == "email_change" and user.new_email:
        mails.send_change(user=user, redirect=redirect)
    return None


def reauthenticate(*, caller: Actor) -> None:
    """Mail a reauthentication code to the caller.

    Raises AddressNotConfirmed, and what `access.signed_in_session` raises.
    """
    mails.send_nonce(user=_with_address(caller))


def send_erasure_code(*, caller: Actor) -> str:
    """Mail the code that confirms the erasure of the caller's account. Returns the address.

    Raises what `reauthenticate` raises.
    """
    user = _with_address(caller)
    mails.send_nonce(user=user, purpose=mails.ERASE)
    return user.email or ""


def _with_address(caller: Actor) -> User:
    user = User.objects.select_for_update().get(id=access.signed_in_session(caller).user_id)
    if user.email is None or user.email_confirmed_at is None:
        raise AddressNotConfirmed
    return user


def _locked_account(email: str) -> User | None:
    """The locked account with this address, or None. First records the request, which marks a pending account as
    contested."""
    record_request(email=email)
    return User.objects.select_for_update().filter(email=email, is_sso=False).first()

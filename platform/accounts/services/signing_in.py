"""The password grant."""

from accounts import access, queries
from accounts.errors import Banned, EmailNotConfirmed, InvalidCredentials
from accounts.limits import PASSWORD, key_of
from accounts.models import User
from accounts.services import limiting
from accounts.services.sessions import Device, Grant, begin
from sync.db import plain, whole


def sign_in(*, proved: queries.Credentials, device: Device) -> Grant:
    """Open a session for the person whose password was just checked against `proved`.

    Raises InvalidCredentials if the password was changed meanwhile, Banned, EmailNotConfirmed.
    """
    same = "id = %s AND password_hash = %s", [plain.adapted(proved.user_id), proved.password_hash]
    found = whole.rows(User, *same, locked=True)
    if not found:
        raise InvalidCredentials
    [user] = found
    if access.is_banned(user):
        raise Banned
    if user.email_confirmed_at is None:
        raise EmailNotConfirmed
    limiting.refill(key=key_of(PASSWORD, user.email or ""))
    return begin(user=user, method="password", device=device)

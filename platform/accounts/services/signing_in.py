"""The password grant."""

from accounts import access, queries
from accounts.errors import Banned, EmailNotConfirmed, InvalidCredentials
from accounts.limits import PASSWORD, Requester, buckets
from accounts.models import User
from accounts.services import limiting
from accounts.services.sessions import Device, Grant, begin
from sync.db import plain, whole


def sign_in(*, proved: queries.Credentials, device: Device, requester: Requester) -> Grant:
    """Open a session for the person whose password was just checked against `proved`.

    Raises InvalidCredentials if the password was changed meanwhile, Banned, EmailNotConfirmed.
    """
    found = whole.rows(User, "id = %s", [plain.adapted(proved.user_id)], locked=True)
    if not found:
        raise InvalidCredentials
    [user] = found
    if access.is_banned(user):
        raise Banned
    if user.email_confirmed_at is None:
        raise EmailNotConfirmed
    if user.password_hash != proved.password_hash:
        raise InvalidCredentials
    limiting.forgive(buckets=buckets(PASSWORD, user.email or "", requester))
    return begin(user=user, method="password", device=device)

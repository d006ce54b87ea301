"""The password grant."""

from accounts import access, queries
from accounts.errors import Banned, EmailNotConfirmed, InvalidCredentials
from accounts.limits.buckets import PASSWORD, Requester, buckets
from accounts.models import User
from accounts.services import rate_limits
from accounts.services.sessions import Device, Grant, begin
from sync.sql import raw_sql, row_reader


def sign_in(*, credentials: queries.Credentials, device: Device, requester: Requester) -> Grant:
    """Open a session for the user whose password was just checked against `credentials`.

    Raises InvalidCredentials if the password was changed in the meantime, Banned, EmailNotConfirmed.
    """
    users = row_reader.rows(User, "id = %s", [raw_sql.adapted(credentials.user_id)], locked=True)
    if not users:
        raise InvalidCredentials
    [user] = users
    if access.is_banned(user):
        raise Banned().for_user(user.id)
    if user.email_confirmed_at is None:
        raise EmailNotConfirmed().for_user(user.id)
    if user.password_hash != credentials.password_hash:
        raise InvalidCredentials().for_user(user.id)
    rate_limits.forgive(buckets=buckets(PASSWORD, user.email or "", requester))
    return begin(user=user, method="password", device=device)

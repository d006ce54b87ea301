"""Reads: users by id and by address, and the caller's own account, devices and export."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from accounts import access, ports
from accounts.errors import FactorNotFound, NotForAnonymous
from accounts.models import Factor, Identity, RecoveryCode, Session, User
from accounts.ports.personal_data import Part
from accounts.queries.personal_data import table
from accounts.tokens import refresh_tokens
from core.actor import Actor
from core.expiring_signer import ExpiringSigner
from core.text import is_visible
from sync.sql import raw_sql, row_reader

EXPORT_SALT = "accounts.export"
DEVICES_MAX = 200
TOKEN_EXISTS = "SELECT 1 FROM refresh_tokens WHERE digest = %s"
# For an unconfirmed account the hash of the newest pending sign-up is checked, so that a correct password gets the
# error email_not_confirmed.
CREDENTIALS = """
SELECT id, CASE WHEN email_confirmed_at IS NOT NULL THEN password_hash ELSE COALESCE((
    SELECT pending_sign_ups.password_hash FROM pending_sign_ups
    JOIN one_time_tokens ON one_time_tokens.id = pending_sign_ups.token_id
    WHERE one_time_tokens.user_id = users.id AND pending_sign_ups.password_hash <> ''
    ORDER BY one_time_tokens.id DESC LIMIT 1
), '') END FROM users WHERE email = %s AND NOT is_sso
"""


@dataclass(frozen=True, slots=True)
class Account:
    """A user as `/auth/v1` returns them."""

    user: User
    identities: list[Identity]
    factors: list[Factor] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """How many recovery codes a user has left, and when they were created (None if none are left)."""

    left: int
    created_at: datetime | None


@dataclass(frozen=True, slots=True)
class Credentials:
    """The user and hash that a password is checked against; the hash is "" for a user without a password."""

    user_id: UUID
    password_hash: str


@dataclass(frozen=True, slots=True)
class UserSummary:
    """The part of a user that other apps may read. `name` falls back to the address."""

    id: UUID
    email: str
    name: str
    confirmed: bool


def account(user: User) -> Account:
    """A user's identities and factors, oldest first. Runs with every sign-in and every refresh."""
    of_user = "user_id = %s", [raw_sql.adapted(user.id)]
    identities = sorted(row_reader.rows(Identity, *of_user), key=_age)
    return Account(user, identities, sorted(row_reader.rows(Factor, *of_user), key=_age))


def _age(row: Identity | Factor) -> tuple[datetime, UUID]:
    return row.created_at, row.id


def account_of(*, caller: Actor) -> Account:
    """The caller's own account. Raises UserMissing, SessionMissing, BannedNow."""
    return account(access.signed_in_session(caller).user)


def credentials(*, email: str) -> Credentials | None:
    rows = raw_sql.rows(CREDENTIALS, [email.lower()])
    return Credentials(raw_sql.uuid(rows[0][0]), rows[0][1]) if rows else None


def is_refresh_token(*, token: str) -> bool:
    """Whether `token` is stored as a refresh token, used or active."""
    return bool(raw_sql.rows(TOKEN_EXISTS, [refresh_tokens.digest(token)]))


def own_password_hash(*, caller: Actor) -> str:
    """The caller's password hash, or "" if they have no password. Raises UserMissing, SessionMissing, BannedNow."""
    return access.signed_in_session(caller).user.password_hash


def assert_signed_in(*, caller: Actor) -> None:
    """The first check of an endpoint. Raises UserMissing, SessionMissing, BannedNow."""
    access.signed_in_session(caller)


def assert_not_anonymous(*, caller: Actor) -> None:
    """`assert_signed_in` for endpoints that exclude anonymous users. Also raises NotForAnonymous."""
    if access.signed_in_session(caller).user.is_anonymous:
        raise NotForAnonymous


def assert_own_factor(*, caller: Actor, factor_id: UUID) -> None:
    """Raises FactorNotFound if the caller has no such factor."""
    if not Factor.objects.filter(id=factor_id, user_id=caller.id).exists():
        raise FactorNotFound


def session_count(*, email: str | None) -> int:
    """How many sessions the user with this address has, or all users if it is None."""
    sessions = Session.objects.all()
    return (sessions.filter(user__email=email.lower()) if email else sessions).count()


def devices(*, actor: Actor) -> list[Session]:
    """The caller's `DEVICES_MAX` most recently used sessions, latest first."""
    return list(Session.objects.filter(user_id=actor.id).order_by("-refreshed_at", "-id")[:DEVICES_MAX])


def export_token(*, actor: Actor) -> str:
    """A signed, timestamped token that allows this session to fetch its user's export."""
    return ExpiringSigner(salt=EXPORT_SALT).sign(f"{actor.id.hex}:{actor.session_id.hex}")


def check_export(*, actor: Actor) -> None:
    """Does nothing itself. `db_executor.read`, which calls it, checks the session of `actor` before an export."""


def export(user_id: UUID) -> Iterator[Part]:
    """Yields the files of a user's export, app by app."""
    users = User.objects.filter(id=user_id)
    identities = Identity.objects.filter(user_id=user_id).order_by("created_at")
    sessions = Session.objects.filter(user_id=user_id).order_by("created_at")
    factors = Factor.objects.filter(user_id=user_id).order_by("created_at")
    yield table("account", users, ("id", "email", "phone", "user_metadata", "created_at", "last_sign_in_at"))
    yield table("identities", identities, ("provider", "identity_data", "created_at", "last_sign_in_at"))
    yield table("sessions", sessions, ("user_agent", "address", "created_at", "refreshed_at"))
    yield table("factors", factors, ("factor_type", "friendly_name", "created_at"))
    yield from ports.personal.export(user_id)


def recovery_codes_left(*, actor: Actor) -> CodesLeft:
    codes = list(RecoveryCode.objects.filter(user_id=actor.id).values_list("created_at", flat=True))
    return CodesLeft(len(codes), min(codes, default=None))


def address_of(user_id: UUID) -> str | None:
    """The user's email address, or None if they have none or do not exist."""
    return User.objects.filter(id=user_id).values_list("email", flat=True).first()


def live_sessions(session_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The user id of each of these sessions that still exists, by session id."""
    return dict(Session.objects.filter(id__in=session_ids).values_list("id", "user_id"))


def user_by_email(email: str) -> UserSummary | None:
    """The user who signs in with this address, confirmed or not; None if there is none."""
    user = User.objects.filter(email=email.lower(), is_sso=False).first()
    if user is None:
        return None
    return UserSummary(user.id, email.lower(), name_of(user), user.email_confirmed_at is not None)


def confirmed_users(emails: Collection[str]) -> list[UserSummary]:
    """The users whose confirmed address is one of `emails`, ordered by id. Includes users of company sign-in."""
    lowered = {email.lower() for email in emails}
    users = User.objects.filter(email__in=lowered, email_confirmed_at__isnull=False).order_by("id")
    return [UserSummary(user.id, user.email or "", name_of(user), confirmed=True) for user in users]


def name_of(user: User) -> str:
    return typed_name(user, "full_name") or user.email or ""


def typed_name(user: User, key: str) -> str:
    """The name `key` of the user's own metadata: trimmed, printable, at most 200 characters; "" if none is visible."""
    value = user.user_metadata.get(key)
    name = value if isinstance(value, str) else ""
    printable = "".join(char if char.isprintable() else " " for char in name).strip()[:200]
    return printable if is_visible(printable) else ""

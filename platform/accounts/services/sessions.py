"""A session begins: what each way of signing in shares."""

from dataclasses import dataclass

from accounts import queries, refresh_tokens
from accounts.models import RefreshToken, Session, User
from core.clock import now


@dataclass(frozen=True, slots=True)
class Device:
    """Where a request comes from, as far as its headers say."""

    user_agent: str = ""
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """A session as it is handed to its device; the only place where a refresh token is readable."""

    account: queries.Account
    session: Session
    refresh_token: str
    provider_token: str = ""
    provider_refresh_token: str = ""


def begin(*, user: User, method: str, device: Device) -> Grant:
    """Open a new session for a person who has just proved who they are; other sessions stay."""
    at = now()
    user.last_sign_in_at = user.updated_at = at
    user.save(update_fields=["last_sign_in_at", "updated_at"])
    if method != "oauth":
        user.identities.filter(provider="email").update(last_sign_in_at=at, updated_at=at)
    session = Session.objects.create(
        user=user,
        amr=[{"method": method, "timestamp": int(at.timestamp())}],
        user_agent=device.user_agent,
        address=device.address,
        created_at=at,
        refreshed_at=at,
    )
    token = refresh_tokens.fresh()
    RefreshToken.objects.create(session=session, number=1, digest=refresh_tokens.digest(token), created_at=at)
    return Grant(queries.account(user), session, token)

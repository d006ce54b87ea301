"""Response schemas of `/auth/v1`. Keys that are None are left out of the response.

They derive from pydantic's BaseModel, because Ninja's Schema would validate each of them again: 0.25 ms per session.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, PlainSerializer

from accounts.errors import WeakPassword
from accounts.models import Factor, Identity
from accounts.queries import Account
from accounts.services import Grant
from accounts.tokens.access_tokens import AccessToken
from core.clock import iso

Json = dict[str, object]

# Every provider that the wire contract lists in /settings, enabled or not.
# fmt: off
PROVIDERS = (
    "anonymous_users", "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github",
    "gitlab", "google", "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc",
    "workos", "twitch", "twitter", "email", "phone", "zoom",
)
# fmt: on


class IdentityOut(BaseModel):
    identity_id: str
    id: str
    user_id: str
    identity_data: Json
    provider: str
    last_sign_in_at: str | None = None
    created_at: str
    updated_at: str
    email: str


# The wire contract requires null for a missing value here, but keys that are None are left out. So a missing value is
# stored as "" and serialized as null.
Nullable = Annotated[str, PlainSerializer(lambda text: text or None, return_type=str | None)]


class FactorOut(BaseModel):
    """A second factor without its secret; `phone` starts with `+`."""

    id: str
    factor_type: Literal["totp", "phone"]
    status: Literal["unverified", "verified"]
    friendly_name: str | None = None
    phone: str
    last_challenged_at: Nullable
    created_at: str
    updated_at: str


class UserOut(BaseModel):
    id: str
    aud: Literal["authenticated"] = "authenticated"
    role: Literal["authenticated", ""]
    email: str
    phone: str
    email_confirmed_at: str | None = None
    confirmed_at: str | None = None
    confirmation_sent_at: str | None = None
    recovery_sent_at: str | None = None
    new_email: str | None = None
    email_change_sent_at: str | None = None
    reauthentication_sent_at: str | None = None
    last_sign_in_at: str | None = None
    banned_until: str | None = None
    app_metadata: Json
    user_metadata: Json
    identities: list[IdentityOut]
    factors: list[FactorOut] | None = None
    created_at: str
    updated_at: str
    is_anonymous: bool = False


class WeakPasswordOut(BaseModel):
    message: str
    reasons: list[str]


class SessionOut(BaseModel):
    """A session; times are in whole Unix seconds."""

    access_token: str
    token_type: Literal["bearer"] = "bearer"
    expires_in: int
    expires_at: int
    refresh_token: str
    user: UserOut
    provider_token: str | None = None
    provider_refresh_token: str | None = None
    weak_password: WeakPasswordOut | None = None


class DoneOut(BaseModel):
    """An empty success response."""


class HalfConfirmedOut(BaseModel):
    """The old or the new address has confirmed a change, and the other one has not yet. `code` is a string here."""

    code: str = "200"
    msg: str = "Confirmation link accepted. Please proceed to confirm link sent to the other email"


class ReasonsOut(BaseModel):
    reasons: list[str]


class AuthErrorOut(BaseModel):
    """The error shape for requests with `X-Supabase-Api-Version` from 2024-01-01 on."""

    code: str
    message: str
    weak_password: ReasonsOut | None = None


class FormerAuthErrorOut(BaseModel):
    """The error shape for every other request."""

    code: int
    error_code: str
    msg: str
    weak_password: ReasonsOut | None = None


class KeySetOut(BaseModel):
    keys: list[Json]


class ServiceOut(BaseModel):
    version: str
    name: str
    description: str


class SettingsOut(BaseModel):
    """`sso_enabled` is true if a company's provider is enabled. The last two fields extend the wire contract."""

    external: dict[str, bool]
    disable_signup: bool
    mailer_autoconfirm: bool
    phone_autoconfirm: bool
    sms_provider: str
    saml_enabled: bool
    saml_private_key_next_configured: bool
    passkeys_enabled: bool
    sso_enabled: bool
    manual_linking_enabled: bool


def user_out(account: Account) -> UserOut:
    """The user, for the device that signed in. `role` is "" for the fake account shown when an address is taken."""
    user = account.user
    return UserOut(
        id=str(user.id),
        role="authenticated" if account.identities or user.is_anonymous else "",
        email=user.email or "",
        phone=user.phone or "",
        email_confirmed_at=_time(user.email_confirmed_at),
        confirmed_at=_time(user.email_confirmed_at),
        confirmation_sent_at=_time(user.confirmation_sent_at),
        recovery_sent_at=_time(user.recovery_sent_at),
        new_email=user.new_email,
        email_change_sent_at=_time(user.email_change_sent_at),
        reauthentication_sent_at=_time(user.reauthentication_sent_at),
        last_sign_in_at=_time(user.last_sign_in_at),
        banned_until=_time(user.banned_until),
        app_metadata=user.app_metadata,
        user_metadata=user.user_metadata,
        identities=[_identity_out(identity) for identity in account.identities],
        factors=[_factor_out(factor) for factor in account.factors] or None,
        created_at=iso(user.created_at),
        updated_at=iso(user.updated_at),
        is_anonymous=user.is_anonymous,
    )


def session_out(grant: Grant, token: AccessToken, *, weak: WeakPassword | None = None) -> SessionOut:
    """The response with a new session. `weak` is set if the typed password would now be rejected as a new one."""
    return SessionOut(
        access_token=token.text,
        expires_in=token.expires_in,
        expires_at=token.expires_at,
        refresh_token=grant.refresh_token,
        user=user_out(grant.account),
        provider_token=grant.provider_token or None,
        provider_refresh_token=grant.provider_refresh_token or None,
        weak_password=WeakPasswordOut(message=weak.message, reasons=list(weak.reasons)) if weak else None,
    )


def _identity_out(identity: Identity) -> IdentityOut:
    return IdentityOut(
        identity_id=str(identity.id),
        id=identity.subject,
        user_id=str(identity.user_id),
        identity_data=identity.identity_data,
        provider=identity.provider,
        last_sign_in_at=_time(identity.last_sign_in_at),
        created_at=iso(identity.created_at),
        updated_at=iso(identity.updated_at),
        email=str(identity.identity_data.get("email", "")),
    )


def _factor_out(factor: Factor) -> FactorOut:
    return FactorOut(
        id=str(factor.id),
        factor_type="phone" if factor.factor_type == "phone" else "totp",
        status="verified" if factor.is_verified else "unverified",
        friendly_name=factor.friendly_name or None,
        phone=f"+{factor.phone}" if factor.phone else "",
        last_challenged_at=_time(factor.last_challenged_at) or "",
        created_at=iso(factor.created_at),
        updated_at=iso(factor.updated_at),
    )


def _time(at: datetime | None) -> str | None:
    return iso(at) if at else None

"""The values of a sign-in with an OpenID Connect provider: the provider, the secrets of a request, and the user."""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

NAME_MAX, PICTURE_MAX, SUBJECT_MAX = 200, 1000, 255


class ProviderFault(Exception):
    """The provider does not respond, or its response is invalid. The message is for the log, not for users."""


class MetadataFault(ProviderFault):
    """The provider's metadata or keys cannot be read, so its ID tokens cannot be checked."""


class NoIdToken(ProviderFault):
    """The provider returned tokens without an ID token, so their user is unknown."""


@dataclass(frozen=True, slots=True)
class Provider:
    """An identity provider. `name` is the `provider` of its identities. If `domains` is not empty, it may assert only
    email addresses of these domains.
    """

    name: str
    issuer: str
    client_id: str
    client_secret: str
    domains: frozenset[str] = frozenset()

    @property
    def is_sso(self) -> bool:
        return bool(self.domains)


@dataclass(frozen=True, slots=True)
class Proof:
    """The secrets that bind a callback to its authorization request. Made for one browser, and used once."""

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class ProviderUser:
    """A provider's user: `email` is lower-case, "" if there is none; `data` is stored with the identity.

    `scopes` are those that the user granted, if the provider returns them.
    """

    subject: str
    email: str
    is_verified: bool
    data: dict[str, object]
    token: str = ""
    refresh_token: str = ""
    scopes: frozenset[str] = frozenset()


def fresh_proof() -> Proof:
    return Proof(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48))


def user_from_claims(claims: dict[str, Any], *, token: str = "", refresh_token: str = "") -> ProviderUser:
    """The provider's user, from verified claims. Raises ProviderFault for an unusable subject."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= SUBJECT_MAX or not subject.isprintable():
        raise ProviderFault("its ID token: no usable subject")
    email = str(claims.get("email") or "").lower()
    is_verified = claims.get("email_verified") in (True, "true")
    name, picture = _text(claims.get("name"), NAME_MAX), _text(claims.get("picture"), PICTURE_MAX)
    data: dict[str, object] = {"iss": str(claims["iss"]), "sub": subject, "provider_id": subject}
    data |= {"email": email, "email_verified": is_verified, "phone_verified": False}
    data |= {"name": name, "full_name": name} if name else {}
    data |= {"picture": picture, "avatar_url": picture} if picture.startswith("https://") else {}
    return ProviderUser(subject, email, is_verified, data, token, refresh_token)


def _text(value: object, max_length: int) -> str:
    return value.strip() if isinstance(value, str) and len(value) <= max_length and value.isprintable() else ""


def is_nonce(given: str, claimed: object) -> bool:
    """Whether the hex SHA-256 of the app's nonce `given` is the token's nonce `claimed`. True if both are empty."""
    if not given or not claimed:
        return not given and not claimed
    return hmac.compare_digest(sha256(given.encode()).hexdigest(), str(claimed))

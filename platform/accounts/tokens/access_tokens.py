"""Issues access tokens for sessions, and verifies signature, algorithm, expiry and claims without the database."""

import json
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID, uuid4

from django.conf import settings
from joserfc import jwt
from joserfc.errors import JoseError

from accounts.errors import AuthFailure, BadSubject, BadToken
from accounts.models import Session, User
from accounts.tokens.signing_keys import KeyRing, ring, signing_key
from core.actor import Actor
from core.clock import now
from core.errors import NotSignedIn

AUDIENCE, VIEWERS = "authenticated", "viewing"
HEADER_MAX = 1024  # characters; the headers of our tokens have 100
CACHE_SIZE = 4096  # cached results, about 1.5 KB each; verifying a token costs 0.1 ms


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A signed token; times in whole Unix seconds, `expires_in` in seconds."""

    text: str
    expires_at: int
    expires_in: int


def issue(user: User, session: Session) -> AccessToken:
    """A new access token for `session`. Touches no database."""
    issued_at = int(now().timestamp())
    expires_at = issued_at + settings.ACCESS_TOKEN_S
    claims = {
        "iss": f"{settings.SITE_URL}/auth/v1",
        "sub": str(user.id),
        "aud": AUDIENCE,
        "exp": expires_at,
        "iat": issued_at,
        "jti": str(uuid4()),
        "email": user.email or "",
        "phone": user.phone or "",
        "app_metadata": user.app_metadata,
        "user_metadata": user.user_metadata,
        "role": AUDIENCE,
        "aal": session.aal,
        "amr": session.amr,
        "session_id": str(session.id),
        "is_anonymous": user.is_anonymous,
    }
    key = signing_key()
    header = {"alg": key.algorithm, "typ": "JWT", "kid": key.id}
    text = jwt.encode(header, claims, key.key, algorithms=[key.algorithm])
    return AccessToken(text, expires_at, settings.ACCESS_TOKEN_S)


def issue_for_viewing(actor: Actor, client_id: UUID) -> str:
    """A read-only token with which `actor` sees what the client sees. Touches no database.

    It is valid as long as other access tokens, and no longer than the actor's session.
    """
    issued_at = int(now().timestamp())
    claims = {
        "iss": f"{settings.SITE_URL}/auth/v1",
        "sub": str(actor.id),
        "aud": VIEWERS,
        "exp": issued_at + settings.ACCESS_TOKEN_S,
        "iat": issued_at,
        "jti": str(uuid4()),
        "email": actor.email,
        "session_id": str(actor.session_id),
        "viewing": str(client_id),
    }
    key = signing_key()
    return jwt.encode({"alg": key.algorithm, "typ": "JWT", "kid": key.id}, claims, key.key, algorithms=[key.algorithm])


def verified(token: str, *, may_view: bool = False) -> Actor:
    """The user and session that `token` names. Does not check that the session exists.

    Raises BadToken for an invalid or expired token, and for a viewing token unless `may_view`.
    """
    actor = _verified(token, ring())
    if actor.expires_at <= now().timestamp():
        raise BadToken("token has invalid claims: token is expired")
    if actor.viewing is not None and not may_view:
        raise BadToken("token has invalid claims")
    return actor


def authenticate(token: str, *, may_view: bool = False) -> Actor:
    """`verified` for endpoints outside `/auth/v1`. Raises NotSignedIn."""
    try:
        return verified(token, may_view=may_view)
    except AuthFailure as error:
        raise NotSignedIn from error


@lru_cache(maxsize=CACHE_SIZE)
def _verified(token: str, keys: KeyRing) -> Actor:
    key = keys.verifying_key(_key_id(token))
    if key is None:
        raise BadToken("unable to parse or verify signature")
    try:
        claims = jwt.decode(token, key.key, algorithms=[key.algorithm]).claims
    except (JoseError, ValueError, RecursionError) as error:
        raise BadToken("unable to parse or verify signature") from error
    expires_at, subject = claims.get("exp"), claims.get("sub")
    viewing = _uuid(claims.get("viewing"))
    if claims.get("aud") != (AUDIENCE if viewing is None else VIEWERS) or type(expires_at) is not int:
        raise BadToken("token has invalid claims")
    if subject is None:
        raise BadToken("missing sub claim")
    user_id, session_id = _uuid(subject), _uuid(claims.get("session_id"))
    if user_id is None:
        raise BadSubject("sub claim must be a UUID")
    if session_id is None:
        raise BadToken("session_id claim must be a UUID")
    email = str(claims.get("email", ""))
    return Actor(id=user_id, session_id=session_id, email=email, expires_at=expires_at, viewing=viewing)


def _key_id(token: str) -> str:
    """The id of the key that a token claims to be signed with, or "" if its header cannot be read."""
    header = token.partition(".")[0][:HEADER_MAX]
    try:
        claimed = json.loads(urlsafe_b64decode(header + "=" * (-len(header) % 4)))["kid"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return claimed if isinstance(claimed, str) else ""


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None

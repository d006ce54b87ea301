"""Tokens of the fake Google. They contain their own grant, so that they survive a restart."""

import json
import secrets
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import asdict, dataclass, replace

LIFETIME_S = 3600
ACCESS, REFRESH = "ya29.", "1//"


@dataclass(frozen=True)
class Grant:
    """A user's consent, given at `created`; in an access token also `until`, its expiry. Both in Unix seconds."""

    id: str
    email: str
    scopes: tuple[str, ...]
    created: float
    until: float = 0.0


class Tokens:
    """Issues tokens and stores which are revoked or expired."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revoked: set[str] = set()
        self._revoked_users: dict[str, float] = {}
        self._expired_before = 0.0

    def consent(self, email: str, scope: str) -> tuple[str, str]:
        """Return an access token and a refresh token for a new consent."""
        grant = Grant(secrets.token_urlsafe(9), email, tuple(scope.split()), time.time())
        return self._access(grant), REFRESH + _packed(grant)

    def renew(self, refresh_token: str) -> str | None:
        """Return a new access token, or None if the consent is revoked."""
        grant = _unpacked(REFRESH, refresh_token)
        return self._access(grant) if grant is not None and self._is_valid(grant) else None

    def holder(self, access_token: str) -> Grant | None:
        """Return the token's grant, or None if it is expired, revoked or unknown."""
        grant = _unpacked(ACCESS, access_token)
        if grant is None or not self._is_valid(grant):
            return None
        return grant if grant.until - LIFETIME_S > self._expired_before and grant.until > time.time() else None

    def revoke(self, token: str) -> bool:
        """Revoke a consent by any of its tokens; return False if there is none."""
        grant = _unpacked(ACCESS, token) or _unpacked(REFRESH, token)
        if grant is None or not self._is_valid(grant):
            return False
        with self._lock:
            self._revoked.add(grant.id)
        return True

    def expire(self) -> None:
        """Expire all access tokens issued so far."""
        self._expired_before = time.time()

    def forget(self, email: str) -> None:
        """Revoke all consents of a user, as they can in their Google account."""
        self._revoked_users[email.lower()] = time.time()

    def _access(self, grant: Grant) -> str:
        return ACCESS + _packed(replace(grant, until=time.time() + LIFETIME_S))

    def _is_valid(self, grant: Grant) -> bool:
        return grant.id not in self._revoked and grant.created >= self._revoked_users.get(grant.email, 0.0)


def _packed(grant: Grant) -> str:
    return urlsafe_b64encode(json.dumps(asdict(grant)).encode()).decode().rstrip("=")


def _unpacked(prefix: str, token: str) -> Grant | None:
    if not token.startswith(prefix):
        return None
    text = token.removeprefix(prefix)
    try:
        data = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        # Tokens of version 2026.11 have `made` instead of `created`.
        created, until = float(data.get("created") or data["made"]), float(data.get("until", 0.0))
        return Grant(str(data["id"]), str(data["email"]), tuple(data["scopes"]), created, until)
    except (ValueError, KeyError, TypeError):
        return None

"""The keys that sign access tokens: JWKs of `DATA_DIR/keys`, or of the file that the settings name.

The file holds one JWK, or a set of them, each with the time from which it signs (`use_from`, Unix seconds). Every
process checks the file every few seconds, so that a new key needs no restart.
"""

import json
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey, import_key

from core.clock import now
from core.secret_files import read_or_create

# Each key has one algorithm, whatever a token's header says.
ALGORITHMS = {"P-256": "ES256", "RSA": "RS256"}
MIN_RSA_BITS = 2048
PUBLIC_MEMBERS = {"kty", "crv", "x", "y", "n", "e"}
POLL_EVERY_S = 5.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False, slots=True)
class SigningKey:
    """A private key, its one algorithm, its other members in the key set, and the time from which it signs."""

    id: str
    algorithm: str
    key: ECKey | RSAKey
    public_members: dict[str, object]
    use_from: int

    def published(self) -> dict[str, object]:
        """The public half, as a member of the key set."""
        members = {name: value for name, value in self.key.as_dict(private=False).items() if name in PUBLIC_MEMBERS}
        return {**members, **self.public_members}


class KeyRing:
    """The keys of one file, ordered by the time from which they sign."""

    def __init__(self, keys: list[SigningKey]) -> None:
        self._keys = sorted(keys, key=lambda key: key.use_from)
        self._by_id = {key.id: key for key in self._keys}

    def signing_key(self) -> SigningKey:
        """The newest key whose `use_from` has passed."""
        if len(self._keys) == 1:
            return self._keys[0]
        timestamp = now().timestamp()
        return [key for key in self._keys if key.use_from <= timestamp][-1]

    def verifying_key(self, key_id: str) -> SigningKey | None:
        return self._by_id.get(key_id)

    def published(self) -> list[dict[str, object]]:
        """The public keys of all unexpired tokens, and of the next signing key."""
        timestamp = now().timestamp()
        return [key.published() for key in self._keys if not is_retired(key, self._keys, timestamp)]


def is_retired(key: SigningKey, keys: list[SigningKey], timestamp: float) -> bool:
    """Whether the last token that `key` signed has expired at the Unix time `timestamp`.

    This is true once the next key has signed for the lifetime of a token.
    """
    later = [other.use_from for other in keys if other.use_from > key.use_from]
    return bool(later) and min(later) + settings.ACCESS_TOKEN_S <= timestamp


def signing_key() -> SigningKey:
    """The key in use. Raises ImproperlyConfigured for a file without a usable private key."""
    return ring().signing_key()


def key_file() -> Path:
    """The path of the key file."""
    named_file: Path | None = settings.AUTH_SIGNING_JWK_FILE
    path: Path = named_file or settings.DATA_DIR / "keys" / "signing.jwk"
    return path


class _CachedFile:
    """The cached content of a key file, with the stat values and the time of its last check."""

    def __init__(self, path: Path, ring: KeyRing, stamp: tuple[int, int]) -> None:
        self.path, self.ring, self.stamp, self.checked_at = path, ring, stamp, time.monotonic()


_cache: dict[tuple[Path | None, Path], _CachedFile] = {}


def ring() -> KeyRing:
    """All keys. Raises ImproperlyConfigured for a file without a usable private key, unless it was usable before."""
    source = (settings.AUTH_SIGNING_JWK_FILE, settings.DATA_DIR)
    cached = _cache.get(source)
    if cached is None:
        cached = _cache[source] = _load()
    elif time.monotonic() - cached.checked_at >= POLL_EVERY_S:
        _reload(cached)
    return cached.ring


def reload() -> None:
    """Re-read every key file that has changed."""
    for cached in _cache.values():
        _reload(cached)


def _load() -> _CachedFile:
    path = key_file()
    try:
        if settings.AUTH_SIGNING_JWK_FILE is None:
            read_or_create(path, fresh_key)
        stamp, text = _stamp(path), path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no JWK") from error
    return _CachedFile(path, KeyRing(parsed(path, text)), stamp)


def _reload(cached: _CachedFile) -> None:
    cached.checked_at = time.monotonic()
    try:
        stamp = _stamp(cached.path)
        if stamp != cached.stamp:
            cached.ring, cached.stamp = KeyRing(parsed(cached.path, cached.path.read_text())), stamp
    except (OSError, ImproperlyConfigured) as error:
        log.warning("the signing keys are unchanged: %s", error)


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_ino


def parsed(path: Path, text: str) -> list[SigningKey]:
    """The keys in a file's text. Raises ImproperlyConfigured."""
    try:
        content = json.loads(text)
        members = content.get("keys", [content])
        keys = [_parse(path, dict(one)) for one in members]
    except (ValueError, TypeError, AttributeError, JoseError) as error:
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no JWK") from error
    if not any(key.use_from <= now().timestamp() for key in keys):
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no key that may sign yet")
    return keys


def _parse(path: Path, members: dict[str, Any]) -> SigningKey:
    use_from = members.pop("use_from", 0)
    if type(use_from) is not int:
        raise ValueError(use_from)
    private = import_key(members)
    if not isinstance(private, ECKey | RSAKey) or not private.is_private:
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no private EC or RSA key")
    algorithm = ALGORITHMS.get(private.curve_name if isinstance(private, ECKey) else "RSA")
    if algorithm is None or (isinstance(private, RSAKey) and private.raw_value.key_size < MIN_RSA_BITS):
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} must hold a P-256 key, or RSA from 2048 bits")
    key_id = private.kid or private.thumbprint()
    public_members: dict[str, object] = {"kid": key_id, "alg": algorithm, "use": "sig", "key_ops": ["verify"]}
    return SigningKey(key_id, algorithm, private, public_members, use_from)


def fresh_key() -> str:
    """A new private key, as a JWK."""
    return json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True))

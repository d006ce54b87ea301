"""The key that signs access tokens: a JWK made once in `DATA_DIR/keys`, or the file that the settings name."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey, import_key

from core.secret_files import made_once

# Every bearer token is refused in constant memory, whatever its header says: one key, one algorithm.
ALGORITHMS = {"P-256": "ES256", "RSA": "RS256"}
LEAST_RSA_BITS = 2048
PUBLIC_MEMBERS = {"kty", "crv", "x", "y", "n", "e"}


@dataclass(frozen=True, eq=False, slots=True)
class SigningKey:
    """A private key, the one algorithm that goes with it, and what the key set says of it."""

    id: str
    algorithm: str
    key: ECKey | RSAKey
    described: dict[str, object]

    def published(self) -> dict[str, object]:
        """The public half as it stands in the key set."""
        members = {name: value for name, value in self.key.as_dict(private=False).items() if name in PUBLIC_MEMBERS}
        return {**members, **self.described}


def signing_key() -> SigningKey:
    """The key in use. Raises ImproperlyConfigured for a file without a usable private key."""
    return _load(settings.AUTH_SIGNING_JWK_FILE, settings.DATA_DIR)


# Every request asks for the key: read once for these settings, and found again by them without making a path.
@lru_cache(maxsize=8)
def _load(given: Path | None, data_dir: Path) -> SigningKey:
    path = given or data_dir / "keys" / "signing.jwk"
    try:
        text = given.read_text() if given else made_once(path, _fresh_key)
        private = import_key(json.loads(text))
    except (OSError, ValueError, JoseError) as error:
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no JWK") from error
    if not isinstance(private, ECKey | RSAKey) or not private.is_private:
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} holds no private EC or RSA key")
    algorithm = ALGORITHMS.get(private.curve_name if isinstance(private, ECKey) else "RSA")
    if algorithm is None or (isinstance(private, RSAKey) and private.raw_value.key_size < LEAST_RSA_BITS):
        raise ImproperlyConfigured(f"AUTH_SIGNING_JWK_FILE: {path} must hold a P-256 key, or RSA from 2048 bits")
    key_id = private.kid or private.thumbprint()
    described: dict[str, object] = {"kid": key_id, "alg": algorithm, "use": "sig", "key_ops": ["verify"]}
    return SigningKey(key_id, algorithm, private, described)


def _fresh_key() -> str:
    return json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True))

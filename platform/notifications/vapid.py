"""The VAPID key that identifies this installation to push services (RFC 8292). With another key, every browser must
subscribe again."""

import json
from base64 import urlsafe_b64encode
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey

from core.clock import now
from core.secret_files import read_or_create

LIFETIME_S = 12 * 3600  # push services accept at most a day


def public_key() -> str:
    """The key with which browsers subscribe to pushes: the uncompressed point in base64url."""
    return _public_key(*_key_paths())


def authorization(endpoint: str) -> str:
    """The Authorization header for a push to this URL."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now().timestamp()) + LIFETIME_S,
        "sub": f"mailto:{settings.MAIL_REPLY_TO}",
    }
    token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, _key(*_key_paths()))
    return f"vapid t={token}, k={public_key()}"


def fresh_key() -> str:
    """A new private key as a JWK, in the form in which the file stores it."""
    return json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True))


def _key_paths() -> tuple[Path | None, Path]:
    """The operator's key file, if the settings name one, and the file that this installation creates otherwise."""
    return settings.VAPID_JWK_FILE, settings.DATA_DIR / "keys" / "vapid.jwk"


@cache
def _key(configured: Path | None, default: Path) -> ECKey:
    path = configured or default
    try:
        key = ECKey.import_key(json.loads(path.read_text() if configured else read_or_create(default, fresh_key)))
    except (OSError, ValueError, JoseError) as error:
        raise ImproperlyConfigured(f"VAPID_JWK_FILE: {path} holds no JWK") from error
    if key.curve_name != "P-256" or not key.is_private:
        raise ImproperlyConfigured(f"VAPID_JWK_FILE: {path} holds no private key on P-256")
    return key


@cache
def _public_key(configured: Path | None, default: Path) -> str:
    public = _key(configured, default).public_key
    assert isinstance(public, EllipticCurvePublicKey)
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()

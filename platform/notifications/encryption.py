"""Encrypts a push for one browser (RFC 8291, with a single record of RFC 8188)."""

import os
from base64 import urlsafe_b64decode
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_BYTES = 4096
POINT_BYTES, AUTH_BYTES = 65, 16
LAST_RECORD = b"\x02"  # the delimiter of the last record, which is the only one


@dataclass(frozen=True, slots=True)
class Keys:
    """A browser's public key as an uncompressed point, and the secret that the browser shares with this server."""

    p256dh: bytes
    auth: bytes


def keys_of(p256dh: str, auth: str) -> Keys:
    """Decodes a browser's base64url keys. Raises ValueError for a bad curve point or a wrong length."""
    point, secret = _decode(p256dh), _decode(auth)
    if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise ValueError("a key has the wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return Keys(point, secret)


def encrypt(
    payload: bytes, keys: Keys, *, server_key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The request body for the push service. `server_key` and `salt` are generated unless given."""
    server_key, salt = server_key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    point = server_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.p256dh)
    info = b"WebPush: info\0" + keys.p256dh + point
    shared = _derive(server_key.exchange(ec.ECDH(), browser_key), keys.auth, info, 32)
    key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, payload + LAST_RECORD, None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(point)]) + point + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

"""The push keys of a browser."""

from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


_POINT = ec.derive_private_key(7, ec.SECP256R1()).public_key()
# The public key and the secret of a browser that does not exist.
KEYS = (_written(_POINT.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), _written(b"sixteen of these"))

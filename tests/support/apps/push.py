"""Browsers that take pushes, as a server sees them; and a clock that is set on."""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta, tzinfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from core import clock


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


_POINT = ec.derive_private_key(7, ec.SECP256R1()).public_key()
# The public key and the secret of a browser that nobody has.
KEYS = (_written(_POINT.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), _written(b"sixteen of these"))


class _Later:
    """`datetime` as core.clock sees it, ahead by so much."""

    def __init__(self, by: timedelta) -> None:
        self._by = by

    def now(self, zone: tzinfo) -> datetime:
        return datetime.now(zone) + self._by


def later(patch: pytest.MonkeyPatch, **by: float) -> None:
    """From now on the product's clock is ahead of the real one by this timedelta."""
    patch.setattr(clock, "datetime", _Later(timedelta(**by)))

"""The push keys of a browser, and a clock that is ahead of the real one."""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta, tzinfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from core import clock


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


_POINT = ec.derive_private_key(7, ec.SECP256R1()).public_key()
# The public key and the secret of a browser that does not exist.
KEYS = (_written(_POINT.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), _written(b"sixteen of these"))


class _Later:
    """A replacement for `datetime` in core.clock that is ahead by this timedelta."""

    def __init__(self, by: timedelta) -> None:
        self._by = by

    def now(self, zone: tzinfo) -> datetime:
        return datetime.now(zone) + self._by


def later(patch: pytest.MonkeyPatch, **by: float) -> None:
    """Set the product's clock ahead of the real one by this timedelta."""
    patch.setattr(clock, "datetime", _Later(timedelta(**by)))

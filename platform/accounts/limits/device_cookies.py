"""The cookies by which an account recognizes a browser: their names and signed values."""

from collections.abc import Mapping

from django.core import signing

from accounts.limits import buckets
from core import cookies

PREFIX = "pulseboard-device-"


def name(email: str) -> str:
    return PREFIX + buckets.key_of("device", email).rpartition(":")[2][:16]


def signed_value(email: str, device: str) -> str:
    return _signer(email).sign(device)


def device_id(sent: Mapping[str, str], email: str) -> str | None:
    """The device id in the cookie of this account, or None if `sent` has no such cookie with a valid signature."""
    try:
        # The former version set the second name, for 400 days.
        return _signer(email).unsign(cookies.read(sent, name(email)) or sent.get(name(email), ""))
    except signing.BadSignature:
        return None


def _signer(email: str) -> signing.Signer:
    return signing.Signer(salt=f"accounts.known_devices:{email}")

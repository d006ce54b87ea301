"""The cookies by which an account recognizes a browser: their names and signed values."""

from collections.abc import Mapping

from django.core import signing

from accounts.limits import buckets

PREFIX = "pulseboard-device-"


def name(email: str) -> str:
    return PREFIX + buckets.key_of("device", email).rpartition(":")[2][:16]


def signed_value(email: str, device: str) -> str:
    return _signer(email).sign(device)


def device_id(cookies: Mapping[str, str], email: str) -> str | None:
    """The device id in the cookie of this account, or None if there is no cookie with a valid signature."""
    try:
        return _signer(email).unsign(cookies.get(name(email), ""))
    except signing.BadSignature:
        return None


def _signer(email: str) -> signing.Signer:
    return signing.Signer(salt=f"accounts.known_devices:{email}")

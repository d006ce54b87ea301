"""Pushes: encryption by RFC 8291, allowed push service addresses, and quiet hours."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from ipaddress import ip_network
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django import Settings

from notifications import push_addresses
from notifications.encryption import encrypt, keys_of
from notifications.errors import BadSubscription
from notifications.quiet_hours import Hours, quiet_until

# Appendix A of RFC 8291.
TEXT = b"When I grow up, I want to be a watermelon"
PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
BERLIN = ZoneInfo("Europe/Berlin")


def test_the_encrypted_body_matches_the_standards_example() -> None:
    own = ec.derive_private_key(int.from_bytes(decoded(PRIVATE), "big"), ec.SECP256R1())
    body = encrypt(TEXT, keys_of(BROWSER, SECRET), server_key=own, salt=decoded(SALT))
    assert urlsafe_b64encode(body).rstrip(b"=").decode() == BODY


@pytest.mark.parametrize(
    ("p256dh", "auth", "reason"),
    [
        ("", SECRET, "wrong length"),
        (BROWSER, "", "wrong length"),
        (BROWSER[:-3], SECRET, "wrong length"),
        (BROWSER, SECRET + "AA", "wrong length"),
        ("B" + "A" * 86, SECRET, "Invalid EC key|not on the curve"),
    ],
)
def test_invalid_keys_are_rejected(p256dh: str, auth: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        keys_of(p256dh, auth)


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/1",
        "https://push.example:8443/1",
        "https://user:word@push.example/1",
        "https://push.example/1#part",
        "https://localhost/1",
        "https://intranet/1",
        "https://127.0.0.1/1",
        "https://2130706433/1",
        "https://[::1]/1",
        "https://push.example/1\nHost: other",
        "https://p\u00fcsh.example/1",
        "https://push.example:port/1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//push.example/1",
        "",
        "https://push.example/" + "x" * 1000,
    ],
)
def test_an_address_that_is_no_push_service_is_rejected(address: str) -> None:
    with pytest.raises(BadSubscription):
        push_addresses.validate(address)


def test_https_and_configured_networks_are_accepted(settings: Settings) -> None:
    settings.PUSH_PRIVATE = [ip_network("127.0.0.0/8")]
    for address in (
        "https://push.example/1?a=b",
        "https://push.example:443/1",
        "http://127.0.0.1:9/1",
        "http://localhost:9/",
    ):
        assert push_addresses.validate(address) == address
    with pytest.raises(BadSubscription):
        push_addresses.validate("http://10.0.0.1/1")


@pytest.mark.parametrize(
    ("start", "end", "timestamp", "until"),
    [
        (22 * 60, 7 * 60, "2026-11-20 21:59", None),
        (22 * 60, 7 * 60, "2026-11-20 22:00", "2026-11-21 07:00"),
        (22 * 60, 7 * 60, "2026-11-21 06:59", "2026-11-21 07:00"),
        (22 * 60, 7 * 60, "2026-11-21 07:00", None),
        (12 * 60, 13 * 60, "2026-11-21 12:30", "2026-11-21 13:00"),
        (8 * 60, 8 * 60, "2026-11-21 07:59", "2026-11-21 08:00"),
        (8 * 60, 8 * 60, "2026-11-21 08:00", "2026-11-22 08:00"),
        # Clocks go back in the first of these nights, and forward in the second.
        (22 * 60, 7 * 60, "2026-10-24 23:00", "2026-10-25 07:00"),
        (22 * 60, 7 * 60, "2027-03-27 23:00", "2027-03-28 07:00"),
    ],
)
def test_quiet_hours_are_in_the_users_zone(start: int, end: int, timestamp: str, until: str | None) -> None:
    until_time = quiet_until(in_berlin(timestamp), Hours(start, end, BERLIN))
    assert until_time == (in_berlin(until) if until else None)


def in_berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

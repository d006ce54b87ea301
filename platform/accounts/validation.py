"""Validation of email addresses, phone numbers, metadata and PKCE pairs."""

import json
import re

from accounts.errors import ValidationFailed

LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
EMAIL = re.compile(rf"[a-z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})+")
EMAIL_MAX = 255
# Every access token contains the metadata, and servers accept header lines of at most 16 KiB.
METADATA_MAX = 4096
# Metadata keys that the server sets; the user owns all others.
SERVER_KEYS = frozenset({"sub", "email", "email_verified", "phone_verified"})
PHONE = re.compile(r"\+?[1-9]\d{1,14}", re.ASCII)
CHALLENGE = re.compile(r"[A-Za-z0-9._~-]*")
CHALLENGE_LENGTH = range(43, 129)
CHALLENGE_METHODS = {"s256", "plain"}


def email(text: str) -> str:
    """The address, lower-cased. Raises ValidationFailed."""
    address = text.lower()
    if len(address) > EMAIL_MAX or EMAIL.fullmatch(address) is None:
        raise ValidationFailed("Unable to validate email address: invalid format")
    return address


def phone(text: str) -> str:
    """The number as it is stored: without `+`. Raises ValidationFailed."""
    if PHONE.fullmatch(text) is None:
        raise ValidationFailed("Invalid phone number format (E.164 required)")
    return text.removeprefix("+")


def metadata(data: dict[str, object]) -> dict[str, object]:
    """`data`, unchanged. Raises ValidationFailed if it is too large for an access token."""
    if len(json.dumps(data)) > METADATA_MAX:
        raise ValidationFailed(f"User metadata must not be larger than {METADATA_MAX} bytes")
    return data


def without_server_keys(data: dict[str, object]) -> dict[str, object]:
    """`data` without the keys that the server sets."""
    return {name: value for name, value in data.items() if name not in SERVER_KEYS}


def pkce_pair(challenge: str, method: str) -> None:
    """Checks a PKCE pair: both values or neither, and well formed. Raises ValidationFailed."""
    if not challenge and not method:
        return
    if not challenge or not method:
        raise ValidationFailed("PKCE flow requires code_challenge_method and code_challenge")
    if len(challenge) not in CHALLENGE_LENGTH:
        raise ValidationFailed("code challenge has to be between 43 and 128 characters")
    if CHALLENGE.fullmatch(challenge) is None:
        raise ValidationFailed(
            "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"
        )
    if method.lower() not in CHALLENGE_METHODS:
        raise ValidationFailed("code_challenge_method must be s256 or plain")

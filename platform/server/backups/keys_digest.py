"""Digests of the keys of an installation, so that deploy/restore can recognize the keys.

Each digest has its own salt and takes a tenth of a second, because a SECRET_KEY that a person chose can be guessed. A
missing key has no line. This module does not import the settings, because they would create missing keys.
"""

import hashlib
import os
import secrets
from hmac import compare_digest
from pathlib import Path

# For each key: its environment variable and its file in DATA_DIR/keys.
KEYS = (
    ("SECRET_KEY", "django-secret"),
    ("AUTH_SIGNING_JWK_FILE", "signing.jwk"),
    ("VAPID_JWK_FILE", "vapid.jwk"),
)
# No stored row needs an earlier signing key: `manage.py rotate_keys` creates a new one, and a restore must not undo
# `--revoke`.
ROTATED_KEY = "signing.jwk"
SALT_BYTES = 16


def file_of(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.keys")


def lines() -> str:
    """Return a line for each existing key that a copy needs: file name, salt and digest."""
    result = []
    for _, name in KEYS:
        _, key = locate(name)
        if key is not None and name != ROTATED_KEY:
            salt = secrets.token_bytes(SALT_BYTES)
            result.append(f"{name} {salt.hex()} {digest(key, salt)}\n")
    return "".join(result)


def different_keys(text: str) -> list[str] | None:
    """Return the places of the keys that differ from `text`, or None if `text` is not an output of `lines`."""
    places = []
    for line in text.splitlines():
        try:
            name, salt, expected = line.split(" ")
            place, key = locate(name)
            if (
                key is not None
                and name != ROTATED_KEY
                and not compare_digest(digest(key, bytes.fromhex(salt)), expected)
            ):
                places.append(place)
        except (ValueError, KeyError):
            return None
    return places


def locate(name: str) -> tuple[str, bytes | None]:
    """Return the place of a key and its stripped content, or None as content if it does not exist. Raises KeyError."""
    variable = {file: variable for variable, file in KEYS}[name]
    value = os.environ.get(variable)
    if value and variable == "SECRET_KEY":
        return variable, value.encode().strip()
    if value:
        path = Path(value)
    else:
        path = Path(os.environ.get("DATA_DIR", "")) / "keys" / name
        if not os.environ.get("DATA_DIR"):
            return name, None
    return str(path), path.read_bytes().strip() if path.exists() else None


def digest(key: bytes, salt: bytes) -> str:
    return hashlib.scrypt(key, salt=salt, n=2**15, r=8, p=1, maxmem=2**26).hex()

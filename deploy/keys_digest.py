"""`keys_digest.py`: prints a digest of each key of an installation, by which deploy/restore knows it again.

Each digest has a salt of its own and takes a tenth of a second, because a SECRET_KEY that somebody chose can be guessed.
A key that is not there yet has no line. Nothing is imported that would make one.
"""

import hashlib
import os
import secrets
from hmac import compare_digest
from pathlib import Path

# Each key: its environment variable, and its file in DATA_DIR/keys.
KEYS = (
    ("SECRET_KEY", "django-secret"),
    ("AUTH_SIGNING_JWK_FILE", "signing.jwk"),
    ("VAPID_JWK_FILE", "vapid.jwk"),
)
# Nothing stored needs the former one: `manage.py rotate_keys` makes another, and `--revoke` must not be undone.
ROTATED = "signing.jwk"
SALT_BYTES = 16


def file_of(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.keys")


def lines() -> str:
    """For each key that there is and that a copy needs: its file's name, a salt and the digest."""
    made = []
    for _, name in KEYS:
        _, key = found(name)
        if key is not None and name != ROTATED:
            salt = secrets.token_bytes(SALT_BYTES)
            made.append(f"{name} {salt.hex()} {digest(key, salt)}\n")
    return "".join(made)


def different(said: str) -> list[str] | None:
    """Where those keys lie that are others now; None if `said` is not what `lines` makes."""
    others = []
    for line in said.splitlines():
        try:
            name, salt, expected = line.split(" ")
            where, key = found(name)
            if key is not None and name != ROTATED and not compare_digest(digest(key, bytes.fromhex(salt)), expected):
                others.append(where)
        except (ValueError, KeyError):
            return None
    return others


def found(name: str) -> tuple[str, bytes | None]:
    """Where a key lies, and the key without blanks at its ends; None if there is none. Raises KeyError."""
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


if __name__ == "__main__":
    print(lines(), end="")

"""Rotates signing keys: publishes a new key, uses it later, and deletes old keys once their last token has expired."""

import fcntl
import json
import os
from pathlib import Path

from accounts.tokens import signing_keys
from core.clock import now

KEY_SET_CACHE_S = 600  # how long clients cache the key set


class AlreadyRotating(Exception):
    """A published key has not taken over yet."""


def rotate(path: Path, *, in_s: int) -> tuple[str, int]:
    """Add to the file a key that signs from `in_s` seconds from now on. Returns its id and that time in Unix seconds.

    Deletes keys whose last token has expired. Raises AlreadyRotating.
    """
    with (path.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        text, timestamp = path.read_text(), now().timestamp()
        keys = signing_keys.parsed(path, text)
        if any(key.use_from > timestamp for key in keys):
            raise AlreadyRotating
        use_from = int(timestamp) + in_s
        new_key = json.loads(signing_keys.fresh_key()) | {"use_from": use_from}
        remaining = [_jwk_of(key) for key in keys if not signing_keys.is_retired(key, keys, timestamp)]
        _replace_file(path, [*remaining, new_key])
        return new_key["kid"], use_from


def revoke(path: Path) -> str:
    """Replace all keys by a new one now. Returns its id. Invalidates every access token, but no refresh token."""
    with (path.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        new_key = json.loads(signing_keys.fresh_key())
        _replace_file(path, [new_key])
        return str(new_key["kid"])


def _jwk_of(key: signing_keys.SigningKey) -> dict[str, object]:
    return {**key.key.as_dict(private=True), "kid": key.id, "use_from": key.use_from}


def _replace_file(path: Path, members: list[dict[str, object]]) -> None:
    before = path.stat()
    new_file = path.with_name(f".{path.name}.new")
    handle = os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"keys": members}, file)
        file.flush()
        os.fsync(file.fileno())
    if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(new_file, before.st_uid, before.st_gid)
    new_file.rename(path)

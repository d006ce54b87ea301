"""A new signing key beside the present one: published first, then in use, and the old one goes when nothing needs it."""

import fcntl
import json
import os
from pathlib import Path

from accounts.tokens import signing_keys
from core.clock import now

PUBLISHED_FIRST_S = 600  # clients keep the key set for so long


class AlreadyRotating(Exception):
    """A key that is published already is still to take over."""


def rotate(path: Path, *, in_s: int) -> tuple[str, int]:
    """Put a new key into the file that signs `in_s` from now; its id, and that moment in Unix seconds.

    Keys whose last token has expired go. Raises AlreadyRotating.
    """
    with (path.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        text, moment = path.read_text(), now().timestamp()
        known = signing_keys.parsed(path, text)
        if any(key.use_from > moment for key in known):
            raise AlreadyRotating
        use_from = int(moment) + in_s
        fresh = json.loads(signing_keys.fresh_key()) | {"use_from": use_from}
        left = [_written(key) for key in known if not signing_keys.is_retired(key, known, moment)]
        _replace(path, [*left, fresh])
        return fresh["kid"], use_from


def revoke(path: Path) -> str:
    """Put a new key in place of all others, at once: every access token ends now; refresh tokens go on."""
    with (path.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fresh = json.loads(signing_keys.fresh_key())
        _replace(path, [fresh])
        return str(fresh["kid"])


def _written(key: signing_keys.SigningKey) -> dict[str, object]:
    return {**key.key.as_dict(private=True), "kid": key.id, "use_from": key.use_from}


def _replace(path: Path, members: list[dict[str, object]]) -> None:
    before = path.stat()
    fresh = path.with_name(f".{path.name}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"keys": members}, file)
        file.flush()
        os.fsync(file.fileno())
    if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(fresh, before.st_uid, before.st_gid)
    fresh.rename(path)

"""Secrets of an embedded installation: made once in `DATA_DIR/keys`, readable by their owner only."""

import fcntl
import os
import secrets
from collections.abc import Callable
from pathlib import Path


def once(folder: Path, name: str, make: Callable[[], str]) -> str:
    """The content of `folder/name`, made by the first process that asks (others wait on a file lock)."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / name
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            fresh = folder / f".{name}.new"
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            fresh.rename(path)
    return path.read_text()


def django_secret(data_dir: Path) -> str:
    """Django's SECRET_KEY."""
    return once(data_dir / "keys", "django-secret", lambda: secrets.token_urlsafe(48))

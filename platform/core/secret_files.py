"""Secrets of an embedded installation: files that are created once and readable only by their owner."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """The content of the file `path`. The first process creates it with `make`; others wait for a lock beside it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (path.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            new_path = path.with_name(f".{path.name}.new")
            handle = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            new_path.rename(path)
    return path.read_text()

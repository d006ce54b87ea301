"""A folder of backups: each new copy has its time in its name, and old copies are deleted afterwards."""

import fcntl
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.clock import now
from server.backups.backup import back_up as back_up_to
from server.backups.backup import delete, remove_parts
from server.backups.errors import BackupFailed

TIME_FORMAT = "%Y%m%dT%H%M%SZ"
# Only names of this form are ever deleted, because the folder may also contain other files.
NAME = re.compile(r"pulseboard-(?P<time>\d{8}T\d{6}Z)\.(?:sqlite3|dump)")


def back_up(folder: Path, env: Mapping[str, str], *, keep_days: int) -> Path:
    """Save a copy in `folder`, then delete copies that are more than `keep_days` older than the new one.

    Raises BackupFailed, OSError; then nothing is deleted.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _lock(folder):
        for copy, _ in _copies(folder):
            remove_parts(copy)  # of a backup that was killed
        at = now()
        saved = back_up_to(
            folder / f"pulseboard-{at.strftime(TIME_FORMAT)}.{'dump' if env.get('DATABASE_URL') else 'sqlite3'}", env
        )
        for copy, copied_at in _copies(folder):
            if copied_at < at - timedelta(days=keep_days):
                delete(copy)
    return saved


def _copies(folder: Path) -> list[tuple[Path, datetime]]:
    """All copies in the folder with their times, and those of which a deletion left only the files beside the copy."""
    names = {match[0]: match["time"] for path in folder.iterdir() if (match := NAME.match(path.name))}
    return [(folder / name, datetime.strptime(time, TIME_FORMAT).replace(tzinfo=UTC)) for name, time in names.items()]


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Let only one backup at a time write to the folder; the lock ends with the process. Raises BackupFailed."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupFailed(f"another backup is writing to {folder}") from error
        yield

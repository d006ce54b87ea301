"""Reads when the last good backup ended."""

from datetime import datetime
from pathlib import Path

from django.conf import settings

from server.backups import tasks
from server.backups.backup import LAST_BACKUP
from sync.effects import effects


def last_backup_at() -> datetime | None:
    """When the last good backup ended: a daily one of any process, or one by `deploy/backup` on this machine."""
    times = [effects.last_done_at(tasks.back_up), _time_in(settings.DATA_DIR / LAST_BACKUP)]
    return max((time for time in times if time is not None), default=None)


def _time_in(stamp: Path) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp.read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None

"""The daily backup, if BACKUP_DIR is set. One process makes it, in a subprocess."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils.timezone import get_default_timezone
from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from server.backups.errors import BackupFailed
from sync.effects import effects
from sync.effects.reactions import Queue
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

PLATFORM = Path(__file__).resolve().parents[2]
FIRST_HOUR = 2  # in TIME_ZONE; if no process runs at that time, the next one makes the day's backup when it starts
TIMEOUT_S = 3 * 3_600
BACKUPS = Queue("backups", timedelta(seconds=TIMEOUT_S + 600))
EFFECTS_RETENTION = timedelta(days=30)


def back_up(day: str) -> None:
    """Make the day's backup and delete old copies.

    Raises BackupFailed. The effect is then retried, and the old copies stay.
    """
    backups = settings.BACKUPS
    if backups is None:
        raise BackupFailed("BACKUP_DIR is not set")
    env = {**os.environ, "PYTHONPATH": str(PLATFORM), "DATA_DIR": str(settings.DATA_DIR)}
    command = [sys.executable, "-m", "server.backups", "--keep", str(backups.keep_days), str(backups.folder)]
    try:
        result = subprocess.run(command, env=env, check=False, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise BackupFailed(f"it took more than {TIMEOUT_S // 3_600} hours") from error
    if result.returncode:
        raise BackupFailed(result.stderr.strip().removeprefix("deploy/backup: "))
    write_now(effects.delete_done, back_up, before=now() - EFFECTS_RETENTION)


def schedule_backup() -> None:
    """Runs hourly in every process. The effect is unique per day, so one process makes one backup a day."""
    local = now().astimezone(get_default_timezone())
    if settings.BACKUPS is not None and local.hour >= FIRST_HOUR:
        write_now(effects.after_commit, back_up, local.date().isoformat())


db_periodic_task(crontab(minute="5"))(schedule_backup)


@once
def start_backups() -> None:
    """Start the backup thread if BACKUP_DIR is set, and request the day's backup if there is none yet.

    Every Huey worker calls this at start.
    """
    if settings.BACKUPS is not None:
        sweeper(BACKUPS).start()
        schedule_backup()


on_startup()(start_backups)

"""The daily backup, if BACKUP_DIR is set. One process makes it, in a program of its own."""

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
FIRST_HOUR = 2  # in TIME_ZONE; if no process runs then, the next start makes the day's backup
TIMEOUT_S = 3 * 3_600
BACKUPS = Queue("backups", timedelta(seconds=TIMEOUT_S + 600))
EFFECTS_RETENTION = timedelta(days=30)


def back_up(day: str) -> None:
    """Make the day's backup and delete old copies.

    Raises BackupFailed; then the former copies stay, and the effect is tried again.
    """
    chosen = settings.BACKUPS
    if chosen is None:
        raise BackupFailed("BACKUP_DIR is not set")
    env = {**os.environ, "PYTHONPATH": str(PLATFORM), "DATA_DIR": str(settings.DATA_DIR)}
    command = [sys.executable, "-m", "server.backups", "--keep", str(chosen.keep_days), str(chosen.folder)]
    try:
        done = subprocess.run(command, env=env, check=False, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise BackupFailed(f"it took more than {TIMEOUT_S // 3_600} hours") from error
    if done.returncode:
        raise BackupFailed(done.stderr.strip().removeprefix("deploy/backup: "))
    write_now(effects.forget_done, back_up, before=now() - EFFECTS_RETENTION)


def schedule_backup() -> None:
    """Runs hourly in every process. The effect is unique per day, so one process makes one backup a day."""
    local = now().astimezone(get_default_timezone())
    if settings.BACKUPS is not None and local.hour >= FIRST_HOUR:
        write_now(effects.after_commit, back_up, local.date().isoformat())


db_periodic_task(crontab(minute="5"))(schedule_backup)


@once
def start_backups() -> None:
    """Start the backup thread, if this process has BACKUP_DIR, and make the day's backup if there is none.

    Every Huey worker calls this at start.
    """
    if settings.BACKUPS is not None:
        sweeper(BACKUPS).start()
        schedule_backup()


on_startup()(start_backups)

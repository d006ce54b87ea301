"""Settings of the daily backup."""

from dataclasses import dataclass
from pathlib import Path

from environment.setting import Group, Reader
from environment.values import folder, number, optional

GROUP = Group("Daily backup")
BACKUP_DIR = GROUP.setting(
    "BACKUP_DIR",
    optional(folder),
    "With this folder, each day's first run after 02:00 saves a backup there and deletes copies that are older than"
    " BACKUP_KEEP_DAYS. Prefer another disk than that of DATA_DIR, and copy the folder to another machine.",
    default_text="none; backups are made by hand",
    unit="path",
    example="/var/backups/pulseboard",
)
BACKUP_KEEP_DAYS = GROUP.setting(
    "BACKUP_KEEP_DAYS",
    number(1, 3_650),
    "The age after which a daily backup is deleted.",
    default="14",
    unit="days, 1 to 3650",
    example="14",
)


@dataclass(frozen=True)
class BackupSettings:
    """The folder of the copies, and the age in days after which a copy is deleted."""

    folder: Path
    keep_days: int


def read_backup_settings(reader: Reader) -> BackupSettings | None:
    """The settings from the environment; None without BACKUP_DIR. Raises BadSetting."""
    copies, keep_days = reader.read(BACKUP_DIR), reader.read(BACKUP_KEEP_DAYS)
    return None if copies is None else BackupSettings(copies, keep_days)

"""Settings of the daily backup."""

from dataclasses import dataclass
from pathlib import Path

from environment.variables import Reader

KEEP_DAYS = 14


@dataclass(frozen=True)
class BackupSettings:
    """The folder of the copies, and the age in days after which a copy is deleted."""

    folder: Path
    keep_days: int


def read_backup_settings(reader: Reader) -> BackupSettings | None:
    """The settings from the environment; None without BACKUP_DIR. Raises BadSetting."""
    folder = reader.folder("BACKUP_DIR")
    keep_days = reader.number("BACKUP_KEEP_DAYS", KEEP_DAYS, low=1, high=3_650)
    return None if folder is None else BackupSettings(folder, keep_days)

"""Checks whether the server can write the daily backup."""

import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from config.doctor.finding import Finding, broken, ok
from core import disk


def check_backup_folder() -> Iterator[Finding]:
    if settings.BACKUPS is None:
        return
    folder: Path = settings.BACKUPS.folder
    data_owner, user = settings.DATA_DIR.stat().st_uid, settings.DATA_DIR.owner()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    fault = ""
    try:
        # Root can write everywhere, so if root runs this, only the folder's owner shows whether the server can write.
        if os.geteuid() == 0 and existing.stat().st_uid != data_owner:
            fault = f"{existing} belongs to {existing.owner()}"
        elif existing == folder:
            disk.write_probe(folder)
        elif not os.access(existing, os.W_OK | os.X_OK):
            fault = f"it does not exist, and {user} cannot create it in {existing}"
    except OSError as error:
        fault = str(error.strerror)
    if fault:
        yield broken(
            "Backup",
            f"the server cannot write to {folder}: {fault}.",
            why="No daily backup is made.",
            remedy=f"install -d -o {user} -g {user} -m 700 {folder}",
        )
    else:
        yield ok("Backup", f"the server can write to {folder}.")

"""Copies uploaded files while the server adds and deletes files, and checks each copy."""

import hashlib
import os
import shutil
import sys
from pathlib import Path

from server.backups.digests import digest_of
from server.backups.errors import BackupFailed

UNFINISHED = "uploads"
CHUNK_BYTES = 1 << 20


def copy_files(files: Path, copy: Path) -> dict[str, str]:
    """Copy the folder `files` to the new folder `copy`, and return the digest of each copied path in it.

    Files that are deleted meanwhile are left out. Raises BackupFailed if a copy differs from what was read, OSError.
    """
    copy.mkdir()
    digests = {}
    # Copy unfinished uploads first. If one is completed meanwhile, the loop copies it again under its new name.
    for folder in sorted((one for one in files.iterdir() if one.is_dir()), key=lambda one: one.name != UNFINISHED):
        for path in folder.rglob("*"):
            # Hidden files are not complete yet: storage renames them when they are complete.
            if path.is_file() and not path.name.startswith("."):
                name = path.relative_to(files)
                target = copy / name
                target.parent.mkdir(parents=True, exist_ok=True)
                try:
                    digests[name.as_posix()] = _copy_file(path, target, is_complete=folder.name != UNFINISHED)
                except FileNotFoundError:
                    sys.stderr.write(f"{path.name} has gone meanwhile\n")
    return digests


def _copy_file(path: Path, target: Path, *, is_complete: bool) -> str:
    """Copy one file and return its digest. A complete file never changes, so on one disk a hard link is enough.

    Linux allows no hard link between two mounts of one disk, and systemd mounts each path of ReadWritePaths.
    """
    if is_complete and _link(path, target):
        return digest_of(target)
    read_digest = hashlib.sha256()
    with path.open("rb") as source, target.open("wb") as file:
        while part := source.read(CHUNK_BYTES):
            read_digest.update(part)
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    shutil.copystat(path, target)
    if digest_of(target) != read_digest.hexdigest():
        raise BackupFailed(f"the copy of {path.name} is damaged; check the disk")
    return read_digest.hexdigest()


def _link(path: Path, target: Path) -> bool:
    """Create a hard link. Returns False if the file system or its mount does not allow it."""
    try:
        os.link(path, target)
    except FileNotFoundError:
        raise
    except OSError:
        return False
    return True

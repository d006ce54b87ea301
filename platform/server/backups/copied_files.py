"""Copies uploaded files while the server adds and deletes files, and checks each copy."""

import errno
import hashlib
import os
import shutil
import sys
from pathlib import Path

from server.backups.digests import digest_of
from server.backups.errors import BackupFailed

UNFINISHED = "uploads"
CHUNK_BYTES = 1 << 20
# Linux allows no hard link between two mounts of one disk, and systemd mounts each path of ReadWritePaths.
NO_LINK = (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP)


def copy_files(files: Path, copy: Path) -> dict[str, str]:
    """Copy the folder `files` to the new folder `copy`, and return the digest of each copied path in it.

    Files that are deleted meanwhile are left out. Complete files never change: they become hard links to `files`, or
    else to the newest copy beside `copy`, so that only new files need space. Raises BackupFailed if a copy differs from
    what was read, OSError.
    """
    former = max(copy.parent.glob("*.files"), key=lambda folder: folder.stat().st_mtime_ns, default=None)
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
                    is_complete = folder.name != UNFINISHED
                    digest = _link_file(path, target, former and former / name) if is_complete else None
                    digests[name.as_posix()] = digest or _copy_file(path, target)
                except FileNotFoundError:
                    sys.stderr.write(f"{path.name} has gone meanwhile\n")
    return digests


def _link_file(path: Path, target: Path, former: Path | None) -> str | None:
    """Create `target` as a hard link, and return its digest. None if neither the file nor its former copy allows it."""
    if _link(path, target):
        return digest_of(target)
    if former is not None and former.is_file() and _link(former, target):
        digest = digest_of(path)
        if digest_of(target) == digest:
            return digest
        target.unlink()  # the former copy is damaged
    return None


def _link(source: Path, target: Path) -> bool:
    """Create a hard link. Returns False if the file system or its mount does not allow it."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno in NO_LINK:
            return False
        raise
    return True


def _copy_file(path: Path, target: Path) -> str:
    """Copy one file and return its digest. Fails if `target` exists, because it could be a link to an original."""
    read_digest = hashlib.sha256()
    with path.open("rb") as source, target.open("xb") as file:
        while part := source.read(CHUNK_BYTES):
            read_digest.update(part)
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    shutil.copystat(path, target)
    if digest_of(target) != read_digest.hexdigest():
        raise BackupFailed(f"the copy of {path.name} is damaged; check the disk")
    return read_digest.hexdigest()

"""Free space of a folder's file system, whether the folder takes a new file, and which errors mean a full disk."""

import errno
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROBE_BYTES = 4096  # a block of most file systems; an empty file would fit on a full disk
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO})


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes and inodes of a file system: how many this process may still use, and how many there are in all.

    Both numbers of inodes are 0 if the file system has no inodes.
    """

    free_bytes: int
    size_bytes: int
    free_inodes: int
    inodes: int


def measure(folder: Path) -> Disk:
    """Measure the file system of `folder`. Raises OSError."""
    disk = os.statvfs(folder)
    return Disk(
        free_bytes=disk.f_bavail * disk.f_frsize,
        size_bytes=disk.f_blocks * disk.f_frsize,
        free_inodes=disk.f_favail,
        inodes=disk.f_files,
    )


def write_probe(folder: Path) -> None:
    """Write a small file into `folder` and remove it. Raises OSError if it is full, read-only or missing."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-", buffering=0) as file:
        file.write(bytes(PROBE_BYTES))
        os.fsync(file.fileno())


def is_full(error: OSError) -> bool:
    """Whether the disk is full or faulty, so that the same write may succeed later."""
    return error.errno in FULL

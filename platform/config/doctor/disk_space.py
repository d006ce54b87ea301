"""Free space and inodes of the folders in which the installation stores data."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from config.doctor.finding import Finding, broken, ok, warning
from core import disk

GB = 1_000_000_000
FULL_BYTES, FULL_SHARE = GB // 5, 0.01
LOW_BYTES, LOW_SHARE = 2 * GB, 0.10


def check_disks() -> Iterator[Finding]:
    folders = [Path(settings.DATA_DIR), Path(tempfile.gettempdir())]
    if settings.BACKUPS is not None and settings.BACKUPS.folder.exists():
        folders.append(settings.BACKUPS.folder)
    for folder in folders:
        yield _space(folder, disk.measure(folder))


def _space(folder: Path, measured: disk.Disk) -> Finding:
    share = measured.free_bytes / measured.size_bytes if measured.size_bytes else 1.0
    inodes = measured.free_inodes / measured.inodes if measured.inodes else 1.0
    text = f"{folder} has {measured.free_bytes / GB:.1f} GB free ({share:.0%}), and {inodes:.0%} of its inodes."
    why = "On a full disk nothing can be stored: messages wait on the devices."
    remedy = f"du -xh --max-depth=2 {folder} | sort -h | tail, then delete what you do not need or enlarge the disk"
    if measured.free_bytes < FULL_BYTES or min(share, inodes) < FULL_SHARE:
        return broken("Disk", text, why=why, remedy=remedy)
    # A large disk with a tenth free may still have room for years, so both must be low.
    if (measured.free_bytes < LOW_BYTES and share < LOW_SHARE) or inodes < LOW_SHARE:
        return warning("Disk", text, why=why, remedy=remedy)
    return ok("Disk", text)

"""Runs manage.py in a process whose disk is full, or has no inode left, while the file in DISK_FAULT says so.

`space`: no file may grow (the system's limit of file sizes is 0). `inodes`: no file can be created. Both work without
root and without a file system of its own.
"""

import errno
import os
import resource
import sys
import threading
import time
from pathlib import Path

from manage import ROOT, main

from tests.support.servers.server import Server

POLL_S = 0.02
SPACE, INODES = "space", "inodes"


class FullDiskServer(Server):
    """A server whose disk becomes full when `fill` is called."""

    program = "tests.support.servers.full_disk"

    def fill(self, fault: str) -> None:
        """Let writes fail from now on, for want of SPACE or INODES."""
        self._fault_file.write_text(fault)

    def free(self) -> None:
        """Let writes succeed again."""
        self._fault_file.unlink()

    @property
    def _fault_file(self) -> Path:
        return Path(self._env["DISK_FAULT"])


def follow(control: Path) -> None:
    """Poll the file forever, and start and end the fault that it names."""
    inodes_are_gone = False

    def reject_new_files(event: str, arguments: tuple[object, ...]) -> None:
        if event != "open" or not inodes_are_gone:
            return
        path, _, flags = arguments
        if isinstance(flags, int) and flags & os.O_CREAT and isinstance(path, str | Path) and not Path(path).exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    sys.addaudithook(reject_new_files)
    _, hard_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    while True:
        fault = control.read_text() if control.exists() else ""
        inodes_are_gone = fault == INODES
        resource.setrlimit(resource.RLIMIT_FSIZE, (0 if fault == SPACE else hard_limit, hard_limit))
        time.sleep(POLL_S)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    threading.Thread(target=follow, args=(Path(os.environ["DISK_FAULT"]),), daemon=True).start()
    main()

"""Runs manage.py with a memory limit: the file at MEMORY_LIMIT has the number of bytes that it may still allocate.

The system's limit of the address space stands for a container's memory limit, and needs neither root nor cgroups. The
process then gets MemoryError, or ends because a library cannot go on.
"""

import os
import resource
import sys
import threading
import time
from pathlib import Path

from manage import ROOT, main

from tests.support.servers.server import Server

POLL_S = 0.02


class LimitedServer(Server):
    """A server whose memory a test limits; the limit stays over a restart."""

    program = "tests.support.servers.memory_limit"

    def limit(self, more: int) -> None:
        """Let the process allocate `more` bytes from now on."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(str(more))
        fresh.replace(self._file)

    def lift(self) -> None:
        """Let the process allocate again."""
        self._file.unlink()

    @property
    def _file(self) -> Path:
        return Path(self._env["MEMORY_LIMIT"])


def allocated() -> int:
    """The bytes of this process's address space."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def follow(control: Path) -> None:
    """Poll the file forever, and set and lift the limit accordingly."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
    limited = ""
    while True:
        requested = control.read_text() if control.exists() else ""
        if requested != limited:
            limit = allocated() + int(requested) if requested else hard_limit
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard_limit))
            limited = requested
        time.sleep(POLL_S)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    threading.Thread(target=follow, args=(Path(os.environ["MEMORY_LIMIT"]),), daemon=True).start()
    main()

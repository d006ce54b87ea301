"""Folders that live as long as the process which made them, with the servers that run in them; however it ends.

Run as a program, it waits for the end of its standard input, a pipe that only the maker holds open.
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

LOOK_EVERY_S, PATIENCE_S = 0.02, 5
PID_FILES = "*.pid"  # where a server that runs in the folder says its process; PostgreSQL: data/postmaster.pid


def kept_folder(name: str) -> Path:
    """A new folder, gone with this process; so is every server with a pid file in it or one level below."""
    folder = Path(tempfile.mkdtemp(prefix=f"pulseboard-{name}-"))
    command = [sys.executable, "-I", str(Path(__file__)), str(folder)]
    keeper = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def let_go() -> None:
        keeper.communicate()

    atexit.register(let_go)
    return folder


def _remove(folder: Path) -> None:
    for said in (*folder.glob(PID_FILES), *folder.glob(f"*/{PID_FILES}")):
        _end(folder, said)
    shutil.rmtree(folder, ignore_errors=True)


def _end(folder: Path, said: Path) -> None:
    """End the server whose pid file this is, unless its number belongs to somebody else by now."""
    with suppress(OSError, ValueError, IndexError):
        pid = int(said.read_text().split()[0])
        started = time.monotonic()
        while str(folder) in _command(pid):
            is_patient = time.monotonic() < started + PATIENCE_S
            os.kill(pid, signal.SIGQUIT if is_patient else signal.SIGKILL)  # PostgreSQL: at once, leaving nothing
            os.kill(pid, signal.SIGCONT)  # a test may have stopped it
            time.sleep(LOOK_EVERY_S)


def _command(pid: int) -> str:
    """What a process was started with, empty once it has ended."""
    if Path("/proc/self").exists():
        return Path(f"/proc/{pid}/cmdline").read_text()
    return subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    while os.read(0, 1024):
        pass
    _remove(Path(sys.argv[1]))

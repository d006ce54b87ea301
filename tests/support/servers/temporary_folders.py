"""Temporary folders that are removed, with the servers that run in them, when the creating process ends in any way.

As a program, this module waits until its standard input is closed, a pipe that only the creating process holds open.
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

POLL_EVERY_S, GRACE_S = 0.02, 5
PID_FILES = "*.pid"  # files with the process id of a server in the folder; PostgreSQL: data/postmaster.pid


def temporary_folder(name: str) -> Path:
    """A new folder, which is removed when this process ends. First the servers with pid files in it are ended."""
    folder = Path(tempfile.mkdtemp(prefix=f"pulseboard-{name}-"))
    command = [sys.executable, "-I", str(Path(__file__)), str(folder)]
    remover = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def close_pipe() -> None:
        remover.communicate()

    atexit.register(close_pipe)
    return folder


def _remove(folder: Path) -> None:
    for pid_file in (*folder.glob(PID_FILES), *folder.glob(f"*/{PID_FILES}")):
        _end(folder, pid_file)
    shutil.rmtree(folder, ignore_errors=True)


def _end(folder: Path, pid_file: Path) -> None:
    """End the server with this pid file, unless its number now belongs to another process."""
    with suppress(OSError, ValueError, IndexError):
        pid = int(pid_file.read_text().split()[0])
        started = time.monotonic()
        while str(folder) in _command(pid):
            is_in_grace = time.monotonic() < started + GRACE_S
            os.kill(pid, signal.SIGQUIT if is_in_grace else signal.SIGKILL)  # SIGQUIT ends PostgreSQL at once
            os.kill(pid, signal.SIGCONT)  # a test may have stopped it with SIGSTOP
            time.sleep(POLL_EVERY_S)


def _command(pid: int) -> str:
    """The command line of a process, empty after it has ended."""
    if Path("/proc/self").exists():
        return Path(f"/proc/{pid}/cmdline").read_text()
    return subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    while os.read(0, 1024):
        pass
    _remove(Path(sys.argv[1]))

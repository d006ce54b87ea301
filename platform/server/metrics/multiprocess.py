"""The folder in which processes of one machine share metrics. Set it before the Prometheus library is imported.

Each process holds a lock on a file with its pid, because a pid alone may belong to another program by now.
"""

import fcntl
import os
from pathlib import Path
from typing import IO

from environment.environment import make_folder

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

_locked_files: dict[Path, IO[bytes]] = {}  # open for as long as this process lives


def share_counts(folder: Path) -> None:
    """Share metrics in `folder`. Deletes its files if no process that wrote them still runs. Raises BadSetting."""
    make_folder("METRICS_DIR", folder)
    own = os.getpid()
    _lock(_lock_file(folder, own))
    if not any(is_running(folder, pid) for pid in processes(folder) - {own}):
        for file in folder.glob("*.db"):
            file.unlink(missing_ok=True)
    forget_gauges(folder, own)  # of a former process with this pid
    os.environ[FOLDER_VARIABLE] = str(folder)


def processes(folder: Path) -> set[int]:
    """The pids of the processes that wrote here; the library puts the pid at the end of a file's name."""
    names = (file.stem.rpartition("_")[2] for file in folder.glob("*.db"))
    return {int(name) for name in names if name.isdecimal()}


def is_running(folder: Path, pid: int) -> bool:
    """Whether the process that wrote here as `pid` still runs."""
    try:
        with _lock_file(folder, pid).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def forget_gauges(folder: Path, pid: int) -> None:
    """Delete the gauges of a process; its counters stay, because a sum of counters must not shrink."""
    for file in folder.glob(f"gauge_*_{pid}.db"):
        file.unlink(missing_ok=True)


def _lock_file(folder: Path, pid: int) -> Path:
    return folder / f"{pid}.running"


def _lock(path: Path) -> None:
    if path not in _locked_files:
        file = path.open("wb")
        fcntl.flock(file, fcntl.LOCK_EX)
        _locked_files[path] = file

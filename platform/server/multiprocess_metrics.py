"""The folder in which processes of one machine share metrics; it must be set before the library is imported."""

import os
from pathlib import Path

from environment.environment import make_folder

SHARED = "PROMETHEUS_MULTIPROC_DIR"


def share_counts(folder: Path) -> None:
    """Share metrics in `folder`. Deletes its files if no process that wrote them still runs. Raises BadSetting."""
    make_folder("METRICS_DIR", folder)
    if not any(lives(pid) for pid in processes(folder)):
        for file in folder.glob("*.db"):
            file.unlink(missing_ok=True)
    os.environ[SHARED] = str(folder)


def processes(folder: Path) -> set[int]:
    """The pids of the processes that wrote here; the library puts the pid at the end of a file's name."""
    names = (file.stem.rpartition("_")[2] for file in folder.glob("*.db"))
    return {int(name) for name in names if name.isdecimal()}


def lives(pid: int) -> bool:
    """Whether a process with this pid exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

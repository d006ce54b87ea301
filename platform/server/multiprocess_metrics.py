"""A folder in which the processes of one machine count together; the library must find it before it is imported."""

import os
from pathlib import Path

from environment.environment import make_folder

SHARED = "PROMETHEUS_MULTIPROC_DIR"


def share_counts(folder: Path) -> None:
    """Count in files of `folder` from now on; what was counted before all processes ended goes. Raises BadSetting."""
    make_folder("METRICS_DIR", folder)
    if not any(lives(pid) for pid in processes(folder)):
        for file in folder.glob("*.db"):
            file.unlink(missing_ok=True)
    os.environ[SHARED] = str(folder)


def processes(folder: Path) -> set[int]:
    """Those that have counted here: the library puts their number at the end of a file's name."""
    names = (file.stem.rpartition("_")[2] for file in folder.glob("*.db"))
    return {int(name) for name in names if name.isdecimal()}


def lives(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

"""Runs a Python module in a process that ends with its parent: `python -P ends_with_parent.py manage serve`.

Standard input is a pipe that only the parent holds open, so the pipe closes when the parent ends, even by kill -9.
"""

import os
import runpy
import signal
import sys
from pathlib import Path
from threading import Thread


def end_with_parent() -> None:
    """Wait until the pipe is closed, then kill this process."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    Thread(target=end_with_parent, daemon=True).start()
    sys.path.insert(0, str(Path.cwd()))  # as `python -m` does
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

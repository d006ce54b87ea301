"""Runs a Python module in a process that ends with the one that started it: `python -P ends_with_parent.py manage serve`.

Standard input is a pipe that only the starter holds open. However the starter ends (-9 too), the pipe ends with it.
"""

import os
import runpy
import signal
import sys
from pathlib import Path
from threading import Thread


def end_with_the_starter() -> None:
    """Wait for the end of the pipe, and die as a crash does."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    Thread(target=end_with_the_starter, daemon=True).start()
    sys.path.insert(0, str(Path.cwd()))  # as `python -m` has it
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

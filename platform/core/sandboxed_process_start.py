"""The entry point of every sandboxed process (core/sandboxed_process.py): sets its limits, then runs the module.

`python -IB sandboxed_process_start.py MODULE [ARGUMENT ..] < INPUT > OUTPUT`
"""

import resource
import runpy
import sys
from contextlib import suppress
from pathlib import Path

MAX_MEMORY = 1024 * 1024 * 1024
MAX_S = 20
LIMITS = ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_S), (resource.RLIMIT_FSIZE, 0))

if __name__ == "__main__":
    for resource_kind, limit in LIMITS:
        with suppress(OSError, ValueError):  # not every system has each limit
            resource.setrlimit(resource_kind, (limit, limit))
    sys.path.append(str(Path(__file__).resolve().parents[1]))  # python -I leaves our modules out of the path
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__")

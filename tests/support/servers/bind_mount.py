"""Runs a program for which each folder is a mount of its own, as systemd mounts each path of ReadWritePaths.

`python -m tests.support.servers.bind_mount FOLDER ... -- COMMAND ...`. The folders stay on their disk.
"""

import os
import sys

from tests.support.servers.small_disk import checked, with_own_mounts

BIND = 1 << 12

if __name__ == "__main__":
    end = sys.argv.index("--")
    libc = with_own_mounts()
    for folder in map(os.fsencode, sys.argv[1:end]):
        checked(libc.mount(folder, folder, None, BIND, None))
    os.execvp(sys.argv[end + 1], sys.argv[end + 1 :])

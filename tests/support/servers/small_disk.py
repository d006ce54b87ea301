"""Runs a program that sees a small disk of its own: `python small_disk.py UID FOLDER COMMAND ...`.

The disk is a file system in memory, mounted at FOLDER for this program alone. Root mounts it directly; another user does
so in a user namespace, in which the program keeps the user's id.
"""

import ctypes
import os
import sys
from pathlib import Path

NEW_MOUNTS, NEW_USERS = 0x20000, 0x10000000
PRIVATE, RECURSIVE = 1 << 18, 1 << 14
SIZE_MB = 64


def checked(result: int) -> None:
    """Raise OSError for the result of a system call that failed."""
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def mount(folder: Path, owner: int) -> None:
    """Mount the disk for this process and those that it starts."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.geteuid(), os.getegid()
    checked(libc.unshare(NEW_MOUNTS | (0 if user == 0 else NEW_USERS)))
    if user != 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    checked(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
    options = f"size={SIZE_MB}m,mode=700" + (f",uid={owner}" if user == 0 else "")
    checked(libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, options.encode()))


if __name__ == "__main__":
    _, owner, folder, *command = sys.argv
    mount(Path(folder), int(owner))
    os.execvp(command[0], command)

"""Runs a program that sees a small disk of its own: `python small_disk.py UID FOLDER OPTIONS COMMAND ...`.

The disk is a file system in memory, mounted at FOLDER for this program alone; OPTIONS limit it, such as
`size=64m,nr_inodes=200`. Root mounts it directly; another user does so in a user namespace, in which the program keeps
the user's id. If the system allows neither, the program does not start, and the test fails.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

NEW_MOUNTS, NEW_USERS = 0x20000, 0x10000000
PRIVATE, RECURSIVE = 1 << 18, 1 << 14
SIZE_MB = 64
BLOCK = bytes(4096)


def launcher(folder: Path, *, owner: int, inodes: int | None = None) -> list[str]:
    """The first words of a command that runs with a small disk at `folder`."""
    options = f"size={SIZE_MB}m" + (f",nr_inodes={inodes}" if inodes else "")
    return [sys.executable, __file__, str(owner), str(folder), options]


def as_seen_by(pid: int, folder: Path) -> Path:
    """The path of the disk through /proc, because only the process and its children see the mount."""
    return Path(f"/proc/{pid}/root{os.fspath(folder)}")


def use_up_space(disk: Path) -> list[Path]:
    """Fill the disk to its last block; returns the files that use the space."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        _until_full(lambda: file.write(BLOCK))
    return [disk / "ballast"]


def use_up_inodes(disk: Path) -> list[Path]:
    """Create empty files until no inode is free. Returns these files."""
    created: list[Path] = []

    def create() -> None:
        file = disk / f"ballast-{len(created)}"
        file.touch()
        created.append(file)

    _until_full(create)
    return created


def _until_full(step: Callable[[], object]) -> None:
    while True:
        try:
            step()
        except OSError as error:
            if error.errno == errno.ENOSPC:
                return
            raise


def checked(result: int) -> None:
    """Raise OSError for the result of a system call that failed."""
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def with_own_mounts() -> ctypes.CDLL:
    """Let this process, and those that it starts, have mounts that no other process sees. Returns the C library."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.geteuid(), os.getegid()
    checked(libc.unshare(NEW_MOUNTS | (0 if user == 0 else NEW_USERS)))
    if user != 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    checked(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
    return libc


def mount(folder: Path, owner: int, limits: str) -> None:
    """Mount the disk for this process and those that it starts."""
    user = os.geteuid()
    libc = with_own_mounts()
    options = f"{limits},mode=700" + (f",uid={owner}" if user == 0 else "")
    checked(libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, options.encode()))


if __name__ == "__main__":
    _, owner, folder, limits, *command = sys.argv
    mount(Path(folder), int(owner), limits)
    os.execvp(command[0], command)

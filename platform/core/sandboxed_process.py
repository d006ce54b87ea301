"""Runs a program of ours over what strangers made: in a process of its own, which can do next to nothing else, and ends.

What people send may be made to break whoever reads it, or to keep a reader busy for ever. The process gets the bytes and
none of our environment, which holds keys; so much memory and time; and it writes no file.
"""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

START = Path(__file__).with_name("sandboxed_process_start.py")
# Twice as much as any of ours has to say; one that was taken over would fill our memory.
MOST_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: `code` 0 if it has done its work, below 0 if it was ended; and what it wrote, up to a limit."""

    code: int
    output: bytes


def run(module: str, *arguments: str, pieces: Iterable[bytes], user: str | None, within_s: float) -> Ended:
    """Run `module` with these `pieces` on its input. Blocking. As root it runs as `user`; None: as who we are."""
    runs_as = user if os.geteuid() == 0 else None
    child = subprocess.Popen(
        [sys.executable, "-IB", str(START), module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"LANG": "C.UTF-8"},
        cwd="/",
        user=runs_as,
        group=pwd.getpwnam(runs_as).pw_gid if runs_as else None,
        extra_groups=[] if runs_as else None,
    )
    end = Timer(within_s, child.kill)
    end.start()
    try:
        with child:
            assert child.stdin is not None
            assert child.stdout is not None
            # One that has broken off needs no more of it.
            with suppress(BrokenPipeError), child.stdin as its_input:
                for piece in pieces:
                    its_input.write(piece)
            output = child.stdout.read(MOST_BYTES)
    finally:
        child.kill()
        end.cancel()
    return Ended(child.returncode, output)

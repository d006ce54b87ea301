"""Runs one of our modules on untrusted bytes, in a separate process with few rights and a time limit.

A malicious file may exploit the code that reads it, or keep that code busy forever. The process gets the bytes, but not
our environment variables, which contain keys. Its memory and time are limited, and it cannot write files.
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
# Twice the largest output of our modules; without a limit, a module that was exploited could fill our memory.
MAX_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """How a process ended: `code` is 0 if it succeeded, below 0 if a signal ended it. `output` is cut at MAX_BYTES."""

    code: int
    output: bytes


def run(module: str, *arguments: str, chunks: Iterable[bytes], user: str | None, timeout_s: float) -> ProcessResult:
    """Run `module` with `chunks` on its standard input. Blocking. Kills it after `timeout_s` seconds.

    If this process runs as root, the new process runs as `user`, or as root if `user` is None.
    """
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
    timer = Timer(timeout_s, child.kill)
    timer.start()
    try:
        with child:
            assert child.stdin is not None
            assert child.stdout is not None
            # A module may close its input early, because it needs no more of it.
            with suppress(BrokenPipeError), child.stdin as stdin:
                for chunk in chunks:
                    stdin.write(chunk)
            output = child.stdout.read(MAX_BYTES)
    finally:
        child.kill()
        timer.cancel()
    return ProcessResult(child.returncode, output)

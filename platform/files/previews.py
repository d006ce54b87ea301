"""Small pictures of files: which files have one, and the process that draws it."""

import logging
import os
import pwd
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Timer

from django.conf import settings

from files.buckets import ATTACHMENTS

TYPE = "image/webp"
DRAWN = frozenset({"image/jpeg", "image/png", "image/gif", "application/pdf"})
PROGRAM = Path(__file__).with_name("drawing.py")
MOST_S = 40.0
log = logging.getLogger(__name__)


def is_drawn(bucket: str, kind: str) -> bool:
    """Whether files of this bucket and type have a small picture, sooner or later."""
    return bucket == ATTACHMENTS.name and kind in DRAWN


def key_of(key: str) -> str:
    """Where the small picture of the file `key` lies."""
    return f"{key}.preview"


def draw(kind: str, pieces: Iterable[bytes]) -> bytes | None:
    """A WebP of at most 1,000 pixels each way; None where nothing can be drawn. Blocking, for seconds.

    The drawing process gets the bytes and none of our environment, which holds keys.
    """
    user = settings.SCAN_USER if os.geteuid() == 0 else None
    child = subprocess.Popen(
        [sys.executable, "-I", str(PROGRAM), kind],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"LANG": "C.UTF-8"},
        cwd="/",
        user=user,
        group=pwd.getpwnam(user).pw_gid if user else None,
        extra_groups=[] if user else None,
    )
    end = Timer(MOST_S, child.kill)
    end.start()
    try:
        with child:
            assert child.stdin is not None
            assert child.stdout is not None
            # One that has broken off needs no more of it.
            with suppress(BrokenPipeError), child.stdin as its_input:
                for piece in pieces:
                    its_input.write(piece)
            drawn = child.stdout.read()
    finally:
        child.kill()
        end.cancel()
    if child.returncode != 0 or not drawn:
        log.info("no picture of %s: the drawing ended with %s", kind, child.returncode)
        return None
    return drawn

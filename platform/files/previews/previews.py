"""Small pictures of files: which files have one, and the process that draws it."""

import logging
from collections.abc import Iterable

from django.conf import settings

from core import sandboxed_process
from files.buckets import ATTACHMENTS

TYPE = "image/webp"
DRAWN = frozenset({"image/jpeg", "image/png", "image/gif", "application/pdf"})
MOST_S = 40.0
log = logging.getLogger(__name__)


def is_drawn(bucket: str, kind: str) -> bool:
    """Whether files of this bucket and type have a small picture, sooner or later."""
    return bucket == ATTACHMENTS.name and kind in DRAWN


def key_of(key: str) -> str:
    """Where the small picture of the file `key` lies."""
    return f"{key}.preview"


def draw(kind: str, pieces: Iterable[bytes], side: int = 1000) -> bytes | None:
    """A WebP of at most `side` pixels each way; None where nothing can be drawn. Blocking, for seconds."""
    ended = sandboxed_process.run(
        "files.previews.draw_preview", kind, str(side), pieces=pieces, user=settings.SCAN_USER, within_s=MOST_S
    )
    if ended.code != 0 or not ended.output:
        log.info("no picture of %s: the drawing ended with %s", kind, ended.code)
        return None
    return ended.output

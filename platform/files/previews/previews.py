"""Previews of files: which files have one, and the sandboxed process that draws it."""

import logging
from collections.abc import Iterable

from django.conf import settings

from core import sandboxed_process
from files.buckets import ATTACHMENTS

TYPE = "image/webp"
DRAWN_TYPES = frozenset({"image/jpeg", "image/png", "image/gif", "application/pdf"})
TIMEOUT_S = 40.0
log = logging.getLogger(__name__)


def is_drawn(bucket: str, kind: str) -> bool:
    """Whether previews are drawn for files of this bucket and content type."""
    return bucket == ATTACHMENTS.name and kind in DRAWN_TYPES


def key_of(key: str) -> str:
    """The key of the preview of the file `key`."""
    return f"{key}.preview"


def draw(kind: str, chunks: Iterable[bytes], side: int = 1000) -> bytes | None:
    """A WebP of at most `side` pixels in width and height, or None if it cannot be drawn. Blocks for seconds."""
    result = sandboxed_process.run(
        "files.previews.draw_preview", kind, str(side), chunks=chunks, user=settings.SCAN_USER, timeout_s=TIMEOUT_S
    )
    if result.code != 0 or not result.output:
        log.info("no preview of %s: the drawing process exited with %s", kind, result.code)
        return None
    return result.output

"""Fetches the picture of a bot from an address that an admin typed, and draws it small."""

import logging
from base64 import b64encode
from urllib.parse import urlsplit

from django.conf import settings

from core.fetch import Unreachable, fetch
from core.http_client import ResponseTooLarge
from files.previews import previews

SIDE = 128  # pixels
BYTES_MAX = 5 * 1024 * 1024
TIMEOUT_S = 8.0  # an admin waits for it
OK = 200

log = logging.getLogger(__name__)


def fetch_drawn(address: str) -> str:
    """The picture at `address` as a `data:` URL, or "" if it cannot be fetched or drawn."""
    try:
        response = fetch(address, max_bytes=BYTES_MAX, timeout_s=TIMEOUT_S, allowed=settings.SCAN_PRIVATE)
    except (Unreachable, ResponseTooLarge) as error:
        log.info("no picture at %s: %s", urlsplit(address).hostname, type(error).__name__)
        return ""
    # The host's content type is ignored: only what can be drawn counts as a picture.
    picture = previews.draw("image", [response.body], side=SIDE) if response.status == OK else None
    return "" if picture is None else f"data:{previews.TYPE};base64,{b64encode(picture).decode()}"

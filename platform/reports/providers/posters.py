"""Fetches a video's poster through the forward proxy for URLs that users typed."""

import json
import logging
from base64 import b64encode
from urllib.parse import urlencode

from django.conf import settings

from core.fetch import Unreachable, fetch
from core.http_client import ResponseTooLarge
from reports.video_addresses import Video

YOUTUBE = "https://i.ytimg.com/vi/{}/hqdefault.jpg"
# These oEmbed endpoints return {"thumbnail_url": ..} for the URL of a video.
VIMEO, LOOM = "https://vimeo.com/api/oembed.json", "https://www.loom.com/v1/oembed"
TIMEOUT_S = 10.0
OK = 200
PICTURE_MAX, OEMBED_MAX = 96 * 1024, 64 * 1024  # bytes; a frame of the change log holds at most 256 kB
SIGNATURES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"GIF8": "image/gif"}

log = logging.getLogger(__name__)


class NoPicture(Exception):
    """The service has no picture, or the picture has a type that may not be shown."""


def picture_of(video: Video) -> str:
    """The poster as a `data:` URL, or "" if there is none or it cannot be fetched now."""
    if video.kind not in {"youtube", "vimeo", "loom"}:
        return ""
    try:
        picture = _fetch(_address(video), PICTURE_MAX)
        return f"data:{_type_of(picture)};base64,{b64encode(picture).decode()}"
    except (Unreachable, ResponseTooLarge, NoPicture) as error:
        log.info("no poster for a video of %s: %s", video.kind, type(error).__name__)
        return ""


def _address(video: Video) -> str:
    """The URL of the poster. For Vimeo and Loom, requests it from the service. Raises what `_fetch` raises."""
    if video.kind == "youtube":
        return YOUTUBE.format(video.id)
    page = f"https://vimeo.com/{video.id}" if video.kind == "vimeo" else f"https://www.loom.com/share/{video.id}"
    query = urlencode({"url": page, "width": "640"})
    response = _fetch(f"{VIMEO if video.kind == 'vimeo' else LOOM}?{query}", OEMBED_MAX)
    try:
        body = json.loads(response)
    except ValueError as error:
        raise NoPicture("the service's response is not JSON") from error
    url = body.get("thumbnail_url") if isinstance(body, dict) else None
    if not isinstance(url, str) or not url.startswith(("https://", "http://")):
        raise NoPicture("the service's response has no picture")
    return url


def _fetch(address: str, max_bytes: int) -> bytes:
    """The body of the response. Raises Unreachable, ResponseTooLarge, NoPicture."""
    response = fetch(address, max_bytes=max_bytes, timeout_s=TIMEOUT_S, allowed=settings.SCAN_PRIVATE)
    if response.status != OK:
        raise NoPicture(f"status {response.status}")
    return response.body


def _type_of(picture: bytes) -> str:
    """The MIME type by the first bytes. Ignores the type that the host sends, so that no file with a script passes."""
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return "image/webp"
    for signature, kind in SIGNATURES.items():
        if picture.startswith(signature):
            return kind
    raise NoPicture("not a picture of a known type")

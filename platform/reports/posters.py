"""Fetches the picture before a video, by the one way out for addresses that people typed."""

import json
import logging
from base64 import b64encode
from urllib.parse import urlencode

import httpx
from django.conf import settings

from core import outside
from core.forward_proxy import forwarding
from reports.videos import Video

YOUTUBE = "https://i.ytimg.com/vi/{}/hqdefault.jpg"
# They answer {"thumbnail_url": ..} to the address of a video of theirs (oEmbed).
VIMEO, LOOM = "https://vimeo.com/api/oembed.json", "https://www.loom.com/v1/oembed"
WITHIN_S = 10.0
PICTURE_MAX, ANSWER_MAX = 96 * 1024, 64 * 1024  # a frame of the log has room for 256 kB
SIGNATURES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"GIF8": "image/gif"}

log = logging.getLogger(__name__)


class NoPicture(Exception):
    """The service has none, or it is none that may be shown."""


def picture_of(video: Video) -> str:
    """The picture as a `data:` address; "" where there is none, or it cannot be had now."""
    if video.kind not in {"youtube", "vimeo", "loom"}:
        return ""
    try:
        with forwarding(settings.SCAN_PRIVATE) as proxy, _line(proxy) as http:
            picture = _got(http, _address(http, video), PICTURE_MAX)
        return f"data:{_type_of(picture)};base64,{b64encode(picture).decode()}"
    except (httpx.HTTPError, httpx.InvalidURL, NoPicture) as trouble:
        log.info("no picture for %s: %s", video.address, trouble or type(trouble).__name__)
        return ""


def _line(proxy: str) -> httpx.Client:
    return httpx.Client(
        proxy=proxy,
        verify=outside.trust(),
        timeout=WITHIN_S,
        follow_redirects=True,
        max_redirects=3,
        trust_env=False,
    )


def _address(http: httpx.Client, video: Video) -> str:
    if video.kind == "youtube":
        return YOUTUBE.format(video.id)
    page = f"https://vimeo.com/{video.id}" if video.kind == "vimeo" else f"https://www.loom.com/share/{video.id}"
    asked = urlencode({"url": page, "width": "640"})
    answer = _got(http, f"{VIMEO if video.kind == 'vimeo' else LOOM}?{asked}", ANSWER_MAX)
    try:
        said = json.loads(answer)
    except ValueError as broken:
        raise NoPicture("the service's answer is no JSON") from broken
    found = said.get("thumbnail_url") if isinstance(said, dict) else None
    if not isinstance(found, str) or not found.startswith(("https://", "http://")):
        raise NoPicture("the service names no picture")
    return found


def _got(http: httpx.Client, address: str, most: int) -> bytes:
    """What stands at an address, of at most so many bytes; more are not read."""
    with http.stream("GET", address) as reply:
        reply.raise_for_status()
        body = bytearray()
        for piece in reply.iter_bytes():
            body += piece
            if len(body) > most:
                raise NoPicture("too large")
    return bytes(body)


def _type_of(picture: bytes) -> str:
    """By its first bytes, whatever the host says: nothing that could hold a script is a picture."""
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return "image/webp"
    for signature, kind in SIGNATURES.items():
        if picture.startswith(signature):
            return kind
    raise NoPicture("no picture of a known kind")

"""Fetches a URL that a user typed: through the forward proxy, with a limit on bytes and on seconds."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from core.forward_proxy import PROXY_STATUS, Network, forwarding
from core.http_client import TooMuch, trust

REDIRECTS = 5
AGENT = "Pulseboard/1.0"
GZIP_OR_ZLIB = 47  # for zlib's `wbits`


@dataclass(frozen=True, slots=True)
class Fetched:
    """A response of any status; `kind` is its content type in lower case, without parameters."""

    status: int
    kind: str
    charset: str | None
    body: bytes


class Unreachable(Exception):
    """There is no response, or not in time, or it cannot be read."""


def fetched(address: str, *, most: int, within_s: float, allowed: Sequence[Network]) -> Fetched:
    """Fetch `address`: at most `most` bytes, compressed and decompressed, all within `within_s` seconds.

    The time covers the whole response, so that a slow sender cannot extend it. Blocking, for a thread without an event
    loop. `allowed` are networks that may be reached besides public addresses. Raises Unreachable, TooMuch.
    """
    with forwarding(allowed) as proxy:
        return asyncio.run(_fetched(proxy, address, most, within_s))


async def _fetched(proxy: str, address: str, most: int, within_s: float) -> Fetched:
    line = httpx.AsyncClient(
        proxy=proxy,
        verify=trust(),
        timeout=within_s,
        follow_redirects=True,
        max_redirects=REDIRECTS,
        trust_env=False,
    )
    # Other encodings are not decompressed, because some of them can expand a million times.
    headers = {"User-Agent": AGENT, "Accept-Encoding": "gzip"}
    try:
        async with asyncio.timeout(within_s), line as http, http.stream("GET", address, headers=headers) as answer:
            if answer.headers.get("Proxy-Status") == PROXY_STATUS:
                raise Unreachable(address)
            body = bytearray()
            async for piece in answer.aiter_raw():
                body += piece
                if len(body) > most:
                    raise TooMuch(address)
            plain = _unpacked(bytes(body), answer.headers.get("Content-Encoding", "").strip().lower(), most)
            kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            return Fetched(answer.status_code, kind, answer.charset_encoding, plain)
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError, TimeoutError, zlib.error) as failed:
        raise Unreachable(address) from failed


def _unpacked(body: bytes, encoding: str, most: int) -> bytes:
    if encoding in {"", "identity"}:
        return body
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise Unreachable(encoding)
    plain = zlib.decompressobj(GZIP_OR_ZLIB).decompress(body, most + 1)
    if len(plain) > most:
        raise TooMuch
    return plain

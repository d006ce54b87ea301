"""Fetches what stands at an address that somebody typed: by the one way out, so many bytes, within so many seconds."""

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
    """An answer, whatever its status; `kind` is its content type in small letters, without parameters."""

    status: int
    kind: str
    charset: str | None
    body: bytes


class Unreachable(Exception):
    """Nobody answers there, or not in time, or not in a way that can be read."""


def fetched(address: str, *, most: int, within_s: float, allowed: Sequence[Network]) -> Fetched:
    """At most `most` bytes, packed or not, and the whole of it within `within_s`: who sends slowly gains nothing.

    Blocking, in a thread without an event loop. `allowed` are networks that may be reached besides public addresses.
    Raises Unreachable, TooMuch.
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
    # What is packed otherwise is not unpacked: some of it grows by a million times.
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

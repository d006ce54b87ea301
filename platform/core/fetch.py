"""Fetches a URL that a user typed: through the forward proxy, with a limit on bytes and on seconds."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from core.forward_proxy import PROXY_STATUS, Network, forwarding
from core.http_client import ResponseTooLarge, tls_context

REDIRECTS = 5
AGENT = "Pulseboard/1.0"
GZIP_OR_ZLIB = 47  # for zlib's `wbits`


@dataclass(frozen=True, slots=True)
class FetchResult:
    """A response of any status; `kind` is its content type in lower case, without parameters."""

    status: int
    kind: str
    charset: str | None
    body: bytes


class Unreachable(Exception):
    """The URL gave no response in time, or a response that cannot be read."""


def fetch(address: str, *, max_bytes: int, timeout_s: float, allowed: Sequence[Network]) -> FetchResult:
    """Fetch `address`: at most `max_bytes` bytes, compressed and decompressed, all within `timeout_s` seconds.

    The time covers the whole response, so that a slow sender cannot extend it. Blocks, and must run in a thread without
    an event loop. `allowed` are networks that may be reached besides public addresses. Raises Unreachable,
    ResponseTooLarge.
    """
    with forwarding(allowed) as proxy:
        return asyncio.run(_fetch(proxy, address, max_bytes, timeout_s))


async def _fetch(proxy: str, address: str, max_bytes: int, timeout_s: float) -> FetchResult:
    client = httpx.AsyncClient(
        proxy=proxy,
        verify=tls_context(),
        timeout=timeout_s,
        follow_redirects=True,
        max_redirects=REDIRECTS,
        trust_env=False,
    )
    # Other encodings are not decompressed, because some of them can expand a million times.
    headers = {"User-Agent": AGENT, "Accept-Encoding": "gzip"}
    try:
        async with asyncio.timeout(timeout_s), client as http, http.stream("GET", address, headers=headers) as response:
            if response.headers.get("Proxy-Status", "").startswith(PROXY_STATUS):
                raise Unreachable(address)
            body = bytearray()
            async for piece in response.aiter_raw():
                body += piece
                if len(body) > max_bytes:
                    raise ResponseTooLarge(address)
            content = _decompressed(
                bytes(body), response.headers.get("Content-Encoding", "").strip().lower(), max_bytes
            )
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            return FetchResult(response.status_code, kind, response.charset_encoding, content)
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError, TimeoutError, zlib.error) as error:
        raise Unreachable(address) from error


def _decompressed(body: bytes, encoding: str, max_bytes: int) -> bytes:
    if encoding in {"", "identity"}:
        return body
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise Unreachable(encoding)
    content = zlib.decompressobj(GZIP_OR_ZLIB).decompress(body, max_bytes + 1)
    if len(content) > max_bytes:
        raise ResponseTooLarge
    return content

"""Requests to other companies: whom we believe who they are, and whole answers of a bounded size."""

import ssl
from functools import cache
from typing import Any

import httpx


class TooMuch(Exception):
    """An answer is longer than it may be."""


@cache
def trust() -> ssl.SSLContext:
    """The certificates of this machine, read once: each client of httpx would read them anew, 22 ms."""
    return httpx.create_ssl_context()


async def answer(method: str, url: str, *, within_s: float, most: int, **options: Any) -> httpx.Response:
    """An answer of at most `most` bytes; redirects are not followed. Raises TooMuch, httpx.HTTPError, httpx.InvalidURL."""
    async with (
        httpx.AsyncClient(timeout=within_s, verify=trust()) as client,
        client.stream(method, url, **options) as reply,
    ):
        raw = b""
        async for part in reply.aiter_bytes():
            raw += part
            if len(raw) > most:
                raise TooMuch(f"{url} says more than {most} bytes")
        return httpx.Response(reply.status_code, content=raw, extensions=reply.extensions, request=reply.request)

"""Sends HTTP requests to external services, with trusted certificates and a limit on the size of the response."""

import ssl
from functools import cache
from typing import Any

import httpx


class ResponseTooLarge(Exception):
    """A response is longer than its limit."""


@cache
def tls_context() -> ssl.SSLContext:
    """The trusted certificates of this machine, read once, because each httpx client would read them again (22 ms)."""
    return httpx.create_ssl_context()


async def send_request(method: str, url: str, *, timeout_s: float, max_bytes: int, **options: Any) -> httpx.Response:
    """Send a request, and return the response of at most `max_bytes` bytes. Does not follow redirects.

    Raises ResponseTooLarge, httpx.HTTPError, httpx.InvalidURL.
    """
    async with (
        httpx.AsyncClient(timeout=timeout_s, verify=tls_context()) as client,
        client.stream(method, url, **options) as response,
    ):
        raw = b""
        async for part in response.aiter_bytes():
            raw += part
            if len(raw) > max_bytes:
                raise ResponseTooLarge(f"the response of {url} has more than {max_bytes} bytes")
        return httpx.Response(
            response.status_code, content=raw, extensions=response.extensions, request=response.request
        )

"""Measures a page with PageSpeed Insights: one call with a key, and retries with backoff while the service is busy."""

import asyncio

import httpx
from django.conf import settings

from core import http_client
from performance.errors import CannotMeasure
from performance.lighthouse_result import Json

PATH = "/pagespeedonline/v5/runPagespeed"
ATTEMPTS_MAX = 4
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 60.0
TIMEOUT_S = 120.0
BUSY = frozenset({408, 429, 500, 502, 503, 504})
# For one measurement with its retries: SCAN_RUNS_MAX of them must end before the lease of a scan's effect does.
MEASUREMENT_S = 180.0
RESPONSE_MAX = 20 * 1024 * 1024  # bytes


def measure(url: str) -> Json:
    """One result of the service. Blocking, for a thread without an event loop.

    Raises CannotMeasure if the service rejects the request, stays busy, or takes longer than MEASUREMENT_S.
    """
    try:
        return asyncio.run(asyncio.wait_for(_measure(url), MEASUREMENT_S))
    except TimeoutError as error:
        raise CannotMeasure("service", f"PageSpeed Insights took more than {MEASUREMENT_S:.0f} s") from error


async def _measure(url: str) -> Json:
    params = {"url": url, "key": settings.PAGESPEED_KEY or "", "strategy": "mobile", "category": "performance"}
    problem, retry_after_s = "", 0.0
    async with httpx.AsyncClient(timeout=TIMEOUT_S, verify=http_client.tls_context()) as http:
        for attempt in range(ATTEMPTS_MAX):
            if attempt:
                await asyncio.sleep(min(LONGEST_WAIT_S, max(FIRST_WAIT_S * 2 ** (attempt - 1), retry_after_s)))
            try:
                reply = await http.get(f"{settings.PAGESPEED_API}{PATH}", params=params)
            except httpx.TransportError as error:
                problem, retry_after_s = type(error).__name__, 0.0
                continue
            if reply.status_code in BUSY:
                problem, retry_after_s = f"status {reply.status_code}", _seconds(reply.headers.get("Retry-After", ""))
                continue
            return _result_of(reply)
    raise CannotMeasure("service", f"PageSpeed Insights does not respond: {problem}")


def _result_of(reply: httpx.Response) -> Json:
    try:
        body = reply.json() if len(reply.content) <= RESPONSE_MAX else None
    except ValueError:
        body = None
    if reply.status_code != 200 or not isinstance(body, dict) or "lighthouseResult" not in body:
        cause = f"status {reply.status_code}, {_reason(body)}"
        raise CannotMeasure("service", f"PageSpeed Insights rejected the request: {cause}")
    return body


def _reason(body: object) -> str:
    """Google's error status. The error text is not used, because it contains the key's project."""
    error = body.get("error") if isinstance(body, dict) else None
    return str(error.get("status", "")) if isinstance(error, dict) else ""


def _seconds(header: str) -> float:
    return float(header) if header.isdecimal() else 0.0

"""Gives each request an id, measures and logs it; the outermost middleware of every endpoint."""

import logging
import re
import secrets
import time

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware
from prometheus_client import Histogram

from core import spans, trace
from core.actor import Actor
from server.headers import Next
from sync.metrics import SECONDS

HEADER = "X-Request-Id"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")  # an id that a reverse proxy sent; other values are replaced
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

TOOK = Histogram("pulseboard_http_request_seconds", "HTTP requests.", ["method", "route", "status"], buckets=SECONDS)
log = logging.getLogger("http")


@async_only_middleware
def observed(get_response: Next) -> Next:
    """Puts the request's id into its response header and into all its log lines."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        given = request.headers.get(HEADER, "")
        number = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        trace.REQUEST.set(number)
        method = request.method if request.method in METHODS else "other"
        with spans.request(method) as span:
            response = await get_response(request)
            if spans.recorder is not None:
                _describe(span, request, method, response.status_code, number)
        took = time.perf_counter() - started
        TOOK.labels(method, trace.route_of(request), response.status_code).observe(took)
        response.headers[HEADER] = number
        if log.isEnabledFor(logging.INFO):
            fields: dict[str, object] = {
                "method": method,
                "route": trace.route_of(request),
                "status": response.status_code,
                "ms": round(took * 1e3, 1),
            }
            if isinstance(actor := getattr(request, "auth", None), Actor):
                fields["user"] = str(actor.id)
            log.info("answered", extra={"fields": fields})
        return response

    return middleware


def _describe(span: spans.Span, request: HttpRequest, method: str, status: int, number: str) -> None:
    route = trace.route_of(request)
    attributes: dict[str, spans.Value] = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "request": number,
    }
    span.set(attributes, name=f"{method} {route}")

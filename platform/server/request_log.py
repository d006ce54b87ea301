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
PROXY_ID = re.compile(r"[A-Za-z0-9-]{8,64}")  # an id that a reverse proxy sent; other values are replaced
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

DURATION = Histogram(
    "pulseboard_http_request_seconds", "HTTP requests.", ["method", "route", "status"], buckets=SECONDS
)
log = logging.getLogger("http")


@async_only_middleware
def log_requests(get_response: Next) -> Next:
    """Measures and logs a request, and puts its id into the response header and all its log lines."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        proxy_id = request.headers.get(HEADER, "")
        request_id = proxy_id if PROXY_ID.fullmatch(proxy_id) else secrets.token_hex(8)
        trace.REQUEST.set(request_id)
        method = request.method if request.method in METHODS else "other"
        with spans.request(method) as span:
            response = await get_response(request)
            if spans.recorder is not None:
                _describe_span(span, request, method, response.status_code, request_id)
        duration_s = time.perf_counter() - started
        DURATION.labels(method, trace.route_of(request), response.status_code).observe(duration_s)
        response.headers[HEADER] = request_id
        if log.isEnabledFor(logging.INFO):
            fields: dict[str, object] = {
                "method": method,
                "route": trace.route_of(request),
                "status": response.status_code,
                "ms": round(duration_s * 1e3, 1),
            }
            if isinstance(actor := getattr(request, "auth", None), Actor):
                fields["user"] = str(actor.id)
            log.info("answered", extra={"fields": fields})
        return response

    return middleware


def _describe_span(span: spans.Span, request: HttpRequest, method: str, status: int, request_id: str) -> None:
    route = trace.route_of(request)
    attributes: dict[str, spans.Value] = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "request": request_id,
    }
    span.set(attributes, name=f"{method} {route}")

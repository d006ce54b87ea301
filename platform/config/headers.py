"""The security headers of every answer, in one table and one async middleware."""

from collections.abc import Awaitable, Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware

WEBSOCKET = settings.SITE_URL.replace("http", "ws", 1)
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # Radix injects style elements; scripts stay strict.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        f"connect-src 'self' {WEBSOCKET}",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}

Next = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def security_headers(get_response: Next) -> Next:
    """Set what an answer has not set itself; its length too, or it would leave in chunks."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if isinstance(response, HttpResponse) and response.content:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    return middleware

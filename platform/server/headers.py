"""The security headers of every response, in one table and one async middleware."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware
from django.utils.http import http_date

from core.clock import now
from environment.file_bucket import FileBucket
from environment.stripe_account import StripeAccount
from environment.video_host import VideoHost
from server import csp_reports

SHEETS = "https://docs.google.com"  # for clients' chats
PICTURES = "https://*.googleusercontent.com"  # profile pictures of users who connect their Google account
# Hosts of players for report videos. The app requests nothing from them before a user starts a video.
PLAYERS = (
    *("https://www.youtube-nocookie.com", "https://player.vimeo.com", "https://www.loom.com"),
    *("https://pictory.ai", "https://*.pictory.ai"),
)
# BANKS serves the page on which a bank confirms a payment (3-D Secure).
STRIPE_JS, STRIPE_JS_SUBDOMAINS, BANKS = "https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"


def card_field_sources(stripe: StripeAccount) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The script, frame and connect sources that Stripe's card field needs; empty without a publishable key."""
    if stripe.publishable_key is None:
        return (), (), ()
    parts = urlsplit(stripe.js)
    origin = f"{parts.scheme}://{parts.netloc}"
    if origin != STRIPE_JS:
        return (origin,), (origin,), (stripe.api,)
    return (origin, STRIPE_JS_SUBDOMAINS), (origin, STRIPE_JS_SUBDOMAINS, BANKS), (stripe.api,)


def headers_of(
    site: str, stripe: StripeAccount, bucket: FileBucket | None = None, video_host: VideoHost | None = None
) -> dict[str, str]:
    """The headers of every response of the product at URL `site`, with the CSP sources for the Stripe account, the file
    bucket and the video host that are set up."""
    scripts, frames, apis = card_field_sources(stripe)
    file_hosts = () if bucket is None else (bucket.endpoint,)
    video_hosts = () if video_host is None else (video_host.api,)
    policy = (
        "default-src 'none'",
        " ".join(("script-src 'self'", *scripts)),
        # Radix injects style elements, so inline styles are allowed; inline scripts are not.
        "style-src 'self' 'unsafe-inline'",
        " ".join(("img-src 'self' data: blob:", PICTURES, *file_hosts)),
        " ".join(("media-src 'self' blob: https:", *file_hosts)),
        "font-src 'self'",
        # Scripts fetch the pictures and videos that a device caches.
        " ".join((f"connect-src 'self' {site.replace('http', 'ws', 1)}", *apis, *video_hosts, *file_hosts)),
        # 'self' allows frames of /embeds, whose pages run in origins of their own. Our other pages forbid framing.
        " ".join(("frame-src 'self'", SHEETS, *PLAYERS, *frames)),
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        csp_reports.POLICY,
    )
    headers = {
        "Content-Security-Policy": "; ".join(policy),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    }
    return headers | (
        {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"} if site.startswith("https:") else {}
    )


HEADERS = headers_of(settings.SITE_URL, settings.STRIPE, settings.FILES_BUCKET, settings.VIDEO_HOST)
# API responses stay out of disk caches, so that nothing is left after sign-out, and out of other sites' processes.
PRIVATE = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"}
# The server's time in ms. Proxies and captive portals answer with a Date of their own, which may be wrong by years.
TIME_HEADER = "X-Server-Time"

Next = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def security_headers(get_response: Next) -> Next:
    """Sets headers that a response has not set: security headers, Date, and Content-Length, which avoids chunked
    encoding. Sets TIME_HEADER, from which devices compute their clocks' offset."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Date", http_date())  # earlier versions of the app read the time from it
        response.headers[TIME_HEADER] = str(int(now().timestamp() * 1000))
        if isinstance(response, HttpResponse) and response.content:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    return middleware


def private(get_response: Next) -> Next:
    """Keeps a response out of every cache, unless it sets its own Cache-Control."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        for name, value in PRIVATE.items():
            response.headers.setdefault(name, value)
        return response

    return middleware

"""The security headers of every answer, in one table and one async middleware."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware
from django.utils.http import http_date

from environment.file_bucket import FileBucket
from environment.stripe_account import StripeAccount
from environment.video_host import VideoHost

SHEETS = "https://docs.google.com"  # of clients' chats
PICTURES = "https://*.googleusercontent.com"  # of people who connect their Google account
# Whose players show the videos of weekly reports; nobody is asked for anything before a person wants to see one.
PLAYERS = (
    *("https://www.youtube-nocookie.com", "https://player.vimeo.com", "https://www.loom.com"),
    *("https://pictory.ai", "https://*.pictory.ai"),
)
REAL_JS, MORE_JS, BANKS = "https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"


def card_field_of(stripe: StripeAccount) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Whose scripts, whose frames, and whose answers Stripe's card field needs; nobody's where none is shown."""
    if stripe.publishable_key is None:
        return (), (), ()
    parts = urlsplit(stripe.js)
    own = f"{parts.scheme}://{parts.netloc}"
    if own != REAL_JS:
        return (own,), (own,), (stripe.api,)
    return (own, MORE_JS), (own, MORE_JS, BANKS), (stripe.api,)


def headers_of(
    site: str, stripe: StripeAccount, bucket: FileBucket | None = None, video_host: VideoHost | None = None
) -> dict[str, str]:
    """What every answer of the product at this address says to browsers: with this account at Stripe or none, files here
    or in a bucket, and videos of reports here or at their host."""
    scripts, frames, calls = card_field_of(stripe)
    shown = () if bucket is None else (bucket.endpoint,)
    films = () if video_host is None else (video_host.api,)
    policy = (
        "default-src 'none'",
        " ".join(("script-src 'self'", *scripts)),
        # Radix injects style elements; scripts stay strict.
        "style-src 'self' 'unsafe-inline'",
        " ".join(("img-src 'self' data: blob:", PICTURES, *shown)),
        " ".join(("media-src 'self' blob: https:", *shown)),
        "font-src 'self'",
        # Pictures and videos that a device keeps are fetched by its scripts.
        " ".join((f"connect-src 'self' {site.replace('http', 'ws', 1)}", *calls, *films, *shown)),
        # Our own are the pages of /embeds, each in an origin of its own; no other page of ours lets itself be framed.
        " ".join(("frame-src 'self'", SHEETS, *PLAYERS, *frames)),
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    headers = {
        "Content-Security-Policy": "; ".join(policy),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    }
    return headers | ({"Strict-Transport-Security": "max-age=31536000"} if site.startswith("https:") else {})


HEADERS = headers_of(settings.SITE_URL, settings.STRIPE, settings.FILES_BUCKET, settings.VIDEO_HOST)
# What a door tells one person is on no disk once that person has signed out, and in no other page's memory.
PRIVATE = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"}

Next = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def security_headers(get_response: Next) -> Next:
    """Set what an answer has not set itself; its length too, or it would leave in chunks, and the time, from which
    devices learn how wrong their clocks are."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Date", http_date())
        if isinstance(response, HttpResponse) and response.content:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    return middleware


def private(get_response: Next) -> Next:
    """Keep an answer out of every cache, unless it says itself how long it may be kept."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        for name, value in PRIVATE.items():
            response.headers.setdefault(name, value)
        return response

    return middleware

"""The page behind the link of an email. Its button redeems the link, because mail scanners open links.

The page needs no database, and its content security policy allows no script. `form-action` allows our own origin and
the redirect URL of the link, because browsers apply it to redirects too.
"""

from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.template import Context, Engine

from accounts.redirects import allowed_redirects

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class PageText:
    title: str
    lead: str
    action: str


CONFIRM = PageText(
    "Confirm your email address",
    "Press the button to confirm that this address is yours, and to sign in to {name}.",
    "Confirm my address",
)
# The texts by the `type` of the link.
PAGE_TEXTS = {
    "signup": CONFIRM,
    "invite": CONFIRM,
    "email": CONFIRM,
    "magiclink": PageText("Sign in to {name}", "Press the button to sign in with this browser.", "Sign in"),
    "recovery": PageText(
        "Choose a new password",
        "Press the button to sign in to {name} with this browser. Then choose a new password.",
        "Choose a new password",
    ),
    "email_change": PageText(
        "Confirm the change of your email address",
        "Press the button if you want the change that the email describes.",
        "Confirm the change",
    ),
}


def page_response(*, token: str, type: str, redirect_url: str) -> HttpResponse:
    """The page with the token and the allowed redirect URL `redirect_url` in its form, and with security headers."""
    text, name = PAGE_TEXTS[type], settings.PRODUCT_NAME
    shown = {
        "product": name,
        "style": _style(),
        "title": text.title.format(name=name),
        "lead": text.lead.format(name=name),
        "action": text.action,
        "fields": {"token": token, "type": type, "redirect_to": redirect_url},
    }
    html = _engine().get_template("link.html").render(Context(shown))
    headers = {
        "Content-Security-Policy": _policy(allowed_redirects.source(redirect_url)),
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
    return HttpResponse(html, headers=headers)


def _policy(source: str) -> str:
    """The content security policy. `/theme.css` has the brand's colour and logo; a logo may be in the files bucket."""
    shown = (settings.FILES_BUCKET.endpoint,) if settings.FILES_BUCKET else ()
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    parts = (
        "default-src 'none'",
        f"style-src 'self' 'sha256-{digest}'",
        " ".join(("img-src 'self'", *shown)),
        "base-uri 'none'",
        f"form-action 'self' {source}",
        "frame-ancestors 'none'",
    )
    return "; ".join(parts)


@cache
def _style() -> str:
    return (TEMPLATES / "link.css").read_text("utf-8")


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES)])

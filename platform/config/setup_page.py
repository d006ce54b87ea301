"""The settings that an installation lacks before its first client: checked at start, and shown at `/setup`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import Context, Engine

from clients import queries as clients
from environment.mail_server import THIS_MACHINE
from performance.providers import local_lighthouse
from server.outage_page import with_outage_page
from sync.writes.db_executor import read

TEMPLATES = Path(__file__).with_name("templates")
MAIL_MISSING = (
    "EMAIL_URL: users confirm their address by email; set a mail server, or file: to write emails to DATA_DIR/mail"
)

State = Literal["done", "assumed", "missing"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to set up; `how` is lines for a terminal or the settings file."""

    name: str
    state: State
    text: str
    how: tuple[str, ...]


def has_no_mail() -> bool:
    """Whether users have to confirm their address by email and no email can be sent."""
    return not settings.DEMO and not settings.AUTH_AUTOCONFIRM and settings.EMAIL_URL is None


def steps() -> list[Step]:
    """All steps, in the order in which to do them. Reads the database."""
    return [_address(), _mail(), _zone(), _name(), _payments(), scans(), _analytics(), _keys(), _admin()]


@with_outage_page
async def setup(request: HttpRequest) -> HttpResponse:
    """The page of steps that are not done. It exists until there is an admin account.

    Strangers see it too, so it names no path, no host and no account.
    """
    if settings.DEMO or await read(clients.has_admin):
        return JsonResponse({"code": "not_found", "message": "Not found"}, status=404)
    listed = await read(steps)
    left = sum(step.state == "missing" for step in listed)
    shown = Context({"product": settings.PRODUCT_NAME, "steps": listed, "left": left})
    return HttpResponse(Engine(dirs=[str(TEMPLATES)]).get_template("setup.html").render(shown))


def _address() -> Step:
    parts = urlsplit(settings.SITE_URL)
    how = ("SITE_URL=https://portal.example.com", "# deploy/Caddyfile configures a proxy with TLS for it")
    if parts.hostname in THIS_MACHINE:
        return Step("Address", "missing", "SITE_URL names this machine, so no phone can reach it.", how)
    if parts.scheme != "https":
        text = "SITE_URL does not begin with https, so no phone can install the app or work offline."
        return Step("Address", "missing", text, how)
    return Step("Address", "done", "SITE_URL is public and uses TLS.", ())


def _mail() -> Step:
    how = (
        "EMAIL_URL=smtps://user:password@mail.example.com",
        "MAIL_FROM=portal@example.com",
        "pulseboard send_test_mail you@example.com",
    )
    if settings.EMAIL_URL is None or settings.EMAIL_URL == "file:":
        return Step("Mail", "missing", "Emails are only written to DATA_DIR/mail: nobody gets them.", how)
    return Step("Mail", "done", "A mail server is set. Test it:", how[2:])


def _zone() -> Step:
    if settings.TIME_ZONE == "UTC":
        text = "UTC is assumed. Your zone defines “Friday” and “this week”."
        return Step("Zone", "assumed", text, ("TIME_ZONE=Europe/Berlin",))
    return Step("Zone", "done", settings.TIME_ZONE, ())


def _name() -> Step:
    if settings.PRODUCT_NAME == "Pulseboard":
        text = "Clients read “Pulseboard” on every page and email. To show your own name:"
        return Step("Your name", "assumed", text, ("PRODUCT_NAME=Harbor Portal",))
    return Step("Your name", "done", settings.PRODUCT_NAME, ())


def _payments() -> Step:
    hook = "SITE_URL/functions/v1/stripe-webhook"
    if settings.STRIPE_SECRET_KEY is None:
        text = f"Clients cannot pay by card. To sell, set Stripe's keys, and create a webhook there for {hook}:"
        how = ("STRIPE_SECRET_KEY=sk_live_...", "STRIPE_PUBLISHABLE_KEY=pk_live_...", "STRIPE_WEBHOOK_SECRET=whsec_...")
        return Step("Payments", "assumed", text, how)
    return Step("Payments", "done", f"By Stripe. Its webhook must call {hook}", ())


def scans() -> Step:
    """Whether websites can be scanned. A demo installation checks this step too."""
    if settings.PAGESPEED_KEY is not None:
        return Step("Website scans", "done", "By Google's PageSpeed Insights, with your key.", ())
    problem = local_lighthouse.missing()
    if problem is None:
        return Step("Website scans", "done", "By Lighthouse, with the Chromium of this machine.", ())
    how = (
        "apt-get install chromium",
        "make lighthouse",
        "# or let Google measure, with a key of PageSpeed Insights",
        "PAGESPEED_KEY=...",
    )
    return Step("Website scans", "missing", f"No website can be scanned: {problem}.", how)


def _analytics() -> Step:
    back = "SITE_URL/oauth2callback"
    if settings.GOOGLE_CLIENT_ID is None:
        text = f"Clients cannot connect theirs. To let them, create an OAuth client at Google with the redirect URL {back}:"
        how = (
            "GOOGLE_CLIENT_ID=...apps.googleusercontent.com",
            "GOOGLE_CLIENT_SECRET=...",
            "# in its project, turn on the Google Analytics Data API and the Google Analytics Admin API",
        )
        return Step("Google Analytics", "assumed", text, how)
    return Step("Google Analytics", "done", f"Clients can connect theirs. Google's redirect URL must be {back}", ())


def _keys() -> Step:
    if settings.ENVIRONMENT.secret_key and settings.AUTH_SIGNING_JWK_FILE:
        return Step("Keys", "done", "They come from your settings.", ())
    text = (
        "Created on this machine. With them an attacker can sign in as any user: back them up apart from the database."
    )
    return Step("Keys", "done", text, ("# they are in DATA_DIR/keys",))


def _admin() -> Step:
    if clients.has_admin():
        return Step("First admin", "done", "There is one.", ())
    text = "There is none yet. This command creates one and prints a password:"
    return Step("First admin", "missing", text, ("pulseboard create_admin you@example.com",))

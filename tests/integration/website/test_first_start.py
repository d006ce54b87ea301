"""The first start of a real installation: a page lists the missing settings until there is an admin."""

import html
import re

import httpx
import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from clients import services as clients
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal, http_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture(autouse=True)
def real_installation(settings: Settings) -> None:
    """An installation without demo data, with mail and an address."""
    settings.DEMO, settings.AUTH_AUTOCONFIRM = False, False
    settings.EMAIL_URL, settings.SITE_URL = "smtps://me:secret@relay.within", "https://portal.within"
    settings.MAIL_FROM = "boss@portal.within"


async def steps(http: httpx.AsyncClient) -> dict[str, str]:
    """The state of each step on the page."""
    reply = await http.get("/setup")
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert reply.headers["Cache-Control"] == "no-store"
    for private_text in ("secret", "within", "localhost", "boss", str(django_settings.DATA_DIR), "/srv"):
        assert private_text not in reply.text
    matches = re.findall(r'<li class="(\w+)">\s*<h2>([\w ]+?) <span', html.unescape(reply.text))
    return {name: state for state, name in matches}


async def test_missing_setup_steps_are_shown_with_instructions(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_URL, settings.SITE_URL = "file:", "http://localhost:8000"
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)
    async with http_client(None) as http:
        assert await steps(http) == {
            "Address": "missing",
            "Mail": "missing",
            "Zone": "assumed",
            "Your name": "assumed",
            "Payments": "assumed",
            "Website scans": "missing",
            "Google Analytics": "assumed",
            "Keys": "done",
            "First admin": "missing",
        }
        page = (await http.get("/setup")).text
    for instruction in (
        "create_admin",
        "send_test_mail",
        "SITE_URL=https://",
        "EMAIL_URL=smtps://",
        "TIME_ZONE=",
        "PRODUCT_NAME=",
        "STRIPE_WEBHOOK_SECRET=",
        "/functions/v1/stripe-webhook",
        "install Chromium",
        "make lighthouse",
        "GOOGLE_CLIENT_ID=",
        "SITE_URL/oauth2callback",
    ):
        assert instruction in page
    assert "4 things are not set up yet" in page


async def test_completed_setup_steps_are_marked_done(settings: Settings) -> None:
    settings.TIME_ZONE, settings.PRODUCT_NAME = "Europe/Berlin", "Harbor <Portal>"
    settings.STRIPE_SECRET_KEY = "sk_live_secret"
    settings.PAGESPEED_KEY = settings.GOOGLE_CLIENT_ID = settings.GOOGLE_CLIENT_SECRET = "secret"
    async with http_client(None) as http:
        states = await steps(http)
        assert {name for name, state in states.items() if state == "done"} == set(states) - {"First admin"}
        assert "Harbor &lt;Portal&gt;" in (await http.get("/setup")).text


async def test_an_address_without_tls_is_not_set_up(settings: Settings) -> None:
    settings.SITE_URL = "http://portal.example"
    async with http_client(None) as http:
        assert (await steps(http))["Address"] == "missing"


async def test_the_setup_page_is_gone_once_an_admin_exists() -> None:
    await write(clients.create_admin, email="ana@portal.example", name="Ana", password_hash="")
    async with http_client(None) as http:
        reply = await http.get("/setup")
    assert (reply.status_code, reply.json()) == (404, {"code": "not_found", "message": "Not found"})


async def test_a_demo_has_no_setup_page(settings: Settings) -> None:
    settings.DEMO = True
    async with http_client(None) as http:
        assert (await http.get("/setup")).status_code == 404


async def test_no_signed_in_user_gets_the_setup_page(portal: Portal) -> None:
    for name in ("ana", "maya", None):
        assert (await portal.as_(name).get("/setup")).status_code == 404

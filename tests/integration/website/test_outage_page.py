"""The page that visitors get while the database does not respond."""

import html
import re

import pytest
from django.db import InterfaceError, OperationalError
from pytest_django import Settings

from server import outage_page
from tests.support.portal.agency import http_client
from website import queries

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def fail_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every read of the site's settings raise `error`."""

    def raise_error() -> None:
        raise error

    monkeypatch.setattr(queries, "website_settings", raise_error)


@pytest.mark.parametrize("path", ["/", "/pricing", "/terms", "/privacy"])
@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed"), TimeoutError()])
async def test_a_public_page_reports_an_outage_of_the_database_and_reloads_itself(
    path: str, error: Exception, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PRODUCT_NAME = "Müller & Söhne"
    fail_with(error, monkeypatch)
    async with http_client(None) as http:
        reply = await http.get(path)
    assert (reply.status_code, reply.headers["Retry-After"], reply.headers["Cache-Control"]) == (503, "10", "no-store")
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    assert '<meta http-equiv="refresh" content="10">' in reply.text
    assert "<h1>Müller & Söhne is not available right now</h1>" in html.unescape(reply.text)
    assert not re.search(r"<script|src=|https?://|gone|closed", reply.text.replace("http-equiv", ""))


async def test_a_stylesheet_is_unavailable_and_not_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(OperationalError("gone"), monkeypatch)
    async with http_client(None) as http:
        reply = await http.get("/theme.css")
    assert (reply.status_code, reply.text, reply.headers["Content-Type"]) == (503, "Unavailable", "text/plain")
    assert reply.headers["Retry-After"] == "10"


async def test_the_app_opens_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(OperationalError("gone"), monkeypatch)
    async with http_client(None) as http:
        assert (await http.get("/dashboard")).status_code == 200


async def test_an_outage_of_pages_is_logged_at_its_start_and_its_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with http_client(None) as http:
        assert (await http.get("/theme.css")).status_code == 200  # ends the outage of a former test
        caplog.clear()
        with monkeypatch.context() as patch:
            fail_with(OperationalError("gone"), patch)
            for _ in range(5):
                await http.get("/")
        assert (await http.get("/theme.css")).status_code == 200
    lines = [record.getMessage() for record in caplog.records if record.name == outage_page.__name__]
    first, last = lines
    assert first == "pages need the database, which fails: OperationalError('gone')"
    assert re.fullmatch(r"pages are served again, after \d+ s \(failed attempts: 5\)", last)

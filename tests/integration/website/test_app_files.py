"""The app's document and service worker: the settings in them, and their revalidation."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from pytest_django import Settings

from config.asgi import make_application
from tests.support.architecture.planting import plant

DIST = {"index.html": "<title>App</title>", "sw.js": "self.skipWaiting()"}


@pytest.fixture
async def http(tmp_path: Path, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the whole application with a small build, not signed in."""
    settings.WHITENOISE_ROOT = plant(tmp_path, DIST)
    transport = httpx.ASGITransport(make_application())
    async with httpx.AsyncClient(transport=transport, base_url="http://portal.test") as client:
        yield client


async def test_the_apps_document_has_the_products_name(http: httpx.AsyncClient, settings: Settings) -> None:
    (settings.WHITENOISE_ROOT / "index.html").write_text('<title>%PRODUCT_NAME%</title><meta content="%PRODUCT_NAME%">')
    settings.PRODUCT_NAME = 'Harbor & "Sons"'
    expected = '<title>Harbor &amp; &quot;Sons&quot;</title><meta content="Harbor &amp; &quot;Sons&quot;">'
    for path in ("/auth", "/dashboard/messaging", "/index.html", "/index.html?__WB_REVISION__=1"):
        assert (await http.get(path)).text == expected


@pytest.mark.parametrize(
    ("name", "placeholder", "setting"),
    [("sells", "%SELLS%", "STRIPE_SECRET_KEY"), ("google", "%GOOGLE%", "GOOGLE_CLIENT_ID")],
)
async def test_the_apps_document_states_what_is_set_up(
    name: str, placeholder: str, setting: str, http: httpx.AsyncClient, settings: Settings
) -> None:
    (settings.WHITENOISE_ROOT / "index.html").write_text(f'<html data-{name}="{placeholder}">')
    (settings.WHITENOISE_ROOT / "sw.js").write_text("%PRODUCT_NAME%")
    workers = set()
    for key, value in ((None, "no"), ("key", "yes")):
        setattr(settings, setting, key)
        assert (await http.get("/auth")).text == f'<html data-{name}="{value}">'
        workers.add((await http.get("/sw.js")).text)
    assert len(workers) == 2


async def test_a_new_name_changes_the_service_worker_and_the_documents_revision(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    (settings.WHITENOISE_ROOT / "sw.js").write_text('[{"revision":"1f%PRODUCT_NAME%","url":"index.html"}]')
    workers = []
    for name in ("Harbor", 'Quay"; x()', "Harbor"):
        settings.PRODUCT_NAME = name
        workers.append((await http.get("/sw.js")).text)
    assert workers[0] == workers[2] != workers[1]
    for worker in workers:
        assert re.fullmatch(r'\[{"revision":"1f[0-9a-f]{8}","url":"index.html"}\]', worker)


async def test_a_build_that_is_added_after_the_start_is_served_after_a_restart_only(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    document = settings.WHITENOISE_ROOT / "index.html"
    document.unlink()
    before = await http.get("/auth")
    document.write_text(DIST["index.html"])
    after = await http.get("/auth")
    assert after.text == before.text != DIST["index.html"]


async def test_an_unchanged_document_gets_304(http: httpx.AsyncClient, settings: Settings) -> None:
    first = await http.get("/dashboard")
    headers = {"If-None-Match": first.headers["ETag"]}
    assert (await http.get("/dashboard", headers=headers)).status_code == 304
    (settings.WHITENOISE_ROOT / "index.html").write_text("%PRODUCT_NAME%")
    settings.PRODUCT_NAME = "Harbor"
    after = await http.get("/dashboard", headers=headers)
    assert (after.status_code, after.text) == (200, "Harbor")

"""The public pages, with the settings of the installation filled in, and the files for search engines."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from pytest_django import Settings

from config.asgi import make_application
from server import pages
from server.paths import PUBLIC
from sync.writes.db_executor import write
from tests.support.architecture.planting import plant
from website.models import WebsiteSettings

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

TEMPLATE = (
    "{% verbatim %}a{{b}}{% endverbatim %}|{{ name }}|{{ site }}|{{ support }}|"
    "{% if sells %}a plan{% else %}contact{% endif %}|{% if logo_url %}<img src='{{ logo_url }}'>{% else %}our mark{% endif %}|{{ theme }}"
)
DIST = {"index.html": "<!doctype html><title>App</title>"} | {f"site/{name}.html": TEMPLATE for name in PUBLIC.values()}
SITE = "https://portal.example"


@pytest.fixture
async def http(tmp_path: Path, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the whole application with a small build, not signed in."""
    settings.WHITENOISE_ROOT = plant(tmp_path, DIST)
    settings.SITE_URL, settings.MAIL_REPLY_TO = SITE, "hello@portal.example"
    transport = httpx.ASGITransport(make_application())
    async with httpx.AsyncClient(transport=transport, base_url=SITE) as client:
        yield client


async def store_settings(**values: object) -> None:
    await write(lambda: WebsiteSettings.objects.filter(id=1).update(**values))


@pytest.mark.parametrize("path", [*PUBLIC, "/pricing/", "/?utm_source=mail"])
async def test_a_page_shows_the_default_settings(path: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(path)
    theme = "html:root{--primary:#2563EB;--on-primary:#ffffff;--primary-ink:light-dark(#225bd8,#8eaef5)}"
    assert reply.status_code == 200
    assert reply.text == f"a{{{{b}}}}|Pulseboard|{SITE}|hello@portal.example|contact|our mark|{theme}"
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert reply.headers["Cache-Control"] == "no-cache"


async def test_an_admins_changes_are_on_the_next_page(http: httpx.AsyncClient, settings: Settings) -> None:
    before = await http.get("/")
    await store_settings(logo_url="/storage/v1/object/public/website-assets/logo.png", primary_color="#0F766E")
    settings.PRODUCT_NAME, settings.MAIL_REPLY_TO = "Harbor & Sons", "help@portal.example"
    after = await http.get("/", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "|Harbor &amp; Sons|" in after.text
    assert "|help@portal.example|contact|<img src='/storage/v1/object/public/website-assets/logo.png'>|" in after.text
    assert "--primary:#0F766E" in after.text
    assert "--primary:#0F766E" in (await http.get("/theme.css")).text


async def test_a_page_sells_the_plan_once_payments_are_set_up(http: httpx.AsyncClient, settings: Settings) -> None:
    assert "|contact|" in (await http.get("/pricing")).text
    settings.STRIPE_SECRET_KEY = "sk_test_1"
    assert "|a plan|" in (await http.get("/pricing")).text


async def test_stored_settings_are_escaped_in_a_page(http: httpx.AsyncClient) -> None:
    await store_settings(logo_url="'><script>x</script>", primary_color="};*{}")
    page = (await http.get("/")).text
    assert "<script>" not in page
    assert "<img src='&#x27;&gt;&lt;script&gt;x&lt;/script&gt;'>" in page
    assert "--primary:#2563EB" in page


async def test_a_page_without_a_row_has_the_defaults(http: httpx.AsyncClient) -> None:
    await write(lambda: WebsiteSettings.objects.all().delete())
    assert "|our mark|html:root{--primary:#2563EB" in (await http.get("/")).text


async def test_a_cached_page_gets_304(http: httpx.AsyncClient) -> None:
    first = await http.get("/pricing")
    repeat = await http.get("/pricing", headers={"If-None-Match": first.headers["ETag"]})
    assert (repeat.status_code, repeat.content, repeat.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert repeat.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("encoding", "is_compressed"), [("gzip, br", True), ("identity", False), ("", False)])
async def test_a_page_is_compressed_for_clients_that_accept_gzip(
    encoding: str, is_compressed: bool, http: httpx.AsyncClient
) -> None:
    async with http.stream("GET", "/", headers={"Accept-Encoding": encoding}) as reply:
        body = b"".join([part async for part in reply.aiter_raw()])
    assert (reply.headers.get("Content-Encoding") == "gzip") is is_compressed
    assert reply.headers["Vary"] == "Accept-Encoding"
    assert int(reply.headers["Content-Length"]) == len(body)
    assert (gzip.decompress(body) if is_compressed else body).endswith(b"light-dark(#225bd8,#8eaef5)}")


async def test_a_page_reports_a_missing_build(http: httpx.AsyncClient, settings: Settings, tmp_path: Path) -> None:
    settings.WHITENOISE_ROOT = tmp_path / "nothing"
    reply = await http.get("/")
    assert (reply.status_code, reply.text) == (200, pages.NOT_BUILT.decode())


async def test_theme_css_is_served_as_css(http: httpx.AsyncClient) -> None:
    reply = await http.get("/theme.css")
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "text/css; charset=utf-8")
    assert reply.headers["Cache-Control"] == "no-cache"
    assert reply.text.startswith("html:root{--primary:#2563EB;")


async def test_robots_txt_excludes_the_app(http: httpx.AsyncClient) -> None:
    reply = await http.get("/robots.txt")
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = reply.text.splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /dashboard", "Disallow: /checkout/success"} < set(lines)
    assert not {f"Disallow: {path}" for path in PUBLIC} & set(lines)
    assert lines[-1] == f"Sitemap: {SITE}/sitemap.xml"


async def test_the_sitemap_names_every_public_page(http: httpx.AsyncClient) -> None:
    reply = await http.get("/sitemap.xml")
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "application/xml; charset=utf-8")
    urls = ElementTree.fromstring(reply.text).iterfind(".//{*}loc")
    assert [each.text for each in urls] == [f"{SITE}{path}" for path in PUBLIC]

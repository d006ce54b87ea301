"""Paths: endpoints return JSON, screens the app's document, and files their content; other paths redirect to `/`."""

from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx
import pytest
from pytest_django import Settings

from config.asgi import make_application
from core.clock import now
from tests.support.architecture.planting import plant

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DOCUMENT = "<!doctype html>\n<title>Portal</title>\n"
DIST = {
    "index.html": DOCUMENT,
    "sw.js": "self.skipWaiting()\n",
    "manifest.webmanifest": '{"name": "Built", "start_url": "/dashboard"}',
    "assets/index-3f9aB_1c.js": "start()\n",
    "assets/plain.js": "start()\n",
    "site/landing.html": "<!doctype html><title>Landing</title>",
    ".vite/manifest.json": "{}",
}
NOT_FOUND = {"code": "not_found", "message": "Not found"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https://*.googleusercontent.com; media-src 'self' blob: https:; "
        "font-src 'self'; connect-src 'self' ws://localhost:8000; frame-src 'self' https://docs.google.com https://www.youtube-nocookie.com https://player.vimeo.com "
        "https://www.loom.com https://pictory.ai https://*.pictory.ai; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; report-uri /csp-reports"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
PREFIXES = ("/auth/v1", "/rest/v1", "/realtime/v1", "/storage/v1", "/functions/v1", "/embeds", "/health")


@pytest.fixture
async def http(tmp_path: Path, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application with a small PWA of its own, in a signed-out browser."""
    settings.WHITENOISE_ROOT = plant(tmp_path, DIST)
    transport = httpx.ASGITransport(make_application())
    async with httpx.AsyncClient(transport=transport, base_url="http://portal.test") as client:
        yield client


SCREENS = (
    "/auth",
    "/auth?mode=signup",
    "/auth/callback?code=x",
    "/auth/password",
    "/dashboard",
    "/dashboard/",
    "/dashboard/messaging?client=x",
    "/checkout/success?session_id=x",
    "/add-payment-method",
    "/connect-ga",
    "/oauth2callback?code=x",
    "/dashboard/%00",
    "/dashboard/%ff%fe",
)
UNKNOWN_PATHS = (
    "/rest",
    "/a/b/c",
    "/about",
    "/dashboards",
    "/setup-guide",
    "/metricsfoo",
    "/checkout",
    "//evil",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/" + "x" * 5000,
)


@pytest.mark.parametrize("path", SCREENS)
async def test_every_screen_path_serves_the_app_document(path: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(f"http://portal.test{path}")
    assert (reply.status_code, reply.text) == (200, DOCUMENT)
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert reply.headers["Cache-Control"] == "no-cache"


async def test_a_providers_error_is_redirected_to_the_app(http: httpx.AsyncClient) -> None:
    query = "error=invalid_request&error_code=bad_oauth_state&error_description=%C3%A4+b"
    reply = await http.get(f"http://portal.test/?{query}")
    assert (reply.status_code, reply.headers["Location"], reply.text) == (302, f"/auth/callback?{query}", "")
    assert reply.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", UNKNOWN_PATHS)
async def test_an_unknown_path_redirects_to_the_landing_page(path: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(f"http://portal.test{path}")
    assert (reply.status_code, reply.headers["Location"], reply.text) == (302, "/", "")
    assert reply.headers["Cache-Control"] == "no-cache"


async def test_a_share_without_a_service_worker_redirects_to_the_app_with_an_error(http: httpx.AsyncClient) -> None:
    reply = await http.post("http://portal.test/dashboard/share", files={"files": ("sign.png", b"x", "image/png")})
    assert (reply.status_code, reply.headers["Location"], reply.text) == (302, "/dashboard/messaging?share=failed", "")


@pytest.mark.parametrize("path", ["/", "/dashboard", "/about", "/sw.js", "/health/live", "/robots.txt"])
async def test_every_response_has_the_security_headers(path: str, http: httpx.AsyncClient) -> None:
    headers = (await http.get(path, headers={"Origin": "https://elsewhere.example"})).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/x.js", 404),
        ("GET", "/rest/v1/nothing", 404),
        ("GET", "/rest/v1/clients", 401),
        ("POST", "/rest/v1/messages", 401),
        ("PATCH", "/rest/v1/messages", 405),
        ("POST", "/dashboard", 405),
        ("POST", "/auth/v1/signup", 400),
    ],
)
async def test_every_error_has_the_security_headers(
    method: str, path: str, status: int, http: httpx.AsyncClient
) -> None:
    reply = await http.request(method, path, headers={"Origin": "https://elsewhere.example"})
    assert (reply.status_code, "Access-Control-Allow-Origin" in reply.headers) == (status, False)
    assert {name: reply.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("path", ["/", "/rest/v1/clients", "/auth/v1/settings", "/health/live"])
async def test_ck1_every_response_has_the_servers_time(path: str, http: httpx.AsyncClient) -> None:
    """An earlier version of the app takes it from `Date`."""
    before = now().timestamp()
    headers = (await http.get(path)).headers
    after = now().timestamp()
    assert int(before * 1000) <= int(headers["X-Server-Time"]) <= after * 1000
    assert int(before) <= parsedate_to_datetime(headers["Date"]).timestamp() <= after


@pytest.mark.parametrize("path", ["/", "/dashboard", "/dashboard/messaging", "/sw.js", "/about"])
async def test_head_returns_the_headers_of_get_without_the_body(path: str, http: httpx.AsyncClient) -> None:
    head, get = await http.head(path), await http.get(path)
    for reply in (head, get):
        del reply.headers["Date"], reply.headers["X-Server-Time"]  # they differ in each response
        reply.headers.pop("X-Request-Id", None)
    assert (head.status_code, dict(head.headers)) == (get.status_code, dict(get.headers))


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/dashboard", "/", "/about"])
async def test_a_page_allows_only_get(path: str, method: str, http: httpx.AsyncClient) -> None:
    reply = await http.request(method, path, content=b"{}")
    assert (reply.status_code, reply.text, reply.headers["Allow"]) == (405, "Method not allowed", "GET")


@pytest.mark.parametrize(
    "path",
    [
        "/x.js",
        "/dashboard/x.png",
        "/favicon.ico",
        "/.env",
        "/.git/config.lock",
        "/a.b/c.d",
        "/index.html.bak",
        "/site/landing.html",
        "/.vite/manifest.json",
        "//evil.example",
    ],
)
async def test_a_file_that_does_not_exist_is_not_found(path: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(f"http://portal.test{path}")
    assert (reply.status_code, reply.text, reply.headers["Content-Type"]) == (404, "Not found", "text/plain")


@pytest.mark.parametrize("path", ["/about.html", "/index.php", "/dashboard/x.png", "/blog/v1.2", "//evil.example"])
async def test_a_visitor_of_an_unknown_file_gets_the_landing_page(path: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(f"http://portal.test{path}", headers={"Sec-Fetch-Dest": "document"})
    assert (reply.status_code, reply.headers["Location"], reply.headers["Cache-Control"]) == (302, "/", "no-cache")


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/sw.js", "text/javascript", "no-cache"),
        ("/index.html", "text/html", "no-cache"),
        ("/assets/plain.js", "text/javascript", "no-cache"),
        ("/assets/index-3f9aB_1c.js", "text/javascript", "max-age=315360000, public, immutable"),
    ],
)
async def test_each_file_has_its_cache_control(path: str, kind: str, cache: str, http: httpx.AsyncClient) -> None:
    reply = await http.get(path)
    assert (reply.status_code, reply.text) == (200, DIST[path.lstrip("/")])
    assert (reply.headers["Content-Type"].partition(";")[0], reply.headers["Cache-Control"]) == (kind, cache)


async def test_the_manifest_has_the_products_name(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.PRODUCT_NAME = "Lighthouse Works"
    reply = await http.get("/manifest.webmanifest")
    expected = {"name": "Lighthouse Works", "short_name": "Lighthouse Works", "start_url": "/dashboard"}
    assert (reply.status_code, reply.json()) == (200, expected)
    assert reply.headers["Content-Type"] == "application/manifest+json"
    assert reply.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *(f"{prefix}/" for prefix in PREFIXES),
        *(f"{prefix}/nothing" for prefix in PREFIXES),
        "/realtime/v1",
        "/metrics",
        "/theme.css/x",
        "/assets/nothing-3f9aB_1c.js",
        "/rest/v1/nothing.json",
        "/rest/v1/clients/",
        "/rest/v1/messages/%00",
        "/health/live/",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_an_unknown_endpoint_returns_404_as_json(method: str, path: str, http: httpx.AsyncClient) -> None:
    reply = await http.request(method, path, headers={"X-Supabase-Api-Version": "2024-01-01"})
    assert (reply.status_code, reply.json()) == (404, NOT_FOUND)
    assert reply.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/rest/v1/messages", {"GET", "POST"}),
        ("/rest/v1/threads", {"PUT"}),
        ("/rest/v1/clients", {"GET", "PATCH", "POST"}),
        ("/rest/v1/website_settings", {"GET", "PATCH"}),
        ("/realtime/v1/bootstrap", {"POST"}),
        ("/realtime/v1/reports", {"POST"}),
        ("/realtime/v1/rows", {"GET"}),
        ("/health/live", {"GET"}),
        ("/health/ready", {"GET"}),
    ],
)
async def test_an_endpoint_names_its_methods(path: str, allowed: set[str], http: httpx.AsyncClient) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - allowed:
        reply = await http.request(method, path)
        assert (reply.status_code, set(reply.headers["Allow"].split(", "))) == (405, allowed), method

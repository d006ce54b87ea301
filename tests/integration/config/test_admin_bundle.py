"""The code of the admins' pages: the server sends it only to a signed-in user who is still an admin."""

from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from pytest_django import Settings

from clients import services as clients
from config.asgi import make_application
from sync.writes.db_executor import write
from tests.support.architecture.planting import plant
from tests.support.fakes.sandbox import Sandbox
from tests.support.portal.agency import Agency, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DIST = {"assets/desk/admin-home-3f9aB_1c.js": "desk()\n", "assets/base-3f9aB_1c.js": "start()\n"}
FILE = "/assets/desk/admin-home-3f9aB_1c.js"
COOKIE = "pulseboard-pass"
FORBIDDEN = (403, "For admins only", "private, no-cache")
SERVED = (200, "desk()\n", "private, no-cache")


@pytest.fixture
async def http(tmp_path: Path, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application with a small PWA of its own, in a browser that keeps cookies."""
    settings.WHITENOISE_ROOT = plant(tmp_path, DIST)
    transport = httpx.ASGITransport(make_application())
    async with httpx.AsyncClient(transport=transport, base_url="http://portal.test") as client:
        yield client


async def sign_in(http: httpx.AsyncClient, agency: Agency, name: str) -> httpx.Response:
    """Give this browser a session of `name`, and return the response."""
    body = {"refresh_token": agency.grants[name].refresh_token}
    reply = await http.post("/auth/v1/token?grant_type=refresh_token", json=body)
    assert reply.status_code == 200, reply.text
    http.headers["Authorization"] = f"Bearer {reply.json()['access_token']}"
    return reply


async def get_file(http: httpx.AsyncClient, path: str = FILE) -> tuple[int, str, str]:
    reply = await http.get(path, headers={"Authorization": ""})
    return reply.status_code, reply.text, reply.headers.get("Cache-Control", "")


async def test_each_session_sets_a_pass_cookie_that_scripts_cannot_read(
    http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    cookie_headers = (await sign_in(http, agency, "ana")).headers.get_list("Set-Cookie")
    cookies = [SimpleCookie(header)[COOKIE] for header in cookie_headers if header.startswith(COOKIE)]
    [cookie] = [cookie for cookie in cookies if cookie.value]
    attributes = {name: value for name, value in cookie.items() if value and name != "expires"}
    expected = {"httponly": True, "max-age": "34560000", "path": "/", "samesite": "Strict"}
    assert attributes == expected


async def test_with_tls_no_sibling_host_can_set_the_cookies(
    http: httpx.AsyncClient, agency: Agency, portal: Portal, fake_providers: Sandbox, settings: Settings
) -> None:
    settings.SITE_URL = "https://portal.example"
    headers = (await sign_in(http, agency, "ana")).headers.get_list("Set-Cookie")
    headers = [header for header in headers if "Max-Age=0" not in header.split("; ")]
    assert len(headers) == 2
    [flow] = (await http.get("/auth/v1/authorize?provider=google")).headers.get_list("Set-Cookie")
    assert flow.startswith("__Host-pulseboard-flow=")
    for header, samesite in [(headers[0], "Strict"), (headers[1], "Strict"), (flow, "Lax")]:
        assert header.startswith("__Host-pulseboard-")
        assert {"Secure", "HttpOnly", "Path=/", f"SameSite={samesite}"} <= set(header.split("; "))
        assert "domain" not in header.lower()
    [pair] = [header.partition("; ")[0] for header in headers if header.startswith(f"__Host-{COOKIE}=")]
    reply = await http.get(FILE, headers={"Authorization": "", "Cookie": pair})
    assert reply.status_code == 200


@pytest.mark.parametrize(("name", "expected"), [("ana", SERVED), ("maya", FORBIDDEN), (None, FORBIDDEN)])
async def test_only_admins_get_the_admin_bundle(
    name: str | None, expected: tuple[int, str, str], http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    if name is not None:
        await sign_in(http, agency, name)
    assert await get_file(http) == expected


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/assets/desk/%2e%2e/desk/admin-home-3f9aB_1c.js", 403),
        ("/assets/%2e/desk/admin-home-3f9aB_1c.js", 404),
        ("/assets//desk/admin-home-3f9aB_1c.js", 404),
    ],
)
async def test_no_other_path_serves_the_admin_bundle(
    path: str, status: int, http: httpx.AsyncClient, portal: Portal
) -> None:
    """The dots are encoded, because the client would resolve plain ones itself."""
    reply_status, text, _ = await get_file(http, f"http://portal.test{path}")
    assert (reply_status, "desk()" in text) == (status, False)


@pytest.mark.parametrize("text", ["", "x", "00:00:sig", f"{0:032x}:{0:032x}:c2ln"])
async def test_a_forged_pass_cookie_is_rejected(text: str, http: httpx.AsyncClient, portal: Portal) -> None:
    http.cookies.set(COOKIE, text, domain="portal.test", path="/assets/desk/")
    assert await get_file(http) == FORBIDDEN


async def test_access_to_the_admin_bundle_ends_with_the_role(
    http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    await sign_in(http, agency, "ana")
    await write(clients.create_admin, email="rui@portal.example", name="Rui Costa", password_hash="")
    await write(clients.remove_admin, may_be_last=True, email="ana@portal.example")
    assert await get_file(http) == FORBIDDEN


async def test_access_to_the_admin_bundle_ends_with_the_session(
    http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    await sign_in(http, agency, "ana")
    await portal.end_sessions("ana")
    assert await get_file(http) == FORBIDDEN


async def test_the_admin_bundle_requires_the_second_factor_if_admins_need_one(
    http: httpx.AsyncClient, agency: Agency, portal: Portal, settings: Settings
) -> None:
    await sign_in(http, agency, "ana")
    settings.AUTH_ADMIN_SECOND_FACTOR = True
    assert await get_file(http) == FORBIDDEN


@pytest.mark.parametrize(("scope", "left"), [("local", []), ("global", []), ("others", [COOKIE])])
async def test_signing_out_of_this_browser_removes_the_pass_cookie(
    scope: str, left: list[str], http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    await sign_in(http, agency, "ana")
    assert (await http.post(f"/auth/v1/logout?scope={scope}")).status_code == 204
    assert [cookie.name for cookie in http.cookies.jar if cookie.name == COOKIE] == left


@pytest.mark.parametrize("site_url", ["http://portal.test", "https://portal.example"])
async def test_a_new_session_and_a_sign_out_remove_the_cookie_of_the_former_version(
    site_url: str, http: httpx.AsyncClient, agency: Agency, portal: Portal, settings: Settings
) -> None:
    settings.SITE_URL = site_url
    for is_sign_out in (False, True):
        http.cookies.set(COOKIE, "a former pass", domain="portal.test", path="/assets/desk/")
        reply = await (http.post("/auth/v1/logout?scope=local") if is_sign_out else sign_in(http, agency, "ana"))
        assert reply.is_success
        assert "/assets/desk/" not in {cookie.path for cookie in http.cookies.jar}


@pytest.mark.parametrize("bearer", ["", "Bearer x", "dead"])
async def test_a_sign_out_without_a_valid_session_removes_no_pass(
    bearer: str, http: httpx.AsyncClient, agency: Agency, portal: Portal
) -> None:
    """Any page can have a browser send such a request."""
    reply = await sign_in(http, agency, "ana")
    if bearer == "dead":
        await portal.end_sessions("ana")
        bearer = f"Bearer {reply.json()['access_token']}"
    reply = await http.post("/auth/v1/logout?scope=local", headers={"Authorization": bearer})
    assert (reply.status_code in {401, 403}, reply.headers.get("Set-Cookie")) == (True, None)

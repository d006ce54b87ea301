"""Default deny: every endpoint has a rule, and rejects a request without a live session unless it is public."""

import re
from collections.abc import Callable, Iterator
from functools import cache

import httpx
import pytest
from django.urls import get_resolver
from ninja import NinjaAPI
from pytest_django import Settings

from accounts.models import Session, User
from accounts.tokens import access_tokens
from config.api import api
from server.paths import is_server_path
from sync.writes.db_executor import read
from tests.support.endpoints.requests import IN_PATH, SOME_ID, good_request
from tests.support.endpoints.rules import AUTH, PUBLIC, RULES, SIGNED_IN
from tests.support.portal.agency import Json, Portal, http_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

# URLs that the OpenAPI document does not list: its own, and the fallback paths of the sign-in service.
UNDOCUMENTED = {"rest/v1/openapi.json", "", "auth/v1/<path:rest>", "auth/v1/sso/saml/<path:rest>"}
# These endpoints require query parameters, so an empty request is an error.
REQUIRE_PARAMETERS = {"/auth/v1/authorize", "/auth/v1/verify"}
# The status of each endpoint whose response to an empty request is another one.
EXPECTED_STATUSES = {
    "/auth/v1/callback": 303,
    "/embeds/chatbot/{token}": 403,
    "/auth/v1/sso": 404,
    "/functions/v1/export-data/{token}": 403,
    "/functions/v1/stripe-webhook": 404,
    "/functions/v1/unsubscribe": 404,
    "/storage/v1/object/{bucket}/{name}": 404,
}
EXPECTED_ERRORS = {
    SIGNED_IN: {
        "none": (401, "not_signed_in"),
        "bad": (401, "not_signed_in"),
        "ended": (401, "not_signed_in"),
    },
    AUTH: {
        "none": (401, "no_authorization"),
        "bad": (403, "bad_jwt"),
        "ended": (403, "session_not_found"),
    },
}
# Public, but the grant that links an identity to a session requires that session.
LINKING_ENDPOINT = "POST /auth/v1/token"
NOT_SIGNED_IN = {"code": "not_signed_in", "message": "Not authenticated. Please sign in."}


@cache  # building the document takes 0.5 s, and each endpoint's test needs it
def operations(ninja_api: NinjaAPI = api) -> dict[str, Json]:
    """Each operation of the OpenAPI document by `METHOD /path`."""
    paths: dict[str, dict[str, Json]] = ninja_api.get_openapi_schema(path_prefix="")["paths"]
    return {f"{verb.upper()} {path}": operation for path, verbs in paths.items() for verb, operation in verbs.items()}


def breaches(ninja_api: NinjaAPI) -> set[str]:
    """The endpoints without a rule, and those whose path the path table routes to the app."""
    return {name for name in operations(ninja_api) if name not in RULES or not is_server_path(name.split()[1])}


def endpoints_with_rule(rule: str) -> Iterator[tuple[str, str]]:
    """The method and path of each endpoint with this access rule."""
    return ((name.split()[0], name.split()[1]) for name, actual in RULES.items() if actual == rule)


async def assert_rejected(portal: Portal, http: httpx.AsyncClient, case: str) -> None:
    """Assert that every guarded endpoint rejects `http` and changes nothing."""
    async with portal.unchanged():
        for rule in (SIGNED_IN, AUTH):
            for method, path in endpoints_with_rule(rule):
                request = good_request(portal, method, path)
                if method == "GET":
                    request.pop("json", None)
                headers = {"X-Supabase-Api-Version": "2024-01-01", **request.pop("headers", {})}
                reply = await http.request(method, IN_PATH.sub(SOME_ID, path), headers=headers, **request)
                code = reply.json()["code"] if method != "HEAD" else EXPECTED_ERRORS[rule][case][1]
                assert (reply.status_code, code) == EXPECTED_ERRORS[rule][case], f"{method} {path}"
                assert rule == AUTH or method == "HEAD" or reply.json() == NOT_SIGNED_IN


def test_every_endpoint_has_a_rule() -> None:
    """A new endpoint fails this test until RULES has a rule for it."""
    assert breaches(api) == set()
    assert set(RULES) <= set(operations())


def test_an_endpoint_without_a_rule_is_caught() -> None:
    planted_api = NinjaAPI(urls_namespace="planted")
    for path in ("/rest/v1/clients", "/rest/v1/loot", "/loot"):
        planted_api.get(path)(lambda request: None)
    assert breaches(planted_api) == {"GET /rest/v1/loot", "GET /loot"}


def test_every_endpoint_is_in_the_schema() -> None:
    routed = {re.sub(r"<\w+:(?!rest)", "<", str(pattern.pattern)) for pattern in api.urls[0]}
    with_a_rule = {path.split()[1].lstrip("/").replace("{", "<").replace("}", ">") for path in RULES}
    assert routed == with_a_rule | UNDOCUMENTED


def test_only_listed_endpoints_are_outside_the_api() -> None:
    """`/metrics`, `/csp-reports` and `/setup` have their own access checks; every other path is a page of the app."""
    patterns = [str(pattern.pattern) for pattern in get_resolver().url_patterns]
    assert patterns == ["", "metrics", "csp-reports", "setup", "", "^(?P<requested_path>.*)$"]


@pytest.mark.parametrize("name", RULES)
def test_the_schema_documents_each_access_rule(name: str) -> None:
    operation = operations()[name]
    needs_session = RULES[name] != PUBLIC
    assert ("security" in operation, 401 in operation["responses"]) == (
        needs_session,
        needs_session or name == LINKING_ENDPOINT,
    )


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule == PUBLIC])
async def test_a_public_endpoint_requires_no_session(name: str, portal: Portal) -> None:
    method, path = name.split()
    reply = await portal.as_(None).request(method, path, json={} if method == "POST" else None)
    expected = {400, 422} if method == "POST" or path in REQUIRE_PARAMETERS else {200}
    assert reply.status_code in ({EXPECTED_STATUSES[path]} if path in EXPECTED_STATUSES else expected)


async def test_every_endpoint_rejects_a_request_without_a_session(portal: Portal) -> None:
    await assert_rejected(portal, portal.as_(None), "none")


async def test_every_endpoint_rejects_an_ended_session(portal: Portal) -> None:
    await portal.end_sessions("maya")
    await assert_rejected(portal, portal.as_("maya"), "ended")


async def test_every_endpoint_rejects_an_expired_token(portal: Portal, settings: Settings) -> None:
    settings.ACCESS_TOKEN_S = 0
    maya = portal.users["maya"]
    user = await read(lambda: User.objects.get(id=maya.id))
    session = await read(lambda: Session.objects.get(id=maya.session_id))
    async with http_client(access_tokens.issue(user, session).text) as http:
        await assert_rejected(portal, http, "bad")


@pytest.mark.parametrize(
    ("_case", "change"),
    [
        ("no token", lambda token: "x"),
        ("another signature", lambda token: token.rsplit(".", 1)[0] + "." + "A" * 86),
        ("no signature", lambda token: token.rsplit(".", 1)[0] + "."),
        ("another payload", lambda token: ".".join((token.split(".")[0], "e30", token.split(".")[2]))),
        ("a long token", lambda token: "x" * 10_000),
        ("more text after the token", lambda token: token + ".x"),
    ],
)
async def test_an_invalid_token_is_rejected(_case: str, change: Callable[[str], str], portal: Portal) -> None:
    async with http_client(change(portal.users["maya"].token)) as http:
        await assert_rejected(portal, http, "bad")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic bWF5YTpwYXNz", "Token x", "bearer\tx"])
async def test_every_endpoint_rejects_a_header_without_a_bearer_token(header: str, portal: Portal) -> None:
    async with http_client(None) as http:
        http.headers["Authorization"] = header
        await assert_rejected(portal, http, "none")


async def test_a_token_in_the_url_is_ignored(portal: Portal) -> None:
    token = portal.users["maya"].token
    for name in ("access_token", "token", "apikey", "Authorization"):
        reply = await portal.as_(None).get("/rest/v1/clients", params={name: token})
        assert (reply.status_code, reply.json()) == (401, NOT_SIGNED_IN)


@pytest.mark.parametrize("name", [name for name in RULES if name != "GET /auth/v1/.well-known/jwks.json"])
async def test_no_cache_keeps_an_endpoints_response(name: str, portal: Portal) -> None:
    """This holds for errors too, so that nothing stays on the disk after a sign-out."""
    method, path = name.split()
    request = good_request(portal, method, path)
    if method == "GET":
        request.pop("json", None)
    for user in ("maya", None):
        reply = await portal.as_(user).request(method, IN_PATH.sub(SOME_ID, path), **request)
        headers = (reply.headers["Cache-Control"], reply.headers["Cross-Origin-Resource-Policy"])
        assert headers == ("no-store", "same-origin"), (user, reply.status_code)

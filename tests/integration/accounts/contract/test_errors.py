"""Provokes every error of `/auth/v1`: its status, code, message and headers. Codes that never occur have a reason."""

import json
import re
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from pytest_django import Settings

from accounts import ports, queries
from accounts.tokens import signing_keys
from tests.integration.accounts.contract.errors import NO_ID, REDIRECTS, ROWS, RedirectError, Row, Service
from tests.integration.accounts.contract.errors.contract import NEVER, codes
from tests.support.accounts.api import Json, counts, error_of, execute, fragment, query
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mailbox
from tests.support.servers.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ENDPOINTS = {
    f"{method.upper()} {path.removeprefix('/auth/v1')}": [int(status) for status in operation["responses"]]
    for path, operations in json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"].items()
    if path.startswith("/auth/v1/")
    for method, operation in operations.items()
}
# The endpoints that read a body.
BODY_ENDPOINTS = [
    "POST /signup",
    "POST /token?grant_type=password",
    "POST /token?grant_type=refresh_token",
    "POST /token?grant_type=pkce",
    "POST /token?grant_type=id_token",
    *("POST /otp", "POST /recover", "POST /resend", "POST /verify", "PUT /user", "POST /factors"),
    *("POST /factors/{factor_id}/challenge", "POST /factors/{factor_id}/verify"),
]
# The endpoints that require a session.
SESSION_ENDPOINTS = [
    endpoint
    for endpoint, statuses in ENDPOINTS.items()
    if 403 in statuses and 401 in statuses and "/token" not in endpoint
]
# The endpoints with a rate limit whose error is 429; the one of a refresh is 503.
LIMITED_ENDPOINTS = [
    *(endpoint for endpoint in BODY_ENDPOINTS if "refresh_token" not in endpoint),
    *("GET /authorize", "POST /sso", "GET /user/identities/authorize", "DELETE /factors/{factor_id}"),
    "GET /reauthenticate",
]
INVALID_JSON = "Could not parse request body as JSON"
TOO_MANY = (429, "over_request_rate_limit", "Request rate limit reached")


@pytest.fixture
def service(
    http: httpx.AsyncClient, settings: Settings, mailbox: Mailbox, fake_providers: Sandbox
) -> Iterator[Service]:
    yield Service(http, settings, mailbox, fake_providers)
    ports.sms.register(None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_every_error_has_the_text_of_the_contract(row: Row, service: Service) -> None:
    status, code, message = error_of(await row.provoke(service))
    assert (status, code) == (row.status, row.code)
    words = re.escape(row.message).replace(r"\{n\}", r"\d+").replace(r"\{id\}", r"[0-9a-f-]{36}")
    assert re.fullmatch(words, message), message


@pytest.mark.parametrize("row", REDIRECTS, ids=lambda row: row.name)
async def test_a_browser_gets_the_error_in_its_redirect(row: RedirectError, service: Service) -> None:
    reply = await row.provoke(service)
    expected = {"error": row.error, "error_code": row.code, "error_description": row.message}
    params = {name: text for name, text in expected.items() if text}
    assert (reply.status_code, query(reply)) == (row.status, params)
    if "#" in reply.headers["Location"]:
        assert fragment(reply) == {**params, "sb": ""}


async def send(service: Service, endpoint: str, session: Json, content: bytes | None = None) -> httpx.Response:
    """Send one request with any content for a signed-in user, with the id of the user's factor in the path."""
    method, _, path = endpoint.partition(" ")
    path = path.format(factor_id=session["factor_id"], identity_id=NO_ID)
    headers = {"Authorization": f"Bearer {session['access_token']}"} if "access_token" in session else {}
    return await service.http.request(method, path, headers=headers, content=content)


@pytest.fixture
async def ada(service: Service) -> Json:
    """Ada's session, with the id of her factor."""
    session = await service.ada()
    factor = await service.request("POST /factors", {"factor_type": "totp"}, session)
    return {**session, "factor_id": factor.json()["id"]}


async def test_every_body_has_to_be_an_object_of_at_most_16_kib(service: Service, ada: Json) -> None:
    before = await counts()
    for endpoint in BODY_ENDPOINTS:
        assert error_of(await send(service, endpoint, ada, content=b"{")) == (400, "bad_json", INVALID_JSON), endpoint
        large = await send(service, endpoint, ada, content=b'{"a": "' + b"x" * 2**14 + b'"}')
        assert error_of(large) == (413, "request_entity_too_large", "Request body is larger than 16 KiB"), endpoint
    large = await send(service, "POST /sso", ada, content=b'{"a": "' + b"x" * 2**14 + b'"}')
    assert error_of(large) == (413, "request_entity_too_large", "Request body is larger than 16 KiB")
    assert await counts() == before


async def test_every_endpoint_for_users_checks_the_session_first(service: Service, ada: Json) -> None:
    def with_claims(**claims: object) -> Json:
        """The session with changed claims in its access token."""
        key = signing_keys.signing_key()
        payload = jwt.decode(ada["access_token"], key.key, algorithms=["ES256"]).claims | claims
        return {**ada, "access_token": jwt.encode({"alg": "ES256", "kid": key.id}, payload, key.key, ["ES256"])}

    unsigned = (403, "bad_jwt", "invalid JWT: unable to parse or verify signature")
    cases = [
        ({"factor_id": "x"}, (401, "no_authorization", "This endpoint requires a valid Bearer token")),
        ({**ada, "access_token": "x.y.z"}, unsigned),
        (with_claims(exp=1), (403, "bad_jwt", "invalid JWT: token has invalid claims: token is expired")),
        (with_claims(sub=None), (403, "bad_jwt", "invalid JWT: missing sub claim")),
        (with_claims(sub="ada"), (400, "bad_jwt", "invalid JWT: sub claim must be a UUID")),
        (with_claims(sub=str(uuid4())), (403, "user_not_found", "User from sub claim in JWT does not exist")),
        (
            with_claims(session_id=str(uuid4())),
            (403, "session_not_found", "Session from session_id claim in JWT does not exist"),
        ),
    ]
    before = await counts()
    assert len(SESSION_ENDPOINTS) == 10
    for endpoint in SESSION_ENDPOINTS:
        for session, expected in cases:
            reply = await send(
                service, f"{endpoint}?scope=planet" if "logout" in endpoint else endpoint, session, content=b"{"
            )
            assert error_of(reply) == expected, endpoint
    await service.ban()
    for endpoint in SESSION_ENDPOINTS:
        assert error_of(await send(service, endpoint, ada, content=b"{")) == (403, "user_banned", "User is banned"), (
            endpoint
        )
    assert await counts() == before


async def test_every_expensive_endpoint_has_a_rate_limit(service: Service, ada: Json) -> None:
    service.settings.AUTH_RATE_LIMITS = True
    for endpoint in LIMITED_ENDPOINTS:
        await execute("DELETE FROM limit_counters")
        body = b"" if endpoint.startswith(("GET", "DELETE")) else b"{}"
        assert (await send(service, endpoint, ada, content=body)).status_code != 429, endpoint
        await execute('UPDATE limit_counters SET "left" = 0')
        assert error_of(await send(service, endpoint, ada, content=body)) == TOO_MANY, endpoint


async def test_every_mail_counts_in_the_limit_of_its_address(service: Service, ada: Json) -> None:
    service.settings.AUTH_RATE_LIMITS, service.settings.AUTH_AUTOCONFIRM = True, False
    limit = (429, "over_email_send_rate_limit", "email rate limit exceeded")
    body = json.dumps({"email": "ada@example.com", "password": "short", "type": "signup"}).encode()
    for endpoint in ("POST /signup", "POST /otp", "POST /recover", "POST /resend", "PUT /user", "GET /reauthenticate"):
        await execute("DELETE FROM limit_counters")
        await send(service, endpoint, ada, content=body)
        await execute('UPDATE limit_counters SET "left" = 0 WHERE key LIKE %s', "mail:%")
        assert error_of(await send(service, endpoint, ada, content=body)) == limit, endpoint


async def test_a_query_or_form_that_cannot_be_parsed_is_rejected(service: Service, ada: Json) -> None:
    fields = "&".join(f"a{number}=1" for number in range(1001))
    expected = (400, "validation_failed", "The query or the form cannot be read")
    for endpoint in ("GET /verify", "GET /authorize", "GET /callback", "POST /signup", "POST /logout"):
        assert error_of(await send(service, f"{endpoint}?{fields}", ada, content=b"{}")) == expected, endpoint
    for kind in ("multipart/form-data", "multipart/form-data; boundary=", "application/x-www-form-urlencoded"):
        posted = service.http.post("/callback", content=fields.encode(), headers={"Content-Type": kind})
        assert error_of(await posted) == expected, kind


async def test_an_unknown_endpoint_or_method_is_rejected(service: Service) -> None:
    assert error_of(await service.request("GET /admin/users")) == (404, "not_found", "Not found")
    reply = await service.request("DELETE /signup")
    assert (error_of(reply), reply.headers["Allow"]) == ((405, "method_not_allowed", "Method not allowed"), "POST")


async def test_an_unexpected_error_returns_500(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await service.ada()

    def broken(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(queries, "account_of", broken)
    message = "Unexpected failure, please check server logs for more information"
    assert error_of(await service.request("GET /user", session=session)) == (500, "unexpected_failure", message)


def provoked_errors() -> dict[str, set[tuple[int, str]]]:
    """The statuses and codes that the tables and the tests above provoke at each endpoint."""
    pairs: dict[str, set[tuple[int, str]]] = {endpoint: set() for endpoint in ENDPOINTS}
    for row in ROWS:
        pairs[row.endpoint].add((row.status, row.code))
    session_errors = {(400, "bad_jwt"), (401, "no_authorization")}
    session_errors |= {(403, code) for code in ("bad_jwt", "user_not_found", "session_not_found", "user_banned")}
    for endpoint in SESSION_ENDPOINTS:
        pairs[endpoint] |= session_errors
    for endpoint in BODY_ENDPOINTS:
        pairs[endpoint.partition("?")[0]] |= {(400, "bad_json"), (413, "request_entity_too_large")}
    for endpoint in ("GET /callback", "POST /callback"):
        pairs[endpoint].add((400, "validation_failed"))
    pairs["POST /sso"].add((413, "request_entity_too_large"))
    for endpoint in LIMITED_ENDPOINTS:
        pairs[endpoint.partition("?")[0]].add((429, "over_request_rate_limit"))
    return pairs


def test_each_endpoint_documents_its_errors_and_no_others() -> None:
    statuses = {endpoint: {status for status, _ in pairs} for endpoint, pairs in provoked_errors().items()}
    assert statuses == {
        endpoint: {status for status in all_statuses if status >= 400} for endpoint, all_statuses in ENDPOINTS.items()
    }


def test_every_code_of_the_contract_is_provoked_or_has_a_reason() -> None:
    provoked_pairs = {pair for pairs in provoked_errors().values() for pair in pairs}
    provoked_pairs |= {(400, row.code) for row in REDIRECTS if row.code.startswith("bad_oauth_")}
    assert provoked_pairs & set(NEVER) == set()
    assert provoked_pairs | set(NEVER) == codes() | {(503, "unexpected_failure"), (503, "over_request_rate_limit")}

"""Hostile requests to every endpoint of the served sign-in service get a documented error, never a server error."""

import json

import pytest

from tests.support.accounts.auth_js import ClientError
from tests.support.accounts.live_service import PASSWORD, Live, fragment

pytestmark = pytest.mark.xdist_group("auth-js")

VERSION = {"X-Supabase-Api-Version": "2024-01-01"}
NO_ID = "00000000-0000-0000-0000-000000000000"
PUBLIC_PATHS = (
    *("/signup", "/otp", "/recover", "/resend", "/verify"),
    *(f"/token?grant_type={grant}" for grant in ("password", "refresh_token", "pkce", "id_token")),
)
BODIES = {
    "nothing": b"",
    "cut off": b'{"email": "ada',
    "a form": b"email=ada%40example.com",
    "an array": b'["email"]',
    "a number": b"7",
    "null": b"null",
    "not UTF-8": b'{"email": "\xff\xfe"}',
    "NUL": b'{"email": "a\\u0000@example.com"}',
    "half a surrogate pair": b'{"email": "\\ud83d@example.com"}',
    "no number": b'{"data": {"a": NaN}}',
    "too deep": b'{"data": ' + b"[" * 16_000,
    "twice": b'{"email": "a@example.com", "email": "b@example.com"}',
}
WRONG_VALUES = {
    "email": 7,
    "phone": [],
    "password": {},
    "data": "text",
    "type": 7,
    "token": True,
    "token_hash": 1.5,
    "refresh_token": {},
    "auth_code": [],
    "code_verifier": 7,
    "code_challenge": 7,
    "id_token": [],
    "create_user": "yes",
}
FIELDS = {
    "/signup": ("email", "phone", "password", "data", "code_challenge"),
    "/otp": ("email", "phone", "data", "create_user", "code_challenge"),
    "/recover": ("email", "code_challenge"),
    "/resend": ("type", "email", "phone"),
    "/verify": ("type", "token", "token_hash", "email", "phone"),
    "/token?grant_type=password": ("email", "phone", "password"),
    "/token?grant_type=refresh_token": ("refresh_token",),
    "/token?grant_type=pkce": ("auth_code", "code_verifier"),
    "/token?grant_type=id_token": ("id_token",),
}


@pytest.fixture(scope="module")
def bearer(live: Live) -> dict[str, str]:
    tab, _ = live.new_user()
    return {"Authorization": f"Bearer {tab.session()['access_token']}"}


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "PUT /user", "/factors"])
def test_an_unreadable_body_is_rejected(path: str, live: Live, bearer: dict[str, str]) -> None:
    before = live.rows("SELECT COUNT(*) FROM users")
    for case, body in BODIES.items():
        reply = live.send(path, body, **VERSION, **bearer)
        assert (reply.status_code, reply.json()["code"]) == (400, "bad_json"), case
        assert reply.json()["message"].startswith("Could not parse request body as JSON"), case
    assert live.rows("SELECT COUNT(*) FROM users") == before


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_a_field_of_another_type_is_rejected(path: str, live: Live) -> None:
    for field in FIELDS[path]:
        reply = live.send(path, json.dumps({field: WRONG_VALUES[field]}).encode(), **VERSION)
        expected = {"code": "bad_json", "message": f"Could not parse request body as JSON: wrong type of {field}"}
        assert (reply.status_code, reply.json()) == (400, expected)


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "PUT /user", "/factors", f"/factors/{NO_ID}/verify", "/sso"])
def test_a_body_that_is_too_large_is_rejected(path: str, live: Live, bearer: dict[str, str]) -> None:
    reply = live.send(path, b'{"email": "' + b"x" * 2**14 + b'"}', **VERSION, **bearer)
    assert (reply.status_code, reply.json()["code"]) == (413, "request_entity_too_large")


def test_a_large_body_reaches_the_client_as_an_error(live: Live) -> None:
    request = {"email": live.address(), "password": PASSWORD, "options": {"data": {"text": "x" * 2**21}}}
    error = live.tabs.open().call("signUp", request).error
    assert error is not None
    assert (error.name, error.status, error.code) == ("AuthApiError", 413, "request_entity_too_large")
    long = {**request, "options": {"data": {"text": "x" * 5000}}}
    message = "User metadata must not be larger than 4096 bytes"
    assert live.tabs.open().call("signUp", long).error == ClientError("AuthApiError", 400, "validation_failed", message)


@pytest.mark.parametrize("text", ["\0", "\ud83d", "\udc00\ud83d"])
def test_characters_that_no_store_accepts_are_rejected(text: str, live: Live) -> None:
    tab = live.tabs.open()
    email = live.address()
    request = {"email": email, "password": PASSWORD, "options": {"data": {"full_name": text}}}
    message = "Could not parse request body as JSON: invalid character"
    invalid_character = ClientError("AuthApiError", 400, "bad_json", message)
    assert tab.call("signUp", request).error == invalid_character
    assert tab.call("signInWithPassword", {"email": email, "password": PASSWORD + text}).error == invalid_character
    assert tab.call("verifyOtp", {"type": "email", "email": email, "token": text}).error == invalid_character
    assert tab.call("exchangeCodeForSession", text).error is not None
    assert live.mail_count(email) == 0


@pytest.mark.parametrize(
    "header",
    ["Bearer \xff\xfe", "Bearer " + "x" * 8000, "Bearer ....", "Bearer e30.e30.e30", "Bearer null", "bearer undefined"],
)
def test_an_invalid_token_is_rejected(header: str, live: Live) -> None:
    for path in ("/user", "/reauthenticate"):
        reply = live.get(f"{live.server.url}/auth/v1{path}", {**VERSION, "Authorization": header.encode("latin1")})
        assert (reply.status_code, reply.json()["code"]) == (403, "bad_jwt")


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example",
        "https://evil.example/",
        "http://{host}@evil.example/",
        "http://{host}.evil.example/",
        "http://{host}:80@evil.example/",
        "http://evil.example\\@{host}/",
        "http://evil.example#@{host}/",
        "javascript:alert(1)//{host}",
        "data:text/html,x",
        "https://2130706433/",
        "http://0x7f.1/",
        "https://portal.example/",
        "https://a.portal.example.evil.example/x",
        "https://evil.example/?https://a.portal.example/x",
        "https://evil.example/a.portal.example/x",
        "http://{host}/\r\nSet-Cookie: a=b",
        "/relative",
        " http://{host}/",
    ],
)
def test_a_redirect_that_the_site_does_not_allow_leads_to_the_site(target: str, live: Live) -> None:
    host = live.server.url.partition("://")[2]
    tab, email = live.tabs.open(flow="implicit"), live.address()
    request = {"email": email, "password": PASSWORD, "options": {"emailRedirectTo": target.format(host=host)}}
    tab.done("signUp", request)
    mail = live.mail(email)
    assert mail.link_query["redirect_to"] == live.server.url
    tampered = mail.link.partition("&redirect_to=")[0] + f"&redirect_to={target.format(host=host)}".replace(
        "\r\n", "%0D%0A"
    )
    address = live.press(tampered.replace("#", "%23").replace(" ", "%20")).headers["Location"]
    assert address.partition("#")[0] == live.server.url
    assert fragment(address)["type"] == "signup"


@pytest.mark.parametrize("target", ["{site}/auth/callback", "{site}", "https://a.portal.example/x/y?z=1"])
def test_an_allowed_redirect_target_is_used(target: str, live: Live) -> None:
    tab, email = live.tabs.open(flow="implicit"), live.address()
    return_url = target.format(site=live.server.url)
    tab.done("signUp", {"email": email, "password": PASSWORD, "options": {"emailRedirectTo": return_url}})
    assert live.press(live.mail(email).link).headers["Location"].partition("#")[0] == return_url

"""Bodies, versions, unknown paths and the service endpoints of `/auth/v1`."""

import json

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PASSWORD, VERSION, bearer, counts, error_of, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATHS = ("/signup", "/token?grant_type=password", "/token?grant_type=refresh_token")
JSON = {"Content-Type": "application/json"}


def nested(levels: int) -> bytes:
    return b'{"data": ' + b'{"a": ' * levels + b"1" + b"}" * levels + b"}"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("_case", "body", "detail"),
    [
        ("empty", b"", ""),
        ("a blank", b" ", ""),
        ("cut off", b'{"email": "ada', ""),
        ("form", b"email=ada%40example.com", ""),
        ("an array", b"[]", ": an object is expected"),
        ("null", b"null", ": an object is expected"),
        ("a string", b'"email"', ": an object is expected"),
        ("a number", b"5", ": an object is expected"),
        ("two values", b"{}{}", ""),
        ("not UTF-8", b'{"email": "\xff\xfe"}', ""),
        ("UTF-16", '{"email": "ada@example.com"}'.encode("utf-16"), ""),
        ("raw control character", b'{"email": "a\x00b"}', ""),
        ("NUL", b'{"email": "a\\u0000b"}', ": invalid character"),
        ("NUL in a name", b'{"a\\u0000b": 1}', ": invalid character"),
        ("NUL in a nested value", b'{"data": {"a": ["\\u0000"]}}', ": invalid character"),
        ("a lone surrogate", b'{"password": "\\ud83d"}', ": invalid character"),
        ("a surrogate pair in the wrong order", b'{"password": "\\udd11\\ud83d"}', ": invalid character"),
        ("not a number", b'{"data": {"a": NaN}}', ""),
        ("infinity", b'{"data": {"a": -Infinity}}', ""),
        ("too large a number", b'{"data": {"a": 1e999}}', ""),
        ("too many digits", b'{"data": {"a": ' + b"1" * 5000 + b"}}", ""),
        ("nested deeply", nested(40), ": nested too deeply"),
        ("nested very deeply", nested(2000), ""),
        ("arrays nested very deeply", b"[" * 16_000, ""),
    ],
)
async def test_a_body_that_is_no_json_object_is_rejected(
    _case: str, body: bytes, detail: str, path: str, http: httpx.AsyncClient
) -> None:
    before = await counts()
    expected = (400, "bad_json", f"Could not parse request body as JSON{detail}")
    assert error_of(await http.post(path, content=body, headers=JSON)) == expected
    assert await counts() == before


TEXTS = {
    "/signup": ("email", "phone", "password", "channel", "code_challenge", "code_challenge_method"),
    "/token?grant_type=password": ("email", "phone", "password"),
    "/token?grant_type=refresh_token": ("refresh_token",),
}
OBJECTS = {"/signup": ("data", "gotrue_meta_security"), "/token?grant_type=password": ("gotrue_meta_security",)}


VALUES: tuple[object, ...] = (5, 1.5, True, [], ["ada@example.com"], {}, {"a": 1}, "text")


def wrong_fields(path: str, value: object) -> tuple[str, ...]:
    """The fields that have another type than `value`."""
    texts = () if isinstance(value, str) else TEXTS[path]
    return texts + (() if isinstance(value, dict) else OBJECTS.get(path, ()))


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path in PATHS for value in VALUES if wrong_fields(path, value)]
)
async def test_a_field_of_another_type_is_rejected(path: str, value: object, http: httpx.AsyncClient) -> None:
    before = await counts()
    for field in wrong_fields(path, value):
        body = {"email": "ada@example.com", "password": PASSWORD, field: value}
        expected = (400, "bad_json", f"Could not parse request body as JSON: wrong type of {field}")
        assert error_of(await http.post(path, json=body)) == expected
    assert await counts() == before


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("size", [16 * 1024 + 1, 3 * 1024 * 1024])
async def test_a_body_over_16_kib_is_rejected(path: str, size: int, http: httpx.AsyncClient) -> None:
    before = await counts()
    body = b'{"email": "ada@example.com", "x": "' + b"x" * size
    expected = (413, "request_entity_too_large", "Request body is larger than 16 KiB")
    assert error_of(await http.post(path, content=body[: size - 2] + b'"}', headers=JSON)) == expected
    assert await counts() == before


async def test_a_body_of_16_kib_is_read(http: httpx.AsyncClient) -> None:
    start = json.dumps({"email": "ada@example.com", "password": PASSWORD})[:-1].encode() + b', "unknown": "'
    body = start + b"x" * (16 * 1024 - len(start) - 2) + b'"}'
    assert (await http.post("/signup", content=body, headers=JSON)).status_code == 200


@pytest.mark.parametrize("text", ["Zoë 🔑", "名前", "a\nb", "\u202e", "</script>", "x" * 2000])
async def test_other_text_is_stored_unchanged(text: str, http: httpx.AsyncClient) -> None:
    session = await sign_up(http, full_name=text, nested={"list": [None, 1.5, True, {"deep": text}]})
    user = (await http.get("/user", headers=bearer(session))).json()
    assert user["user_metadata"]["full_name"] == text
    assert user["user_metadata"]["nested"] == {"list": [None, 1.5, True, {"deep": text}]}


@pytest.mark.parametrize("version", [None, "", "2023-12-31", "0001-01-01", "yesterday", "2024-01-01T00:00", "9" * 99])
async def test_an_older_client_gets_the_older_shape(version: str | None, http: httpx.AsyncClient) -> None:
    http.headers.pop("X-Supabase-Api-Version")
    headers = {"X-Supabase-Api-Version": version} if version is not None else {}
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": "12345"}, headers=headers)
    assert reply.status_code == 422
    assert reply.json() == {
        "code": 422,
        "error_code": "weak_password",
        "msg": "Password should be at least 6 characters.",
        "weak_password": {"reasons": ["length"]},
    }
    assert "X-Supabase-Api-Version" not in reply.headers
    assert reply.headers["X-Sb-Error-Code"] == "weak_password"


async def test_a_newer_client_gets_the_current_shape(http: httpx.AsyncClient) -> None:
    reply = await http.get("/user", headers={"X-Supabase-Api-Version": "2031-05-05"})
    assert error_of(reply) == (401, "no_authorization", "This endpoint requires a valid Bearer token")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/otps", "/verify/x", "/admin/users", "/admin/generate_link", "/x.js"])
async def test_an_unknown_path_is_not_found(method: str, path: str, http: httpx.AsyncClient) -> None:
    before = await counts()
    reply = await http.request(method, path, headers=VERSION)
    assert error_of(reply) == (404, "not_found", "Not found")
    assert await counts() == before


async def test_the_service_reports_its_health(http: httpx.AsyncClient, settings: Settings) -> None:
    reply = await http.get("/health")
    assert (reply.status_code, reply.json()) == (
        200,
        {"version": settings.BUILD, "name": "GoTrue", "description": f"{settings.PRODUCT_NAME} sign-in"},
    )


@pytest.mark.parametrize("autoconfirm", [True, False])
async def test_the_settings_list_enabled_features(
    autoconfirm: bool, http: httpx.AsyncClient, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = autoconfirm
    reply = await http.get("/settings")
    assert reply.status_code == 200
    body = reply.json()
    assert len(body["external"]) == 26
    assert [name for name, on in body.pop("external").items() if on] == ["email"]
    assert body == {
        "disable_signup": False,
        "mailer_autoconfirm": autoconfirm,
        "phone_autoconfirm": False,
        "sms_provider": "",
        "saml_enabled": False,
        "saml_private_key_next_configured": False,
        "passkeys_enabled": False,
        "sso_enabled": False,
        "manual_linking_enabled": False,
    }

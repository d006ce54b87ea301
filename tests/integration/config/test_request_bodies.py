"""Every endpoint that takes JSON rejects hostile bodies with a short error and changes nothing."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from core import json_text
from core.json_text import LARGE
from server import body_parser
from sync.requests import signed_in
from sync.requests.rate_limit import Allowance
from tests.support.portal.agency import Portal
from tests.support.servers.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

RESPONSE_MAX_BYTES = 2_000
SIGN_IN_MAX_BYTES = 16 * 1024
COMMON_FIELDS = ("id", "s", "content", "email", "password", "refresh_token", "what", "\ud800")
BODIES = {
    "no JSON": b"\x1f\x8b\x08",
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "bytes that are no text": b'{"id":"\xff\xfe"}',
    "no number": b'{"id":NaN,"s":NaN,"content":-Infinity,"email":NaN}',
    "a number without end": b'{"id":' + b"9" * 5_000 + b"}",
    "a number out of range": b'{"id":1e400,"s":1e400,"email":1e400,"content":1e308}',
    "brackets": b"[" * 100_000,
    "braces": b'{"id":' * 100_000,
    "deep inside": b'{"id":' + b"[" * 500 + b"]" * 500 + b"}",
    "a field twice": b'{"id":1,"id":2}',
    "a name without end": json.dumps({"k" * 100_000: 1}).encode(),
    "50,000 unknown fields": json.dumps(dict.fromkeys(map(str, range(50_000)), 1)).encode(),
    "500,000 numbers": b'{"id":[' + b"1," * 500_000 + b"1]}",
    "a megabyte of one text": b'{"id":"' + b"x" * 1_000_000 + b'"}',
    "NUL": b'{"id":"\\u0000","s":"\\u0000","content":"\\u0000","email":"\\u0000","\\u0000":1}',
    "half a pair": json.dumps(dict.fromkeys(COMMON_FIELDS, "\ud800")).encode(),
    "names of a JavaScript prototype": b'{"__proto__":{"id":1},"constructor":{"id":1}}',
}
# The status of each endpoint that checks something before the body: the id in the path, a setting, or OAuth's state.
STATUS_BEFORE_BODY = {
    "/auth/v1/callback": 303,
    "/auth/v1/factors/{factor_id}/challenge": 404,
    "/auth/v1/factors/{factor_id}/verify": 404,
    "/auth/v1/sso": 404,
}
# A change of an account requires no field, and the sign-in service ignores unknown fields.
IGNORED_FIELDS = {"a name without end", "names of a JavaScript prototype"}


def endpoints_with_body() -> Iterator[tuple[str, str]]:
    """The method and path of every operation in the OpenAPI document that has a request body."""
    for path, verbs in json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"].items():
        for verb, operation in verbs.items():
            if "requestBody" in operation:
                grant = "?grant_type=password" if path == "/auth/v1/token" else ""
                yield verb.upper(), path + grant


@pytest.mark.parametrize(("method", "path"), list(endpoints_with_body()))
async def test_an_unparsable_body_is_rejected(method: str, path: str, portal: Portal) -> None:
    async with portal.unchanged():
        for case, body in BODIES.items():
            reply = await portal.as_("maya").request(method, path, content=body)
            if path.startswith("/auth/v1/") and len(body) > SIGN_IN_MAX_BYTES:
                expected = {413, STATUS_BEFORE_BODY.get(path, 413)}
            elif path in STATUS_BEFORE_BODY:
                expected = {STATUS_BEFORE_BODY[path]}
            elif path == "/auth/v1/user" and case in IGNORED_FIELDS:
                expected = {200}
            else:
                expected = {400, 422}
            assert reply.status_code in expected, (case, reply.status_code, reply.text[:200])
            assert len(reply.content) < RESPONSE_MAX_BYTES, case
            assert expected & {200, 303} or "code" in reply.json(), case


async def test_a_query_of_a_thousand_fields_is_rejected(portal: Portal) -> None:
    fields = "&".join(f"a{number}=1" for number in range(1001))
    reply = await portal.as_("maya").get(f"/rest/v1/messages?client_id={portal.clients['maya']}&{fields}")
    expected = {"code": "bad_request", "message": "The query or the form cannot be read"}
    assert (reply.status_code, reply.json()) == (400, expected)


@pytest.fixture
def parse_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """For each parsed body of a signed-in request: "loop" (the event loop's thread) or "worker" (another thread)."""
    threads, loop_thread = list[str](), threading.get_ident()

    def record_parse(body: bytes) -> Any:
        threads.append("loop" if threading.get_ident() == loop_thread else "worker")
        return json_text.parsed(body)

    for module in (body_parser, signed_in):
        monkeypatch.setattr(module, "parsed", record_parse)
    return threads


def message_of(size: int) -> bytes:
    """A request body of `size` bytes: a message without `client_id`, which is invalid."""
    return b'{"content":"' + b"x" * (size - 14) + b'"}'


@pytest.mark.parametrize(
    ("name", "kind", "size", "status", "places"),
    [
        ("maya", "application/json", LARGE, 422, ["loop"]),
        ("maya", "application/json", LARGE + 1, 422, ["worker"]),
        ("maya", "application/offset+octet-stream", LARGE + 1, 400, []),
        (None, "application/json", LARGE + 1, 401, []),
    ],
)
async def test_a_large_body_is_parsed_off_the_event_loop_and_only_for_signed_in_users(
    name: str | None, kind: str, size: int, status: int, places: list[str], parse_threads: list[str], portal: Portal
) -> None:
    reply = await portal.as_(name).post("/rest/v1/messages", content=message_of(size), headers={"Content-Type": kind})
    assert (reply.status_code, parse_threads) == (status, places)


async def test_the_limit_comes_before_the_parse(
    parse_threads: list[str], portal: Portal, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.AUTH_RATE_LIMITS = True
    monkeypatch.setattr(signed_in, "_writes", Allowance(lambda: 0.0, limit=0, within_s=60.0))
    for size in (100, LARGE + 1):
        reply = await portal.as_("maya").post("/rest/v1/messages", content=message_of(size))
        assert (reply.status_code, reply.json()["code"], reply.headers["Retry-After"]) == (429, "too_many_writes", "61")
    assert parse_threads == []


async def test_the_body_of_a_request_that_only_reads_is_not_parsed(parse_threads: list[str], portal: Portal) -> None:
    reply = await portal.as_("maya").request("GET", "/rest/v1/clients", content=message_of(LARGE + 1))
    assert (reply.status_code, parse_threads) == (200, [])

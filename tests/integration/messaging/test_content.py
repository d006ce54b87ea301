"""`POST /rest/v1/messages` with an invalid body: the exact error, and no value changes."""

import json

import pytest

from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/messages"
JSON = {"Content-Type": "application/json"}
NO_JSON = (400, {"code": "bad_json", "message": "The body is not valid JSON"})
EMPTY = (422, {"code": "message_empty", "message": "A message needs text"})
NO_TEXT = "Input should be a valid string"
NO_UNICODE = "Input should be a valid string, unable to parse raw data as a unicode string"
NO_UUID = "UUID input should be a string, bytes or UUID object"
NO_OBJECT = "Input should be a valid dictionary or object to extract fields from"
EXTRA_FIELD = "Extra inputs are not permitted"
TOO_LONG = "String should have at most 20000 characters"


def invalid(**fields: str) -> tuple[int, Json]:
    """The error that names these fields; `_` is the whole body."""
    problems = [{"field": name.strip("_"), "message": message} for name, message in fields.items()]
    return 422, {"code": "invalid", "message": "The request is not valid", "fields": problems}


@pytest.mark.parametrize(
    ("_case", "body", "expected"),
    [
        ("empty", b"", invalid(_="Field required")),
        ("a blank", b" ", NO_JSON),
        ("cut off", b'{"id": "', NO_JSON),
        ("a form", b"content=Hello", NO_JSON),
        ("two values", b"{}{}", NO_JSON),
        ("not UTF-8", b'{"content": "\xff"}', NO_JSON),
        ("a raw NUL", b'{"content": "\x00"}', NO_JSON),
        ("too many digits", b'{"content": ' + b"1" * 5000 + b"}", NO_JSON),
        ("arrays nested very deeply", b"[" * 100_000, NO_JSON),
        ("objects nested very deeply", b'{"id":' * 100_000, NO_JSON),
        ("an array", b"[]", invalid(_=NO_OBJECT)),
        ("an array of messages", b'[{"content": "Hello"}]', invalid(_=NO_OBJECT)),
        ("null", b"null", invalid(_=NO_OBJECT)),
        ("a string", b'"Hello"', invalid(_=NO_OBJECT)),
        ("a number", b"5", invalid(_=NO_OBJECT)),
        ("nothing", b"{}", invalid(client_id="Field required", content="Field required")),
    ],
)
async def test_a_body_that_is_no_object_is_rejected(
    _case: str, body: bytes, expected: tuple[int, Json], portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, content=body, headers=JSON)
        assert (reply.status_code, reply.json()) == expected


@pytest.mark.parametrize(
    ("_case", "field", "value", "expected"),
    [
        ("no text", "content", "", EMPTY),
        ("blanks", "content", " \t\r\n\u00a0\u3000", EMPTY),
        ("zero-width characters", "content", "\u200b\u200d\u2060\ufeff\xad", EMPTY),
        ("direction marks", "content", "\u202e \u200f\u061c", EMPTY),
        ("filler characters", "content", "\u3164\u115f\uffa0\u2800\ufe0f\U000e0041", EMPTY),
        ("one character too many", "content", "x" * 20_001, invalid(content=TOO_LONG)),
        ("a million characters", "content", "x" * 1_000_000, invalid(content=TOO_LONG)),
        ("NUL", "content", "a\0b", invalid(content="Value error, NUL characters are not text")),
        ("a lone surrogate", "content", "\ud83d", invalid(content=NO_UNICODE)),
        ("a surrogate pair in the wrong order", "content", "\udd11\ud83d", invalid(content=NO_UNICODE)),
        ("null", "content", None, invalid(content=NO_TEXT)),
        ("a number", "content", 5, invalid(content=NO_TEXT)),
        ("not a number", "content", float("nan"), invalid(content=NO_TEXT)),
        ("a boolean", "content", True, invalid(content=NO_TEXT)),
        ("an array", "content", ["Hello"], invalid(content=NO_TEXT)),
        ("an object", "content", {"text": "Hello"}, invalid(content=NO_TEXT)),
        ("null", "id", None, invalid(id=NO_UUID)),
        ("a number", "id", 5, invalid(id=NO_UUID)),
        ("an array", "id", [], invalid(id=NO_UUID)),
        ("no id", "id", "", invalid(id="Input should be a valid UUID, invalid length: found 0")),
        ("version 1", "id", "c232ab00-9414-11ec-b3c8-9f6bdeced846", invalid(id="UUID version 7 expected")),
        ("version 4", "id", "0b0f3a3e-6c53-4c8e-9a41-2f6f0f8d1c11", invalid(id="UUID version 7 expected")),
        ("all zeros", "id", "00000000-0000-0000-0000-000000000000", invalid(id="UUID version 7 expected")),
        ("another variant", "id", "01a1fe01-52be-7415-0bf8-8d9ca2b45684", invalid(id="UUID version 7 expected")),
        ("null", "client_id", None, invalid(client_id=NO_UUID)),
        ("a number", "client_id", 5, invalid(client_id=NO_UUID)),
        (
            "a name for an id",
            "sender_id",
            "ana",
            invalid(sender_id="Input should be a valid UUID, invalid character: found `n` at 1"),
        ),
        ("the server's field", "created_at", "2020-01-01T00:00:00.000000Z", invalid(created_at=EXTRA_FIELD)),
        ("a field that is called body", "body", {}, invalid(body=EXTRA_FIELD)),
        ("a field without a name", "", 1, invalid(_=EXTRA_FIELD)),
        ("a name that is no text", "\ud83d", 1, invalid(_=NO_UNICODE)),
        ("nested", "x", [[[[[[[[]]]]]]]], invalid(x=EXTRA_FIELD)),
    ],
)
async def test_a_bad_field_is_rejected_by_name(
    _case: str, field: str, value: object, expected: tuple[int, Json], portal: Portal
) -> None:
    body = json.dumps(portal.message() | {field: value}).encode()
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, content=body, headers=JSON)
        assert (reply.status_code, reply.json()) == expected


@pytest.mark.parametrize("field", ["client_id", "content"])
async def test_a_missing_field_is_rejected_by_name(field: str, portal: Portal) -> None:
    body = portal.message()
    del body[field]
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=body)
        assert (reply.status_code, reply.json()) == invalid(**{field: "Field required"})


async def test_all_bad_fields_are_named_at_once(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json={"id": 5, "content": 5, "x": 1})
        expected = invalid(id=NO_UUID, client_id="Field required", content=NO_TEXT, x=EXTRA_FIELD)
        assert (reply.status_code, reply.json()) == expected


@pytest.mark.parametrize(
    "text", ["x" * 20_000, "🔑" * 20_000, "a\nb\tc\r\n", "\u202etxt", "👩\u200d💻", "</script>", "  kept  ", "名前 é"]
)
async def test_other_text_is_stored_unchanged(text: str, portal: Portal) -> None:
    message = await portal.post("maya", text)
    assert message["content"] == text
    page = await portal.as_("ana").get(PATH, params={"client_id": message["client_id"]})
    assert page.json()["rows"] == [message]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
async def test_the_body_is_parsed_as_json_for_any_content_type(kind: str, portal: Portal) -> None:
    body = json.dumps(portal.message()).encode()
    reply = await portal.as_("maya").post(PATH, content=body, headers={"Content-Type": kind})
    assert reply.status_code == 201

"""Untrusted JSON is read strictly, and a large body with many values is rejected before it is parsed."""

import json

import pytest

from core.json_text import LARGE, VALUES_MAX, parsed

PAD = "x" * LARGE


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, "two", None, {"b": 3.5}]},
        {"texts": [",,,," * 10_000, '"' * 20_000, "\\" * 20_001, '\\",' * 10_000, "\n,"], "pad": PAD},
        {"pad": PAD, "values": list(range(VALUES_MAX - 2))},
    ],
)
def test_json_that_devices_send_is_parsed(value: object) -> None:
    assert parsed(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"1," * (VALUES_MAX + 1) + b'"' + PAD.encode() + b'"]',
        b"[" + b"[]," * 300_000 + b"[]]",
        b"[" + b'"",' * 300_000 + b'""]',
        b'{"a":1,"a":2}',
        json.dumps({str(number): 1 for number in range(51)}).encode(),
        b"{",
    ],
    ids=["numbers", "lists", "texts", "a field twice", "51 fields", "no JSON"],
)
def test_json_that_no_device_sends_is_rejected(body: bytes) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parsed(body)
    assert len(str(error.value)) < 200

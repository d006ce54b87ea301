"""Log lines of failures have the id of their request or connection, and no text that a user wrote."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from config import asgi
from server import logs
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CANARY = "dear Ana, the invoice is wrong"


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """Everything that is logged during the test, in the product's format."""
    assert asgi.application  # its import configures the log
    text = io.StringIO()
    handler, root = logging.StreamHandler(text), logging.getLogger()
    handler.setFormatter(logs.JsonLines())
    root.addHandler(handler)
    yield text
    root.removeHandler(handler)


def lines(log_output: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log_output.getvalue().splitlines()]


async def test_log_lines_of_a_failed_request_have_its_id(
    portal: Portal, log_output: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr("messaging.access.threads_for", broken)
    reply = await portal.as_("maya").post("/rest/v1/messages", json=portal.message(CANARY))
    assert reply.status_code == 500
    entry = next(line for line in lines(log_output) if "error" in line)
    assert {line["request"] for line in lines(log_output)} == {reply.headers["X-Request-Id"]}
    assert entry["request"] == reply.headers["X-Request-Id"]
    assert (entry["level"], entry["message"]) == ("error", "POST /rest/v1/messages failed")
    assert entry["error"]["type"] == "builtins.ValueError"
    assert CANARY not in log_output.getvalue()
    assert portal.users["maya"].token not in log_output.getvalue()


async def test_a_rejected_request_is_logged_with_its_user(
    portal: Portal, log_output: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "http")
    assert (await portal.as_("maya").get("/rest/v1/audit_log")).status_code == 403
    assert (await portal.as_(None).get("/rest/v1/audit_log")).status_code == 401
    request_lines = [line for line in lines(log_output) if line["message"] == "answered"]
    assert [(line["route"], line["status"], line.get("user")) for line in request_lines] == [
        ("/rest/v1/audit_log", 403, str(portal.users["maya"].id)),
        ("/rest/v1/audit_log", 401, None),
    ]


async def test_log_lines_of_a_failed_connection_have_its_id(
    portal: Portal, sockets: Opener, log_output: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr("sync.queries.resolve", broken)
    for _ in range(2):
        device = sockets(portal.users["maya"].token)
        await device.open()
        device.send("hello", **device.greeting())
        assert await device.close_code() == 4001
    connection_ids = {line["connection"] for line in lines(log_output)}
    assert len(connection_ids) == 2
    assert CANARY not in log_output.getvalue()


async def test_signed_urls_and_search_words_are_not_logged(
    portal: Portal, log_output: io.StringIO, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Lines have the endpoint's pattern instead of the URL, in failures too."""
    caplog.set_level(logging.INFO, "http")
    secret = "0123456789abcdef0123456789abcdef:secret:1tQx9Z:signature"
    for path in (f"/functions/v1/export-data/{secret}", f"/embeds/chatbot/{secret}", f"/nowhere/{secret}"):
        await portal.as_("maya").get(path)
    await portal.as_("maya").get("/rest/v1/messages/search", params={"q": "confidential plans"})

    def broken(*_: object, **__: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr("accounts.queries.export", broken)
    url = (await portal.as_("maya").post("/functions/v1/export-data")).json()["address"]
    assert (await portal.as_("maya").get(url)).status_code == 500
    output = log_output.getvalue()
    assert '"route": "/functions/v1/export-data/<token>"' in output
    django_messages = [line["message"] for line in lines(log_output) if line["logger"] == "django.request"]
    assert django_messages == ["Internal Server Error: /functions/v1/export-data/<token>"]
    parts = url.rpartition("/")[2].split(":")
    for secret_text in ("secret", "signature", "confidential", "plans", *parts, CANARY):
        assert secret_text not in output

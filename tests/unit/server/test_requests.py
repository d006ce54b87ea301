"""Limits of a request: one minute to arrive completely, or to begin; and a size of its body by its path."""

import json

import pytest

from server.daphne.request_limits import TIMEOUT_S, BoundedFactory
from server.headers import HEADERS, PRIVATE
from tests.support.servers.http_caller import HEAD, Caller


@pytest.mark.parametrize(
    ("text", "dribbled"),
    [
        (b"", b""),
        (b"", b"GET /" + b"x" * 200),
        (b"GET / HTTP/1.1\r\n", b"A-Header: value\r\n"),
        (HEAD, b""),
        (HEAD, b"x"),
    ],
    ids=["nothing", "a slow line", "slow headers", "no body", "a slow body"],
)
def test_a_request_that_does_not_arrive_in_time_ends_the_connection(text: bytes, dribbled: bytes) -> None:
    caller = Caller(BoundedFactory)
    if text:
        caller.channel.dataReceived(text)
    assert caller.stays_open(TIMEOUT_S - 1, dribbled)
    assert not caller.stays_open(1, dribbled)
    assert caller.server.started == 0


def test_the_timeout_begins_with_the_request() -> None:
    caller = Caller(BoundedFactory)
    assert caller.stays_open(TIMEOUT_S - 1)
    caller.channel.dataReceived(HEAD)
    assert caller.stays_open(TIMEOUT_S - 1, b"x")
    caller.channel.dataReceived(b"x" * 1000)
    assert caller.server.started == 1


def test_a_received_request_has_no_timeout() -> None:
    caller = Caller(BoundedFactory)
    caller.channel.dataReceived(HEAD + b"x" * 1000)
    assert caller.stays_open(10 * TIMEOUT_S)
    assert caller.server.started == 1


def test_a_rejected_body_gets_the_headers_of_every_response() -> None:
    caller = Caller(BoundedFactory)
    caller.channel.dataReceived(HEAD.replace(b"1000", b"99999999"))
    head, _, body = caller.transport.value().decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert status == "HTTP/1.1 413 Request Entity Too Large"
    assert headers.items() >= (HEADERS | PRIVATE).items()
    assert (json.loads(body)["code"], int(headers["Content-Length"])) == ("request_entity_too_large", len(body))
    assert caller.server.started == 0


@pytest.mark.parametrize(
    ("path", "max_bytes"),
    [
        (b"/auth/v1/signup", 16 * 1024),
        (b"/auth/v1/token?grant_type=refresh_token", 16 * 1024),
        (b"/functions/v1/stripe-webhook", 256 * 1024),
        (b"/rest/v1/messages", 1024 * 1024),
    ],
)
def test_a_body_over_its_routes_limit_is_rejected_before_it_is_read(path: bytes, max_bytes: int) -> None:
    for size, is_rejected in ((max_bytes, False), (max_bytes + 1, True)):
        caller = Caller(BoundedFactory)
        caller.channel.dataReceived(HEAD.replace(b"/rest/v1/messages", path).replace(b"1000", str(size).encode()))
        assert (b"413" in caller.transport.value()) is is_rejected


def test_the_repr_of_a_bounded_request_hides_its_address() -> None:
    """Daphne logs the request when the server ends before the application does."""
    caller = Caller(BoundedFactory)
    caller.channel.dataReceived(HEAD.replace(b"/rest/v1/messages", b"/functions/v1/export-data/secret?q=words"))
    request = caller.channel.requests[0]
    assert "secret" not in repr(request)
    assert "words" not in repr(request)

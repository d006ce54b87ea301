"""A fake Sentry that reads the envelopes which its official client sends."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Json = dict[str, Any]
KEY = "0123456789abcdef0123456789abcdef"


class FakeSentry:
    """The received events, and the raw bodies."""

    def __init__(self, address: str) -> None:
        self.dsn = f"http://{KEY}@{address}/7"
        self.events: list[Json] = []
        self.kinds: list[str] = []
        self.bodies: list[bytes] = []

    def receive(self, request: Request) -> Response:
        """Read an envelope: a line with its header, then for each item a line with a header and a line with content."""
        assert f"sentry_key={KEY}" in request.headers["X-Sentry-Auth"]
        body = gzip.decompress(request.data) if request.headers.get("Content-Encoding") == "gzip" else request.data
        self.bodies.append(body)
        _, *items = body.rstrip(b"\n").split(b"\n")
        for header, content in zip(items[::2], items[1::2], strict=True):
            self.kinds.append(json.loads(header)["type"])
            self.events.append(json.loads(content))
        return Response("{}", content_type="application/json")


@contextmanager
def fake_sentry() -> Iterator[FakeSentry]:
    """A fake on a port of its own."""
    with HTTPServer(host="127.0.0.1") as server:
        fake = FakeSentry(f"127.0.0.1:{server.port}")
        server.expect_request("/api/7/envelope/", method="POST").respond_with_handler(fake.receive)
        yield fake

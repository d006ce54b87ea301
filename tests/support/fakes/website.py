"""A small website with pages that a test supplies, on a second loopback address."""

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.support.fakes.http_server import Answering, listening

# A setting allows this address; 127.0.0.1 stays private.
ADDRESS = "127.0.0.2"


class Pages(dict[str, tuple[str, bytes]]):
    """Content type and content by path; all other paths are 404. `packed` has content encodings by path, `slow` is a
    path that sends one byte every 0.05 s, and `requested` lists the requested paths."""

    url = ""
    slow = ""

    def __init__(self) -> None:
        super().__init__()
        self.packed: dict[str, str] = {}
        self.requested: list[str] = []


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The running website, without pages."""
    website = Pages()

    class Handler(Answering):
        def do_GET(self) -> None:
            website.requested.append(self.path)
            kind, body = website.get(self.path, ("text/plain", b""))
            packed = {"Content-Encoding": website.packed[self.path]} if self.path in website.packed else {}
            headers = {"Content-Type": kind, **packed}
            if self.path == website.slow:
                self.drip(body, headers)
            else:
                self.reply(200 if self.path in website else 404, body, headers)

        def drip(self, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(200)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the client may disconnect before the end
                for at in range(len(body)):
                    self.wfile.write(body[at : at + 1])
                    time.sleep(0.05)

    with listening(Handler, ADDRESS) as website.url:
        yield website

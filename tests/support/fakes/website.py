"""A small website of pages that a test writes, on this machine's other loopback address."""

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.support.fakes.http_server import Answering, listening

# Which a setting allows; 127.0.0.1 stays private.
ADDRESS = "127.0.0.2"


class Pages(dict[str, tuple[str, bytes]]):
    """By path: content type and content. All others are not there. `packed` says how a content is encoded, by path;
    what is `slow` comes a byte each twentieth of a second; `asked` are the paths that were asked for."""

    url = ""
    slow = ""

    def __init__(self) -> None:
        super().__init__()
        self.packed: dict[str, str] = {}
        self.asked: list[str] = []


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The website, open and without a page."""
    made = Pages()

    class Handler(Answering):
        def do_GET(self) -> None:
            made.asked.append(self.path)
            kind, body = made.get(self.path, ("text/plain", b""))
            packed = {"Content-Encoding": made.packed[self.path]} if self.path in made.packed else {}
            headers = {"Content-Type": kind, **packed}
            if self.path == made.slow:
                self.drip(body, headers)
            else:
                self.reply(200 if self.path in made else 404, body, headers)

        def drip(self, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(200)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # nobody waits for the end of it
                for at in range(len(body)):
                    self.wfile.write(body[at : at + 1])
                    time.sleep(0.05)

    with listening(Handler, ADDRESS) as made.url:
        yield made

"""A small website of pages that a test writes, on this machine's other loopback address."""

from collections.abc import Iterator

import pytest

from tests.support.listening import Answering, listening

# Which a setting allows; 127.0.0.1 stays private.
ADDRESS = "127.0.0.2"


class Pages(dict[str, tuple[str, bytes]]):
    """By path: content type and content. All others are not there."""

    url = ""


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The website, open and without a page."""
    made = Pages()

    class Handler(Answering):
        def do_GET(self) -> None:
            kind, body = made.get(self.path, ("text/plain", b""))
            self.reply(200 if self.path in made else 404, body, {"Content-Type": kind})

    with listening(Handler, ADDRESS) as made.url:
        yield made

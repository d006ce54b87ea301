"""A small website of pages that a test writes, on this machine's other loopback address."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

# Which a setting allows; 127.0.0.1 stays private.
ADDRESS = "127.0.0.2"


class Pages(dict[str, tuple[str, bytes]]):
    """By path: content type and content. All others are not there."""

    url = ""


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The website, open and without a page."""
    made = Pages()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = made.get(self.path, ("text/plain", b""))
            self.send_response(200 if self.path in made else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer((ADDRESS, 0), Handler)
    made.url = f"http://{ADDRESS}:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()

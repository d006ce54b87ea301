"""A small HTTP server on a local address, whose responses a test defines."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Answering(BaseHTTPRequestHandler):
    """The base of a test's request handler: a subclass defines `do_GET` or `do_POST` and calls `reply`."""

    def reply(self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> None:
        """Send a response with this body and its length."""
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, because nobody reads it."""


@contextmanager
def listening(answering: type[Answering], host: str = "127.0.0.1") -> Iterator[str]:
    """The URL of a server that runs until the end of the block."""
    server = ThreadingHTTPServer((host, 0), answering)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

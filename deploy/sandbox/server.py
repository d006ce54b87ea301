"""A small web server for the fakes; each fake responds to the paths that it knows."""

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

BODY_MAX = 24 * 1024 * 1024  # a part of a video
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Request:
    """A request. `credentials` are those of HTTP Basic, "" if there are none; header names are in lower case."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    credentials: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)
    query_text: str = ""
    body: bytes = b""


@dataclass(frozen=True)
class Answer:
    """A response. Only pages of the origin `framed_by` may frame it. `pieces` are sent as chunks, one by one."""

    status: int
    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    framed_by: str = ""
    pieces: Iterator[bytes] | None = None


class Provider(Protocol):
    """A fake of one provider."""

    def answer(self, request: Request) -> Answer | None:
        """Return the response, or None if the path is another provider's."""


def in_json(value: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value).encode(), "application/json")


def redirect(address: str, status: int = 302) -> Answer:
    return Answer(status, headers={"Location": address})


def serve(host: str, port: int, providers: Sequence[Provider]) -> None:
    """Serve the providers until the process ends."""
    _Server((host, port), providers).serve_forever()


class _Server(ThreadingHTTPServer):
    def __init__(self, address: tuple[str, int], providers: Sequence[Provider]) -> None:
        super().__init__(address, _Handler)
        self.providers = providers


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"
    server_version = "pulseboard-sandbox"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one write per response: a second one would wait 40 ms for an ACK

    def do_GET(self) -> None:
        self._do(b"")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > BODY_MAX or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            self._send(Answer(413, b"Too large", "text/plain"))
            return
        self._do(self.rfile.read(int(length)))

    def do_DELETE(self) -> None:
        self.do_POST()

    def do_OPTIONS(self) -> None:
        self._do(b"")

    def _do(self, body: bytes) -> None:
        parts = urlsplit(self.path)
        is_form = self.headers.get("Content-Type", FORM).startswith(FORM)
        request = Request(
            method=self.command,
            path=parts.path,
            query=dict(parse_qsl(parts.query)),
            form=dict(parse_qsl(body.decode("utf-8", "replace"))) if is_form else {},
            credentials=basic(self.headers.get("Authorization", "")),
            headers={name.lower(): text for name, text in self.headers.items()},
            query_text=parts.query,
            body=body,
        )
        response = next((answer for each in self.server.providers if (answer := each.answer(request))), None)
        self._send(response or Answer(404, b"Not found", "text/plain"))

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.kind)
        if answer.pieces is None:
            self.send_header("Content-Length", str(len(answer.body)))
        else:
            self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if answer.framed_by:
            self.send_header("Content-Security-Policy", f"frame-ancestors {answer.framed_by}")
        else:
            self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(answer.body)
        if answer.pieces is not None:
            self._send_chunks(answer.pieces)

    def _send_chunks(self, pieces: Iterator[bytes]) -> None:
        try:
            for piece in pieces:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
        except OSError:  # the client is gone, or the test ordered a broken connection
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, because the product logs its own requests."""


def basic(header: str) -> tuple[str, str]:
    """Return the name and password of HTTP Basic, or two empty strings."""
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    try:
        name, _, password = b64decode(text, validate=True).decode().partition(":")
    except ValueError:
        return "", ""
    return name, password

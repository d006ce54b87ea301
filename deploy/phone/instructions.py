"""The page that the QR code opens: it installs the certificate and leads to the app. Plain HTTP, without secrets."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from string import Template
from threading import Thread

CERTIFICATE = "/pulseboard.crt"
PAGE = Template(Path(__file__).with_name("instructions.html").read_text(encoding="utf-8"))


def page(app: str) -> bytes:
    """The page for the app at the URL `app`."""
    return PAGE.substitute(app=app, certificate=CERTIFICATE).encode()


def serve(address: str, port: int, app: str, certificate: bytes) -> ThreadingHTTPServer:
    """Serve the page and the authority's certificate (DER) in a thread. Raises OSError if the port is in use."""
    responses = {
        "/": ("text/html; charset=utf-8", page(app)),
        # Phones offer to install a file of this type.
        CERTIFICATE: ("application/x-x509-ca-cert", certificate),
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, content = responses.get(self.path, ("text/plain", b"Not found\n"))
            self.send_response(200 if self.path in responses else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: the terminal shows the QR code."""

    server = ThreadingHTTPServer((address, port), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    return server

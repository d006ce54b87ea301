"""A small website for scans, with an optional picture of 2 MB."""

import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

# A second loopback address, which a setting allows for scans; 127.0.0.1 stays forbidden.
ADDRESS = "127.0.0.2"
SLOW_S = 0.4
CACHED = {"Cache-Control": "max-age=31536000"}


def picture(width: int, height: int) -> bytes:
    """A PNG of noise, which does not compress: three bytes for each pixel."""
    dots = Random(1)
    rows = b"".join(b"\0" + dots.randbytes(width * 3) for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


class FixtureSite:
    """The website. `hero` is the picture above the text; `private` is a local port that the page tries to reach."""

    def __init__(self, url: str, private: int) -> None:
        self.url = url
        self.private = private
        self.has_hero = False
        self.hero = picture(900, 760)
        self.small = picture(60, 50)

    def page(self) -> str:
        """The page's HTML. The picture is the largest element, loads late and has no size, so it shifts the text."""
        hero = '<img src="hero.png" alt="Bread" style="width:100%">' if self.has_hero else ""
        port = self.private
        return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Bakery</title>
<meta name="viewport" content="width=device-width"><body>{hero}
<h1>Bread, every day</h1><p>We bake at four in the morning.</p>
<img src="small.png" width="60" height="50" alt=""><img src="away" width="1" height="1" alt="">
<img src="http://127.0.0.1:{port}/a" width="1" height="1" alt=""><iframe src="http://localhost:{port}/b" hidden></iframe>
<link rel="stylesheet" href="http://0.0.0.0:{port}/c"><script>
fetch("http://[::1]:{port}/d").catch(() => 0); new WebSocket("ws://127.0.0.3:{port}/e");
new RTCPeerConnection({{iceServers: [{{urls: "stun:127.0.0.1:{port}"}}]}}).createDataChannel("f");
</script></body></html>"""


@contextmanager
def fixture_site(private: int) -> Iterator[FixtureSite]:
    """The running website."""

    def hero(_: Request) -> Response:
        late.wait(SLOW_S)
        return Response(site.hero, headers=CACHED, content_type="image/png")

    late = threading.Event()
    with HTTPServer(ADDRESS, threaded=True) as server:
        site = FixtureSite(server.url_for("/"), private)
        server.no_handler_status_code = 404
        server.expect_request("/").respond_with_handler(
            lambda _: Response(site.page(), headers=CACHED, content_type="text/html")
        )
        server.expect_request("/hero.png").respond_with_handler(hero)
        server.expect_request("/small.png").respond_with_data(site.small, headers=CACHED, content_type="image/png")
        server.expect_request("/away").respond_with_data("", 302, {"Location": f"http://127.0.0.1:{private}/away"})
        yield site
        late.set()

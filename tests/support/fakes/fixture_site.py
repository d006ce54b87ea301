"""A small website for scans, with an optional picture of 2 MB."""

import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.support.fakes.http_server import Answering, listening

# A second loopback address, which a setting allows; 127.0.0.1 stays private.
ADDRESS = "127.0.0.2"
SLOW_S = 0.4


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

    class Handler(Answering):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/away":
                self.reply(302, headers={"Location": f"http://127.0.0.1:{private}/away"})
                return
            pictures = {"/hero.png": site.hero, "/small.png": site.small}
            if path == "/hero.png":
                late.wait(SLOW_S)
            body = pictures.get(path, site.page().encode() if path == "/" else b"")
            kind = "image/png" if path in pictures else "text/html; charset=utf-8"
            self.reply(200 if body else 404, body, {"Content-Type": kind, "Cache-Control": "max-age=31536000"})

    late = threading.Event()
    with listening(Handler, ADDRESS) as url:
        site = FixtureSite(f"{url}/", private)
        yield site
        late.set()

"""Draws the small picture of a picture, or of the first page of a PDF: a program that previews.py starts.

`python -I drawing.py TYPE < FILE > PICTURE` ends with 0 and a WebP of at most 1,000 pixels each way. What people send
may be made to break whoever reads it: this reads it in a process of its own, which can do next to nothing else.
"""

import io
import resource
import sys
from contextlib import suppress

import pypdfium2
from PIL import Image, ImageOps

SIDE = 1000
QUALITY = 78
FORMATS = ("JPEG", "PNG", "GIF")
PLAIN = frozenset({"L", "LA", "RGB", "RGBA"})
# A telephone's largest pictures; a JPEG is reduced while it is read, so that of those few pixels are ever there.
MOST_PIXELS = 80_000_000
MOST_MEMORY = 1024 * 1024 * 1024
MOST_S = 20


def main(kind: str) -> int:
    """Exit code 0 if a picture was written."""
    _confine()
    content = sys.stdin.buffer.read()
    drawn = _first_page(content) if kind == "application/pdf" else _reduced(content)
    if drawn is None:
        return 1
    drawn.save(sys.stdout.buffer, "WEBP", quality=QUALITY)
    return 0


def _confine() -> None:
    """So much memory and time, and no file is written."""
    limits = ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_S), (resource.RLIMIT_FSIZE, 0))
    for what, most in limits:
        with suppress(OSError, ValueError):  # not every system knows each of them
            resource.setrlimit(what, (most, most))


def _reduced(content: bytes) -> Image.Image | None:
    Image.MAX_IMAGE_PIXELS = None  # counted below, where it is known how many will be read
    with Image.open(io.BytesIO(content), formats=FORMATS) as image:
        image.draft(None, (2 * SIDE, 2 * SIDE))
        if image.width * image.height > MOST_PIXELS:
            return None
        plain = image if image.mode in PLAIN else image.convert("RGBA" if image.has_transparency_data else "RGB")
        plain.thumbnail((SIDE, SIDE))
        return ImageOps.exif_transpose(plain)


def _first_page(content: bytes) -> Image.Image:
    page = pypdfium2.PdfDocument(content)[0]
    scale = SIDE / max(1.0, *page.get_size())
    drawn: Image.Image = page.render(scale=scale, may_draw_forms=False).to_pil()
    drawn.thumbnail((SIDE, SIDE))  # it rounds up
    return drawn


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

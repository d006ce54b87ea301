"""A sandboxed program (core/sandboxed_process.py) that draws the preview of a picture or of a PDF's first page.

Its arguments are the content type and the maximum width and height in pixels. Its standard input is the file, its
output a WebP.
"""

import io
import sys

import pypdfium2
from PIL import Image, ImageOps

QUALITY = 78
FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
DIRECT_MODES = frozenset({"L", "LA", "RGB", "RGBA"})
# As many as the largest pictures of phones have. JPEGs are reduced while they are decoded, which saves memory.
MAX_PIXELS = 80_000_000


def main(kind: str, side: int) -> int:
    """Exit code 0 if a picture was written."""
    content = sys.stdin.buffer.read()
    drawn = _first_page(content, side) if kind == "application/pdf" else _reduced(content, side)
    if drawn is None:
        return 1
    drawn.save(sys.stdout.buffer, "WEBP", quality=QUALITY)
    return 0


def _reduced(content: bytes, side: int) -> Image.Image | None:
    Image.MAX_IMAGE_PIXELS = None  # the size is checked below instead, after `draft` has reduced it
    with Image.open(io.BytesIO(content), formats=FORMATS) as image:
        image.draft(None, (2 * side, 2 * side))
        if image.width * image.height > MAX_PIXELS:
            return None
        picture = (
            image if image.mode in DIRECT_MODES else image.convert("RGBA" if image.has_transparency_data else "RGB")
        )
        picture.thumbnail((side, side))
        try:
            return ImageOps.exif_transpose(picture)
        except Exception:  # damaged metadata; browsers show such a picture without rotation
            return picture


def _first_page(content: bytes, side: int) -> Image.Image:
    page = pypdfium2.PdfDocument(content)[0]
    scale = side / max(1.0, *page.get_size())
    drawn: Image.Image = page.render(scale=scale, may_draw_forms=False).to_pil()
    drawn.thumbnail((side, side))  # rendering rounds the size up
    return drawn


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))

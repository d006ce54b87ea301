"""Draws the product's mark and a play button for mails as PNG, because most mail programs show no SVG."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

CACHE_SIZE = 32  # pictures; each color has two
SIDE, SCALE = 112, 4  # pixels, twice the largest size on screen; drawn `SCALE` times larger, so that edges are smooth
# The mark in a square of 32 (pwa/src/ui/brand/logo.tsx).
UNITS, CORNER, STROKE = 32, 8, 2.5
PULSE = ((4, 17), (9.2, 17), (12.3, 9.4), (17.9, 24.2), (21.9, 13.8), (23.5, 17), (28, 17))
TRIANGLE = ((12.5, 9.5), (12.5, 22.5), (23.5, 16))


@lru_cache(CACHE_SIZE)
def mark(color: str, on_color: str) -> bytes:
    """The product's mark on a square of `color`."""
    picture, pen, unit = _canvas()
    pen.rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), CORNER * unit, fill=color)
    points = [(x * unit, y * unit) for x, y in PULSE]
    pen.line(points, fill=on_color, width=round(STROKE * unit), joint="curve")
    for x, y in (points[0], points[-1]):  # round ends
        radius = STROKE * unit / 2
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=on_color)
    return _png(picture)


@lru_cache(CACHE_SIZE)
def play(color: str) -> bytes:
    """A white disc with a triangle of `color`."""
    picture, pen, unit = _canvas()
    pen.ellipse((0, 0, picture.width - 1, picture.height - 1), fill="#ffffff")
    pen.polygon([(x * unit, y * unit) for x, y in TRIANGLE], fill=color)
    return _png(picture)


def _canvas() -> tuple[Image.Image, ImageDraw.ImageDraw, float]:
    side = SIDE * SCALE
    picture = Image.new("RGBA", (side, side))
    return picture, ImageDraw.Draw(picture), side / UNITS


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()

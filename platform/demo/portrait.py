"""The demo admin's picture: a drawn face, because no real person should stand for an invented one."""

import io

from PIL import Image, ImageDraw

from files.buckets import PORTRAIT_PX

SCALE = 4  # drawn larger and then reduced, so that edges are smooth
BACK, HAIR, SKIN, SHADE, LIPS, BLOUSE = "#f2d8c2", "#3b2622", "#dba37f", "#c68a68", "#a9504c", "#1f5f5b"


def draw() -> bytes:
    """The picture as JPEG, PORTRAIT_PX wide and high."""
    size = PORTRAIT_PX * SCALE
    picture = Image.new("RGB", (size, size), BACK)
    pen = ImageDraw.Draw(picture)

    def ellipse(left: int, top: int, right: int, bottom: int, color: str) -> None:
        pen.ellipse((left * SCALE, top * SCALE, right * SCALE, bottom * SCALE), fill=color)

    def box(left: int, top: int, right: int, bottom: int, color: str) -> None:
        pen.rectangle((left * SCALE, top * SCALE, right * SCALE, bottom * SCALE), fill=color)

    ellipse(58, 34, 198, 190, HAIR)
    box(58, 112, 90, 196, HAIR)
    box(166, 112, 198, 196, HAIR)
    box(108, 160, 148, 214, SHADE)
    ellipse(28, 200, 228, 340, BLOUSE)
    ellipse(104, 192, 152, 226, SHADE)
    ellipse(80, 58, 176, 186, SKIN)
    pen.pieslice((74 * SCALE, 40 * SCALE, 184 * SCALE, 150 * SCALE), 180, 318, fill=HAIR)
    for x in (106, 150):
        ellipse(x - 6, 116, x + 6, 126, "#2a1b18")
        pen.arc(((x - 13) * SCALE, 98 * SCALE, (x + 13) * SCALE, 122 * SCALE), 200, 340, fill=HAIR, width=4 * SCALE)
    pen.arc((118 * SCALE, 120 * SCALE, 138 * SCALE, 146 * SCALE), 20, 160, fill=SHADE, width=4 * SCALE)
    pen.chord((108 * SCALE, 140 * SCALE, 148 * SCALE, 168 * SCALE), 15, 165, fill=LIPS)
    buffer = io.BytesIO()
    picture.resize((PORTRAIT_PX, PORTRAIT_PX), Image.Resampling.LANCZOS).save(buffer, "JPEG", quality=88)
    return buffer.getvalue()

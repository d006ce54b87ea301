"""The demo's files: generated pictures and a document, and a film, stored by the files app as usual."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from core.actor import Actor
from demo import portrait
from files import services as files
from files.buckets import ATTACHMENTS, PORTRAIT_PX, PORTRAITS, REPORT_VIDEOS, address
from files.providers.storage.backend import file_storage

FILM = "Your week in nine seconds.mp4"
FACE = "Ana.jpg"
WIDE, HIGH, SEA = 1500, 1000, 620
LINES = (
    ("F2 20", "What weighs what"),
    ("F1 11", "harborcoffee.example/menu, on a phone, today"),
    ("F1 12", ""),
    ("F2 12", "Picture at the top                1,410 kB"),
    ("F1 12", "Everything else on the page     312 kB"),
    ("F1 12", ""),
    ("F1 12", "The same picture, 1,500 pixels wide and well compressed, has 180 kB."),
    ("F1 12", "With it, the page appears after 2.1 seconds instead of 4.8."),
)


def store(*, actor: Actor, file_id: UUID, title: str) -> str:
    """Upload one of the demo's files for `actor` in one part. Returns its URL."""
    content_type, create = FILES[title]
    content, pixels = create()
    bucket = {FILM: REPORT_VIDEOS, FACE: PORTRAITS}.get(title, ATTACHMENTS)
    upload = files.begin(
        actor=actor, upload_id=file_id, bucket=bucket.name, title=title, content_type=content_type, length=len(content)
    )
    file_storage().put(file_id, 0, content)
    files.advance(actor=actor, upload_id=file_id, offset=0, size=len(content), content_type=content_type)
    file_storage().assemble(file_id, f"{upload.bucket}/{upload.name}", content_type, len(content))
    files.complete(actor=actor, upload_id=file_id, pixels=pixels)
    return address(upload.bucket, upload.name)


def _harbor() -> tuple[bytes, tuple[int, int]]:
    """A picture of a harbor at sunrise, with its size in pixels."""
    sky = ImageOps.colorize(
        Image.linear_gradient("L").resize((WIDE, SEA)), black="#24365c", mid="#c9737d", white="#f7c98b"
    )
    drawing = ImageDraw.Draw(sky)
    drawing.ellipse((960, 430, 1110, 580), fill="#fff0cf")
    drawing.polygon(((0, SEA), (0, 520), (240, 470), (520, 560), (760, 540), (1020, SEA)), fill="#4a4361")
    picture = Image.new("RGB", (WIDE, HIGH))
    picture.paste(sky)
    water = ImageOps.flip(sky).crop((0, 0, WIDE, HIGH - SEA)).filter(ImageFilter.GaussianBlur(9))
    picture.paste(Image.blend(water, Image.new("RGB", water.size, "#1d2b4d"), 0.35), (0, SEA))
    drawing = ImageDraw.Draw(picture)
    waves = random.Random(4)  # seeded, so that every run draws the same picture
    for y in range(SEA + 12, HIGH, 14):
        half = 20 + (y - SEA) // 3
        x = 1035 + waves.randint(-half, half)
        drawing.line((x - half, y, x + half, y), fill="#ffdfae", width=3)
    for x, height in ((250, 190), (420, 250), (690, 160)):
        drawing.polygon(
            ((x - 75, SEA + 42), (x + 85, SEA + 42), (x + 55, SEA + 78), (x - 50, SEA + 78)), fill="#1b2138"
        )
        drawing.line((x, SEA + 42, x, SEA + 42 - height), fill="#1b2138", width=7)
        drawing.line((x, SEA + 48 - height, x + 72, SEA + 36), fill="#1b2138", width=3)
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=84)
    return buffer.getvalue(), picture.size


def _weights() -> tuple[bytes, None]:
    """A page of text as a minimal PDF."""
    shown = " ".join(f"/{font} Tf ({text}) Tj T*" for font, text in LINES)
    text = f"BT 22 TL 64 760 Td {shown} ET".encode()
    fonts = "".join(
        f"/F{n} <</Type/Font/Subtype/Type1/BaseFont/{name}>>" for n, name in ((1, "Helvetica"), (2, "Helvetica-Bold"))
    )
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<<{fonts}>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
    )
    buffer, places = io.BytesIO(b"%PDF-1.4\n"), []
    buffer.seek(0, io.SEEK_END)
    for number, content in enumerate(objects, start=1):
        places.append(buffer.tell())
        buffer.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size, start = len(places) + 1, buffer.tell()
    buffer.write(f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\n".encode())
    buffer.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return buffer.getvalue(), None


def _face() -> tuple[bytes, tuple[int, int]]:
    return portrait.draw(), (PORTRAIT_PX, PORTRAIT_PX)


def _film() -> tuple[bytes, None]:
    """The video `film.mp4` in this folder."""
    return Path(__file__).with_name("film.mp4").read_bytes(), None


FILES: dict[str, tuple[str, Callable[[], tuple[bytes, tuple[int, int] | None]]]] = {
    "harbor-menu.jpg": ("image/jpeg", _harbor),
    FACE: ("image/jpeg", _face),
    FILM: ("video/mp4", _film),
    "What weighs what.pdf": ("application/pdf", _weights),
}

"""Previews of valid files; a malicious file ends its drawing process without a preview."""

import io
import struct
import zlib

import pytest
from PIL import Image, ImageFile

from files.previews import image_size, previews
from tests.support.apps.files import HTML, page_of, picture

ROTATED = Image.Exif()
ROTATED[0x0112] = 6
DAMAGED = [
    picture(20, 10, "JPEG", exif=metadata, dpi=(72, 72)) for metadata in (b"Exif\0\0II*\0", b"Exif\0\0XX*\0\x08\0\0\0")
]


def bomb(width: int, height: int) -> bytes:
    """A PNG of these dimensions in a few bytes."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1_000_000), 9)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def preview_size(kind: str, content: bytes) -> tuple[int, int] | None:
    """The width and height of the file's preview, or None if it has none."""
    preview = previews.draw(kind, [content[:100], content[100:]])
    if preview is None:
        return None
    with Image.open(io.BytesIO(preview), formats=["WEBP"]) as small:
        return small.size


@pytest.mark.parametrize(
    ("_case", "kind", "content", "size"),
    [
        ("a photo held upright", "image/jpeg", picture(2400, 1200, "JPEG", exif=ROTATED), (500, 1000)),
        ("a photo with damaged metadata", "image/jpeg", DAMAGED[0], (20, 10)),
        ("a photo with metadata of no format", "image/jpeg", DAMAGED[1], (20, 10)),
        ("a picture smaller than a preview", "image/gif", picture(20, 10, "GIF"), (20, 10)),
        ("a page of a huge size", "application/pdf", page_of(14_000_000, 7_000_000), (1000, 500)),
        ("a picture with too many pixels", "image/png", bomb(60_000, 60_000), None),
        ("no document", "application/pdf", HTML, None),
    ],
)
def test_a_preview_has_the_expected_size_or_is_missing(
    _case: str, kind: str, content: bytes, size: tuple[int, int] | None
) -> None:
    assert preview_size(kind, content) == size


def test_a_drawing_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "TIMEOUT_S", 0.0)
    assert preview_size("image/png", picture(2000, 2000)) is None


def test_the_size_of_a_picture_is_read_without_decoding_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PNG of half a megabyte may have 170 million pixels, and the server's own process reads its size."""

    def load(_: Image.Image) -> None:
        raise AssertionError("the picture was decoded")

    monkeypatch.setattr(ImageFile.ImageFile, "load", load)
    assert image_size.size_of(bomb(13_000, 13_000)) == (13_000, 13_000)
    for kind in ("JPEG", "PNG", "WEBP"):
        assert image_size.size_of(picture(20, 10, kind, exif=ROTATED)) == (10, 20)
    assert [image_size.size_of(damaged) for damaged in DAMAGED] == [(20, 10)] * 2
    assert image_size.size_of(picture(20, 10, "GIF")) == (20, 10)

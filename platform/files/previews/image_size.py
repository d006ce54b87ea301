"""Reads the size of a picture from its first bytes, and checks complete pictures, without decoding their pixels."""

import struct
from io import BytesIO

from PIL import Image

from files.errors import PictureTooLarge, PictureUnreadable

HEAD_SIZE = 512 * 1024  # cameras write a thumbnail and metadata before the size
ORIENTATION, ON_ITS_SIDE = 0x0112, frozenset({5, 6, 7, 8})
FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
# Pillow raises these for bytes that are no picture, and the last one for too many pixels.
UNREADABLE = (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError)


def size_of(head: bytes) -> tuple[int, int] | None:
    """Width and height in pixels after rotation, or None if `head` does not contain them."""
    try:
        with Image.open(BytesIO(head), formats=FORMATS) as image:
            width, height = image.size
            is_on_its_side = _is_on_its_side(image)
    except UNREADABLE:
        return None
    return (height, width) if is_on_its_side else (width, height)


def _is_on_its_side(image: Image.Image) -> bool:
    # Pillow would decode a PNG to find metadata after the pixels, and a PNG of half a megabyte may decode to 700 MB.
    if image.format == "PNG" and "exif" not in image.info:
        return False
    try:
        return image.getexif().get(ORIENTATION) in ON_ITS_SIDE
    except (struct.error, SyntaxError):  # damaged metadata; browsers show such a picture without rotation
        return False


def check(content: bytes, max_size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a complete picture in pixels, after rotation.

    Raises PictureUnreadable, and PictureTooLarge if the picture is wider or higher than `max_size`.
    """
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as image:
            image.verify()
    except UNREADABLE:
        raise PictureUnreadable from None
    size = size_of(content)
    if size is None:
        raise PictureUnreadable
    width, height = size
    if width > max_size[0] or height > max_size[1]:
        raise PictureTooLarge(f"Image dimensions must not exceed {max_size[0]}x{max_size[1]} pixels")
    return width, height

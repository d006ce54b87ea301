"""Creates a zip while it is sent, so that it is never complete in memory or on a disk."""

import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, cast

from accounts.ports.personal_data import Part

# Files of these types are compressed already: deflating them takes long and saves nothing.
COMPRESSED_SUFFIXES = (
    ".jpg",
    ".jpeg",
    ".png",
    ".gif",
    ".zip",
    ".docx",
    ".xlsx",
    ".mp4",
    ".webm",
    ".ogg",
    ".ogv",
    ".mov",
    ".avi",
)
NO_COMPRESSION, DEFAULT_COMPRESSION = 0, 6


class _ZipOutput:
    """The file that the zip is written to: buffers bytes until `take` returns them.

    It cannot seek, so `zipfile` writes each file's size after its data.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def write(self, piece: bytes) -> int:
        self._buffer += piece
        return len(piece)

    def flush(self) -> None:
        """Does nothing: `zipfile` needs the method."""

    def take(self) -> bytes:
        piece = bytes(self._buffer)
        self._buffer.clear()
        return piece


def zip_chunks(parts: Iterable[Part]) -> Iterator[bytes]:
    """Yields the bytes of a zip of these files, in pieces. Skips a file with the name of an earlier file."""
    output, names = _ZipOutput(), set[str]()
    with zipfile.ZipFile(cast(IO[bytes], output), "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            if part.name in names:
                continue
            names.add(part.name)
            archive.compresslevel = (
                NO_COMPRESSION if part.name.lower().endswith(COMPRESSED_SUFFIXES) else DEFAULT_COMPRESSION
            )
            with archive.open(part.name, "w", force_zip64=True) as file:
                for piece in part.pieces():
                    file.write(piece)
                    yield output.take()
    yield output.take()

"""A zip that is made while it is sent: never whole in memory, nor on a disk. Pure but for what its parts read."""

import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, cast

from accounts.personal_data import Part

# To pack these again takes long and saves nothing.
PACKED = (".jpg", ".jpeg", ".png", ".gif", ".zip", ".docx", ".xlsx", ".mp4", ".webm", ".ogg", ".ogv", ".mov", ".avi")
NOT_AT_ALL, AS_USUAL = 0, 6


class _Outlet:
    """Keeps what the zip writes until it is taken; there is no way back in it, so sizes follow their data."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, piece: bytes) -> int:
        self._waiting += piece
        return len(piece)

    def flush(self) -> None:
        """It is all here."""

    def taken(self) -> bytes:
        piece = bytes(self._waiting)
        self._waiting.clear()
        return piece


def zipped(parts: Iterable[Part]) -> Iterator[bytes]:
    """The bytes of a zip with these files in pieces; the first file of a name keeps it."""
    outlet, names = _Outlet(), set[str]()
    with zipfile.ZipFile(cast(IO[bytes], outlet), "w", zipfile.ZIP_DEFLATED) as made:
        for part in parts:
            if part.name in names:
                continue
            names.add(part.name)
            made.compresslevel = NOT_AT_ALL if part.name.lower().endswith(PACKED) else AS_USUAL
            with made.open(part.name, "w", force_zip64=True) as file:
                for piece in part.pieces():
                    file.write(piece)
                    yield outlet.taken()
    yield outlet.taken()

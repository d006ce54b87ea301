"""A zip that is made while it is sent: never whole in memory, nor on a disk. Pure but for what its parts read."""

import io
import zipfile
from collections.abc import Iterable, Iterator

from accounts.personal import Part


class _Outlet(io.RawIOBase):
    """Keeps what the zip writes until it is taken; there is no way back, so sizes follow their data."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._waiting += piece
        return len(piece)

    def taken(self) -> bytes:
        piece = bytes(self._waiting)
        self._waiting.clear()
        return piece


def zipped(parts: Iterable[Part]) -> Iterator[bytes]:
    """The bytes of a zip with these files, each compressed, in pieces; the first file of a name keeps it."""
    outlet, names = _Outlet(), set[str]()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as made:
        for part in parts:
            if part.name in names:
                continue
            names.add(part.name)
            with made.open(part.name, "w", force_zip64=True) as file:
                for piece in part.pieces():
                    file.write(piece)
                    yield outlet.taken()
    yield outlet.taken()

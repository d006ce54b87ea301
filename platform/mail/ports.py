"""The ports by which mail gets the brand and the pictures of other apps."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from sync.ports import Port


@dataclass(frozen=True, slots=True)
class Brand:
    """The provider's brand in mails; `color` is like `#rrggbb`, `logo_url` is absolute, or "" for none."""

    name: str
    color: str
    logo_url: str


class BrandOf(Protocol):
    def __call__(self) -> Brand:
        """The provider's current brand."""


brand: Port[BrandOf] = Port("mail.brand")

# Argument: the subject, such as a row's id. None if the picture is gone or cannot be read now.
PictureOf = Callable[[str], Awaitable[bytes | None]]


class Pictures:
    """The pictures that other apps show in mails, by kind."""

    def __init__(self) -> None:
        self._kinds: dict[str, PictureOf] = {}

    def register(self, kind: str, read_picture: PictureOf) -> None:
        """Add a kind of pictures; `kind` consists of lower-case letters."""
        self._kinds[kind] = read_picture

    async def read(self, kind: str, subject: str) -> bytes | None:
        """A picture as JPEG, PNG, GIF or WebP."""
        read_picture = self._kinds.get(kind)
        return None if read_picture is None else await read_picture(subject)


pictures = Pictures()

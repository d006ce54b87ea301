"""What mail asks of the rooms above it."""

from dataclasses import dataclass
from typing import Protocol

from sync.ports import Port


@dataclass(frozen=True, slots=True)
class Brand:
    """The provider as mails show it; `color` as #rrggbb, `logo_url` absolute, "" for none."""

    name: str
    color: str
    logo_url: str


class BrandOf(Protocol):
    def __call__(self) -> Brand:
        """The provider's brand now."""


brand: Port[BrandOf] = Port("mail.brand")

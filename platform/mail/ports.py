"""The port by which mail gets the brand from another app."""

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

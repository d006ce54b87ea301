"""The parts of a message besides its text: the card with a figure from a screen, and the attached file."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Card:
    """The figure that a message asks about, as its sender saw it. `as_of` is None if it was never measured."""

    label: str
    value: str
    period: str
    as_of: datetime | None
    source: str


@dataclass(frozen=True, slots=True)
class FileClaims:
    """The attached file's data, as the sender reports them. A field that the sender leaves out is None."""

    attachment_name: str | None
    attachment_type: str | None
    attachment_size: int | None

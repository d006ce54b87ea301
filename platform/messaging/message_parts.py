"""What a message can carry besides its text: a number as it was on a screen, and a file."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Card:
    """A figure that a message asks about, frozen as its writer saw it; `as_of` None if it was never measured."""

    label: str
    value: str
    period: str
    as_of: datetime | None
    source: str


@dataclass(frozen=True, slots=True)
class FileClaims:
    """What the sender states of the attached file; None where they state nothing."""

    attachment_name: str | None
    attachment_type: str | None
    attachment_size: int | None

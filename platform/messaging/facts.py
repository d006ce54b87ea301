"""What a message can carry besides its text: a number as it was on a screen."""

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

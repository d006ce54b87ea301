"""What the notifications room asks of the rooms above it: their parts of the weekly mail."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Tone = Literal["good", "bad", "plain"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its name; `change` says in words how it moved, "" if nothing is known."""

    value: str
    label: str
    change: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: from 0 to 100 high, with what stands above and below it."""

    height: int
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Section:
    """One room's part of a weekly mail. `lead` is its one sentence in bold; `path` the screen that has more, and `action` what the link to it says."""

    title: str
    lead: str = ""
    figures: tuple[Figure, ...] = ()
    lines: tuple[str, ...] = ()
    bars: tuple[Bar, ...] = ()
    path: str = ""
    action: str = ""


# A client's week from its first moment to the one after its last; None if the room has nothing to say of it.
SectionOf = Callable[[UUID, datetime, datetime], Section | None]


class WeeklySections:
    """The rooms that have a part in the weekly mail, in the order in which it is read."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, SectionOf]] = []

    def register(self, answer: SectionOf, *, place: int) -> None:
        """`place` is where the part stands: the smaller, the nearer to the top."""
        self._parts = sorted([*self._parts, (place, answer)], key=lambda part: part[0])

    def ask(self, client_id: UUID, start: datetime, end: datetime) -> list[Section]:
        """What there is to say, in order. Raises what a room raises: half a mail is worse than a later one."""
        return [section for _, answer in self._parts if (section := answer(client_id, start, end)) is not None]


weekly_section = WeeklySections()

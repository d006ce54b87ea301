"""The port through which higher apps contribute sections to the weekly email."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

Tone = Literal["good", "bad", "plain"]
# The email shows no older score, because it is not news.
SCORE_MAX_AGE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its label. `change` says in words how the number has changed; "" if that is unknown."""

    value: str
    label: str
    change: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: `height` from 0 to 100, `value` above it, `label` below it."""

    height: int
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The picture of a video: its poster, or a drawn card with the report's day, and a score with its day.

    `poster` is a picture's subject (mail/inline_pictures.py), "" for none.
    """

    day: str
    score: int | None = None
    score_day: str = ""
    poster: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One app's section of a weekly email.

    `lead` is one sentence in bold. `author` is the admin who wrote the report, and `portrait` the subject of their
    picture (mail/inline_pictures.py), "" for none. `path` is the screen with the details, and `action` the text of the
    link to it. The link of an `is_main` section is the email's only filled button. An `is_hint` section says what the
    client has to do before it can show anything; hints alone make no email.
    """

    title: str
    lead: str = ""
    author: str = ""
    figures: tuple[Figure, ...] = ()
    lines: tuple[str, ...] = ()
    bars: tuple[Bar, ...] = ()
    path: str = ""
    action: str = ""
    portrait: str = ""
    cover: Cover | None = None
    is_main: bool = False
    is_hint: bool = False


# Arguments: the client's id, the week's start (inclusive) and end (exclusive). None if there is nothing to report.
SectionOf = Callable[[UUID, datetime, datetime], Section | None]


class WeeklySections:
    """The apps' sections of the weekly email, in reading order."""

    def __init__(self) -> None:
        self._registered: list[tuple[int, SectionOf]] = []

    def register(self, section_of: SectionOf, *, place: int) -> None:
        """Add a section. Sections with a smaller `place` come first."""
        self._registered = sorted([*self._registered, (place, section_of)], key=lambda item: item[0])

    def collect(self, client_id: UUID, start: datetime, end: datetime) -> list[Section]:
        """A client's sections in order; none if all are hints.

        Raises an app's error: a late email is better than an incomplete one.
        """
        every = [section_of(client_id, start, end) for _, section_of in self._registered]
        sections = [section for section in every if section is not None]
        return [] if all(section.is_hint for section in sections) else sections


weekly_section = WeeklySections()

"""Renders a weekly email: one column that fits a phone, and a chart of table cells that every mail program shows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.template import Context, Engine

from core.dates import date_range
from mail.composition import TEMPLATES as MAIL_TEMPLATES
from mail.composition import frame_context
from mail.ports import Brand
from notifications.ports import Section

TEMPLATES = Path(__file__).with_name("templates")
CHART_PX = 72  # the height of a bar whose value is 100


@dataclass(frozen=True, slots=True)
class Frame:
    """The data of a weekly email. The week is from `start` to `end`. `zone` is the time zone in words, "" to omit it."""

    brand: Brand
    company: str
    start: datetime
    end: datetime
    zone: str
    sections: list[Section]
    unsubscribe_url: str

    @property
    def days(self) -> str:
        """The week's dates, such as `November 9–15, 2026`."""
        return date_range(self.start, self.end - timedelta(days=1))


def subject(frame: Frame) -> str:
    return f"Your week at {frame.company}: {frame.days}"


def html(frame: Frame) -> str:
    return str(_engine().get_template("weekly.html").render(Context(_context(frame))))


def text(frame: Frame) -> str:
    return str(_engine().get_template("weekly.txt").render(Context(_context(frame), autoescape=False)))


def _context(frame: Frame) -> dict[str, object]:
    return {
        **frame_context(frame.brand),
        "title": subject(frame),
        "company": frame.company,
        "days": frame.days,
        "zone": frame.zone,
        "unsubscribe_url": frame.unsubscribe_url,
        "sections": [_section(section) for section in frame.sections],
        "has_main": any(section.is_main for section in frame.sections),
    }


def _section(section: Section) -> dict[str, object]:
    return {
        "title": section.title,
        "lead": section.lead,
        "author": section.author,
        "initials": _initials(section.author),
        "portrait": section.portrait,
        "cover": section.cover,
        "is_main": section.is_main,
        "figures": section.figures,
        "lines": section.lines,
        "bars": [
            {"px": max(2, round(bar.height * CHART_PX / 100)), "value": bar.value, "label": bar.label}
            for bar in section.bars
        ],
        "link": f"{settings.SITE_URL}{section.path}" if section.path else "",
        "action": section.action,
    }


def _initials(name: str) -> str:
    """`AF` for Ana Ferreira."""
    words = name.split()
    return "".join(word[0] for word in words[:1] + words[1:][-1:]).upper()


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES), str(MAIL_TEMPLATES)])

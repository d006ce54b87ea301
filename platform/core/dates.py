"""Dates as text, in US English; the caller converts a time to the reader's zone first."""

from datetime import date


def long_date(day: date) -> str:
    """`November 24, 2026`"""
    return f"{day:%B} {day.day}, {day.year}"


def month_day(day: date) -> str:
    """`November 24`"""
    return f"{day:%B} {day.day}"


def short_day(day: date) -> str:
    """`Nov 24`"""
    return f"{day:%b} {day.day}"


def date_range(first: date, last: date) -> str:
    """`November 16–22, 2026`, `November 30–December 6, 2026`, `December 28, 2026–January 3, 2027`"""
    if first.year != last.year:
        return f"{long_date(first)}–{long_date(last)}"
    end = str(last.day) if first.month == last.month else month_day(last)
    return f"{month_day(first)}–{end}, {last.year}"

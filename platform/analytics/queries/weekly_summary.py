"""The analytics section of the weekly email: the website's visitors according to Google Analytics."""

from datetime import date, datetime
from uuid import UUID

from analytics import queries
from analytics.models import Snapshot
from core.dates import month_day
from notifications.ports import Bar, Figure, Section

DAYS = 7


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """The newest figures, or None if they are from before this week."""
    snapshot = queries.snapshot(client_id=client_id)
    if snapshot is None or snapshot.totals_as_of is None or snapshot.totals_as_of < start:
        return None
    counts = {"users": snapshot.total_users, "new users": snapshot.new_users, "sessions": snapshot.sessions}
    figures = tuple(Figure(f"{count:,}", label) for label, count in counts.items() if count is not None)
    if not figures:
        return None
    read = snapshot.totals_as_of.astimezone(start.tzinfo)
    bounced = "" if snapshot.bounce_rate is None else f" {snapshot.bounce_rate:.1f}% left after the first page."
    return Section(
        title="Visitors in the last 30 complete days",
        figures=figures,
        lines=(f"Google Analytics data as of {month_day(read)}.{bounced}",),
        bars=_bars(snapshot),
        path="/dashboard?view=analytics",
        action="See where they come from",
    )


def _bars(snapshot: Snapshot) -> tuple[Bar, ...]:
    """The bars of the last seven days with figures."""
    days = [(date.fromisoformat(day), int(count)) for day, count in (snapshot.session_trend or [])[-DAYS:]]
    most = max((count for _, count in days), default=0)
    return tuple(Bar(round(100 * count / most), f"{count:,}", f"{day:%a}") for day, count in days) if most else ()

"""The analytics section of the weekly email: the website's visitors, compared with the previous period."""

from datetime import date, datetime
from uuid import UUID

from analytics import access, queries
from analytics.models import Snapshot
from clients import queries as clients
from core.dates import month_day
from notifications.ports import Bar, Figure, Section

DAYS = 7
FIGURES = {"total_users": "users", "sessions": "sessions"}


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """The newest figures, or None if they are from before this week. Without a property, a hint to connect one."""
    snapshot = queries.snapshot(client_id=client_id)
    if snapshot is None and access.is_set_up() and clients.property_of(client_id=client_id) is None:
        return Section(
            title="Visitors",
            lines=("Connect Google Analytics to see your visitors and conversions here.",),
            path="/dashboard/connections",
            action="Connect Google Analytics",
            is_hint=True,
        )
    if snapshot is None or snapshot.totals_as_of is None or snapshot.totals_as_of < start:
        return None
    previous = snapshot.previous_totals or {}
    has_conversions = snapshot.conversions is not None
    third = {"conversions": "conversions"} if has_conversions else {"new_users": "new users"}
    figures = tuple(
        _figure(round(count), label, previous.get(column))
        for column, label in (FIGURES | third).items()
        if (count := getattr(snapshot, column)) is not None
    )
    if not figures:
        return None
    read_at = snapshot.totals_as_of.astimezone(start.tzinfo)
    bounced = "" if snapshot.bounce_rate is None else f" {snapshot.bounce_rate:.1f}% left after the first page."
    return Section(
        title="Visitors in the last 30 days",
        figures=figures,
        lines=(*_week(snapshot), f"Google Analytics data as of {month_day(read_at)}.{bounced}"),
        bars=_bars(snapshot),
        path="/dashboard?view=analytics",
        action="See where they come from",
    )


def _figure(count: int, label: str, before: float | None) -> Figure:
    change = _percent(count, before)
    if not change:
        return Figure(f"{count:,}", label)
    text = f"{'▲' if change > 0 else '▼'} {abs(change)}% vs the 30 days before"
    return Figure(f"{count:,}", label, text, "good" if change > 0 else "bad")


def _week(snapshot: Snapshot) -> tuple[str, ...]:
    """One sentence about the last seven days; nothing if the seven days before them are unknown."""
    counts = [int(count) for _, count in (snapshot.session_trend or [])[-2 * DAYS :]]
    if len(counts) < 2 * DAYS:
        return ()
    last_week, week_before = sum(counts[DAYS:]), sum(counts[:DAYS])
    change = _percent(last_week, week_before)
    if change is None:
        return (f"The last 7 days had {last_week:,} sessions; the 7 days before had none.",) if last_week else ()
    comparison = "as many as" if change == 0 else f"{abs(change)}% {'more' if change > 0 else 'fewer'} than"
    return (f"The last 7 days had {last_week:,} sessions, {comparison} the 7 days before.",)


def _percent(count: int, before: float | None) -> int | None:
    """The change in whole per cent, or None if the count before was zero or is unknown."""
    return round(100 * (count - before) / before) if before else None


def _bars(snapshot: Snapshot) -> tuple[Bar, ...]:
    """The bars of the last seven days with figures."""
    days = [(date.fromisoformat(day), int(count)) for day, count in (snapshot.session_trend or [])[-DAYS:]]
    largest = max((count for _, count in days), default=0)
    return tuple(Bar(round(100 * count / largest), f"{count:,}", f"{day:%a}") for day, count in days) if largest else ()

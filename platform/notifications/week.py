"""Which weekly mail a moment belongs to, by the provider's calendar. Pure."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

GOES_AT, WEDNESDAY = 8, 2


def week_due(moment: datetime, zone: ZoneInfo) -> date | None:
    """The Monday whose mail is to go: from eight o'clock of that day, or on the two days after if nobody was there."""
    here = moment.astimezone(zone)
    is_too_early = here.weekday() == 0 and here.hour < GOES_AT
    return None if here.weekday() > WEDNESDAY or is_too_early else here.date() - timedelta(days=here.weekday())


def days_of(week: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The seven days that the mail of this Monday tells of: those before it."""
    midnight = datetime.min.time()
    return (
        datetime.combine(week - timedelta(days=7), midnight, zone),
        datetime.combine(week, midnight, zone),
    )

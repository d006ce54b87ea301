"""Who is told of a report, in which words, and that it was opened."""

from datetime import datetime, timedelta
from uuid import UUID

from clients import queries as clients
from notifications import queries as notices
from notifications import services as notifications
from reports.models import Report, Status
from sync.effects import effects
from sync.log import changes

TELL = "reports.tell"
# So long the person who published it may take it back before anybody hears of it.
AFTER = timedelta(seconds=10)
WITHDRAWN = "This report was withdrawn."


def stamp_of(moment: datetime) -> str:
    """A moment in as few signs as tell it from all others: the name of an effect has room for 80."""
    return f"{round(moment.timestamp() * 1_000_000):x}"


def ask(report: Report, published_at: datetime, *, by: UUID | None = None) -> None:
    """Have it told once this is committed, unless it is taken back by then; `by`: who has published it and knows."""
    subject = f"{report.id.hex} {stamp_of(published_at)}{f' {by.hex}' if by else ''}"
    effects.after_commit(kind=TELL, subject=subject, due=published_at + AFTER)


def tell(*, report_id: UUID, stamp: str, by: UUID | None) -> None:
    """Tell of a report that went out at `stamp`. Re-reads it; running twice is harmless."""
    # Locked: who opens it or takes it back meanwhile finds afterwards what is told now, or this finds what they did.
    report = changes.locked(Report, report_id)
    if report is None or report.status != Status.PUBLISHED:
        return
    if report.published_at is None or stamp_of(report.published_at) != stamp:
        return
    if report.seen_at is None:
        say(report)
    _say_to_provider(report, by)


def _say_to_provider(report: Report, by: UUID | None) -> None:
    """One notice for each admin, of the last one that went out: a Monday brings one for every client."""
    telling = notifications.Telling(
        to=notices.who_hears(notices.of_provider(but=by), "report"),
        kind="report",
        client_id=report.client_id,
        tag="reports",
        subject=str(report.id),
        title=f"Report published: {clients.companies_of([report.client_id])[report.client_id]}",
        body=report.title,
        path=f"/dashboard/reports?client={report.client_id}&report={report.id}",
    )
    notifications.tell([telling])


def say(report: Report, at: datetime | None = None) -> None:
    """What the client is told of a report; `at` is for data that is brought in: nobody is called."""
    telling = notifications.Telling(
        to=notices.who_hears(notices.of_client(report.client_id), "report"),
        kind="report",
        client_id=report.client_id,
        tag=_tag(report.id),
        subject=str(report.id),
        title="Your new weekly report is here",
        body=report.title,
        path=f"/dashboard/reports?report={report.id}",
    )
    notifications.tell([telling], at=at)


def opened(report: Report) -> None:
    """The client has opened it: nobody of them needs to be told any more."""
    notifications.opened(client_id=report.client_id, side="client", tag=_tag(report.id))


def withdrawn(report: Report) -> None:
    """It is taken back after its client was told: their notices quote nothing of it any more (LG10)."""
    opened(report)
    notifications.withdraw(
        client_id=report.client_id, side="client", tag=_tag(report.id), texts=[report.title], instead=WITHDRAWN
    )


def _tag(report_id: UUID) -> str:
    return f"report:{report_id}"

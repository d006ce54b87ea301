"""Who is told of a report, in which words, and that it was opened."""

from datetime import datetime, timedelta
from uuid import UUID

from notifications import queries as notices
from notifications import services as notifications
from reports.models import Report, Status
from sync import effects

TELL = "reports.tell"
# So long the person who published it may take it back before anybody hears of it.
AFTER = timedelta(seconds=10)
STAMP = "%Y%m%dT%H%M%S.%f"


def ask(report: Report, published_at: datetime) -> None:
    """Have the client told once this is committed, unless it is taken back by then."""
    effects.after_commit(kind=TELL, subject=f"{report.id} {published_at:{STAMP}}", due=published_at + AFTER)


def tell(*, report_id: UUID, stamp: str) -> None:
    """Tell the client of a report that went out at `stamp`. Re-reads it; running twice is harmless."""
    report = Report.objects.filter(id=report_id, status=Status.PUBLISHED).first()
    if report is None or report.published_at is None or f"{report.published_at:{STAMP}}" != stamp or report.seen_at:
        return
    say(report)


def say(report: Report, at: datetime | None = None) -> None:
    """What the client is told of a report; `at` is for data that is brought in: nobody is called."""
    notifications.tell(
        people=notices.of_client(report.client_id),
        kind="report",
        client_id=report.client_id,
        tag=_tag(report.id),
        subject=str(report.id),
        title="Your new weekly report is here",
        body=report.title,
        path=f"/dashboard/reports?report={report.id}",
        at=at,
    )


def opened(report: Report) -> None:
    """The client has opened it: nobody of them needs to be told any more."""
    notifications.opened(client_id=report.client_id, side="client", tag=_tag(report.id))


def _tag(report_id: UUID) -> str:
    return f"report:{report_id}"

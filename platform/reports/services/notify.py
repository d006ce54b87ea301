"""Notifies users of a published report, and withdraws the notices of an opened or withdrawn report."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from clients import queries as clients
from notifications import queries as notices
from notifications import services as notifications
from reports.models import Report, Status
from sync.effects import effects
from sync.log import changes

# The publisher may withdraw the report for this long before anybody is notified.
DELAY = timedelta(seconds=10)
WITHDRAWN = "This report was withdrawn."


def stamp_of(time: datetime) -> str:
    """A time as hexadecimal microseconds, because an effect's subject has at most 80 characters."""
    return f"{round(time.timestamp() * 1_000_000):x}"


def schedule(report: Report, published_at: datetime, *, by: UUID | None = None) -> None:
    """Request the notifications, which are sent unless the report is withdrawn before. The publisher `by` gets none."""
    subject = f"{report.id.hex} {stamp_of(published_at)}{f' {by.hex}' if by else ''}"
    effects.after_commit(send_notifications, subject, due=published_at + DELAY)


def send_notifications(subjects: Sequence[str]) -> None:
    """Notify users of reports. A subject is `<report> <time of publication>`, and `<publisher>` if not scheduled."""
    for subject in subjects:
        report_id, stamp, *by = subject.split(" ")
        notify_users(report_id=UUID(report_id), stamp=stamp, by=UUID(by[0]) if by else None)


def notify_users(*, report_id: UUID, stamp: str, by: UUID | None) -> None:
    """Notify users of a report that was published at `stamp`. Re-reads the report; safe to run twice."""
    # Lock the report: a concurrent opening or withdrawal either sees these notices or is seen here.
    report = changes.locked(Report, report_id)
    if report is None or report.status != Status.PUBLISHED:
        return
    if report.published_at is None or stamp_of(report.published_at) != stamp:
        return
    if report.seen_at is None:
        notify_client(report)
    _notify_admins(report, by)


def _notify_admins(report: Report, by: UUID | None) -> None:
    """Notify each admin. All reports share one notice, because on Monday every client's report is published."""
    new_notice = notifications.NewNotice(
        to=notices.locked_recipients(notices.admin_users(excluded=by), "report"),
        kind="report",
        client_id=report.client_id,
        tag="reports",
        subject=str(report.id),
        title=f"Report published: {clients.companies_of([report.client_id])[report.client_id]}",
        body=report.title,
        path=f"/dashboard/reports?client={report.client_id}&report={report.id}",
    )
    notifications.notify([new_notice])


def notify_client(report: Report, at: datetime | None = None) -> None:
    """Notify the client of a report. `at` is for imported data, for which no push is sent."""
    new_notice = notifications.NewNotice(
        to=notices.locked_recipients(notices.client_users(report.client_id), "report"),
        kind="report",
        client_id=report.client_id,
        tag=_tag(report.id),
        subject=str(report.id),
        title="Your new weekly report is here",
        body=report.title,
        path=f"/dashboard/reports?report={report.id}",
    )
    notifications.notify([new_notice], at=at)


def mark_opened(report: Report) -> None:
    """Mark the client's notices of a report as opened."""
    notifications.mark_opened(client_id=report.client_id, side="client", tag=_tag(report.id))


def withdraw(report: Report) -> None:
    """Withdraw the client's notices of a withdrawn report, so that they no longer quote it (LG10)."""
    mark_opened(report)
    notifications.withdraw(
        client_id=report.client_id, side="client", tag=_tag(report.id), texts=[report.title], replacement=WITHDRAWN
    )


def _tag(report_id: UUID) -> str:
    return f"report:{report_id}"

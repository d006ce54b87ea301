"""Notifies users of a published report, and closes or rewrites the notices of an opened or withdrawn one."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from clients import queries as clients
from notifications import queries as notices
from notifications import services as notifications
from reports.models import Report, Status
from sync.effects import effects
from sync.log import changes

# The publisher may withdraw the report for this long before users are notified.
DELAY = timedelta(seconds=10)
WITHDRAWN = "This report was withdrawn."
ADMINS_TAG = "reports"


def hex_time(time: datetime) -> str:
    """A time as hexadecimal microseconds, because an effect's subject has at most 80 characters."""
    return f"{round(time.timestamp() * 1_000_000):x}"


def schedule(report: Report, published_at: datetime, *, publisher_id: UUID | None = None) -> None:
    """Request the notifications, which are sent unless the report is withdrawn before. The publisher gets none."""
    publisher = f" {publisher_id.hex}" if publisher_id else ""
    subject = f"{report.id.hex} {hex_time(published_at)}{publisher}"
    effects.after_commit(send_notifications, subject, due=published_at + DELAY)


def send_notifications(subjects: Sequence[str]) -> None:
    """Notify users of reports. A subject is `<report> <hex_time>`, and ` <publisher>` for an admin's publication."""
    for subject in subjects:
        report_id, published_at, *publishers = subject.split(" ")
        notify_users(
            report_id=UUID(report_id),
            published_at=published_at,
            publisher_id=UUID(publishers[0]) if publishers else None,
        )


def notify_users(*, report_id: UUID, published_at: str, publisher_id: UUID | None) -> None:
    """Notify users of a report, if its last publication was at `published_at` (a `hex_time`). Safe to run twice."""
    # Locked, so that a concurrent opening or withdrawal either closes these notices or is seen here.
    report = changes.locked(Report, report_id)
    if report is None or report.status != Status.PUBLISHED:
        return
    if report.published_at is None or hex_time(report.published_at) != published_at:
        return
    if report.seen_at is None:
        notify_client(report)
    _notify_admins(report, publisher_id)


def _notify_admins(report: Report, publisher_id: UUID | None) -> None:
    """Notify each admin except the publisher. All reports share one notice, because many are published on a Monday."""
    new_notice = notifications.NewNotice(
        to=notices.locked_recipients(notices.admin_users(excluded=publisher_id), "report"),
        kind="report",
        client_id=report.client_id,
        tag=ADMINS_TAG,
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
    """Mark the notices of a withdrawn report as opened, and replace their texts, which quote it (LG10)."""
    mark_opened(report)
    # The notice may quote a former title.
    notifications.withdraw(
        client_id=report.client_id, side="client", tag=_tag(report.id), texts=None, replacement=WITHDRAWN
    )
    notifications.withdraw_shared(
        user_ids=notices.admin_users(),
        tag=ADMINS_TAG,
        subject=str(report.id),
        replacement=WITHDRAWN,
        others_title="Reports published",
        others_path="/dashboard/reports",
    )


def _tag(report_id: UUID) -> str:
    return f"report:{report_id}"

"""Notifies the user of a client of the end of a scan that they requested."""

from notifications import queries as notices
from notifications import services as notifications
from performance.models import ScanRun, Trigger

PAGE_SPEED = "/dashboard?view=pagespeed"


def notify_client(run: ScanRun, result: str) -> None:
    """Store a notice with a scan's result, in the transaction that ends the scan.

    Does nothing for a scan of the Friday run, or of an admin, who sees its end on the client's row.
    """
    if run.why != Trigger.ONBOARDING:
        return
    new_notice = notifications.NewNotice(
        to=notices.locked_recipients(notices.client_users(run.client_id), "report"),
        kind="report",
        client_id=run.client_id,
        tag=notifications.SCAN_TAG,
        subject=str(run.id),
        title=result,
        body=run.website_url,
        path=PAGE_SPEED,
        count=1,
    )
    notifications.notify([new_notice])

"""Who may write a report, who may read it, and whose reading counts as seen."""

from uuid import UUID

from clients.access import Standing, client_for, must_be_admin, standing
from core.actor import Person
from reports.errors import AdminsOnly, ReportNotFound
from reports.models import Report, Status


def writer(actor: Person) -> Standing:
    """The admin who writes. Raises AdminsOnly."""
    return must_be_admin(actor, refusal=AdminsOnly)


def writer_for(actor: Person, client_id: UUID) -> Standing:
    """The same, towards a client that exists. Raises AdminsOnly, ClientNotFound."""
    writer(actor)
    return client_for(actor, client_id)


def may_read(actor: Person, client_id: UUID) -> Standing:
    """The client's own people, and admins. Raises ClientNotFound."""
    return client_for(actor, client_id)


def report_for(actor: Person, report_id: UUID) -> Report:
    """A report that `actor` may read: an admin any, a client's people their published ones. Raises ReportNotFound."""
    found = standing(actor)
    report = Report.objects.filter(id=report_id).first()
    if found is None or report is None or not _is_shown_to(found, report):
        raise ReportNotFound
    return report


def reader_of(actor: Person, report_id: UUID) -> Standing:
    """One of the client's people with their report; an admin who looks at it has not seen it for them.

    Raises ReportNotFound.
    """
    report_for(actor, report_id)
    found = standing(actor)
    if found is None or found.role == "admin":
        raise ReportNotFound
    return found


def _is_shown_to(found: Standing, report: Report) -> bool:
    if found.role == "admin":
        return True
    return found.client_id == report.client_id and report.status == Status.PUBLISHED

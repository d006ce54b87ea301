"""Access rules: who may write a report, who may read it, and whose reading counts as seen."""

from uuid import UUID

from clients.access import Standing, client_for, must_be_admin, standing
from core.actor import Person
from reports.errors import AdminsOnly, ReportNotFound
from reports.models import Report, Status


def writer(actor: Person) -> Standing:
    """The role of an admin. Raises AdminsOnly for others."""
    return must_be_admin(actor, refusal=AdminsOnly)


def writer_for(actor: Person, client_id: UUID) -> Standing:
    """Does the same as `writer`, and raises ClientNotFound if the client does not exist."""
    writer(actor)
    return client_for(actor, client_id)


def may_read(actor: Person, client_id: UUID) -> Standing:
    """The role of the client's own user or of an admin. Raises ClientNotFound for others."""
    return client_for(actor, client_id)


def report_for(actor: Person, report_id: UUID) -> Report:
    """A report that `actor` may read: admins all, clients their published ones. Raises ReportNotFound for others."""
    found = standing(actor)
    report = Report.objects.filter(id=report_id).first()
    if found is None or report is None or not _is_shown_to(found, report):
        raise ReportNotFound
    return report


def reader_of(actor: Person, report_id: UUID) -> Standing:
    """The role of the client's user who reads their report. Raises ReportNotFound, also for admins.

    An admin's reading does not count as seen by the client.
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

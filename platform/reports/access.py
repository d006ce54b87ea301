"""Access rules: who may write a report, who may read it, and whose reading marks it as seen."""

from uuid import UUID

from clients.access import Membership, client_for, membership_of, must_be_admin
from clients.errors import ClientNotFound
from core.actor import Actor
from reports.errors import AdminsOnly, ReportNotFound
from reports.models import Report, Status


def writer(actor: Actor) -> Membership:
    """The role of an admin. Raises AdminsOnly for others."""
    return must_be_admin(actor, error=AdminsOnly)


def writer_for(actor: Actor, client_id: UUID) -> Membership:
    """Does the same as `writer`, and raises ClientNotFound if the client does not exist."""
    writer(actor)
    return client_for(actor, client_id)


def must_be_reader(actor: Actor, client_id: UUID) -> Membership:
    """The role of the client's own user or of an admin. Raises ClientNotFound for others."""
    return client_for(actor, client_id)


def scope_to_read(actor: Actor, client_id: UUID | None) -> tuple[Membership, UUID | None]:
    """The actor's role, and the client whose rows to read: the requested one, or else a client's own.

    For an admin who requests none, the second value is None: all clients. Raises ClientNotFound.
    """
    if client_id is not None:
        return must_be_reader(actor, client_id), client_id
    membership = membership_of(actor)
    if membership is not None and membership.role == "admin":
        return membership, None
    if membership is None or membership.client_id is None:
        raise ClientNotFound  # None would mean all clients
    return membership, membership.client_id


def report_for(actor: Actor, report_id: UUID) -> Report:
    """The report, if `actor` may read it: admins all, clients their published ones. Raises ReportNotFound otherwise."""
    membership = membership_of(actor)
    report = Report.objects.filter(id=report_id).first()
    if membership is None or report is None or not _is_shown_to(membership, report):
        raise ReportNotFound
    return report


def reader_of(actor: Actor, report_id: UUID) -> Membership:
    """The role of the client's user who reads their report. Raises ReportNotFound, also for admins.

    An admin's reading does not count as seen by the client.
    """
    report_for(actor, report_id)
    membership = membership_of(actor)
    if membership is None or membership.role == "admin":
        raise ReportNotFound
    return membership


def _is_shown_to(membership: Membership, report: Report) -> bool:
    is_status_visible = membership.role == "admin" or report.status == Status.PUBLISHED
    return is_status_visible and membership.may_see_rows_of(report.client_id)

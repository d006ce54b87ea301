"""Imports a CSV list of clients: stores the valid rows, and reports the problems of the others."""

from dataclasses import dataclass, field, replace

from clients import access, csv_import
from clients.client_details import Detail
from clients.csv_import import Problem, Sheet
from clients.models import Client, Source, Status
from clients.queries.shared_addresses import taken_text
from clients.services.audit_log import audit
from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from sync.log import changes

EXAMPLES_MAX = 5


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import. `rows` is the number of all rows; `first` has the first rows without a problem."""

    rows: int
    created: int
    encoding: str
    ignored: list[str]
    problems: list[Problem]
    first: list[dict[str, Detail]] = field(default_factory=list)


def import_clients(*, actor: Actor, file: bytes, dry_run: bool) -> ImportResult:
    """Add a client for each row of a CSV file that has no problem. A dry run adds none.

    Raises AdminsOnly, BadSheet.
    """
    access.must_be_admin(actor)
    sheet = csv_import.read(file)
    problems = sorted([*sheet.problems, *_duplicates(sheet)], key=lambda one: (one.row, one.field))
    count = len(sheet.rows) + len({problem.row for problem in sheet.problems})
    rejected_rows = {problem.row for problem in problems}
    accepted = [details for number, details in sheet.rows.items() if number not in rejected_rows]
    result = ImportResult(count, 0, sheet.encoding, sheet.ignored, problems, accepted[:EXAMPLES_MAX])
    if dry_run or not accepted:
        return result
    for details in accepted:
        _store(details)
    audit(actor_id=actor.id, action="client.imported", subject=f"{len(accepted)} clients")
    return replace(result, created=len(accepted))


def _store(details: dict[str, Detail]) -> None:
    timestamp = now()
    status_fields = {"subscription_status": Status.ACTIVE, "status_source": Source.ADMIN}
    changes.insert(
        Client(id=uuid7(), user=None, created_at=timestamp, updated_at=timestamp, **status_fields, **details)
    )


def _duplicates(sheet: Sheet) -> list[Problem]:
    """The problems of rows whose email address is in an earlier row, or belongs to a client already."""
    names_by_email = {
        email.lower(): name for email, name in Client.objects.values_list("contact_email", "company_name")
    }
    first_rows: dict[str, int] = {}
    problems = []
    for number, details in sheet.rows.items():
        email = (details["contact_email"] or "").lower()
        if email in names_by_email:
            problems.append(Problem(number, "contact_email", taken_text(names_by_email[email])))
        elif email in first_rows:
            problems.append(Problem(number, "contact_email", f"Row {first_rows[email]} has the same address"))
        first_rows.setdefault(email, number)
    return problems

"""The import of a list of clients: all of its rows or none, and a dry run that says what would happen."""

from dataclasses import dataclass, field
from uuid import UUID

from clients import access, sheets
from clients.facts import Fact
from clients.models import Client, Source, Status
from clients.services.companies import audit
from clients.sheets import Problem, Sheet
from core.clock import now
from core.ids import uuid7
from core.person import Person
from sync import changes

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file holds; `first` are a few of its rows as they are stored. Nothing was created if there are problems."""

    rows: int
    created: int
    encoding: str
    ignored: list[str]
    problems: list[Problem]
    first: list[dict[str, Fact]] = field(default_factory=list)


def import_clients(*, actor: Person, file: bytes, dry_run: bool) -> Imported:
    """Add every client of a CSV file, none of whom has signed up; by a dry run, or with a problem in any row, nobody.

    Raises AdminsOnly, BadSheet.
    """
    access.must_be_admin(actor)
    sheet = sheets.read(file)
    problems = sorted([*sheet.problems, *_twice(sheet)], key=lambda one: (one.row, one.field))
    count = len(sheet.rows) + len({problem.row for problem in sheet.problems})
    first = list(sheet.rows.values())[:SHOWN]
    if dry_run or problems:
        return Imported(count, 0, sheet.encoding, sheet.ignored, problems, first)
    for facts in sheet.rows.values():
        _store(facts)
    audit(actor_id=actor.id, action="client.imported", subject=f"{count} clients")
    return Imported(count, count, sheet.encoding, sheet.ignored, [], first)


def _store(facts: dict[str, Fact]) -> UUID:
    moment = now()
    standing = {"subscription_status": Status.ACTIVE, "status_source": Source.ADMIN}
    client = Client(id=uuid7(), user=None, created_at=moment, updated_at=moment, **standing, **facts)
    changes.insert(client)
    return client.id


def _twice(sheet: Sheet) -> list[Problem]:
    """Rows whose address stands in the file before, or is a client's already."""
    known = {email.lower() for email in Client.objects.values_list("contact_email", flat=True)}
    seen: dict[str, int] = {}
    found = []
    for number, facts in sheet.rows.items():
        email = (facts["contact_email"] or "").lower()
        if email in known:
            found.append(Problem(number, "contact_email", "A client has this address already"))
        elif email in seen:
            found.append(Problem(number, "contact_email", f"The same address stands in row {seen[email]}"))
        seen.setdefault(email, number)
    return found

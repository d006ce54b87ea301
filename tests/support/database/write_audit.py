"""Records every write of a published table with triggers, and reports those that are missing in the change log."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from clients import audit_chain
from clients.models import AuditHead
from sync.log import registry
from tests.support.database.reset import SavedRows

# One table for writes and log entries, so that the rows of a transaction are in order: its writes, then its entries.
COLUMNS = "kind TEXT, tbl TEXT, row_id TEXT, v BIGINT"
INTO = "INSERT INTO write_audit (kind, tbl, row_id, v) VALUES ({values});"
SQLITE = (
    f"CREATE TABLE write_audit (n INTEGER PRIMARY KEY, {COLUMNS})",
    "CREATE TRIGGER audit_{table}_{event} AFTER {event} ON {table} BEGIN " + INTO + " END",
)
POSTGRESQL = (
    f"CREATE TABLE write_audit (n BIGSERIAL PRIMARY KEY, {COLUMNS})",
    "CREATE FUNCTION audit_{table}_{event}() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN " + INTO + " RETURN NULL; END $$; "
    "CREATE TRIGGER audit_{table}_{event} AFTER {event} ON {table} "
    "FOR EACH ROW EXECUTE FUNCTION audit_{table}_{event}()",
)


def _install() -> None:
    table, trigger = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    with connection.cursor() as cursor:
        cursor.execute(table)
        for published in registry.all_tables():
            for event, values in (
                ("INSERT", f"'write', '{published.tbl}', NEW.id, NEW.v"),
                ("UPDATE", f"'write', '{published.tbl}', NEW.id, NEW.v"),
                ("DELETE", f"'write', '{published.tbl}', OLD.id, OLD.v + 1"),
            ):
                cursor.execute(trigger.format(table=published.tbl, event=event, values=values))
        entry = "'log', NEW.tbl, NEW.row_id, NEW.v"
        cursor.execute(trigger.format(table="sync_change", event="INSERT", values=entry))


def clear_audit() -> None:
    """Ignore the writes so far."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM write_audit")


def unlogged_writes() -> list[str]:
    """One sentence for each write without a change in the log, and for each version that did not grow (LG5)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, tbl, row_id, v FROM write_audit WHERE tbl <> '' ORDER BY n")
        entries = list(cursor.fetchall())
    written: dict[tuple[str, str], int] = {}
    logged: dict[tuple[str, str], int] = {}
    breaches = []
    for kind, tbl, row_id, v in entries:
        row = (tbl, row_id)
        if kind == "log":
            logged[row] = v
            if written.get(row) == v:
                del written[row]
        elif v <= written.get(row, logged.get(row, -1)):
            breaches.append(f"{tbl} {row_id} was written without a new version after {v}")
        else:
            written[row] = v
    return breaches + [f"{tbl} {row_id} has version {v}, which the log lacks" for (tbl, row_id), v in written.items()]


@pytest.fixture(scope="session")
def empty_store(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> SavedRows:
    """The rows after the migrations; also installs the audit triggers."""
    with django_db_blocker.unblock():
        _install()
        _sign_audit_head()
        saved_rows = SavedRows("empty")
        connection.close()
    return saved_rows


def _sign_audit_head() -> None:
    """Authenticate the audit log's head with this run's SECRET_KEY, because the copied database has that of another."""
    head = AuditHead.objects.get()
    AuditHead.objects.update(code=audit_chain.codes(head.n, head.digest)[0])


@pytest.fixture(autouse=True)
def every_write_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """Restores the rows before each test that uses the database, and afterwards asserts that every write is logged."""
    if request.node.get_closest_marker("django_db") is None:
        yield
        return
    request.getfixturevalue("transactional_db")
    beginning: SavedRows = request.getfixturevalue("empty_store")
    if "portal" in request.fixturenames:
        beginning = request.getfixturevalue("agency").saved_rows
    beginning.put_back()
    clear_audit()
    yield
    assert unlogged_writes() == []

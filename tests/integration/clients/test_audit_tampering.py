"""The database rejects changes of the audit log, and a verification finds changes that bypassed the triggers."""

import pytest
from django.db import IntegrityError, connection

from clients.models import AuditEntry, AuditHead
from clients.queries.audit_verification import verify
from core.ids import uuid7
from tests.support.apps.audit_log import entry, write_entries
from tests.support.database.tampering import tamper

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_log SET action = 'x'",
        "UPDATE audit_log SET actor_id = NULL",
        "DELETE FROM audit_log",
        "UPDATE audit_texts SET email = 'x'",
        "DELETE FROM audit_head",
    ],
)
def test_the_database_rejects_a_change_of_a_stored_entry(statement: str) -> None:
    write_entries(1)
    with pytest.raises(IntegrityError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(statement)
    assert verify().faults == []


def test_the_database_rejects_statements_that_fire_no_delete_trigger() -> None:
    write_entries(2)
    statement = (
        "TRUNCATE audit_log CASCADE"
        if connection.vendor == "postgresql"
        else "INSERT OR REPLACE INTO audit_log SELECT id, 'x', subject, detail, at, actor_id, n, '', '' FROM audit_log"
    )
    with pytest.raises(IntegrityError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.count() == 2


UNSIGNED = "The head was not written with the SECRET_KEY of this installation."
INSERT_IN_THE_MIDDLE = """INSERT INTO audit_log (id, n, action, subject, detail, at, text_digest, digest)
SELECT '{new:id}', 3, action, subject, detail, at, '', digest FROM audit_log WHERE n = 2"""
INSERT_UNCHAINED = """INSERT INTO audit_log (id, action, subject, detail, at)
SELECT '{new:id}', action, subject, detail, at FROM audit_log WHERE n = 1"""


@pytest.mark.parametrize(
    ("statements", "faults"),
    [
        (["UPDATE audit_log SET action = 'client.viewed' WHERE n = 2"], ["Entry 2 ({2}) was changed."]),
        (["UPDATE audit_log SET actor_id = NULL WHERE n = 2"], ["Entry 2 ({2}) was changed."]),
        (
            ["UPDATE audit_texts SET email = 'x' WHERE entry_id = '{2:id}'"],
            ["The texts of entry 2 ({2}) were changed."],
        ),
        (
            ["DELETE FROM audit_texts WHERE entry_id = '{2:id}'"],
            ["The texts of entry 2 ({2}) are missing, and no entry records an erasure."],
        ),
        (
            ["DELETE FROM audit_texts WHERE entry_id = '{2:id}'", "DELETE FROM audit_log WHERE n = 2"],
            ["Entry 2 is missing."],
        ),
        (
            [
                "UPDATE audit_log SET n = n + 10 WHERE n > 2",
                INSERT_IN_THE_MIDDLE,
                "UPDATE audit_log SET n = n - 9 WHERE n > 10",
                "UPDATE audit_head SET n = 5",
            ],
            [UNSIGNED, "Entry 3 ({new}) was changed.", "Entry 4 ({3}) was changed.", "Entry 5 ({4}) was changed."],
        ),
        (
            ["DELETE FROM audit_texts WHERE entry_id = '{4:id}'", "DELETE FROM audit_log WHERE n = 4"],
            ["Entry 4 is missing."],
        ),
        (
            [
                "DELETE FROM audit_texts WHERE entry_id = '{4:id}'",
                "DELETE FROM audit_log WHERE n = 4",
                "UPDATE audit_head SET n = 3, digest = (SELECT digest FROM audit_log WHERE n = 3)",
            ],
            [UNSIGNED],
        ),
        (
            [
                INSERT_UNCHAINED,
            ],
            ["Entries outside the chain, from a former version or another program: 1."],
        ),
    ],
)
def test_a_changed_removed_or_inserted_entry_is_found(statements: list[str], faults: list[str]) -> None:
    write_entries(4)
    ids = {str(one.n): str(one.id) for one in AuditEntry.objects.all()} | {"new": str(uuid7())}

    def with_ids(text: str) -> str:
        for name, value in ids.items():
            text = text.replace(f"{{{name}}}", value).replace(
                f"{{{name}:id}}", value if connection.vendor == "postgresql" else value.replace("-", "")
            )
        return text

    tamper(*[with_ids(statement) for statement in statements])
    assert verify().faults == [with_ids(fault) for fault in faults]


def test_a_noted_head_reveals_a_log_that_was_put_back_to_an_older_state() -> None:
    """The attacker also has the head of that time, with its authentic code."""
    write_entries(2)
    old_head = AuditHead.objects.get()
    write_entries(2)
    noted_head = verify()
    assert verify(noted=(noted_head.n, noted_head.digest)).faults == []
    tamper(
        f"DELETE FROM audit_texts WHERE entry_id IN (SELECT id FROM audit_log WHERE n > {old_head.n})",
        f"DELETE FROM audit_log WHERE n > {old_head.n}",
        f"UPDATE audit_head SET n = {old_head.n}, digest = '{old_head.digest}', code = '{old_head.code}'",
    )
    assert verify().faults == []
    assert verify(noted=(noted_head.n, noted_head.digest)).faults == [
        "The log ends with entry 2, before the noted entry 4: entries were removed."
    ]
    write_entries(2)
    assert verify(noted=(noted_head.n, noted_head.digest)).faults == [
        "Entry 4 is not the one whose digest was noted: the log was rewritten."
    ]


def test_a_new_entry_does_not_hide_a_head_written_without_the_key() -> None:
    """The attacker removes the last entry and computes all digests, but has no key."""
    write_entries(2)
    tamper(
        f"DELETE FROM audit_texts WHERE entry_id = '{stored_id(entry(2))}'",
        "DELETE FROM audit_log WHERE n = 2",
        "UPDATE audit_head SET n = 1, digest = (SELECT digest FROM audit_log WHERE n = 1)",
    )
    write_entries(2)
    assert verify().faults == [UNSIGNED]


def stored_id(row: AuditEntry) -> str:
    return str(row.id) if connection.vendor == "postgresql" else row.id.hex


def test_a_missing_trigger_is_a_fault() -> None:
    table_clause = " ON audit_log" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER audit_log_update{table_clause}")
    try:
        assert verify().faults == [
            "The trigger audit_log_update is missing or switched off, so the database accepts changes of entries."
        ]
    finally:
        recreate_trigger()


def recreate_trigger() -> None:
    """Create the trigger again as the migration defines it, so that the next test has it."""
    end = (
        "FOR EACH ROW WHEN (OLD.n IS NOT NULL) EXECUTE FUNCTION reject_audit_change()"
        if connection.vendor == "postgresql"
        else "WHEN OLD.n IS NOT NULL BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log {end}")

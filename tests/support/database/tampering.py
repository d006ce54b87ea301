"""Changes the audit log without the product, as an attacker with the rights of the database's owner could."""

from django.db import connection, transaction


def tamper(*statements: str) -> None:
    """Run SQL statements with the triggers that keep the audit log append-only switched off."""
    with transaction.atomic(), connection.cursor() as cursor:
        triggers = []
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'")
            triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        for statement in statements:
            cursor.execute(statement)
        for _, sql in triggers:
            cursor.execute(sql)

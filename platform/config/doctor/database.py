"""Checks the database: whether it responds, its tables, and the settings of PostgreSQL on which durability depends."""

from collections.abc import Iterator
from pathlib import Path

from django.db import DatabaseError, connection

from config.doctor.finding import Finding, broken, ok, restart_command, warning
from sync.db import applied_migrations
from sync.writes.db_executor import CONNECTIONS_MAX

OLDEST = 14
MUST_BE_ON = ("fsync", "full_page_writes", "synchronous_commit")
LOST = "After a power cut devices would have changes that the database lost, and would ask for numbers that it reuses."


def check_database() -> Iterator[Finding]:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and not Path(name).is_file():
        yield broken(
            "Database",
            f"there is none at {name}.",
            why="The server creates it at its first start, so it has never run with these settings.",
            remedy="systemctl enable --now pulseboard, or correct DATA_DIR",
        )
        return
    try:
        missing = applied_migrations.missing()
    except DatabaseError as error:
        yield broken(
            "Database",
            f"it does not respond: {str(error).strip().partition(chr(10))[0]}.",
            why="Nothing works without it; devices keep what users write.",
            remedy="start PostgreSQL, or correct DATABASE_URL"
            if connection.vendor == "postgresql"
            else "check DATA_DIR",
        )
        return
    if missing:
        yield broken(
            "Database",
            f"migrations of this code that it lacks: {len(missing)}, such as {missing[0]}.",
            why="The server rejects requests until its tables fit its code.",
            remedy=f"{restart_command()}, which adds them",
        )
    if connection.vendor == "postgresql":
        yield from _postgresql()
    elif not missing:
        yield ok("Database", "SQLite responds.")


def _postgresql() -> Iterator[Finding]:
    names = ("server_version_num", "server_version", "max_connections", *MUST_BE_ON)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(names)])
        values = dict(cursor.fetchall())
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
        [used] = cursor.fetchone()
    if int(values["server_version_num"]) < OLDEST * 10_000:
        yield broken(
            "PostgreSQL",
            f"its version is {values['server_version']}.",
            why=f"The product needs {OLDEST} or newer.",
            remedy="upgrade PostgreSQL",
        )
    for name in MUST_BE_ON:
        if values[name] == "off":
            yield broken("PostgreSQL", f"{name} is off.", why=LOST, remedy=f"ALTER SYSTEM SET {name} = on, then reload")
    max_connections = int(values["max_connections"])
    if used + CONNECTIONS_MAX > max_connections:
        yield warning(
            "PostgreSQL",
            f"{used} of {max_connections} connections are in use.",
            why=f"One more process needs up to {CONNECTIONS_MAX}; without them it does not start, or its requests fail.",
            remedy=f"ALTER SYSTEM SET max_connections = {2 * max_connections}, then restart PostgreSQL",
        )
    yield ok("PostgreSQL", f"version {values['server_version']}, {used} of {max_connections} connections in use.")

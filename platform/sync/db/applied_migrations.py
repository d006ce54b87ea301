"""Checks whether the database has all migrations of this code."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def missing() -> list[str]:
    """The names of this code's migrations that the database does not have, such as `clients.0003_source`."""
    absent = _migrations() - set(MigrationRecorder(connection).applied_migrations())
    return sorted(f"{app}.{name}" for app, name in absent)


def are_complete() -> bool:
    """Whether the database has all migrations of this code."""
    return not missing()


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)

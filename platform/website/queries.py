"""Reads of the site's settings and of the server's own health."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from sync import queries as log
from sync.streams import ADMINS
from website.models import WebsiteSettings


def website_settings() -> WebsiteSettings | None:
    """The one row, None before it was made."""
    return WebsiteSettings.objects.first()


def database_answers() -> bool:
    """Whether the database can be read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def migrations_are_applied() -> bool:
    """Whether the database has the shape that this code expects."""
    return _migrations() <= set(MigrationRecorder(connection).applied_migrations())


def log_is_readable() -> bool:
    """Whether the newest change that the admins' stream counts is there."""
    [position] = log.positions([ADMINS], {})
    return position.head < position.tail or log.change_id(ADMINS, position.head) is not None


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)

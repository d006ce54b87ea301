"""Reads of the site's settings and of the server's own health."""

from django.db import connection

from website.models import WebsiteSettings


def website_settings() -> WebsiteSettings | None:
    """The one row, None before it was made."""
    return WebsiteSettings.objects.first()


def database_answers() -> bool:
    """Whether the database can be read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())

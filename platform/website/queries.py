"""Reads of the site's settings and of the server's own health."""

from urllib.parse import urljoin

from django.conf import settings
from django.db import connection

from mail.ports import Brand
from sync import queries as log
from sync.log.streams import ADMINS
from website.models import WebsiteSettings


def website_settings() -> WebsiteSettings | None:
    """The only row of the settings, or None before it is created."""
    return WebsiteSettings.objects.first()


def brand() -> Brand:
    """The provider's brand for emails."""
    row = website_settings() or WebsiteSettings()
    logo_url = urljoin(f"{settings.SITE_URL}/", row.logo_url) if row.logo_url else ""
    return Brand(name=settings.PRODUCT_NAME, color=row.primary_color, logo_url=logo_url)


def database_answers() -> bool:
    """Whether the database can be read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def log_is_readable() -> bool:
    """Whether the newest change of the admins' stream is in the log, or the stream has none."""
    [position] = log.positions([ADMINS], {})
    return position.head < position.tail or log.change_id(ADMINS, position.head) is not None

"""Writes of the site's settings and of notify signups. Visitors see new settings on the next page that they open."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.conf import settings

from accounts import services as accounts
from accounts.limits import buckets
from accounts.limits.buckets import Limit
from clients import access
from clients import services as clients
from core.actor import Actor
from core.text import DISRUPTIVE
from files import services as files
from files.buckets import WEBSITE_ASSETS
from website import theme
from website.errors import BadColor, BadTitle, TooManyAddresses
from website.models import NotifySignup, WebsiteSettings

# The app and the row with which the settings claim the logo's file. The settings table has only one row.
APP, ROW = "website", UUID(int=1)
# How many addresses one user may store. Limited, because no task deletes them.
SIGNUP_LIMIT = Limit(10, 10, timedelta(days=1))
TITLES = {"hero_title": 200, "hero_subtitle": 400, "features_title": 200}


def save_settings(*, actor: Actor, changes: Mapping[str, str]) -> WebsiteSettings:
    """Change logo, colour and titles. An empty title resets it to the default; an empty logo removes it.

    Raises AdminsOnly, BadColor, BadTitle, and FileNotFound for a logo that was not uploaded.
    """
    access.must_be_admin(actor)
    row = _locked()
    differences = {}
    for name, value in changes.items():
        new_value = _new_value(actor, row, name, value)
        before = getattr(row, name)
        if before != new_value:
            setattr(row, name, new_value)
            differences[name] = f"{before or '—'} → {new_value or '—'}"
    if differences:
        row.save(update_fields=list(differences))
        clients.audit(actor_id=actor.id, action="website.saved", subject="website settings", **differences)
    return row


def _new_value(actor: Actor, row: WebsiteSettings, name: str, value: str) -> str | None:
    """The value to store in the field `name`, after claiming the file of a new logo. Raises as `save_settings`."""
    if name == "logo_url":
        return _logo(actor, row, value)
    return _color(value) if name == "primary_color" else _title(name, value)


def _logo(actor: Actor, row: WebsiteSettings, url: str) -> str | None:
    """The URL of the new logo, now owned by this row, or None. The next sweep deletes the old logo's file."""
    if url == (row.logo_url or ""):
        return row.logo_url
    files.release(app=APP, row_id=ROW)
    return files.claim(actor=actor, url=url, bucket=WEBSITE_ASSETS, app=APP, row_id=ROW).url if url else None


def _locked() -> WebsiteSettings:
    """The only row of the settings, locked; created if absent."""
    row, _ = WebsiteSettings.objects.select_for_update().get_or_create(id=1)
    return row


def _color(value: str) -> str:
    if theme.COLOR.fullmatch(value.strip()) is None:
        raise BadColor
    return value.strip().upper()


def _title(name: str, value: str) -> str:
    """The title without spaces at its ends, or the default for an empty one. Raises BadTitle."""
    text = value.strip()
    if len(text) > TITLES[name] or DISRUPTIVE.search(text):
        raise BadTitle(f"At most {TITLES[name]} characters on one line, please", code=f"bad_{name}")
    return text or str(getattr(WebsiteSettings(), name))


def store_signup(*, actor: Actor, email: str) -> None:
    """Store an address to notify. A repeat changes nothing. Raises CardRequired, TooManyAddresses."""
    access.membership_of(actor)
    if settings.AUTH_RATE_LIMITS:
        exhausted = accounts.take(buckets=[(buckets.key_of("notify", str(actor.id)), SIGNUP_LIMIT)])
        if exhausted is not None:
            raise TooManyAddresses(retry_after=exhausted.wait_s)
    NotifySignup.objects.bulk_create([NotifySignup(email=email.strip().lower())], ignore_conflicts=True)

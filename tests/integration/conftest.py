"""Fixtures of the integration tests: the agency, its endpoints and sockets, the clock, and an audit of every write."""

import os
from importlib import import_module

import pytest

from tests.support.accounts.api import http
from tests.support.accounts.live_service import live
from tests.support.accounts.mailed_sign_up import by_mail
from tests.support.apps.files import storage_folder
from tests.support.apps.scans import calendar, running_speed, speed
from tests.support.clocks.clock import fake_clock
from tests.support.database.migrated_database import django_db_modify_db_settings
from tests.support.database.write_audit import empty_store, every_write_is_logged
from tests.support.fakes.push_service import pushes, running_pushes
from tests.support.fakes.sandbox import fake_providers, running_fake_providers
from tests.support.fakes.stripe_sandbox import fake_stripe
from tests.support.mail.mailbox import mailbox
from tests.support.portal.agency import agency, portal
from tests.support.sync.convergence import devices
from tests.support.sync.socket import quick, sockets

__all__ = [
    "agency",
    "by_mail",
    "calendar",
    "devices",
    "django_db_modify_db_settings",
    "empty_store",
    "every_write_is_logged",
    "fake_clock",
    "fake_providers",
    "fake_stripe",
    "http",
    "live",
    "mailbox",
    "portal",
    "pushes",
    "quick",
    "running_fake_providers",
    "running_pushes",
    "running_speed",
    "sockets",
    "speed",
    "storage_folder",
]


@pytest.fixture(scope="session", autouse=True)
def application() -> None:
    """Import the application before the first test. The import configures the log, which ends caplog's recording."""
    import_module("config.asgi")


# The PostgreSQL run leaves these tests out: their results do not depend on the store, or they run servers on SQLite.
SQLITE_ONLY = [
    "accounts/contract/test_errors.py",
    "accounts/contract/test_schema.py",
    "billing/test_card_guard.py",
    "config/test_access_rules.py",
    "config/test_endpoint_lookup.py",
    "config/test_paths.py",
    "config/test_request_bodies.py",
    "config/test_roles.py",
    "demo/test_data.py",
    "demo/test_sandbox.py",
    "deploy/test_backup_keys.py",
    "deploy/test_backups.py",
    "files/test_bucket.py",
    "mail/test_content.py",
    "mail/test_served_product.py",
    "server/test_serve_errors.py",
    "website/test_first_start.py",
    "website/test_pages.py",
    "website/test_public_endpoints.py",
]
collect_ignore_glob = SQLITE_ONLY if os.environ.get("STORE") == "postgresql" else []


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the database: its folder or server is deleted anyway, and dropping it waits for every open connection."""
    return True

"""What the integration tests share: the agency, its doors and sockets, the clock, and a watch on every write."""

import os

import pytest

from tests.support.auth import http
from tests.support.auth_live import live
from tests.support.by_mail import by_mail
from tests.support.convergence import devices
from tests.support.files import shelf_folder
from tests.support.hands import hands
from tests.support.mailbox import mailbox
from tests.support.portal import agency, portal
from tests.support.push_service import pushes, running_pushes
from tests.support.scans import calendar, running_speed, speed
from tests.support.socket import quick, sockets
from tests.support.stand_in import running_stand_in, stand_in
from tests.support.stripe_stand_in import stripe_stand_in
from tests.support.write_audit import empty_store, every_write_is_logged

__all__ = [
    "agency",
    "by_mail",
    "calendar",
    "devices",
    "empty_store",
    "every_write_is_logged",
    "hands",
    "http",
    "live",
    "mailbox",
    "portal",
    "pushes",
    "quick",
    "running_pushes",
    "running_speed",
    "running_stand_in",
    "shelf_folder",
    "sockets",
    "speed",
    "stand_in",
    "stripe_stand_in",
]


# What no store has a part in runs once: doors as they look from outside, pages, letters, and servers on SQLite.
NO_STORE = [
    "test_auth_refusals.py",
    "test_auth_schema.py",
    "test_billing_guard.py",
    "test_commands_sandbox.py",
    "test_commands_serve.py",
    "test_demo_data.py",
    "test_deploy_copies.py",
    "test_deploy_keys.py",
    "test_desk_roles.py",
    "test_doors_*.py",
    "test_files_bucket.py",
    "test_mail_letters.py",
    "test_mail_serving.py",
    "test_website_*.py",
]
collect_ignore_glob = NO_STORE if os.environ.get("STORE") == "postgresql" else []


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The store goes with its folder or its server; to drop it first would wait for every kept connection."""
    return True

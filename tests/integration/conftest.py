"""What the integration tests share: the agency, its doors and sockets, the clock, and a watch on every write."""

import pytest

from tests.support.auth import http
from tests.support.auth_live import live
from tests.support.by_mail import by_mail
from tests.support.convergence import devices
from tests.support.files import shelf_folder
from tests.support.hands import hands
from tests.support.mailbox import mailbox
from tests.support.portal import portal
from tests.support.scans import calendar, running_speed, speed
from tests.support.socket import quick, sockets
from tests.support.stand_in import running_stand_in, stand_in
from tests.support.stripe_stand_in import stripe_stand_in
from tests.support.write_audit import every_write_is_logged

__all__ = [
    "by_mail",
    "calendar",
    "devices",
    "every_write_is_logged",
    "hands",
    "http",
    "live",
    "mailbox",
    "portal",
    "quick",
    "running_speed",
    "running_stand_in",
    "shelf_folder",
    "sockets",
    "speed",
    "stand_in",
    "stripe_stand_in",
]


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The store goes with its folder or its server; to drop it first would wait for every kept connection."""
    return True

"""Configures every test run, and distributes the tests over the xdist workers."""

import gc
import os
from pathlib import PurePosixPath
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from manage import GC_THRESHOLDS
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.support.database.reset import skip_django_flush

# Tests with real browsers run on two workers, tests that kill servers on a third, because all of them mostly wait.
# A PostgreSQL run has no browser tests; there the tests that kill servers get two workers, which saves a minute.
WORKERS_OF = {"e2e": 2, "faults": 2 if os.environ.get("STORE") == "postgresql" else 1}
# These tests share a running sign-in service. On one worker they start it once, on four they would start four.
SHARED_SERVICE = (
    "tests/integration/accounts/auth_js/",
    "tests/integration/accounts/contract/test_schema.py",
    "tests/integration/accounts/security/test_hostile_requests.py",
    "tests/integration/accounts/security/test_no_stored_secrets.py",
)
ID_CHARACTERS_MAX = 60


def pytest_configure() -> None:
    gc.set_threshold(*GC_THRESHOLDS)
    skip_django_flush()
    # No deadline for one example, because its duration depends on how busy the machine is.
    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    """Where `httpserver` listens: a second loopback address, which a setting can allow while 127.0.0.1 stays private."""
    return "127.0.0.2", 0


class ByKind(LoadScopeScheduling):
    """Runs each file of e2e and fault tests on one worker of its kind, and each file of unit tests on one worker.

    The tests of `SHARED_SERVICE` run together on one worker, and every other test on any worker.

    xdist 3.8 has marks for this, but they set `_nodeid`, which pytest 9.2 no longer has.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = PurePosixPath(nodeid.partition("::")[0])
        kind = path.parts[1]
        if kind in WORKERS_OF:
            return f"{kind}-{crc32(str(path).encode()) % WORKERS_OF[kind]}"
        if str(path).startswith(SHARED_SERVICE):
            return "service"
        return str(path) if kind == "unit" else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByKind:
    return ByKind(config, log)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """The argument's name for bytes and for long texts, else None: pytest's default id.

    Bytes may contain the current time (a ZIP archive does), so the id would differ between two workers, and xdist
    refuses to run tests whose ids differ.
    """
    return argname if isinstance(val, bytes) or (isinstance(val, str) and len(val) > ID_CHARACTERS_MAX) else None

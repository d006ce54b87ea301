"""Fixtures of the fault tests: a running product with users in it."""

import os

import pytest

from tests.support.servers.crash_harness import furnished, place

__all__ = ["furnished", "place"]

# Tests that need PostgreSQL and Redis run only with STORE=postgresql. Tests that do not depend on the store run once.
SEVERAL = ["distributed"]
NO_STORE = [
    "jobs/test_friday_run.py",
    "servers/test_cleanup.py",
    "servers/test_full_disk.py",
    "servers/test_strange_requests.py",
    "sync/test_bounds.py",
    "sync/test_crowds.py",
    "sync/test_floods.py",
    "sync/test_versions.py",
]
HAS_STORE = os.environ.get("STORE") == "postgresql"
collect_ignore_glob = NO_STORE if HAS_STORE else SEVERAL


def pytest_configure(config: pytest.Config) -> None:
    """Name the missing setting. Pytest itself would only report that it found no test in the ignored folder."""
    if not HAS_STORE and any("tests/faults/distributed" in argument for argument in config.args):
        raise pytest.UsageError("tests/faults/distributed needs PostgreSQL and Redis; set STORE=postgresql.")

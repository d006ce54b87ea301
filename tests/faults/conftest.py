"""Fixtures of the fault tests: a database with users, and which tests run on which store."""

import os

import pytest

from tests.support.servers.crash_harness import furnished, place

__all__ = ["furnished", "place"]

# Tests that need PostgreSQL and Redis run only with STORE=postgresql. Tests that do not depend on the store run once.
NEEDS_POSTGRESQL = ["distributed"]
STORE_INDEPENDENT = [
    "jobs/test_friday_run.py",
    "servers/test_cleanup.py",
    "servers/test_full_disk.py",
    "servers/test_strange_requests.py",
    "servers/test_unfinished_answers.py",
    "sync/test_bounds.py",
    "sync/test_crowds.py",
    "sync/test_floods.py",
    "sync/test_versions.py",
]
IS_POSTGRESQL = os.environ.get("STORE") == "postgresql"
collect_ignore_glob = STORE_INDEPENDENT if IS_POSTGRESQL else NEEDS_POSTGRESQL


def pytest_configure(config: pytest.Config) -> None:
    """Name the missing setting. Pytest itself would only report that it found no test in the ignored folder."""
    if not IS_POSTGRESQL and any("tests/faults/distributed" in argument for argument in config.args):
        raise pytest.UsageError("tests/faults/distributed needs PostgreSQL and Redis; set STORE=postgresql.")

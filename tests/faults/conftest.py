"""Fixtures of the fault tests: a running product with users in it."""

import os

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
collect_ignore_glob = NO_STORE if os.environ.get("STORE") == "postgresql" else SEVERAL
